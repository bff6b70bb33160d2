//! The rules of selective search in the loops ([`selective`](crate::selective)). The loops themselves do not change: the
//! rules of a node are applied when it is opened, and those of a move when it is searched.
//!
//! ```text
//! v(n, d) = max( floor, min(cap, -v(pass)), v(n, d') - t, min(ceiling, v(n, d') + t, moves) )    apply_rules
//! a move  = min( cap, -v(c, reduced), -v(c, depth) )                                             search_by_rules
//! ```
//!
//! Each term is a value of its own, and the window is passed on to it: in a maximum, alpha is raised by the terms before
//! it; in a minimum, beta is lowered. A term that cannot matter is not searched and contributes its bound.

use super::best::Best;
use super::children::{Child, Children};
use super::node::{Answer, ExpandedNode, Loop};
use crate::game::MovesToRank;
use crate::halt::Halt;
use crate::observe::{Observer, Visit};
use crate::order::{MoveClass, place_by_rank};
use crate::selective::{MoveRules, NearRule, NodeRules, RuledNode, shifted, window_before_shift};
use crate::worker::{Value, Worker};
use crate::{Context, Depth, Evaluator, Game, Score, Window};

/// The rules of a node on the path.
// They are not fields of the node and of its child: in full width, which has no rules, each field would cost an
// instruction per node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AppliedRules {
    node: NodeRules,
    /// The most that the moves count for.
    ceiling: Score,
    /// The rules of the move that is being searched.
    play: MoveRules,
    /// This move, where counter moves are used.
    class: Option<MoveClass>,
    /// The places of the moves in the static order, in [`Worker::places`]; none if the rules do not ask for them.
    places: PlaceRange,
}

/// A range of [`Worker::places`]: by the index of a move its place.
#[derive(Clone, Copy, Debug, Default)]
struct PlaceRange {
    start: usize,
    end: usize,
}

