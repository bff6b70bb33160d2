//! Solution trees: what a search has proven, taken out of its memory, checked, written down and counted.
//!
//! - [`tree`]: max and min solution trees;
//! - [`critical`]: the two together, which establish the value;
//! - [`extract`]: out of the memory of a search;
//! - [`verify`](mod@verify): by the rules alone, without any search;
//! - [`proof`]: as text;
//! - [`minimal`]: how small a critical tree can be;
//! - [`graph`]: how small the one is that a search has found, where positions are shared.
//!
//! MAX is the player to move at the root, and every score in a solution tree is seen from him.

mod choose;
pub mod critical;
pub mod extract;
pub mod graph;
pub mod minimal;
pub mod proof;
mod read;
pub mod tree;
pub mod verify;

pub use critical::CriticalTree;
pub use extract::{ExtractError, Extraction};
pub use graph::{MinimalGraph, NodeTally};
pub use minimal::{MinimalTree, minimal_leaves, minimal_nodes};
pub use proof::{Proof, ProofError, ProofReason};
pub use tree::{MalformedTree, SolutionKind, SolutionNode, SolutionTree};
pub use verify::{Fault, ProofFlaw, verify};
