//! Move prediction by a search of one ply.

use crate::CheckersWeights;
use nullwindow::{Game, MoveBuf};
use nullwindow_games::checkers::evaluation::terms;
use nullwindow_games::checkers::{Checkers, PlayedGame, Position};
use rayon::prelude::*;

/// Returns the share of positions with a choice in which the best move by the weights is the one played.
pub fn rate(games: &[PlayedGame], judge: Judge<'_>) -> f64 {
    let one = |game: &PlayedGame| {
        let (mut found, mut all) = (0u32, 0u32);
        for (position, &played) in game.positions().iter().zip(&game.moves) {
            let mut moves = MoveBuf::new();
            if Checkers::new().moves(position, &mut moves).is_some() || moves.len() < 2 {
                continue;
            }
            let worth = |play| -judge.value(&Checkers::new().play(position, play));
            let best = moves.iter().max_by(|&a, &b| worth(a).total_cmp(&worth(b)));
            all += 1;
            found += u32::from(best == Some(played));
        }
        (found, all)
    };
    let (found, all) = games.par_iter().map(one).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    f64::from(found) / f64::from(all.max(1))
}

/// An evaluation under test.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    pub weights: &'a CheckersWeights,
    /// True to resolve captures before a position is evaluated.
    pub resolves: bool,
}

impl Judge<'_> {
    /// Returns the value of a position for its mover.
    pub fn value(self, position: &Position) -> f64 {
        // The score of a loss in the shipped quiescence search.
        const LOST: f64 = -900_000.0;
        let game = Checkers::new();
        let mut moves = MoveBuf::new();
        if let Some(score) = game.moves(position, &mut moves) {
            return if score.get() < 0 { LOST } else { 0.0 };
        }
        if self.resolves && moves.iter().any(|play| play.captures() > 0) {
            let worth = |play| -self.value(&game.play(position, play));
            return moves.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
        }
        weigh(position, self.weights)
    }
}

/// Returns the weighted sum of a position's terms.
fn weigh(position: &Position, weights: &CheckersWeights) -> f64 {
    // Interpolated as in the shipped evaluation: 24 pieces are a full board.
    let full = f64::from(position.pieces()) / 24.0;
    let worth = |(&count, [of_full, of_empty]): (&i16, &[f64; 2])| {
        f64::from(count) * (of_full * full + of_empty * (1.0 - full))
    };
    terms(position).iter().zip(weights).map(worth).sum()
}
