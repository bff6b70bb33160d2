//! PS*(k), phased search with k partitions.
//!
//! **Source.** Paper 004, Table 1. **Cost.** Between SSS*, which is PS*(1), and Alpha-Beta, which is PS*(w);
//! OPEN holds up to `(w/k)^ceil(d/2)` states. **When to use it.** To see that SSS* and Alpha-Beta are the two
//! ends of one scale.
//!
//! **Differences from the paper**, all needed to be correct and to give its figures:
//! 1. `low(m)` is the largest lower bound in BACKUP of m and all its MAX ancestors, at the time of use.
//! 2. 3a to 3c: let c be n if n is a MIN leaf, else n's parent, and m the parent of c. If the score exceeds
//!    low(m), insert (n, solved, score). Otherwise insert (c, solved, score), the score raised to low(m) if
//!    c is the last of its partition. As printed, MIN leaves are exempt, which gives wrong values at odd
//!    depths.
//! 3. 6b takes a deepest incompletely searched descendant whose upper bound exceeds low(i), the leftmost
//!    first, purges its old partition, and stacks the next one with the node's upper bound as merit.
//! 4. 6b, missing in the paper: where no descendant and no partition of i is left, i is solved at low(i).
//! 5. k need not divide w: partitions have `ceil(w/k)` sons, the last one what is left. The width may differ
//!    from node to node.
//! 6. BACKUP is the rows of `rows.rs`, OPEN the tournament over them (`open.rs`).
//!
//! ```text
//! case  state (n, s, h), i = parent(n)      what Gamma does
//! 1     live, MAX                           stack the first partition; BACKUP (n, low, h)
//! 2     live, MIN                           stack (first son, live, h)
//! 3     live, leaf                          score := min(h, f(n)); see 2. above
//! 4     solved, MAX, has a next brother     a: h > low: stack (next, live, h); b: stack (i, solved, h)
//! 5     solved, MAX, is the last            stack (i, solved, h)
//! 6     solved, MIN                         low(i) := max(low(i), h); a: low >= high: solve i;
//!                                           b: the next partition, see 3. and 4. above
//! ```

use super::open::{At, Open, tell};
use super::rows::{NONE, Node, ROOT, RowId, SlotId};
use super::view::View;
use crate::algorithm::{Algorithm, Task};
use crate::memory::Memory;
use crate::observe::{Observer, Status, Step};
use crate::outcome::Report;
use crate::search::Value;
use crate::{Evaluator, Score, Search, Stopped, Window};
use std::num::NonZeroU16;

/// Phased search. It uses no memory but its two lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PsStar {
    k: NonZeroU16,
}

impl PsStar {
    /// PS*(k), or `None` for k = 0.
    #[must_use]
    pub fn new(k: u16) -> Option<PsStar> {
        NonZeroU16::new(k).map(|k| PsStar { k })
    }

    /// The size of a partition among `width` sons.
    fn size(self, width: u16) -> u16 {
        width.div_ceil(self.k.get()).max(1)
    }
}

impl Algorithm for PsStar {
    fn name(&self) -> String {
        format!("ps*({})", self.k)
    }

    fn search<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        let view = View::straight(search.game, task.root);
        search.pass(task, Window::FULL, report, |search, _| {
            let open = Open::new(view, task.root, task.depth);
            Phased { ps: *self, open, plays: Vec::new(), search }.run()
        })?;
        Ok(())
    }
}

