//! The likelihood that a quiet move is the best one: static ranks for the rules of selective search.
//!
//! Rules on late moves need an order that depends on the position alone. History and killers, by which other programs
//! tell late moves, depend on what was searched before. This is a linear model instead: the rank of a move is the sum of
//! the weights of its features, in hundredths of a natural logarithm of odds. It looks at the squares, at what attacks and
//! protects them, and at what the piece attacks from its new square. The weights are in `weights.txt`; the program `chess`
//! of the crate `nullwindow-train` fitted them to the best moves of deep searches.

mod features;
mod weights;

pub use features::{LEN, MoveFeatures};
pub use weights::LikelihoodWeights;

pub(super) use features::PieceFeatures;
