//! The critical tree: a max and a min solution tree whose bounds meet.
//!
//! **Source.** \[dBP96\], section 3.
//! **Cost.** That of its two trees.
//! **When to use it.** As the proof of a value; no algorithm can do with less (Lemma 4).
//!
//! Where both trees contain a node, one has all of its sons and the other exactly one. So they share exactly one path,
//! the *principal variation*, and a critical tree has the leaves of both, minus one.

use super::tree::{SolutionKind, SolutionTree};
use crate::Score;
use std::fmt;

/// A max and a min solution tree with the same root and depth that prove the same bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CriticalTree {
    max: SolutionTree,
    min: SolutionTree,
}

/// The reason why two trees form no critical tree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mismatch {
    /// The first is not a max solution tree, or the second not a min solution tree.
    Kinds,
    /// Their bounds hold for different depths.
    Depths,
    /// Their bounds differ.
    Bounds {
        /// The bound of the min solution tree.
        lower: Score,
        /// The bound of the max solution tree.
        upper: Score,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Kinds => f.write_str("a critical tree takes a max solution tree and a min solution tree"),
            Mismatch::Depths => f.write_str("the two trees are of different depths"),
            Mismatch::Bounds { lower, upper } => {
                write!(f, "the trees prove at least {lower} and at most {upper}, which is no value")
            }
        }
    }
}

impl std::error::Error for Mismatch {}

impl CriticalTree {
    /// Creates the union of two trees.
    ///
    /// # Errors
    /// If they are not a max and a min solution tree of the same depth and bound.
    pub fn new(max: SolutionTree, min: SolutionTree) -> Result<CriticalTree, Mismatch> {
        if max.kind() != SolutionKind::Max || min.kind() != SolutionKind::Min {
            return Err(Mismatch::Kinds);
        }
        if max.depth() != min.depth() {
            return Err(Mismatch::Depths);
        }
        if max.bound() != min.bound() {
            return Err(Mismatch::Bounds { lower: min.bound(), upper: max.bound() });
        }
        Ok(CriticalTree { max, min })
    }

    /// Returns the max solution tree: the value is not larger.
    #[must_use]
    pub fn max(&self) -> &SolutionTree {
        &self.max
    }

    /// Returns the min solution tree: the value is not smaller.
    #[must_use]
    pub fn min(&self) -> &SolutionTree {
        &self.min
    }

    /// Returns the value, for the player to move at the root.
    #[must_use]
    pub fn value(&self) -> Score {
        self.max.bound()
    }

    /// Returns the leaves of both trees from left to right: their paths, as move indices, and their values for MAX.
    #[must_use]
    pub fn leaves(&self) -> Vec<(Vec<u16>, Score)> {
        let mut leaves = Vec::new();
        for tree in [&self.max, &self.min] {
            tree.visit(|path, node| {
                if node.sons == 0 {
                    leaves.push((path.to_vec(), node.value));
                }
            });
        }
        leaves.sort();
        // Both trees contain the leaf of the principal variation.
        leaves.dedup();
        leaves
    }

    /// Returns the number of leaves.
    #[must_use]
    pub fn leaf_count(&self) -> usize {
        self.max.leaf_count() + self.min.leaf_count() - 1
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.max.nodes().len() + self.min.nodes().len() - self.principal_variation().len() - 1
    }

    /// Returns the move indices of the path that both trees share, from the root to a leaf with the value.
    #[must_use]
    pub fn principal_variation(&self) -> Vec<u16> {
        let (mut path, mut at) = (Vec::new(), (0, 0));
        while let Some(next) = self.shared_son(at) {
            path.push(self.max.nodes()[next.0].place);
            at = next;
        }
        path
    }

    fn shared_son(&self, (max, min): (usize, usize)) -> Option<(usize, usize)> {
        self.max.sons(max).find_map(|a| {
            let place = self.max.nodes()[a].place;
            let b = self.min.sons(min).find(|&b| self.min.nodes()[b].place == place)?;
            Some((a, b))
        })
    }
}
