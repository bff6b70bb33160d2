//! Stones as bits, and the detection of lines.

use super::BoardShape;
use nullwindow::Player;

/// The number of a square. A move is the square that the stone falls to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFourSquare(pub(super) u8);

impl ConnectFourSquare {
    #[inline]
    pub(super) fn of(bit: u64) -> ConnectFourSquare {
        ConnectFourSquare(bit.trailing_zeros().to_le_bytes()[0])
    }

    #[inline]
    pub(super) fn bit(self) -> u64 {
        1 << self.0
    }
}

/// A position. The bits of stones are laid out as described in [`BoardShape`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFourBoard {
    /// The stones of the player to move.
    pub(super) own: u64,
    /// All stones.
    pub(super) all: u64,
    /// The number of stones.
    pub(super) stones: u32,
}

impl ConnectFourBoard {
    /// Returns the number of stones.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// Returns the player to move: the first one if the number of stones is even.
    #[inline]
    #[must_use]
    pub fn mover(&self) -> Player {
        if self.stones & 1 == 0 { Player::First } else { Player::Second }
    }

    /// Returns the stones of the player that moved last.
    #[inline]
    pub(super) fn other(&self) -> u64 {
        self.own ^ self.all
    }

    /// Returns the stones of a player.
    pub(super) fn of(&self, player: Player) -> u64 {
        if player == self.mover() { self.own } else { self.other() }
    }

    /// Returns the squares that stones may fall to.
    #[inline]
    pub(super) fn landings<S: BoardShape>(&self, shape: S) -> u64 {
        // Adding a column's lowest bit carries to its first empty square, or to the guard if it is full.
        (self.all + shape.bottom()) & shape.squares()
    }

    /// Returns the empty squares.
    #[inline]
    pub(super) fn empty<S: BoardShape>(&self, shape: S) -> u64 {
        self.all ^ shape.squares()
    }

    /// Returns the board after a stone has fallen to `square`.
    #[inline]
    pub(super) fn after(&self, square: ConnectFourSquare) -> ConnectFourBoard {
        ConnectFourBoard { own: self.other(), all: self.all | square.bit(), stones: self.stones + 1 }
    }

    /// Returns a number that is unique to the position: in a column of n stones `all` is 2^n - 1, so the sum lies
    /// between that and 2^(n+1) - 2. It determines first n and then `own`.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.own + self.all
    }
}

/// Returns whether four of the stones lie in a line.
#[inline]
pub(super) fn has_four<S: BoardShape>(stones: u64, shape: S) -> bool {
    let step = shape.step();
    // Vertical, horizontal, and the two diagonals.
    let four = |step: u32| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step)
    };
    // A run of four survives two rounds of pairing: pairs at distance 1, then pairs of pairs at distance 2.
    four(1) | four(step) | four(step - 1) | four(step + 1) != 0
}

/// Returns the squares that complete a line of four with three of the stones. They may be occupied or guards; callers
/// mask them. Vertically, only the square on top of three counts: no square below a stone is empty.
#[inline]
pub(super) fn completing<S: BoardShape>(stones: u64, shape: S) -> u64 {
    let step = shape.step();
    let along = |step: u32| {
        let (one_back, one_on) = (stones << step, stones >> step);
        let two_back = one_back & one_back << step;
        let two_on = one_on & one_on >> step;
        two_back & (stones << (3 * step) | one_on) | two_on & (stones >> (3 * step) | one_back)
    };
    let upright = stones << 1 & stones << 2 & stones << 3;
    upright | along(step) | along(step - 1) | along(step + 1)
}

#[cfg(test)]
mod tests {
    use super::super::{CustomShape, StandardShape};
    use super::*;

    #[test]
    fn no_line_runs_over_the_edge() {
        // Stones at the top of a column and at the bottom of the next are no line.
        assert!(!has_four(0b111 << 3 | 0b111 << 7, StandardShape));
        // Nor are two that climb to the top, and two that climb from the bottom two columns on.
        assert!(!has_four(1 << 4 | 1 << 12 | 1 << 28 | 1 << 36, StandardShape));
        assert_eq!(completing(0b111 << 3, StandardShape) & StandardShape.squares(), 0);
    }

    /// A line of four squares by its definition, on every size.
    fn lines(shape: CustomShape) -> Vec<u64> {
        let (width, height, step) = (shape.width().cast_signed(), shape.height().cast_signed(), shape.step());
        let mut lines = Vec::new();
        for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let squares = (0..4).map(|n| (column + n * right, row + n * up));
                if squares.clone().all(|(column, row)| column < width && (0..height).contains(&row)) {
                    let bit = |(column, row): (i32, i32)| 1 << (column.cast_unsigned() * step + row.cast_unsigned());
                    lines.push(squares.fold(0, |line, square| line | bit(square)));
                }
            }
        }
        lines
    }

    #[test]
    fn lines_are_what_they_are_by_definition() {
        assert_eq!(lines(CustomShape::new(7, 6).unwrap()).len(), 69);
        for (width, height) in [(7, 6), (4, 4), (12, 4), (4, 15), (8, 7), (5, 9)] {
            let shape = CustomShape::new(width, height).unwrap();
            let lines = lines(shape);
            let mut random = 0x9e37_79b9_7f4a_7c15u64;
            for _ in 0..2000 {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let stones = (random ^ random >> 29) & random.rotate_left(23) & shape.squares();
                let four = lines.iter().any(|line| stones & line == *line);
                assert_eq!(has_four(stones, shape), four, "{width} x {height}: {stones:#x}");
                let upright = |line: u64| line == (line & line.wrapping_neg()) * 0b1111;
                let one_left = lines.iter().filter(|&&line| {
                    let missing = line & !stones;
                    missing.count_ones() == 1 && (!upright(line) || missing << 1 & line == 0)
                });
                let completed = one_left.fold(0, |squares, line| squares | line & !stones);
                let empty = shape.squares() & !stones;
                assert_eq!(completing(stones, shape) & empty, completed, "{width} x {height}: {stones:#x}");
            }
        }
    }
}
