//! A transposition table of fixed size, shared between threads without locks. Small searches use only part of it; see
//! `growth.rs`.
//!
//! An entry has 16 bytes, two atomic words. Four entries fill a bucket of one cache line, and a probe or a store
//! touches one bucket.
//!
//! **Sharing.** Word A is stored as `A ^ scramble(B)`. A reader that sees word A of one write and word B of another
//! computes a check that is wrong with probability 1 - 2^-48, and finds nothing.
//!
//! **Wrong keys.** The key is mixed by a bijection. Its upper bits select the bucket, its lower 48 bits are the check.
//! From 65,536 buckets (4 MiB) on, bucket and check determine the key, so only positions to which the *game* assigns
//! the same key are confused. A smaller table accepts a wrong entry with probability below 4 * 2^-48 per probe.
//!
//! **Replacement.** A result is always stored. It replaces, in this order of preference: the entry with its key and
//! depth; an entry with its key from an earlier generation; an empty entry; the entry of the lowest
//! priority (oldest generation, then smallest depth, then smallest effort by powers of two),
//! and among equals the first. From an entry with its own key it takes over the bounds if the depth is the same or they
//! are settled, and the best move if it has none. So a position searched to several depths in one generation has one
//! entry per depth.

use super::entry::{AGES, CHECK, UnpackedEntry, age_of, depth, mix, pack, replacement_priority, scramble, unpack};
use super::growth::first_level;
use super::hardware::{Buckets, prefetch};
use super::{Memory, NodeResult, ProbeResult, StoredBounds, merge};
use crate::{Depth, Keyed};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Entries per bucket: four of 16 bytes fill a cache line of 64.
pub(super) const ENTRIES: usize = 4;

/// A cache line of entries, as pairs of the words A and B.
#[repr(align(64))]
#[derive(Debug)]
pub(super) struct Bucket(pub(super) [AtomicU64; 2 * ENTRIES]);

/// A transposition table of fixed size.
///
/// Threads share a table by searching with `&Table` each.
///
/// ```
/// use nullwindow::memory::Table;
///
/// let table = Table::with_bytes(64 << 20)?;
/// assert_eq!(table.entries(), 4 << 20);
/// assert_eq!(Table::with_entries(1 << 21)?.bytes(), 32 << 20);
/// assert!(Table::with_bytes(0).is_err());
/// # Ok::<(), nullwindow::memory::TableError>(())
/// ```
pub struct Table {
    pub(super) buckets: Buckets,
    /// The buckets in use are the first `buckets >> level`; see `growth.rs`.
    pub(super) level: AtomicU32,
    /// The entries in use, counted until the table is fully grown.
    pub(super) used: AtomicUsize,
    pub(super) is_growing: AtomicBool,
    age: AtomicU8,
    /// The number of large pages requested so far.
    large_pages: AtomicUsize,
    keep: StoredBounds,
    least: Depth,
}

/// The error for a table that cannot be created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The size is below one bucket of 64 bytes.
    TooSmall {
        /// The requested size.
        bytes: usize,
    },
    /// There is not enough memory.
    TooLarge {
        /// The requested size.
        bytes: usize,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::TooSmall { bytes } => {
                write!(f, "a table of {bytes} bytes holds no bucket; the smallest has 64 bytes (4 entries)")
            }
            TableError::TooLarge { bytes } => {
                write!(f, "there is no memory for a table of {bytes} bytes")
            }
        }
    }
}

impl std::error::Error for TableError {}

impl Table {
    /// The size of an entry in bytes.
    pub const ENTRY_BYTES: usize = 16;

