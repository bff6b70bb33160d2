//! Connect Four: stones fall into columns, and four in a line win. The standard 7 x 6 board and other sizes of up to 64
//! bits.
//!
//! **Positions** are strings of columns counted from 1, the moves that led there: `4455323`. Columns beyond the ninth
//! are letters, `a` the tenth. A picture is read too: rows from the top separated by `/` or line ends, `x` for the
//! first player, `o` for the second, `.` for an empty square. Positions store no history, so they are written as *some*
//! sequence that leads there; if there is none, as a picture.
//! **Moves** are columns.
//!
//! **Scores** are those of known solvers: a win scores the number of stones that the winner has left, including the
//! winning one; with 42 squares, `22 - n` for a win with the winner's n-th stone. A draw is 0, a loss the negative of a
//! win. The score of a finished game depends on the stones alone, and shorter wins score higher.
//!
//! **Two scales.** A win with the last stone scores 1, which leaves no room for evaluations below it. So
//! [`ConnectFour::standard`] is for solving: positions that the search does not decide score 0. For searches to fixed
//! depths, [`ConnectFour::with_heuristic`] multiplies wins by [`ConnectFour::UNIT`] and evaluates undecided positions
//! by smaller numbers.
//!
//! **Knowledge.** Both detect forced wins and losses of the next stones, apply the follow-up strategy, and bound every
//! score: with this knowledge the whole game is solved in 45 million nodes. [`ConnectFour::without_knowledge`] is for
//! comparing searches.
//!
//! ```
//! use nullwindow::{Depth, Score, Search, memory::Table, mtd::MtdBi};
//! use nullwindow_games::{Notation, connect_four::ConnectFour};
//!
//! let game = ConnectFour::standard();
//! let position = game.parse_position("2132141557322421674152753375633")?;
//! let mut search = Search::new(&game).with_memory(Table::with_bytes(1 << 20)?);
//! assert_eq!(search.run(&MtdBi::new(), &position, Depth::END).value(), Some(Score::new(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod diagram;
mod evaluation;
mod game;
mod knowledge;
mod listing;
mod notation;
mod open;
mod picture;
mod problems;
mod sequence;
mod shape;

pub use board::{ConnectFourBoard, ConnectFourSquare};
pub use game::ConnectFour;
pub use listing::{SizedListing, StandardListing};
pub use shape::{BoardShape, BoardSizeError, CustomShape, StandardShape};
