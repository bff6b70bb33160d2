//! Exact values of positions with up to four empty squares, one function per number.
//!
//! **Contract.** The answer `g` to a window `(alpha, beta)` is the value if it lies inside, an upper bound if `g <=
//! alpha`, and a lower bound if `g >= beta`.
//!
//! **Order.** A region with an odd number of empty squares is played first: the player that does so also makes the last
//! move there. Quadrants of the board approximate regions.

use super::bits::flips;
use super::board::final_score;
use super::last_flips;

/// A search window in discs.
#[derive(Clone, Copy)]
pub(super) struct DiscWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl DiscWindow {
    #[inline(always)]
    pub(super) const fn flipped(self) -> DiscWindow {
        DiscWindow { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the remaining window once `best` is assured.
    #[inline(always)]
    pub(super) fn above(self, best: i32) -> DiscWindow {
        DiscWindow { alpha: self.alpha.max(best), beta: self.beta }
    }
}

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

/// Returns the value of a position with one empty square.
#[inline]
pub(super) fn one(own: u64, square: u8) -> i32 {
    let discs = own.count_ones().cast_signed();
    let gained = last_flips::count(square, own);
    if gained > 0 {
        return 2 * (discs + gained + 1) - 64;
    }
    let lost = last_flips::count(square, !own & !(1 << (square & 63)));
    if lost > 0 {
        return 2 * (discs - lost) - 64;
    }
    // Neither player can move: the square goes to the winner.
    // 63 discs are on the board: an odd number rules out a tie.
    if 2 * discs > 63 { 2 * discs - 62 } else { 2 * discs - 64 }
}

/// Searches a position with two empty squares.
#[inline]
pub(super) fn two(own: u64, other: u64, window: DiscWindow, squares: [u8; 2]) -> i32 {
    let best = two_moves(own, other, window.beta, squares);
    if best > NONE {
        return best;
    }
    match two_moves(other, own, -window.alpha, squares) {
        NONE => final_score(own, other),
        passed => -passed,
    }
}

/// Returns the value of the best move, [`NONE`] if there is none.
#[inline(always)]
fn two_moves(own: u64, other: u64, beta: i32, [a, b]: [u8; 2]) -> i32 {
    let mut best = NONE;
    let first = turned(a, own, other);
    if first != 0 {
        best = -one(after(a, first, own, other).0, b);
        if best >= beta {
            return best;
        }
    }
    let second = turned(b, own, other);
    if second != 0 {
        best = best.max(-one(after(b, second, own, other).0, a));
    }
    best
}

/// Searches a position with three empty squares.
#[inline]
pub(super) fn three(own: u64, other: u64, window: DiscWindow, squares: [u8; 3]) -> i32 {
    let squares = odd_one_first(squares);
    let best = three_moves(own, other, window, squares);
    if best > NONE {
        return best;
    }
    match three_moves(other, own, window.flipped(), squares) {
        NONE => final_score(own, other),
        passed => -passed,
    }
}

#[inline(always)]
fn three_moves(own: u64, other: u64, window: DiscWindow, [a, b, c]: [u8; 3]) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let turned = turned(square, own, other);
        if turned != 0 {
            let (own, other) = after(square, turned, own, other);
            best = best.max(-two(own, other, window.above(best).flipped(), rest));
            if best >= window.beta {
                return best;
            }
        }
    }
    best
}

/// Searches a position with four empty squares.
pub(super) fn four(own: u64, other: u64, window: DiscWindow, squares: [u8; 4]) -> i32 {
    let squares = odd_ones_first(squares);
    let best = four_moves(own, other, window, squares);
    if best > NONE {
        return best;
    }
    match four_moves(other, own, window.flipped(), squares) {
        NONE => final_score(own, other),
        passed => -passed,
    }
}

#[inline]
fn four_moves(own: u64, other: u64, window: DiscWindow, [a, b, c, d]: [u8; 4]) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
        let turned = turned(square, own, other);
        if turned != 0 {
            let (own, other) = after(square, turned, own, other);
            best = best.max(-three(own, other, window.above(best).flipped(), rest));
            if best >= window.beta {
                return best;
            }
        }
    }
    best
}

/// Returns the quadrant of a square, as one bit of four.
#[inline(always)]
const fn quadrant(square: u8) -> u8 {
    1 << (square >> 2 & 1 | square >> 4 & 2)
}

/// Moves a square that is alone in its quadrant before two that share theirs.
#[inline(always)]
fn odd_one_first([a, b, c]: [u8; 3]) -> [u8; 3] {
    // Not `[a, b, c].map`, for the reason given in `bits::side_by_side`.
    let (in_a, in_b, in_c) = (quadrant(a), quadrant(b), quadrant(c));
    if in_a == in_b && in_c != in_a {
        [c, a, b]
    } else if in_a == in_c && in_b != in_a {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// Moves squares in quadrants with an odd number of empty squares to the front.
#[inline(always)]
fn odd_ones_first(squares: [u8; 4]) -> [u8; 4] {
    let odd = squares.iter().fold(0, |odd, &square| odd ^ quadrant(square));
    if odd == 0 {
        return squares;
    }
    let mut sorted = squares;
    let mut next = 0;
    for wanted in [true, false] {
        for &square in squares.iter().filter(|&&square| (odd & quadrant(square) != 0) == wanted) {
            sorted[next & 3] = square;
            next += 1;
        }
    }
    sorted
}