impl<C: Context> Worker<'_, C> {
    /// Applies the rules of a node. Returns the answer if they decide the window. Otherwise `node.refuted` is what they
    /// contribute to the maximum, and `node.window` ends at the ceiling.
    #[inline(never)]
    pub(super) fn apply_rules<L: Loop, K: Children>(
        &mut self,
        node: &mut ExpandedNode<'_, C::Position>,
    ) -> Result<Option<Value>, Halt> {
        let Visit { position, ply, depth, .. } = node.visit;
        let applies = (ply > 0 || self.rules_at_root) && !depth.is_horizon() && depth != Depth::END;
        let rules = if applies { self.game.node_rules(position, depth) } else { NodeRules::NONE };
        // A finished game overrides all rules.
        if !rules.bound_the_node() || self.over(position).is_some() {
            self.enter_rules(rules, Score::INFINITY);
            return Ok(None);
        }
        if rules.floor >= node.window.beta() {
            self.observer.ruled(ply, rules.floor);
            return Ok(Some(unsettled(rules.floor)));
        }
        let Some(score) = self.bound_by_rules::<L, K>(node, &rules)? else { return Ok(None) };
        self.observer.ruled(ply, score);
        // No list is open for this node.
        node.list = self.moves.here();
        self.enter_rules(rules, Score::INFINITY);
        Ok(Some(self.conclude(node, &contribution(score))))
    }

    /// Puts the rules of a node on the stack, after all searches that decide about them.
    fn enter_rules(&mut self, node: NodeRules, ceiling: Score) {
        let start = self.applied.last().map_or(0, |parent| parent.places.end);
        let places = PlaceRange { start, end: start };
        self.applied.push(AppliedRules { node, ceiling, play: MoveRules::to(Depth::ZERO), class: None, places });
    }

    /// Ranks the open list by the game and finds the place of each move in this static order, by which rules tell early moves
    /// from late ones. The list keeps its order.
    // Fields of the moves themselves would cost two to three instructions per node in full width.
    #[inline(never)]
    pub(super) fn place_moves(&mut self, visit: Visit<'_, C::Position>) {
        let Some(applied) = self.applied.last_mut() else { return };
        let list = self.moves.open_list();
        if self.game.ranks_on_demand() && list.len() > 1 {
            self.game.rank(visit.position, &mut MovesToRank::new(list));
        }
        applied.places.end = applied.places.start + list.len();
        if self.places.len() < applied.places.end {
            self.places.resize(applied.places.end, 0);
        }
        place_by_rank(list, &mut self.places[applied.places.start..applied.places.end]);
    }

    /// Removes the rules of the node from the stack, and returns the score below its ceiling.
    pub(super) fn leave_rules(&mut self, score: Score) -> Score {
        self.applied.pop().map_or(score, |applied| score.min(applied.ceiling))
    }

    /// Returns what a score of the moves counts for at the node whose children are being searched.
    #[inline]
    pub(super) fn below_ceiling(&self, score: Score) -> Score {
        // In full width the compiler removes the rest.
        let applied = if self.game.is_selective() { self.applied.last() } else { None };
        applied.map_or(score, |applied| score.min(applied.ceiling))
    }

    /// Returns the rules of the node whose children are being searched.
    #[inline]
    pub(super) fn rules_here(&self) -> &NodeRules {
        self.applied.last().map_or(&NodeRules::NONE, |applied| &applied.node)
    }

    /// Returns the rules of the move that is being searched.
    #[inline]
    pub(super) fn move_here(&self) -> MoveRules {
        self.applied.last().map_or(MoveRules::to(Depth::ZERO), |applied| applied.play)
    }

    /// Returns whether a move that is worth `score` is worth what its successor is.
    #[inline]
    pub(super) fn passes_on(&self, score: Score) -> bool {
        !self.game.is_selective() || self.move_here().pass_on(score)
    }

    /// Sets the rules of the move at index `next` of the buffer, which leads to `position`, and returns its depth.
    pub(super) fn enter_move(
        &mut self,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        position: &C::Position,
    ) -> Depth {
        let plain = MoveRules::to(node.visit.depth.child());
        let rules = if self.rules_here().moves { self.rules_of_move(node, next, position) } else { plain };
        let class = self.order.killers_below.map(|_| {
            let play = self.moves.entries[next].play;
            MoveClass::new(node.mover, &play, self.game.move_class(node.visit.position, play))
        });
        if let Some(applied) = self.applied.last_mut() {
            (applied.play, applied.class) = (rules, class);
        }
        rules.depth
    }

    /// Returns the move that led to the node whose children are being searched. Only selective searches know it.
    #[inline]
    pub(super) fn move_before(&self) -> Option<MoveClass> {
        // In full width the compiler removes the rest.
        let parent = if self.game.is_selective() { self.applied.len().checked_sub(2)? } else { return None };
        self.applied[parent].class
    }

    /// Returns the score of the node if its rules decide the window. Otherwise its children must be searched.
    fn bound_by_rules<L: Loop, K: Children>(
        &mut self,
        node: &mut ExpandedNode<'_, C::Position>,
        rules: &NodeRules,
    ) -> Result<Option<Score>, Halt> {
        let (visit, alpha, beta) = (node.visit, node.window.alpha(), node.window.beta());
        let mut g = rules.floor;
        if let Some(pass) = rules.pass {
            // A loss after a pass counts for nothing: its distance would be that of no line of play.
            let lost = -self.game.win_threshold();
            let a = alpha.max(g).max(lost);
            let value = if pass.cap <= a {
                pass.cap
            } else {
                let position = self.game.pass(visit.position);
                let flip = self.game.mover(&position) != self.game.mover(visit.position);
                let next = Visit { position: &position, ply: visit.ply + 1, depth: pass.depth, place: 0 };
                let window = Window::between(a, beta.min(pass.cap).max(a.succ())).flip_if(flip);
                self.descend::<L, K>(next, window)?.flip_if(flip).score.min(pass.cap)
            };
            g = if value > lost { g.max(value) } else { g };
        }
        if let Some(NearRule { depth, below: Some(below), .. }) = rules.near
            && g < beta
        {
            g = g.max(self.shallow::<L, K>(visit, depth, Window::between(alpha.max(g), beta), -below)?);
        }
        if g >= beta {
            return Ok(Some(g));
        }
        let mut ceiling = rules.ceiling;
        if let Some(NearRule { depth, above: Some(above), .. }) = rules.near
            && ceiling > alpha
        {
            let window = Window::between(alpha, beta.min(ceiling));
            ceiling = ceiling.min(self.shallow::<L, K>(visit, depth, window, above)?);
        }
        if ceiling <= alpha.max(g) {
            return Ok(Some(g.max(ceiling)));
        }
        if rules.near.is_some() && !node.window.is_null() {
            // The shallow searches have left their own variation at this ply.
            self.pv.enter(visit.ply);
        }
        node.refuted = contribution(g);
        self.enter_rules(*rules, ceiling);
        node.window = Window::between(alpha, beta.min(ceiling));
        Ok(None)
    }

    /// Searches the node itself to a smaller depth and shifts the answer, which is an answer to `window`.
    fn shallow<L: Loop, K: Children>(
        &mut self,
        visit: Visit<'_, C::Position>,
        depth: Depth,
        window: Window,
        by: i32,
    ) -> Result<Score, Halt> {
        debug_assert!(depth < visit.depth, "a shallow search has a smaller depth");
        let before = window_before_shift(self.game, window, by);
        let value = self.descend::<L, K>(Visit { depth, ..visit }, before)?;
        Ok(shifted(self.game, value.score, by))
    }

    /// Returns the rules of the move at index `next` of the buffer, which leads to `position`.
    #[inline]
    pub(super) fn rules_of_move(
        &self,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        position: &C::Position,
    ) -> MoveRules {
        let entry = &self.moves.entries[next];
        let ruled = RuledNode { position: node.visit.position, depth: node.visit.depth, rules: self.rules_here() };
        let places = self.applied.last().map_or(PlaceRange::default(), |applied| applied.places);
        let place = self.places[places.start..places.end].get(usize::from(entry.index)).copied().unwrap_or(0);
        let rules = self.game.move_rules(&ruled, entry.play, place, position);
        // A rule that increased the depth could search forever.
        MoveRules { depth: rules.depth.min(node.visit.depth), ..rules }
    }
}

impl<C: Context> Child<C> {
    /// Searches a child whose move has rules, as [`Child::search`] does.
    #[inline(never)]
    pub(super) fn search_by_rules<L: Loop, K: Children>(
        &self,
        worker: &mut Worker<'_, C>,
        alpha: Score,
        beta: Score,
    ) -> Answer {
        let MoveRules { depth, reduced, cap } = worker.move_here();
        let mut limit = cap;
        if limit > alpha
            && let Some(reduced) = reduced
        {
            limit = limit.min(self.search_to::<L, K>(worker, reduced, alpha, beta.min(limit))?.score);
        }
        if limit > alpha {
            limit = limit.min(self.search_to::<L, K>(worker, depth, alpha, beta.min(limit))?.score);
        }
        Ok(unsettled(limit))
    }
}

/// Returns a score as the answer of a node. Under rules no node is settled: at a greater depth other rules may apply.
fn unsettled(score: Score) -> Value {
    Value { score, settled: false }
}

/// Returns a score that no move stands for.
fn contribution(score: Score) -> Best {
    Best { score, settled: false, all_settled: false, place: None }
}
