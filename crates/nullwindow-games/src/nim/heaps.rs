//! The heaps and who is to take from them.

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

/// A move: how many to take from which heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The heap, counted from 0.
    pub heap: u8,
    /// At least one.
    pub things: u8,
}

/// Heaps that Nim is not played with here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HeapsError {
    /// There is no heap.
    #[error("nim needs a heap")]
    None,
    /// There are more than [`Heaps::MOST`].
    #[error("{0} heaps; there may be 8")]
    TooMany(usize),
}

impl Heaps {
    /// The most heaps. Eight of them with 255 things each fit into a key of 64 bits.
    pub const MOST: usize = 8;

    /// These heaps, with `mover` to take.
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

    /// The heaps, the emptied ones included.
    #[must_use]
    pub fn heaps(&self) -> &[u8] {
        &self.heaps[..usize::from(self.count)]
    }

    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Whether this many things lie in that heap.
    #[must_use]
    pub fn allows(&self, take: Take) -> bool {
        take.things > 0 && self.heaps().get(usize::from(take.heap)).is_some_and(|&heap| heap >= take.things)
    }

    /// The heaps after a move, which is one that they [allow](Heaps::allows).
    #[must_use]
    pub fn after(mut self, take: Take) -> Heaps {
        self.heaps[usize::from(take.heap)] -= take.things;
        self.mover = self.mover.other();
        self
    }

    /// The binary sum without carry.
    #[must_use]
    pub fn xor(&self) -> u8 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }

    /// The same for all orders of the heaps, and different for different heaps.
    pub(super) fn key(&self) -> u64 {
        let mut sorted = self.heaps;
        sorted.sort_unstable();
        u64::from_be_bytes(sorted)
    }
}
