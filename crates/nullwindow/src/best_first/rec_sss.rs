//! RecSSS*: recursive, with an OPEN array.
//!
//! **Source.** \[CPW\], after Bhattacharya and Bagchi (1990) and Reinefeld (1994).
//! **Cost.** The leaves of SSS*, in its order; no sorting, no purge.
//! **When to use it.** As the fastest form of SSS* on trees without transpositions.
//!
//! **Differences from the paper.**
//! 1. Its OPEN array has room for one solution tree of a uniform game. Here rows are created as needed and reused
//!    (`rows.rs`), so width and depth need not be known.
//! 2. The step to the right brother applies to grandsons only: taken literally, it gives wrong values at odd depths.
//! 3. The outer loop runs until the root is solved, and the root's merit is kept between passes.
//! 4. All grandsons are scanned for the highest only if it is neither the last one refined nor one that is not visited
//!    yet.
//!
//! ```text
//! if n is leaf: s(n) := SOLVED; return min(eval(n), h(n))            visit_grandson
//! if s(n) = UNEXPANDED: insert sons or left grandsons                fill, visit_son
//! g := highest h-valued grandson of n in OPEN                        highest
//! while h(g) = h(n) and s(g) != SOLVED do
//!     h(g) := RecSSS*(g)                                             advance
//!     if s(g) = SOLVED and g has a right brother: replace g by it    advance
//! if s(g) = SOLVED: s(n) := SOLVED
//! return h(g)
//! ```

use super::perspective::Perspective;
use super::rows::{NONE, NodeRef, ROOT, RowId, Rows, SlotId, VisitedNode};
use crate::algorithm::{Algorithm, Task};
use crate::observe::{ListStep, Observer, Status};
use crate::outcome::SearchReport;
use crate::worker::Value;
use crate::{Context, Score, Stopped, Window, Worker};

/// RecSSS*. It uses no memory but its OPEN array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RecSssStar;

impl Algorithm for RecSssStar {
    fn name(&self) -> String {
        "rec-sss*".to_owned()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let view = Perspective::straight(worker.game, task.root);
        worker.pass(task, Window::FULL, report, |worker, _| rec_sss(worker, task, view))?;
        Ok(())
    }
}

/// Returns the value of the root, for its mover.
pub(super) fn rec_sss<C: Context>(
    worker: &mut Worker<'_, C>,
    task: &Task<'_, C::Position>,
    view: Perspective,
) -> Result<Value, Stopped> {
    let tree = Rows::new(worker.arenas.rows.take(), view, task.root, task.depth);
    let mut recursion = Recursion { tree, worker };
    let merit = recursion.solve_root();
    let Recursion { tree, worker } = recursion;
    worker.arenas.rows = Some(tree);
    Ok(worker.value_at_root(view.at_root(merit?)))
}

/// A RecSSS* search in progress.
struct Recursion<'s, 'a, C: Context> {
    tree: Rows<C::Game>,
    worker: &'s mut Worker<'a, C>,
}

impl<C: Context> Recursion<'_, '_, C> {
    /// Lowers the merit of the root until it is solved.
    fn solve_root(&mut self) -> Result<Score, Stopped> {
        let mut h = Score::INFINITY;
        self.observe_put(NodeRef::Max(ROOT), (Status::Live, h));
        loop {
            let (merit, solved) = self.grandson(ROOT, h)?;
            h = merit;
            if solved {
                self.observe_take(NodeRef::Max(ROOT), (Status::Solved, h), 0);
                return Ok(h);
            }
        }
    }

    /// Runs RecSSS*(n) for the grandson n of a slot. Returns its new merit, at most `h`, and whether n is solved.
    #[inline]
    fn grandson(&mut self, slot: SlotId, h: Score) -> Result<(Score, bool), Stopped> {
        if self.tree.slots[slot as usize].below == NONE {
            match self.tree.visit_grandson(self.worker, slot)? {
                VisitedNode::Leaf(f) => {
                    self.replace(
                        NodeRef::Max(slot),
                        (Status::Live, h),
                        4,
                        NodeRef::Max(slot),
                        (Status::Solved, f.min(h)),
                    );
                    return Ok((f.min(h), true));
                }
                VisitedNode::Inner => self.expand(slot, h),
            }
        }
        self.refine(slot, h)
    }

