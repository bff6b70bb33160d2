//! The history heuristic: how much each move has cut off, wherever in the tree it was played.

use crate::{Depth, Player};
use std::hash::{Hash, Hasher};

const SLOTS: usize = 4096;
const MOST: u32 = 1 << 24;

/// Cutoff counts by player and move. Moves are hashed to slots; two in one slot share a count.
#[derive(Clone, Debug)]
pub(super) struct History {
    counts: Vec<u32>,
}

impl History {
    pub(super) fn new() -> History {
        History { counts: vec![0; 2 * SLOTS] }
    }

    /// Old counts matter less than new ones.
    pub(super) fn fade(&mut self) {
        self.counts.iter_mut().for_each(|count| *count /= 8);
    }

    /// Counts a cutoff by the square of the depth: one near the root saves more.
    #[inline]
    pub(super) fn add<M: Hash>(&mut self, mover: Player, play: &M, depth: Depth) {
        let plies = depth.get().unwrap_or(8);
        let count = &mut self.counts[slot(mover, play)];
        *count += plies * plies;
        if *count > MOST {
            self.counts.iter_mut().for_each(|count| *count /= 2);
        }
    }

    #[inline]
    pub(super) fn get<M: Hash>(&self, mover: Player, play: &M) -> i64 {
        i64::from(self.counts[slot(mover, play)])
    }
}

#[inline]
fn slot<M: Hash>(mover: Player, play: &M) -> usize {
    let mut hasher = crate::memory::exact::KeyHasher::default();
    play.hash(&mut hasher);
    #[allow(clippy::cast_possible_truncation, reason = "taken modulo the number of slots")]
    let slot = (hasher.finish() >> 20) as usize % SLOTS;
    mover.index() * SLOTS + slot
}
