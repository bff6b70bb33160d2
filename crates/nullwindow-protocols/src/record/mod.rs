//! Game records of board games with two colours: the main line of a game in GGF or SGF.
//!
//! - GGF is the format of the Generic Game Server and of NBoard: `BO[8 <squares> *]` is the position, `B[F5/1.25/3.5]` a
//!   move with its evaluation and its time, `TI[05:00/00:01/02:00]` the clock.
//! - SGF is the format of Quarry: `GM[2]`, setups by `AB`, `AW` and `PL`, moves such as `B[f5]` or `B[fe]`.

mod properties;

use crate::turns::{self, Side, TurnError};
use nullwindow_engine::{Engine, EngineError, PositionText};
use properties::RecordProperty;
use std::time::Duration;

/// The names of games by their numbers in SGF, from 1.
const SGF_GAMES: [&str; 4] = ["go", "othello", "chess", "gomoku"];
/// The longest time that a record can state: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// A game as a record tells it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct GameRecord {
    /// The position at the beginning, in the game's notation; `None` for the start position.
    pub(crate) position: Option<String>,
    /// The moves.
    pub(crate) moves: Vec<RecordMove>,
    /// The clocks of the players at the beginning.
    pub(crate) clocks: [Option<RecordClock>; 2],
}

/// A move of a record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RecordMove {
    pub(crate) side: Side,
    /// The move in the game's notation.
    pub(crate) name: String,
    /// The time that it took.
    pub(crate) time: Duration,
}

/// A clock at the beginning of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RecordClock {
    pub(crate) time: Duration,
    pub(crate) increment: Duration,
    /// The time that a player gets once, when its clock has run out.
    pub(crate) grace: Duration,
}

/// A record that cannot be used.
#[derive(Debug)]
pub(crate) enum RecordError {
    /// The text has no such structure.
    Text(&'static str),
    /// The record is one of another game.
    Game(String),
    /// A move is not legal.
    Move(usize, TurnError),
    /// The position is wrong.
    Position(EngineError),
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Text(expected) => write!(f, "no game record: expected {expected}"),
            RecordError::Game(game) => write!(f, "a record of another game: {}", crate::output::shortened(game)),
            RecordError::Move(number, error) => write!(f, "move {number}: {error}"),
            RecordError::Position(error) => f.write_str(&crate::output::one_line(error)),
        }
    }
}

impl GameRecord {
    /// Reads the main line of the first game of a text. `game` is the name of the game, `size` the length of its board's
    /// edge.
    pub(crate) fn parse(text: &str, game: &str, size: usize) -> Result<GameRecord, RecordError> {
        let properties = properties::main_line(text).ok_or(RecordError::Text("(;...)"))?;
        let (mut record, mut setup) = (GameRecord::default(), Setup::new(size));
        for property in &properties {
            record.take(property, game, &mut setup)?;
        }
        if record.position.is_none() && setup.is_used {
            record.position = Some(setup.text());
        }
        Ok(record)
    }

    fn take(&mut self, property: &RecordProperty, game: &str, setup: &mut Setup) -> Result<(), RecordError> {
        let first = property.values.first().map_or("", |value| value.trim());
        match property.name.as_str() {
            "GM" => {
                let number = first.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let name = number.map_or(Some(first), |number| SGF_GAMES.get(number).copied());
                if !name.is_some_and(|name| name.eq_ignore_ascii_case(game)) {
                    return Err(RecordError::Game(first.to_owned()));
                }
            }
            // The first word is the size of the board, which the length of the rest shows.
            "BO" => {
                let (_, board) = first.split_once(' ').ok_or(RecordError::Text("BO[8 <squares> <player to move>]"))?;
                self.position = Some(board.to_owned());
            }
            "TI" => self.clocks = [clock(first); 2],
            "TB" => self.clocks[0] = clock(first),
            "TW" => self.clocks[1] = clock(first),
            "AB" | "AW" if self.moves.is_empty() => setup.place(property)?,
            "PL" if self.moves.is_empty() => setup.turn(first),
            "B" => self.moves.push(record_move(Side::First, first)?),
            "W" => self.moves.push(record_move(Side::Second, first)?),
            _ => {}
        }
        Ok(())
    }

