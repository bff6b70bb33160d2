//! How nodes come into the solution tree of `rows.rs`: the only place where the list algorithms look at the
//! game.

use super::rows::{At, NONE, Node, ROOT, Rows, SlotId};
use crate::limits::Budget;
use crate::memory::Memory;
use crate::observe::{Observer, Step, Visit};
use crate::search::Look;
use crate::{Depth, Evaluator, Search, Stopped};

impl<G: Evaluator> Rows<G> {
    /// Tells an observer that asked for it what happens to a node.
    #[inline]
    pub(super) fn tell<M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        at: At,
        step: impl for<'p> FnOnce(&'p [u16]) -> Step<'p>,
    ) {
        if O::STEPS {
            let path = match at {
                At::Min(slot) => self.path(slot, false),
                At::Max(slot) => self.path(slot, true),
            };
            search.observer.step(step(&path));
        }
    }

    /// Visits the MIN son of a slot for the first time.
    pub(super) fn visit_son<M: Memory<G>, O: Observer<G>>(
        &mut self,
        search: &mut Search<'_, G, M, O>,
        slot: SlotId,
    ) -> Result<Node, Stopped> {
        let place = self.place(slot);
        let row = &self.rows[self.slots[slot as usize].row as usize];
        let (ply, depth, position, place) = if row.relay {
            (row.ply, row.depth, row.position.clone(), 0)
        } else {
            let play = self.plays.get(row.plays, place);
            let index = self.plays.index(row.plays, place);
            (row.ply + 1, row.depth.child(), search.game.play(&row.position, play), index)
        };
        let row_is_relay = row.relay;
        let mover = search.game.mover(&position);
        let slot = &mut self.slots[slot as usize];
        slot.below = NONE;
        slot.son = 0;
        slot.solved = false;
        slot.relay = self.view.is_max(mover) && !row_is_relay && !depth.is_horizon();
        slot.sons = 1;
        if !slot.relay {
            match search.look_for_list(Visit { position: &position, ply: usize::from(ply), depth, place })? {
                Look::Leaf(value) => {
                    slot.sons = 0;
                    return Ok(Node::Leaf(self.view.value(value.score, mover)));
                }
                Look::Inner(list) => {
                    self.plays.set(&mut slot.plays, search.moves.open_list());
                    search.moves.close(list);
                    slot.sons = slot.plays.len();
                }
            }
        }
        slot.ply = ply;
        slot.depth = depth;
        slot.position = Some(position);
        Ok(Node::Inner)
    }

    /// Visits the MAX grandson of a slot for the first time; an inner one becomes a row.
    #[inline]
    pub(super) fn visit_grandson<M: Memory<G>, O: Observer<G>>(
        &mut self,
        search: &mut Search<'_, G, M, O>,
        above: SlotId,
    ) -> Result<Node, Stopped> {
        let slot = &self.slots[above as usize];
        let min = slot.position.as_ref().expect("a slot with sons has a position");
        let (ply, depth, position, place) = if slot.relay {
            (slot.ply, slot.depth, min.clone(), 0)
        } else {
            let play = self.plays.get(slot.plays, slot.son);
            let index = self.plays.index(slot.plays, slot.son);
            (slot.ply + 1, slot.depth.child(), search.game.play(min, play), index)
        };
        if depth.is_horizon() {
            // Most nodes are leaves at the horizon.
            search.budget.tick()?;
            let visit = Visit { position: &position, ply: usize::from(ply), depth, place };
            let known = search.known_leaf(visit);
            let value = known.unwrap_or_else(|| search.horizon(visit));
            return Ok(Node::Leaf(self.view.value(value.score, search.game.mover(&position))));
        }
        self.expand_grandson(search, above, position, (ply, depth), place)
    }

    /// The rest of [`Rows::visit_grandson`], for nodes above the horizon.
    fn expand_grandson<M: Memory<G>, O: Observer<G>>(
        &mut self,
        search: &mut Search<'_, G, M, O>,
        above: SlotId,
        position: G::Position,
        (ply, depth): (u16, Depth),
        place: u16,
    ) -> Result<Node, Stopped> {
        let mover = search.game.mover(&position);
        // One relay never follows another, even in a game that names its movers at random.
        let relay = !self.view.is_max(mover) && (above == ROOT || !self.slots[above as usize].relay);
        let row = if relay {
            self.take_row(1, above, position)
        } else {
            match search.look_for_list(Visit { position: &position, ply: usize::from(ply), depth, place })? {
                Look::Leaf(value) => return Ok(Node::Leaf(self.view.value(value.score, mover))),
                Look::Inner(list) => {
                    let width = u16::try_from(search.moves.len()).expect("a search refuses longer lists");
                    let row = self.take_row(width, above, position);
                    self.plays.set(&mut self.rows[row as usize].plays, search.moves.open_list());
                    search.moves.close(list);
                    row
                }
            }
        };
        let new = &mut self.rows[row as usize];
        (new.ply, new.depth, new.relay) = (ply, depth, relay);
        self.slots[above as usize].below = row;
        Ok(Node::Inner)
    }
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'_, G, M, O> {
    /// Looks at a node of a list algorithm, see [`Search::look_ranked`].
    #[inline]
    pub(super) fn look_for_list(&mut self, visit: Visit<'_, G::Position>) -> Result<Look, Stopped> {
        self.budget.tick()?;
        if visit.ply >= Budget::MAX_PLY {
            return Err(Stopped::Endless);
        }
        Ok(self.look_ranked(visit))
    }
}
