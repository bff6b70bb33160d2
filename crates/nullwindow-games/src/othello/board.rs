//! Positions and moves.

use super::bits;
use nullwindow::{Player, Score};

/// A position: the mover's discs, the opponent's, and the player to move. Black is [`Player::First`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OthelloBoard {
    own: u64,
    other: u64,
    mover: Player,
}

/// A move: a square to place a disc on, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The pass: the only move of a player that cannot place a disc while its opponent can.
    pub const PASS: Move = Move(64);

    /// Returns the move that places a disc on `square`, counted row by row from a1 = 0 to h8 = 63.
    #[inline]
    #[must_use]
    pub const fn on(square: u8) -> Option<Move> {
        if square < 64 { Some(Move(square)) } else { None }
    }

    /// Returns the square; `None` for a pass.
    #[inline]
    #[must_use]
    pub const fn square(self) -> Option<u8> {
        if self.0 < 64 { Some(self.0) } else { None }
    }
}

impl OthelloBoard {
    /// The start position: Black has e4 and d5, White d4 and e5, and Black moves.
    pub const START: OthelloBoard =
        OthelloBoard { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, mover: Player::First };

    /// Creates a position; `None` if the discs share a square.
    #[inline]
    #[must_use]
    pub const fn new(own: u64, other: u64, mover: Player) -> Option<OthelloBoard> {
        if own & other == 0 { Some(OthelloBoard { own, other, mover }) } else { None }
    }

    /// Returns the discs of the player to move.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// Returns the discs of the opponent.
    #[inline]
    #[must_use]
    pub const fn other(&self) -> u64 {
        self.other
    }

    /// Returns the player to move.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Player {
        self.mover
    }

    /// Returns the discs of one player.
    #[inline]
    #[must_use]
    pub const fn discs(&self, player: Player) -> u64 {
        if player as u8 == self.mover as u8 { self.own } else { self.other }
    }

    /// Returns the empty squares.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// Returns the squares where the mover may place a disc.
    #[inline]
    #[must_use]
    pub fn mobility(&self) -> u64 {
        bits::mobility(self.own, self.other)
    }

    /// Returns whether neither player can place a disc.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.mobility() == 0 && bits::mobility(self.other, self.own) == 0
    }

    /// Returns whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, play: Move) -> bool {
        match play.square() {
            Some(square) => self.mobility() >> square & 1 == 1,
            None => self.mobility() == 0 && bits::mobility(self.other, self.own) != 0,
        }
    }

    /// Returns the position after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, play: Move) -> OthelloBoard {
        match play.square() {
            Some(square) => self.place(square),
            None => self.pass(),
        }
    }

    /// Returns the position after a disc on `square`.
    #[inline(always)]
    pub(super) fn place(&self, square: u8) -> OthelloBoard {
        let turned = bits::flips(square, self.own, self.other);
        OthelloBoard {
            own: self.other & !turned,
            other: self.own | turned | 1 << (square & 63),
            mover: self.mover.other(),
        }
    }

    /// Returns the position with the other player to move.
    #[inline]
    #[must_use]
    pub(super) const fn pass(&self) -> OthelloBoard {
        OthelloBoard { own: self.other, other: self.own, mover: self.mover.other() }
    }

    /// Returns the position with Black and White exchanged, including the mover.
    #[must_use]
    pub const fn exchanged(&self) -> OthelloBoard {
        OthelloBoard { mover: self.mover.other(), ..*self }
    }

    /// Returns the mover's final score if the game ends here: the difference in discs, with the empty squares given to
    /// the winner.
    #[inline]
    #[must_use]
    pub fn final_score(&self) -> Score {
        Score::new(final_score(self.own, self.other))
    }

    /// Applies one of the eight symmetries of the board: bit 0 mirrors left and right, bit 1 up and down, bit 2 at the
    /// diagonal from a1 to h8, in this order.
    #[must_use]
    pub fn transformed(&self, way: u8) -> OthelloBoard {
        OthelloBoard { own: transformed(self.own, way), other: transformed(self.other, way), mover: self.mover }
    }

    /// Returns the key of the position. The rules are the same for both colours, so the mover's colour is not part of
    /// it.
    ///
    /// For fixed discs of one side the key is a bijection of the discs of the other.
    #[inline]
    #[must_use]
    pub(super) const fn key(&self) -> u64 {
        let mixed = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32 ^ self.other.rotate_left(17)
    }
}

/// Returns the difference in discs for the owner of `own`, with the empty squares given to the winner.
#[inline]
#[must_use]
pub(super) fn final_score(own: u64, other: u64) -> i32 {
    let (own, other) = (own.count_ones().cast_signed(), other.count_ones().cast_signed());
    let difference = own - other;
    difference + difference.signum() * (64 - own - other)
}

/// Applies a symmetry to a set of squares; see [`OthelloBoard::transformed`].
pub(super) fn transformed(mut set: u64, way: u8) -> u64 {
    if way & 1 != 0 {
        // Reversing all bits rotates the board by half a turn; swapping the bytes undoes its vertical part.
        set = set.reverse_bits().swap_bytes();
    }
    if way & 2 != 0 {
        set = set.swap_bytes();
    }
    if way & 4 != 0 {
        set = transposed(set);
    }
    set
}

/// Mirrors at the diagonal from a1 to h8 by exchanging blocks of one, two and four squares across it.
const fn transposed(set: u64) -> u64 {
    let swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    let set = set ^ swap ^ swap << 7;
    let swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    let set = set ^ swap ^ swap << 14;
    let swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ swap << 28
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_exchanges_files_and_ranks() {
        for square in 0..64 {
            let mirrored = 8 * (square % 8) + square / 8;
            assert_eq!(transposed(1 << square), 1 << mirrored);
        }
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        assert_eq!(final_score(0b111, 0b1000), 62);
        assert_eq!(final_score(0, 1), -64);
        assert_eq!(final_score(1, 2), 0);
        assert_eq!(final_score(u64::MAX >> 31, u64::MAX << 33), 2);
    }
}
