//! Depth-first searches, in the order of the papers:
//!
//! - [`minimax`]: the oracle;
//! - [`alpha_beta`]: fail-soft, no memory;
//! - [`tt_alpha_beta`]: with memory;
//! - [`scout`]: Pearl's Test and Scout;
//! - [`nega_scout`]: null windows after the first child;
//! - [`aspiration`]: NegaScout in a window around a guess, the baseline of the papers;
//! - [`mt`]: the memory-enhanced test;
//! - [`windowed`]: any of them with a window of your own.
//!
//! Alpha-Beta, TT-Alpha-Beta, NegaScout and MT each have their own loop. The parts that they share are in separate
//! files: `node.rs` (entering a node, probing, storing), `transpositions.rs` (the bounds of children in memory),
//! `children.rs` and `ordering.rs` (the next child), `best.rs` (the best child).

pub mod alpha_beta;
pub mod aspiration;
mod best;
pub(crate) mod children;
pub mod minimax;
pub mod mt;
pub mod nega_scout;
pub(crate) mod node;
pub(crate) mod ordering;
pub(crate) mod rules;
pub mod scout;
mod transpositions;
pub mod tt_alpha_beta;
pub mod windowed;

pub use alpha_beta::AlphaBeta;
pub use aspiration::Aspiration;
pub use minimax::Minimax;
pub use mt::Mt;
pub use nega_scout::NegaScout;
pub use scout::Scout;
pub use tt_alpha_beta::TtAlphaBeta;
pub use windowed::{WindowSearch, Windowed};
