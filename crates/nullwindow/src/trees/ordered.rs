//! Trees of order R, and probabilistically ordered trees (p, R).
//!
//! \[SM86\] does not print how its trees are generated. This scheme was fitted to the figures of its tables; the plan
//! `phased` of the laboratory compares them. Trees are generated from the root down. Values are 0 to 255, and the root
//! has 134. At every node one son is the best and inherits the value of the node. With probability p it is one of the
//! first w/R sons, otherwise one of the others, each equally likely. The value of every other son is uniformly
//! distributed: from 0 to the value of the node under MAX, and from the value of the node to 255 under MIN. With order
//! 1 the best son may be any son; with order w it is always the first, and Alpha-Beta searches the minimal tree.

use super::random::{below, fraction, within, word};
use super::shape::{ShapeError, UniformNode, UniformShape, uniform_game};

/// The value of the root in the tables of the paper.
const ROOT_VALUE: i32 = 134;
/// The largest value of a node.
const MOST: i32 = 255;

/// A tree in which the best son tends to come early.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderedTree {
    shape: UniformShape,
    seed: u64,
    /// The number of leading sons among which the best one is, with the given probability.
    first: u16,
    probability: f64,
}

/// A node with its value for MAX.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OrderedNode {
    place: UniformNode,
    value: i32,
}

impl OrderedTree {
    /// Creates a tree of order 1, which is unordered, with seed 0.
    ///
    /// # Errors
    /// If the width is zero or there are more than 2^56 leaves.
    pub fn new(width: u16, depth: u8) -> Result<OrderedTree, ShapeError> {
        Ok(OrderedTree { shape: UniformShape::new(width, depth)?, seed: 0, first: width, probability: 1.0 })
    }

    /// Sets the order R: the best son is among the first w/R.
    ///
    /// # Errors
    /// If R is zero or larger than the width.
    pub fn with_order(mut self, order: u16) -> Result<OrderedTree, ShapeError> {
        if order == 0 || order > self.shape.width {
            return Err(ShapeError::Order { order, width: self.shape.width });
        }
        self.first = (self.shape.width / order).max(1);
        Ok(self)
    }

    /// Sets the probability that the best son is among the first w/R.
    ///
    /// # Errors
    /// If it is not between 0 and 1.
    pub fn with_probability(mut self, probability: f64) -> Result<OrderedTree, ShapeError> {
        if !(0.0..=1.0).contains(&probability) {
            return Err(ShapeError::Probability { probability });
        }
        self.probability = probability;
        Ok(self)
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> OrderedTree {
        self.seed = seed;
        self
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> OrderedNode {
        OrderedNode { place: UniformShape::ROOT, value: ROOT_VALUE }
    }

    /// Returns the index of the best son.
    #[inline]
    fn best_son(&self, place: UniformNode) -> u64 {
        let key = self.shape.key(place);
        let (first, width) = (u64::from(self.first), u64::from(self.shape.width));
        // A separate random word, independent of the one for the probability.
        let where_to = word(self.seed, key, 2);
        if first == width || fraction(word(self.seed, key, 1)) < self.probability {
            below(where_to, first)
        } else {
            first + below(where_to, width - first)
        }
    }

    #[inline]
    fn son(&self, node: &OrderedNode, son: u16) -> OrderedNode {
        let place = self.shape.son(node.place, son);
        let value = if self.best_son(node.place) == u64::from(son) {
            node.value
        } else {
            let range = if node.place.ply.is_multiple_of(2) { 0..=node.value } else { node.value..=MOST };
            within(word(self.seed, self.shape.key(place), 3), &range)
        };
        OrderedNode { place, value }
    }

    #[inline]
    #[allow(clippy::unused_self, reason = "`uniform_game!` calls it as a method")]
    fn value(&self, node: &OrderedNode) -> i32 {
        node.value
    }
}

uniform_game!(OrderedTree, OrderedNode, node => node.place, value);
