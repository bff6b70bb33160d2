//! An unbounded map that never replaces an entry.
//!
//! The theorems about SSS* assume enough memory, and this map provides it. An entry answers only for the depth it was
//! searched to. Leaves are stored too, so that no leaf is evaluated twice.

use super::{Memory, NodeResult, ProbeResult, StoredBounds, merge};
use crate::{Depth, Keyed};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Entries = HashMap<(u64, u8), NodeResult, BuildHasherDefault<MultiplyHasher>>;

/// A memory that stores every position at every depth. It is as exact as the keys of the game.
///
/// Threads may share it, behind one mutex. A clone is an independent map.
#[derive(Debug, Default)]
pub struct ExactMap {
    map: Mutex<Entries>,
    keep: StoredBounds,
}

impl ExactMap {
    /// Creates an empty map that stores both bounds.
    #[must_use]
    pub fn new() -> ExactMap {
        ExactMap::default()
    }

    /// Creates an empty map that stores one bound per entry or both.
    #[must_use]
    pub fn with_stored_bounds(keep: StoredBounds) -> ExactMap {
        ExactMap { keep, ..ExactMap::default() }
    }

    /// Returns the number of entries: positions, counted once per depth.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Returns whether the map has no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Locks the map.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Every operation leaves the map consistent, so a panic of another thread does no harm.
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

    /// Returns the bounds of this depth, and the best move of one or two plies less if this depth has none.
    fn probe(&self, key: u64, depth: Depth) -> ProbeResult {
        let mut known = self.get(key, depth);
        if known.best.is_none() {
            // The previous iteration of iterative deepening is one or two plies shallower; its move orders this one.
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

/// A hasher for small consecutive numbers, as the keys of trees are: one multiplication spreads them.
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

    // The discriminant of an enum: as bytes it would take eight multiplications. Moves of chess contain enums, and hashing
    // them so took 3 % of the samples of a search with history.
    fn write_isize(&mut self, value: isize) {
        self.write_u64(value.cast_unsigned() as u64);
    }

    fn write_u64(&mut self, value: u64) {
        // The rotation lets the order of words count. The shift brings the well-mixed upper bits down, where the map
        // takes its index.
        let x = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = x ^ (x >> 32);
    }
}
