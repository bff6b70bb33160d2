//! The best child of a node so far: `g` of the figures, and what belongs to it.

use super::children::Child;
use super::node::ExpandedNode;
use crate::memory::ProbeResult;
use crate::worker::{Value, Worker};
use crate::{Context, Score};

/// The result of the children searched so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    /// The highest answer: the `g` of the figures.
    pub(super) score: Score,
    /// True if no leaf behind `score` was at the horizon.
    pub(super) settled: bool,
    /// True if no leaf behind any child was.
    pub(super) all_settled: bool,
    /// The index of the child that raised `score` above alpha.
    pub(super) place: Option<u16>,
}

impl Best {
    /// `g := -inf`.
    pub(super) const NONE: Best = Best { score: Score::NEG_INFINITY, settled: false, all_settled: true, place: None };

    /// Sets `g := max(g, c.f+)` for a child that memory refutes. Such a score proves no move.
    #[inline]
    pub(super) fn refute(&mut self, probe: &ProbeResult) {
        self.all_settled &= probe.upper_settled;
        if probe.bounds.upper > self.score {
            self.score = probe.bounds.upper;
            self.settled = probe.upper_settled;
        }
    }

    /// Sets `g := max(g, value)` without a principal variation, and returns whether the child raised alpha. For null
    /// windows, which have no variation.
    #[inline]
    pub(super) fn raise<C: Context>(
        &mut self,
        worker: &mut Worker<'_, C>,
        node: &ExpandedNode<'_, C::Position>,
        child: &Child<C>,
        value: Value,
    ) -> bool {
        // An upper bound of the node rests on all children, a lower bound on one.
        self.all_settled &= value.settled;
        if value.score <= self.score {
            return false;
        }
        self.score = value.score;
        self.settled = value.settled;
        // At or below alpha a score is an upper bound of the child and proves no move.
        if self.score <= node.window.alpha() {
            return false;
        }
        self.place = Some(child.place);
        if node.visit.ply == 0 {
            worker.root_best = Some((child.place, child.play));
        }
        true
    }

    /// Sets `g := max(g, value)`. `exact` states that the variation below the child belongs to the value.
    #[inline]
    pub(super) fn raise_line<C: Context>(
        &mut self,
        worker: &mut Worker<'_, C>,
        node: &ExpandedNode<'_, C::Position>,
        child: &Child<C>,
        value: Value,
        exact: bool,
    ) {
        if self.raise(worker, node, child, value) && !node.window.is_null() {
            // Reaching a stored upper bound, a move cuts off and is exact all the same.
            let goes_on =
                exact && self.score < node.window.beta() && !child.depth.is_horizon() && worker.passes_on(self.score);
            worker.pv.raise(node.visit.ply, child.play, goes_on);
        }
    }
}
