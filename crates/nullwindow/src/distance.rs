//! Scores of wins, corrected for their distance from the root.
//!
//! A game scores a finished position independently of the path to it, and memory stores bounds independently of the
//! path too: both are *at the node*. A search compares scores *from the root*, where a win (see [`Game::win_threshold`])
//! loses one point per ply of the path. With `w` the first win and `p` plies between root and node,
//!
//! ```text
//! from root(v) = max(w, v - p)     if v >= w
//!                min(-w, v + p)    if v <= -w
//!                v                 otherwise
//! ```
//!
//! This map is monotonic, so it applies to bounds and windows too. It is not injective at `w`; there the inverse takes
//! the side that keeps a bound true.

use crate::{Bounds, Game, Score, Window};

/// Returns the score from the root of a score at a node `plies` below it.
#[inline]
pub(crate) fn from_root<G: Game>(game: &G, score: Score, plies: usize) -> Score {
    let first = game.win_threshold();
    // Games without such wins pay for one comparison.
    if first == Score::INFINITY || !score.is_finite() {
        score
    } else if score >= first {
        first.max(score.offset(-distance(plies)))
    } else if score <= -first {
        (-first).min(score.offset(distance(plies)))
    } else {
        score
    }
}

/// Returns the bounds from the root of bounds at a node `plies` below it.
#[inline]
pub(crate) fn bounds_from_root<G: Game>(game: &G, bounds: Bounds, plies: usize) -> Bounds {
    Bounds { lower: from_root(game, bounds.lower, plies), upper: from_root(game, bounds.upper, plies) }
}

/// Returns the smallest score at the node that is at least `lower` from the root.
#[inline]
fn lower_at_node<G: Game>(game: &G, lower: Score, plies: usize) -> Score {
    let first = game.win_threshold();
    if first == Score::INFINITY || !lower.is_finite() {
        lower
    } else if lower > first {
        // A finite bound stays finite: an infinite one would say nothing.
        lower.offset(distance(plies)).min(Score::MAX)
    } else if lower <= -first {
        lower.offset(-distance(plies)).max(Score::MIN)
    } else {
        lower
    }
}

/// Returns the bounds at a node `plies` below the root that are equivalent to bounds from the root.
#[inline]
pub(crate) fn bounds_at_node<G: Game>(game: &G, bounds: Bounds, plies: usize) -> Bounds {
    let Bounds { lower, upper } = bounds;
    Bounds { lower: lower_at_node(game, lower, plies), upper: -lower_at_node(game, -upper, plies) }
}

/// Returns the window at a node `plies` below the root that is equivalent to a window from the root.
#[inline]
pub(crate) fn window_at_node<G: Game>(game: &G, window: Window, plies: usize) -> Window {
    // "Not above alpha" is an upper bound, "not below beta" a lower one.
    let alpha = -lower_at_node(game, -window.alpha(), plies);
    // Near the infinities, where no game has scores, both edges may be clamped to the same number.
    Window::between(alpha, lower_at_node(game, window.beta(), plies).max(alpha.succ()))
}

fn distance(plies: usize) -> i32 {
    i32::try_from(plies).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveBuf, Player};

    struct Far;

    impl Game for Far {
        type Position = ();
        type Move = ();
        fn mover(&self, (): &()) -> Player {
            Player::First
        }
        fn moves(&self, (): &(), _: &mut MoveBuf<()>) -> Option<Score> {
            Some(Score::ZERO)
        }
        fn play(&self, (): &(), (): ()) {}
        fn win_threshold(&self) -> Score {
            Score::new(10)
        }
    }

    /// Bounds and windows answer the same question on both sides, for every score and distance.
    #[test]
    fn a_question_at_the_node_is_the_question_from_the_root() {
        let scores = || (-30..=30).map(Score::new);
        for (plies, value, bound) in (0..9).flat_map(|p| scores().flat_map(move |v| scores().map(move |b| (p, v, b)))) {
            let seen = from_root(&Far, value, plies);
            let at_node = |bounds| bounds_at_node(&Far, bounds, plies);
            assert_eq!(seen >= bound, value >= at_node(Bounds::at_least(bound)).lower, "{value} {bound} {plies}");
            assert_eq!(seen <= bound, value <= at_node(Bounds::at_most(bound)).upper, "{value} {bound} {plies}");
            let window = window_at_node(&Far, Window::null(bound), plies);
            assert!(window.is_null(), "{window:?} {bound} {plies}");
            assert_eq!(seen >= bound, value >= window.beta());
        }
    }

    #[test]
    fn infinities_stay() {
        assert_eq!(bounds_from_root(&Far, Bounds::UNKNOWN, 3), Bounds::UNKNOWN);
        assert_eq!(bounds_at_node(&Far, Bounds::UNKNOWN, 3), Bounds::UNKNOWN);
        assert_eq!(window_at_node(&Far, Window::FULL, 3), Window::FULL);
    }
}
