//! Games for [`nullwindow`], each with rules, notation, an evaluation and game-specific bounds.
//!
//! | module | name | the game |
//! |---|---|---|
//! | [`nim`] | `nim` | heaps; the player that takes the last object wins |
//! | [`tic_tac_toe`] | `tictactoe` | three in a row |
//! | [`connect_four`] | `connect4` | four in a row, 7x6 and other sizes |
//! | [`othello`] | `othello` | with a trained pattern evaluation and exact endgames |
//! | [`checkers`] | `checkers` | English draughts, with endgame databases |
//! | `chess` | `chess` | rules by `cozy-chess`, with a quiescence search at the leaves |
//!
//! # Features
//!
//! - `chess` (default): the game of chess. Without it the crate does not compile `cozy-chess`.
//! - `rayon`: builds and verifies endgame databases of checkers on all cores instead of one.

mod diagram;
mod display;
mod error;
mod judging;
mod listing;
mod notation;
mod perft;
mod playable;
pub mod probcut;
mod problems;
mod profile;
mod recorded;
mod rule_set;
mod settings;
mod strength;

pub mod checkers;
#[cfg(feature = "chess")]
pub mod chess;
pub mod connect_four;
pub mod nim;
pub mod othello;
pub mod tic_tac_toe;

pub use diagram::{
    BoardDiagram, BoardLook, ComposeError, DiagramCell, DiagramPiece, OfferedPiece, PieceShape, UnknownShape,
};
pub use display::{DisplayLine, DisplayOutcome};
pub use error::ParseError;
pub use judging::{Judging, MoveMark};
pub use listing::{Listing, OwnGame, Purpose, Register, SizeError, register_shipped};
pub use notation::{Notation, TestPosition};
pub use perft::{Perft, Published};
pub use playable::Playable;
pub use problems::{ProblemPart, ProblemSet};
pub use profile::{BenchSettings, Profile, Solvable, Solving, Tour};
pub use recorded::{GameRecords, GameResult, RecordOf, RecordedGame};
pub use settings::{GameSetting, SettingError};
pub use strength::{StrengthLevel, StrengthModel};

/// The examples of the README are compiled and run.
#[cfg(all(doctest, feature = "chess"))]
#[doc = include_str!("../README.md")]
struct GamesReadme;
