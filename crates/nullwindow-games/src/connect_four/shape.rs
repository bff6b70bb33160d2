//! Board sizes and their bit layout.
//!
//! A column takes one bit per square and one more, a guard that is never occupied, so that no line runs over the edge
//! of the board. On 7 x 6:
//!
//! ```text
//!  6 13 20 27 34 41 48   guards
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

use std::fmt::Debug;
use thiserror::Error;

/// A board size. The standard one is a type of its own, so that its numbers are compile-time constants.
pub trait BoardShape: Copy + Debug + sealed::Sealed {
    /// Returns the number of columns.
    fn width(&self) -> u32;
    /// Returns the number of rows.
    fn height(&self) -> u32;
    /// Returns the lowest square of every column.
    fn bottom(&self) -> u64;
    /// Returns all squares, without the guards.
    fn squares(&self) -> u64;
    /// Returns the columns from the centre outwards; of two at equal distance, the left one first.
    fn centre_first(&self) -> &[u8];
    /// Reverses the order of the columns in the bits of a board or in its key.
    fn mirrored(&self, bits: u64) -> u64;

    /// Returns the distance in bits from a square to its right neighbour.
    #[inline]
    fn step(&self) -> u32 {
        self.height() + 1
    }

    /// Returns the number of squares.
    #[inline]
    fn count(&self) -> u32 {
        self.width() * self.height()
    }

    /// Returns the odd rows, counted from 1 at the bottom.
    #[inline]
    fn odd_rows(&self) -> u64 {
        self.bottom() * (0x5555 & ((1 << self.height()) - 1))
    }

    /// Returns the rows with an odd number of rows above them: the odd rows if the height is even.
    #[inline]
    fn rows_below_an_odd_number(&self) -> u64 {
        self.bottom() * ((0x5555 << (self.height() & 1)) & ((1 << self.height()) - 1))
    }

    /// Returns the distance of a square from the middle of the board, in columns, rounded down.
    #[inline]
    fn off_centre(&self, bit: u64) -> i32 {
        let column = bit.trailing_zeros() / self.step();
        ((2 * column + 1).abs_diff(self.width()) / 2).cast_signed()
    }

    /// Returns all squares of a column, counted from 0.
    #[inline]
    fn column(&self, column: u32) -> u64 {
        ((1 << self.height()) - 1) << (column * self.step())
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::StandardShape {}
    impl Sealed for super::CustomShape {}
}

/// Seven columns of six rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StandardShape;

const STEP: u32 = 7;
const BOTTOM: u64 = 0x0000_0408_1020_4081;

impl BoardShape for StandardShape {
    #[inline]
    fn width(&self) -> u32 {
        7
    }

    #[inline]
    fn height(&self) -> u32 {
        STEP - 1
    }

    #[inline]
    fn bottom(&self) -> u64 {
        BOTTOM
    }

    #[inline]
    fn squares(&self) -> u64 {
        BOTTOM * 0x3f
    }

    #[inline]
    fn centre_first(&self) -> &[u8] {
        &[3, 2, 4, 1, 5, 0, 6]
    }

    #[inline]
    fn mirrored(&self, bits: u64) -> u64 {
        const COLUMN: u64 = 0x7f;
        // Swaps three pairs of columns around the middle one, without a loop.
        let swapped = |left: u32, apart: u32| {
            let column = COLUMN << (left * STEP);
            (bits & column) << (apart * STEP) | bits >> (apart * STEP) & column
        };
        bits & COLUMN << (3 * STEP) | swapped(2, 2) | swapped(1, 4) | swapped(0, 6)
    }
}

/// A size chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CustomShape {
    width: u32,
    height: u32,
    bottom: u64,
    squares: u64,
    centre_first: [u8; CustomShape::MOST as usize],
}

/// A board size that is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a board of {width} x {height}: there must be 4 columns and 4 rows at least, and width * (height + 1) at most 64"
)]
#[non_exhaustive]
pub struct BoardSizeError {
    /// The requested number of columns.
    pub width: u32,
    /// The requested number of rows.
    pub height: u32,
}

impl CustomShape {
    /// The largest number of columns: more leave no room for four rows.
    const MOST: u32 = 12;

    /// Creates a size of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If a side is shorter than four, or the board with its guards takes more than 64 bits.
    pub fn new(width: u32, height: u32) -> Result<CustomShape, BoardSizeError> {
        let bits = u64::from(width) * (u64::from(height) + 1);
        if width < 4 || height < 4 || bits > 64 {
            return Err(BoardSizeError { width, height });
        }
        let bottom = (0..width).fold(0, |bits, column| bits | 1u64 << (column * (height + 1)));
        let mut centre_first = [0; CustomShape::MOST as usize];
        let mut columns: Vec<u32> = (0..width).collect();
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(width));
        for (place, column) in centre_first.iter_mut().zip(columns) {
            *place = column.to_le_bytes()[0];
        }
        Ok(CustomShape { width, height, bottom, squares: bottom * ((1 << height) - 1), centre_first })
    }
}

impl BoardShape for CustomShape {
    #[inline]
    fn width(&self) -> u32 {
        self.width
    }

    #[inline]
    fn height(&self) -> u32 {
        self.height
    }

    #[inline]
    fn bottom(&self) -> u64 {
        self.bottom
    }

    #[inline]
    fn squares(&self) -> u64 {
        self.squares
    }

    #[inline]
    fn centre_first(&self) -> &[u8] {
        &self.centre_first[..self.width as usize]
    }

    #[inline]
    fn mirrored(&self, bits: u64) -> u64 {
        let step = self.step();
        let column = (1 << step) - 1;
        (0..self.width).fold(0, |image, place| image << step | bits >> (place * step) & column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_by_six_is_the_same_both_ways() {
        let custom = CustomShape::new(7, 6).unwrap();
        assert_eq!((custom.bottom(), custom.squares()), (StandardShape.bottom(), StandardShape.squares()));
        assert_eq!(custom.centre_first(), StandardShape.centre_first());
        for square in 0..49 {
            assert_eq!(custom.mirrored(1 << square), StandardShape.mirrored(1 << square));
        }
        assert_eq!(StandardShape.mirrored(1), 1 << 42);
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        for (width, height) in [(3, 6), (7, 3), (8, 8), (13, 4), (4, 16), (u32::MAX, u32::MAX)] {
            assert_eq!(CustomShape::new(width, height), Err(BoardSizeError { width, height }));
        }
        for (width, height) in [(4, 4), (12, 4), (4, 15), (8, 7), (9, 6)] {
            assert!(CustomShape::new(width, height).is_ok(), "{width} x {height}");
        }
    }
}
