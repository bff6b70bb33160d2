//! The grid as bits, and its eight symmetries.

use nullwindow::Player;

/// A square, from 0 at the top left to 8 at the bottom right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToeSquare(pub(super) u8);

impl TicTacToeSquare {
    /// Returns the number of the square, from 1 to 9 in reading order.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0 + 1
    }
}

/// A position: the squares of X and of O as bits, square 1 the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TicTacToeGrid {
    pub(super) x: u16,
    pub(super) o: u16,
}

const ALL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The reflections at the diagonal and left to right. Applied alternately they generate all eight symmetries.
const TRANSPOSED: [u16; 9] = [0, 3, 6, 1, 4, 7, 2, 5, 8];
const REVERSED: [u16; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

/// The eight images of every set of squares.
static IMAGES: [[u16; 512]; 8] = images();

const fn images() -> [[u16; 512]; 8] {
    let mut images = [[0; 512]; 8];
    let mut set = 0;
    while set < 512 {
        images[0][set as usize] = set;
        let mut kind = 1;
        while kind < 8 {
            // The two reflections alternate, each applied to the image before.
            let map = if kind % 2 == 1 { &TRANSPOSED } else { &REVERSED };
            images[kind][set as usize] = image(images[kind - 1][set as usize], map);
            kind += 1;
        }
        set += 1;
    }
    images
}

const fn image(set: u16, map: &[u16; 9]) -> u16 {
    let (mut image, mut square) = (0, 0);
    while square < 9 {
        image |= (set >> square & 1) << map[square];
        square += 1;
    }
    image
}

impl TicTacToeGrid {
    /// Returns the player to move: X if there are as many X as O.
    #[inline]
    #[must_use]
    pub fn mover(&self) -> Player {
        if self.x.count_ones() == self.o.count_ones() { Player::First } else { Player::Second }
    }

    /// Returns the empty squares as bits.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> u16 {
        ALL & !(self.x | self.o)
    }

    /// Returns whether the player that moved last has three in a row.
    #[inline]
    #[must_use]
    pub fn lost(&self) -> bool {
        three(if self.mover() == Player::First { self.o } else { self.x })
    }

    /// Returns the grid after the mover has taken an empty square.
    #[inline]
    #[must_use]
    pub fn after(mut self, square: TicTacToeSquare) -> TicTacToeGrid {
        let bit = 1 << square.0;
        match self.mover() {
            Player::First => self.x |= bit,
            Player::Second => self.o |= bit,
        }
        self
    }

    /// Returns whether the grid is reachable: X has as many stones as O or one more, and only the player that moved
    /// last has three in a row.
    pub(super) fn can_arise(&self) -> bool {
        let (x, o) = (self.x.count_ones(), self.o.count_ones());
        if x == o { !three(self.x) } else { x == o + 1 && !three(self.o) }
    }

    /// Returns the eight images as numbers of 18 bits.
    pub(super) fn images(&self) -> impl Iterator<Item = u64> {
        let (x, o) = (usize::from(self.x), usize::from(self.o));
        IMAGES.iter().map(move |image| u64::from(image[x]) | u64::from(image[o]) << 9)
    }
}

#[inline]
fn three(stones: u16) -> bool {
    LINES.iter().any(|line| stones & line == *line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_images_are_the_eight_symmetries() {
        let images: std::collections::BTreeSet<Vec<u16>> =
            IMAGES.iter().map(|image| (0..9).map(|square| image[1 << square]).collect()).collect();
        assert_eq!(images.len(), 8);
        for image in &IMAGES {
            assert_eq!(image[0b000_010_000], 0b000_010_000, "the centre stays");
            assert!(LINES.iter().all(|&line| LINES.contains(&image[usize::from(line)])), "lines stay lines");
        }
    }
}
