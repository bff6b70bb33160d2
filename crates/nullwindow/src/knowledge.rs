//! Bounds on a node that need no search: from the rules, from the game's own knowledge ([`Evaluator::proven_bounds`]), from
//! memory.
//!
//! The game is asked below the root only, so that a search at the root always finds a move. Its bounds narrow the
//! window as memory does, and they hold at every greater depth: they are *settled*.

use crate::distance::{bounds_at_node, bounds_from_root, from_root, window_at_node};
use crate::memory::{Memory, NodeResult, ProbeResult};
use crate::observe::{LeafKind, Observer, Visit};
use crate::selective::{MoveRules, NodeRules, RuledNode};
use crate::worker::Value;
use crate::{Bounds, Context, Depth, Evaluator, Game, Score, Window, Worker};

impl<C: Context> Worker<'_, C> {
    /// Returns `Ok` with the answer if the bounds that the game knows decide the window, and the bounds from the root
    /// otherwise.
    // Inlined, so that with the default `Evaluator::proven_bounds` the compiler removes all of it.
    #[inline(always)]
    pub(crate) fn knowledge(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Result<Value, Bounds> {
        // At the root a search must find a move, not only a value.
        if visit.ply == 0 {
            return Err(Bounds::UNKNOWN);
        }
        let at_node = window_at_node(self.game, window, visit.ply);
        let known = self.game.proven_bounds_with(visit.position, visit.depth, at_node, &mut self.cache);
        let known = bounds_from_root(self.game, known, visit.ply);
        debug_assert!(known.lower <= known.upper, "a game knows {known} of a position");
        let Some(score) = answer(known, window) else { return Err(known) };
        self.answered_window |= known.lower != known.upper;
        Ok(self.known_answer(visit, window, score))
    }

    fn known_answer(&mut self, visit: Visit<'_, C::Position>, window: Window, score: Score) -> Value {
        if !window.is_null() {
            // A known node has no principal variation below it.
            self.pv.enter(visit.ply);
        }
        self.observer.leaf(self.game, visit, score, LeafKind::Known);
        Value { score, settled: true }
    }

    /// Returns the value of a node that is a leaf because the game knows its value. For algorithms without a window.
    #[inline]
    pub(crate) fn known_leaf(&mut self, visit: Visit<'_, C::Position>) -> Option<Value> {
        let value = known_value(self.game, visit.position, visit.depth, visit.ply)?;
        self.observer.leaf(self.game, visit, value, LeafKind::Known);
        Some(Value { score: value, settled: true })
    }

    /// Returns the bounds on a node from rules, knowledge and memory, seen from the root. One ply above the horizon, where
    /// many memories store nothing, it looks at the leaves.
    pub(crate) fn bounds_at(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Bounds {
        let Visit { position, ply, depth, .. } = visit;
        if let Some(score) = self.over(position) {
            return Bounds::exactly(from_root(self.game, score, ply));
        }
        let known = if ply == 0 {
            Bounds::UNKNOWN
        } else {
            let at_node = window_at_node(self.game, window, ply);
            let known = self.game.proven_bounds_with(position, depth, at_node, &mut self.cache);
            bounds_from_root(self.game, known, ply)
        };
        if answer(known, window).is_some() {
            return known;
        }
        if depth.is_horizon() {
            return Bounds::exactly(from_root(self.game, self.game.evaluate(position), ply));
        }
        if depth == Depth::plies(1) && !self.memory.stores(depth) {
            return known.and(self.bounds_of_leaves(visit, window));
        }
        known.and(self.probe_from_root(self.memory.key(self.game, position), depth, ply).bounds)
    }

    /// Returns the bounds on a node one ply above the horizon, from its children and its rules. Rules that search anything
    /// but the leaves make them unknown.
    fn bounds_of_leaves(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Bounds {
        let Visit { position, ply, depth, .. } = visit;
        let (game, list) = (self.game, self.moves.open());
        game.moves(position, &mut self.moves);
        // Copied, because the calls below use the buffer.
        let plays: Vec<C::Move> = self.moves.iter().collect();
        self.moves.close(list);
        let rules = if game.is_selective() && ply > 0 { game.node_rules(position, depth) } else { NodeRules::NONE };
        if rules.pass.is_some() || rules.near.is_some() || rules.places {
            return Bounds::UNKNOWN;
        }
        let unproven = Bounds::exactly(Score::NEG_INFINITY);
        let moves = plays.into_iter().fold(unproven, |best, play| {
            let next = game.play(position, play);
            let flip = game.mover(&next) != game.mover(position);
            let node = RuledNode { position, depth, rules: &rules };
            let of_move =
                if rules.moves { game.move_rules(&node, play, 0, &next) } else { MoveRules::to(depth.child()) };
            let child = Visit { position: &next, ply: ply + 1, depth: depth.child(), place: 0 };
            let is_leaf = of_move.reduced.is_none() && of_move.depth.is_horizon();
            let bounds =
                if is_leaf { self.bounds_at(child, window.flip_if(flip)).flip_if(flip) } else { Bounds::UNKNOWN };
            let (lower, upper) = (bounds.lower.min(of_move.cap), bounds.upper.min(of_move.cap));
            Bounds { lower: best.lower.max(lower), upper: best.upper.max(upper) }
        });
        Bounds {
            lower: moves.lower.min(rules.ceiling).max(rules.floor),
            upper: moves.upper.min(rules.ceiling).max(rules.floor),
        }
    }

    /// Probes memory and returns the result seen from the root.
    #[inline]
    pub(crate) fn probe_from_root(&self, key: u64, depth: Depth, ply: usize) -> ProbeResult {
        let probe = self.memory.probe(key, depth);
        ProbeResult { bounds: bounds_from_root(self.game, probe.bounds, ply), ..probe }
    }

    /// Stores a result that is seen from the root.
    #[inline]
    pub(crate) fn store_from_root(&self, key: u64, ply: usize, result: NodeResult) {
        let bounds = bounds_at_node(self.game, result.bounds, ply);
        self.memory.store(key, NodeResult { bounds, ..result });
    }
}

/// Returns the value of a position that the game knows exactly, seen from the root. Such a position is a leaf.
#[inline]
pub(crate) fn known_value<G: Evaluator>(game: &G, position: &G::Position, depth: Depth, ply: usize) -> Option<Score> {
    if ply == 0 {
        return None;
    }
    let value = game.proven_bounds(position, depth, Window::FULL).exact()?;
    Some(from_root(game, value, ply))
}

/// Returns the answer of the bounds to a window, if they decide it.
#[inline]
pub(crate) fn answer(bounds: Bounds, window: Window) -> Option<Score> {
    if bounds.lower >= window.beta() || bounds.lower == bounds.upper {
        Some(bounds.lower)
    } else if bounds.upper <= window.alpha() {
        Some(bounds.upper)
    } else {
        None
    }
}

impl ProbeResult {
    /// Combines the probe with the bounds that the game knows, which hold at every depth.
    #[inline]
    pub(crate) fn and_known(mut self, known: Bounds) -> ProbeResult {
        if known == Bounds::UNKNOWN {
            return self;
        }
        if known.lower > self.bounds.upper || known.upper < self.bounds.lower {
            // The game is always right: the entry belongs to another position with the same key.
            self.bounds = Bounds::UNKNOWN;
        }
        if known.lower >= self.bounds.lower && known.lower > Score::NEG_INFINITY {
            self.bounds.lower = known.lower;
            self.lower_settled = true;
        }
        if known.upper <= self.bounds.upper && known.upper < Score::INFINITY {
            self.bounds.upper = known.upper;
            self.upper_settled = true;
        }
        self
    }
}
