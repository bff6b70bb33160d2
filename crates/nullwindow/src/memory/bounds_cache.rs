//! A small cache of bounds for a game's own searches.

use crate::Bounds;

/// The number of entries: 192 KiB, which fit the second-level cache of a core. Othello endgames visit 4 % fewer positions
/// with eight times as many entries, and take longer.
const ENTRIES: usize = 1 << 13;

/// A small direct-mapped cache of bounds, for a game that searches inside
/// [`Evaluator::proven_bounds_with`](crate::Evaluator::proven_bounds_with).
///
/// Each search thread has one, empty at the start of every search, so that the work of a search does not depend on
/// earlier ones. Keys are compared in full: an entry never answers for another position. The newest entry replaces the
/// one in its place. Memory is allocated when the first bounds are stored.
#[derive(Default, Debug)]
pub struct BoundsCache {
    /// Empty until the first store.
    entries: Vec<CachedBounds>,
    is_off: bool,
}

#[derive(Clone, Copy, Debug)]
struct CachedBounds {
    key: [u64; 2],
    bounds: Bounds,
}

/// An unused entry: nothing is known of the position with its key.
const UNUSED: CachedBounds = CachedBounds { key: [0; 2], bounds: Bounds::UNKNOWN };

impl BoundsCache {
    /// Creates an empty cache.
    #[must_use]
    pub fn new() -> BoundsCache {
        BoundsCache::default()
    }

    /// Creates a cache that stores nothing.
    #[must_use]
    pub fn off() -> BoundsCache {
        BoundsCache { entries: Vec::new(), is_off: true }
    }

    /// Returns the stored bounds of the position that `key` identifies.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: [u64; 2]) -> Bounds {
        match self.entries.get(place(key)) {
            Some(entry) if entry.key == key => entry.bounds,
            _ => Bounds::UNKNOWN,
        }
    }

    /// Stores bounds, in addition to those already stored for the position.
    #[inline]
    pub fn store(&mut self, key: [u64; 2], bounds: Bounds) {
        if self.entries.is_empty() && !self.allocate() {
            return;
        }
        let entry = &mut self.entries[place(key)];
        let bounds = if entry.key == key { entry.bounds.and(bounds) } else { bounds };
        *entry = CachedBounds { key, bounds };
    }

    #[cold]
    fn allocate(&mut self) -> bool {
        if !self.is_off {
            self.entries = vec![UNUSED; ENTRIES];
        }
        !self.is_off
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(UNUSED);
    }
}

/// Returns the place of a key: the high bits of a product depend on all bits below them.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "few bits remain")]
fn place([a, b]: [u64; 2]) -> usize {
    let mixed =
        a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32));
    (mixed >> (u64::BITS - ENTRIES.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn bounds_of_a_position_add_up() {
        let mut cache = BoundsCache::new();
        assert_eq!(cache.probe([1, 2]), Bounds::UNKNOWN);
        cache.store([1, 2], Bounds::at_least(Score::new(3)));
        cache.store([1, 2], Bounds::at_most(Score::new(5)));
        assert_eq!(cache.probe([1, 2]), Bounds { lower: Score::new(3), upper: Score::new(5) });
        assert_eq!(cache.probe([2, 1]), Bounds::UNKNOWN);
        cache.clear();
        assert_eq!(cache.probe([1, 2]), Bounds::UNKNOWN);
    }

    /// Among many more keys than entries, a probe finds the bounds of its own key or none.
    #[test]
    fn an_entry_answers_only_for_its_key() {
        let mut cache = BoundsCache::new();
        let key = |i: i32| [u64::from(i.cast_unsigned()) << 7, u64::from(i.cast_unsigned()) * 3];
        let bounds = |i: i32| Bounds::exactly(Score::new(i));
        (0..300_000).for_each(|i| cache.store(key(i), bounds(i)));
        let found = (0..300_000).filter(|&i| {
            let probed = cache.probe(key(i));
            assert!(probed == bounds(i) || probed == Bounds::UNKNOWN, "{i} {probed}");
            probed == bounds(i)
        });
        let found = found.count();
        assert!((ENTRIES / 2..=ENTRIES).contains(&found), "{found}");
    }

    #[test]
    fn a_cache_that_is_off_stores_nothing() {
        let mut cache = BoundsCache::off();
        cache.store([1, 2], Bounds::exactly(Score::ZERO));
        assert_eq!(cache.probe([1, 2]), Bounds::UNKNOWN);
        assert!(cache.entries.is_empty());
    }
}
