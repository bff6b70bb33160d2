//! Which large subtrees are being searched right now, and by somebody else.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Many more than threads have large nodes open.
const SLOTS: usize = 1 << 12;

/// Marks of subtrees, each in the slot that its own number chooses; a slot that is taken marks nothing more. A mark that is
/// missing, or one too many, costs work and nothing else.
#[derive(Debug, Default)]
pub(super) struct Marks {
    slots: Box<[AtomicU64]>,
}

/// The mark of a position to be searched to some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark(u64);

impl Mark {
    pub(super) fn new(key: u64, depth: u8) -> Mark {
        let mixed = (key ^ u64::from(depth) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Mark((mixed ^ mixed >> 32) | 1)
    }

    fn slot(self) -> usize {
        usize::try_from(self.0 >> 20).unwrap_or(0) % SLOTS
    }
}

impl Marks {
    pub(super) fn new() -> Marks {
        Marks { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether somebody is searching this subtree.
    pub(super) fn is_set(&self, mark: Mark) -> bool {
        self.slots[mark.slot()].load(Relaxed) == mark.0
    }

    /// Sets a mark, and says whether it is the caller's to clear.
    pub(super) fn set(&self, mark: Mark) -> bool {
        self.slots[mark.slot()].compare_exchange(0, mark.0, Relaxed, Relaxed).is_ok()
    }

    pub(super) fn clear(&self, mark: Mark) {
        self.slots[mark.slot()].store(0, Relaxed);
    }
}
