//! Stockman's SSS*, with Campbell's correction.
//!
//! **Source.** \[PSPB96\], Fig. 1; \[CPW\].
//! **Cost.** It visits only leaves that Alpha-Beta visits; OPEN holds up to `w^ceil(d/2)` entries.
//! **When to use it.** To see the algorithm that MTD(+inf) reformulates.
//!
//! **Differences from the paper.**
//! 1. OPEN is a tournament over the solution tree (`open.rs`): no linear insertion, no linear purge.
//! 2. The live sons of case 6 are not inserted one by one: they are the slots of a new row.
//! 3. Case 4 inserts a solved leaf in front of equals to its right and behind equals to its left; any other rule breaks
//!    dominance.
//! 4. If a player moves twice, levels still alternate (`rows.rs`).
//!
//! ```text
//! case  state (n, s, h)                     what Gamma does
//! 1     solved, MIN                         stack (parent, solved, h); purge its descendants
//! 2     solved, MAX, has a next brother     stack (next, live, h)
//! 3     solved, MAX, is the last            stack (parent, solved, h)
//! 4     live, leaf                          insert (n, solved, min(h, f(n)))
//! 5     live, first son is MAX              stack (first son, live, h)
//! 6     live, first son is MIN              stack all sons, live, h
//! ```

use super::open::{OpenEntry, OpenList};
use super::perspective::Perspective;
use super::rows::{NodeRef, ROOT, SlotId, VisitedNode};
use crate::algorithm::{Algorithm, Task};
use crate::observe::{Observer, Status};
use crate::outcome::SearchReport;
use crate::worker::Value;
use crate::{Context, Score, Stopped, Window, Worker};

/// SSS*. It uses no memory but its OPEN list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SssStar;

impl Algorithm for SssStar {
    fn name(&self) -> String {
        "sss*".to_owned()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let view = Perspective::straight(worker.game, task.root);
        worker.pass(task, Window::FULL, report, |worker, _| sss_star(worker, task, view))?;
        Ok(())
    }
}

/// Returns the value of the root, for its mover.
pub(super) fn sss_star<C: Context>(
    worker: &mut Worker<'_, C>,
    task: &Task<'_, C::Position>,
    view: Perspective,
) -> Result<Value, Stopped> {
    let (mut open, root) = OpenList::new(worker, view, task.root, task.depth);
    let value = gamma(&mut open, root);
    let value = value.map(|merit| open.worker.value_at_root(view.at_root(merit)));
    open.close();
    value
}

/// Applies the operator to the front of OPEN until the root is solved there, and returns its merit.
fn gamma<C: Context>(open: &mut OpenList<'_, '_, C>, mut state: OpenEntry) -> Result<Score, Stopped> {
    loop {
        state = match (state.status, state.at) {
            (Status::Solved, NodeRef::Max(ROOT)) => {
                open.observe_take(state, 0);
                return Ok(state.merit);
            }
            (Status::Solved, NodeRef::Min(slot)) => case_1(open, state, slot),
            (Status::Solved, NodeRef::Max(slot)) => cases_2_and_3(open, state, slot),
            (Status::Live, _) => cases_4_to_6(open, state)?,
        };
    }
}

/// Performs case 1: a solved MIN node solves its parent, a MAX node.
fn case_1<C: Context>(open: &mut OpenList<'_, '_, C>, state: OpenEntry, slot: SlotId) -> OpenEntry {
    open.observe_take(state, 1);
    let row = open.tree.slots[slot as usize].row;
    if open.tree.rows[row as usize].above == ROOT {
        open.worker.root_best = open.tree.root_move(slot);
    }
    open.solve(row, state.merit)
}

/// Performs cases 2 and 3: a solved MAX node is replaced by its next brother, or solves its parent, a MIN node.
#[inline]
fn cases_2_and_3<C: Context>(open: &mut OpenList<'_, '_, C>, state: OpenEntry, slot: SlotId) -> OpenEntry {
    let here = &open.tree.slots[slot as usize];
    if here.son + 1 < here.sons {
        open.observe_take(state, 2);
        open.tree.slots[slot as usize].son += 1;
        open.stack(NodeRef::Max(slot), Status::Live, state.merit)
    } else {
        open.observe_take(state, 3);
        open.stack(NodeRef::Min(slot), Status::Solved, state.merit)
    }
}

/// Performs cases 4 to 6: evaluates a live leaf, or replaces a live MIN node by its first son and a live MAX node by
/// all its sons.
#[inline]
fn cases_4_to_6<C: Context>(open: &mut OpenList<'_, '_, C>, state: OpenEntry) -> Result<OpenEntry, Stopped> {
    let h = state.merit;
    Ok(match (open.visit(state.at)?, state.at) {
        (VisitedNode::Leaf(f), at) => {
            open.observe_take(state, 4);
            open.insert(at, h.min(f))
        }
        (VisitedNode::Inner, NodeRef::Min(slot)) => {
            open.observe_take(state, 5);
            open.stack(NodeRef::Max(slot), Status::Live, h)
        }
        (VisitedNode::Inner, NodeRef::Max(slot)) => {
            open.observe_take(state, 6);
            let row = open.tree.slots[slot as usize].below;
            let first = open.stack_sons(row, 0, open.tree.rows[row as usize].width(), h, 1);
            open.worker.observer.lists(open.states, 0);
            first
        }
    })
}
