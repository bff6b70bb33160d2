//! The minimax of the conformance kit, independent of the searches of the library.

use crate::{Depth, Evaluator, MoveBuf, Score, Window};

/// Minimax with a node budget.
pub(super) struct Oracle<'g, G> {
    game: &'g G,
    left: usize,
    /// True if a position with a known value is a leaf.
    trusts: bool,
}

impl<'g, G: Evaluator> Oracle<'g, G> {
    /// The longest path, for the sake of the stack.
    const LONGEST: usize = 200;

    pub(super) fn new(game: &'g G, nodes: usize) -> Oracle<'g, G> {
        Oracle { game, left: nodes, trusts: true }
    }

    /// Returns the oracle without [`Evaluator::proven_bounds`].
    pub(super) fn by_rules_alone(mut self) -> Oracle<'g, G> {
        self.trusts = false;
        self
    }

    /// Returns the nodes left in the budget.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Returns the value for the player to move, or `None` if the budget is exhausted.
    pub(super) fn value(&mut self, position: &G::Position, depth: Depth) -> Option<Score> {
        self.node(position, depth, 0)
    }

    fn node(&mut self, position: &G::Position, depth: Depth, ply: usize) -> Option<Score> {
        self.left = self.left.checked_sub(1)?;
        // As in a search, the root is not decided by what the game knows.
        if ply > 0
            && self.trusts
            && let Some(value) = self.game.proven_bounds(position, depth, Window::FULL).exact()
        {
            return Some(value);
        }
        let mut moves = MoveBuf::new();
        if let Some(score) = self.game.moves(position, &mut moves) {
            return Some(score);
        }
        if depth.is_horizon() || moves.is_empty() {
            return Some(self.game.evaluate(position));
        }
        if ply >= Self::LONGEST {
            return None;
        }
        let mut best = Score::NEG_INFINITY;
        for play in moves.iter() {
            best = best.max(self.son(position, play, depth, ply)?);
        }
        Some(best)
    }

    /// Returns the value of a move for the player that makes it.
    fn son(&mut self, position: &G::Position, play: G::Move, depth: Depth, ply: usize) -> Option<Score> {
        let child = self.game.play(position, play);
        let flip = self.game.mover(&child) != self.game.mover(position);
        let value = self.node(&child, depth.child(), ply + 1)?;
        Some(self.one_ply_earlier(value).flip_if(flip))
    }

    /// Returns a value as seen from one ply earlier: a win is worth one point less per ply.
    fn one_ply_earlier(&self, value: Score) -> Score {
        let first = self.game.win_threshold();
        if value > first && value < Score::INFINITY {
            value.pred()
        } else if value < -first && value > Score::NEG_INFINITY {
            value.succ()
        } else {
            value
        }
    }

    /// Returns every move with its value for the player to move; none at a leaf.
    pub(super) fn moves(&mut self, position: &G::Position, depth: Depth) -> Option<Vec<(G::Move, Score)>> {
        let mut moves = MoveBuf::new();
        if self.game.moves(position, &mut moves).is_some() || depth.is_horizon() {
            return Some(Vec::new());
        }
        moves.iter().map(|play| Some((play, self.son(position, play, depth, 0)?))).collect()
    }
}
