//! Selective search that keeps the law of value: forward pruning and extensions as minima and maxima.
//!
//! The usual rules of forward pruning look at the window: "if the evaluation is far above beta, return". A value then
//! depends on the window in which a position was searched, bounds of different passes contradict each other, and a
//! driver that asks the same position again and again, as MTD(f) does, breaks. Every such rule has a form that depends on
//! position and depth alone. With `e` the static evaluation, `c` the position after a move and scores seen from the
//! mover:
//!
//! ```text
//! reverse futility     v(n, d) = max( e - margin(d),  moves )                      NodeRules::at_least
//! null move            v(n, d) = max( min(e, -v(pass(n), d - 1 - R)),  moves )     NodeRules::or_pass
//! ProbCut              v(n, d) = clamp( moves,  v(n, d') - t,  v(n, d') + t )      NodeRules::near
//! ... of one side      v(n, d) = max( moves,  v(n, d') - t )                       NodeRules::not_far_below
//!                      v(n, d) = min( moves,  v(n, d') + t )                       NodeRules::not_far_above
//! futility             a quiet move is worth min( -v(c, d - 1),  e + margin(d) )   MoveRules::capped
//! late-move reduction  a late move is worth  min( -v(c, d - 1 - r), -v(c, d - 1) ) MoveRules::reduced_to
//! extension            a forcing move is worth  -v(c, d)                           MoveRules::to
//! ```
//!
//! The rules of a node combine to
//!
//! ```text
//! v(n, d) = max( floor,  min(cap, -v(pass(n), ...)),  v(n, d') - t,  min( ceiling,  v(n, d') + t,  max over all moves ) )
//! ```
//!
//! A null-window test of a minimum is "and", and of a maximum "or", so a search does the usual work: a reduced move is
//! searched to its full depth only if the reduced search reaches gamma. But the value is the same for every algorithm,
//! guess, window, move order, table and number of threads. The answers stay fail-soft, because each term that was not
//! searched contributes its bound: a capped move at most its cap.
//!
//! # How a game declares rules
//!
//! It implements [`Evaluator::is_selective`](crate::Evaluator::is_selective),
//! [`node_rules`](crate::Evaluator::node_rules) and [`move_rules`](crate::Evaluator::move_rules), and
//! [`pass`](crate::Evaluator::pass) for null moves. The default, no rules, is the full-width search, and the compiler removes
//! everything here.
//!
//! # Laws
//!
//! - Rules depend on position, depth, move and *static rank* alone: the place of a move in the order of
//!   [`Game::moves`] and its ranks. Killers, history and the best move in memory order the work and
//!   decide nothing.
//! - What a rule looks at is part of the key. A game that makes no null move after a null move stores that in the
//!   position, and its key covers it. Searches with different rules have different keys or different tables.
//! - The scores of rules are evaluations: they lie below [`Game::win_threshold`]. A finished game
//!   and a value that the game knows override all rules. Where a game may answer a window by bounds that do not meet
//!   ([`Evaluator::proven_bounds`](crate::Evaluator::proven_bounds)), it has no rules: the bounds are those of the
//!   full-width value.
//! - Rules do not apply at the root, where a move must be found, and not in searches to [`Depth::END`].
//! - A move may keep the depth, but not increase it, and of two moves in a row only one may keep it. So every search ends.
//! - No inner node is *settled*: a deeper search may apply other rules.
//!
//! [`SelectiveTree`] makes the same tree explicit as a game without rules, for algorithms that have no depth-first
//! loop: minimax and those with an OPEN list.

mod tree;

pub(crate) use tree::rank_statically;
pub use tree::{SelectiveMove, SelectiveNode, SelectiveTree};

use crate::{Depth, Game, Score, Window};

/// The rules at a node. Built from [`NodeRules::none`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeRules {
    /// The static evaluation, for the rules of the moves.
    pub(crate) evaluation: Score,
    pub(crate) floor: Score,
    pub(crate) ceiling: Score,
    pub(crate) pass: Option<PassRule>,
    pub(crate) near: Option<NearRule>,
    /// True if the moves have rules.
    pub(crate) moves: bool,
    /// True if these rules look at the place of a move.
    pub(crate) places: bool,
}

