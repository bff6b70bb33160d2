//! Endgame databases: the winner and the plies to the end for every position with few pieces.
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
//! **Contents.** One byte per position: a draw, or the plies to the end of the game, where the winner takes the
//! shortest way and the loser the longest. Wins take an odd number of plies and losses an even one, so the number also
//! tells the winner. Positions are stored from the mover's point of view with the board rotated, which halves their
//! number:
//!
//! | pieces | positions, and bytes |
//! |---|---|
//! | 1 | 120 |
//! | 2 | 6,972 |
//! | 3 | 261,224 |
//! | 4 | 7,092,774 |
//! | 5 | 148,688,232 |
//!
//! **Limits.** A database ignores the no-progress limit and repetition. The game treats its entries as exact only where
//! neither can matter; elsewhere they are heuristic values that lead towards the win.

mod build;
mod byte;
mod chunks;
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
