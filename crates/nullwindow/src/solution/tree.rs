//! Max and min solution trees.
//!
//! **Source.** \[dBP96\], section 3 and Fig. 4.
//! **Cost.** Eight bytes per node.
//! **When to use it.** As the proof of a bound, which can be verified by the rules without a search.
//!
//! A *max solution tree* has all sons of every MAX node and exactly one of every MIN node. It is a strategy
//! for MIN, and its minimax value, the largest of its leaves, is an upper bound (Lemma 3). A *min solution
//! tree* is the dual: a strategy for MAX, and its smallest leaf is a lower bound.
//!
//! **Differences from the paper.**
//! 1. Turns need not alternate: a MAX node is one where the player to move is the one to move at the root.

use crate::{Depth, Score};
use std::fmt;

/// The kind of a solution tree, and so of the bound that it proves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolutionKind {
    /// A max solution tree: all sons of MAX nodes, one of each MIN node; an upper bound.
    Max,
    /// A min solution tree: one son of each MAX node, all of MIN nodes; a lower bound.
    Min,
}

impl SolutionKind {
    /// Returns whether nodes of this player have only one son in such a tree.
    #[must_use]
    pub fn has_one_son(self, mover_is_max: bool) -> bool {
        mover_is_max == (self == SolutionKind::Min)
    }

    /// Returns whether `value` agrees with the claim: at most `bound` in a max solution tree, at least `bound` in a min
    /// solution tree.
    #[must_use]
    pub fn allows(self, bound: Score, value: Score) -> bool {
        match self {
            SolutionKind::Max => value <= bound,
            SolutionKind::Min => value >= bound,
        }
    }

    /// Returns the one of two values that counts at a node with both.
    #[must_use]
    pub fn select(self, a: Score, b: Score) -> Score {
        match self {
            SolutionKind::Max => a.max(b),
            SolutionKind::Min => a.min(b),
        }
    }
}

impl fmt::Display for SolutionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SolutionKind::Max => "max",
            SolutionKind::Min => "min",
        })
    }
}

/// A node of a [`SolutionTree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SolutionNode {
    /// The index, in the order of generation, of the move that led here; 0 at the root.
    pub place: u16,
    /// The number of sons in the tree; 0 for a leaf.
    pub sons: u16,
    /// The value for MAX: of a leaf its value, of an inner node the bound that the tree below proves.
    pub value: Score,
}

/// A max or min solution tree: the proof of a bound. Nodes are stored in preorder.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SolutionTree {
    kind: SolutionKind,
    depth: Depth,
    nodes: Vec<SolutionNode>,
}

/// The error for nodes that are not a tree in preorder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MalformedTree {
    /// Sons are missing after the last node.
    Ends {
        /// The number of nodes.
        nodes: usize,
    },
    /// There are nodes after the complete tree.
    Rest {
        /// The index of the first of them.
        at: usize,
    },
}

impl fmt::Display for MalformedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MalformedTree::Ends { nodes } => write!(f, "sons are missing after the last of {nodes} nodes"),
            MalformedTree::Rest { at } => write!(f, "the tree is complete before node {at}"),
        }
    }
}

impl std::error::Error for MalformedTree {}

impl SolutionTree {
    /// Creates a tree from its nodes in preorder. Only its form is checked here; [`verify`](super::verify::verify)
    /// checks the rest.
    ///
    /// # Errors
    /// If the numbers of sons are inconsistent.
    pub fn new(kind: SolutionKind, depth: Depth, mut nodes: Vec<SolutionNode>) -> Result<SolutionTree, MalformedTree> {
        let mut missing = 1;
        for (at, node) in nodes.iter().enumerate() {
            if missing == 0 {
                return Err(MalformedTree::Rest { at });
            }
            // In preorder every node fills one gap and opens as many as it has sons.
            missing += usize::from(node.sons);
            missing -= 1;
        }
        if missing > 0 {
            return Err(MalformedTree::Ends { nodes: nodes.len() });
        }
        // No move leads to the root.
        nodes[0].place = 0;
        Ok(SolutionTree { kind, depth, nodes })
    }

    /// Returns the kind, max or min.
    #[must_use]
    pub fn kind(&self) -> SolutionKind {
        self.kind
    }

    /// Returns the depth for which the bound holds.
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// Returns the bound that the tree proves for the player to move at the root: the value is at most this (max) or at
    /// least this (min).
    #[must_use]
    pub fn bound(&self) -> Score {
        self.nodes[0].value
    }

    /// Returns the nodes in preorder; the root is the first. There is at least one.
    #[must_use]
    pub fn nodes(&self) -> &[SolutionNode] {
        &self.nodes
    }

    /// Returns the number of leaves.
    #[must_use]
    pub fn leaf_count(&self) -> usize {
        self.leaves().count()
    }

    /// Returns the values of the leaves for MAX, from left to right.
    pub fn leaves(&self) -> impl Iterator<Item = Score> + '_ {
        self.nodes.iter().filter(|node| node.sons == 0).map(|node| node.value)
    }

    /// Calls `see` for every node in preorder, with the move indices of its path from the root.
    pub fn visit(&self, mut see: impl FnMut(&[u16], &SolutionNode)) {
        let mut path = Vec::new();
        let mut missing: Vec<u16> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            if at > 0 {
                path.push(node.place);
            }
            see(&path, node);
            if node.sons > 0 {
                missing.push(node.sons);
                continue;
            }
            path.pop();
            while let Some(sons) = missing.last_mut() {
                *sons -= 1;
                if *sons > 0 {
                    break;
                }
                missing.pop();
                path.pop();
            }
        }
    }

    /// Returns the indices of the sons of a node.
    pub(super) fn sons(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = node + 1;
        (0..self.nodes[node].sons).map(move |_| {
            let son = next;
            let mut missing = 1;
            while missing > 0 {
                missing += usize::from(self.nodes[next].sons);
                missing -= 1;
                next += 1;
            }
            son
        })
    }
}

impl fmt::Display for SolutionTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let than = if self.kind == SolutionKind::Max { "at most" } else { "at least" };
        let (leaves, nodes) = (self.leaf_count(), self.nodes.len());
        let summary = format!(
            "{} solution tree of {nodes} nodes, {leaves} of them leaves: at depth {} the value is {than} {}",
            self.kind,
            self.depth,
            self.bound()
        );
        f.pad(&summary)
    }
}
