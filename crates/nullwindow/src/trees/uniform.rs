//! T(w, d): uniform trees with independent random leaves.

use super::random::{within, word};
use super::shape::{ShapeError, UniformNode, UniformShape, checked_values, uniform_game};
use std::ops::RangeInclusive;

/// A uniform tree whose leaves are independent and uniformly distributed in a range of values.
///
/// Values are those for MAX, the player to move at the root. A search to less than the full depth sees a random value
/// at the horizon too, which is independent of the subtree below it.
///
/// ```
/// use nullwindow::{Depth, Search, best_first::SssStar, trees::UniformTree};
///
/// let tree = UniformTree::new(8, 4)?.with_seed(1);
/// let outcome = Search::new(&tree).run(&SssStar, &tree.root(), Depth::END);
/// assert!(outcome.counts.cost.leaf_visits < 8 * 8 * 8 * 8);
/// # Ok::<(), nullwindow::trees::ShapeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct UniformTree {
    pub(super) shape: UniformShape,
    seed: u64,
    values: RangeInclusive<i32>,
}

impl UniformTree {
    /// Creates a tree with values from 0 to 65,535 and seed 0.
    ///
    /// # Errors
    /// If the width is zero or there are more than 2^56 leaves.
    pub fn new(width: u16, depth: u8) -> Result<UniformTree, ShapeError> {
        Ok(UniformTree { shape: UniformShape::new(width, depth)?, seed: 0, values: 0..=65_535 })
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> UniformTree {
        self.seed = seed;
        self
    }

    /// Sets the range of values.
    ///
    /// # Errors
    /// If the range is empty, or contains a number that is not a finite score.
    pub fn with_values(mut self, values: RangeInclusive<i32>) -> Result<UniformTree, ShapeError> {
        self.values = checked_values(values)?;
        Ok(self)
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> UniformNode {
        UniformShape::ROOT
    }

    #[inline]
    fn son(&self, place: &UniformNode, son: u16) -> UniformNode {
        self.shape.son(*place, son)
    }

    #[inline]
    fn value(&self, place: &UniformNode) -> i32 {
        within(word(self.seed, self.shape.key(*place), 0), &self.values)
    }
}

uniform_game!(UniformTree, UniformNode, place => *place, value);
