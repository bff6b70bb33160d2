//! Null-window searches of positions with up to four empty squares, one function per number.
//!
//! **Contract.** The answer `g` to a test at `gamma` is a lower bound on the value if `g >= gamma`, and an upper bound
//! otherwise.
//!
//! **Order.** A region with an odd number of empty squares is played first: the player that does so also makes the last
//! move there. Quadrants of the board approximate regions.

use super::bits::flips;
use super::board::final_score;
use super::last_flips;

/// A score below all others, for positions without a move.
pub(super) const NONE: i32 = -65;

/// The neighbours of each square.
static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (ranks, files) = ((square / 8_usize).abs_diff(other / 8), (square % 8_usize).abs_diff(other % 8));
            if square != other && ranks < 2 && files < 2 {
                around[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    around
};

/// Returns the discs flipped by a disc on `square`.
#[inline(always)]
fn turned(square: u8, own: u64, other: u64) -> u64 {
    // A square without an opponent's neighbour flips nothing: the test is cheaper than following the rays.
    if AROUND[usize::from(square & 63)] & other == 0 { 0 } else { flips(square, own, other) }
}

/// Returns the position after a move from the opponent's point of view: its discs first.
#[inline(always)]
pub(super) const fn after(square: u8, turned: u64, own: u64, other: u64) -> (u64, u64) {
    (other ^ turned, own | turned | 1 << (square & 63))
}

/// Returns the lowest square of a set.
#[inline(always)]
const fn lowest(set: u64) -> u8 {
    set.trailing_zeros().to_le_bytes()[0]
}

/// Tests a position with one empty square.
#[inline]
fn one(own: u64, gamma: i32, square: u8) -> i32 {
    let discs = own.count_ones().cast_signed();
    let gained = last_flips::count(square, own);
    if gained > 0 {
        return 2 * (discs + gained + 1) - 64;
    }
    // Neither player can move: the square goes to the winner.
    // 63 discs are on the board: an odd number rules out a tie.
    let settled = if 2 * discs > 63 { 2 * discs - 62 } else { 2 * discs - 64 };
    // Flips by the opponent only lower the score.
    if settled < gamma {
        return settled;
    }
    let lost = last_flips::count(square, !own & !(1 << (square & 63)));
    if lost > 0 { 2 * (discs - lost) - 64 } else { settled }
}

/// Tests a position with two empty squares.
#[inline]
fn two(own: u64, other: u64, gamma: i32, squares: [u8; 2]) -> i32 {
    let best = two_moves(own, other, gamma, squares);
    if best > NONE {
        return best;
    }
    match two_moves(other, own, 1 - gamma, squares) {
        NONE => final_score(own, other),
        passed => -passed,
    }
}

/// Returns the value of the best move, [`NONE`] if there is none.
#[inline(always)]
fn two_moves(own: u64, other: u64, gamma: i32, [a, b]: [u8; 2]) -> i32 {
    let mut best = NONE;
    let first = turned(a, own, other);
    if first != 0 {
        best = -one(other ^ first, 1 - gamma, b);
        if best >= gamma {
            return best;
        }
    }
    let second = turned(b, own, other);
    if second != 0 {
        best = best.max(-one(other ^ second, 1 - gamma, a));
    }
    best
}

/// Tests a position with three empty squares; `odd` holds the quadrants with an odd number of them.
#[inline]
fn three(own: u64, other: u64, gamma: i32, odd: u64) -> i32 {
    let empty = !(own | other);
    // The number is odd: at least one square lies in an odd region.
    let a = lowest(empty & odd);
    let rest = empty & !(1 << (a & 63));
    let squares = [a, lowest(rest), lowest(rest & rest.wrapping_sub(1))];
    let best = three_moves(own, other, gamma, squares);
    if best > NONE {
        return best;
    }
    match three_moves(other, own, 1 - gamma, squares) {
        NONE => final_score(own, other),
        passed => -passed,
    }
}

#[inline(always)]
fn three_moves(own: u64, other: u64, gamma: i32, [a, b, c]: [u8; 3]) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let turned = turned(square, own, other);
        if turned != 0 {
            let (own, other) = after(square, turned, own, other);
            best = best.max(-two(own, other, 1 - gamma, rest));
            if best >= gamma {
                return best;
            }
        }
    }
    best
}

/// Tests a position with four empty squares; `odd` holds the quadrants with an odd number of them.
pub(super) fn four(own: u64, other: u64, gamma: i32, odd: u64) -> i32 {
    let best = four_moves(own, other, gamma, odd);
    if best > NONE {
        return best;
    }
    match four_moves(other, own, 1 - gamma, odd) {
        NONE => final_score(own, other),
        passed => -passed,
    }
}

#[inline]
fn four_moves(own: u64, other: u64, gamma: i32, odd: u64) -> i32 {
    let empty = !(own | other);
    let mut best = NONE;
    for mut set in [empty & odd, empty & !odd] {
        while set != 0 {
            let square = lowest(set);
            set &= set - 1;
            let turned = turned(square, own, other);
            if turned != 0 {
                let (own, other) = after(square, turned, own, other);
                best = best.max(-three(own, other, 1 - gamma, odd ^ quadrant(square)));
                if best >= gamma {
                    return best;
                }
            }
        }
    }
    best
}

/// Tests a position with up to three empty squares, which only callers with so few at the start need.
#[cold]
pub(super) fn up_to_three(own: u64, other: u64, gamma: i32, odd: u64) -> i32 {
    let empty = !(own | other);
    let a = lowest(empty);
    match empty.count_ones() {
        0 => final_score(own, other),
        1 => one(own, gamma, a),
        2 => two(own, other, gamma, [a, lowest(empty & (empty - 1))]),
        _ => three(own, other, gamma, odd),
    }
}

/// Returns the quadrant of a square.
#[inline(always)]
pub(super) const fn quadrant(square: u8) -> u64 {
    0x0f0f_0f0f << (square & 0x24)
}