/// A phased search under way.
struct Phased<'s, 'a, G: Evaluator, M, O> {
    ps: PsStar,
    open: Open<G>,
    plays: Vec<G::Move>,
    search: &'s mut Search<'a, G, M, O>,
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Phased<'_, '_, G, M, O> {
    fn run(mut self) -> Result<Value, Stopped> {
        self.put(At::Max(ROOT), Status::Live, Score::INFINITY);
        loop {
            let state = self.open.take();
            let (at, h) = (state.at, state.merit);
            match (state.status, at) {
                (Status::Solved, At::Max(ROOT)) => {
                    self.took(at, state.status, h, 0);
                    return Ok(self.search.value_at_root(h));
                }
                (Status::Live, At::Max(slot)) => {
                    match self.open.tree.visit_grandson(self.search, slot, &mut self.plays)? {
                        Node::Leaf(f) => self.leaf(at, slot, h, f),
                        Node::Inner => self.expand(at, slot, h),
                    }
                }
                (Status::Live, At::Min(slot)) => match self.open.tree.visit_son(self.search, slot)? {
                    Node::Leaf(f) => self.leaf(at, slot, h, f),
                    Node::Inner => {
                        self.took(at, state.status, h, 2);
                        self.stack(At::Max(slot), Status::Live, h);
                    }
                },
                (Status::Solved, At::Max(slot)) => self.solved_max(slot, h),
                (Status::Solved, At::Min(slot)) => self.solved_min(slot, h),
            }
            self.search.observer.lists(self.open.states, self.open.tree.used);
        }
    }

    /// Case 1.
    fn expand(&mut self, at: At, slot: SlotId, h: Score) {
        self.took(at, Status::Live, h, 1);
        let row = self.open.tree.slots[slot as usize].below;
        let size = self.ps.size(self.open.tree.rows[row as usize].width());
        self.stack_partition(row, 0, size, h, 1);
    }

    /// Case 3.
    fn leaf(&mut self, at: At, slot: SlotId, h: Score, f: Score) {
        self.took(at, Status::Live, h, 3);
        let row = self.open.tree.slots[slot as usize].row;
        let low = self.low(row);
        let score = h.min(f);
        let (at, score) = if score > low {
            (at, score)
        } else if self.open.tree.place(slot) + 1 == self.open.tree.rows[row as usize].to {
            (At::Min(slot), low)
        } else {
            (At::Min(slot), score)
        };
        self.open.insert(at, score);
        self.put(at, Status::Solved, score);
    }

    /// Cases 4 and 5.
    fn solved_max(&mut self, slot: SlotId, h: Score) {
        let here = &self.open.tree.slots[slot as usize];
        let last = here.son + 1 == here.sons;
        self.took(At::Max(slot), Status::Solved, h, if last { 5 } else { 4 });
        let row = self.open.tree.slots[slot as usize].row;
        if last || h <= self.low(row) {
            self.stack(At::Min(slot), Status::Solved, h);
        } else {
            self.open.tree.slots[slot as usize].son += 1;
            self.stack(At::Max(slot), Status::Live, h);
        }
    }

    /// Case 6.
    fn solved_min(&mut self, slot: SlotId, h: Score) {
        self.took(At::Min(slot), Status::Solved, h, 6);
        let tree = &mut self.open.tree;
        let i = tree.slots[slot as usize].row;
        tree.merits[slot as usize] = Score::NEG_INFINITY;
        self.open.states -= 1;
        let above = tree.rows[i as usize].above;
        if h > tree.rows[i as usize].low {
            tree.rows[i as usize].low = h;
            if above == ROOT {
                self.search.root_best = tree.root_move(slot).map(|play| (tree.place(slot), play));
            }
        }
        let low = self.low(i);
        let high = self.open.tree.rows[i as usize].high;
        let unsearched = if low < high { self.unsearched(i, low) } else { None };
        match unsearched {
            Some(row) => {
                let out = self.open.tree.empty(row);
                let parent = At::Max(self.open.tree.rows[row as usize].above);
                tell(self.search, &self.open, parent, |path| Step::Purge { path });
                let here = &self.open.tree.rows[row as usize];
                let (from, width, high) = (here.to, here.width(), here.high);
                self.stack_partition(row, from, width.min(from + self.ps.size(width)), high, out);
            }
            None => {
                let merit = low.min(high);
                self.open.solve(i, merit);
                tell(self.search, &self.open, At::Max(above), |path| Step::Purge { path });
                self.put(At::Max(above), Status::Solved, merit);
            }
        }
    }

    /// The row whose next partition is searched next: a deepest one below `i` that can still exceed
    /// `low`, the leftmost first; or `i` itself.
    fn unsearched(&self, i: RowId, low: Score) -> Option<RowId> {
        fn deepest<G: Evaluator>(open: &Open<G>, row: RowId, low: Score, level: usize) -> Option<(usize, RowId)> {
            let here = &open.tree.rows[row as usize];
            let own = (here.to < here.width() && here.high > low).then_some((level, row));
            let slots = here.first + u32::from(here.from)..here.first + u32::from(here.to);
            slots
                .map(|slot| open.tree.slots[slot as usize].below)
                .filter(|&below| below != NONE)
                .filter_map(|below| deepest(open, below, low, level + 1))
                .fold(own, |best, new| match best {
                    Some(best) if best.0 >= new.0 => Some(best),
                    _ => Some(new),
                })
        }
        deepest(&self.open, i, low, 0).map(|(_, row)| row)
    }

    /// The largest lower bound of a node and its MAX ancestors.
    fn low(&self, row: RowId) -> Score {
        let tree = &self.open.tree;
        let mut low = Score::NEG_INFINITY;
        let mut at = row;
        while let Some(row) = tree.rows.get(at as usize) {
            low = low.max(row.low);
            at = tree.slots[row.above as usize].row;
        }
        low
    }

    fn stack_partition(&mut self, row: RowId, from: u16, to: u16, high: Score, out: usize) {
        self.open.stack_sons(row, from, to, high, out);
        if O::STEPS {
            let here = &self.open.tree.rows[row as usize];
            let (first, above, low) = (here.first, here.above, here.low);
            tell(self.search, &self.open, At::Max(above), |path| Step::Backup { path, last: to, low, high });
            for son in first + u32::from(from)..first + u32::from(to) {
                self.put(At::Min(son), Status::Live, high);
            }
        }
    }

    fn stack(&mut self, at: At, status: Status, merit: Score) {
        self.open.stack(at, status, merit);
        self.put(at, status, merit);
    }

    fn put(&mut self, at: At, status: Status, merit: Score) {
        tell(self.search, &self.open, at, |path| Step::Put { path, status, merit });
    }

    fn took(&mut self, at: At, status: Status, merit: Score, case: u8) {
        tell(self.search, &self.open, at, |path| Step::Take { path, status, merit, case });
    }
}
