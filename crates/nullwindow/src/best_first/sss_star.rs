//! Stockman's SSS*, with Campbell's correction.
//!
//! **Source.** Paper 001, Fig. 1; paper 003. **Cost.** Never a leaf that Alpha-Beta does not visit; OPEN
//! holds up to `w^ceil(d/2)` states. **When to use it.** To see the algorithm that MTD(+inf) is.
//!
//! **Differences from the paper.**
//! 1. OPEN is a tournament over the solution tree (`open.rs`): no linear insertion, no linear purge.
//! 2. The live sons of case 6 are not written one by one: they are the slots of a new row.
//! 3. Case 4 puts a solved leaf in front of equals to its right and behind equals to its left; any other
//!    rule breaks dominance.
//! 4. Where a player moves twice, levels still alternate (`rows.rs`).
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

use super::open::{At, Open, tell};
use super::rows::{Node, ROOT};
use super::view::View;
use crate::algorithm::{Algorithm, Task};
use crate::memory::Memory;
use crate::observe::{Observer, Status, Step};
use crate::outcome::Report;
use crate::search::Value;
use crate::{Evaluator, Search, Stopped, Window};

/// SSS*. It uses no memory but its OPEN list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SssStar;

impl Algorithm for SssStar {
    fn name(&self) -> String {
        "sss*".to_owned()
    }

    fn search<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        let view = View::straight(search.game, task.root);
        search.pass(task, Window::FULL, report, |search, _| sss_star(search, task, view))?;
        Ok(())
    }
}

/// The value of the root, for its mover.
pub(super) fn sss_star<G: Evaluator, M: Memory<G>, O: Observer<G>>(
    search: &mut Search<'_, G, M, O>,
    task: &Task<'_, G::Position>,
    view: View,
) -> Result<Value, Stopped> {
    let mut open = Open::<G>::new(view, task.root, task.depth);
    let mut plays = Vec::new();
    tell(search, &open, At::Max(ROOT), |path| Step::Put { path, status: Status::Live, merit: crate::Score::INFINITY });
    loop {
        let state = open.take();
        let (at, status, h) = (state.at, state.status, state.merit);
        let case = match (status, at) {
            (Status::Solved, At::Max(ROOT)) => {
                tell(search, &open, at, |path| Step::Take { path, status, merit: h, case: 0 });
                return Ok(search.value_at_root(view.at_root(h)));
            }
            (Status::Solved, At::Min(slot)) => {
                tell(search, &open, at, |path| Step::Take { path, status, merit: h, case: 1 });
                let row = open.tree.slots[slot as usize].row;
                if open.tree.rows[row as usize].above == ROOT {
                    search.root_best = open.tree.root_move(slot).map(|play| (open.tree.place(slot), play));
                }
                let parent = At::Max(open.tree.rows[row as usize].above);
                open.solve(row, h);
                tell(search, &open, parent, |path| Step::Purge { path });
                tell(search, &open, parent, |path| Step::Put { path, status, merit: h });
                continue;
            }
            (Status::Solved, At::Max(slot)) => {
                let here = &mut open.tree.slots[slot as usize];
                let last = here.son + 1 == here.sons;
                tell(search, &open, at, |path| Step::Take { path, status, merit: h, case: if last { 3 } else { 2 } });
                let (next, status) = if last {
                    (At::Min(slot), Status::Solved)
                } else {
                    open.tree.slots[slot as usize].son += 1;
                    (at, Status::Live)
                };
                open.stack(next, status, h);
                tell(search, &open, next, |path| Step::Put { path, status, merit: h });
                continue;
            }
            (Status::Live, At::Max(slot)) => open.tree.visit_grandson(search, slot, &mut plays)?,
            (Status::Live, At::Min(slot)) => open.tree.visit_son(search, slot)?,
        };
        match (case, at) {
            (Node::Leaf(f), _) => {
                let merit = h.min(f);
                tell(search, &open, at, |path| Step::Take { path, status, merit: h, case: 4 });
                open.insert(at, merit);
                tell(search, &open, at, |path| Step::Put { path, status: Status::Solved, merit });
            }
            (Node::Inner, At::Min(slot)) => {
                tell(search, &open, at, |path| Step::Take { path, status, merit: h, case: 5 });
                open.stack(At::Max(slot), status, h);
                tell(search, &open, At::Max(slot), |path| Step::Put { path, status, merit: h });
            }
            (Node::Inner, At::Max(slot)) => {
                tell(search, &open, at, |path| Step::Take { path, status, merit: h, case: 6 });
                let row = open.tree.slots[slot as usize].below;
                let (first, width) = (open.tree.rows[row as usize].first, open.tree.rows[row as usize].width());
                open.stack_sons(row, 0, width, h, 1);
                search.observer.lists(open.states, 0);
                for son in first..first + u32::from(width) {
                    tell(search, &open, At::Min(son), |path| Step::Put { path, status, merit: h });
                }
            }
        }
    }
}
