//! What the tests of chess share: positions, and ways to come to them.

use nullwindow::{Game, MoveBuf};
use nullwindow_games::Notation;
use nullwindow_games::chess::{Chess, Move, Position};

pub fn position(text: &str) -> Position {
    Chess::new().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn moves(position: &Position) -> Vec<Move> {
    let mut moves = MoveBuf::new();
    Chess::new().moves(position, &mut moves);
    moves.iter().collect()
}

/// The position after moves chosen by `choices`.
pub fn wander(from: &str, choices: &[u16]) -> Position {
    let chess = Chess::new();
    choices.iter().fold(position(from), |position, &choice| {
        let moves = moves(&position);
        if moves.is_empty() { position } else { chess.play(&position, moves[usize::from(choice) % moves.len()]) }
    })
}
