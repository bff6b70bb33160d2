//! NegaScout, also known as Principal Variation Search.
//!
//! **Source.** Paper 000, Fig. 6. **Cost.** Never a leaf that Alpha-Beta does not visit (paper 000, Lemma
//! 5); second searches cost little with memory. **When to use it.** With good move ordering.
//!
//! **Differences from the paper.** Those of the kernel (`kernel.rs`). The second search begins at the
//! value the first one returned, as in the paper.
//!
//! ```text
//! g := NegaScout(FirstChild(n), alpha, beta)                 children: the first one
//! t := NegaScout(c, a, a + 1)                                scout: test
//! if t > a and t < beta then t := NegaScout(c, t, beta)      scout: again
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::depth_first::WindowSearch;
use crate::depth_first::kernel::Scouting;
use crate::memory::Memory;
use crate::observe::Observer;
use crate::outcome::{Pass, Report};
use crate::{Evaluator, Search, Stopped, Window};

/// NegaScout with the search's memory, if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NegaScout;

impl Algorithm for NegaScout {
    fn name(&self) -> String {
        "negascout".to_owned()
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

impl WindowSearch for NegaScout {
    fn ask<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        window: Window,
        report: &mut Report<G::Move>,
    ) -> Result<Pass, Stopped> {
        search.ask::<Scouting>(task, window, report)
    }
}
