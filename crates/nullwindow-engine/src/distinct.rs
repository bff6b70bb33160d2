//! The count of distinct leaves, taken with the clock paused.
//!
//! The papers count each bottom position once, however often a search visits it. Comparing millions of keys takes
//! longer than visiting their positions. Keys are therefore buffered, and the clock is paused whenever the buffer is
//! moved into the set. The measured time covers the search, the counters and one store per leaf.

use crate::clock::SearchClock;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The number of keys in the buffer: half a megabyte, which stays in the cache.
const BUFFER: usize = 1 << 16;

/// The set of leaves visited by each iteration.
#[derive(Debug)]
pub(crate) struct LeafSet<'c> {
    clock: &'c SearchClock,
    /// The distance of this iteration's horizon from the root; another distance means another iteration.
    horizon: Option<usize>,
    buffer: Vec<u64>,
    seen: KeySet,
    /// The number of distinct leaves of earlier iterations.
    before: u64,
    /// The largest number of leaves to count, over all iterations.
    most: usize,
    overflown: bool,
}

impl<'c> LeafSet<'c> {
    pub(crate) fn new(clock: &'c SearchClock, most: usize) -> LeafSet<'c> {
        LeafSet { clock, horizon: None, buffer: Vec::new(), seen: KeySet::default(), before: 0, most, overflown: false }
    }

    /// Returns whether the limit was exceeded.
    pub(crate) fn is_overflown(&self) -> bool {
        self.overflown
    }

    #[inline]
    pub(crate) fn visit(&mut self, horizon: usize, key: u64) {
        if self.horizon != Some(horizon) {
            self.next_iteration(horizon);
        }
        self.buffer.push(key);
        if self.buffer.len() == BUFFER {
            self.flush();
        }
    }

    #[cold]
    fn next_iteration(&mut self, horizon: usize) {
        self.flush();
        self.before += self.seen.in_order.len() as u64;
        // Freeing a large set is not part of the search.
        self.clock.without(|| self.seen = KeySet::default());
        self.horizon = Some(horizon);
        self.buffer.reserve_exact(BUFFER - self.buffer.len());
    }

    #[cold]
    fn flush(&mut self) {
        self.clock.without(|| self.buffer.drain(..).for_each(|key| self.seen.insert(key)));
        // Checked once per flush: the count may exceed the limit by one buffer.
        self.overflown |= self.before + self.seen.in_order.len() as u64 > self.most as u64;
    }

    /// Returns the number of distinct leaves; `None` if there were too many.
    pub(crate) fn count(&mut self) -> Option<u64> {
        self.flush();
        (!self.overflown).then(|| self.before + self.seen.in_order.len() as u64)
    }

    /// Returns the keys of the last iteration's leaves in the order of their first visit.
    pub(crate) fn into_first_visits(mut self) -> Vec<u64> {
        self.flush();
        self.seen.in_order
    }
}

/// A set of keys that keeps their insertion order.
#[derive(Debug, Default)]
struct KeySet {
    set: HashSet<u64, BuildHasherDefault<LeafKeyHasher>>,
    in_order: Vec<u64>,
}

impl KeySet {
    fn insert(&mut self, key: u64) {
        if self.set.insert(key) {
            self.in_order.push(key);
        }
    }
}

/// A hasher of one multiplication: keys of games are scattered already, those of trees are consecutive numbers.
#[derive(Clone, Copy, Debug, Default)]
struct LeafKeyHasher(u64);

impl Hasher for LeafKeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let x = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // `HashSet` uses the low bits, which a multiplication mixes least.
        self.0 = x ^ (x >> 32);
    }
}