/// A null move: at least the smaller of `cap` and the value after a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PassRule {
    pub(crate) depth: Depth,
    pub(crate) cap: Score,
}

/// ProbCut: the value is near that of a shallower search. A side without a margin has no bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NearRule {
    pub(crate) depth: Depth,
    pub(crate) below: Option<i32>,
    pub(crate) above: Option<i32>,
}

impl NodeRules {
    /// The full width.
    pub(crate) const NONE: NodeRules = NodeRules {
        evaluation: Score::ZERO,
        floor: Score::NEG_INFINITY,
        ceiling: Score::INFINITY,
        pass: None,
        near: None,
        moves: false,
        places: false,
    };

    /// Returns no rules: the full width.
    #[inline]
    #[must_use]
    pub const fn none() -> NodeRules {
        NodeRules::NONE
    }

    /// Sets the static evaluation, which the rules of the moves read: [`NodeRules::evaluation`].
    #[inline]
    #[must_use]
    pub const fn with_evaluation(self, evaluation: Score) -> NodeRules {
        NodeRules { evaluation, ..self }
    }

    /// States that the value is at least `floor`: reverse futility.
    #[inline]
    #[must_use]
    pub const fn at_least(self, floor: Score) -> NodeRules {
        NodeRules { floor, ..self }
    }

    /// States that no move is worth more than `ceiling`.
    #[inline]
    #[must_use]
    pub const fn at_most(self, ceiling: Score) -> NodeRules {
        NodeRules { ceiling, ..self }
    }

    /// States that the value is at least that after a pass, searched to `depth`, but not more than `cap`: the null move.
    /// A loss after the pass counts for nothing.
    #[inline]
    #[must_use]
    pub const fn or_pass(self, depth: Depth, cap: Score) -> NodeRules {
        NodeRules { pass: Some(PassRule { depth, cap }), ..self }
    }

    /// States that the value lies at most `below` below and `above` above that of a search to `depth`: ProbCut. Won and lost
    /// scores of that search are not shifted.
    ///
    /// # Panics
    /// If a margin is negative.
    #[inline]
    #[must_use]
    pub const fn near(self, depth: Depth, below: i32, above: i32) -> NodeRules {
        assert!(below >= 0 && above >= 0, "a margin is not negative");
        NodeRules { near: Some(NearRule { depth, below: Some(below), above: Some(above) }), ..self }
    }

    /// States that the value lies at most `margin` below that of a search to `depth`: ProbCut of one side, for a node that is
    /// expected to exceed most windows. A test of the other side would be a search without effect. Replaces
    /// [`NodeRules::near`] and [`NodeRules::not_far_above`].
    ///
    /// # Panics
    /// If the margin is negative.
    #[inline]
    #[must_use]
    pub const fn not_far_below(self, depth: Depth, margin: i32) -> NodeRules {
        assert!(margin >= 0, "a margin is not negative");
        NodeRules { near: Some(NearRule { depth, below: Some(margin), above: None }), ..self }
    }

    /// States that the value lies at most `margin` above that of a search to `depth`: the other side of
    /// [`NodeRules::not_far_below`].
    ///
    /// # Panics
    /// If the margin is negative.
    #[inline]
    #[must_use]
    pub const fn not_far_above(self, depth: Depth, margin: i32) -> NodeRules {
        assert!(margin >= 0, "a margin is not negative");
        NodeRules { near: Some(NearRule { depth, below: None, above: Some(margin) }), ..self }
    }

    /// Declares that the moves have rules: [`Evaluator::move_rules`](crate::Evaluator::move_rules) is asked. All moves have
    /// the place 0.
    #[inline]
    #[must_use]
    pub const fn with_move_rules(self) -> NodeRules {
        NodeRules { moves: true, ..self }
    }

    /// Declares that the moves have rules that look at their places in the static order. All moves are ranked for them.
    #[inline]
    #[must_use]
    pub const fn with_placed_moves(self) -> NodeRules {
        NodeRules { moves: true, places: true, ..self }
    }

