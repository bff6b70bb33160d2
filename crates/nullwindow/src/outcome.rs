//! The results of a search.

use crate::observe::{Cost, Counts};
use crate::worker::Value;
use crate::{Bounds, Depth, Score, Stopped, Window};
use std::fmt;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Outcome<M> {
    /// Proven bounds on the value, for the player to move at the root. They are equal after a search that was not
    /// stopped, unless the algorithm computes less than the value: [`Mt`](crate::depth_first::Mt) and
    /// [`MtdBest`](crate::mtd::MtdBest).
    pub bounds: Bounds,
    /// A move that proves the lower bound: its value is at least `bounds.lower`.
    pub best: Option<M>,
    /// The principal variation, starting with `best`, as far as memory holds it. Every move of it keeps the value.
    /// Empty unless the value is exact.
    pub line: Vec<M>,
    /// True if `best` is proven to be a best move; this does not require an exact value.
    pub best_is_proven: bool,
    /// True if the bounds and the move hold at every greater depth too, because no leaf behind them was at the horizon.
    pub settled: bool,
    /// The depth of the search.
    pub depth: Depth,
    /// Every window searched at the root, with its answer and its cost.
    pub passes: Vec<Pass>,
    /// The counts of the observer.
    pub counts: Counts,
    /// The reason for an early stop, if there was one.
    pub stopped: Option<Stopped>,
}

impl<M> Outcome<M> {
    /// Returns the value for the player to move, if it is known exactly.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.bounds.exact()
    }

    /// Returns the same outcome with its moves in another form, such as text.
    #[must_use]
    pub fn with_moves<N>(&self, best: Option<N>, line: Vec<N>) -> Outcome<N> {
        let Outcome { bounds, best_is_proven, settled, depth, stopped, .. } = *self;
        let (passes, counts) = (self.passes.clone(), self.counts.clone());
        Outcome { bounds, best, line, best_is_proven, settled, depth, passes, counts, stopped }
    }
}

/// Writes the value or the bounds, the move, the depth, the variation and the reason of an early stop.
///
/// ```
/// use nullwindow::{Depth, Search, depth_first::AlphaBeta, trees::ExplicitTree};
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let outcome = Search::new(&tree).run(&AlphaBeta, &tree.root(), Depth::plies(2));
/// assert_eq!(outcome.to_string(), "12 by 1 at depth 2: 1 0");
/// # Ok::<(), nullwindow::trees::ParseTreeError>(())
/// ```
impl<M: fmt::Display> fmt::Display for Outcome<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value}")?,
            None => write!(f, "{}", self.bounds)?,
        }
        if let Some(best) = &self.best {
            write!(f, " by {best}")?;
        }
        match self.depth {
            Depth::END => f.write_str(" at the end of the game")?,
            depth => write!(f, " at depth {depth}")?,
        }
        for (i, play) in self.line.iter().enumerate() {
            write!(f, "{}{play}", if i == 0 { ": " } else { " " })?;
        }
        match self.stopped {
            Some(reason) => write!(f, " ({reason})"),
            None => Ok(()),
        }
    }
}

/// A search of the root with one window, its answer and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// The number of the pass, from 1.
    pub number: usize,
    /// The window.
    pub window: Window,
    /// The fail-soft answer.
    pub answer: Score,
    /// The bounds on the value after it.
    pub bounds: Bounds,
    /// The nodes that it took.
    pub cost: Cost,
}

/// The outcome of a search in progress, filled in by the algorithm.
#[derive(Debug)]
pub struct SearchReport<M> {
    pub(crate) bounds: Bounds,
    pub(crate) best: Option<M>,
    /// The index of that move in the order of generation.
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

    /// Returns the bounds proven so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub(crate) fn stop(&mut self, reason: Stopped) {
        self.stopped = Some(reason);
    }

    /// Records that the move at index `place` has proven the lower bound.
    pub(crate) fn prove(&mut self, place: u16, play: M) {
        self.best = Some(play);
        self.place = Some(place);
    }

    /// Returns the index of the best move, if the search was completed.
    pub(crate) fn proven_place(&self) -> Option<u16> {
        // A stopped search has not compared all moves, so its move must not reorder the root.
        if self.stopped.is_none() { self.place } else { None }
    }

    /// Records a value that needed no pass.
    pub(crate) fn exact(&mut self, value: Value) {
        self.bounds = Bounds::exactly(value.score);
        self.settled = value.settled;
    }

    /// Adds the result of a pass.
    pub(crate) fn learn(&mut self, window: Window, value: Value, cost: Cost) -> Pass {
        let known = self.bounds;
        self.bounds = known.and(window.learn(value.score));
        if self.bounds != known {
            // The flag of a pass covers the bound that it moved. Both bounds are settled only if every pass that moved
            // one of them was.
            let first = known == Bounds::UNKNOWN;
            self.settled = value.settled && (first || self.settled);
        }
        let pass = Pass { number: self.passes.len() + 1, window, answer: value.score, bounds: self.bounds, cost };
        self.passes.push(pass);
        pass
    }

    pub(crate) fn finish(self, counts: Counts) -> Outcome<M> {
        let exact = self.bounds.exact().is_some();
        Outcome {
            bounds: self.bounds,
            // If the value is exact, the move that proved the lower bound is a best move.
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