    /// Plays the first `most` moves of the record. Returns the position with the number of plies of each move: passes
    /// that the record leaves out belong to the move after them.
    pub(crate) fn play(&self, engine: &dyn Engine, most: usize) -> Result<(PositionText, Vec<usize>), RecordError> {
        let mut position = PositionText { text: self.position.clone(), moves: Vec::new() };
        turns::played(engine, &position).map_err(RecordError::Position)?;
        let mut plies = Vec::new();
        for (number, play) in (1..).zip(self.moves.iter().take(most)) {
            let before = position.moves.len();
            turns::play(engine, &mut position, play.side, &play.name)
                .map_err(|error| RecordError::Move(number, error))?;
            plies.push(position.moves.len() - before);
        }
        Ok((position, plies))
    }
}

/// Reads a move: a square, and in GGF an evaluation and a time in seconds.
fn record_move(side: Side, text: &str) -> Result<RecordMove, RecordError> {
    let mut parts = text.split('/');
    let square = parts.next().unwrap_or_default();
    let name = move_name(square).ok_or(RecordError::Text("a move such as F5 or PA"))?;
    let time = parts.nth(1).and_then(|time| time.trim().parse().ok()).map_or(Duration::ZERO, seconds);
    Ok(RecordMove { side, name, time })
}

/// Returns a move of a record in the game's notation.
pub(crate) fn move_name(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_bytes() {
        b"" | b"--" | b"pa" | b"pass" => Some(turns::PASS.to_owned()),
        [b'a'..=b'z', b'1'..=b'9', ..] if text.len() <= 3 => Some(text),
        // SGF counts ranks by letters, as it does for Go.
        &[file @ b'a'..=b'z', rank @ b'a'..=b'z'] => Some(format!("{}{}", char::from(file), rank - b'a' + 1)),
        _ => None,
    }
}

/// Reads a clock; `None` if it shows no time, as records of games without clocks do.
fn clock(text: &str) -> Option<RecordClock> {
    let mut parts = text.split('/').map(time);
    let mut next = || parts.next().flatten().unwrap_or_default();
    let clock = RecordClock { time: next(), increment: next(), grace: next() };
    (clock.time + clock.increment + clock.grace > Duration::ZERO).then_some(clock)
}

/// Reads a time: seconds, with minutes, hours and days before them, `1.02:15:00`.
fn time(text: &str) -> Option<Duration> {
    let numbers: Vec<f64> =
        text.trim().split([':', '.']).map(|number| number.parse::<u32>().ok().map(f64::from)).collect::<Option<_>>()?;
    let units = [1.0, 60.0, 3600.0, 86_400.0];
    (numbers.len() <= units.len()).then(|| seconds(numbers.iter().rev().zip(units).map(|(n, unit)| n * unit).sum()))
}

/// Converts seconds; what is no time counts as none.
pub(crate) fn seconds(seconds: f64) -> Duration {
    if seconds.is_finite() { Duration::from_secs_f64(seconds.clamp(0.0, LONGEST)) } else { Duration::ZERO }
}

/// A position that SGF sets up disc by disc.
struct Setup {
    size: usize,
    squares: Vec<char>,
    mover: char,
    is_used: bool,
}

impl Setup {
    fn new(size: usize) -> Setup {
        Setup { size, squares: vec!['-'; size * size], mover: 'X', is_used: false }
    }

    fn place(&mut self, property: &RecordProperty) -> Result<(), RecordError> {
        let mark = if property.name == "AB" { 'X' } else { 'O' };
        for value in &property.values {
            let square = self.square(value).ok_or(RecordError::Text("a square such as d4"))?;
            self.squares[square] = mark;
        }
        self.is_used = true;
        Ok(())
    }

    fn square(&self, text: &str) -> Option<usize> {
        let name = move_name(text)?;
        let file = usize::from(name.bytes().next()?.checked_sub(b'a')?);
        let rank: usize = name.get(1..)?.parse().ok()?;
        (file < self.size && (1..=self.size).contains(&rank)).then(|| (rank - 1) * self.size + file)
    }

    fn turn(&mut self, text: &str) {
        self.mover = if text.starts_with(['W', 'w', '2']) { 'O' } else { 'X' };
    }

    fn text(&self) -> String {
        let squares: String = self.squares.iter().collect();
        format!("{squares} {}", self.mover)
    }
}

#[cfg(test)]
mod tests;
