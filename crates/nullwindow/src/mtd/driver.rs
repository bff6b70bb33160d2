//! The one loop of all MT drivers.
//!
//! **Source.** Paper 001, Fig. 11; paper 002, Fig. 8. **Cost.** With enough memory, leaves included
//! ([`ExactMap`](crate::memory::ExactMap)), never a leaf that Alpha-Beta does not visit, and none twice.
//! **When to use it.** Write your own driver: where to begin, and where to go on.
//!
//! **Differences from the paper.**
//! 1. The bound asked for is kept in `(f-, f+]`: a driver cannot ask again what is known (the printed
//!    MTD(bi) does, for ever) nor leave the range of scores.
//! 2. The loop ends when the bounds meet or cross. They cross only if two different positions share a
//!    key.
//!
//! ```text
//! f+ := +inf; f- := -inf; bound := first
//! repeat
//!     g := MT(n, bound)                                  ask
//!     if g < bound then f+ := g else f- := g             SearchReport::learn
//!     next                                               Driver::next
//! until f- = f+
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::depth_first::Mt;

use crate::outcome::{Pass, SearchReport};
use crate::{Bounds, Context, Score, Stopped, Window, Worker};

/// Where a driver begins and how it goes on. Each bound is a question: is the value at least this?
///
/// Bounds outside of what is open are moved to its nearest edge.
pub trait Driver {
    /// Returns the name of the algorithm.
    fn name(&self) -> String;

    /// Returns the first bound, given the guess: the value of an earlier iteration, or else the evaluation of
    /// the root.
    fn first(&self, guess: Score) -> Score;

    /// Returns the next bound, given the last pass and what is known. `bounds.lower < bounds.upper`.
    fn next(&self, last: &Pass, bounds: Bounds) -> Score;
}

/// A driver made of two functions: see [`driver`].
#[derive(Clone, Copy, Debug)]
pub struct FnDriver<F, N> {
    name: &'static str,
    first: F,
    next: N,
}

impl<F: Fn(Score) -> Score, N: Fn(&Pass, Bounds) -> Score> Driver for FnDriver<F, N> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn first(&self, guess: Score) -> Score {
        (self.first)(guess)
    }

    fn next(&self, last: &Pass, bounds: Bounds) -> Score {
        (self.next)(last, bounds)
    }
}

/// Returns an algorithm of your own, in five lines: where to begin, and where to go on. See [`Driver`].
///
/// ```
/// use nullwindow::mtd::driver;
/// use nullwindow::{Depth, Score, Search, memory::ExactMap, trees::ExplicitTree};
///
/// let by_thirds = driver("by thirds", |guess| guess, |_, open| match (open.lower, open.upper) {
///     (lower, Score::INFINITY) => lower.offset(30),
///     (Score::NEG_INFINITY, upper) => upper.offset(-30),
///     (lower, upper) => upper.offset((lower.get() - upper.get()) / 3),
/// });
/// let tree: ExplicitTree = ExplicitTree::PAPER_001_FIG_3.parse()?;
/// let outcome = Search::new(&tree).memory(ExactMap::new()).run(&by_thirds, &tree.root(), Depth::END);
/// assert_eq!(outcome.value(), Some(Score::new(35)));
/// # Ok::<(), nullwindow::trees::ParseTreeError>(())
/// ```
pub fn driver<F, N>(name: &'static str, first: F, next: N) -> Mtd<FnDriver<F, N>>
where
    F: Fn(Score) -> Score,
    N: Fn(&Pass, Bounds) -> Score,
{
    Mtd(FnDriver { name, first, next })
}

/// The algorithm of a driver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mtd<D>(pub D);

impl<D: Driver> Algorithm for Mtd<D> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let guess = task.guess.unwrap_or_else(|| worker.evaluate(task.root));
        let mut bound = self.0.first(guess);
        loop {
            let open = report.bounds();
            let bound_in_range = bound.clamp(open.lower.succ(), open.upper);
            let pass = worker.ask::<Mt>(task, Window::null(bound_in_range), report)?;
            let open = report.bounds();
            if open.lower >= open.upper {
                return Ok(());
            }
            bound = self.0.next(&pass, open);
        }
    }
}
