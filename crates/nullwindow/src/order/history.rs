//! The history heuristic: how often each move cuts off when it is tried, wherever in the tree that is.

use crate::{Depth, Player};
use std::hash::{Hash, Hasher};

const SLOTS: usize = 4096;
/// No count goes beyond this: the nearer a count is to it, the less it moves that way.
const MOST: i32 = 1 << 14;

/// Merits of moves by player. Moves are hashed to slots; two in one slot share a merit.
#[derive(Clone, Debug)]
pub(super) struct History {
    merits: Vec<i32>,
}

impl History {
    pub(super) fn new() -> History {
        History { merits: vec![0; 2 * SLOTS] }
    }

    /// Old merits matter less than new ones.
    pub(super) fn fade(&mut self) {
        self.merits.iter_mut().for_each(|merit| *merit /= 8);
    }

    /// A move has cut off, or has been tried in vain before one that did. It counts by the square of the
    /// depth: a cutoff near the root saves more.
    #[inline]
    pub(super) fn add<M: Hash>(&mut self, mover: Player, play: &M, depth: Depth, cut: bool) {
        let plies = depth.get().unwrap_or(8).min(32).cast_signed();
        let gain = if cut { plies * plies } else { -plies * plies };
        let merit = &mut self.merits[slot(mover, play)];
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
    let slot = (hasher.finish() >> 20) as usize % SLOTS;
    mover.index() * SLOTS + slot
}
