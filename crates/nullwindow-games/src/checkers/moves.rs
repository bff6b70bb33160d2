//! A move in one machine word.

use super::board::{Bits, square};
use super::generate::Raw;
use std::fmt;

/// A move: its start square, its end square and the captured pieces. Two paths that capture the same pieces are one
/// move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u64);

impl Move {
    // Bits 0 to 39 hold the captured pieces, which need 35; the two squares follow, a byte each.
    const FROM: u32 = 40;
    const TO: u32 = 48;
    const CAPTURED: Bits = (1 << Self::FROM) - 1;
    const PLACE: u64 = 0x3f;

    #[inline(always)]
    pub(super) const fn new(raw: Raw) -> Move {
        let (from, to) = (raw.from.trailing_zeros() as u64, raw.to.trailing_zeros() as u64);
        Move(raw.captured | from << Self::FROM | to << Self::TO)
    }

    #[inline(always)]
    pub(super) const fn raw(self) -> Raw {
        let (from, to) = (1 << (self.0 >> Self::FROM & Self::PLACE), 1 << (self.0 >> Self::TO & Self::PLACE));
        Raw { from, to, captured: self.0 & Self::CAPTURED }
    }

    /// Returns the start square, 1 to 32.
    #[must_use]
    pub const fn from(self) -> u8 {
        square(self.raw().from)
    }

    /// Returns the end square, 1 to 32.
    #[must_use]
    pub const fn to(self) -> u8 {
        square(self.raw().to)
    }

    /// Returns the number of captured pieces.
    #[must_use]
    pub const fn captures(self) -> u32 {
        self.raw().captured.count_ones()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Intermediate squares need the position: see `notation::format_move`.
        let sign = if self.captures() == 0 { '-' } else { 'x' };
        f.pad(&format!("{}{sign}{}", self.from(), self.to()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
