//! DUAL*, the dual of SSS*.
//!
//! **Source.** \[CPW\], after Marsland, Reinefeld and Schaeffer (1987).
//! **Cost.** OPEN holds up to `w^floor(d/2)` entries; fewer leaves than SSS* at odd depths.
//! **When to use it.** To see the algorithm that MTD(-inf) reformulates.
//!
//! **Differences from the paper.** Instead of exchanging all operations, the players are exchanged: DUAL* is SSS* from
//! the other side of the board, so MIN moves at the root.
//!
//! ```text
//! ascending list, min for max, start at -inf            Perspective::dual
//! ```

use super::perspective::Perspective;
use super::sss_star::sss_star;
use crate::algorithm::{Algorithm, Task};

use crate::outcome::SearchReport;
use crate::{Context, Stopped, Window, Worker};

/// DUAL*. It uses no memory but its OPEN list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DualStar;

impl Algorithm for DualStar {
    fn name(&self) -> String {
        "dual*".to_owned()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let view = Perspective::dual(worker.game, task.root);
        worker.pass(task, Window::FULL, report, |worker, _| sss_star(worker, task, view))?;
        Ok(())
    }
}
