//! The value of a position: an integer, seen from the player to move.

use std::fmt;
use std::ops::Neg;

/// The value of a position, seen from the player to move there.
///
/// Scores are whole numbers, because a null window `(gamma - 1, gamma)` must contain none of them.
/// A fractional evaluation is scaled by its author: multiply by 100 or 1000 and round.
///
/// The infinities are finite numbers outside the range of any evaluation, so a driver may start at
/// either of them and still compute [`Score::pred`] and [`Score::succ`].
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
    /// Above every evaluation.
    pub const INFINITY: Score = Score(2_000_000_000);
    /// Below every evaluation.
    pub const NEG_INFINITY: Score = Score(-2_000_000_000);
    /// The largest evaluation.
    pub const MAX: Score = Score(Self::INFINITY.0 - 1);
    /// The smallest evaluation.
    pub const MIN: Score = Score(-Self::MAX.0);
    /// An even position.
    pub const ZERO: Score = Score(0);

    /// Returns the score `value`. For a number that comes from outside use [`Score::try_from`].
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

    /// Returns the score `value`, or the nearest infinity for numbers beyond them. An infinity is not an evaluation, and
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

    /// The number itself.
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The next larger number.
    #[inline]
    #[must_use]
    pub const fn succ(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next smaller number.
    #[inline]
    #[must_use]
    pub const fn pred(self) -> Score {
        Score(self.0 - 1)
    }

    /// This score plus `by`, kept within the infinities.
    #[inline]
    #[must_use]
    pub const fn offset(self, by: i32) -> Score {
        Score::saturating(self.0.saturating_add(by))
    }

    /// Whether this is a possible evaluation: neither infinity.
    #[inline]
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.0 > Self::NEG_INFINITY.0 && self.0 < Self::INFINITY.0
    }

    /// The same value for the other player if `flip`, else unchanged.
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

/// A number beyond the infinities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreError {
    /// The number.
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
