//! The features of the evaluation: 46 lines and corners of the board, the mobilities, and parity.
//!
//! A *shape* is a list of squares; under the eight symmetries of the board it has up to eight *places*. The squares of
//! a place, read as ternary digits (0 empty, 1 the mover's, 2 the opponent's; the first square has weight 1, the next
//! 3, 9, ...), form a number, and each number of a shape has a weight. Places of one shape share their weights, and so
//! do numbers that are mirror images of each other where a shape is its own mirror image.
//!
//! **Cost.** A board is sixteen half rows. For each of the sixteen contents of a half row of one colour, a table holds
//! its contribution to all 46 numbers at once. A board thus takes 32 additions of 48 lanes, which compilers vectorize.
//! The table takes 24 KiB.

use super::bits;
use std::sync::LazyLock;

/// The shapes, by the squares of one of their places.
const SHAPES: [&[u8]; 11] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], // an edge and the squares diagonally next to its corners
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], // two by five in a corner
    &[0, 1, 2, 8, 9, 10, 16, 17, 18], // three by three in a corner
    &[8, 9, 10, 11, 12, 13, 14, 15],  // the second row
    &[16, 17, 18, 19, 20, 21, 22, 23], // the third
    &[24, 25, 26, 27, 28, 29, 30, 31], // the fourth
    &[0, 9, 18, 27, 36, 45, 54, 63],  // the long diagonal
    &[1, 10, 19, 28, 37, 46, 55],     // and shorter ones
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// The number of places of all shapes.
const PLACES: usize = 46;
/// The number of places, rounded up to a multiple of the vector width.
const LANES: usize = 48;
/// Mobilities from this number on share a feature.
const MOST_MOVES: u32 = 24;
/// The numbers of all shapes, then those of the two mobilities, then those of parity.
const NUMBERS: usize = 2 * 59_049 + 19_683 + 4 * 6_561 + 2_187 + 729 + 243 + 81;
const MOBILITY: usize = NUMBERS;
const PARITY: usize = MOBILITY + (MOST_MOVES * MOST_MOVES) as usize;

/// The number of features: an upper limit of the numbers in [`features`].
pub const FEATURES: usize = PARITY + 2;
/// The number of features of a position.
pub const ACTIVE: usize = PLACES + 2;

/// A place: its shape, the first feature of that shape, and its squares in the order of the shape.
#[derive(Clone, Copy)]
struct PatternPlace {
    shape: usize,
    offset: usize,
    squares: [u8; 10],
}

const ALL: [PatternPlace; PLACES] = places();

/// The contribution of half a row of one colour to the number of each place.
static HALF_ROWS: [[[u16; LANES]; 16]; 16] = half_rows();

/// Returns the features of a position, each a number below [`FEATURES`], all different: one per place, one for the two
/// mobilities, one for parity.
///
/// The position is seen from the owner of `own`, the mover.
#[inline]
#[must_use]
pub fn features(own: u64, other: u64) -> [u32; ACTIVE] {
    let numbers = numbers(own, other);
    let mut features = [0; ACTIVE];
    for ((feature, place), number) in features.iter_mut().zip(&OFFSETS).zip(numbers) {
        *feature = place + u32::from(number);
    }
    [features[PLACES], features[PLACES + 1]] = other_features(own, other, mobilities(own, other));
    features
}

/// Returns the number of moves of the mover and of its opponent.
#[inline(always)]
pub(super) fn mobilities(own: u64, other: u64) -> [u32; 2] {
    [bits::mobility(own, other).count_ones(), bits::mobility(other, own).count_ones()]
}

/// Returns the features of the mobilities and of parity.
#[inline(always)]
fn other_features(own: u64, other: u64, moves: [u32; 2]) -> [u32; 2] {
    let [mine, yours] = moves.map(|moves| moves.min(MOST_MOVES - 1));
    [OFFSET_OF_MOBILITY + MOST_MOVES * mine + yours, OFFSET_OF_PARITY + ((own | other).count_ones() & 1)]
}

/// The length of a table of weights for [`sum`]: from the first feature of any shape on, there is a weight for every
/// number of 16 bits, which saves a comparison per place. Those beyond [`FEATURES`] are never read.
pub(super) const PADDED: usize = PARITY + (1 << 16);

/// Returns the sum of the weights of [`features`], given the mobility of both players; `table` has [`PADDED`] weights.
#[inline(always)]
pub(super) fn sum(table: &[i16], own: u64, other: u64, moves: [u32; 2]) -> i32 {
    assert!(table.len() == PADDED);
    let numbers = numbers(own, other);
    let mut sum = 0;
    for (offset, &number) in PLACE_OFFSETS.iter().zip(&numbers) {
        sum += i32::from(table[offset + usize::from(number)]);
    }
    for feature in other_features(own, other, moves) {
        sum += i32::from(table[feature as usize]);
    }
    sum
}

#[allow(clippy::cast_possible_truncation, reason = "there are fewer than 200,000 features")]
const OFFSET_OF_MOBILITY: u32 = MOBILITY as u32;
#[allow(clippy::cast_possible_truncation, reason = "there are fewer than 200,000 features")]
const OFFSET_OF_PARITY: u32 = PARITY as u32;

/// The first feature of each place.
const PLACE_OFFSETS: [usize; PLACES] = {
    let mut offsets = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        offsets[place] = ALL[place].offset;
        place += 1;
    }
    offsets
};

/// The first feature of each place.
static OFFSETS: [u32; PLACES] = {
    let mut offsets = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 200,000 features")]
        {
            offsets[place] = ALL[place].offset as u32;
        }
        place += 1;
    }
    offsets
};

