//! RecDUAL*: the dual of RecSSS*.
//!
//! **Source.** \[CPW\].
//! **Cost.** The leaves of DUAL*, in its order.
//! **When to use it.** As the fastest form of DUAL* on trees without transpositions; its array is smaller than that of
//! RecSSS* at odd depths.
//!
//! **Differences from the paper.** It is RecSSS* from the other side of the board ([`dual_star`](super::dual_star)).

use super::perspective::Perspective;
use super::rec_sss::rec_sss;
use crate::algorithm::{Algorithm, Task};

use crate::outcome::SearchReport;
use crate::{Context, Stopped, Window, Worker};

/// RecDUAL*. It uses no memory but its OPEN array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RecDualStar;

impl Algorithm for RecDualStar {
    fn name(&self) -> String {
        "rec-dual*".to_owned()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let view = Perspective::dual(worker.game, task.root);
        worker.pass(task, Window::FULL, report, |worker, _| rec_sss(worker, task, view))?;
        Ok(())
    }
}
