//! NegaScout, also known as Principal Variation Search.
//!
//! **Source.** \[dBP96\], Fig. 6.
//! **Cost.** It visits only leaves that Alpha-Beta visits (\[dBP96\], Lemma 5); re-searches cost little with memory.
//! **When to use it.** With good move ordering.
//!
//! **Differences from the paper.** Those of all loops (`node.rs`), and:
//! 1. Memory is probed before the loop and stored after it, as in TT-Alpha-Beta.
//! 2. The first child is searched inside the loop.
//! 3. If the window is already null, there is no second search, which could prove nothing new.
//!
//! ```text
//! function NegaScout(n, alpha, beta) -> g;                           NegaScout::node
//!   if n is a leaf then g := eval(n);                                descend, open
//!   else
//!     c := FirstChild(n); g := NegaScout(c, alpha, beta);            first, search
//!     if n is a MAX node then
//!       while (g < beta) and (c is well defined) do
//!         a := max(g, a); t := NegaScout(c, a, a + 1);               search
//!         if (t > a) and (t < beta) then
//!           t := NegaScout(c, t, beta);                              search again
//!         g := max(g, t); c := NextBrother(c);                       raise_line, advance
//!     else ...                                                       the same, seen from MIN
//!   return g;                                                        store
//! ```

use super::WindowSearch;
use super::children::Children;
use super::node::{Answer, Arrival, ExpandedNode, Loop, SharedLoop};
use crate::algorithm::{Algorithm, Task};
use crate::outcome::{Pass, SearchReport};
use crate::{Context, Stopped, Window, Worker};

/// NegaScout with the search's memory, if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NegaScout;

impl Loop for NegaScout {
    const SHARED: Option<SharedLoop> = Some(SharedLoop::NegaScout);

    #[inline(never)]
    fn node<C: Context, K: Children>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer {
        let mut node = ExpandedNode::at(n);
        if let Some(g) = worker.open::<NegaScout, K>(n, &mut node)? {
            return Ok(g);
        }
        let (alpha, beta) = (node.window.alpha(), node.window.beta());
        let mut g = node.refuted;
        let mut children = K::first(worker, &node);
        while g.score < beta && children.advance(worker, &node)? {
            let c = children.child(worker, &node);
            let a = alpha.max(g.score);
            let is_first = children.tried(node.list.start) == 1;
            let edge = if is_first { beta } else { a.succ() };
            let mut t = c.search::<NegaScout, K>(worker, a, edge)?;
            let mut exact = edge == beta;
            if !exact && t.score > a && t.score < beta {
                let test = t;
                t = c.search::<NegaScout, K>(worker, test.score, beta)?;
                // The null-window test proved at least its score. If the re-search fails low, it proved at most that:
                // the value then rests on both searches, and there is no variation.
                exact = t.score > test.score;
                t.settled &= exact || test.settled;
            }
            g.raise_line(worker, &node, &c, t, exact);
        }
        Ok(worker.store(&node, &g, children.tried(node.list.start)))
    }
}

impl Algorithm for NegaScout {
    fn name(&self) -> String {
        "negascout".to_owned()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        self.ask(worker, task, Window::FULL, report).map(|_| ())
    }
}

impl WindowSearch for NegaScout {
    fn ask<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        window: Window,
        report: &mut SearchReport<C::Move>,
    ) -> Result<Pass, Stopped> {
        worker.ask::<NegaScout>(task, window, report)
    }
}
