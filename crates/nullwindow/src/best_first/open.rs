//! The OPEN list: states of nodes in the order of their merits, ties left-first.
//!
//! Stockman's list is sorted; taking the front is cheap, but putting a state into its place and purging
//! the descendants of a node walk through it, and OPEN is as long as a max solution tree is wide. Here
//! the states *are* the ends of the max solution tree of `rows.rs`, and the order is a tournament over
//! it: every row knows its best slot.
//!
//! - **Put**: one merit is written. Rows on the way up choose their best again, one scan of a row each,
//!   only until a row whose best is still the highest of all.
//! - **Front**: from that row, or from the root, down along the best slots.
//! - **Purge**: the row of the node is dropped; each row is made and dropped once.
//!
//! So for width `w` and depth `d` a step costs at most `w * d / 2`, and not `w^(d/2)`; and because the
//! walk begins where the last one ended (the *finger*), it seldom climbs far.

use super::rows::{NONE, ROOT, RowId, Rows, SlotId};
use super::view::View;
use crate::memory::Memory;
use crate::observe::{Observer, Status, Step};
use crate::{Depth, Evaluator, Score, Search};

/// A node: the MIN son of a slot or its MAX grandson. The grandson of [`ROOT`] is the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum At {
    Min(SlotId),
    Max(SlotId),
}

/// An entry of OPEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) at: At,
    pub(super) status: Status,
    pub(super) merit: Score,
}

pub(super) struct Open<G: crate::Game> {
    pub(super) tree: Rows<G>,
    /// The state at the front, if it is known.
    front: Option<State>,
    /// The highest merit.
    top: Score,
    /// The row in which a merit was written last.
    finger: RowId,
    /// How many states there are.
    pub(super) states: usize,
}

impl<G: Evaluator> Open<G> {
    /// OPEN with the root in it, live and of the highest merit.
    pub(super) fn new(view: View, root: &G::Position, depth: Depth) -> Open<G> {
        let state = State { at: At::Max(ROOT), status: Status::Live, merit: Score::INFINITY };
        Open { tree: Rows::new(view, root, depth), front: Some(state), top: Score::INFINITY, finger: NONE, states: 1 }
    }

    /// Takes the front off.
    #[inline]
    pub(super) fn take(&mut self) -> State {
        if let Some(state) = self.front.take() {
            return state;
        }
        let mut row = self.finger;
        loop {
            let Some(live) = self.next_live(row) else {
                let best = self.tree.choose(row);
                let above = self.tree.rows[row as usize].above;
                if best == self.top || above == ROOT {
                    self.top = best;
                    return self.descend(row);
                }
                self.tree.lower(above, best);
                row = self.tree.slots[above as usize].row;
                continue;
            };
            return live;
        }
    }

    /// The next live slot of a row, if it has the highest merit of all: all slots before it are lower.
    #[inline]
    fn next_live(&mut self, row: RowId) -> Option<State> {
        let here = &mut self.tree.rows[row as usize];
        (here.live < here.to && here.high == self.top).then(|| {
            let slot = here.first + u32::from(here.live);
            here.live += 1;
            State { at: At::Min(slot), status: Status::Live, merit: self.top }
        })
    }

    /// The state at the end of the best slots below `row`.
    #[inline]
    fn descend(&mut self, mut row: RowId) -> State {
        loop {
            let here = &mut self.tree.rows[row as usize];
            let slot = here.first + u32::from(here.best);
            if here.best >= here.live {
                here.live = here.best + 1;
                return State { at: At::Min(slot), status: Status::Live, merit: self.top };
            }
            let Some(end) = self.end(slot) else {
                row = self.tree.slots[slot as usize].below;
                continue;
            };
            return end;
        }
    }

    /// The solved state in a slot whose grandson is not expanded.
    #[inline]
    fn end(&self, slot: SlotId) -> Option<State> {
        let here = &self.tree.slots[slot as usize];
        (here.below == NONE).then(|| {
            let at = if here.sons == 0 { At::Min(slot) } else { At::Max(slot) };
            State { at, status: Status::Solved, merit: self.top }
        })
    }

    /// Puts a state in front of all others.
    #[inline]
    pub(super) fn stack(&mut self, at: At, status: Status, merit: Score) {
        self.top = merit;
        self.front = Some(State { at, status, merit });
    }

    /// Puts a solved node into its place: behind higher merits, and behind equal ones to its left. Taken
    /// from the front, it has nothing of its merit to its left.
    #[inline]
    pub(super) fn insert(&mut self, at: At, merit: Score) {
        if merit >= self.top {
            self.stack(at, Status::Solved, merit);
            return;
        }
        let slot = match at {
            At::Min(slot) => {
                self.tree.slots[slot as usize].sons = 0;
                slot
            }
            At::Max(slot) => slot,
        };
        self.tree.lower(slot, merit);
        self.finger = self.tree.slots[slot as usize].row;
    }

    /// Puts the sons of a row from `from` to `to` in front, live, in the place of `out` other states.
    pub(super) fn stack_sons(&mut self, row: RowId, from: u16, to: u16, merit: Score, out: usize) {
        self.tree.fill(row, from, to, merit);
        self.states += usize::from(to - from);
        self.states -= out;
        self.top = merit;
        self.finger = row;
        self.front = self.next_live(row);
    }

    /// Takes everything below a row's node out of OPEN and leaves the node itself, solved, in front.
    pub(super) fn solve(&mut self, row: RowId, merit: Score) {
        let above = self.tree.rows[row as usize].above;
        self.states -= self.tree.drop_row(row);
        self.states += 1;
        self.tree.slots[above as usize].below = NONE;
        self.stack(At::Max(above), Status::Solved, merit);
    }

    pub(super) fn path(&self, at: At) -> Vec<u16> {
        match at {
            At::Min(slot) => self.tree.path(slot, false),
            At::Max(slot) => self.tree.path(slot, true),
        }
    }
}

/// Tells an observer that asked for it what happens to OPEN.
pub(super) fn tell<G: Evaluator, M: Memory<G>, O: Observer<G>>(
    search: &mut Search<'_, G, M, O>,
    open: &Open<G>,
    at: At,
    step: impl for<'p> FnOnce(&'p [u16]) -> Step<'p>,
) {
    if O::STEPS {
        search.observer.step(step(&open.path(at)));
    }
}
