//! The growth of a table in use.
//!
//! A table uses only part of its buckets until they are three eighths full, and then twice as many. A small search thus touches
//! few pages of a large table and finds its entries in the cache: solving 300 positions of Connect Four touched all
//! 256 MiB of the default table before, and a quarter of the time went to the system for clearing pages.
//!
//! **Places.** A key has its place among all buckets, and at level `k` it uses bucket `place >> k`. One level down, the
//! entries of bucket `b` belong to `2 b` or `2 b + 1`. From the last bucket to the first, both are free by then, so that
//! entries move within the table and none is lost.
//!
//! **Threads.** One thread moves entries while the others go on. What they store meanwhile may end up in the wrong
//! bucket, where it is not found: that costs work and never changes a value.

use super::table::{Bucket, ENTRIES, Table};
use std::sync::atomic::Ordering::Relaxed;

/// The fewest buckets in use: with as many, bucket and check determine the key, and a table of 4 MiB costs little.
pub(super) const LEAST: usize = 1 << 16;

/// The number of entries per two buckets at which a table grows. With four, one bucket of twenty would
/// already have to drop an entry; with two, a table would take four times the memory of its entries.
const FILLED: usize = 3;

/// Returns the level at which a table of this many buckets starts.
pub(super) fn first_level(buckets: usize) -> u32 {
    (buckets / LEAST).checked_ilog2().unwrap_or(0)
}

impl Table {
    /// Returns the number of buckets in use.
    pub(super) fn active(&self) -> usize {
        let level = self.level.load(Relaxed);
        // Rounded up: the last bucket may have fewer places than the others.
        ((self.buckets.len() - 1) >> level) + 1
    }

    /// Counts an entry that was stored in an empty slot, and doubles the buckets in use if they are full enough.
    #[inline]
    pub(super) fn count_entry(&self) {
        if self.level.load(Relaxed) == 0 {
            return;
        }
        // Two steps instead of an atomic addition, which would make threads wait for each other: a lost count only
        // delays the growth.
        let used = self.used.load(Relaxed) + 1;
        self.used.store(used, Relaxed);
        if 2 * used >= self.active() * FILLED {
            self.grow();
        }
    }

    /// Doubles the buckets in use and moves their entries.
    #[cold]
    fn grow(&self) {
        if self.is_growing.swap(true, Relaxed) {
            return;
        }
        let level = self.level.load(Relaxed);
        if level > 0 {
            for number in (0..self.active()).rev() {
                self.split(number, level);
            }
            self.level.store(level - 1, Relaxed);
        }
        self.is_growing.store(false, Relaxed);
    }

    /// Moves the entries of a bucket to the two that take its place one level down.
    fn split(&self, number: usize, level: u32) {
        let bucket = &self.buckets[number];
        let words: [u64; 2 * ENTRIES] = std::array::from_fn(|word| bucket.0[word].swap(0, Relaxed));
        let mut filled = [0; 2];
        for slot in 0..ENTRIES {
            let (a, b) = Bucket::decode(words[2 * slot], words[2 * slot + 1]);
            if b == 0 {
                break;
            }
            let half = self.place_of(number, level, a >> 16) >> (level - 1) & 1;
            // The last bucket may have one half only.
            let Some(target) = self.buckets.get(2 * number + half) else { continue };
            target.0[2 * filled[half]].store(words[2 * slot], Relaxed);
            target.0[2 * filled[half] + 1].store(words[2 * slot + 1], Relaxed);
            filled[half] += 1;
        }
    }

    /// Returns the place, among all buckets, of the key with this check whose bucket at `level` is `number`.
    fn place_of(&self, number: usize, level: u32, check: u64) -> usize {
        // The smallest key of the bucket. With at least 2^16 buckets in use, its keys are no more than 2^48 apart: the
        // key is the first one from there on that has this check.
        let least = ((number as u128) << (64 + level)).div_ceil(self.buckets.len() as u128);
        let key = least & !u128::from(super::entry::CHECK) | u128::from(check);
        let key = if key < least { key + (1 << 48) } else { key };
        let place = (key * self.buckets.len() as u128) >> 64;
        usize::try_from(place).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{mix, tests::node_result};
    use super::*;
    use crate::Depth;

    /// Tables of a power of two of buckets, and of other numbers.
    const SIZES: [usize; 4] = [1 << 18, 3 << 17, (1 << 18) + 12_345, (1 << 17) - 1];

    #[test]
    fn a_growing_table_finds_all_that_it_had_room_for() {
        for buckets in SIZES {
            let table = Table::with_bytes(buckets * 64).unwrap();
            assert_eq!(table.level.load(Relaxed), first_level(buckets));
            let keys = || (0..buckets as u64 * 2).map(mix);
            let mut levels = 0;
            for key in keys() {
                let level = table.level.load(Relaxed);
                table.put(key, node_result(3, 8, 4));
                levels += u32::from(table.level.load(Relaxed) < level);
                assert!(table.find(key, Depth::plies(4)).found, "{buckets} buckets, at once");
            }
            assert_eq!((levels, table.level.load(Relaxed)), (first_level(buckets), 0), "{buckets} buckets");
            let lost = keys().filter(|&key| !table.find(key, Depth::plies(4)).found).count();
            // At the end, with two keys per bucket, a table of full size from the start loses 3.8 %.
            assert!(lost * 20 < buckets * 2, "{lost} of {} entries are lost", buckets * 2);
        }
    }

    #[test]
    fn no_entry_is_lost_by_growth_alone() {
        for buckets in SIZES {
            let table = Table::with_bytes(buckets * 64).unwrap();
            let keys = || (0..10_000).map(mix);
            keys().for_each(|key| table.put(key, node_result(3, 8, 4)));
            for _ in 0..first_level(buckets) {
                table.grow();
                assert!(keys().all(|key| table.find(key, Depth::plies(4)).found), "{buckets} buckets");
            }
            assert_eq!(table.active(), buckets);
            table.grow();
            assert_eq!(table.active(), buckets, "it does not grow beyond its size");
        }
    }

    #[test]
    fn a_small_table_does_not_grow() {
        for buckets in [1, 1000, LEAST, 2 * LEAST - 1] {
            assert_eq!(Table::with_bytes(buckets * 64).unwrap().active(), buckets);
        }
    }

    #[test]
    fn a_cleared_table_starts_small_again() {
        let mut table = Table::with_bytes(4 * LEAST * 64).unwrap();
        table.put(mix(7), node_result(3, 8, 4));
        table.grow();
        table.put(mix(8), node_result(3, 8, 4));
        table.clear();
        assert_eq!(table.active(), LEAST);
        assert!(!table.find(mix(7), Depth::plies(4)).found && !table.find(mix(8), Depth::plies(4)).found);
        assert_eq!(table.permille_used(), 0);
    }

    #[test]
    fn threads_may_store_while_it_grows() {
        let table = Table::with_bytes(8 * LEAST * 64).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..3u64 {
                let table = &table;
                scope.spawn(move || {
                    for number in 0..400_000 {
                        let key = mix(thread << 40 | number);
                        table.put(key, node_result(3, 8, 4));
                        let found = table.find(key, Depth::plies(4));
                        assert!(!found.found || found.bounds.lower.get() == 3);
                    }
                });
            }
        });
        assert_eq!(table.level.load(Relaxed), 0);
    }
}
