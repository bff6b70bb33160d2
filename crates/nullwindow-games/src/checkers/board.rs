//! The board as bits, and the direction of each colour.
//!
//! ```text
//! bit of each square                            number of each square
//!        0     1     2     3      Black            1     2     3     4
//!     4     5     6     7    (8)                5     6     7     8
//!        9    10    11    12                       9    10    11    12
//!    13    14    15    16   (17)               13    14    15    16
//!       18    19    20    21                      17    18    19    20
//!    22    23    24    25   (26)               21    22    23    24
//!       27    28    29    30                      25    26    27    28
//!    31    32    33    34         White        29    30    31    32
//! ```
//!
//! The bits in brackets are not squares. With them every step down the board is 4 or 5 bits, every step up the same
//! number back, and a step over an edge ends on a bit that is not a square. Edge masks are not needed, because results
//! are always intersected with the empty squares.

use nullwindow::Player;

/// A set of squares, one bit each.
pub(super) type Bits = u64;

/// All 32 squares.
pub(super) const SQUARES: Bits = 0x7_fbfd_feff;
/// The last bit that is a square.
const LAST: u32 = 34;

/// Returns the bit of a square from 1 to 32.
#[inline]
pub(super) const fn bit(square: u8) -> Bits {
    let place = square as u32 - 1;
    1 << (place + place / 8)
}

/// Returns the number, from 1 to 32, of the only square in `bits`.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "below 64")]
pub(super) const fn square(bits: Bits) -> u8 {
    let place = bits.trailing_zeros();
    (place - place / 9 + 1) as u8
}

/// Removes the bits that are not squares: bit `n` of the result is square `n + 1`.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the parts have 8 bits")]
pub(super) const fn pack(bits: Bits) -> u32 {
    // Each pair of rows takes 9 bits, of which the ninth is not a square.
    (bits & 0xff | bits >> 1 & 0xff00 | bits >> 2 & 0xff_0000 | bits >> 3 & 0xff00_0000) as u32
}

/// Reverses [`pack`].
#[inline]
pub(super) const fn unpack(packed: u32) -> Bits {
    let packed = packed as u64;
    packed & 0xff | (packed & 0xff00) << 1 | (packed & 0xff_0000) << 2 | (packed & 0xff00_0000) << 3
}

/// Rotates the board by half a turn: square `n` becomes `33 - n`.
#[inline]
pub(super) const fn turn(bits: Bits) -> Bits {
    // The squares end at bit 34; reversing moves them to the top of the word.
    bits.reverse_bits() >> (u64::BITS - 1 - LAST)
}

/// Iterates over the squares of a set, lowest first.
pub(super) fn each(mut bits: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// A colour as a type: every generator is compiled once per colour, without branches on it at run time.
pub(super) trait Colour {
    /// The opponent.
    type Other: Colour;
    /// True if men move from low squares to high ones.
    const DOWN: bool;
    /// The king row, where men become kings.
    const CROWN: Bits;

    /// Shifts every square of the set `by` bits forward.
    #[inline(always)]
    fn forward(bits: Bits, by: u32) -> Bits {
        if Self::DOWN { bits << by } else { bits >> by }
    }

    /// Shifts every square of the set `by` bits backward.
    #[inline(always)]
    fn backward(bits: Bits, by: u32) -> Bits {
        if Self::DOWN { bits >> by } else { bits << by }
    }
}

/// Black: squares 1 to 12 at the start; moves first, and down the board.
#[derive(Debug)]
pub(super) enum Black {}
/// White: squares 21 to 32 at the start.
#[derive(Debug)]
pub(super) enum White {}

impl Colour for Black {
    type Other = White;
    const DOWN: bool = true;
    const CROWN: Bits = 0xf << 31;
}

impl Colour for White {
    type Other = Black;
    const DOWN: bool = false;
    const CROWN: Bits = 0xf;
}

/// The pieces from the point of view of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sides {
    /// All pieces of the player to move.
    pub own: Bits,
    /// All pieces of the opponent.
    pub other: Bits,
    /// The kings of both players.
    pub kings: Bits,
}

impl Sides {
    #[inline(always)]
    pub(super) const fn empty(self) -> Bits {
        SQUARES & !(self.own | self.other)
    }

