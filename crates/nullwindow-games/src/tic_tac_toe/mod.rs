//! Tic-tac-toe: three in a row.
//!
//! A position is nine characters, row by row from the top: `X`, `O` (or small letters), and `-`, `.` or `_` for
//! an empty square; blanks and `/` between them are passed over. X begins, so the stones tell who is to
//! move. A move is the number of a square,
//!
//! ```text
//! 1 2 3
//! 4 5 6
//! 7 8 9
//! ```
//!
//! or its name as on a chess board, from `a1` (square 7) to `c3` (square 3). A draw is worth 0; a win one more than
//! the number of squares left empty, so that the winner hurries and the loser does not.
//!
//! The key of a position is the smallest among its eight turned and mirrored images: they all have one value, so
//! memory holds them once.
//!
//! ```
//! use nullwindow::{Depth, Score, Search, memory::ExactMap, mtd::MtdF};
//! use nullwindow_games::{Notation, tic_tac_toe::TicTacToe};
//!
//! let mut search = Search::new(&TicTacToe).memory(ExactMap::new());
//! let outcome = search.run(&MtdF::new(), &TicTacToe.start(), Depth::END);
//! assert_eq!(outcome.value(), Some(Score::ZERO));
//! ```

mod grid;
mod listing;
mod notation;
mod rules;

pub use grid::{TicTacToeGrid, TicTacToeSquare};
pub use listing::TicTacToeListing;
pub use rules::TicTacToe;
