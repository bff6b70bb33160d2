//! The rules.

use super::{TicTacToeGrid, TicTacToeSquare};
use crate::{Perft, Published};
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};

/// Tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe;

/// The centre, the corners, the edges: squares on more lines first.
const BY_LINES: [u8; 9] = [4, 0, 2, 6, 8, 1, 3, 5, 7];

impl Game for TicTacToe {
    type Position = TicTacToeGrid;
    type Move = TicTacToeSquare;

    #[inline]
    fn mover(&self, grid: &TicTacToeGrid) -> Player {
        grid.mover()
    }

    #[inline]
    fn moves(&self, grid: &TicTacToeGrid, moves: &mut MoveBuf<TicTacToeSquare>) -> Option<Score> {
        let empty = grid.empty();
        if let Some(score) = result(grid, empty) {
            return Some(score);
        }
        BY_LINES
            .into_iter()
            .filter(|square| empty >> square & 1 == 1)
            .for_each(|square| moves.push(TicTacToeSquare(square)));
        None
    }

    #[inline]
    fn play(&self, grid: &TicTacToeGrid, square: TicTacToeSquare) -> TicTacToeGrid {
        grid.after(square)
    }

    #[inline]
    fn over(&self, grid: &TicTacToeGrid, _: &mut MoveBuf<TicTacToeSquare>) -> Option<Score> {
        result(grid, grid.empty())
    }
}

/// Returns the final score for the player to move.
#[inline]
fn result(grid: &TicTacToeGrid, empty: u16) -> Option<Score> {
    // A win scores one more than the empty squares, from the loser's point of view here.
    let left = empty.count_ones().cast_signed();
    if grid.lost() { Some(Score::new(-1 - left)) } else { (left == 0).then_some(Score::ZERO) }
}

/// No heuristic: nine plies are searched to the end.
impl Evaluator for TicTacToe {}

impl Keyed for TicTacToe {
    #[inline]
    fn key(&self, grid: &TicTacToeGrid) -> u64 {
        grid.images().fold(u64::MAX, u64::min)
    }
}

impl Perft for TicTacToe {
    fn count_moves(&self, grid: &TicTacToeGrid) -> u64 {
        if grid.lost() { 0 } else { grid.empty().count_ones().into() }
    }

    fn published(&self) -> &'static [Published] {
        &[("", &[9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872])]
    }
}
