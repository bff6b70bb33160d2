//! The history of a game, as far as it makes draws by repetition.

use super::board::{Bits, Position};
use super::rules::fold;
use nullwindow::Player;
use std::collections::HashMap;

/// The parts of a position that the rule of repetition compares.
type Name = (Bits, Bits, Bits, bool);

/// The positions that have occurred twice: when one occurs again, the game is drawn.
#[derive(Clone, Default, Debug)]
pub(super) struct RepetitionRecord {
    /// Sorted, for binary search.
    twice: Vec<Name>,
    salt: u64,
    /// The smallest number of pieces of these positions.
    fewest: u32,
}

impl RepetitionRecord {
    pub(super) fn of(played: &[Position]) -> RepetitionRecord {
        let mut times: HashMap<Name, u32> = HashMap::new();
        played.iter().for_each(|position| *times.entry(name(position)).or_default() += 1);
        let mut twice: Vec<Name> = times.into_iter().filter(|&(_, times)| times >= 2).map(|(name, _)| name).collect();
        // Sorting also makes the salt independent of the order of a `HashMap`.
        twice.sort_unstable();
        let salt = twice.iter().fold(0, |salt, name| fold(fold(salt ^ name.0, name.1), name.2 ^ u64::from(name.3)));
        let fewest = twice.iter().map(|name| (name.0 | name.1).count_ones()).min().unwrap_or(0);
        RepetitionRecord { twice, salt, fewest }
    }

    /// Returns an empty record with a salt of its own, for a game with other rules.
    pub(super) fn salted() -> RepetitionRecord {
        RepetitionRecord { salt: fold(0, 1), ..RepetitionRecord::default() }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.twice.is_empty()
    }

    /// Returns whether the position has occurred twice.
    #[inline(always)]
    pub(super) fn holds(&self, position: &Position) -> bool {
        !self.is_empty() && self.twice.binary_search(&name(position)).is_ok()
    }

    /// Returns whether a position of the record can occur after one of `pieces` pieces.
    #[inline]
    pub(super) fn may_return(&self, pieces: u32) -> bool {
        // Captures cannot be undone: a position with fewer pieces than all recorded ones never leads back to them.
        !self.is_empty() && pieces >= self.fewest
    }

    /// Returns a number that identifies the record; 0 for the empty one.
    #[inline(always)]
    pub(super) fn salt(&self) -> u64 {
        self.salt
    }
}

fn name(position: &Position) -> Name {
    (position.black, position.white, position.kings, position.mover == Player::First)
}
