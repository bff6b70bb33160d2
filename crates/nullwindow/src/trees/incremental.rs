//! Incremental trees: the value of a node is the sum of the values of the moves on its path.
//!
//! The values of parent and child are correlated, as in real games and unlike independent leaves. The sum so far is the
//! evaluation at the horizon, so that iterative deepening makes sense.

use super::random::{within, word};
use super::shape::{ShapeError, UniformNode, UniformShape, uniform_game};

/// A uniform tree whose edges have independent random values, and whose nodes have their sums.
#[derive(Clone, PartialEq, Debug)]
pub struct IncrementalTree {
    shape: UniformShape,
    seed: u64,
    spread: i32,
}

/// A node with its sum for MAX.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IncrementalNode {
    place: UniformNode,
    sum: i32,
}

impl IncrementalTree {
    /// Creates a tree whose edges are worth -100 to 100, with seed 0.
    ///
    /// # Errors
    /// If the width is zero or there are more than 2^56 leaves.
    pub fn new(width: u16, depth: u8) -> Result<IncrementalTree, ShapeError> {
        Ok(IncrementalTree { shape: UniformShape::new(width, depth)?, seed: 0, spread: 100 })
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> IncrementalTree {
        self.seed = seed;
        self
    }

    /// Sets the range of the edges to `-spread..=spread`; `spread` is at most a million.
    #[must_use]
    pub fn with_spread(mut self, spread: u32) -> IncrementalTree {
        self.spread = spread.min(1_000_000).cast_signed();
        self
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> IncrementalNode {
        IncrementalNode { place: UniformShape::ROOT, sum: 0 }
    }

    #[inline]
    fn son(&self, node: &IncrementalNode, son: u16) -> IncrementalNode {
        let place = self.shape.son(node.place, son);
        let edge = within(word(self.seed, self.shape.key(place), 4), &(-self.spread..=self.spread));
        IncrementalNode { place, sum: node.sum + edge }
    }

    #[inline]
    #[allow(clippy::unused_self, reason = "the trees of shape.rs ask their tree")]
    fn value(&self, node: &IncrementalNode) -> i32 {
        node.sum
    }
}

uniform_game!(IncrementalTree, IncrementalNode, node => node.place, value);
