//! An unbounded map: nothing is ever forgotten.
//!
//! The theorems about SSS* assume enough memory; this is that memory. It answers for the depth an
//! entry was searched to and for no other, and it keeps leaves, so that no leaf is evaluated twice.

use super::{Memory, NodeResult, ProbeResult, StoredBounds, merge};
use crate::{Depth, Keyed};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Entries = HashMap<(u64, u8), NodeResult, BuildHasherDefault<MultiplyHasher>>;

/// Remembers every position and depth for ever. As exact as the game's keys.
///
/// Threads may share it, one at a time; a clone is a map of its own.
#[derive(Debug, Default)]
pub struct ExactMap {
    map: Mutex<Entries>,
    keep: StoredBounds,
}

impl ExactMap {
    /// Creates an empty memory that keeps both bounds.
    #[must_use]
    pub fn new() -> ExactMap {
        ExactMap::default()
    }

    /// Creates an empty memory that keeps one bound or both.
    #[must_use]
    pub fn with_stored_bounds(keep: StoredBounds) -> ExactMap {
        ExactMap { keep, ..ExactMap::default() }
    }

    /// How many positions, counted once for each depth, are probe_from_root.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Returns whether nothing is probe_from_root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Returns every operation leaves the map whole, so a panic elsewhere does no harm to it.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: u64, depth: Depth) -> ProbeResult {
        self.entries().get(&(key, depth.to_byte())).map_or(ProbeResult::NOTHING, |known| ProbeResult {
            bounds: known.bounds,
            lower_settled: known.lower_settled,
            upper_settled: known.upper_settled,
            best: known.best,
            found: true,
        })
    }
}

impl Clone for ExactMap {
    fn clone(&self) -> ExactMap {
        ExactMap { map: Mutex::new(self.entries().clone()), keep: self.keep }
    }
}

impl<G: Keyed + ?Sized> Memory<G> for ExactMap {
    fn stores(&self, _: Depth) -> bool {
        true
    }

    fn key(&self, game: &G, position: &G::Position) -> u64 {
        game.key(position)
    }

    /// Returns the bounds of this depth; the best move of the depth before it where this one is new.
    fn probe(&self, key: u64, depth: Depth) -> ProbeResult {
        let mut known = self.get(key, depth);
        if known.best.is_none() {
            known.best = (1..=2)
                .filter_map(|less| depth.get()?.checked_sub(less))
                .find_map(|plies| self.get(key, Depth::plies(plies)).best);
        }
        known
    }

    fn store(&self, key: u64, result: NodeResult) {
        let known = self.get(key, result.depth);
        self.entries().insert((key, result.depth.to_byte()), merge(self.keep, known, &result));
    }
}

/// Keys of trees are small numbers in a row; one multiplication spreads them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MultiplyHasher(u64);

impl Hasher for MultiplyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        let x = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = x ^ (x >> 32);
    }
}
