//! Alpha-Beta, fail-soft, without memory.
//!
//! **Source.** \[dBP96\], Fig. 3.
//! **Cost.** On a perfectly ordered uniform tree the minimal tree, `w^ceil(d/2) + w^floor(d/2) - 1` leaves; memory for
//! one path.
//! **When to use it.** Without memory, and as the reference for the dominance of other algorithms.
//!
//! **Differences from the paper.** Those of all loops (`node.rs`).
//!
//! ```text
//! function alphabeta(n, alpha, beta) -> g;                           AlphaBeta::node
//!   if n is a leaf then g := eval(n);                                descend, open
//!   else if n is a MAX node then
//!     g := -inf; a := alpha; c := FirstChild(n);                     Best::NONE, first
//!     while (g < beta) and (c is well defined) do
//!       g := max(g, alphabeta(c, a, beta));                          search, raise_line
//!       a := max(g, a); c := NextBrother(c);                         advance
//!   else ...                                                         the same, seen from MIN
//!   return g;                                                        store, with nothing to store
//! ```

use super::WindowSearch;
use super::children::Children;
use super::node::{Answer, Arrival, ExpandedNode, Loop, SharedLoop};
use crate::algorithm::{Algorithm, Task};
use crate::outcome::{Pass, SearchReport};
use crate::{Context, Stopped, Window, Worker};

/// Fail-soft Alpha-Beta. It uses no memory, even if the search has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlphaBeta;

impl Loop for AlphaBeta {
    const MEMORY: bool = false;
    const SHARED: Option<SharedLoop> = None;

    #[inline(never)]
    fn node<C: Context, K: Children>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer {
        let mut node = ExpandedNode::at(n);
        if let Some(g) = worker.open::<AlphaBeta, K>(n, &mut node)? {
            return Ok(g);
        }
        let (alpha, beta) = (node.window.alpha(), node.window.beta());
        let mut g = node.refuted;
        let mut children = K::first(worker, &node);
        while g.score < beta && children.advance(worker, &node)? {
            let c = children.child(worker, &node);
            let a = alpha.max(g.score);
            let t = c.search::<AlphaBeta, K>(worker, a, beta)?;
            g.raise_line(worker, &node, &c, t, true);
        }
        Ok(worker.store(&node, &g, children.tried(node.list.start)))
    }
}

impl Algorithm for AlphaBeta {
    fn name(&self) -> String {
        "alphabeta".to_owned()
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

impl WindowSearch for AlphaBeta {
    fn ask<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        window: Window,
        report: &mut SearchReport<C::Move>,
    ) -> Result<Pass, Stopped> {
        worker.ask::<AlphaBeta>(task, window, report)
    }
}
