//! The history heuristic: moves that often cause cutoffs are tried early, wherever in the tree they occur.

use crate::{Depth, Player};
use std::hash::{Hash, Hasher};

/// Slots per player.
const SLOTS: usize = 4096;

/// A class of moves of a player that share a merit: a slot of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveClass(u16);

impl MoveClass {
    /// The number of classes.
    pub(super) const COUNT: usize = 2 * SLOTS;

    /// Returns the class of a move: the one of the game ([`Game::move_class`](crate::Game::move_class)), or its own. Classes
    /// are hashed to slots; two in one slot share a merit.
    #[inline]
    pub(crate) fn new<M: Hash>(mover: Player, play: &M, class: Option<u16>) -> MoveClass {
        let mut hasher = crate::memory::exact::MultiplyHasher::default();
        match class {
            Some(class) => class.hash(&mut hasher),
            None => play.hash(&mut hasher),
        }
        #[allow(clippy::cast_possible_truncation, reason = "taken modulo the number of slots")]
        // The upper bits of the product are mixed best.
        let slot = (hasher.finish() >> 20) as usize % SLOTS;
        #[allow(clippy::cast_possible_truncation, reason = "there are 8,192")]
        MoveClass((mover.index() * SLOTS + slot) as u16)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0) % MoveClass::COUNT
    }
}

/// The limit of a merit: the nearer a merit is to it, the less it grows.
const MOST: i32 = 1 << 14;

/// The merits of classes of moves.
#[derive(Clone, Debug)]
pub(super) struct History {
    merits: Vec<i32>,
}

impl History {
    pub(super) fn new() -> History {
        History { merits: vec![0; MoveClass::COUNT] }
    }

    /// Reduces all merits, so that new cutoffs count more than those of an earlier root.
    pub(super) fn fade(&mut self) {
        self.merits.iter_mut().for_each(|merit| *merit /= 8);
    }

    /// Records that a move caused a cutoff, or was tried in vain before one that did.
    #[inline]
    pub(super) fn add(&mut self, class: MoveClass, depth: Depth, cut: bool) {
        // A search to the end has no depth in plies: 8 is a medium weight.
        let plies = depth.get().unwrap_or(8).min(32).cast_signed();
        // The square of the depth: a cutoff near the root saves more work.
        let gain = if cut { plies * plies } else { -plies * plies };
        let merit = &mut self.merits[class.index()];
        // The second term pulls the merit towards zero in proportion to its size, which bounds it by MOST.
        *merit += gain - *merit * gain.abs() / MOST;
    }

    #[inline]
    pub(super) fn get(&self, class: MoveClass) -> i64 {
        i64::from(self.merits[class.index()])
    }
}
