//! PS*(k), phased search with k partitions.
//!
//! **Source.** \[SM86\], Table 1.
//! **Cost.** PS*(1) is SSS* and PS*(w) is Alpha-Beta; for other k the cost on ordered trees lies between; OPEN holds up
//! to `(w/k)^ceil(d/2)` entries.
//! **When to use it.** To see SSS* and Alpha-Beta as the two ends of one scale.
//!
//! **Differences from the paper**, all needed for correct values and for its figures:
//! 1. `low(m)` is the largest lower bound in BACKUP of m and all its MAX ancestors, at the time of use.
//! 2. 3a to 3c: let c be n if n is a MIN leaf, else the parent of n, and m the parent of c. If the score exceeds
//!    low(m), insert (n, solved, score). Otherwise insert (c, solved, score), the score raised to low(m) if c is the
//!    last of its partition. As printed, MIN leaves are exempt, which gives wrong values at odd depths.
//! 3. 6b selects a deepest incompletely searched descendant whose upper bound exceeds low(i), the leftmost first,
//!    purges its old partition, and stacks the next one with the upper bound of the node as merit.
//! 4. 6b, missing in the paper: if no descendant and no partition of i is left, i is solved at low(i).
//! 5. k need not divide w: partitions have `ceil(w/k)` sons, the last one the remainder. The width may differ from node
//!    to node.
//! 6. BACKUP is the rows of `rows.rs`, and OPEN is the tournament over them (`open.rs`).
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

use super::open::{OpenEntry, OpenList};
use super::perspective::Perspective;
use super::rows::{NONE, NodeRef, ROOT, RowId, Rows, SlotId, SlotRow, VisitedNode};
use crate::algorithm::{Algorithm, Task};
use crate::observe::{ListStep, Observer, Status};
use crate::outcome::SearchReport;
use crate::{Context, Evaluator, Score, Stopped, Window, Worker};
use std::num::NonZeroU16;

/// Phased search. It uses no memory but its two lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PsStar {
    k: NonZeroU16,
    growing: bool,
}

impl PsStar {
    /// Creates PS*(k); returns `None` for k = 0.
    #[must_use]
    pub fn new(k: u16) -> Option<PsStar> {
        NonZeroU16::new(k).map(|k| PsStar { k, growing: false })
    }

    /// Creates PS* with k partitions of growing sizes, in the proportion 1 : 2 : ... : k; returns `None` for k = 0.
    ///
    /// \[SM86\], section 5, leaves unequal partitions to future work, and expects that small first partitions find a bound
    /// that keeps the later, larger ones short.
    #[must_use]
    pub fn growing(k: u16) -> Option<PsStar> {
        NonZeroU16::new(k).map(|k| PsStar { k, growing: true })
    }

    /// Returns the end of the partition that begins at the son `from`, among `width` sons.
    fn partition_end(self, from: u16, width: u16) -> u16 {
        let (k, from, width) = (u64::from(self.k.get()), u64::from(from), u64::from(width));
        let end = if self.growing {
            // The ends lie at width * p(p+1) / k(k+1), rounded up. Nodes with fewer sons than partitions skip some.
            let ends = (1..=k).map(|p| (width * p * (p + 1)).div_ceil(k * (k + 1)));
            ends.into_iter().find(|&end| end > from).unwrap_or(width)
        } else {
            from + width.div_ceil(k).max(1)
        };
        u16::try_from(end.min(width)).unwrap_or(u16::MAX)
    }
}

impl Algorithm for PsStar {
    fn name(&self) -> String {
        format!("ps*({}{})", self.k, if self.growing { "+" } else { "" })
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let view = Perspective::straight(worker.game, task.root);
        worker.pass(task, Window::FULL, report, |worker, _| {
            let (open, root) = OpenList::new(worker, view, task.root, task.depth);
            let mut phased = PhasedSearch { ps: *self, open };
            let value = phased.run(root).map(|merit| phased.open.worker.value_at_root(merit));
            phased.open.close();
            value
        })?;
        Ok(())
    }
}

/// A phased search in progress.
struct PhasedSearch<'s, 'a, C: Context> {
    ps: PsStar,
    open: OpenList<'s, 'a, C>,
}

impl<C: Context> PhasedSearch<'_, '_, C> {
    /// Applies the operator to the front of OPEN until the root is solved there, and returns its merit.
    fn run(&mut self, mut state: OpenEntry) -> Result<Score, Stopped> {
        loop {
            state = match (state.status, state.at) {
                (Status::Solved, NodeRef::Max(ROOT)) => {
                    self.open.observe_take(state, 0);
                    return Ok(state.merit);
                }
                (Status::Solved, NodeRef::Max(slot)) => self.solved_max(state, slot),
                (Status::Solved, NodeRef::Min(slot)) => self.solved_min(state, slot),
                (Status::Live, NodeRef::Max(slot)) => match self.open.visit(state.at)? {
                    VisitedNode::Inner => self.expand(state, slot),
                    VisitedNode::Leaf(f) => self.leaf(state, slot, f),
                },
                (Status::Live, NodeRef::Min(slot)) => match self.open.visit(state.at)? {
                    VisitedNode::Inner => {
                        self.open.observe_take(state, 2);
                        self.open.stack(NodeRef::Max(slot), Status::Live, state.merit)
                    }
                    VisitedNode::Leaf(f) => self.leaf(state, slot, f),
                },
            };
            self.open.worker.observer.lists(self.open.states, self.open.tree.used);
        }
    }

