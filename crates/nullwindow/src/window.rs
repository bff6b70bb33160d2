//! The search window: where, relative to `alpha` and `beta`, does the value lie?

use crate::{Bounds, Score};
use std::fmt;

/// An open interval `(alpha, beta)` with `alpha < beta`.
///
/// A search answers it *fail-soft*. With the value `f` and the answer `g`,
///
/// ```text
/// g <= alpha          =>  f <= g     (failed low:  g is an upper bound)
/// g >= beta           =>  f >= g     (failed high: g is a lower bound)
/// alpha < g < beta    =>  f == g
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// The window that contains every evaluation.
    pub const FULL: Window = Window { alpha: Score::NEG_INFINITY, beta: Score::INFINITY };

    /// Returns the window `(alpha, beta)`.
    ///
    /// # Panics
    /// If not `alpha < beta`.
    #[inline]
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Window {
        assert!(alpha < beta, "a window needs alpha < beta, not ({alpha}, {beta})");
        Window { alpha, beta }
    }

    /// Returns the window `(alpha, beta)`. The caller guarantees `alpha < beta`.
    #[inline]
    pub(crate) const fn between(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha.get() < beta.get());
        Window { alpha, beta }
    }

    /// Returns the null window `(gamma - 1, gamma)`, which asks whether the value is at least `gamma`.
    #[inline]
    #[must_use]
    pub const fn null(gamma: Score) -> Window {
        Window { alpha: gamma.pred(), beta: gamma }
    }

    /// Returns the lower edge.
    #[inline]
    #[must_use]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// Returns the upper edge.
    #[inline]
    #[must_use]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// Returns whether the window contains no score.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.alpha.succ() >= self.beta
    }

    /// Returns the window as seen by the other player if `flip`, and unchanged otherwise.
    #[inline]
    #[must_use]
    pub fn flip_if(self, flip: bool) -> Window {
        if flip { Window { alpha: -self.beta, beta: -self.alpha } } else { self }
    }

    /// Returns the bounds on the value that follow from the answer `g`.
    #[inline]
    #[must_use]
    pub fn learn(self, g: Score) -> Bounds {
        if g <= self.alpha {
            Bounds::at_most(g)
        } else if g >= self.beta {
            Bounds::at_least(g)
        } else {
            Bounds::exactly(g)
        }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
