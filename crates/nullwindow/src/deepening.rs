//! Iterative deepening over any algorithm.
//!
//! Each iteration searches one step deeper than the one before and begins with what those have left in
//! memory: bounds are of another depth, but best moves order the tree, and the value is a first guess.
//! The answer is always that of the last iteration that was completed.

use crate::algorithm::{Algorithm, Task};
use crate::memory::Memory;
use crate::observe::Cost;
use crate::outcome::Outcome;
use crate::{Context, Depth, Score, Stopped, Worker};

/// From which iteration the guess of the value is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Guess {
    /// The last one or the one before it, whichever would have guessed better so far.
    #[default]
    Better,
    /// The last one.
    Last,
    /// The one before the last, for evaluations that swing with the parity of the depth.
    LastButOne,
}

impl Guess {
    /// The guess after iterations of these values. With one behind it, the second takes what there is.
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

/// By how much the values `back` iterations earlier have missed, from the third iteration on.
fn miss(values: &[Score], back: usize) -> u64 {
    let later = values.iter().skip(2).zip(values[2usize.saturating_sub(back).min(values.len())..].iter());
    later.map(|(value, earlier)| u64::from(value.get().abs_diff(earlier.get()))).sum()
}

/// How to deepen.
///
/// ```
/// use nullwindow::{Depth, Deepening, deepening::Guess};
///
/// let plan = Deepening::to(Depth::plies(12)).step(2).guess(Guess::LastButOne);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deepening {
    to: Depth,
    step: u32,
    guess: Guess,
}

impl Deepening {
    /// One ply an iteration, up to `to` or until the answer is settled; [`Depth::END`] goes on until it is.
    #[must_use]
    pub fn to(to: Depth) -> Deepening {
        Deepening { to, step: 1, guess: Guess::Better }
    }

    /// Plies from one iteration to the next; zero counts as one. The first iteration has the remainder,
    /// so that the last one has the depth asked for.
    #[must_use]
    pub fn step(mut self, step: u32) -> Deepening {
        self.step = step.max(1);
        self
    }

    /// Where the guess comes from.
    #[must_use]
    pub fn guess(mut self, guess: Guess) -> Deepening {
        self.guess = guess;
        self
    }

    /// Returns the plan's guess after iterations of these values.
    pub(crate) fn guess_from(self, values: &[Score]) -> Option<Score> {
        self.guess.from(values).filter(|score| score.is_finite())
    }

    /// The depths of the iterations.
    pub(crate) fn depths(self) -> impl Iterator<Item = Depth> {
        let first = match self.to.get() {
            Some(plies) if plies % self.step != 0 => plies % self.step,
            _ => self.step,
        };
        let last = self.to.get().unwrap_or(u32::from(Depth::MAX_PLIES));
        let end = (self.to == Depth::END).then_some(Depth::END);
        (first..=last).step_by(self.step as usize).map(Depth::plies).chain(end)
    }
}

/// What iterative deepening answers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Deepened<M> {
    /// The iterations that were completed, in order.
    pub iterations: Vec<Outcome<M>>,
    /// The evaluation of the root: the answer before the first iteration is completed.
    pub evaluation: Score,
    /// What the last iteration had found when it was stopped: valid bounds, but not a completed answer.
    pub unfinished: Option<Outcome<M>>,
}

impl<M> Deepened<M> {
    /// The answer: the last completed iteration.
    #[must_use]
    pub fn last(&self) -> Option<&Outcome<M>> {
        self.iterations.last()
    }

    /// The value of the last completed iteration, or a bound of it where the algorithm asks for less; before
    /// anything is known, the evaluation of the root.
    #[must_use]
    pub fn value(&self) -> Score {
        let bounds = self.last().map(|last| last.bounds);
        let mut known = bounds.into_iter().flat_map(|bounds| [bounds.lower, bounds.upper]);
        known.find(|score| score.is_finite()).unwrap_or(self.evaluation)
    }

    /// The move of the last completed iteration.
    #[must_use]
    pub fn best(&self) -> Option<M>
    where
        M: Copy,
    {
        self.last()?.best
    }

    /// The move of the last completed iteration; before there is one, whatever move the unfinished one has
    /// proven something of.
    #[must_use]
    pub fn best_so_far(&self) -> Option<M>
    where
        M: Copy,
    {
        self.best().or_else(|| self.unfinished.as_ref()?.best)
    }

    /// Why it stopped before it was done, if it did.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.unfinished.as_ref()?.stopped
    }

    /// The cost of all iterations together, the unfinished one included.
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
    /// Deepens; see [`Search::deepen_guessing`](crate::Search::deepen_guessing).
    pub(crate) fn deepen(
        &mut self,
        algorithm: &impl Algorithm,
        root: &C::Position,
        plan: &Deepening,
        mut guess: impl FnMut(Depth, Option<Score>) -> Option<Score>,
        mut each: impl FnMut(&Outcome<C::Move>),
    ) -> Deepened<C::Move> {
        self.begin_root(root);
        let over = self.over(root);
        let evaluation = over.unwrap_or_else(|| self.evaluate(root));
        let mut deepened = Deepened { iterations: Vec::new(), evaluation, unfinished: None };
        for depth in plan.depths() {
            let values: Vec<Score> = deepened.iterations.iter().map(|outcome| outcome.bounds.lower).collect();
            let guess = guess(depth, plan.guess_from(&values));
            self.memory.new_generation();
            let outcome = self.run_task(algorithm, &Task { root, depth, guess });
            if outcome.stopped.is_some() {
                deepened.unfinished = Some(outcome);
                break;
            }
            each(&outcome);
            let settled = outcome.settled;
            deepened.iterations.push(outcome);
            if settled {
                break;
            }
        }
        deepened
    }
}
