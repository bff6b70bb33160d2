//! The OPEN list: entries in the order of their merits, ties left-first.
//!
//! Stockman's list is sorted: removing the front is cheap, but inserting an entry and purging the descendants of a node
//! are linear in its length, and OPEN is as long as a max solution tree is wide. Here the entries *are* the frontier of
//! the max solution tree of `rows.rs`, and the order is a tournament over it: every row knows its best slot.
//!
//! - **Insert**: one merit is written. Rows on the path up select their best slot again, by one scan each, until a row
//!   whose best is still the highest of all.
//! - **Front**: from that row, or from the root, down along the best slots.
//! - **Purge**: the row of the node is dropped; each row is created and dropped once.
//!
//! For width `w` and depth `d` a step costs at most `w * d / 2` instead of `w^(d/2)`. And because the walk starts where
//! the last one ended (a *finger*), it rarely climbs far.

use super::perspective::Perspective;
use super::rows::{NONE, NodeRef, ROOT, RowId, Rows, VisitedNode};
use crate::observe::{ListStep, Observer, Status};
use crate::{Context, Depth, Score, Stopped, Worker};

/// An entry of OPEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OpenEntry {
    pub(super) at: NodeRef,
    pub(super) status: Status,
    pub(super) merit: Score,
}

/// The OPEN list without its front. Every operation that inserts entries removes and returns the new front.
pub(super) struct OpenList<'s, 'a, C: Context> {
    pub(super) tree: Rows<C::Game>,
    pub(super) worker: &'s mut Worker<'a, C>,
    /// The highest merit, which is that of the front.
    top: Score,
    /// The number of entries, including the front.
    pub(super) states: usize,
}

impl<'s, 'a, C: Context> OpenList<'s, 'a, C> {
    /// Creates an OPEN list with the root alone, live and at the front.
    pub(super) fn new(
        worker: &'s mut Worker<'a, C>,
        view: Perspective,
        root: &C::Position,
        depth: Depth,
    ) -> (OpenList<'s, 'a, C>, OpenEntry) {
        let tree = Rows::new(worker.arenas.rows.take(), view, root, depth);
        let mut open = OpenList { tree, worker, top: Score::INFINITY, states: 1 };
        let front = open.stack(NodeRef::Max(ROOT), Status::Live, Score::INFINITY);
        (open, front)
    }

    /// Ends the algorithm and keeps the tree for the next search.
    pub(super) fn close(self) {
        self.worker.arenas.rows = Some(self.tree);
    }

    /// Visits a live node. An inner MAX node gets a row.
    #[inline]
    pub(super) fn visit(&mut self, at: NodeRef) -> Result<VisitedNode, Stopped> {
        match at {
            NodeRef::Max(slot) => self.tree.visit_grandson(self.worker, slot),
            NodeRef::Min(slot) => self.tree.visit_son(self.worker, slot),
        }
    }

    /// Inserts an entry in front of all others.
    #[inline]
    pub(super) fn stack(&mut self, at: NodeRef, status: Status, merit: Score) -> OpenEntry {
        self.observe(at, |path| ListStep::Put { path, status, merit });
        self.top = merit;
        OpenEntry { at, status, merit }
    }

    /// Inserts a solved node, taken from the front: behind higher merits, and behind equal ones to its left.
    #[inline]
    pub(super) fn insert(&mut self, at: NodeRef, merit: Score) -> OpenEntry {
        // The node was the front, so entries of equal merit lie to its right: it is the front again.
        if merit >= self.top {
            return self.stack(at, Status::Solved, merit);
        }
        self.observe(at, |path| ListStep::Put { path, status: Status::Solved, merit });
        let slot = match at {
            NodeRef::Max(slot) => slot,
            NodeRef::Min(slot) => {
                // Marks the MIN son itself as the entry, rather than its MAX son.
                self.tree.slots[slot as usize].sons = 0;
                slot
            }
        };
        self.tree.lower(slot, merit);
        self.front(self.tree.slots[slot as usize].row)
    }

    /// Inserts the sons `from..to` of a row at the front, live, in place of `out` other entries.
    pub(super) fn stack_sons(&mut self, row: RowId, from: u16, to: u16, merit: Score, out: usize) -> OpenEntry {
        self.tree.fill(row, from, to, merit);
        self.states += usize::from(to - from);
        self.states -= out;
        self.top = merit;
        if self.worker.observer.wants_steps() {
            let first = self.tree.rows[row as usize].first;
            for son in first + u32::from(from)..first + u32::from(to) {
                self.observe(NodeRef::Min(son), |path| ListStep::Put { path, status: Status::Live, merit });
            }
        }
        self.front(row)
    }

    /// Removes everything below the node of a row from OPEN, and inserts the node itself at the front, solved.
    pub(super) fn solve(&mut self, row: RowId, merit: Score) -> OpenEntry {
        let above = self.tree.rows[row as usize].above;
        self.states -= self.tree.drop_row(row);
        self.states += 1;
        self.tree.slots[above as usize].below = NONE;
        self.observe(NodeRef::Max(above), |path| ListStep::Purge { path });
        self.stack(NodeRef::Max(above), Status::Solved, merit)
    }

    /// Returns the front after a change in `row`. Rows select their best slot again on the path up, until one has the
    /// highest merit of all.
    #[inline]
    fn front(&mut self, mut row: RowId) -> OpenEntry {
        loop {
            if let Some(live) = self.next_live(row) {
                return live;
            }
            let best = self.tree.choose(row);
            let above = self.tree.rows[row as usize].above;
            // No merit exceeds `top`: a row that reaches it leads to the front.
            if best == self.top || above == ROOT {
                self.top = best;
                return self.descend(row);
            }
            self.tree.lower(above, best);
            row = self.tree.slots[above as usize].row;
        }
    }

    /// Returns the next live slot of a row, if it has the highest merit of all: all slots before it have lower merits.
    #[inline]
    fn next_live(&mut self, row: RowId) -> Option<OpenEntry> {
        let here = &mut self.tree.rows[row as usize];
        (here.live < here.to && here.high == self.top).then(|| {
            let slot = here.first + u32::from(here.live);
            here.live += 1;
            OpenEntry { at: NodeRef::Min(slot), status: Status::Live, merit: self.top }
        })
    }

    /// Returns the entry at the end of the best slots below `row`.
    #[inline]
    fn descend(&mut self, mut row: RowId) -> OpenEntry {
        let merit = self.top;
        loop {
            let here = &mut self.tree.rows[row as usize];
            let slot = here.first + u32::from(here.best);
            // Not visited yet: the slot is a live MIN node.
            if here.best >= here.live {
                here.live = here.best + 1;
                return OpenEntry { at: NodeRef::Min(slot), status: Status::Live, merit };
            }
            let son = &self.tree.slots[slot as usize];
            if son.below == NONE {
                let at = if son.sons == 0 { NodeRef::Min(slot) } else { NodeRef::Max(slot) };
                return OpenEntry { at, status: Status::Solved, merit };
            }
            row = son.below;
        }
    }

    /// Reports which case of the operator applies to the front, if the observer wants steps.
    #[inline]
    pub(super) fn observe_take(&mut self, state: OpenEntry, case: u8) {
        let OpenEntry { at, status, merit } = state;
        self.observe(at, |path| ListStep::Take { path, status, merit, case });
    }

    /// Reports a step at a node, if the observer wants steps.
    #[inline]
    pub(super) fn observe(&mut self, at: NodeRef, step: impl for<'p> FnOnce(&'p [u16]) -> ListStep<'p>) {
        self.tree.observe(self.worker, at, step);
    }
}