    /// Returns the static evaluation that the game has set.
    #[inline]
    #[must_use]
    pub const fn evaluation(&self) -> Score {
        self.evaluation
    }

    /// Returns whether a rule bounds the node itself.
    #[inline]
    pub(crate) fn bound_the_node(&self) -> bool {
        self.floor > Score::NEG_INFINITY || self.ceiling < Score::INFINITY || self.pass.is_some() || self.near.is_some()
    }
}

/// A node as its moves' rules see it.
#[derive(Debug)]
pub struct RuledNode<'n, P> {
    /// The position.
    pub position: &'n P,
    /// The depth left.
    pub depth: Depth,
    /// The rules of the node.
    pub rules: &'n NodeRules,
}

/// The rules of a move: `min(cap, -v(c, reduced), -v(c, depth))`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveRules {
    pub(crate) depth: Depth,
    pub(crate) reduced: Option<Depth>,
    pub(crate) cap: Score,
}

impl MoveRules {
    /// Searches the move to `depth`: the depth of the node less one ply in full width, and that of the node itself as an
    /// extension.
    #[inline]
    #[must_use]
    pub const fn to(depth: Depth) -> MoveRules {
        MoveRules { depth, reduced: None, cap: Score::INFINITY }
    }

    /// Searches the move to `depth` first, and further only if that is not refuted: a late-move reduction.
    #[inline]
    #[must_use]
    pub const fn reduced_to(self, depth: Depth) -> MoveRules {
        MoveRules { reduced: Some(depth), ..self }
    }

    /// States that the move is worth at most `cap`: futility.
    #[inline]
    #[must_use]
    pub const fn capped(self, cap: Score) -> MoveRules {
        MoveRules { cap, ..self }
    }

    /// Returns whether `score` is the successor's own value, not limited by a cap or a reduction.
    #[inline]
    pub(crate) fn pass_on(&self, score: Score) -> bool {
        self.reduced.is_none() && score < self.cap
    }

    /// Returns whether the move is searched as in full width, though perhaps to another depth.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.reduced.is_none() && self.cap == Score::INFINITY
    }
}

/// Adds `by` to an evaluation. Won and lost scores stay as they are, and no evaluation becomes one.
pub(crate) fn shifted<G: Game>(game: &G, score: Score, by: i32) -> Score {
    let win = game.win_threshold();
    if score >= win || score <= -win || !score.is_finite() {
        return score;
    }
    score.offset(by).clamp((-win).succ(), win.pred())
}

/// Returns the window for which a value answers as its [`shifted`] score does for `window`.
pub(crate) fn window_before_shift<G: Game>(game: &G, window: Window, by: i32) -> Window {
    let win = game.win_threshold();
    // The smallest score that is at least `edge` after the shift. Every evaluation stays at least the smallest one.
    let before = |edge: Score| {
        let stays = edge >= win || edge <= (-win).succ() || !edge.is_finite();
        if stays { edge } else { edge.offset(-by).clamp((-win).succ(), win) }
    };
    let alpha = if window.alpha().is_finite() { before(window.alpha().succ()).pred() } else { window.alpha() };
    Window::between(alpha, before(window.beta()).max(alpha.succ()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::ExplicitTree;
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

    #[test]
    fn a_shifted_value_answers_as_the_value_does_to_the_window_before() {
        let scores = || (-14..=14).map(Score::new);
        for (value, edge, by) in scores().flat_map(|v| scores().flat_map(move |e| (-5..=5).map(move |by| (v, e, by)))) {
            let window = window_before_shift(&Far, Window::null(edge), by);
            assert_eq!(shifted(&Far, value, by) >= edge, value >= window.beta(), "{value} {edge} {by}");
            assert!(window.is_null(), "{value} {edge} {by}");
        }
    }

    #[test]
    fn games_without_wins_shift_every_score() {
        let tree: ExplicitTree = "(1 2)".parse().unwrap();
        assert_eq!(shifted(&tree, Score::new(7), -9), Score::new(-2));
        assert_eq!(window_before_shift(&tree, Window::null(Score::new(7)), -9), Window::null(Score::new(16)));
        assert_eq!(window_before_shift(&tree, Window::FULL, 5), Window::FULL);
    }
}
