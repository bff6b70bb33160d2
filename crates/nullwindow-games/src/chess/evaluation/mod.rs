//! The static evaluation: a weighted sum of features of the position.
//!
//! What is counted is said once; the evaluation sums [`ChessWeights`] over it, and [`trace`] lists it, so that a tuner fits exactly
//! what is played with. Every feature has a weight for the middlegame and one for the endgame, mixed by the men that are
//! left. The weights are in `weights.txt`; the program `chess` of the crate `nullwindow-train` has fitted them to games.

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

pub(super) use sink::static_evaluation;
