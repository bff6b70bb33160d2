//! Tic-tac-toe: three in a row.
//!
//! A position is nine characters, row by row from the top: `X`, `O` (or lower case), and `-`, `.` or `_` for an empty
//! square; blanks and `/` between them are skipped. X begins, so the number of stones determines the player to move. A
//! move is the number of a square,
//!
//! ```text
//! 1 2 3
//! 4 5 6
//! 7 8 9
//! ```
//!
//! or its name as on a chess board, from `a1` (square 7) to `c3` (square 3). A draw scores 0; a win one more than the
//! number of empty squares, so that shorter wins score higher.
//!
//! The key of a position is the smallest of its eight rotated and mirrored images: they have the same value, so the
//! table stores them once.
//!
//! ```
//! use nullwindow::{Depth, Score, Search, memory::ExactMap, mtd::MtdF};
//! use nullwindow_games::{Notation, tic_tac_toe::TicTacToe};
//!
//! let mut search = Search::new(&TicTacToe).with_memory(ExactMap::new());
//! let outcome = search.run(&MtdF::new(), &TicTacToe.start(), Depth::END);
//! assert_eq!(outcome.value(), Some(Score::ZERO));
//! ```

mod diagram;
mod grid;
mod listing;
mod notation;
mod rules;

pub use grid::{TicTacToeGrid, TicTacToeSquare};
pub use listing::TicTacToeListing;
pub use rules::TicTacToe;
