//! Which large subtrees are being searched right now, and by somebody else.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Many more than threads have large nodes open.
const SLOTS: usize = 1 << 12;

/// ClaimTable of subtrees, each in the slot that its own number chooses; a slot that is taken claims nothing more. A key that is
/// missing, or one too many, costs work and nothing else.
#[derive(Debug, Default)]
pub(super) struct ClaimTable {
    slots: Box<[AtomicU64]>,
}

/// The key of a position to be searched to some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClaimKey(u64);

impl ClaimKey {
    pub(super) fn new(key: u64, depth: u8) -> ClaimKey {
        let mixed = (key ^ u64::from(depth) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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

    /// Whether somebody is searching this subtree.
    pub(super) fn is_claimed(&self, key: ClaimKey) -> bool {
        self.slots[key.slot()].load(Relaxed) == key.0
    }

    /// Sets a key, and says whether it is the caller's to clear.
    pub(super) fn try_claim(&self, key: ClaimKey) -> bool {
        self.slots[key.slot()].compare_exchange(0, key.0, Relaxed, Relaxed).is_ok()
    }

    pub(super) fn release(&self, key: ClaimKey) {
        self.slots[key.slot()].store(0, Relaxed);
    }
}
