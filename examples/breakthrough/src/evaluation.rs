//! The heuristic evaluation at the horizon.

use crate::{Breakthrough, BreakthroughBoard};
use nullwindow::{Evaluator, Player, Score};

/// The value of a pawn by the rows that it has advanced, in hundredths of a pawn. A pawn far ahead ties up several
/// others.
const BY_ROW: [i32; 8] = [105, 100, 103, 110, 125, 150, 190, 250];
/// The value of the right to move.
const TEMPO: i32 = 15;

impl Evaluator for Breakthrough {
    fn evaluate(&self, board: &BreakthroughBoard) -> Score {
        // Black is evaluated on the exchanged board, so that one function serves both players.
        let white = pawn_score(board.white) - pawn_score(board.exchanged(self.height).white);
        let own = if board.mover == Player::First { white } else { -white };
        Score::new(own + TEMPO)
    }
}

/// Returns the value of pawns that move up.
fn pawn_score(pawns: u64) -> i32 {
    let rows = pawns.to_le_bytes().into_iter().zip(BY_ROW);
    rows.map(|(row, value)| row.count_ones().cast_signed() * value).sum()
}
