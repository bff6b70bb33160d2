//! Connect Four: stones fall into columns, four in a line win. 7 x 6 as sold, and other sizes of up to 64 bits.
//!
//! **Positions** are strings of columns counted from 1, the moves that led there: `4455323`. Columns beyond the
//! ninth are letters, `a` the tenth. A picture is read too: rows from the top with `/` between them (or each on a
//! line of its own), `x` for the first player, `o` for the second, `.` for an empty square. Positions hold no
//! history, so what is written is *a* sequence that leads there; where none does, the picture.
//! **Moves** are columns.
//!
//! **Scores** are those of the known solvers: a win is worth the number of stones that the winner has left, the
//! winning one included; so with 42 squares `22 - n`, if he wins with his n-th stone. A draw is 0, a loss the
//! opposite of a win. The score of a finished game depends on the stones alone, and a short win is worth more
//! than a long one.
//!
//! **Two scales.** A win with the last stone is worth 1: there is no room for judgement below it. So
//! [`ConnectFour::standard`] plays to solve: whatever is not decided within the depth of the search is 0. For play at
//! fixed depths [`ConnectFour::with_heuristic`] multiplies wins by [`ConnectFour::UNIT`], and judges what is
//! not decided by numbers smaller than that.
//!
//! **Knowledge.** Both know forced wins and losses of the next stones, who can follow up, and bounds on every score: with it
//! the whole game is solved in 45 million nodes. A game [`ConnectFour::without_knowledge`] is for comparing searches.
//!
//! ```
//! use nullwindow::{Depth, Score, Search, memory::Table, mtd::MtdBi};
//! use nullwindow_games::{Notation, connect_four::ConnectFour};
//!
//! let game = ConnectFour::standard();
//! let position = game.parse_position("2132141557322421674152753375633")?;
//! let mut search = Search::new(&game).memory(Table::with_bytes(1 << 20)?);
//! assert_eq!(search.run(&MtdBi::new(), &position, Depth::END).value(), Some(Score::new(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
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
