//! The endgame solver: exact values of positions with few empty squares.
//!
//! It is plain fail-soft Alpha-Beta without a transposition table, for the last few squares, where a probe costs more
//! than the search. The kernel of [`nullwindow`] searches above it.
//!
//! **The value** depends on the position alone. **The work** also depends on the window, the order of moves (parity,
//! then the opponent's mobility), bounds from stable discs, and the functions for [the last
//! squares](super::last_squares).

use super::bits::{flips, mobility, squares};
use super::board::{OthelloBoard, final_score};
use super::last_squares::{self, DiscWindow, NONE, after};
use super::stability::count_stable;
use nullwindow::Score;

/// The largest number of empty squares with an unrolled function.
const UNROLLED: u32 = 4;
/// The number of empty squares from which moves are sorted by the opponent's mobility.
const SORTED_FROM: u32 = 7;
/// The capacity of the short move list; positions with at most this many empty squares need no longer one.
const FEW: usize = 12;
/// The capacity of the long move list: no position has more moves.
const MOST: usize = 64;

const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Returns the fail-soft value for the owner of `own`, the mover, for a window `alpha < beta`.
pub(super) fn solve(own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
    search(own, other, DiscWindow { alpha, beta })
}

/// Returns the exact value of a position for its mover, by a search without a transposition table.
///
/// On positions of tournament games it took about 10 microseconds with 7 empty squares, 90 with 10 and 4,000 with 14 on
/// a busy machine. With more, a [`Search`](nullwindow::Search) with a table is better.
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
    Score::new(solve(board.own(), board.other(), NONE, -NONE))
}

/// Returns the value of [`solve`](solve_board), faster if it is near `guess`: runs null-window searches from there, as
/// MTD(f) does.
#[must_use]
pub fn solve_near(board: &OthelloBoard, guess: Score) -> Score {
    let (mut lower, mut upper) = (-64, 64);
    let mut value = guess.get().clamp(lower, upper);
    while lower < upper {
        // As in MTD(f): a value equal to the lower bound is tested from above.
        let gamma = if value == lower { value + 1 } else { value };
        value = solve(board.own(), board.other(), gamma - 1, gamma);
        if value < gamma {
            upper = value;
        } else {
            lower = value;
        }
    }
    Score::new(value)
}

fn search(own: u64, other: u64, window: DiscWindow) -> i32 {
    let empty = !(own | other);
    let left = empty.count_ones();
    if left <= UNROLLED {
        return unrolled(own, other, window, empty, left);
    }
    // Before move generation: the bound needs no moves.
    if let Some(bound) = stable_bound(own, other, window, left) {
        return bound;
    }
    let moves = mobility(own, other);
    if moves == 0 {
        return match mobility(other, own) {
            0 => final_score(own, other),
            _ => -search(other, own, window.flipped()),
        };
    }
    if left < SORTED_FROM {
        by_parity(own, other, window, empty, moves)
    } else if left as usize <= FEW {
        by_mobility::<FEW>(own, other, window, empty, moves)
    } else {
        by_mobility::<MOST>(own, other, window, empty, moves)
    }
}

fn unrolled(own: u64, other: u64, window: DiscWindow, empty: u64, left: u32) -> i32 {
    let mut list = [0; 4];
    list.iter_mut().zip(squares(empty)).for_each(|(to, square)| *to = square);
    let [a, b, c, _] = list;
    match left {
        0 => final_score(own, other),
        1 => last_squares::one(own, a),
        2 => last_squares::two(own, other, window, [a, b]),
        3 => last_squares::three(own, other, window, [a, b, c]),
        _ => last_squares::four(own, other, window, list),
    }
}

/// Searches moves in odd regions first.
fn by_parity(own: u64, other: u64, window: DiscWindow, empty: u64, moves: u64) -> i32 {
    let odd = odd_regions(empty);
    let mut best = NONE;
    for square in squares(moves & odd).chain(squares(moves & !odd)) {
        let (own, other) = after(square, flips(square, own, other), own, other);
        best = best.max(-search(own, other, window.above(best).flipped()));
        if best >= window.beta {
            break;
        }
    }
    best
}

/// Searches moves first that leave the opponent few moves.
fn by_mobility<const LIST: usize>(own: u64, other: u64, window: DiscWindow, empty: u64, moves: u64) -> i32 {
    let odd = odd_regions(empty);
    let mut list = [(0i32, 0u64, 0u64); LIST];
    let mut count = 0;
    for (entry, square) in list.iter_mut().zip(squares(moves)) {
        let (own, other) = after(square, flips(square, own, other), own, other);
        let choice = mobility(own, other);
        // A corner counts twice. Parity weighs half a move: it only breaks near ties.
        let weighed = 8 * (choice.count_ones() + (choice & CORNERS).count_ones()).cast_signed();
        *entry = (weighed - 4 * i32::from(odd >> square & 1 == 1), own, other);
        count += 1;
    }
    let list = &mut list[..count];
    let mut best = NONE;
    for next in 0..count {
        // Selection instead of sorting: a cutoff makes the rest unnecessary.
        let Some(first) = (next..count).min_by_key(|&at| list[at].0) else { break };
        list.swap(next, first);
        let (_, own, other) = list[next];
        best = best.max(-search(own, other, window.above(best).flipped()));
        if best >= window.beta {
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

/// Returns the bound from stable discs, if it answers the window.
///
/// Counting stable discs is expensive. It is done only if the window needs so large a difference that they have a
/// chance to decide.
#[inline]
pub(super) fn stable_bound(own: u64, other: u64, window: DiscWindow, left: u32) -> Option<i32> {
    let needed = 2 * left.cast_signed();
    if window.alpha >= needed {
        let upper = 64 - 2 * count_stable(other, own);
        return (upper <= window.alpha).then_some(upper);
    }
    if window.beta <= -needed {
        let lower = 2 * count_stable(own, other) - 64;
        return (lower >= window.beta).then_some(lower);
    }
    None
}
