//! The endgame solver: null-window tests of positions with few empty squares.
//!
//! The kernel of [`nullwindow`] searches above it, and asks it at every node with at most
//! [`TESTED`](super::knowledge) empty squares.
//!
//! **Contract.** The answer `g` to a test at `gamma` is a lower bound on the value if `g >= gamma`, and an upper bound
//! otherwise. The value depends on the position alone; the cache and the order of moves change only the work.
//!
//! **Techniques**, by the number of empty squares:
//! - up to 4: [one function per number](super::last_squares);
//! - 5 and 6: moves into regions with an odd number of empty squares first;
//! - from 7: a small cache of bounds, and moves first that leave the opponent few moves;
//! - from 8: a bound of a successor in the cache may answer before any move is searched;
//! - from 5: bounds from stable discs, where the test asks for a large difference.
//!
//! The cache was the largest saving of positions, then probing successors. Tried without gain in time: a term for the
//! square in the order of moves, terms for openings or stable corners, and sorting from 6 empty squares, which visits
//! fewer positions. `nullwindow bench --group ffo` measures the whole.

use super::bits::{flips, mobility, squares};
use super::board::{OthelloBoard, final_score};
use super::last_squares::{NONE, after, four, quadrant, up_to_three};
use super::stability::count_stable;
use nullwindow::memory::BoundsCache;
use nullwindow::{Bounds, Score};

/// The smallest number of empty squares from which positions are cached and moves are sorted.
const CACHED_FROM: u32 = 7;
/// The smallest number of empty squares from which the successors are probed.
const SUCCESSORS_FROM: u32 = CACHED_FROM + 1;
/// The capacity of the short move list; positions with at most this many empty squares need no longer one.
const FEW: usize = 16;
/// The capacity of the long move list: no position has more moves.
const MOST: usize = 64;

const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Tests whether the value for the owner of `own`, the mover, is at least `gamma`.
pub(super) fn test(own: u64, other: u64, gamma: i32, cache: &mut BoundsCache) -> i32 {
    let empty = !(own | other);
    let odd = odd_regions(empty);
    match empty.count_ones() {
        0..4 => up_to_three(own, other, gamma, odd),
        4 => four(own, other, gamma, odd),
        left @ 5..CACHED_FROM => by_parity(own, other, gamma, odd, left),
        left => by_mobility(own, other, gamma, odd, left, cache),
    }
}

/// Returns the exact value of a position for its mover, by null-window searches.
///
/// With more than about 14 empty squares, a [`Search`](nullwindow::Search) with a table is better.
///
/// ```
/// use nullwindow::Score;
/// use nullwindow_games::{Notation, othello::{Othello, solve}};
///
/// let board = Othello::new().parse_position(&("XO".repeat(28) + "XO-OXXX- X"))?;
/// assert_eq!(solve(&board), Score::new(8));
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
#[must_use]
pub fn solve_board(board: &OthelloBoard) -> Score {
    solve_near(board, Score::ZERO)
}

/// Returns the value of [`solve`](solve_board), faster if it is near `guess`: runs null-window searches from there, as
/// MTD(f) does.
#[must_use]
pub fn solve_near(board: &OthelloBoard, guess: Score) -> Score {
    // With fewer empty squares a search takes less time than the allocation of a cache.
    let mut cache = if board.empty().count_ones() < 12 { BoundsCache::off() } else { BoundsCache::new() };
    bounds_within(board, guess.get(), (NONE, -NONE), &mut cache).lower
}

/// Returns bounds that meet inside the window `(alpha, beta)`, or lie on one side of it, by tests from `guess`.
pub(super) fn bounds_within(
    board: &OthelloBoard,
    guess: i32,
    (alpha, beta): (i32, i32),
    cache: &mut BoundsCache,
) -> Bounds {
    let (mut lower, mut upper) = (-64, 64);
    let mut value = guess;
    while lower < upper && lower < beta && upper > alpha {
        // As in MTD(f): a value equal to the lower bound is tested from above. Outside of the window no test helps.
        let gamma = if value == lower { value + 1 } else { value }.clamp(lower.max(alpha) + 1, upper.min(beta));
        value = test(board.own(), board.other(), gamma, cache);
        if value < gamma {
            upper = value;
        } else {
            lower = value;
        }
    }
    Bounds { lower: Score::new(lower), upper: Score::new(upper) }
}

/// Searches moves in odd regions first.
fn by_parity(own: u64, other: u64, gamma: i32, odd: u64, left: u32) -> i32 {
    // Before move generation: the bound needs no moves.
    if let Some(bound) = stable_bound(own, other, gamma, left) {
        return bound;
    }
    let moves = mobility(own, other);
    if moves == 0 {
        return match mobility(other, own) {
            0 => final_score(own, other),
            _ => -by_parity(other, own, 1 - gamma, odd, left),
        };
    }
    let mut best = NONE;
    for square in squares(moves & odd).chain(squares(moves & !odd)) {
        let (own, other) = after(square, flips(square, own, other), own, other);
        let odd = odd ^ quadrant(square);
        let score = match left {
            5 => four(own, other, 1 - gamma, odd),
            _ => by_parity(own, other, 1 - gamma, odd, left - 1),
        };
        best = best.max(-score);
        if best >= gamma {
            break;
        }
    }
    best
}

