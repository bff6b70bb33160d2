//! The judgement of positions at the horizon.

use crate::{Breakthrough, BreakthroughBoard};
use nullwindow::{Evaluator, Player, Score};

/// The worth of a pawn by the rows that it has advanced, in hundredths of a pawn. A pawn far ahead binds several others.
const BY_ROW: [i32; 8] = [105, 100, 103, 110, 125, 150, 190, 250];
/// The worth of the next move.
const TEMPO: i32 = 15;

impl Evaluator for Breakthrough {
    fn evaluate(&self, board: &BreakthroughBoard) -> Score {
        let white = pawn_score(board.white) - pawn_score(board.exchanged(self.height).white);
        let own = if board.mover == Player::First { white } else { -white };
        Score::new(own + TEMPO)
    }
}

/// Returns the worth of pawns that move up.
fn pawn_score(pawns: u64) -> i32 {
    let rows = pawns.to_le_bytes().into_iter().zip(BY_ROW);
    rows.map(|(row, pawn_score)| row.count_ones().cast_signed() * pawn_score).sum()
}
