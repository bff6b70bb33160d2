//! The principal variation. It never contains a wrong move.
//!
//! It has two sources. A search with an open window builds the variation from the leaf to the root (a triangular
//! array). Null-window searches build none, so the variation is read from memory: at a node of known value `v` it
//! continues with a move whose successor is proven to be worth at least `v` to the mover. As `v` is the value, the
//! successor is worth exactly `v`, and the same holds one ply further down.

use crate::algorithm::Task;
use crate::knowledge::known_value;
use crate::memory::Memory;
use crate::observe::Visit;
use crate::outcome::SearchReport;
use crate::selective::{NodeRules, RuledNode, rank_statically};
use crate::{Context, Depth, Evaluator, Game, Score, Window, Worker};

/// The triangular array: the variations found so far, by the ply at which they start.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M> {
    plies: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> PvTable<M> {
        PvTable { plies: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.plies.iter_mut().for_each(Vec::clear);
    }

    /// Clears the variation of `ply` when a search with an open window enters a node there: the old one belongs to
    /// another node.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) {
        if ply >= self.plies.len() {
            self.plies.resize_with(ply + 1, Vec::new);
        }
        self.plies[ply].clear();
    }

    /// Sets the variation at `ply` to `play`, followed by the variation of its successor if `exact`, that is if the
    /// value of the successor is exact.
    pub(crate) fn raise(&mut self, ply: usize, play: M, exact: bool) {
        let (lines, below) = self.plies.split_at_mut(ply + 1);
        let line = &mut lines[ply];
        line.clear();
        line.push(play);
        // Otherwise the array below still holds the variation of another node.
        if exact && let Some(below) = below.first() {
            line.extend_from_slice(below);
        }
    }

    /// Replaces the variation of the root by that of another thread.
    pub(crate) fn set_root(&mut self, line: Vec<M>) {
        self.enter(0);
        self.plies[0] = line;
    }

    pub(crate) fn root(&self) -> &[M] {
        self.plies.first().map_or(&[], Vec::as_slice)
    }
}

impl<C: Context> Worker<'_, C> {
    /// Extends the principal variation of an exact outcome as far as memory proves it.
    pub(crate) fn complete_line(&mut self, task: &Task<'_, C::Position>, report: &mut SearchReport<C::Move>) {
        let (Some(value), Some(best)) = (report.bounds.exact(), report.best) else {
            report.line.clear();
            return;
        };
        if report.line.first() != Some(&best) {
            report.line = vec![best];
        }
        let game = self.game;
        let root_mover = game.mover(task.root);
        let mut position = task.root.clone();
        let mut depth = task.depth;
        for (ply, &play) in report.line.iter().enumerate() {
            let next = game.play(&position, play);
            let worth = value.flip_if(game.mover(&position) != root_mover);
            let visit = Visit { position: &position, ply, depth, place: 0 };
            let Some(to) = self.depth_of_move(visit, worth, play, &next) else {
                return;
            };
            (position, depth) = (next, to);
        }
        while report.line.len() < crate::limits::Budget::MAX_PLY {
            let worth = value.flip_if(game.mover(&position) != root_mover);
            let visit = Visit { position: &position, ply: report.line.len(), depth, place: 0 };
            let Some((play, next, to)) = self.continuation(visit, worth) else { break };
            report.line.push(play);
            (position, depth) = (next, to);
        }
    }

    /// Returns a move that is proven to keep the value `worth` of a node, its successor, and the depth of that.
    fn continuation(&mut self, visit: Visit<'_, C::Position>, worth: Score) -> Option<(C::Move, C::Position, Depth)> {
        let Visit { position, ply, depth, .. } = visit;
        if depth.is_horizon() || !C::HAS_MEMORY || known_value(self.game, position, depth, ply).is_some() {
            return None;
        }
        let list = self.moves.open();
        if self.game.moves(position, &mut self.moves).is_some() {
            self.moves.close(list);
            return None;
        }
        // Copied, because the calls below use the buffer.
        let plays: Vec<C::Move> = self.moves.iter().collect();
        self.moves.close(list);
        let hint = self.memory.probe(self.memory.key(self.game, position), depth).best;
        // The best move in memory is tried first, but only proven bounds count: the entry may belong to another
        // position with the same key.
        let hinted = hint.and_then(|place| plays.get(usize::from(place)).copied());
        let mover = self.game.mover(position);
        hinted.into_iter().chain(plays.iter().copied()).find_map(|play| {
            let next = self.game.play(position, play);
            let to = self.depth_of_move(visit, worth, play, &next)?;
            let flip = self.game.mover(&next) != mover;
            let window = Window::null(worth).flip_if(flip);
            let child = Visit { position: &next, ply: ply + 1, depth: to, place: 0 };
            let known = self.bounds_at(child, window).flip_if(flip);
            (known.lower >= worth).then_some((play, next, to))
        })
    }

    /// Returns the depth to which a move is searched that is worth `worth`, or `None` if its value need not be that of its
    /// successor: rules cap or reduce it.
    fn depth_of_move(
        &mut self,
        visit: Visit<'_, C::Position>,
        worth: Score,
        play: C::Move,
        next: &C::Position,
    ) -> Option<Depth> {
        let Visit { position, ply, depth, .. } = visit;
        let applies = self.game.is_selective() && (ply > 0 || self.rules_at_root) && depth != Depth::END;
        let rules = if applies { self.game.node_rules(position, depth) } else { NodeRules::NONE };
        if !rules.moves {
            return Some(depth.child());
        }
        let mut place = 0;
        if rules.places {
            let list = self.moves.open();
            let _ = self.game.moves(position, &mut self.moves);
            rank_statically(self.game, position, &mut self.moves);
            let found = self.moves.iter().position(|other| other == play);
            self.moves.close(list);
            place = u16::try_from(found?).ok()?;
        }
        let node = RuledNode { position, depth, rules: &rules };
        let rules = self.game.move_rules(&node, play, place, next);
        rules.pass_on(worth).then_some(rules.depth.min(depth))
    }
}
