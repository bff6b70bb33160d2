//! Endgame databases: for every position with few pieces, who wins, and in how many plies.
//!
//! ```
//! use nullwindow_games::checkers::{Checkers, EndgameDatabase, EndgameOutcome};
//! use nullwindow_games::Notation;
//!
//! let database = EndgameDatabase::build(2, &|_| ())?;
//! let position = Checkers::new().parse_position("W:WK11:BK1")?;
//! assert_eq!(database.outcome(&position), Some(EndgameOutcome::Draw));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **What is stored.** One byte a position: drawn, or the plies to the end of the game, where the winner goes the
//! shortest way and the loser the longest one. Wins take an odd number of plies and losses an even one, so that the
//! number tells which it is. Positions are seen from the player to move, with the board turned, which halves them:
//!
//! | pieces | positions, and bytes |
//! |---|---|
//! | 1 | 120 |
//! | 2 | 6,972 |
//! | 3 | 261,224 |
//! | 4 | 7,092,774 |
//! | 5 | 148,688,232 |
//!
//! **What is not.** Databases know neither the limit of plies without progress nor repetition. The game takes their
//! word for knowledge only where neither can matter; elsewhere it is a judgement, which leads on towards the win.

mod build;
mod byte;
mod file;
mod known;
mod slice;
mod store;
mod verify;

pub use build::BuildProgress;
pub use file::DatabaseError;
pub(super) use known::DatabaseVerdict;
pub use slice::Material;
pub use store::{EndgameDatabase, EndgameOutcome, MaterialSummary};
pub use verify::Inconsistency;