/// Searches moves first that leave the opponent few moves, with the cache.
fn by_mobility(own: u64, other: u64, gamma: i32, odd: u64, left: u32, cache: &mut BoundsCache) -> i32 {
    if let Some(bound) = stable_bound(own, other, gamma, left) {
        return bound;
    }
    let known = cache.probe([own, other]);
    if known.lower.get() >= gamma {
        return known.lower.get();
    }
    if known.upper.get() < gamma {
        return known.upper.get();
    }
    let moves = mobility(own, other);
    if moves == 0 {
        return match mobility(other, own) {
            0 => final_score(own, other),
            _ => -by_mobility(other, own, 1 - gamma, odd, left, cache),
        };
    }
    let best = if left as usize <= FEW {
        best_move::<FEW>(own, other, gamma, odd, left, moves, cache)
    } else {
        best_move::<MOST>(own, other, gamma, odd, left, moves, cache)
    };
    let score = Score::new(best);
    cache.store([own, other], if best >= gamma { Bounds::at_least(score) } else { Bounds::at_most(score) });
    best
}

/// A move and the position after it, from the opponent's point of view.
#[derive(Clone, Copy)]
struct Successor {
    own: u64,
    other: u64,
    /// The opponent's mobility: the smallest is searched first.
    weight: i32,
    square: u8,
}

/// Returns the answer of the best move.
fn best_move<const LIST: usize>(
    own: u64,
    other: u64,
    gamma: i32,
    odd: u64,
    left: u32,
    moves: u64,
    cache: &mut BoundsCache,
) -> i32 {
    let mut list = [Successor { own: 0, other: 0, weight: 0, square: 0 }; LIST];
    let mut count = 0;
    for (entry, square) in list.iter_mut().zip(squares(moves)) {
        let (own, other) = after(square, flips(square, own, other), own, other);
        if left >= SUCCESSORS_FROM {
            let assured = -cache.probe([own, other]).upper.get();
            if assured >= gamma {
                return assured;
            }
        }
        let choice = mobility(own, other);
        // A corner counts twice. Parity weighs half a move: it only breaks near ties.
        let weighed = 8 * (choice.count_ones() + (choice & CORNERS).count_ones()).cast_signed();
        *entry = Successor { own, other, weight: weighed - 4 * i32::from(odd >> square & 1 == 1), square };
        count += 1;
    }
    let list = &mut list[..count];
    let mut best = NONE;
    for next in 0..count {
        // Selection instead of sorting: a cutoff makes the rest unnecessary.
        let Some(first) = (next..count).min_by_key(|&at| list[at].weight) else { break };
        list.swap(next, first);
        let Successor { own, other, square, .. } = list[next];
        let odd = odd ^ quadrant(square);
        let score = match left {
            CACHED_FROM => by_parity(own, other, 1 - gamma, odd, left - 1),
            _ => by_mobility(own, other, 1 - gamma, odd, left - 1, cache),
        };
        best = best.max(-score);
        if best >= gamma {
            break;
        }
    }
    best
}

/// Returns the squares of quadrants with an odd number of empty squares.
#[inline]
pub(super) fn odd_regions(empty: u64) -> u64 {
    QUADRANTS.iter().filter(|&&quadrant| (empty & quadrant).count_ones() & 1 == 1).sum()
}

/// Returns the bound from stable discs, if it answers the test.
#[inline]
fn stable_bound(own: u64, other: u64, gamma: i32, left: u32) -> Option<i32> {
    stable_upper(own, other, gamma, left).or_else(|| stable_lower(own, other, gamma, left))
}

// Counting stable discs is expensive. It is done only if the test needs so large a difference that they have a chance
// to decide.

/// Returns an upper bound below `gamma` from the opponent's stable discs.
#[inline]
pub(super) fn stable_upper(own: u64, other: u64, gamma: i32, left: u32) -> Option<i32> {
    if gamma <= 2 * left.cast_signed() {
        return None;
    }
    Some(64 - 2 * count_stable(other, own)).filter(|&upper| upper < gamma)
}

/// Returns a lower bound of at least `gamma` from stable discs.
#[inline]
pub(super) fn stable_lower(own: u64, other: u64, gamma: i32, left: u32) -> Option<i32> {
    if gamma > -2 * left.cast_signed() {
        return None;
    }
    Some(2 * count_stable(own, other) - 64).filter(|&lower| lower >= gamma)
}