    /// Creates a table of at most `bytes` bytes, rounded down to whole buckets of 64.
    ///
    /// # Errors
    /// If the size is below one bucket, or there is not enough memory.
    pub fn with_bytes(bytes: usize) -> Result<Table, TableError> {
        let count = bytes / size_of::<Bucket>();
        if count == 0 {
            return Err(TableError::TooSmall { bytes });
        }
        // By default neither leaves nor their parents are stored. Where an evaluation is cheap, visiting the leaves of a
        // node again costs less than a cache miss: on Connect Four to depth 16 a search takes 0.69 of the time.
        let buckets = Buckets::new(count).ok_or(TableError::TooLarge { bytes })?;
        Ok(Table {
            buckets,
            level: AtomicU32::new(first_level(count)),
            used: AtomicUsize::new(0),
            is_growing: AtomicBool::new(false),
            age: AtomicU8::new(1),
            large_pages: AtomicUsize::new(0),
            keep: StoredBounds::Both,
            least: Depth::plies(2),
        })
    }

    /// Creates a table of at most `entries` entries of 16 bytes, rounded down to whole buckets of four.
    ///
    /// # Errors
    /// If the size is below one bucket, or there is not enough memory.
    pub fn with_entries(entries: usize) -> Result<Table, TableError> {
        Table::with_bytes(entries.saturating_mul(Table::ENTRY_BYTES))
    }

    /// Sets whether entries store both bounds (the default) or only the latest one.
    #[must_use]
    pub fn with_stored_bounds(mut self, keep: StoredBounds) -> Table {
        self.keep = keep;
        self
    }

    /// Stores only results of at least this depth. The default is 2: everything but leaves and their parents, because
    /// most evaluations cost less than a cache miss. 1 pays if an evaluation costs about as much as one, and 0, which
    /// stores evaluated leaves too, if it costs much more. 3 or more pays if even searching the last two plies again
    /// costs less.
    #[must_use]
    pub fn with_min_depth(mut self, least: Depth) -> Table {
        self.least = least;
        self
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.buckets.len() * ENTRIES
    }

    /// Returns the size of all entries in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Returns the share of used entries in permille, measured on the first thousand buckets.
    #[must_use]
    pub fn permille_used(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let used = sample.iter().flat_map(|bucket| bucket.0.chunks(2)).filter(|e| e[1].load(Relaxed) != 0);
        // The first buckets are those in use; the others are empty.
        (used.count() * 1000 / (sample.len() * ENTRIES)) >> self.level.load(Relaxed)
    }

    /// Moves the next 2 MiB of the table to a large page, on which probes are faster, and returns whether there may be
    /// more.
    ///
    /// A new table is on small pages, because a short search would touch each large page once and pay for clearing all
    /// of it. Call this method now and then during a long search, from any thread; each call takes some milliseconds.
    /// It does nothing if the system has no large pages.
    pub fn next_large_page(&self) -> bool {
        // Relaxed: the counter only distributes the pages among callers.
        self.buckets.move_to_large_page(self.large_pages.fetch_add(1, Relaxed))
    }

    /// Moves the whole table to large pages and touches every page, for measurements and before a long search.
    /// Otherwise the first access to each page pays for its allocation.
    pub fn prefault(&self) {
        const PAGE: usize = 4096;
        while self.next_large_page() {}
        for bucket in self.buckets.iter().step_by(PAGE / size_of::<Bucket>()) {
            // A read would only map the shared zero page, and the compiler may turn an OR with a known zero into a
            // read.
            bucket.0[0].fetch_or(std::hint::black_box(0), Relaxed);
        }
    }

    pub(super) fn least(&self) -> Depth {
        self.least
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        // The buckets that were never used are zero, and their pages stay untouched.
        let active = self.active();
        for word in self.buckets[..active].iter_mut().flat_map(|bucket| &mut bucket.0) {
            *word.get_mut() = 0;
        }
        *self.level.get_mut() = first_level(self.buckets.len());
        *self.used.get_mut() = 0;
        *self.age.get_mut() = 1;
    }

    /// Returns the bucket of a mixed key: its upper bits, scaled to the number of buckets, of which those up to the
    /// level are in use.
    #[inline]
    fn bucket(&self, mixed: u64) -> &Bucket {
        // A multiplication instead of a remainder: it is faster, and the number of buckets need not be a power of two.
        let place = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        #[allow(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
        &self.buckets[place as usize >> (self.level.load(Relaxed) & 63)]
    }

