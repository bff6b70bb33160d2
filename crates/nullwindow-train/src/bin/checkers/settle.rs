//! Settled positions: the leaf of a short search, where nothing is left to capture.
//!
//! In games between good players a sacrificed man is often won back at once. Weights fitted to positions as they stand
//! learn that a man is worth little. So positions are settled first, with the shipped evaluation.

use nullwindow::{Evaluator, Game, MoveBuf};
use nullwindow_games::checkers::{Checkers, Position};

/// Returns the leaf of a search of `depth` plies, extended while there are captures; `None` where the game is over.
pub fn settle(position: &Position, depth: u32) -> Option<Position> {
    search(&Checkers::new(), position, depth, -i32::MAX, i32::MAX).1
}

/// Searches by fail-soft Alpha-Beta and returns the value with the leaf it comes from.
fn search(game: &Checkers, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> (i32, Option<Position>) {
    let mut moves = MoveBuf::new();
    if let Some(score) = game.moves(position, &mut moves) {
        return (score.get(), None);
    }
    let captures = moves.iter().any(|play| play.captures() > 0);
    if depth == 0 && !captures {
        return (game.evaluate(position).get(), Some(*position));
    }
    let mut best = (-i32::MAX, None);
    for play in moves.iter() {
        let (score, leaf) = search(game, &game.play(position, play), depth.saturating_sub(1), -beta, -alpha);
        if -score > best.0 {
            best = (-score, leaf);
            alpha = alpha.max(-score);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}
