//! Alpha-Beta with memory.
//!
//! **Source.** `TTAlphabeta`, \[dBP96\] Fig. 5; \[PSPB96\] Fig. 2.
//! **Cost.** At most the leaves of Alpha-Beta on a tree; far fewer if positions transpose.
//! **When to use it.** As the simplest use of a table.
//!
//! **Differences from the paper.** Those of all loops (`node.rs`).
//!
//! ```text
//! function TTAlphabeta(n, alpha, beta) -> g;                         TtAlphaBeta::node
//!   if n in transposition table then                                 open: probe
//!     if n.f- = n.f+ then return n.f-; if n.f- >= beta ...           open: answer
//!     alpha := max(alpha, n.f-); beta := min(beta, n.f+);            node.window
//!   if n is a leaf then g := eval(n);                                descend, open
//!   else if n is a MAX node then
//!     g := -inf; a := alpha; c := FirstChild(n);                     node.refuted, first
//!     while (g < beta) and (c is well defined) do
//!       g := max(g, TTAlphabeta(c, a, beta));                        search, raise_line
//!       a := max(g, a); c := NextBrother(c);                         advance
//!   else ...                                                         the same, seen from MIN
//!   if g < beta then n.f+ := g; if g > alpha then n.f- := g;         store
//!   return g;
//! ```

use super::WindowSearch;
use super::children::Children;
use super::node::{Answer, Arrival, ExpandedNode, Loop, SharedLoop};
use crate::algorithm::{Algorithm, Task};
use crate::outcome::{Pass, SearchReport};
use crate::{Context, Stopped, Window, Worker};

/// Fail-soft Alpha-Beta with the search's memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TtAlphaBeta;

impl Loop for TtAlphaBeta {
    const SHARED: Option<SharedLoop> = Some(SharedLoop::TtAlphaBeta);

    #[inline(never)]
    fn node<C: Context, K: Children>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer {
        let mut node = ExpandedNode::at(n);
        if let Some(g) = worker.open::<TtAlphaBeta, K>(n, &mut node)? {
            return Ok(g);
        }
        let (alpha, beta) = (node.window.alpha(), node.window.beta());
        let mut g = node.refuted;
        let mut children = K::first(worker, &node);
        while g.score < beta && children.advance(worker, &node)? {
            let c = children.child(worker, &node);
            let a = alpha.max(g.score);
            let t = c.search::<TtAlphaBeta, K>(worker, a, beta)?;
            g.raise_line(worker, &node, &c, t, true);
        }
        Ok(worker.store(&node, &g, children.tried(node.list.start)))
    }
}

impl Algorithm for TtAlphaBeta {
    fn name(&self) -> String {
        "tt-alphabeta".to_owned()
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

impl WindowSearch for TtAlphaBeta {
    fn ask<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        window: Window,
        report: &mut SearchReport<C::Move>,
    ) -> Result<Pass, Stopped> {
        worker.ask::<TtAlphaBeta>(task, window, report)
    }
}