    /// Returns the entry of the requested depth, or else what holds of the deepest entry with this key.
    #[inline]
    pub(super) fn find(&self, mixed: u64, depth: Depth) -> ProbeResult {
        let bucket = self.bucket(mixed);
        let mut deepest: Option<UnpackedEntry> = None;
        for slot in 0..ENTRIES {
            let (a, b) = bucket.entry(slot);
            if b == 0 {
                // Entries are filled in order and never removed one by one: the rest of the bucket is empty.
                break;
            }
            if a >> 16 == mixed & CHECK {
                let entry = unpack(a, b);
                if entry.depth == depth {
                    return entry.result;
                }
                // Of several depths the deepest has the most reliable best move.
                if deepest.as_ref().is_none_or(|other| other.depth < entry.depth) {
                    deepest = Some(entry);
                }
            }
        }
        deepest.map_or(ProbeResult::NOTHING, |entry| entry.at(depth))
    }

    /// Stores a result by the replacement rule of this module.
    pub(super) fn put(&self, mixed: u64, result: NodeResult) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(mixed);
        let (mut target, mut known) = (None, ProbeResult::NOTHING);
        for slot in 0..ENTRIES {
            let (a, b) = bucket.entry(slot);
            if b == 0 {
                // The rest of the bucket is empty too.
                if target.is_none() {
                    bucket.set(slot, pack(mixed & CHECK, &result, age));
                    return self.count_entry();
                }
                break;
            }
            let own_key = a >> 16 == mixed & CHECK;
            let own_depth = own_key && depth(b) == result.depth;
            if own_key && (own_depth || age_of(b, age) > 0) {
                target = Some(slot);
                // `at` drops the bounds that do not hold at the new depth.
                known = unpack(a, b).at(result.depth);
                // Only an entry of the same depth is a better place.
                if own_depth {
                    break;
                }
            }
        }
        let target = target.unwrap_or_else(|| bucket.least_useful(age));
        bucket.set(target, pack(mixed & CHECK, &merge(self.keep, known, &result), age));
    }
}

impl Bucket {
    /// Returns the words A and B of an entry.
    #[inline]
    fn entry(&self, slot: usize) -> (u64, u64) {
        let b = self.0[2 * slot + 1].load(Relaxed);
        Bucket::decode(self.0[2 * slot].load(Relaxed), b)
    }

    /// Returns the slot of the entry that is replaced first.
    fn least_useful(&self, age: u8) -> usize {
        let priority = |&slot: &usize| {
            let (a, b) = self.entry(slot);
            replacement_priority(a, b, age)
        };
        (0..ENTRIES).min_by_key(priority).unwrap_or(0)
    }

    /// Stores the words A and B of an entry.
    #[inline]
    fn set(&self, slot: usize, (a, b): (u64, u64)) {
        // Relaxed: a reader may see one of the two stores without the other. Then the check fails, and the entry counts
        // as absent.
        self.0[2 * slot].store(a ^ scramble(b), Relaxed);
        self.0[2 * slot + 1].store(b, Relaxed);
    }

    /// Returns the words A and B of an entry as it is stored.
    #[inline]
    pub(super) fn decode(stored: u64, b: u64) -> (u64, u64) {
        (stored ^ scramble(b), b)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("entries", &self.entries())
            .field("keep", &self.keep)
            .field("least", &self.least)
            .finish_non_exhaustive()
    }
}

impl<G: Keyed + ?Sized> Memory<G> for Table {
    #[inline]
    fn stores(&self, depth: Depth) -> bool {
        depth >= self.least
    }

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        mix(game.key(position))
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    fn probe(&self, key: u64, depth: Depth) -> ProbeResult {
        self.find(key, depth)
    }

    #[inline]
    fn store(&self, key: u64, result: NodeResult) {
        self.put(key, result);
    }