    /// Returns the same pieces with the other player to move.
    #[inline(always)]
    pub(super) const fn swapped(self) -> Sides {
        Sides { own: self.other, other: self.own, kings: self.kings }
    }

    /// Returns the board rotated by half a turn.
    #[inline]
    pub(super) const fn turned(self) -> Sides {
        Sides { own: turn(self.own), other: turn(self.other), kings: turn(self.kings) }
    }
}

/// A position: the pieces, the player to move, and the plies without progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) black: Bits,
    pub(super) white: Bits,
    pub(super) kings: Bits,
    pub(super) mover: Player,
    pub(super) quiet: u8,
}

impl Position {
    /// The start position.
    pub(super) const START: Position =
        Position { black: unpack(0xfff), white: unpack(0xfff0_0000), kings: 0, mover: Player::First, quiet: 0 };

    /// Returns the player to move; Black is [`Player::First`].
    #[must_use]
    pub const fn mover(&self) -> Player {
        self.mover
    }

    /// Returns a player's men: bit `n` is square `n + 1`.
    #[must_use]
    pub const fn men(&self, player: Player) -> u32 {
        pack(self.of(player) & !self.kings)
    }

    /// Returns a player's kings: bit `n` is square `n + 1`.
    #[must_use]
    pub const fn kings(&self, player: Player) -> u32 {
        pack(self.of(player) & self.kings)
    }

    /// Returns the plies since the last capture or move of a man.
    #[must_use]
    pub const fn plies_without_progress(&self) -> u8 {
        self.quiet
    }

    /// Returns the number of pieces on the board.
    #[must_use]
    pub const fn pieces(&self) -> u32 {
        (self.black | self.white).count_ones()
    }

    /// Returns 1 if the mover is ahead in material, -1 if the opponent is, and otherwise 0. A king counts for four thirds of
    /// a man, and a third of a man does not matter.
    #[inline]
    #[must_use]
    pub const fn ahead(&self) -> i32 {
        const LEAST: i32 = 2;
        let Sides { own, other, kings } = self.sides();
        let thirds = 3 * own.count_ones() + (own & kings).count_ones();
        let balance = thirds.cast_signed() - (3 * other.count_ones() + (other & kings).count_ones()).cast_signed();
        (balance >= LEAST) as i32 - (balance <= -LEAST) as i32
    }

    /// Returns the position with the colours exchanged and the board rotated. Its value for its mover is the same.
    #[must_use]
    pub const fn turned(&self) -> Position {
        Position {
            black: turn(self.white),
            white: turn(self.black),
            kings: turn(self.kings),
            mover: self.mover.other(),
            quiet: self.quiet,
        }
    }

    const fn of(&self, player: Player) -> Bits {
        match player {
            Player::First => self.black,
            Player::Second => self.white,
        }
    }

    /// Returns the pieces from the mover's point of view.
    #[inline(always)]
    pub(super) const fn sides(&self) -> Sides {
        match self.mover {
            Player::First => Sides { own: self.black, other: self.white, kings: self.kings },
            Player::Second => Sides { own: self.white, other: self.black, kings: self.kings },
        }
    }

    /// Returns the pieces from the mover's point of view, rotated so that the mover's men always move down.
    #[inline]
    pub(super) const fn downward(&self) -> Sides {
        match self.mover {
            Player::First => self.sides(),
            Player::Second => self.sides().turned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_bits_agree() {
        for n in 1..=32 {
            assert_eq!(square(bit(n)), n);
            assert_ne!(bit(n) & SQUARES, 0);
            assert_eq!(turn(bit(n)), bit(33 - n));
            assert_eq!(pack(bit(n)), 1 << (n - 1));
            assert_eq!(unpack(1 << (n - 1)), bit(n));
        }
        assert_eq!(SQUARES.count_ones(), 32);
    }

    #[test]
    fn steps_follow_the_numbers() {
        let steps = |n: u8| {
            let to = (Black::forward(bit(n), 4) | Black::forward(bit(n), 5)) & SQUARES;
            each(to).map(square).collect::<Vec<_>>()
        };
        assert_eq!(steps(1), [5, 6]);
        assert_eq!(steps(4), [8]);
        assert_eq!(steps(5), [9]);
        assert_eq!(steps(8), [11, 12]);
        assert_eq!(steps(12), [16]);
        assert_eq!(steps(28), [32]);
        assert_eq!(steps(30), [0u8; 0]);
    }
}
