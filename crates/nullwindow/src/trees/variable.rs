//! Trees of variable width, with leaves above the full depth, and with players that move twice.

use super::random::{below, fraction, within, word};
use super::shape::{ShapeError, UniformShape, checked_values};
use crate::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use std::ops::RangeInclusive;

/// A tree in which everything is random: the number of sons of a node, whether the game ends there, the player to move,
/// and the values of the leaves.
#[derive(Clone, PartialEq, Debug)]
pub struct VariableTree {
    widths: RangeInclusive<u16>,
    depth: u8,
    seed: u64,
    values: RangeInclusive<i32>,
    ends: f64,
    extra_turns: f64,
}

/// A node: a number that stands for its path, its distance from the root, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariableNode {
    path: u64,
    ply: u8,
    mover: Player,
}

impl VariableTree {
    /// Creates a tree whose nodes have a number of sons in `widths`, down to `depth`. Players alternate, and values are
    /// 0 to 65,535.
    ///
    /// # Errors
    /// If the range of widths is empty, contains zero, or more than [`MoveBuf::MOST`](crate::MoveBuf::MOST).
    pub fn new(widths: RangeInclusive<u16>, depth: u8) -> Result<VariableTree, ShapeError> {
        if widths.is_empty() {
            return Err(ShapeError::EmptyRange);
        }
        if *widths.start() == 0 {
            return Err(ShapeError::NoSons);
        }
        if usize::from(*widths.end()) > UniformShape::WIDEST {
            return Err(ShapeError::TooWide { width: *widths.end() });
        }
        Ok(VariableTree { widths, depth, seed: 0, values: 0..=65_535, ends: 0.0, extra_turns: 0.0 })
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> VariableTree {
        self.seed = seed;
        self
    }

    /// Sets the range of values.
    ///
    /// # Errors
    /// If the range is empty, or contains a number that is not a finite score.
    pub fn with_values(mut self, values: RangeInclusive<i32>) -> Result<VariableTree, ShapeError> {
        self.values = checked_values(values)?;
        Ok(self)
    }

    /// Sets the probability that the game ends at a node other than the root.
    ///
    /// # Errors
    /// If the probability is not between 0 and 1.
    pub fn with_ends(mut self, probability: f64) -> Result<VariableTree, ShapeError> {
        self.ends = checked(probability)?;
        Ok(self)
    }

    /// Sets the probability that a player moves again.
    ///
    /// # Errors
    /// If the probability is not between 0 and 1.
    pub fn with_extra_turns(mut self, probability: f64) -> Result<VariableTree, ShapeError> {
        self.extra_turns = checked(probability)?;
        Ok(self)
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> VariableNode {
        VariableNode { path: 0, ply: 0, mover: Player::First }
    }

    #[inline]
    fn is_over(&self, node: &VariableNode) -> bool {
        // The last argument of `word` distinguishes the properties of a node, so that they are independent.
        node.ply == self.depth || (node.ply > 0 && fraction(word(self.seed, node.path, 5)) < self.ends)
    }
}

fn checked(probability: f64) -> Result<f64, ShapeError> {
    if (0.0..=1.0).contains(&probability) { Ok(probability) } else { Err(ShapeError::Probability { probability }) }
}

impl Game for VariableTree {
    type Position = VariableNode;
    type Move = u16;

    fn mover(&self, node: &VariableNode) -> Player {
        node.mover
    }

    fn moves(&self, node: &VariableNode, moves: &mut MoveBuf<u16>) -> Option<Score> {
        if self.is_over(node) {
            return Some(self.evaluate(node));
        }
        let (least, most) = (*self.widths.start(), *self.widths.end());
        let more = below(word(self.seed, node.path, 6), u64::from(most - least) + 1);
        let width = least + u16::try_from(more).unwrap_or(0);
        (0..width).for_each(|son| moves.push(son));
        None
    }

    fn play(&self, node: &VariableNode, play: u16) -> VariableNode {
        let path = word(node.path ^ 0x5bd1_e995, u64::from(play), 7);
        let again = fraction(word(self.seed, path, 8)) < self.extra_turns;
        let mover = if again { node.mover } else { node.mover.other() };
        VariableNode { path, ply: node.ply + 1, mover }
    }

    fn over(&self, node: &VariableNode, _: &mut MoveBuf<u16>) -> Option<Score> {
        self.is_over(node).then(|| self.evaluate(node))
    }
}

impl Evaluator for VariableTree {
    fn evaluate(&self, node: &VariableNode) -> Score {
        let value = within(word(self.seed, node.path, 9), &self.values);
        Score::new(value).flip_if(node.mover == Player::Second)
    }
}

impl Keyed for VariableTree {
    fn key(&self, node: &VariableNode) -> u64 {
        node.path
    }
}
