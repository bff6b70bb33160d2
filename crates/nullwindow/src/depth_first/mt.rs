//! MT, the memory-enhanced Test: everything else is a way of calling it.
//!
//! **Source.** Paper 002, Fig. 1; paper 001, Fig. 17. **Cost.** A null window cuts off most.
//! **When to use it.** To answer one question, "is the value at least gamma?", with a bound rather than
//! a Boolean; the drivers in [`mtd`](crate::mtd) ask it until the value is known.
//!
//! **Contract.** `g < gamma => f <= g`; `g >= gamma => f >= g`.
//!
//! **Differences from the paper.**
//! 1. Integers: the window is `(gamma - 1, gamma)` instead of `gamma - epsilon`.
//! 2. Memory is asked on entering a node (paper 001, Fig. 2), not before the call (Fig. 17); the nodes
//!    expanded are the same.
//! 3. Those of the kernel (`kernel.rs`), called with a null window.
//!
//! ```text
//! while g < gamma and c != nil do
//!     g := max(g, -MT(c, -gamma))           kernel: children, with a null window
//! if g < gamma then n.f+ := g else n.f- := g    kernel: conclude
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::depth_first::kernel::Mindful;
use crate::memory::Memory;
use crate::observe::Observer;
use crate::outcome::Report;
use crate::{Evaluator, Score, Search, Stopped, Window};

/// One null-window search. Its outcome is a bound, not a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mt {
    gamma: Option<Score>,
}

impl Mt {
    /// Asks whether the value is at least the guess (zero without one).
    #[must_use]
    pub fn new() -> Mt {
        Mt::default()
    }

    /// Asks whether the value is at least `gamma`.
    #[must_use]
    pub fn at(gamma: Score) -> Mt {
        Mt { gamma: Some(gamma) }
    }
}

impl Algorithm for Mt {
    fn name(&self) -> String {
        self.gamma.map_or("mt".to_owned(), |gamma| format!("mt({})", gamma.get()))
    }

    fn search<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        let gamma = self.gamma.or(task.guess).unwrap_or(Score::ZERO);
        let gamma = gamma.clamp(Score::MIN, Score::INFINITY);
        search.ask::<Mindful>(task, Window::null(gamma), report)?;
        Ok(())
    }
}
