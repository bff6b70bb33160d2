//! Extracts solution trees from the memory of a search.
//!
//! **Source.** \[dBP96\], section 6: the solution tree of a bound can be recovered from the transposition table by
//! tracing the `f+` (or `f-`) of its nodes.
//! **Cost.** One probe per examined son; no search, unless entries are lost and the extraction is to be
//! [complete](Extraction::complete).
//! **When to use it.** After a search, to show why its result is true.
//!
//! **Contract.** The bound of the tree is at least as sharp as the requested one. Where all sons are needed, they are
//! in the order of generation. Where one is needed, it is the best move in memory if its successor is known to prove
//! the bound, and otherwise the first move from the left with such a successor.
//!
//! **Differences from the paper.**
//! 1. A son proves the bound requested at the root, not the bound stored at its parent: so a table that has overwritten
//!    the parent does no harm.
//! 2. Leaves are evaluated again, not read from memory.
//! 3. Lost nodes can be searched again by MT. A table loses overwritten entries and bounds beyond 24 bits.

use super::choose::{BoundClaim, ExtractedNode};
use super::critical::CriticalTree;
use super::tree::{SolutionKind, SolutionNode, SolutionTree};

use crate::{Context, Depth, Game, Score, Stopped, Worker};
use std::fmt;

/// The reason why there is no tree. Paths are move indices from the root.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExtractError {
    /// Memory has no move at this node that proves the bound: the entry was overwritten, or the search has not
    /// established the bound.
    Lost {
        /// The node.
        path: Vec<u16>,
    },
    /// The bound is wrong: this node contradicts it.
    Untrue {
        /// The node.
        path: Vec<u16>,
        /// Its value for MAX.
        value: Score,
    },
    /// The tree has more nodes than the limit.
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// The search of a lost node was stopped.
    Stopped {
        /// The node.
        path: Vec<u16>,
        /// The reason.
        reason: Stopped,
    },
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::Lost { path } => write!(f, "memory holds no proof of the bound at {path:?}"),
            ExtractError::Untrue { path, value } => write!(f, "the bound is not true: {path:?} is worth {value}"),
            ExtractError::TooLarge { limit } => write!(f, "the tree has more than {limit} nodes"),
            ExtractError::Stopped { path, reason } => write!(f, "stopped at {path:?}: {reason}"),
        }
    }
}

impl std::error::Error for ExtractError {}

/// An extraction of solution trees from the memory of a search. Created by
/// [`Search::solution`](crate::Search::solution).
#[derive(Debug)]
pub struct Extraction<'s, 'a, C: Context> {
    pub(super) worker: &'s mut Worker<'a, C>,
    pub(super) root: &'s C::Position,
    pub(super) depth: Depth,
    pub(super) limit: usize,
    pub(super) complete: bool,
}

impl<'s, 'a, C: Context> Extraction<'s, 'a, C> {
    pub(crate) fn new(worker: &'s mut Worker<'a, C>, root: &'s C::Position, depth: Depth) -> Extraction<'s, 'a, C> {
        Extraction { worker, root, depth, limit: Self::LIMIT, complete: false }
    }

    /// The default limit of nodes per tree.
    pub const LIMIT: usize = 1 << 24;

    /// Sets the limit of nodes.
    #[must_use]
    pub fn limit(mut self, nodes: usize) -> Self {
        self.limit = nodes;
        self
    }

    /// Searches lost nodes again, by MT and within the limits of the search. Then every true bound has a tree, whatever
    /// the memory.
    #[must_use]
    pub fn complete(mut self) -> Self {
        self.complete = true;
        self
    }

    /// Returns the max solution tree that proves the value to be at most `upper`.
    ///
    /// # Errors
    /// See [`ExtractError`].
    pub fn max(mut self, upper: Score) -> Result<SolutionTree, ExtractError> {
        self.tree(BoundClaim { kind: SolutionKind::Max, bound: upper })
    }

    /// Returns the min solution tree that proves the value to be at least `lower`.
    ///
    /// # Errors
    /// See [`ExtractError`].
    pub fn min(mut self, lower: Score) -> Result<SolutionTree, ExtractError> {
        self.tree(BoundClaim { kind: SolutionKind::Min, bound: lower })
    }

    /// Returns the critical tree that proves the value to be `value`.
    ///
    /// # Errors
    /// See [`ExtractError`].
    pub fn critical(mut self, value: Score) -> Result<CriticalTree, ExtractError> {
        let max = self.tree(BoundClaim { kind: SolutionKind::Max, bound: value })?;
        let min = self.tree(BoundClaim { kind: SolutionKind::Min, bound: value })?;
        // Each bound is at least as sharp as `value`. If one were sharper, the other would be wrong.
        CriticalTree::new(max, min).map_err(|_| ExtractError::Untrue { path: Vec::new(), value })
    }

    /// Extracts the tree that proves the claim.
    fn tree(&mut self, claim: BoundClaim) -> Result<SolutionTree, ExtractError> {
        self.worker.moves.clear();
        self.worker.budget.measure_stack(&claim);
        let (root, depth) = (self.root, self.depth);
        let mut growing = TreeBuilder { nodes: Vec::new(), path: Vec::new() };
        self.grow(claim, root, depth, 0, &mut growing)?;
        Ok(SolutionTree::new(claim.kind, depth, growing.nodes).expect("grown in preorder"))
    }

    /// Adds the tree below `position`, and returns the bound that it proves.
    fn grow(
        &mut self,
        claim: BoundClaim,
        position: &C::Position,
        depth: Depth,
        place: u16,
        tree: &mut TreeBuilder,
    ) -> Result<Score, ExtractError> {
        let at = tree.nodes.len();
        if at >= self.limit {
            return Err(ExtractError::TooLarge { limit: self.limit });
        }
        let plays = match self.expand(position, depth, &tree.path)? {
            ExtractedNode::Leaf(value) if claim.kind.allows(claim.bound, value) => {
                tree.nodes.push(SolutionNode { place, sons: 0, value });
                return Ok(value);
            }
            ExtractedNode::Leaf(value) => return Err(ExtractError::Untrue { path: tree.path.clone(), value }),
            ExtractedNode::Inner(plays) => plays,
        };
        let one = claim.kind.has_one_son(self.is_max(position));
        let count = u16::try_from(plays.len()).expect("a list of moves has room for no more");
        let sons = if one {
            let chosen = self.choose(claim, position, depth, &plays, &tree.path)?;
            chosen..chosen + 1
        } else {
            0..count
        };
        let number = if one { 1 } else { count };
        // A placeholder until the sons have proven their bound: preorder needs the node first.
        tree.nodes.push(SolutionNode { place, sons: number, value: claim.bound });
        let mut value = None;
        for son in sons {
            let child = self.worker.game.play(position, plays[usize::from(son)]);
            tree.path.push(son);
            let below = self.grow(claim, &child, depth.child(), son, tree)?;
            tree.path.pop();
            value = Some(value.map_or(below, |value| claim.kind.select(value, below)));
        }
        let value = value.unwrap_or(claim.bound);
        tree.nodes[at].value = value;
        Ok(value)
    }
}

/// A tree under construction, and the path to the current node.
struct TreeBuilder {
    nodes: Vec<SolutionNode>,
    path: Vec<u16>,
}
