//! What a position comes to: the leaf that a short search ends on, where nothing is left to capture.
//!
//! In a game between good players a man that is given up is often won back at once. Weights fitted to positions as they
//! stand learn that a man is worth little. So positions are settled first, by the evaluation as it is shipped.

use nullwindow::{Evaluator, Game, MoveBuf};
use nullwindow_games::checkers::{Checkers, Position};

/// The leaf of a search `depth` plies deep and as far on as there are captures; none where the game is over.
pub fn settle(position: &Position, depth: u32) -> Option<Position> {
    search(&Checkers::new(), position, depth, -i32::MAX, i32::MAX).1
}

/// Alpha-beta, fail-soft, with the leaf that the value comes from.
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
