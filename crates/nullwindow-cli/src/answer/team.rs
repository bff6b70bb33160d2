//! Several threads on one root: they share one table, and the first that is done stops the others.
//!
//! All of them ask for the same value, so whoever is first answers for all. Helpers begin with another guess and try
//! moves in another order; what they have searched the others find in the table. Every bound in it is true whoever found
//! it: the value is that of one thread.

use super::leaves::FewLeaves;
use super::live::Live;
use crate::games::Playable;
use crate::interrupt;
use anyhow::Context;
use nullwindow::memory::Table;
use nullwindow::observe::{Cost, Counts, Observer};
use nullwindow::{Limits, Order, Score, Search};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

/// Searches call themselves once a ply, and a line may have 1024 of them.
const STACK: usize = 64 << 20;

/// When to stop, whether the work is done or not. Ctrl-C is one more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Until {
    /// At this time.
    pub deadline: Option<Instant>,
    /// After so many nodes of each thread.
    pub nodes: Option<u64>,
}

impl Until {
    /// Whether time is over.
    pub fn is_over(&self) -> bool {
        interrupt::stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn limits<'a>(self, done: &'a AtomicBool) -> Limits<'a> {
        let limits = Limits::none().flag(done).until(move || self.is_over());
        match self.nodes {
            Some(nodes) => limits.nodes(nodes),
            None => limits,
        }
    }
}

/// A game, the table that all threads share, and how many there are.
#[derive(Debug)]
pub struct Team<'t, G> {
    /// The game.
    pub game: &'t G,
    /// The order of moves that suits it.
    pub order: Order,
    /// What is remembered.
    pub table: &'t Table,
    /// How many threads.
    pub threads: usize,
    /// When to stop.
    pub until: Until,
    /// Set when somebody is done. A search that deepens sets it itself when it has seen enough.
    pub stop: AtomicBool,
}

/// The search of one thread.
pub type Worker<'w, G> = Search<'w, G, &'w Table, (FewLeaves, Live)>;

/// What a thread has found.
#[derive(Debug)]
pub struct Finish<T> {
    /// Its answer.
    pub answer: T,
    /// Whether it was done, rather than stopped.
    pub done: bool,
    /// What it counted.
    pub counts: Counts,
}

impl<G: Playable> Team<'_, G> {
    /// The search of thread `number`.
    pub fn worker(&self, number: usize, live: Live) -> Worker<'_, G> {
        Search::new(self.game)
            .memory(self.table)
            .order(varied(self.order, number))
            .observer((FewLeaves::default(), live))
            .limits(self.until.limits(&self.stop))
    }

    /// Lets every thread do the same work, until one is done. The work of thread 0, whose progress `live` shows, is what a single thread
    /// does; it gets its number, and says whether it is done. All answers are returned, by the number of the thread.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn race<T: Send>(
        &self,
        live: &Live,
        work: impl Fn(usize, &mut Worker<'_, G>) -> (T, bool) + Sync,
    ) -> anyhow::Result<Vec<Finish<T>>> {
        let stop = &self.stop;
        stop.store(false, Relaxed);
        let one = |number: usize, live: Live| {
            let mut search = self.worker(number, live);
            let (answer, done) = work(number, &mut search);
            if done {
                stop.store(true, Relaxed);
            }
            Finish { answer, done, counts: Observer::<G>::counts(search.observed()) }
        };
        thread::scope(|scope| {
            let one = &one;
            let helpers: Result<Vec<_>, _> = (1..self.threads)
                .map(|number| {
                    let thread = thread::Builder::new().stack_size(STACK);
                    thread.spawn_scoped(scope, move || one(number, Live::hidden()))
                })
                .collect();
            let helpers = helpers.inspect_err(|_| stop.store(true, Relaxed)).context("cannot start a thread")?;
            let mut all = vec![one(0, live.clone())];
            all.extend(
                helpers
                    .into_iter()
                    .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
            );
            Ok(all)
        })
    }
}

/// The cost of all threads together.
pub fn cost<T>(all: &[Finish<T>]) -> Cost {
    let mut sum = Cost::default();
    all.iter().for_each(|finish| sum += finish.counts.cost);
    sum
}

/// Thread `number` tries moves in an order of its own.
fn varied(order: Order, number: usize) -> Order {
    match number % 4 {
        0 => order,
        1 => Order { history: !order.history, ..order },
        2 => Order { killers: !order.killers, ..order },
        _ => Order { killers: !order.killers, history: !order.history, ..order },
    }
}

/// Thread `number` begins at a guess of its own: those of odd numbers ask from above what thread 0 asks from below.
pub fn varied_guess(guess: Option<Score>, number: usize) -> Option<Score> {
    let step = i32::try_from(number.div_ceil(2)).unwrap_or(i32::MAX);
    guess.map(|guess| guess.offset(if number % 2 == 1 { step } else { -step }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_0_works_as_if_alone() {
        assert_eq!(varied(Order::BEST, 0), Order::BEST);
        assert_eq!(varied_guess(Some(Score::new(7)), 0), Some(Score::new(7)));
        let guesses = [1, 2, 3, 4].map(|number| varied_guess(Some(Score::ZERO), number).map(Score::get));
        assert_eq!(guesses, [Some(1), Some(-1), Some(2), Some(-2)]);
    }
}
