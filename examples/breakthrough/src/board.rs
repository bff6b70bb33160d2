//! A position as bits: eight per row, whatever the width of the board.
//!
//! ```text
//! row 2   16 17 18 19 ...
//! row 1    8  9 10 11 ...
//! row 0    0  1  2  3 ...   White's first row
//! ```

use nullwindow::Player;

/// The pawns of both players, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BreakthroughBoard {
    /// White's pawns.
    pub white: u64,
    /// Black's pawns.
    pub black: u64,
    /// The player to move.
    pub mover: Player,
}

/// A move of a pawn, by the numbers of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The square that the pawn leaves.
    pub from: u8,
    /// The square that it enters.
    pub to: u8,
}

impl BreakthroughBoard {
    /// Returns the pawns of the player to move, then those of its opponent.
    pub(crate) fn sides(&self) -> (u64, u64) {
        match self.mover {
            Player::First => (self.white, self.black),
            Player::Second => (self.black, self.white),
        }
    }

    /// Returns the position after a move. A pawn on the target square is captured.
    pub(crate) fn after(mut self, play: Move) -> BreakthroughBoard {
        let (from, to) = (1 << play.from, 1 << play.to);
        let (own, other) = match self.mover {
            Player::First => (&mut self.white, &mut self.black),
            Player::Second => (&mut self.black, &mut self.white),
        };
        *own = *own & !from | to;
        *other &= !to;
        BreakthroughBoard { mover: self.mover.other(), ..self }
    }

    /// Returns the position with the players exchanged and the rows reversed, on a board of this height.
    pub(crate) fn exchanged(&self, height: u32) -> BreakthroughBoard {
        // A byte is a row: swapping bytes reverses the rows, and the shift removes those above the board.
        let turned = |pawns: u64| pawns.swap_bytes() >> (8 * (8 - height));
        BreakthroughBoard { white: turned(self.black), black: turned(self.white), mover: self.mover.other() }
    }
}
