//! The static evaluation: a weighted sum of features of the position.
//!
//! The features are defined once. The evaluation sums [`ChessWeights`] over them and [`trace`] lists them, so that a
//! tuner fits exactly the evaluation that is played with. Every feature has a weight for the middlegame and one for the
//! endgame, interpolated by the remaining pieces. The weights are in `weights.txt`; the program `chess` of the crate
//! `nullwindow-train` fitted them to games.

mod contest;
mod features;
mod king;
mod pawns;
mod pieces;
mod scale;
mod sink;
mod weights;

pub use features::{FeatureGroup, GROUPS, LEN};
pub use sink::{FeatureTrace, trace};
pub use weights::{ChessWeights, WeightPair};

pub(super) use pawns::attacks as pawn_attacks;
pub(super) use sink::static_evaluation;
pub(super) use weights::LARGEST_GRAIN;
