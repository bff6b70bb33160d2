//! The question put to a search: where, relative to `alpha` and `beta`, does the value lie?

use crate::{Bounds, Score};
use std::fmt;

/// An open interval `(alpha, beta)` with `alpha < beta`.
///
/// A search answers it *fail-soft*. With `f` the value and `g` the answer,
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

    /// The window `(alpha, beta)`.
    ///
    /// # Panics
    /// If not `alpha < beta`.
    #[inline]
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Window {
        assert!(alpha < beta, "a window needs alpha < beta, not ({alpha}, {beta})");
        Window { alpha, beta }
    }

    /// [`Window::new`] where `alpha < beta` is known.
    #[inline]
    pub(crate) const fn between(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha.get() < beta.get());
        Window { alpha, beta }
    }

    /// The null window `(gamma - 1, gamma)`: is the value at least `gamma`?
    #[inline]
    #[must_use]
    pub const fn null(gamma: Score) -> Window {
        Window { alpha: gamma.pred(), beta: gamma }
    }

    /// The lower edge.
    #[inline]
    #[must_use]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// The upper edge.
    #[inline]
    #[must_use]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// Whether no score lies inside.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.alpha.succ() >= self.beta
    }

    /// The same window for the other player if `flip`, else unchanged.
    #[inline]
    #[must_use]
    pub fn flip_if(self, flip: bool) -> Window {
        if flip { Window { alpha: -self.beta, beta: -self.alpha } } else { self }
    }

    /// What the answer `g` to this window says of the value.
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
