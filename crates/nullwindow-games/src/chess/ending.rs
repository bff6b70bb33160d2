//! Descriptions of finished games.

use super::position::is_dead;
use super::{Chess, Position};
use cozy_chess::Color;
use nullwindow::{Game, MoveBuf, Score};
use std::fmt;

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// Mate by this colour.
    Mate(Color),
    Stalemate,
    DeadPosition,
    FiftyMoves,
    Repetition,
}

/// Returns the reason for the end, if the game is over by [`Game::over`].
pub(super) fn ending(chess: &Chess, position: &Position) -> Option<Ending> {
    let score = chess.over(position, &mut MoveBuf::new())?;
    let board = &position.board;
    Some(if score != Score::ZERO {
        Ending::Mate(!board.side_to_move())
    } else if !board.generate_moves(|_| true) {
        Ending::Stalemate
    } else if is_dead(board) {
        Ending::DeadPosition
    } else if board.halfmove_clock() >= 100 {
        Ending::FiftyMoves
    } else {
        Ending::Repetition
    })
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Mate(Color::White) => "the game is over: White has won by mate",
            Ending::Mate(Color::Black) => "the game is over: Black has won by mate",
            Ending::Stalemate => "the game is over, drawn: stalemate",
            Ending::DeadPosition => "the game is over, drawn: no mate is possible any more",
            Ending::FiftyMoves => "the game is over, drawn: fifty moves",
            Ending::Repetition => "the game is over, drawn: the same position for the third time",
        })
    }
}
