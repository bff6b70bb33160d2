//! The positions of a game in progress that a search scores as draws: as in chess, those since the last progress, when they
//! occur again. Keys are salted with them where they can be reached, so that a table can be kept from move to move.

use super::board::{Bits, Position};
use super::rules::fold;
use nullwindow::Player;

/// The parts of a position that the rule of repetition compares.
type Name = (Bits, Bits, Bits, bool);

/// The positions of a game since the last capture or move of a man.
#[derive(Clone, Default, Debug)]
pub(super) struct RepetitionRecord {
    /// Sorted, for binary search.
    names: Vec<Name>,
    salt: u64,
    /// What they have in common: the squares of all men, and the number of pieces.
    men: Bits,
    pieces: u32,
}

impl RepetitionRecord {
    /// Creates the record of the positions `played` before `now`. It leaves `now` out unless it occurs for the third time.
    pub(super) fn new(played: &[Position], now: &Position) -> RepetitionRecord {
        let reversible = usize::from(now.quiet).min(played.len());
        let mut names: Vec<Name> = played[played.len() - reversible..].iter().map(name).collect();
        let own = name(now);
        if names.iter().filter(|&&name| name == own).count() < 2 {
            names.retain(|&name| name != own);
        }
        names.sort_unstable();
        names.dedup();
        let salt = names.iter().fold(0, |salt, name| fold(fold(salt ^ name.0, name.1), name.2 ^ u64::from(name.3)));
        RepetitionRecord { names, salt, men: (now.black | now.white) & !now.kings, pieces: now.pieces() }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns whether the position is one of the record.
    #[inline(always)]
    pub(super) fn holds(&self, position: &Position) -> bool {
        !self.is_empty() && self.names.binary_search(&name(position)).is_ok()
    }

    /// Returns whether a position of the record may occur after one with these pieces: captures and moves of men cannot be
    /// undone.
    #[inline(always)]
    pub(super) fn is_reachable(&self, all: Bits, kings: Bits) -> bool {
        !self.is_empty() && all & !kings == self.men && all.count_ones() == self.pieces
    }

    /// Returns the part of the position's key that belongs to the record; 0 if no position of the record can be reached.
    #[inline(always)]
    pub(super) fn salt(&self, position: &Position) -> u64 {
        if self.is_reachable(position.black | position.white, position.kings) { self.salt } else { 0 }
    }
}

fn name(position: &Position) -> Name {
    (position.black, position.white, position.kings, position.mover == Player::First)
}