    fn new_generation(&self) {
        // Not atomic as a whole: threads that start generations at the same time may count one of them, which only
        // affects replacement.
        let age = self.age.load(Relaxed);
        self.age.store(if age == AGES { 1 } else { age + 1 }, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::tests::node_result;
    use super::*;
    use crate::{Bounds, Score};

    #[test]
    fn a_bound_answers_for_its_depth_or_when_settled_for_greater_ones() {
        let table = Table::with_bytes(64).unwrap();
        table.put(9, NodeResult { lower_settled: true, ..node_result(3, 8, 4) });
        let at = |depth| table.find(9, Depth::plies(depth)).bounds;
        assert_eq!(at(4), Bounds { lower: Score::new(3), upper: Score::new(8) });
        assert_eq!(at(5), Bounds::at_least(Score::new(3)));
        assert_eq!(at(3), Bounds::UNKNOWN);
        assert_eq!(table.find(9, Depth::END).bounds, Bounds::at_least(Score::new(3)));
        assert_eq!(table.find(9, Depth::plies(3)).best, Some(7));
    }

    #[test]
    fn the_oldest_goes_first_then_the_shallowest() {
        let table = &Table::with_bytes(64).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 5)] {
            table.put(key, node_result(0, 0, depth));
        }
        Memory::<crate::trees::ExplicitTree>::new_generation(table);
        table.put(4, node_result(0, 0, 1));
        let present =
            |table: &Table| -> Vec<u64> { (1..9).filter(|&key| table.find(key, Depth::ZERO).found).collect() };
        assert_eq!(present(table), [1, 2, 3, 4]);
        table.put(5, node_result(0, 0, 1));
        assert_eq!(present(table), [1, 3, 4, 5], "old and shallow");
        table.put(6, node_result(0, 0, 1));
        assert_eq!(present(table), [1, 4, 5, 6], "old before shallow and new");
        table.put(7, node_result(0, 0, 2));
        assert_eq!(present(table), [4, 5, 6, 7]);
        table.put(8, node_result(0, 0, 1));
        assert_eq!(present(table), [4, 6, 7, 8], "of equals the first in the bucket");
    }

    #[test]
    fn of_one_depth_the_cheapest_goes_first() {
        let table = &Table::with_bytes(64).unwrap();
        for (key, effort) in [(1, 900), (2, u64::MAX), (3, 70), (4, 80)] {
            table.put(key, NodeResult { effort, ..node_result(0, 0, 5) });
        }
        table.put(5, node_result(0, 0, 5));
        assert!(!table.find(3, Depth::ZERO).found, "70 and 80 are worth the same: the first goes");
        table.put(6, node_result(0, 0, 5));
        let present: Vec<u64> = (1..7).filter(|&key| table.find(key, Depth::ZERO).found).collect();
        assert_eq!(present, [1, 2, 4, 6]);
    }

    #[test]
    fn moves_too_far_down_the_list_are_not_kept() {
        let table = Table::with_bytes(64).unwrap();
        for (best, kept) in [(2046, Some(2046)), (2047, None), (u16::MAX - 1, None)] {
            table.put(9, NodeResult { best: Some(best), ..node_result(0, 0, 5) });
            assert_eq!(table.find(9, Depth::plies(5)).best, kept);
            table.put(9, NodeResult { best: None, ..node_result(0, 0, 6) });
        }
    }

    #[test]
    fn one_bound_mode_forgets_the_other_bound() {
        let table = Table::with_bytes(64).unwrap().with_stored_bounds(StoredBounds::Latest);
        table.put(1, NodeResult { bounds: Bounds::at_least(Score::new(3)), ..node_result(0, 0, 2) });
        table.put(1, NodeResult { bounds: Bounds::at_most(Score::new(8)), ..node_result(0, 0, 2) });
        assert_eq!(table.find(1, Depth::plies(2)).bounds, Bounds::at_most(Score::new(8)));
    }