/// Returns the number of each place.
#[inline(always)]
fn numbers(own: u64, other: u64) -> [u16; LANES] {
    let (mut ones, mut twos) = ([0u16; LANES], [0u16; LANES]);
    for (half, table) in HALF_ROWS.iter().enumerate() {
        let content = |set: u64| (set >> (4 * half) & 15) as usize;
        let (one, two) = (&table[content(own)], &table[content(other)]);
        for lane in 0..LANES {
            ones[lane] = ones[lane].wrapping_add(one[lane]);
            twos[lane] = twos[lane].wrapping_add(two[lane]);
        }
    }
    for lane in 0..LANES {
        // An opponent's disc is the digit 2: doubling its sum once replaces a second table.
        ones[lane] = ones[lane].wrapping_add(twos[lane] << 1);
    }
    ones
}

/// The weight of each feature; mirror images share one.
pub(super) static SHARED: LazyLock<SharedWeights> = LazyLock::new(SharedWeights::new);

/// A map from features to weights.
pub(super) struct SharedWeights {
    /// The weight of each feature.
    pub(super) weight: Vec<u32>,
    /// The number of weights.
    pub(super) weights: usize,
}

impl SharedWeights {
    fn new() -> SharedWeights {
        let mut weight: Vec<u32> = Vec::with_capacity(FEATURES);
        let mut next = 0;
        let mut push = |weight: &mut Vec<u32>, twin: Option<usize>| {
            let shared = twin.map_or(next, |twin| weight[twin]);
            next += u32::from(twin.is_none());
            weight.push(shared);
        };
        for shape in SHAPES {
            let start = weight.len();
            let twins = mirrored(shape);
            for number in 0..POWERS[shape.len()] {
                let twin = read(twins, number);
                push(&mut weight, (twin < number).then_some(start + twin));
            }
        }
        while weight.len() < FEATURES {
            push(&mut weight, None);
        }
        SharedWeights { weights: next as usize, weight }
    }
}

/// Returns the number of different weights of the features.
#[must_use]
pub fn weights() -> usize {
    SHARED.weights
}

/// Returns the index of a feature's weight; features that are mirror images of each other share one.
#[must_use]
pub fn weight_of(feature: u32) -> Option<u32> {
    SHARED.weight.get(feature as usize).copied()
}

/// The powers of three.
const POWERS: [usize; 11] = [1, 3, 9, 27, 81, 243, 729, 2_187, 6_561, 19_683, 59_049];

/// Returns the number with the ternary digits of `number` in another order.
fn read(order: [usize; 10], mut number: usize) -> usize {
    let mut read = 0;
    for place in order {
        if number == 0 {
            break;
        }
        read += number % 3 * POWERS[place];
        number /= 3;
    }
    read
}

/// Returns the order of a shape's squares in its mirror image on the same squares; the identity if there is none.
fn mirrored(shape: &[u8]) -> [usize; 10] {
    let same: [usize; 10] = std::array::from_fn(|place| place);
    let images = (1..8).map(|way| {
        let mut order = same;
        for (to, &square) in order.iter_mut().zip(shape) {
            *to = shape.iter().position(|&other| other == transformed(square, way)).unwrap_or(usize::MAX);
        }
        order
    });
    images.filter(|order| !order.contains(&usize::MAX)).find(|order| *order != same).unwrap_or(same)
}

/// Applies a symmetry to a square; see [`OthelloBoard::transformed`](super::OthelloBoard::transformed).
const fn transformed(square: u8, way: u8) -> u8 {
    let (mut rank, mut file) = (square / 8, square % 8);
    if way & 1 != 0 {
        file = 7 - file;
    }
    if way & 2 != 0 {
        rank = 7 - rank;
    }
    if way & 4 != 0 { 8 * file + rank } else { 8 * rank + file }
}

const fn places() -> [PatternPlace; PLACES] {
    let mut places = [PatternPlace { shape: 0, offset: 0, squares: [64; 10] }; PLACES];
    let (mut count, mut shape, mut offset) = (0, 0, 0);
    while shape < SHAPES.len() {
        let (first, mut way) = (count, 0);
        while way < 8 {
            let mut squares = [64; 10];
            let mut i = 0;
            while i < SHAPES[shape].len() {
                squares[i] = transformed(SHAPES[shape][i], way);
                i += 1;
            }
            let mut earlier = first;
            while earlier < count && set(&places[earlier].squares) != set(&squares) {
                earlier += 1;
            }
            if earlier == count {
                places[count] = PatternPlace { shape, offset, squares };
                count += 1;
            }
            way += 1;
        }
        offset += POWERS[SHAPES[shape].len()];
        shape += 1;
    }
    // Checked at compile time: the constants above are written by hand.
    assert!(count == PLACES && offset == NUMBERS);
    places
}

/// Returns squares as a set; 64 marks no square.
const fn set(squares: &[u8; 10]) -> u64 {
    let (mut set, mut i) = (0, 0);
    while i < squares.len() {
        set |= if squares[i] < 64 { 1 << squares[i] } else { 0 };
        i += 1;
    }
    set
}

const fn half_rows() -> [[[u16; LANES]; 16]; 16] {
    let mut table = [[[0; LANES]; 16]; 16];
    let mut lane = 0;
    while lane < PLACES {
        let (mut i, mut digit) = (0, 1u16);
        while i < SHAPES[ALL[lane].shape].len() {
            let square = ALL[lane].squares[i] as usize;
            let mut content = 0;
            while content < 16 {
                if content >> (square % 4) & 1 == 1 {
                    table[square / 4][content][lane] += digit;
                }
                content += 1;
            }
            digit = digit.wrapping_mul(3);
            i += 1;
        }
        lane += 1;
    }
    table
}