    /// Runs RecSSS*(n) for an expanded n: refines its highest grandsons while they are as high as n.
    fn refine(&mut self, slot: SlotId, h: Score) -> Result<(Score, bool), Stopped> {
        let row = self.tree.slots[slot as usize].below;
        let mut place = self.tree.rows[row as usize].best; // its merit is `h`
        loop {
            let g = self.tree.rows[row as usize].first + u32::from(place);
            let merit = self.tree.merits[g as usize];
            let fresh = place >= self.tree.rows[row as usize].live;
            if !fresh && self.tree.slots[g as usize].solved {
                if slot == ROOT {
                    self.worker.root_best = self.tree.root_move(g);
                }
                self.tree.drop_row(row);
                self.tree.slots[slot as usize].below = NONE;
                self.tree.observe(self.worker, NodeRef::Max(slot), |path| ListStep::Purge { path });
                self.observe_put(NodeRef::Max(slot), (Status::Solved, merit));
                return Ok((merit, true));
            }
            if merit < h {
                return Ok((merit, false));
            }
            self.advance(row, place, g, h)?;
            place = self.highest(row, place, h);
        }
    }

    /// Refines one slot whose merit is `h`.
    fn advance(&mut self, row: RowId, place: u16, g: SlotId, h: Score) -> Result<(), Stopped> {
        if place >= self.tree.rows[row as usize].live {
            self.tree.rows[row as usize].live = place + 1;
            if let VisitedNode::Leaf(f) = self.tree.visit_son(self.worker, g)? {
                self.replace(NodeRef::Min(g), (Status::Live, h), 4, NodeRef::Min(g), (Status::Solved, f.min(h)));
                self.tree.merits[g as usize] = f.min(h);
                self.tree.slots[g as usize].solved = true;
                return Ok(());
            }
            self.replace(NodeRef::Min(g), (Status::Live, h), 5, NodeRef::Max(g), (Status::Live, h));
        }
        // While sons of the MIN node are solved at `h`, the right brother takes the place of each and is still the
        // highest: continue with it at once.
        loop {
            let (merit, solved) = self.grandson(g, h)?;
            if merit < h {
                self.tree.lower(g, merit);
            }
            if !solved {
                return Ok(());
            }
            let slot = &mut self.tree.slots[g as usize];
            if slot.son + 1 == slot.sons {
                slot.solved = true;
                self.replace(NodeRef::Max(g), (Status::Solved, merit), 3, NodeRef::Min(g), (Status::Solved, merit));
                return Ok(());
            }
            self.observe_take(NodeRef::Max(g), (Status::Solved, merit), 2);
            self.tree.slots[g as usize].son += 1;
            self.observe_put(NodeRef::Max(g), (Status::Live, merit));
            if merit < h {
                return Ok(());
            }
        }
    }

    /// Sets the merits of a new row to the merit of its MAX node.
    fn expand(&mut self, slot: SlotId, h: Score) {
        let row = self.tree.slots[slot as usize].below;
        let (first, width) = (self.tree.rows[row as usize].first, self.tree.rows[row as usize].width());
        self.tree.fill(row, 0, width, h);
        if self.worker.observer.wants_steps() {
            self.observe_take(NodeRef::Max(slot), (Status::Live, h), 6);
            (first..first + u32::from(width)).for_each(|son| self.observe_put(NodeRef::Min(son), (Status::Live, h)));
        }
    }

    /// Reports that an entry of the array is replaced, by a case of the operator of SSS*.
    #[inline]
    fn replace(&mut self, old: NodeRef, was: (Status, Score), case: u8, new: NodeRef, is: (Status, Score)) {
        self.observe_take(old, was, case);
        self.observe_put(new, is);
    }

    #[inline]
    fn observe_take(&mut self, at: NodeRef, (status, merit): (Status, Score), case: u8) {
        self.tree.observe(self.worker, at, |path| ListStep::Take { path, status, merit, case });
    }

    #[inline]
    fn observe_put(&mut self, at: NodeRef, (status, merit): (Status, Score)) {
        self.tree.observe(self.worker, at, |path| ListStep::Put { path, status, merit });
    }

    /// Returns the place of the highest merit in a row, the first among equals, after the one at `place` was refined.
    #[inline]
    fn highest(&mut self, row: RowId, place: u16, h: Score) -> u16 {
        let here = &self.tree.rows[row as usize];
        if self.tree.merits[(here.first + u32::from(place)) as usize] == h {
            return place;
        }
        // Slots that are not visited yet still have the merit `h` of their MAX node.
        if here.live < here.to {
            return here.live;
        }
        self.tree.choose(row);
        self.tree.rows[row as usize].best
    }
}
