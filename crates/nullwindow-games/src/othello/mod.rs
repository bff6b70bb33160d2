//! Othello, with a trained pattern evaluation and exact endgames.
//!
//! **Positions** are boards or transcripts.
//! - A board is 64 squares row by row from a1, and the mover: `X`, `*` or `B` for Black, which begins, `O` or `W` for
//!   White, `-` or `.` for an empty square, in either case. Blanks and line ends are ignored, and so is the text after
//!   a semicolon, so that lines of test files can be read; [`Problem`] reads their answers too.
//! - A transcript is the moves from the start: `f5d6c3d3c4`, optionally separated by blanks. The empty text is the
//!   start.
//!
//! Positions are written as boards.
//!
//! **Moves** are squares, a file from `a` to `h` and a rank from `1` at the top to `8`: `f5` or `F5`. A pass is `pass`
//! or `--`.
//!
//! **Passes** are moves of the game and plies of a search: a player that cannot place a disc while its opponent can has
//! this one move. Transcripts may omit them. A player that can place a disc may not pass; when neither can, the game is
//! over.
//!
//! **Scores** are whole discs, from -64 to 64. A finished game scores the difference in discs for the mover, with the
//! empty squares given to the winner; an unfinished one the prediction of it.
//!
//! **Knowledge.** A search to the end of the game uses bounds from discs that can never be flipped, and exact values of
//! positions with few empty squares. They apply only where the depth reaches the end, so that values do not change.
//! [`Othello::without_knowledge`] is for comparing searches.
//!
//! ```
//! use nullwindow::{Depth, Search, memory::Table, mtd::MtdF};
//! use nullwindow_games::{Notation, othello::Othello};
//!
//! let game = Othello::new();
//! let position = game.parse_position("f5d6c3d3c4")?;
//! let mut search = Search::new(&game).with_memory(Table::with_bytes(1 << 20)?);
//! let answer = search.run(&MtdF::new(), &position, Depth::plies(6));
//! assert!(answer.value().is_some_and(|discs| discs.get().abs() <= 64));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bits;
mod board;
mod diagram;
mod endgame;
mod evaluation;
mod ffo;
mod game;
pub mod ggf;
mod knowledge;
mod last_flips;
mod last_squares;
mod listing;
mod notation;
mod order;
pub mod patterns;
mod problem;
mod selective;
mod settings;
pub mod stability;
mod text;
pub mod transcript;
pub mod weights;

pub use board::{Move, OthelloBoard};
pub use endgame::{solve_board as solve, solve_near};
pub use evaluation::{PatternEvaluation, UNITS};
pub use ffo::FFO;
pub use game::Othello;
pub use listing::OthelloListing;
pub use problem::Problem;
