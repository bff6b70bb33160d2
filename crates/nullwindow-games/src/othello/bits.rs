//! The rules on bitboards: legal moves and flipped discs.
//!
//! Bit `8 * rank + file` is a square, a1 the lowest and h8 the highest; ranks are counted downwards, as Othello
//! players do:
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!   1  0  1  2  3  4  5  6  7
//!   2  8  9 10 11 12 13 14 15
//!   ...
//!   8 56 57 58 59 60 61 62 63
//! ```
//!
//! A byte is a row, so [`u64::swap_bytes`] flips the board vertically. Of the eight directions, the one to the right
//! and the three that lead down run towards higher bits, where an addition carries through a run of discs; the three
//! that lead up do so on the flipped board.

/// The files b to g: a run along a row or a diagonal never flips a disc on the a or the h file.
pub(super) const FILES_B_TO_G: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Returns the squares where the owner of `own` may place a disc.
///
/// In each direction the runs of opponent's discs next to own discs are filled by doubling: one step, one step, two and
/// two, which covers the longest run of six. On machines with vector shifts by different amounts (AVX2), the four
/// direction pairs are computed in parallel lanes.
#[inline]
#[must_use]
pub fn mobility(own: u64, other: u64) -> u64 {
    if cfg!(target_feature = "avx2") { side_by_side(own, other) } else { one_by_one(own, other) }
}

#[inline(always)]
fn one_by_one(own: u64, other: u64) -> u64 {
    let inner = other & FILES_B_TO_G;
    let ends = beyond_runs::<1>(own, inner)
        | beyond_runs::<7>(own, inner)
        | beyond_runs::<8>(own, other)
        | beyond_runs::<9>(own, inner);
    ends & !(own | other)
}

/// Returns the squares after runs of `mask` that begin beside `own`, `STEP` bits apart, in both directions.
#[inline(always)]
fn beyond_runs<const STEP: u32>(own: u64, mask: u64) -> u64 {
    let (mut up, mut down) = (mask & (own << STEP), mask & (own >> STEP));
    up |= mask & (up << STEP);
    down |= mask & (down >> STEP);
    let pairs_up = mask & (mask << STEP);
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// Computes [`beyond_runs`] of all directions at once, in a form that compilers vectorize.
#[inline(always)]
fn side_by_side(own: u64, other: u64) -> u64 {
    const STEP: [u32; 4] = [1, 7, 8, 9];
    let inner = other & FILES_B_TO_G;
    let mask = [inner, inner, other, inner];
    // Loops instead of `array::from_fn`: its closures are generic functions of the standard library, which remain calls
    // when they land in another codegen unit without LTO. On FFO 40 these calls took 815 of 6,746 million instructions.
    let (mut pairs_up, mut pairs_down, mut up, mut down, mut ends) = ([0; 4], [0; 4], [0; 4], [0; 4], [0; 4]);
    for i in 0..4 {
        pairs_up[i] = mask[i] & (mask[i] << STEP[i]);
        pairs_down[i] = pairs_up[i] >> STEP[i];
        up[i] = mask[i] & (own << STEP[i]);
        down[i] = mask[i] & (own >> STEP[i]);
        up[i] |= mask[i] & (up[i] << STEP[i]);
        down[i] |= mask[i] & (down[i] >> STEP[i]);
    }
    for _ in 0..2 {
        for i in 0..4 {
            up[i] |= pairs_up[i] & (up[i] << (2 * STEP[i]));
            down[i] |= pairs_down[i] & (down[i] >> (2 * STEP[i]));
        }
    }
    for i in 0..4 {
        ends[i] = up[i] << STEP[i] | down[i] >> STEP[i];
    }
    (ends[0] | ends[1] | ends[2] | ends[3]) & !(own | other)
}

/// Returns the discs of `other` that flip when the owner of `own` places one on the empty `square`.
#[inline]
#[must_use]
pub fn flips(square: u8, own: u64, other: u64) -> u64 {
    let square = usize::from(square & 63);
    let rays = &RAYS[square];
    let below = carried(&rays.below, own, other);
    let above = carried(&RAYS[square ^ 56].below, own.swap_bytes(), other.swap_bytes()).swap_bytes();
    below | above | carried(&[rays.right], own, other) | flips_left(rays.left, own, other)
}

/// Returns the discs flipped along rays towards higher bits.
#[inline(always)]
fn carried<const N: usize>(rays: &[u64; N], own: u64, other: u64) -> u64 {
    let mut turned = 0;
    for &ray in rays {
        // The carry stops on the first square of the ray that is not an opponent's disc.
        let end = (other | !ray).wrapping_add(1) & ray & own;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    turned
}

/// Returns the discs flipped along a ray towards lower bits.
#[inline(always)]
fn flips_left(ray: u64, own: u64, other: u64) -> u64 {
    // No carry runs towards lower bits: the end of the run is the highest bit that is not an opponent's disc.
    let stop = !other & ray;
    let end = ((1 << 63) >> (stop | 1).leading_zeros()) & own & ray;
    (end << 1).wrapping_neg() & ray
}

/// The rays from a square.
#[derive(Clone, Copy)]
struct Rays {
    /// Down to the left, down, down to the right.
    below: [u64; 3],
    right: u64,
    left: u64,
}

static RAYS: [Rays; 64] = {
    let mut rays = [Rays { below: [0; 3], right: 0, left: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = Rays {
            below: [ray(square, 1, -1), ray(square, 1, 0), ray(square, 1, 1)],
            right: ray(square, 0, 1),
            left: ray(square, 0, -1),
        };
        square += 1;
    }
    rays
};

const fn ray(square: usize, ranks: isize, files: isize) -> u64 {
    let mut ray = 0;
    let mut rank = (square / 8).cast_signed() + ranks;
    let mut file = (square % 8).cast_signed() + files;
    while rank >= 0 && rank < 8 && file >= 0 && file < 8 {
        ray |= 1 << (8 * rank + file);
        rank += ranks;
        file += files;
    }
    ray
}

/// Iterates over the squares of a set, a1 first.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = u8::try_from(set.trailing_zeros()).ok().filter(|&square| square < 64)?;
        set &= set - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks from `square` in every direction: the rules in their plainest form.
    fn walked(square: u8, own: u64, other: u64) -> u64 {
        let (rank, file) = (i32::from(square / 8), i32::from(square % 8));
        let mut turned = 0;
        for (ranks, files) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let mut run = 0;
            for step in 1.. {
                let (r, f) = (rank + ranks * step, file + files * step);
                if !(0..8).contains(&r) || !(0..8).contains(&f) {
                    break;
                }
                let bit = 1u64 << (8 * r + f);
                if own & bit != 0 {
                    turned |= run;
                }
                if other & bit == 0 {
                    break;
                }
                run |= bit;
            }
        }
        turned
    }

    #[test]
    fn bits_agree_with_walking() {
        let mut state = 1u64;
        let mut random = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state ^ (state >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        for round in 0..20_000 {
            let (a, b, c) = (random(), random(), random());
            let filled = if round % 2 == 0 { a | b } else { a };
            let (own, other) = (filled & c, filled & !c);
            let mut moves = 0;
            for square in squares(!filled) {
                let turned = walked(square, own, other);
                assert_eq!(flips(square, own, other), turned, "{square} {own:#x} {other:#x}");
                moves |= u64::from(turned != 0) << square;
            }
            assert_eq!(one_by_one(own, other), moves, "{own:#x} {other:#x}");
            assert_eq!(side_by_side(own, other), moves, "{own:#x} {other:#x}");
        }
    }
}
