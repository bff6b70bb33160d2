//! Bounds on a position before it is searched: [`Evaluator::proven_bounds`](nullwindow::Evaluator::proven_bounds).

use super::board::OthelloBoard;
use super::endgame;
use nullwindow::memory::BoundsCache;
use nullwindow::{Bounds, Depth, Score, Window};

/// The largest number of empty squares at which every window is answered.
const SOLVED: u32 = 6;
/// The largest number of empty squares at which null windows are answered. They cost much less than the exact value,
/// which algorithms with full windows would compute repeatedly.
///
/// `nullwindow bench --group ffo` took 41.6 s with 13, and 48.7 s with 12 and [`UNORDERED`] 9 (2026-11-17, one run each).
/// More would make a stopped search wait longer: a test cannot be interrupted.
const TESTED: u32 = 13;
/// The number of empty squares at which the kernel need not order moves well: below, a search of the wrong move first
/// costs less than finding the right one.
pub(super) const UNORDERED: u32 = 10;

/// Returns bounds on the value, if a search to `depth` would find the value to the end of the game.
///
/// That holds if all lines end within `depth`: a line has at most two plies per empty square, a pass and a disc.
/// Otherwise nothing is known.
#[inline]
pub(super) fn known(board: &OthelloBoard, depth: Depth, window: Window, cache: &mut BoundsCache) -> Bounds {
    let left = board.empty().count_ones();
    if depth.get().is_some_and(|plies| plies < 2 * left) {
        return Bounds::UNKNOWN;
    }
    solved_bounds(board, left, window, cache)
}

fn solved_bounds(board: &OthelloBoard, left: u32, window: Window, cache: &mut BoundsCache) -> Bounds {
    // Every value lies between -64 and 64, so wider windows can be clamped.
    let (alpha, beta) = (window.alpha().get().clamp(-65, 64), window.beta().get().clamp(-64, 65));
    // Deeper full windows are left to the kernel, which stores partial results in the table.
    if left <= if window.is_null() { TESTED } else { SOLVED } {
        return endgame::bounds_within(board, 0, (alpha, beta), cache);
    }
    let (own, other) = (board.own(), board.other());
    if let Some(upper) = endgame::stable_upper(own, other, alpha + 1, left) {
        return Bounds::at_most(Score::new(upper));
    }
    endgame::stable_lower(own, other, beta, left).map_or(Bounds::UNKNOWN, |lower| Bounds::at_least(Score::new(lower)))
}
