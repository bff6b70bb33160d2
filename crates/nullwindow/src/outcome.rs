//! What a search answers.

use crate::observe::{Cost, Counts};
use crate::worker::Value;
use crate::{Bounds, Depth, Score, Stopped, Window};

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Outcome<M> {
    /// What is proven of the value, for the player to move at the root. After a search that was not
    /// stopped the two bounds are equal, unless the algorithm asks for less than the value:
    /// [`Mt`](crate::depth_first::Mt) and [`MtdBest`](crate::mtd::MtdBest).
    pub bounds: Bounds,
    /// A move that proves the lower bound: its value is at least `bounds.lower`.
    pub best: Option<M>,
    /// Best play for both sides, beginning with `best`, as far as memory holds it; every move of it
    /// keeps the value. Empty unless the value is exact.
    pub line: Vec<M>,
    /// Whether `best` is proven to be a best move, which needs no exact value.
    pub best_is_proven: bool,
    /// Whether the bounds and the move hold at every greater depth too: no leaf behind them was at the horizon.
    pub settled: bool,
    /// The depth searched to.
    pub depth: Depth,
    /// Every question put at the root, with its answer and its cost.
    pub passes: Vec<Pass>,
    /// What was counted.
    pub counts: Counts,
    /// Why the search stopped before it was done, if it did.
    pub stopped: Option<Stopped>,
}

impl<M> Outcome<M> {
    /// The value for the player to move, if it is known exactly.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.bounds.exact()
    }
}

/// A question at the root, its answer, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// The question.
    pub window: Window,
    /// The answer, fail-soft.
    pub answer: Score,
    /// What is known of the value after it.
    pub bounds: Bounds,
    /// What it cost.
    pub cost: Cost,
}

/// An outcome in the making: what every algorithm fills in.
#[derive(Debug)]
pub struct SearchReport<M> {
    pub(crate) bounds: Bounds,
    pub(crate) best: Option<M>,
    /// The place of that move in the order of generation.
    place: Option<u16>,
    pub(crate) line: Vec<M>,
    pub(crate) best_is_proven: bool,
    pub(crate) settled: bool,
    depth: Depth,
    pub(crate) passes: Vec<Pass>,
    stopped: Option<Stopped>,
}

impl<M> SearchReport<M> {
    pub(crate) fn new(depth: Depth) -> SearchReport<M> {
        SearchReport {
            bounds: Bounds::UNKNOWN,
            best: None,
            place: None,
            line: Vec::new(),
            best_is_proven: false,
            settled: false,
            depth,
            passes: Vec::new(),
            stopped: None,
        }
    }

    /// What is proven of the value so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub(crate) fn stop(&mut self, reason: Stopped) {
        self.stopped = Some(reason);
    }

    /// The move at `place` has proven the lower bound.
    pub(crate) fn prove(&mut self, place: u16, play: M) {
        self.best = Some(play);
        self.place = Some(place);
    }

    /// The place of the best move, if the search was done.
    pub(crate) fn proven_place(&self) -> Option<u16> {
        if self.stopped.is_none() { self.place } else { None }
    }

    /// The value is known, without a pass.
    pub(crate) fn exact(&mut self, value: Value) {
        self.bounds = Bounds::exactly(value.score);
        self.settled = value.settled;
    }

    /// Adds what a pass has proven. The flag of the last pass covers its own bound; both bounds are
    /// settled if every pass that moved one of them was.
    pub(crate) fn learn(&mut self, window: Window, value: Value, cost: Cost) -> Pass {
        let known = self.bounds;
        self.bounds = known.and(window.learn(value.score));
        if self.bounds != known {
            let first = known == Bounds::UNKNOWN;
            self.settled = value.settled && (first || self.settled);
        }
        let pass = Pass { window, answer: value.score, bounds: self.bounds, cost };
        self.passes.push(pass);
        pass
    }

    pub(crate) fn finish(self, counts: Counts) -> Outcome<M> {
        let exact = self.bounds.exact().is_some();
        Outcome {
            bounds: self.bounds,
            best_is_proven: self.best.is_some() && (exact || self.best_is_proven),
            best: self.best,
            line: self.line,
            settled: self.settled,
            depth: self.depth,
            passes: self.passes,
            counts,
            stopped: self.stopped,
        }
    }
}
