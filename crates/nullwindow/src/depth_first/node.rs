//! The steps that Alpha-Beta, TT-Alpha-Beta, NegaScout and MT share around their loops: entering a node, probing
//! memory, expanding the node, and storing the result of its children.
//!
//! **Contract.** With `f` the value of the node at this depth and `g` the answer to `(alpha, beta)`:
//!
//! ```text
//! g <= alpha          =>  f <= g
//! g >= beta           =>  f >= g
//! alpha < g < beta    =>  f == g
//! ```
//!
//! **What changes the value:** position and depth. **What changes only the work:** the window, memory, the order of
//! moves.
//!
//! **Differences from the papers' figures**, in all four loops:
//! 1. One case for both players: scores are seen from the mover, and the window is negated when the mover changes, not
//!    at every ply.
//! 2. Memory never answers at the root, so that a search always finds a move there.
//! 3. An entry answers only for the depth it was searched to. If no leaf behind it was at the horizon (*settled*), it
//!    answers for every greater depth too.
//! 4. Leaves are stored only if the memory stores depth zero.
//! 5. Bounds that the game knows without a search narrow the window before memory does.
//! 6. Before any child is searched, bounds of children in memory may cause a cutoff or refute some of them
//!    (`transpositions.rs`).

use super::best::Best;
use super::children::Children;
use crate::game::MoveList;
use crate::halt::Halt;
use crate::memory::{Memory, NodeResult, ProbeResult};
use crate::observe::{Exit, Observer, Visit};
use crate::order::{CutNode, MoveClass, source};
use crate::worker::{Expansion, Value, Worker};
use crate::{Bounds, Context, Depth, Evaluator, Game, Player, Stopped, Window};

/// The answer at a node, or the reason to leave the tree.
pub(crate) type Answer = Result<Value, Halt>;

/// A depth-first search with a window: the code of its figure, for one node.
pub(crate) trait Loop: Sized {
    /// True if it uses the memory of the search.
    const MEMORY: bool = true;
    /// The identifier of the loop for helper threads; a loop without one is never shared.
    const SHARED: Option<SharedLoop>;

    /// Searches one node; its children come from a cursor of type `K`.
    fn node<C: Context, K: Children>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer;
}

/// The loops that several threads can share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SharedLoop {
    TtAlphaBeta,
    NegaScout,
    Mt,
}

/// A node that the search has entered: not decided by the game, and not a leaf that can be evaluated without memory.
#[derive(Debug)]
pub(crate) struct Arrival<'p, P> {
    pub(crate) visit: Visit<'p, P>,
    window: Window,
    /// The bounds that the game knows.
    known: Bounds,
    /// True if memory stores nodes of this depth.
    uses_memory: bool,
}

/// An expanded node. Its moves are the open list.
#[derive(Debug)]
pub(crate) struct ExpandedNode<'p, P> {
    pub(crate) visit: Visit<'p, P>,
    /// The part of the window that memory and knowledge leave open.
    pub(crate) window: Window,
    pub(super) mover: Player,
    pub(crate) list: MoveList,
    /// The bounds from memory and the game.
    pub(super) probe: ProbeResult,
    /// The window before memory and knowledge narrowed it.
    asked: Window,
    key: u64,
    uses_memory: bool,
    /// The nodes visited before this one.
    before: u64,
    /// The result of the children that memory refuted before any was searched, which are not in the list, and of the
    /// rules of the node.
    pub(super) refuted: Best,
}

