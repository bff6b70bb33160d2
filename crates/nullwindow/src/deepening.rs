//! Iterative deepening over any algorithm.
//!
//! Each iteration searches deeper than the previous one and reuses what is in memory. Bounds belong to a shallower
//! depth and do not answer, but best moves order the tree, and the value is the first guess. The result is that of the
//! last completed iteration.

use crate::algorithm::{Algorithm, Task};
use crate::memory::Memory;
use crate::observe::Cost;
use crate::outcome::Outcome;
use crate::{Context, Depth, Request, Score, Stopped, Worker};

/// The iteration that supplies the guess of the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Guess {
    /// The last or the last but one, whichever would have guessed better so far.
    #[default]
    Better,
    /// The last one.
    Last,
    /// The last but one, for evaluations that swing with the parity of the depth.
    LastButOne,
}

impl Guess {
    /// Returns the guess after iterations with these values. [`Guess::LastButOne`] falls back to the only value there
    /// is after one iteration.
    fn from(self, values: &[Score]) -> Option<Score> {
        let back = match self {
            Guess::Last => 1,
            Guess::LastButOne => 2,
            Guess::Better if miss(values, 2) < miss(values, 1) => 2,
            Guess::Better => 1,
        };
        values.len().checked_sub(back).map_or(values.first(), |i| values.get(i)).copied()
    }
}

/// Returns the summed error of guessing each value by the one `back` iterations earlier, from the third iteration on.
fn miss(values: &[Score], back: usize) -> u64 {
    // Only from the third iteration on are there values for both guesses.
    let later = values.iter().skip(2).zip(values[2usize.saturating_sub(back).min(values.len())..].iter());
    later.map(|(value, earlier)| u64::from(value.get().abs_diff(earlier.get()))).sum()
}

/// A schedule of iterations.
///
/// ```
/// use nullwindow::{Depth, Deepening, deepening::Guess};
///
/// let plan = Deepening::to(Depth::plies(12)).with_step(2).with_guess(Guess::LastButOne);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deepening {
    to: Depth,
    step: u32,
    guess: Guess,
    /// The deepest iteration before one to the end.
    before_end: u32,
}

impl Deepening {
    /// Creates a schedule that deepens by one ply per iteration, up to `to` or until the result is settled. With
    /// [`Depth::END`] it continues until the result is settled.
    #[must_use]
    pub fn to(to: Depth) -> Deepening {
        Deepening { to, step: 1, guess: Guess::Better, before_end: Depth::MAX_PLIES.into() }
    }

    /// Creates a schedule of a single iteration.
    #[must_use]
    pub fn once(depth: Depth) -> Deepening {
        Deepening::to(depth).with_step(u32::MAX)
    }

    /// Sets the plies between iterations; zero counts as one. The first iteration takes the remainder, so that the last
    /// one has exactly the requested depth.
    #[must_use]
    pub fn with_step(mut self, step: u32) -> Deepening {
        self.step = step.max(1);
        self
    }

    /// Creates a schedule that deepens by one ply per iteration up to `plies`, and then searches to the end at once: near
    /// the end of a game the iterations between cost more than the last one.
    ///
    /// ```
    /// use nullwindow::{Deepening, Depth, Search, memory::ExactMap, mtd::MtdF, trees::ExplicitTree};
    ///
    /// let tree: ExplicitTree = ExplicitTree::DBP96_FIG_1.parse()?;
    /// let mut search = Search::new(&tree).with_memory(ExactMap::new());
    /// let deepened = search.deepen(&MtdF::new(), &tree.root(), Deepening::to_the_end_after(2));
    /// let depths: Vec<Depth> = deepened.iterations.iter().map(|iteration| iteration.depth).collect();
    /// assert_eq!(depths, [Depth::plies(1), Depth::plies(2), Depth::END]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_the_end_after(plies: u32) -> Deepening {
        Deepening { before_end: plies.min(Depth::MAX_PLIES.into()), ..Deepening::to(Depth::END) }
    }

    /// Sets the source of the guess.
    #[must_use]
    pub fn with_guess(mut self, guess: Guess) -> Deepening {
        self.guess = guess;
        self
    }

    /// Returns the schedule's guess after iterations with these values.
    pub(crate) fn guess_from(self, values: &[Score]) -> Option<Score> {
        // MTD-best may leave a bound infinite, which is no guess.
        self.guess.from(values).filter(|score| score.is_finite())
    }

    /// Returns the depth of the last iteration.
    pub(crate) fn last_depth(self) -> Depth {
        self.to
    }

    /// Returns the depths of the iterations.
    pub(crate) fn depths(self) -> impl Iterator<Item = Depth> {
        let first = match self.to.get() {
            Some(plies) if plies % self.step != 0 => plies % self.step,
            _ => self.step,
        };
        let last = self.to.get().unwrap_or(self.before_end);
        let end = (self.to == Depth::END).then_some(Depth::END);
        (first..=last).step_by(self.step as usize).map(Depth::plies).chain(end)
    }
}

