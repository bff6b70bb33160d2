//! The history heuristic: moves that often cause cutoffs are tried early, wherever in the tree they occur.

use crate::{Depth, Player};
use std::hash::{Hash, Hasher};

/// Slots per player.
const SLOTS: usize = 4096;
/// The limit of a merit: the nearer a merit is to it, the less it grows.
const MOST: i32 = 1 << 14;

/// The merits of moves by player. Moves are hashed to slots; two moves in one slot share a merit.
#[derive(Clone, Debug)]
pub(super) struct History {
    merits: Vec<i32>,
}

impl History {
    pub(super) fn new() -> History {
        History { merits: vec![0; 2 * SLOTS] }
    }

    /// Reduces all merits, so that new cutoffs count more than those of an earlier root.
    pub(super) fn fade(&mut self) {
        self.merits.iter_mut().for_each(|merit| *merit /= 8);
    }

    /// Records that a move caused a cutoff, or was tried in vain before one that did.
    #[inline]
    pub(super) fn add<M: Hash>(&mut self, mover: Player, play: &M, depth: Depth, cut: bool) {
        // A search to the end has no depth in plies: 8 is a medium weight.
        let plies = depth.get().unwrap_or(8).min(32).cast_signed();
        // The square of the depth: a cutoff near the root saves more work.
        let gain = if cut { plies * plies } else { -plies * plies };
        let merit = &mut self.merits[slot(mover, play)];
        // The second term pulls the merit towards zero in proportion to its size, which bounds it by MOST.
        *merit += gain - *merit * gain.abs() / MOST;
    }

    #[inline]
    pub(super) fn get<M: Hash>(&self, mover: Player, play: &M) -> i64 {
        i64::from(self.merits[slot(mover, play)])
    }
}

#[inline]
fn slot<M: Hash>(mover: Player, play: &M) -> usize {
    let mut hasher = crate::memory::exact::MultiplyHasher::default();
    play.hash(&mut hasher);
    #[allow(clippy::cast_possible_truncation, reason = "taken modulo the number of slots")]
    // The upper bits of the product are mixed best.
    let slot = (hasher.finish() >> 20) as usize % SLOTS;
    mover.index() * SLOTS + slot
}
