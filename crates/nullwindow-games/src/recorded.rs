//! Games as files record them: a start position and the moves from there.

use crate::{Notation, ParseError};
use nullwindow::{Game, Player};
use std::fmt;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// This player has won.
    Win(Player),
    /// Neither player has won.
    Draw,
}

impl GameResult {
    /// Reads `1-0`, a win of the player that moved first, `0-1` or `1/2-1/2`.
    #[must_use]
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::Win(Player::First)),
            "0-1" => Some(GameResult::Win(Player::Second)),
            "1/2-1/2" => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// Writes the forms that [`GameResult::read`] reads.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::Win(Player::First) => "1-0",
            GameResult::Win(Player::Second) => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

/// A game of a file, or a single position, which is a game without moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RecordedGame<P, M> {
    /// The position before the first move.
    pub start: P,
    /// The moves, all legal.
    pub moves: Vec<M>,
    /// The names of the players, first mover first, where the file has them.
    pub players: [Option<String>; 2],
    /// The result, where it is known.
    pub result: Option<GameResult>,
    /// Other facts about the game, by name, such as `Event`. They are written where the format of the file has tags.
    pub tags: Vec<(String, String)>,
    /// The text from which [`Notation::parse_position`] reads the last position, if the file has such a text.
    pub text: Option<String>,
}

impl<P, M> RecordedGame<P, M> {
    /// Creates a game without names.
    #[must_use]
    pub fn new(start: P, moves: Vec<M>) -> RecordedGame<P, M> {
        RecordedGame { start, moves, players: [None, None], result: None, tags: Vec::new(), text: None }
    }

    /// Sets the names of the players, first mover first. Empty names and `?` stand for unknown ones.
    #[must_use]
    pub fn with_players(self, players: [Option<&str>; 2]) -> RecordedGame<P, M> {
        let known = |name: &&str| !name.trim().is_empty() && name.trim() != "?";
        RecordedGame { players: players.map(|name| name.filter(known).map(|name| name.trim().to_owned())), ..self }
    }

    /// Sets the result.
    #[must_use]
    pub fn with_result(self, result: Option<GameResult>) -> RecordedGame<P, M> {
        RecordedGame { result, ..self }
    }

    /// Sets other facts about the game.
    #[must_use]
    pub fn with_tags(self, tags: Vec<(String, String)>) -> RecordedGame<P, M> {
        RecordedGame { tags, ..self }
    }

    /// Sets the text of the last position.
    #[must_use]
    pub fn with_text(self, text: &str) -> RecordedGame<P, M> {
        RecordedGame { text: Some(text.to_owned()), ..self }
    }
}

/// The games of a file.
pub type GameRecords<G> = Vec<RecordOf<G>>;

/// A game of type `G` as recorded.
pub type RecordOf<G> = RecordedGame<<G as Game>::Position, <G as Game>::Move>;

/// Reads one game or position per line. Empty lines and lines that begin with `#` are skipped.
pub(crate) fn read_lines<R>(text: &str, read: impl Fn(&str) -> Result<R, ParseError>) -> Result<Vec<R>, ParseError> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read(line).map_err(|error| error.at_line(number))).collect()
}

/// Reads a line as a position, and as moves from the start if they lead to that position. A line that is no position may
/// be moves from the start alone, or a position, the word `moves` and the moves from there.
pub(crate) fn read_line<G: Notation + ?Sized>(game: &G, line: &str) -> Result<RecordOf<G>, ParseError> {
    let position = match game.parse_position(line) {
        Ok(position) => position,
        Err(error) => return read_moves(game, line).ok_or(error),
    };
    let Some((moves, reached)) = play_words(game, game.start(), line) else {
        return Ok(RecordedGame::new(position, Vec::new()).with_text(line));
    };
    // Compared as text: positions need not implement equality. A board may happen to read as moves, too.
    let same = game.format_position(&reached) == game.format_position(&position);
    let record = if same { RecordedGame::new(game.start(), moves) } else { RecordedGame::new(position, Vec::new()) };
    Ok(record.with_text(line))
}

