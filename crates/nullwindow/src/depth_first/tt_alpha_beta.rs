//! Alpha-Beta with memory.
//!
//! **Source.** `TTAlphabeta`, paper 000 Fig. 5; paper 001 Fig. 2. **Cost.** At most Alpha-Beta's leaves on
//! a tree; far fewer where positions transpose. **When to use it.** As the plain way to use a table.
//!
//! **Differences from the paper.** Those of the kernel (`kernel.rs`).
//!
//! ```text
//! TTalphabeta(root, -inf, +inf)             one pass with the full window
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::depth_first::WindowSearch;
use crate::depth_first::kernel::Mindful;
use crate::memory::Memory;
use crate::observe::Observer;
use crate::outcome::{Pass, Report};
use crate::{Evaluator, Search, Stopped, Window};

/// Fail-soft Alpha-Beta with the search's memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TtAlphaBeta;

impl Algorithm for TtAlphaBeta {
    fn name(&self) -> String {
        "tt-alphabeta".to_owned()
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

impl WindowSearch for TtAlphaBeta {
    fn ask<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        window: Window,
        report: &mut Report<G::Move>,
    ) -> Result<Pass, Stopped> {
        search.ask::<Mindful>(task, window, report)
    }
}
