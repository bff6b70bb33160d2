//! The weighted sum of terms, computed fast.
//!
//! Both weights of a term are packed into one number, the one for a full board in the low half and the one for an empty
//! board in the high half, so that one addition sums both. Pieces are looked up eight squares at a time.

use super::terms::{KING, MAN, TERMS, patterns};
use super::weights::WEIGHTS;
use crate::checkers::board::{Bits, Colour, Sides};

/// The number of pieces on a full board.
const FULL: i32 = 24;

/// Two weights in one number.
type PackedWeights = i32;

const fn pack_weights(weights: [i16; 2]) -> PackedWeights {
    weights[0] as i32 + ((weights[1] as i32) << 16)
}

/// For each pair of rows, the sum of the weights of their eight squares, by the set of occupied squares.
type Groups = [[PackedWeights; 256]; 4];

const PAIRS: [PackedWeights; TERMS] = {
    let mut pairs = [0; TERMS];
    let mut term = 0;
    while term < TERMS {
        pairs[term] = pack_weights(WEIGHTS[term]);
        term += 1;
    }
    pairs
};

static DOWN_MEN: Groups = groups(MAN, true);
static UP_MEN: Groups = groups(MAN, false);
static DOWN_KINGS: Groups = groups(KING, true);
static UP_KINGS: Groups = groups(KING, false);

const fn groups(first: usize, down: bool) -> Groups {
    let mut groups = [[0; 256]; 4];
    let mut group = 0;
    while group < 4 {
        let mut set = 0;
        while set < 256 {
            let mut place = 0;
            while place < 8 {
                if set >> place & 1 == 1 {
                    let square = group * 8 + place;
                    groups[group][set] += PAIRS[first + if down { square } else { 31 - square }];
                }
                place += 1;
            }
            set += 1;
        }
        group += 1;
    }
    groups
}

#[inline(always)]
fn look_up(groups: &Groups, pieces: Bits) -> PackedWeights {
    // Each pair of rows takes 9 bits, the ninth of which is not a square.
    let rows = |shift: u32| (pieces >> shift & 0xff) as usize;
    groups[0][rows(0)] + groups[1][rows(9)] + groups[2][rows(18)] + groups[3][rows(27)]
}

#[inline(always)]
fn pieces<C: Colour>(sides: Sides) -> PackedWeights {
    let (men, kings) = if C::DOWN { (&DOWN_MEN, &DOWN_KINGS) } else { (&UP_MEN, &UP_KINGS) };
    let own_kings = sides.own & sides.kings;
    let sum = look_up(men, sides.own ^ own_kings);
    if own_kings == 0 { sum } else { sum + look_up(kings, own_kings) }
}

/// Returns the static evaluation for the mover.
#[inline]
pub(in crate::checkers) fn static_score<C: Colour>(sides: Sides) -> i32 {
    let mut sum = pieces::<C>(sides) - pieces::<C::Other>(sides.swapped());
    patterns::<C>(sides, &mut |term, count| sum += PAIRS[term] * count);
    #[allow(clippy::cast_possible_truncation, reason = "the low half")]
    let full = i32::from(sum as i16);
    // A negative low half has borrowed from the high half; subtracting it first undoes that.
    let empty = (sum - full) >> 16;
    #[allow(clippy::cast_possible_wrap, reason = "at most 32")]
    let count = (sides.own | sides.other).count_ones() as i32;
    (full * count + empty * (FULL - count)) / FULL
}
