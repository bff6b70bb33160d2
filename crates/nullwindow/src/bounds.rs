//! Bounds on a value: the papers' f- and f+.

use crate::Score;
use std::fmt;

/// A closed interval `[lower, upper]` that contains the value: the papers' `f-` and `f+`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// `f-`: the value is at least this.
    pub lower: Score,
    /// `f+`: the value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// The bounds of an unknown value.
    pub const UNKNOWN: Bounds = Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY };

    /// Returns the bounds of a value that is known exactly.
    #[inline]
    #[must_use]
    pub const fn exactly(value: Score) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// Returns the bounds of a value that is at least `lower`.
    #[inline]
    #[must_use]
    pub const fn at_least(lower: Score) -> Bounds {
        Bounds { lower, upper: Score::INFINITY }
    }

    /// Returns the bounds of a value that is at most `upper`.
    #[inline]
    #[must_use]
    pub const fn at_most(upper: Score) -> Bounds {
        Bounds { lower: Score::NEG_INFINITY, upper }
    }

    /// Returns the intersection of two bounds. It is empty (`lower > upper`) if they contradict each other.
    #[inline]
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns the bounds as seen by the other player if `flip`, and unchanged otherwise.
    #[inline]
    #[must_use]
    pub fn flip_if(self, flip: bool) -> Bounds {
        if flip { Bounds { lower: -self.upper, upper: -self.lower } } else { self }
    }

    /// Returns the value, if the bounds have met.
    #[inline]
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns whether `value` lies within the bounds.
    #[must_use]
    pub fn contains(self, value: Score) -> bool {
        self.lower <= value && value <= self.upper
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.lower, self.upper)
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
