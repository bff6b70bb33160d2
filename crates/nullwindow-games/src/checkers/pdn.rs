//! Games in portable draughts notation (PDN).
//!
//! A game consists of tags, `[Event "Open"]`, moves and a result, each of which may be missing: a result alone is a
//! game, too. Tags are kept in order, including duplicates. A tag `FEN` sets the start position; of several, the last
//! one counts. Move numbers, comments in braces or from `;` to the end of the line, variations in parentheses, and
//! annotations such as `!` and `$3` are skipped.

use super::board::Position;
use super::moves::Move;
use super::notation::{format_move, parse_move};
use super::text::{PdnToken, PdnTokens};
use super::{Checkers, fen};
use crate::recorded::wrap_words;
use crate::{GameResult, ParseError};
use nullwindow::{Game, Player};
use std::fmt::{self, Write};

/// The result of a game, as written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnResult {
    /// `1-0`: Black, the first mover, won. This is the convention of English draughts collections; where White is named
    /// first, the meaning is reversed.
    BlackWins,
    /// `0-1`: White won.
    WhiteWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: unknown.
    Unknown,
}

impl PdnResult {
    fn read(word: &str) -> Option<PdnResult> {
        Some(match word {
            "1-0" | "2-0" => PdnResult::BlackWins,
            "0-1" | "0-2" => PdnResult::WhiteWins,
            "1/2-1/2" | "1-1" => PdnResult::Draw,
            "*" | "0-0" => PdnResult::Unknown,
            _ => return None,
        })
    }
}

impl From<Option<GameResult>> for PdnResult {
    fn from(result: Option<GameResult>) -> PdnResult {
        match result {
            Some(GameResult::Win(Player::First)) => PdnResult::BlackWins,
            Some(GameResult::Win(Player::Second)) => PdnResult::WhiteWins,
            Some(GameResult::Draw) => PdnResult::Draw,
            None => PdnResult::Unknown,
        }
    }
}

impl fmt::Display for PdnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PdnResult::BlackWins => "1-0",
            PdnResult::WhiteWins => "0-1",
            PdnResult::Draw => "1/2-1/2",
            PdnResult::Unknown => "*",
        })
    }
}

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Names and values, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// The moves, all legal.
    pub moves: Vec<Move>,
    /// The result.
    pub result: PdnResult,
}

impl PlayedGame {
    /// Creates a game without tags and moves, from the usual start.
    #[must_use]
    pub fn new() -> PlayedGame {
        PlayedGame { tags: Vec::new(), start: Position::START, moves: Vec::new(), result: PdnResult::Unknown }
    }

    /// Returns every position of the game, including the first and the last.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let game = Checkers::new();
        let mut positions = Vec::with_capacity(self.moves.len() + 1);
        positions.push(self.start);
        let mut position = self.start;
        for &play in &self.moves {
            position = game.play(&position, play);
            positions.push(position);
        }
        positions
    }
}

impl Default for PlayedGame {
    fn default() -> PlayedGame {
        PlayedGame::new()
    }
}

/// Writes the game with its tags in lines of at most 80 characters, followed by an empty line. An unusual start
/// position is written as a tag `FEN`, which replaces any given one.
impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = self.start == Position::START;
        for (name, value) in self.tags.iter().filter(|(name, _)| name != "FEN") {
            // Characters that would end the tag, or begin another, become blanks.
            let value = value.replace(['"', '\n', '\r'], " ");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !usual {
            writeln!(f, "[FEN \"{}\"]", fen::format(&self.start))?;
        }
        f.write_str(&wrap_words(&move_words(self)))?;
        f.write_char('\n')
    }
}

/// Returns the moves with their numbers, and the result.
fn move_words(game: &PlayedGame) -> Vec<String> {
    let mut words = Vec::with_capacity(game.moves.len() * 3 / 2 + 2);
    let mut position = game.start;
    let first = usize::from(game.start.mover == Player::Second);
    for (ply, &play) in (first..).zip(&game.moves) {
        if ply % 2 == 0 || ply == first {
            words.push(format!("{}.{}", ply / 2 + 1, if ply % 2 == 0 { "" } else { ".." }));
        }
        words.push(format_move(&position, play));
        position = Checkers::new().play(&position, play);
    }
    words.push(game.result.to_string());
    words
}

/// Reads the games of a text one by one. Each has its own error: an invalid game does not hide those after it.
#[must_use]
pub fn read_games(text: &str) -> PdnGames<'_> {
    PdnGames { tokens: PdnTokens::new(text) }
}

/// The games of a text; see [`read_games`].
#[derive(Clone, Debug)]
pub struct PdnGames<'a> {
    tokens: PdnTokens<'a>,
}

impl Iterator for PdnGames<'_> {
    type Item = Result<PlayedGame, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = PlayedGame::new();
        match self.read(&mut game) {
            Ok(false) => None,
            Ok(true) => Some(Ok(game)),
            Err(error) => {
                self.tokens.skip_game();
                Some(Err(error))
            }
        }
    }
}

impl PdnGames<'_> {
    /// Reads up to a result, the tags of the next game or the end. Returns whether there was anything to read.
    fn read(&mut self, game: &mut PlayedGame) -> Result<bool, ParseError> {
        let mut position = game.start;
        let mut any = false;
        while let Some(token) = self.tokens.next()? {
            any = true;
            match token {
                PdnToken::Tag { .. } if !game.moves.is_empty() => {
                    self.tokens.put_back(token);
                    return Ok(true);
                }
                PdnToken::Tag { name, value, at } => {
                    if name == "FEN" {
                        position = fen::parse(value).map_err(|error| self.tokens.within(at, error))?;
                        game.start = position;
                    }
                    game.tags.push((name.to_owned(), value.to_owned()));
                }
                PdnToken::Word { word, at } => {
                    if let Some(result) = PdnResult::read(word) {
                        game.result = result;
                        return Ok(true);
                    }
                    let play = parse_move(&position, word).map_err(|error| self.tokens.within(at, error))?;
                    game.moves.push(play);
                    position = Checkers::new().play(&position, play);
                }
            }
        }
        Ok(any)
    }
}

/// Returns the moves of a text, which may end in a result, and the position after them.
pub(super) fn play_text(text: &str) -> Result<(Vec<Move>, Position), ParseError> {
    const FIRST: &str = "a move such as `11-15`, or `B:` or `W:` and the pieces, as in `B:W21-32:B1-12`";
    let mut tokens = PdnTokens::new(text);
    let (mut moves, mut position) = (Vec::new(), Position::START);
    let (mut first, mut ended) = (true, false);
    while let Some(token) = tokens.next()? {
        let (word, at) = match token {
            PdnToken::Word { word, at } => (word, at),
            PdnToken::Tag { at, .. } => {
                let begin = text[..at].rfind('[').unwrap_or(at);
                return Err(tokens.within(begin, ParseError::new(&text[begin..], 0, FIRST)));
            }
        };
        if ended {
            return Err(tokens.within(at, ParseError::new(word, 0, "nothing behind the result")));
        }
        ended = PdnResult::read(word).is_some();
        if first && !ended && !word.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(tokens.within(at, ParseError::new(word, 0, FIRST)));
        }
        if !ended {
            let play = parse_move(&position, word).map_err(|error| tokens.within(at, error))?;
            position = Checkers::new().play(&position, play);
            moves.push(play);
        }
        first = false;
    }
    Ok((moves, position))
}
