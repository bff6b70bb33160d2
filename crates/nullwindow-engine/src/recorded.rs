//! Games of files as text, and judgements of their moves.

use crate::{PositionText, SearchRecord};
use nullwindow_games::{GameResult, MoveMark};

/// A game of a file, or a single position, which is a game without moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GameText {
    /// The position before the first move.
    pub start: PositionText,
    /// The moves, in the game's notation.
    pub moves: Vec<String>,
    /// The names of the players, first mover first, where the file has them.
    pub players: [Option<String>; 2],
    /// The result, where it is known.
    pub result: Option<GameResult>,
    /// Other facts about the game, by name. They are written where the format of the game's files has tags.
    pub tags: Vec<(String, String)>,
    /// The last position.
    pub end: PositionText,
}

impl GameText {
    /// Creates a game without names and result.
    #[must_use]
    pub fn new(start: PositionText, moves: Vec<String>) -> GameText {
        let mut end = start.clone();
        end.moves.extend(moves.iter().cloned());
        GameText { start, moves, players: [None, None], result: None, tags: Vec::new(), end }
    }
}

/// The judgement of a move of a game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MoveJudgement {
    /// The last completed iteration of the position before the move: the best move and its value.
    pub best: SearchRecord,
    /// The value of the move played, at the same depth, for the player that played it.
    pub played: i32,
    /// The best play after the move played, which is its first move.
    pub line: Vec<String>,
    /// The loss against the best move, as the game counts it: a won game that stays won loses nothing.
    pub loss: i32,
    /// The mark by this loss.
    pub mark: MoveMark,
}