    #[test]
    fn half_a_record_is_not_believed() {
        let (one, other) = (Table::with_bytes(64).unwrap(), Table::with_bytes(64).unwrap());
        one.put(9, node_result(3, 8, 4));
        other.put(9, node_result(5, 6, 4));
        let word = other.buckets[0].0[1].load(Relaxed);
        one.buckets[0].0[1].store(word, Relaxed);
        assert!(!one.find(9, Depth::plies(4)).found);
    }

    #[test]
    fn ages_run_in_a_circle_without_the_empty_one() {
        let table = Table::with_bytes(64).unwrap();
        for begun in 0..200 {
            table.put(begun, node_result(0, 1, 3));
            assert!(table.find(begun, Depth::plies(3)).found, "after {begun} beginnings");
            Memory::<crate::trees::ExplicitTree>::new_generation(&table);
        }
    }

    #[test]
    fn a_position_has_an_entry_for_each_depth_it_is_met_at() {
        let table = Table::with_bytes(64).unwrap();
        for depth in 1i32..=4 {
            table.put(9, node_result(depth, 20, depth.cast_unsigned()));
        }
        for depth in 1i32..=4 {
            assert_eq!(table.find(9, Depth::plies(depth.cast_unsigned())).bounds.lower, Score::new(depth));
        }
    }

    #[test]
    fn a_new_table_is_empty_and_so_is_one_that_was_cleared() {
        // Miri is a thousand times slower.
        let mut table = Table::with_bytes(if cfg!(miri) { 1 << 10 } else { 1 << 20 }).unwrap();
        assert!(table.buckets.iter().flat_map(|bucket| &bucket.0).all(|word| word.load(Relaxed) == 0));
        assert!(std::ptr::from_ref(&table.buckets[0]).addr().is_multiple_of(64));
        table.put(9, node_result(3, 8, 4));
        table.prefault();
        assert!(table.find(9, Depth::plies(4)).found, "touching a page changes nothing");
        assert!(!table.next_large_page(), "there is no more");
        table.clear();
        assert!(!table.find(9, Depth::plies(4)).found);
    }

    /// Returns the number of bytes of a table that are in memory, by the page table of this process. The memory of the
    /// whole process would include that of tests on other threads.
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(miri)))]
    fn resident(table: &Table) -> usize {
        use std::io::{Read, Seek, SeekFrom};
        const PAGE: usize = 4096;
        const IS_PRESENT: u64 = 1 << 63;
        let first = table.buckets.as_ptr() as usize / PAGE;
        let mut words = vec![0; table.bytes() / PAGE * 8];
        let mut pages = std::fs::File::open("/proc/self/pagemap").unwrap();
        pages.seek(SeekFrom::Start(first as u64 * 8)).unwrap();
        pages.read_exact(&mut words).unwrap();
        let present = |word: &&[u8]| u64::from_le_bytes((*word).try_into().unwrap()) & IS_PRESENT != 0;
        words.chunks(8).filter(present).count() * PAGE
    }

    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(miri)))]
    fn a_large_table_costs_nothing_until_it_is_used() {
        let table = Table::with_bytes(1 << 30).unwrap();
        assert!(resident(&table) <= 4096, "more than the page with the allocator's own data");
        // Spread over the table: on large pages this would take 1 GiB.
        let keys = || (0..2000).map(|number: u64| number << 53);
        keys().for_each(|key| table.put(key, node_result(3, 8, 4)));
        assert!(keys().all(|key| table.find(key, Depth::plies(4)).found));
        assert!((1 << 20..100 << 20).contains(&resident(&table)), "{} bytes", resident(&table));
        let table = Table::with_bytes(64 << 20).unwrap();
        table.prefault();
        assert!(resident(&table) > 63 << 20, "{} bytes", resident(&table));
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Table::with_bytes(63).unwrap_err(), TableError::TooSmall { bytes: 63 });
        assert_eq!(Table::with_entries(0).unwrap_err(), TableError::TooSmall { bytes: 0 });
        // Under Miri an allocation that fails ends the program.
        assert!(cfg!(miri) || Table::with_bytes(usize::MAX / 4).is_err());
        assert_eq!(Table::with_entries(9).unwrap().entries(), 8);
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
