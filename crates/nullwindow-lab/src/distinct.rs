//! Distinct leaves, told apart with the clock stopped.
//!
//! Papers count bottom positions once, however often a search comes back to them. To tell millions of leaves apart takes
//! longer than to visit them, so it is not done on the way: [`Distinct`] writes keys to a buffer, and stops the
//! [`Clock`] whenever the buffer is full. What is left on the clock is the search, the counters and one store a leaf.

use cpu_time::ThreadTime;
use nullwindow::memory::Recall;
use nullwindow::observe::{Cost, Counters, Counts, Exit, LeafKind, Observer, Visit};
use nullwindow::{Keyed, Score, Window};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::{Duration, Instant};

/// A clock that can be stopped for a while.
#[derive(Debug)]
pub struct Clock {
    start: Cell<Time>,
    stopped: Cell<Duration>,
}

/// A point in time.
#[derive(Clone, Copy, Debug)]
enum Time {
    Thread(ThreadTime),
    Wall(Instant),
}

impl Time {
    /// Now, by the same clock.
    fn now(self) -> Time {
        match self {
            Time::Thread(_) => Time::Thread(ThreadTime::now()),
            Time::Wall(_) => Time::Wall(Instant::now()),
        }
    }

    fn elapsed(self) -> Duration {
        match self {
            Time::Thread(time) => time.elapsed(),
            Time::Wall(time) => time.elapsed(),
        }
    }
}

impl Clock {
    /// Starts one that shows the processor time of its thread, which other programs and other threads of the same run
    /// disturb less than the time on the wall.
    #[must_use]
    pub fn start() -> Clock {
        Clock { start: Cell::new(Time::Thread(ThreadTime::now())), stopped: Cell::default() }
    }

    /// Starts one that shows the time on the wall, for a search by several threads.
    #[must_use]
    pub fn wall() -> Clock {
        Clock { start: Cell::new(Time::Wall(Instant::now())), stopped: Cell::default() }
    }

    /// Does something that is not to be timed.
    pub fn without<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.start.get().now();
        let done = work();
        self.stopped.set(self.stopped.get() + before.elapsed());
        done
    }

    /// The time since the start or the last lap, less that for which it was stopped; and starts again.
    pub fn lap(&self) -> Duration {
        let time = self.start.get().elapsed().saturating_sub(self.stopped.take());
        self.start.set(self.start.get().now());
        time
    }
}

/// Counts like [`Counters`], and tells leaves apart by their keys where it is asked to: in each iteration those that are
/// met for the first time in it.
#[derive(Debug)]
pub struct Distinct<'c> {
    counters: Counters,
    leaves: Option<RefCell<Told<'c>>>,
}

impl<'c> Distinct<'c> {
    /// An observer that tells leaves apart, and stops the clock while it does.
    #[must_use]
    pub fn new(clock: &'c Clock) -> Distinct<'c> {
        let told = Told { clock, horizon: None, buffer: Vec::with_capacity(BUFFER), seen: Keys::default(), before: 0 };
        Distinct { counters: Counters::new(), leaves: Some(RefCell::new(told)) }
    }

    /// An observer that only counts.
    #[must_use]
    pub fn only_counters() -> Distinct<'c> {
        Distinct { counters: Counters::new(), leaves: None }
    }

    /// The keys of the last iteration's leaves in the order of their first visit, if they were told apart.
    #[must_use]
    pub fn into_first_visits(self) -> Option<Vec<u64>> {
        let mut told = self.leaves?.into_inner();
        told.tell_apart();
        Some(told.seen.in_order)
    }
}

/// How many keys are written down before they are told apart: half a megabyte, which stays in the cache.
const BUFFER: usize = 1 << 16;

#[derive(Debug)]
struct Told<'c> {
    clock: &'c Clock,
    /// Where the leaves of this iteration are, in plies from the root; another number is another iteration.
    horizon: Option<usize>,
    buffer: Vec<u64>,
    seen: Keys,
    /// Distinct leaves of earlier iterations.
    before: u64,
}

impl Told<'_> {
    #[inline]
    fn visit(&mut self, horizon: usize, key: u64) {
        if self.horizon != Some(horizon) {
            self.iteration(horizon);
        }
        self.buffer.push(key);
        if self.buffer.len() == BUFFER {
            self.tell_apart();
        }
    }

    #[cold]
    fn iteration(&mut self, horizon: usize) {
        self.tell_apart();
        self.before += self.seen.in_order.len() as u64;
        self.clock.without(|| self.seen = Keys::default());
        self.horizon = Some(horizon);
    }

    #[cold]
    fn tell_apart(&mut self) {
        self.clock.without(|| self.buffer.drain(..).for_each(|key| self.seen.insert(key)));
    }
}

/// A set of keys that remembers their order.
#[derive(Debug, Default)]
struct Keys {
    set: HashSet<u64, BuildHasherDefault<KeyHasher>>,
    in_order: Vec<u64>,
}

impl Keys {
    fn insert(&mut self, key: u64) {
        if self.set.insert(key) {
            self.in_order.push(key);
        }
    }
}

/// One multiplication: keys of games are scattered already, those of trees are numbers in a row.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, key: u64) {
        let x = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = x ^ (x >> 32);
    }
}

impl<G: Keyed + ?Sized> Observer<G> for Distinct<'_> {
    #[inline]
    fn pass(&mut self, window: Window) {
        Observer::<G>::pass(&mut self.counters, window);
    }

    #[inline]
    fn recall(&mut self, ply: usize, recall: &Recall, answer: Option<Score>) {
        Observer::<G>::recall(&mut self.counters, ply, recall, answer);
    }

    #[inline]
    fn leaf(&mut self, game: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        Observer::<G>::leaf(&mut self.counters, game, visit, value, kind);
        if let Some(told) = &mut self.leaves {
            let horizon = visit.depth.get().map_or(usize::MAX, |depth| visit.ply + depth as usize);
            told.get_mut().visit(horizon, game.key(visit.position));
        }
    }

    #[inline]
    fn quiescence(&mut self, nodes: u64) {
        Observer::<G>::quiescence(&mut self.counters, nodes);
    }

    #[inline]
    fn expand(&mut self, ply: usize, moves: usize) {
        Observer::<G>::expand(&mut self.counters, ply, moves);
    }

    #[inline]
    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        Observer::<G>::leave(&mut self.counters, ply, value, exit);
    }

    #[inline]
    fn lists(&mut self, open: usize, backup: usize) {
        Observer::<G>::lists(&mut self.counters, open, backup);
    }

    #[inline]
    fn cost(&self) -> Cost {
        Observer::<G>::cost(&self.counters)
    }

    fn counts(&self) -> Counts {
        let distinct_leaves = self.leaves.as_ref().map(|told| {
            let mut told = told.borrow_mut();
            told.tell_apart();
            told.before + told.seen.in_order.len() as u64
        });
        Counts { distinct_leaves, ..Observer::<G>::counts(&self.counters) }
    }
}
