//! Alpha-Beta, fail-soft, without memory.
//!
//! **Source.** Paper 000, Fig. 3. **Cost.** On a perfectly ordered uniform tree the minimal tree,
//! `w^ceil(d/2) + w^floor(d/2) - 1` leaves; memory for one line of play.
//! **When to use it.** Where there is no memory, and as the measure of the others' dominance.
//!
//! **Differences from the paper.** Those of the kernel (`kernel.rs`), whose memory is off here.
//!
//! ```text
//! alphabeta(root, -inf, +inf)               one pass with the full window
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::depth_first::WindowSearch;
use crate::depth_first::kernel::Forgetful;
use crate::memory::Memory;
use crate::observe::Observer;
use crate::outcome::{Pass, Report};
use crate::{Evaluator, Search, Stopped, Window};

/// Fail-soft Alpha-Beta. It uses no memory, even if the search has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlphaBeta;

impl Algorithm for AlphaBeta {
    fn name(&self) -> String {
        "alphabeta".to_owned()
    }

    fn search<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        self.ask(search, task, Window::FULL, report).map(|_| ())
    }
}

impl WindowSearch for AlphaBeta {
    fn ask<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        window: Window,
        report: &mut Report<G::Move>,
    ) -> Result<Pass, Stopped> {
        search.ask::<Forgetful>(task, window, report)
    }
}
