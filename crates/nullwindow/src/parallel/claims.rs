//! The large subtrees that some thread is searching.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of slots. Far more than the threads have large nodes open, so that collisions are rare.
const SLOTS: usize = 1 << 12;

/// A lossy set of claimed subtrees, without locks. The key of a subtree selects its slot; a subtree whose slot is taken
/// cannot be claimed. A missing claim, or one for another subtree with the same key, costs work and never changes the
/// value.
#[derive(Debug, Default)]
pub(super) struct ClaimTable {
    slots: Box<[AtomicU64]>,
}

/// The hash of a position and its depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClaimKey(u64);

impl ClaimKey {
    pub(super) fn new(key: u64, depth: u8) -> ClaimKey {
        let mixed = (key ^ u64::from(depth) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The lowest bit is set, so that no key is 0, the empty slot.
        ClaimKey((mixed ^ mixed >> 32) | 1)
    }

    fn slot(self) -> usize {
        usize::try_from(self.0 >> 20).unwrap_or(0) % SLOTS
    }
}

impl ClaimTable {
    pub(super) fn new() -> ClaimTable {
        ClaimTable { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Returns whether a thread is searching this subtree.
    pub(super) fn is_claimed(&self, key: ClaimKey) -> bool {
        // Relaxed: a claim guards no data. A thread that misses one searches the subtree as well.
        self.slots[key.slot()].load(Relaxed) == key.0
    }

    /// Claims a subtree, and returns whether the caller owns the claim and must release it.
    pub(super) fn try_claim(&self, key: ClaimKey) -> bool {
        self.slots[key.slot()].compare_exchange(0, key.0, Relaxed, Relaxed).is_ok()
    }

    /// Releases a claim that the caller owns.
    pub(super) fn release(&self, key: ClaimKey) {
        self.slots[key.slot()].store(0, Relaxed);
    }
}
