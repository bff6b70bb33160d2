//! Bounds on a position before it is searched: [`Evaluator::proven_bounds`](nullwindow::Evaluator::proven_bounds).

use super::board::OthelloBoard;
use super::endgame;
use super::last_squares::DiscWindow;
use nullwindow::{Bounds, Depth, Score, Window};

/// The largest number of empty squares at which every window is answered.
const SOLVED: u32 = 6;
/// The largest number of empty squares at which null windows are answered. They cost much less than the exact value,
/// which algorithms with full windows would compute repeatedly.
pub(super) const TESTED: u32 = 10;

/// Returns bounds on the value, if a search to `depth` would find the value to the end of the game.
///
/// That holds if all lines end within `depth`: a line has at most two plies per empty square, a pass and a disc.
/// Otherwise nothing is known.
#[inline]
pub(super) fn known(board: &OthelloBoard, depth: Depth, window: Window) -> Bounds {
    let left = board.empty().count_ones();
    if depth.get().is_some_and(|plies| plies < 2 * left) {
        return Bounds::UNKNOWN;
    }
    solved_bounds(board, left, window)
}

fn solved_bounds(board: &OthelloBoard, left: u32, window: Window) -> Bounds {
    // Every value lies between -64 and 64, so wider windows can be clamped.
    let (alpha, beta) = (window.alpha().get().clamp(-65, 64), window.beta().get().clamp(-64, 65));
    let discs = DiscWindow { alpha, beta };
    // Deeper full windows are left to the kernel, which stores partial results in the table.
    if left <= if window.is_null() { TESTED } else { SOLVED } {
        return window.learn(Score::new(endgame::solve(board.own(), board.other(), alpha, beta)));
    }
    match endgame::stable_bound(board.own(), board.other(), discs, left) {
        Some(bound) => window.learn(Score::new(bound)),
        None => Bounds::UNKNOWN,
    }
}