    /// Performs case 1: stacks the first partition.
    fn expand(&mut self, state: OpenEntry, slot: SlotId) -> OpenEntry {
        self.open.observe_take(state, 1);
        let row = self.open.tree.slots[slot as usize].below;
        let end = self.ps.partition_end(0, self.open.tree.rows[row as usize].width());
        self.stack_partition(row, 0, end, state.merit, 1)
    }

    /// Performs case 3: evaluates a leaf.
    fn leaf(&mut self, state: OpenEntry, slot: SlotId, f: Score) -> OpenEntry {
        self.open.observe_take(state, 3);
        let row = self.open.tree.slots[slot as usize].row;
        let low = self.low(row);
        let score = state.merit.min(f);
        if score > low {
            self.open.insert(state.at, score)
        } else if self.open.tree.place(slot) + 1 == self.open.tree.rows[row as usize].to {
            self.open.insert(NodeRef::Min(slot), low)
        } else {
            self.open.insert(NodeRef::Min(slot), score)
        }
    }

    /// Performs cases 4 and 5: continues with the next brother, or solves the parent.
    fn solved_max(&mut self, state: OpenEntry, slot: SlotId) -> OpenEntry {
        let here = &self.open.tree.slots[slot as usize];
        let (row, last) = (here.row, here.son + 1 == here.sons);
        self.open.observe_take(state, if last { 5 } else { 4 });
        if last || state.merit <= self.low(row) {
            self.open.stack(NodeRef::Min(slot), Status::Solved, state.merit)
        } else {
            self.open.tree.slots[slot as usize].son += 1;
            self.open.stack(NodeRef::Max(slot), Status::Live, state.merit)
        }
    }

    /// Performs case 6: raises the lower bound, and solves the parent or stacks the next partition.
    fn solved_min(&mut self, state: OpenEntry, slot: SlotId) -> OpenEntry {
        self.open.observe_take(state, 6);
        let tree = &mut self.open.tree;
        let i = tree.slots[slot as usize].row;
        // The slot has left OPEN without an entry of its own; `Rows::empty` must not count it again.
        tree.merits[slot as usize] = Score::NEG_INFINITY;
        self.open.states -= 1;
        if state.merit > tree.rows[i as usize].low {
            tree.rows[i as usize].low = state.merit;
            let SlotRow { above, low, high, to: last, .. } = tree.rows[i as usize];
            if above == ROOT {
                self.open.worker.root_best = tree.root_move(slot);
            }
            self.open.observe(NodeRef::Max(above), |path| ListStep::Backup { path, last, low, high });
        }
        let low = self.low(i);
        let high = self.open.tree.rows[i as usize].high;
        let unsearched = if low < high { self.unsearched(i, low) } else { None };
        match unsearched {
            Some(row) => self.next_partition(row),
            None => self.open.solve(i, low.min(high)),
        }
    }

    /// Replaces the partition of the node of a row by the next one.
    fn next_partition(&mut self, row: RowId) -> OpenEntry {
        let out = self.open.tree.empty(row);
        let here = &self.open.tree.rows[row as usize];
        let (from, width, high, above) = (here.to, here.width(), here.high, here.above);
        self.open.observe(NodeRef::Max(above), |path| ListStep::Purge { path });
        self.stack_partition(row, from, self.ps.partition_end(from, width), high, out)
    }

    /// Returns the row whose next partition is searched next: a deepest one below `i` that can still exceed `low`, the
    /// leftmost first; or `i` itself.
    fn unsearched(&self, i: RowId, low: Score) -> Option<RowId> {
        deepest(&self.open.tree, i, low, 0).map(|(_, row)| row)
    }

    /// Returns the largest lower bound of a node and its MAX ancestors.
    fn low(&self, row: RowId) -> Score {
        let tree = &self.open.tree;
        // Computed at the time of use: the bounds of ancestors rise while the node is in OPEN.
        let mut low = Score::NEG_INFINITY;
        let mut at = row;
        while let Some(row) = tree.rows.get(at as usize) {
            low = low.max(row.low);
            at = tree.slots[row.above as usize].row;
        }
        low
    }

    /// Stacks the sons `from..to` of a row, and reports the entry of its node in BACKUP.
    fn stack_partition(&mut self, row: RowId, from: u16, to: u16, high: Score, out: usize) -> OpenEntry {
        let (above, low) = (self.open.tree.rows[row as usize].above, self.open.tree.rows[row as usize].low);
        self.open.observe(NodeRef::Max(above), |path| ListStep::Backup { path, last: to, low, high });
        self.open.stack_sons(row, from, to, high, out)
    }
}

/// Returns a deepest row at or below `row` with a partition left and an upper bound above `low`, the leftmost first.
fn deepest<G: Evaluator>(tree: &Rows<G>, row: RowId, low: Score, level: usize) -> Option<(usize, RowId)> {
    let here = &tree.rows[row as usize];
    let own = (here.to < here.width() && here.high > low).then_some((level, row));
    let slots = here.first + u32::from(here.from)..here.first + u32::from(here.to);
    slots
        .map(|slot| tree.slots[slot as usize].below)
        .filter(|&below| below != NONE)
        .filter_map(|below| deepest(tree, below, low, level + 1))
        .fold(own, |best, new| match best {
            Some(best) if best.0 >= new.0 => Some(best),
            _ => Some(new),
        })
}
