//! The expansion of nodes into the solution tree of `rows.rs`: the only place where the best-first algorithms call the
//! game.

use super::rows::{NONE, NodeRef, ROOT, Rows, SlotId, VisitedNode};
use crate::observe::{ListStep, Observer, Visit};
use crate::worker::Expansion;
use crate::{Context, Depth, Evaluator, Stopped, Window, Worker};

impl<G: Evaluator> Rows<G> {
    /// Reports a step at a node, if the observer wants steps.
    #[inline]
    pub(super) fn observe<C: Context<Game = G, Position = G::Position, Move = G::Move>>(
        &self,
        worker: &mut Worker<'_, C>,
        at: NodeRef,
        step: impl for<'p> FnOnce(&'p [u16]) -> ListStep<'p>,
    ) {
        if worker.observer.wants_steps() {
            let path = match at {
                NodeRef::Min(slot) => self.path(slot, false),
                NodeRef::Max(slot) => self.path(slot, true),
            };
            worker.observer.step(step(&path));
        }
    }

    /// Visits the MIN son of a slot for the first time.
    pub(super) fn visit_son<C: Context<Game = G, Position = G::Position, Move = G::Move>>(
        &mut self,
        worker: &mut Worker<'_, C>,
        slot: SlotId,
    ) -> Result<VisitedNode, Stopped> {
        let place = self.place(slot);
        let row = &self.rows[self.slots[slot as usize].row as usize];
        let (ply, depth, position, place) = if row.relay {
            (row.ply, row.depth, row.position.clone(), 0)
        } else {
            let play = self.plays.get(row.plays, place);
            let index = self.plays.index(row.plays, place);
            (row.ply + 1, row.depth.child(), worker.game.play(&row.position, play), index)
        };
        let row_is_relay = row.relay;
        let mover = worker.game.mover(&position);
        let slot = &mut self.slots[slot as usize];
        slot.below = NONE;
        slot.son = 0;
        slot.solved = false;
        slot.relay = self.view.is_max(mover) && !row_is_relay && !depth.is_horizon();
        slot.sons = 1;
        if !slot.relay {
            match worker.expand_for_list(Visit { position: &position, ply: usize::from(ply), depth, place })? {
                Expansion::Leaf(value) => {
                    slot.sons = 0;
                    return Ok(VisitedNode::Leaf(self.view.value(value.score, mover)));
                }
                Expansion::Inner(list) => {
                    self.plays.set(&mut slot.plays, worker.moves.open_list());
                    worker.moves.close(list);
                    slot.sons = slot.plays.len();
                }
            }
        }
        slot.ply = ply;
        slot.depth = depth;
        slot.position = Some(position);
        Ok(VisitedNode::Inner)
    }

    /// Visits the MAX grandson of a slot for the first time; an inner one becomes a row.
    #[inline]
    pub(super) fn visit_grandson<C: Context<Game = G, Position = G::Position, Move = G::Move>>(
        &mut self,
        worker: &mut Worker<'_, C>,
        above: SlotId,
    ) -> Result<VisitedNode, Stopped> {
        let slot = &self.slots[above as usize];
        let min = slot.position.as_ref().expect("a slot with sons has a position");
        let (ply, depth, position, place) = if slot.relay {
            (slot.ply, slot.depth, min.clone(), 0)
        } else {
            let play = self.plays.get(slot.plays, slot.son);
            let index = self.plays.index(slot.plays, slot.son);
            (slot.ply + 1, slot.depth.child(), worker.game.play(min, play), index)
        };
        if depth.is_horizon() {
            // Most nodes are leaves at the horizon: this path does not touch the tree.
            worker.tick()?;
            let visit = Visit { position: &position, ply: usize::from(ply), depth, place };
            let known = worker.known_leaf(visit);
            let value = known.unwrap_or_else(|| worker.horizon(visit, Window::FULL));
            return Ok(VisitedNode::Leaf(self.view.value(value.score, worker.game.mover(&position))));
        }
        self.expand_grandson(worker, above, position, (ply, depth), place)
    }

    /// Completes [`Rows::visit_grandson`] for nodes above the horizon.
    fn expand_grandson<C: Context<Game = G, Position = G::Position, Move = G::Move>>(
        &mut self,
        worker: &mut Worker<'_, C>,
        above: SlotId,
        position: C::Position,
        (ply, depth): (u16, Depth),
        place: u16,
    ) -> Result<VisitedNode, Stopped> {
        let mover = worker.game.mover(&position);
        // A relay never follows another, even if a game returns movers at random: the recursion must end.
        let relay = !self.view.is_max(mover) && (above == ROOT || !self.slots[above as usize].relay);
        let row = if relay {
            self.take_row(1, above, position)
        } else {
            match worker.expand_for_list(Visit { position: &position, ply: usize::from(ply), depth, place })? {
                Expansion::Leaf(value) => return Ok(VisitedNode::Leaf(self.view.value(value.score, mover))),
                Expansion::Inner(list) => {
                    let width = u16::try_from(worker.moves.len()).expect("a search refuses longer lists");
                    let row = self.take_row(width, above, position);
                    self.plays.set(&mut self.rows[row as usize].plays, worker.moves.open_list());
                    worker.moves.close(list);
                    row
                }
            }
        };
        let new = &mut self.rows[row as usize];
        (new.ply, new.depth, new.relay) = (ply, depth, relay);
        self.slots[above as usize].below = row;
        Ok(VisitedNode::Inner)
    }
}

impl<C: Context> Worker<'_, C> {
    /// Counts and expands a node of a best-first algorithm; see [`Worker::expand_ranked`].
    #[inline]
    pub(super) fn expand_for_list(&mut self, visit: Visit<'_, C::Position>) -> Result<Expansion, Stopped> {
        self.tick()?;
        let expansion = self.expand_ranked(visit);
        // After the expansion, as in the depth-first searches: a leaf at the limit is still evaluated.
        if matches!(expansion, Expansion::Inner(_)) && self.budget.is_too_deep(visit.ply, &visit) {
            return Err(Stopped::Endless);
        }
        Ok(expansion)
    }
}