/// The result of iterative deepening.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Deepened<M> {
    /// The completed iterations, in order.
    pub iterations: Vec<Outcome<M>>,
    /// The evaluation of the root: the result until the first iteration is completed.
    pub evaluation: Score,
    /// The state of the last iteration when it was stopped: valid bounds, but not a completed result.
    pub unfinished: Option<Outcome<M>>,
}

impl<M> Deepened<M> {
    /// Returns the last completed iteration.
    #[must_use]
    pub fn last(&self) -> Option<&Outcome<M>> {
        self.iterations.last()
    }

    /// Returns the value of the last completed iteration, if it is known exactly.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.last()?.value()
    }

    /// Returns the best estimate of the value: the value of the last completed iteration, or a bound if the algorithm
    /// computes only a bound. Before any iteration is completed, returns the evaluation of the root.
    #[must_use]
    pub fn estimate(&self) -> Score {
        let bounds = self.last().map(|last| last.bounds);
        let mut known = bounds.into_iter().flat_map(|bounds| [bounds.lower, bounds.upper]);
        known.find(|score| score.is_finite()).unwrap_or(self.evaluation)
    }

    /// Returns the move of the last completed iteration.
    #[must_use]
    pub fn best(&self) -> Option<M>
    where
        M: Copy,
    {
        self.last()?.best
    }

    /// Returns the move of the last completed iteration. Before there is one, returns the move for which the unfinished
    /// iteration has proven a bound.
    #[must_use]
    pub fn best_so_far(&self) -> Option<M>
    where
        M: Copy,
    {
        self.best().or_else(|| self.unfinished.as_ref()?.best)
    }

    /// Returns the reason if the search stopped early.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.unfinished.as_ref()?.stopped
    }

    /// Returns the cost of all iterations together, the unfinished one included.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let mut sum = Cost::default();
        for outcome in self.iterations.iter().chain(&self.unfinished) {
            sum += outcome.counts.cost;
        }
        sum
    }
}

impl<C: Context> Worker<'_, C> {
    /// Runs the iterations; see [`Search::deepen`](crate::Search::deepen).
    pub(crate) fn deepen(
        &mut self,
        algorithm: &impl Algorithm,
        root: &C::Position,
        request: &mut Request<'_, C::Move>,
    ) -> Deepened<C::Move> {
        self.begin_root(root, request.plies_left);
        let over = self.over(root);
        let evaluation = over.unwrap_or_else(|| self.evaluate(root));
        let mut deepened = Deepened { iterations: Vec::new(), evaluation, unfinished: None };
        for depth in request.schedule.depths() {
            let values: Vec<Score> = deepened.iterations.iter().map(|outcome| outcome.bounds.lower).collect();
            let guess = request.guess_at(depth, &values);
            // Entries of earlier iterations are replaced first: their bounds do not answer at the new depth.
            self.memory.new_generation();
            let outcome = self.run_task(algorithm, &Task { root, depth, guess });
            if outcome.stopped.is_some() {
                deepened.unfinished = Some(outcome);
                break;
            }
            if let Some(listener) = &mut request.listener {
                listener(&outcome);
            }
            let settled = outcome.settled;
            deepened.iterations.push(outcome);
            // No leaf was at the horizon: every deeper iteration would return the same.
            if settled {
                break;
            }
        }
        deepened
    }
}
