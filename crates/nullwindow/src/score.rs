//! The value of a position: an integer, seen from the player to move.

use std::fmt;
use std::ops::Neg;

/// The value of a position, seen from the player to move there.
///
/// Scores are integers, because a null window `(gamma - 1, gamma)` must contain none of them. Scale a fractional
/// evaluation: multiply by 100 or 1000 and round.
///
/// The infinities are finite numbers outside of the range of evaluations, so that a driver may start at either of them
/// and still compute [`Score::pred`] and [`Score::succ`].
///
/// ```
/// use nullwindow::Score;
///
/// assert_eq!(-Score::new(7), Score::new(-7));
/// assert!(Score::MAX < Score::INFINITY);
/// assert_eq!(Score::saturating(i32::MAX), Score::INFINITY); // out of range: not an evaluation
/// assert!(Score::try_from(i32::MAX).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    // Far from the limits of i32: `succ`, `pred` and the difference to a small number cannot overflow.
    /// A number above every evaluation.
    pub const INFINITY: Score = Score(2_000_000_000);
    /// A number below every evaluation.
    pub const NEG_INFINITY: Score = Score(-2_000_000_000);
    /// The largest evaluation.
    pub const MAX: Score = Score(Self::INFINITY.0 - 1);
    /// The smallest evaluation.
    pub const MIN: Score = Score(-Self::MAX.0);
    /// The score of an even position.
    pub const ZERO: Score = Score(0);

    /// Returns the score `value`. Use [`Score::try_from`] for input.
    ///
    /// # Panics
    /// If the number lies beyond the infinities.
    #[inline]
    #[must_use]
    pub const fn new(value: i32) -> Score {
        assert!(
            Self::NEG_INFINITY.0 <= value && value <= Self::INFINITY.0,
            "a score lies between -2,000,000,000 and 2,000,000,000"
        );
        Score(value)
    }

    /// Returns the score `value`, or the nearest infinity if it lies beyond. An infinity is not an evaluation, and
    /// [`check`](crate::check) reports games that return one.
    #[inline]
    #[must_use]
    pub const fn saturating(value: i32) -> Score {
        if value >= Self::INFINITY.0 {
            Self::INFINITY
        } else if value <= Self::NEG_INFINITY.0 {
            Self::NEG_INFINITY
        } else {
            Score(value)
        }
    }

    /// Returns the number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Returns the next larger score.
    #[inline]
    #[must_use]
    pub const fn succ(self) -> Score {
        Score(self.0 + 1)
    }

    /// Returns the next smaller score.
    #[inline]
    #[must_use]
    pub const fn pred(self) -> Score {
        Score(self.0 - 1)
    }

    /// Returns this score plus `by`, clamped to the infinities.
    #[inline]
    #[must_use]
    pub const fn offset(self, by: i32) -> Score {
        Score::saturating(self.0.saturating_add(by))
    }

    /// Returns whether this is neither infinity.
    #[inline]
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.0 > Self::NEG_INFINITY.0 && self.0 < Self::INFINITY.0
    }

    /// Returns the score as seen by the other player if `flip`, and unchanged otherwise.
    #[inline]
    #[must_use]
    pub const fn flip_if(self, flip: bool) -> Score {
        if flip { Score(-self.0) } else { self }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// The error for a number beyond the infinities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ScoreError {
    /// The rejected number.
    pub value: i32,
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a score lies between -2000000000 and 2000000000, not at {}", self.value)
    }
}

impl std::error::Error for ScoreError {}

impl TryFrom<i32> for Score {
    type Error = ScoreError;

    fn try_from(value: i32) -> Result<Score, ScoreError> {
        let score = Score::saturating(value);
        if score.0 == value { Ok(score) } else { Err(ScoreError { value }) }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::INFINITY => f.pad("+inf"),
            Score::NEG_INFINITY => f.pad("-inf"),
            Score(value) => fmt::Display::fmt(&value, f),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_the_infinities_are_errors_or_saturate_by_name() {
        for value in [i32::MIN, -2_000_000_001, 2_000_000_001, i32::MAX] {
            assert_eq!(Score::try_from(value), Err(ScoreError { value }));
            assert!(!Score::saturating(value).is_finite());
        }
        assert_eq!(Score::try_from(2_000_000_000), Ok(Score::INFINITY));
        assert_eq!(Score::try_from(-7), Ok(Score::new(-7)));
    }

    #[test]
    #[should_panic(expected = "a score lies between")]
    fn numbers_beyond_the_infinities_are_never_changed() {
        let _ = Score::new(2_000_000_001);
    }
}
