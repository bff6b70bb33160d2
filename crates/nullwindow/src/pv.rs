//! The principal variation: best play for both sides, and never a wrong move in it.
//!
//! Two sources. A search with an open window raises a line from the leaf to the root
//! (a triangular array). Null windows raise none: there the line is read out of memory. At a node of
//! known value `v` the line goes on with a move whose successor is proven to be worth at least `v` to
//! the mover; as `v` is the value, it is worth exactly that, and the same holds one ply further down.

use crate::algorithm::Task;
use crate::knowledge::known_value;
use crate::memory::Memory;
use crate::observe::Visit;
use crate::outcome::SearchReport;
use crate::{Context, Game, Score, Window, Worker};

/// The lines raised so far, by the ply they begin at.
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

    /// A search with an open window comes to `ply`: whatever line began there is another node's.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) {
        if ply >= self.plies.len() {
            self.plies.resize_with(ply + 1, Vec::new);
        }
        self.plies[ply].clear();
    }

    /// At `ply`, `play` is now best; its successor's value is exact if `exact`, and then so is the
    /// line below it.
    pub(crate) fn raise(&mut self, ply: usize, play: M, exact: bool) {
        let (lines, below) = self.plies.split_at_mut(ply + 1);
        let line = &mut lines[ply];
        line.clear();
        line.push(play);
        if exact && let Some(below) = below.first() {
            line.extend_from_slice(below);
        }
    }

    /// Takes over the line that another thread has raised.
    pub(crate) fn set_root(&mut self, line: Vec<M>) {
        self.enter(0);
        self.plies[0] = line;
    }

    pub(crate) fn root(&self) -> &[M] {
        self.plies.first().map_or(&[], Vec::as_slice)
    }
}

impl<C: Context> Worker<'_, C> {
    /// Completes the line of an exact outcome as far as memory knows it.
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
        for &play in &report.line {
            position = game.play(&position, play);
            depth = depth.child();
        }
        while report.line.len() < crate::limits::Budget::MAX_PLY {
            let worth = value.flip_if(game.mover(&position) != root_mover);
            let visit = Visit { position: &position, ply: report.line.len(), depth, place: 0 };
            let Some((play, next)) = self.continuation(visit, worth) else { break };
            report.line.push(play);
            position = next;
            depth = depth.child();
        }
    }

    /// A move at a node, whose value is `worth`, that is proven to keep it.
    fn continuation(&mut self, visit: Visit<'_, C::Position>, worth: Score) -> Option<(C::Move, C::Position)> {
        let Visit { position, ply, depth, .. } = visit;
        if depth.is_horizon() || !C::HAS_MEMORY || known_value(self.game, position, depth, ply).is_some() {
            return None;
        }
        let list = self.moves.open();
        if self.game.moves(position, &mut self.moves).is_some() {
            self.moves.close(list);
            return None;
        }
        let plays: Vec<C::Move> = self.moves.iter().collect();
        self.moves.close(list);
        let hint = self.memory.probe(self.memory.key(self.game, position), depth).best;
        let hinted = hint.and_then(|place| plays.get(usize::from(place)).copied());
        let mover = self.game.mover(position);
        hinted.into_iter().chain(plays.iter().copied()).find_map(|play| {
            let next = self.game.play(position, play);
            let flip = self.game.mover(&next) != mover;
            let window = Window::null(worth).flip_if(flip);
            let child = Visit { position: &next, ply: ply + 1, depth: depth.child(), place: 0 };
            let known = self.bounds_at(child, window).flip_if(flip);
            (known.lower >= worth).then_some((play, next))
        })
    }
}