impl<'p, P> ExpandedNode<'p, P> {
    /// Returns the node before it is expanded.
    #[inline(always)]
    pub(super) fn at(n: &Arrival<'p, P>) -> ExpandedNode<'p, P> {
        let Arrival { visit, window, known, uses_memory } = *n;
        ExpandedNode {
            visit,
            window,
            mover: Player::First,
            list: MoveList::NONE,
            probe: ProbeResult::NOTHING.and_known(known),
            asked: window,
            key: 0,
            uses_memory,
            before: 0,
            refuted: Best::NONE,
        }
    }
}

impl<C: Context> Worker<'_, C> {
    /// Searches a node by the loop `L`.
    #[inline(always)]
    pub(crate) fn descend<L: Loop, K: Children>(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Answer {
        debug_assert!(window.alpha() < window.beta());
        self.budget.tick()?;
        self.observer.enter(visit, window);
        let known = match self.knowledge(visit, window) {
            Ok(value) => return Ok(value),
            Err(bounds) => bounds,
        };
        let uses_memory = C::HAS_MEMORY && L::MEMORY && self.memory.stores(visit.depth);
        if visit.depth.is_horizon() && !uses_memory {
            // Most nodes end here, without a call.
            return Ok(self.horizon(visit, window));
        }
        K::enter::<L, C>(self, &Arrival { visit, window, known, uses_memory })
    }

    /// Probes memory, and expands the node if the result does not decide the window. Returns the answer if memory has
    /// it, or if the node is a leaf; otherwise the children must be searched.
    // The node is filled in where it lies: as part of the result, it would be copied byte by byte.
    #[inline]
    pub(super) fn open<L: Loop, K: Children>(
        &mut self,
        n: &Arrival<'_, C::Position>,
        node: &mut ExpandedNode<'_, C::Position>,
    ) -> Result<Option<Value>, Halt> {
        let Arrival { visit, window: asked, known, uses_memory } = *n;
        // Null windows have no principal variation.
        if !asked.is_null() {
            self.pv.enter(visit.ply);
        }
        if C::HAS_MEMORY && L::MEMORY && uses_memory {
            (node.key, node.probe) = self.probe(visit, asked, known);
        }
        // At the root a move must be found: there memory only orders the moves.
        if visit.ply > 0 && (node.probe.found || known != Bounds::UNKNOWN) {
            match answer(&node.probe, asked) {
                Ok(value) => return Ok(Some(value)),
                Err(open) => node.window = open,
            }
        }
        // The effort spent on the node decides its replacement in the table.
        node.before = self.budget.visited();
        if self.game.is_selective()
            && let Some(value) = self.apply_rules::<L, K>(node)?
        {
            return Ok(Some(value));
        }
        match self.expand(visit, node.window) {
            Expansion::Leaf(value) => {
                if self.game.is_selective() {
                    self.applied.pop();
                }
                if uses_memory && self.memory.stores(Depth::ZERO) {
                    self.store_leaf(node.key, visit, node.window, value);
                }
                return Ok(Some(value));
            }
            Expansion::Inner(list) => node.list = list,
        }
        // After the expansion: a leaf at the limit is still evaluated.
        if self.budget.is_too_deep(visit.ply, n) {
            return Err(Stopped::Endless.into());
        }
        node.mover = self.game.mover(visit.position);
        if self.game.is_selective() && self.rules_here().places {
            self.place_moves(visit);
        }
        if C::HAS_MEMORY
            && L::MEMORY
            && self.order.transpositions
            && visit.ply > 0
            && let Some(best) = self.probe_children(node, node.probe.bounds.upper < known.upper)?
        {
            return Ok(Some(self.conclude(node, &best)));
        }
        Ok(None)
    }

    /// Returns the properties of a node that killers, counter moves and history use.
    #[inline]
    pub(super) fn cut_node(&self, node: &ExpandedNode<'_, C::Position>) -> CutNode {
        CutNode { ply: node.visit.ply, depth: node.visit.depth, before: self.move_before() }
    }

    /// Stores the result of the children and returns the answer of the node. `tried` children were searched.
    // As calls, this function and `ordering` cost 28 instructions per node of Connect Four, and 13 per node of a random
    // tree.
    #[inline(always)]
    pub(super) fn store(&mut self, node: &ExpandedNode<'_, C::Position>, best: &Best, tried: usize) -> Value {
        let (ply, start) = (node.visit.ply, node.list.start);
        if best.score >= node.window.beta() {
            let tried_moves = &self.moves.entries[start..start + tried];
            let source = source(self.order, tried_moves[tried - 1].rank);
            let class = |play| MoveClass::new(node.mover, &play, self.game.move_class(node.visit.position, play));
            self.learned.cut(self.order, self.cut_node(node), tried_moves, class);
            self.observer.leave(ply, self.below_ceiling(best.score), Exit::Cut { tried, source });
        } else {
            self.observer.leave(ply, self.below_ceiling(best.score), Exit::Searched);
        }
        self.conclude(node, best)
    }

    /// Closes the move list of the node, and stores its answer if memory stores this depth.
    #[inline(always)]
    pub(super) fn conclude(&mut self, node: &ExpandedNode<'_, C::Position>, best: &Best) -> Value {
        self.moves.close(node.list);
        let Best { score, mut settled, mut all_settled, place } = *best;
        let score = if self.game.is_selective() {
            // A search to the end of the game has no rules.
            let no_rules = node.visit.depth == Depth::END;
            (settled, all_settled) = (settled && no_rules, all_settled && no_rules);
            self.leave_rules(score)
        } else {
            score
        };
        let bounds = node.window.learn(score);
        if C::HAS_MEMORY && node.uses_memory {
            // The root has no rules, so its bounds are not those of the same position elsewhere.
            let is_exempt = self.game.is_selective() && node.visit.ply == 0 && !self.rules_at_root;
            let stored = if is_exempt { Bounds::UNKNOWN } else { bounds };
            let effort = self.budget.visited() - node.before;
            let (lower_settled, upper_settled, depth) = (settled, all_settled, node.visit.depth);
            // Where the game ranks no moves, the first one that cuts off is a poor hint for a deeper search, which would try
            // it before the ranked ones: on Othello to depth 14, such hints took three times as many nodes.
            let best = if self.game.ranks_on_demand() && depth < self.order.ranks_from { None } else { place };
            let result = NodeResult { depth, bounds: stored, lower_settled, upper_settled, best, effort };
            self.store_from_root(node.key, node.visit.ply, result);
        }
        // An exact value needs both: a settled line to the best child, and settled refutations of all others.
        let mut settled = match (bounds.lower == score, bounds.upper == score) {
            (true, true) => settled && all_settled,
            (true, false) => settled,
            _ => all_settled,
        };
        // If the search reached a stored bound from the other side, both bounds are behind the value.
        if node.window != node.asked {
            settled &= node.probe.lower_settled || score > node.window.alpha();
            settled &= node.probe.upper_settled || score < node.window.beta();
        }
        Value { score, settled }
    }

    /// Probes memory for a node, combines the result with what the game knows, and reports it.
    #[inline]
    fn probe(&mut self, visit: Visit<'_, C::Position>, window: Window, known: Bounds) -> (u64, ProbeResult) {
        let key = self.memory.key(self.game, visit.position);
        let probe = self.probe_from_root(key, visit.depth, visit.ply).and_known(known);
        let answers = visit.ply > 0 && probe.found;
        let answer = if answers { answer(&probe, window).ok().map(|value| value.score) } else { None };
        self.observer.probe(visit.ply, &probe, answer);
        (key, probe)
    }

    /// Stores what the answer of a leaf to the window says about its value.
    fn store_leaf(&self, key: u64, visit: Visit<'_, C::Position>, window: Window, value: Value) {
        let result = NodeResult {
            depth: visit.depth,
            bounds: if value.settled || self.evaluates_exactly() {
                Bounds::exactly(value.score)
            } else {
                window.learn(value.score)
            },
            lower_settled: value.settled,
            upper_settled: value.settled,
            best: None,
            effort: 1,
        };
        self.store_from_root(key, visit.ply, result);
    }
}

/// Returns the answer of a probe to the window, or else the part of the window that it leaves open.
#[inline]
pub(crate) fn answer(probe: &ProbeResult, window: Window) -> Result<Value, Window> {
    let Bounds { lower, upper } = probe.bounds;
    // An exact value answers every window, also one that contains it.
    if lower == upper {
        return Ok(Value { score: lower, settled: probe.lower_settled && probe.upper_settled });
    }
    if lower >= window.beta() {
        return Ok(Value { score: lower, settled: probe.lower_settled });
    }
    if upper <= window.alpha() {
        return Ok(Value { score: upper, settled: probe.upper_settled });
    }
    Err(Window::between(window.alpha().max(lower), window.beta().min(upper)))
}
