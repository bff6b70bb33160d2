//! Solution trees: the proofs of a search, extracted from its memory, verified, written and measured.
//!
//! - [`tree`]: max and min solution trees;
//! - [`critical`]: both together, which prove the value;
//! - [`extract`]: their extraction from the memory of a search;
//! - [`verify`](mod@verify): their verification by the rules alone, without any search;
//! - [`proof`]: their text format;
//! - [`minimal`]: the size of the smallest critical tree;
//! - [`graph`]: the size of the critical graph of a search, if positions transpose.
//!
//! MAX is the player to move at the root, and every score in a solution tree is seen from MAX.

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
