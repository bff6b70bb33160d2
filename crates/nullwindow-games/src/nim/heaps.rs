//! The heaps and the player to move.

use nullwindow::Player;
use thiserror::Error;

/// A position: the heaps, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    /// Heaps beyond `count` are empty.
    heaps: [u8; Heaps::MOST],
    count: u8,
    mover: Player,
}

/// A move: the number of objects to take, and the heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The heap, counted from 0.
    pub heap: u8,
    /// The number of objects, at least one.
    pub things: u8,
}

/// A list of heaps that is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HeapsError {
    /// The list is empty.
    #[error("nim needs a heap")]
    None,
    /// The list has more than [`Heaps::MOST`] heaps.
    #[error("{0} heaps; there may be 8")]
    TooMany(usize),
}

impl Heaps {
    /// The largest number of heaps. Eight heaps of up to 255 objects fit into a key of 64 bits.
    pub const MOST: usize = 8;

    /// Creates a position with `mover` to move.
    ///
    /// # Errors
    /// If there are none or too many.
    pub fn new(heaps: &[u8], mover: Player) -> Result<Heaps, HeapsError> {
        if heaps.is_empty() {
            return Err(HeapsError::None);
        }
        let count = u8::try_from(heaps.len()).ok().filter(|&count| usize::from(count) <= Heaps::MOST);
        let count = count.ok_or(HeapsError::TooMany(heaps.len()))?;
        let mut all = [0; Heaps::MOST];
        all[..heaps.len()].copy_from_slice(heaps);
        Ok(Heaps { heaps: all, count, mover })
    }

    /// Returns the heaps, including empty ones.
    #[must_use]
    pub fn heaps(&self) -> &[u8] {
        &self.heaps[..usize::from(self.count)]
    }

    /// Returns the player to move.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Returns whether a move is legal.
    #[must_use]
    pub fn allows(&self, take: Take) -> bool {
        take.things > 0 && self.heaps().get(usize::from(take.heap)).is_some_and(|&heap| heap >= take.things)
    }

    /// Returns the heaps after a legal move.
    #[must_use]
    pub fn after(mut self, take: Take) -> Heaps {
        self.heaps[usize::from(take.heap)] -= take.things;
        self.mover = self.mover.other();
        self
    }

    /// Returns the binary sum of the heaps without carry.
    #[must_use]
    pub fn xor(&self) -> u8 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }

    /// Returns a number that is the same for all orders of the heaps, and different for different heaps.
    pub(super) fn key(&self) -> u64 {
        let mut sorted = self.heaps;
        // Sorting before packing gives permutations of the heaps one table entry.
        sorted.sort_unstable();
        u64::from_be_bytes(sorted)
    }
}
