//! What is known of a position before it is searched: [`Evaluator::known`](nullwindow::Evaluator::known).

use super::board::OthelloBoard;
use super::endgame;
use super::last_squares::DiscWindow;
use nullwindow::{Bounds, Depth, Score, Window};

/// Positions with so many empty squares or fewer are leaves: every window is answered.
const SOLVED: u32 = 6;
/// With so many or fewer, null windows are answered. They cost much less than the exact value, which algorithms
/// that ask with the full window would compute again and again.
pub(super) const TESTED: u32 = 10;

/// Bounds of the value of a position, where a search to `depth` finds the value to the end of the game.
///
/// It does if all lines end within `depth`: a line has at most two plies for each empty square, a pass and a disc.
/// Only then is anything known.
#[inline]
pub(super) fn known(board: &OthelloBoard, depth: Depth, window: Window) -> Bounds {
    let left = board.empty().count_ones();
    if depth.get().is_some_and(|plies| plies < 2 * left) {
        return Bounds::UNKNOWN;
    }
    solved_bounds(board, left, window)
}

fn solved_bounds(board: &OthelloBoard, left: u32, window: Window) -> Bounds {
    // Every value lies between -64 and 64: windows beyond are answered by any of them.
    let (alpha, beta) = (window.alpha().get().clamp(-65, 64), window.beta().get().clamp(-64, 65));
    let discs = DiscWindow { alpha, beta };
    if left <= if window.is_null() { TESTED } else { SOLVED } {
        return window.learn(Score::new(endgame::solve(board.own(), board.other(), alpha, beta)));
    }
    match endgame::stable_bound(board.own(), board.other(), discs, left) {
        Some(bound) => window.learn(Score::new(bound)),
        None => Bounds::UNKNOWN,
    }
}
