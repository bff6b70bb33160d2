//! The shape of uniform trees, and the identifiers of their nodes.

use crate::{Player, Score};
use std::fmt;
use std::ops::RangeInclusive;

/// A node of a uniform tree, by its ply and its number within the ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UniformNode {
    /// The distance from the root in plies.
    pub ply: u8,
    /// The number among the nodes of its ply, from the left, starting at 0.
    pub number: u64,
}

/// The shape T(w, d): every inner node has `width` sons, every leaf is at `depth`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UniformShape {
    pub(super) width: u16,
    pub(super) depth: u8,
}

/// The error for invalid parameters of a tree.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ShapeError {
    /// The width is zero.
    NoSons,
    /// The width exceeds [`MoveBuf::MOST`](crate::MoveBuf::MOST), the capacity of a list of moves.
    TooWide {
        /// The requested width.
        width: u16,
    },
    /// The tree has more than 2^56 leaves.
    TooLarge {
        /// The requested width.
        width: u16,
        /// The requested depth.
        depth: u8,
    },
    /// The order R is zero or larger than the width.
    Order {
        /// The requested order.
        order: u16,
        /// The width.
        width: u16,
    },
    /// The probability is outside of 0 to 1.
    Probability {
        /// The requested probability.
        probability: f64,
    },
    /// The range of values or widths is empty.
    EmptyRange,
    /// A value is not a finite score.
    Value {
        /// The requested value.
        value: i32,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::TooWide { width } => {
                write!(f, "a tree has a width of at most {}, not {width}", UniformShape::WIDEST)
            }
            ShapeError::NoSons => f.write_str("a tree needs a width of at least 1"),
            ShapeError::TooLarge { width, depth } => {
                write!(f, "a tree of width {width} and depth {depth} has more than 2^56 leaves")
            }
            ShapeError::Order { order, width } => {
                write!(f, "the order must be between 1 and the width {width}, not {order}")
            }
            ShapeError::Probability { probability } => {
                write!(f, "a probability lies between 0 and 1, not at {probability}")
            }
            ShapeError::Value { value } => {
                write!(f, "a value lies between {} and {}, not at {value}", Score::MIN, Score::MAX)
            }
            ShapeError::EmptyRange => f.write_str("the range is empty"),
        }
    }
}

impl std::error::Error for ShapeError {}

/// Returns the range if it has values, and all of them are finite scores.
pub(super) fn checked_values(values: RangeInclusive<i32>) -> Result<RangeInclusive<i32>, ShapeError> {
    if values.is_empty() {
        return Err(ShapeError::EmptyRange);
    }
    let infinite = [*values.start(), *values.end()].into_iter().find(|&value| !Score::saturating(value).is_finite());
    infinite.map_or(Ok(values), |value| Err(ShapeError::Value { value }))
}

impl UniformShape {
    /// The largest number of sons: the capacity of a list of moves.
    pub(super) const WIDEST: usize = crate::MoveBuf::<u16>::MOST;

    pub(super) fn new(width: u16, depth: u8) -> Result<UniformShape, ShapeError> {
        if width == 0 {
            return Err(ShapeError::NoSons);
        }
        if usize::from(width) > UniformShape::WIDEST {
            return Err(ShapeError::TooWide { width });
        }
        let leaves = u64::from(width).checked_pow(u32::from(depth));
        match leaves {
            Some(leaves) if leaves <= 1 << 56 => Ok(UniformShape { width, depth }),
            _ => Err(ShapeError::TooLarge { width, depth }),
        }
    }

    pub(super) const ROOT: UniformNode = UniformNode { ply: 0, number: 0 };

    #[inline]
    pub(super) fn son(self, place: UniformNode, son: u16) -> UniformNode {
        UniformNode { ply: place.ply + 1, number: place.number * u64::from(self.width) + u64::from(son) }
    }

    #[inline]
    pub(super) fn is_leaf(self, place: UniformNode) -> bool {
        place.ply == self.depth
    }

    /// Returns the key of a node. The key of a leaf is its number, so that it identifies the leaf to a reader.
    #[inline]
    pub(super) fn key(self, place: UniformNode) -> u64 {
        // 2^56 leaves at most: the number of a node never reaches the bits of its height.
        u64::from(self.depth - place.ply) << 56 | place.number
    }

    #[inline]
    pub(super) fn mover(place: UniformNode) -> Player {
        if place.ply.is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

/// Implements the game traits for a seeded uniform tree. The trees differ only in their values.
macro_rules! uniform_game {
    ($tree:ident, $position:ty, $place:ident => $at:expr, $value:ident) => {
        impl crate::Game for $tree {
            type Position = $position;
            type Move = u16;

            #[inline]
            fn mover(&self, $place: &$position) -> crate::Player {
                super::shape::UniformShape::mover($at)
            }

            #[inline]
            fn moves(&self, position: &$position, moves: &mut crate::MoveBuf<u16>) -> Option<crate::Score> {
                let over = self.final_score(position);
                if over.is_none() {
                    (0..self.shape.width).for_each(|son| moves.push(son));
                }
                over
            }

            #[inline]
            fn play(&self, position: &$position, play: u16) -> $position {
                self.son(position, play)
            }

            #[inline]
            fn over(&self, position: &$position, _: &mut crate::MoveBuf<u16>) -> Option<crate::Score> {
                self.final_score(position)
            }
        }

        impl crate::Evaluator for $tree {
            #[inline]
            fn evaluate(&self, position: &$position) -> crate::Score {
                use crate::Game as _;
                let flip = self.mover(position) == crate::Player::Second;
                crate::Score::new(self.$value(position)).flip_if(flip)
            }
        }

        impl crate::Keyed for $tree {
            #[inline]
            fn key(&self, $place: &$position) -> u64 {
                self.shape.key($at)
            }
        }

        impl $tree {
            #[inline]
            fn final_score(&self, position: &$position) -> Option<crate::Score> {
                use crate::Evaluator as _;
                let $place = position;
                self.shape.is_leaf($at).then(|| self.evaluate(position))
            }
        }
    };
}

pub(super) use uniform_game;
