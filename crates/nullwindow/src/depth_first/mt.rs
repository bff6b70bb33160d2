//! MT, the memory-enhanced test, which all drivers call.
//!
//! **Source.** \[PSPB94\], Fig. 1; \[PSPB96\], Fig. 17.
//! **Cost.** A null window cuts off most.
//! **When to use it.** To test whether the value is at least gamma, with a bound rather than a Boolean as the answer;
//! the drivers in [`mtd`](crate::mtd) repeat the test until the value is known.
//!
//! **Contract.** `g < gamma => f <= g`; `g >= gamma => f >= g`.
//!
//! **Differences from the paper.** Those of all loops (`node.rs`), and:
//! 1. Scores are integers: the window is `(gamma - 1, gamma)`, and one edge determines it. For the other player it is
//!    `(-gamma, 1 - gamma)`.
//! 2. Memory is probed on entering a node (\[PSPB96\], Fig. 2), not before the call (Fig. 17); the expanded nodes are
//!    the same.
//! 3. Entries hold both bounds, unless the memory stores only the latest
//!    ([`StoredBounds`](crate::memory::StoredBounds)).
//!
//! ```text
//! function MT(n, gamma) -> g;                                        Mt::node
//!   if n is a leaf node then
//!     retrieve n.f-, n.f+; if there are none, g := eval(n);          descend, open
//!   else if n is a max node then
//!     g := -inf; c := firstchild(n);                                 node.refuted, first
//!     while g < gamma and c != nil do
//!       retrieve c.f+; if c.f+ >= gamma then g' := MT(c, gamma)      search: open at the child
//!                      else g' := c.f+;
//!       g := max(g, g'); c := nextbrother(c);                        raise, advance
//!   else ...                                                         the same, seen from min
//!   if g >= gamma then n.f- := g; store n.f-;                        store
//!   else n.f+ := g; store n.f+;
//!   return g;
//! ```

use super::children::Children;
use super::node::{Answer, Arrival, ExpandedNode, Loop, SharedLoop};
use crate::algorithm::{Algorithm, Task};
use crate::outcome::SearchReport;
use crate::{Context, Score, Stopped, Worker};

/// A single null-window search. Its outcome is a bound, not a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mt {
    gamma: Option<Score>,
}

impl Mt {
    /// Creates the test whether the value is at least the guess (zero without one).
    #[must_use]
    pub fn new() -> Mt {
        Mt::default()
    }

    /// Creates the test whether the value is at least `gamma`.
    #[must_use]
    pub fn at(gamma: Score) -> Mt {
        Mt { gamma: Some(gamma) }
    }
}

impl Loop for Mt {
    const SHARED: Option<SharedLoop> = Some(SharedLoop::Mt);

    #[inline(never)]
    fn node<C: Context, K: Children>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer {
        let mut node = ExpandedNode::at(n);
        if let Some(g) = worker.open::<Mt, K>(n, &mut node)? {
            return Ok(g);
        }
        let gamma = node.window.beta();
        let mut g = node.refuted;
        let mut children = K::first(worker, &node);
        while g.score < gamma && children.advance(worker, &node)? {
            let c = children.child(worker, &node);
            let t = c.search::<Mt, K>(worker, gamma.pred(), gamma)?;
            g.raise(worker, &node, &c, t);
        }
        Ok(worker.store(&node, &g, children.tried(node.list.start)))
    }
}

impl Algorithm for Mt {
    fn name(&self) -> String {
        self.gamma.map_or("mt".to_owned(), |gamma| format!("mt({})", gamma.get()))
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let gamma = self.gamma.or(task.guess).unwrap_or(Score::ZERO);
        worker.test(task, gamma, report).map(|_| ())
    }
}
