//! The loop of all MT drivers.
//!
//! **Source.** \[PSPB96\], Fig. 11; \[PSPB94\], Fig. 8.
//! **Cost.** With enough memory, leaves included ([`ExactMap`](crate::memory::ExactMap)), it visits only leaves that
//! Alpha-Beta visits, and none twice.
//! **When to use it.** To write a driver of your own: a [`Driver`] chooses the first bound and each next one.
//!
//! **Differences from the paper.**
//! 1. The bound is clamped to `(f-, f+]`: a driver can neither ask again what is known (the printed MTD(bi) does, and
//!    never ends) nor leave the range of scores.
//! 2. The loop ends when the bounds meet or cross. They cross only if two positions share a key.
//! 3. Where the game answers only the window it is asked, steps grow (`stall.rs`); with exact leaves they never do.
//!
//! ```text
//! f+ := +inf; f- := -inf; bound := first
//! repeat
//!     g := MT(n, bound)                                  ask
//!     if g < bound then f+ := g else f- := g             SearchReport::learn
//!     next                                               Driver::next
//! until f- = f+
//! ```

use super::stall::Stall;
use crate::algorithm::{Algorithm, Task};
use crate::depth_first::Mt;
use crate::outcome::{Pass, SearchReport};
use crate::{Bounds, Context, Score, Stopped, Window, Worker};

/// The bounds that a driver asks for, one after the other. Each is a test: is the value at least this?
///
/// A bound outside of the open range is moved to its nearest edge.
pub trait Driver {
    /// Returns the name of the algorithm.
    fn name(&self) -> String;

    /// Returns the first bound, given the guess: the value of an earlier iteration, or else the evaluation of the root.
    fn first(&self, guess: Score) -> Score;

    /// Returns the next bound, given the last pass and the bounds proven so far. `bounds.lower < bounds.upper`.
    fn next(&self, last: &Pass, bounds: Bounds) -> Score;
}

/// A driver made of two functions; see [`driver`].
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

/// Creates an algorithm from two functions: the first bound, and the next one. See [`Driver`].
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
/// let tree: ExplicitTree = ExplicitTree::PSPB96_FIG_3.parse()?;
/// let outcome = Search::new(&tree).with_memory(ExactMap::new()).run(&by_thirds, &tree.root(), Depth::END);
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

/// The algorithm that runs a driver.
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
        let mut stall = Stall::default();
        loop {
            let open = report.bounds();
            let bound_in_range = bound.clamp(open.lower.succ(), open.upper);
            let pass = worker.ask::<Mt>(task, Window::null(bound_in_range), report)?;
            let open = report.bounds();
            // `>`: two positions with the same key can make the bounds cross.
            if open.lower >= open.upper {
                return Ok(());
            }
            stall.count(&pass, worker.answered_window);
            bound = stall.lengthen(self.0.next(&pass, open), &pass, open);
        }
    }
}