/// The word for the start position in the line of a game.
const START: &str = "start";
/// The word between the position and the moves in the line of a game.
const MOVES: &str = "moves";

/// Reads a line that is no position: `start moves 5 1 9`, `XO------- moves 5`, `5 1 9`.
fn read_moves<G: Notation + ?Sized>(game: &G, line: &str) -> Option<RecordOf<G>> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let Some(at) = words.iter().position(|&word| word == MOVES) else {
        let (moves, _) = play_words(game, game.start(), line)?;
        return Some(RecordedGame::new(game.start(), moves));
    };
    let start = match &words[..at] {
        [START] => game.start(),
        position => game.parse_position(&position.join(" ")).ok()?,
    };
    let (moves, _) = play_words(game, start.clone(), &words[at + 1..].join(" "))?;
    Some(RecordedGame::new(start, moves))
}

/// Plays the words of a text; `None` if one of them is no legal move.
fn play_words<G: Notation + ?Sized>(game: &G, start: G::Position, text: &str) -> Option<(Vec<G::Move>, G::Position)> {
    let (mut moves, mut reached) = (Vec::new(), start);
    for word in text.split_ascii_whitespace() {
        let play = game.parse_move(&reached, word).ok()?;
        reached = game.play(&reached, play);
        moves.push(play);
    }
    Some((moves, reached))
}

/// Writes a game as [`read_line`] reads it: moves from the start, or a position, the word `moves` and the moves. A
/// comment before it names players and result.
pub(crate) fn write_line<G: Notation + ?Sized>(game: &G, record: &RecordOf<G>) -> String {
    let (mut names, mut position) = (Vec::new(), record.start.clone());
    for &play in &record.moves {
        names.push(game.format_move(&position, play));
        position = game.play(&position, play);
    }
    let moves = names.join(" ");
    let start = game.format_position(&record.start);
    let from_start = start == game.format_position(&game.start());
    let is_read = |line: &str| {
        let read = read_line(game, line).ok();
        read.is_some_and(|read| read.moves == record.moves && game.format_position(&read.start) == start)
    };
    let line = match from_start {
        true if !moves.is_empty() && is_read(&moves) => moves,
        true => format!("{START} {MOVES} {moves}"),
        false => format!("{start} {MOVES} {moves}"),
    };
    format!("{}{}\n", comment(record), line.trim_end())
}

/// Returns a line with the players and the result, as far as they are known.
pub(crate) fn comment<P, M>(record: &RecordedGame<P, M>) -> String {
    let name = |name: &Option<String>| one_line(name.as_deref().unwrap_or("?"));
    let result = record.result.map_or_else(|| "*".to_owned(), |result| result.to_string());
    match record.players.iter().any(Option::is_some) || record.result.is_some() {
        true => format!("# {} - {}: {result}\n", name(&record.players[0]), name(&record.players[1])),
        false => String::new(),
    }
}

/// Replaces characters that would end a line.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Joins words to lines of at most 80 columns, as the export format of PGN requires.
pub(crate) fn wrap_words(words: &[String]) -> String {
    const WIDTH: usize = 80;
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        let fits = width + 1 + word.len() <= WIDTH;
        text.push_str(match width {
            0 => "",
            _ if fits => " ",
            _ => "\n",
        });
        width = if width > 0 && fits { width + 1 + word.len() } else { word.len() };
        text.push_str(word);
    }
    text.push('\n');
    text
}

/// Returns whether the text is a file of games, that is, its first line is a tag such as `[Event "..."]`.
pub(crate) fn has_tags(text: &str) -> bool {
    first_line(text).is_some_and(|line| line.starts_with('['))
}

/// Returns whether the first line begins with the number of the first move, as the moves of a game without tags do.
pub(crate) fn has_numbers(text: &str) -> bool {
    first_line(text).is_some_and(|line| line.starts_with("1."))
}

fn first_line(text: &str) -> Option<&str> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.find(|line| !line.is_empty())
}
