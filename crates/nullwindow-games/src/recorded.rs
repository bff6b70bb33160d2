//! Games as files record them: a start position and the moves from there.

use crate::{Notation, ParseError};

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
    /// The text from which [`Notation::parse_position`] reads the last position, if the file has such a text.
    pub text: Option<String>,
}

impl<P, M> RecordedGame<P, M> {
    /// Creates a game without names.
    #[must_use]
    pub fn new(start: P, moves: Vec<M>) -> RecordedGame<P, M> {
        RecordedGame { start, moves, players: [None, None], text: None }
    }

    /// Sets the names of the players, first mover first. Empty names and `?` stand for unknown ones.
    #[must_use]
    pub fn with_players(self, players: [Option<&str>; 2]) -> RecordedGame<P, M> {
        let known = |name: &&str| !name.trim().is_empty() && name.trim() != "?";
        RecordedGame { players: players.map(|name| name.filter(known).map(|name| name.trim().to_owned())), ..self }
    }

    /// Sets the text of the last position.
    #[must_use]
    pub fn with_text(self, text: &str) -> RecordedGame<P, M> {
        RecordedGame { text: Some(text.to_owned()), ..self }
    }
}

/// A game of type `G` as recorded.
pub(crate) type RecordOf<G> = RecordedGame<<G as nullwindow::Game>::Position, <G as nullwindow::Game>::Move>;

/// Reads one game or position per line. Empty lines and lines that begin with `#` are skipped.
pub(crate) fn read_lines<R>(text: &str, read: impl Fn(&str) -> Result<R, ParseError>) -> Result<Vec<R>, ParseError> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read(line).map_err(|error| error.at_line(number))).collect()
}

/// Reads a line as a position, and as moves from the start if they lead to that position.
pub(crate) fn read_line<G: Notation + ?Sized>(game: &G, line: &str) -> Result<RecordOf<G>, ParseError> {
    let position = game.parse_position(line)?;
    let mut moves = Vec::new();
    let mut reached = game.start();
    for word in line.split_ascii_whitespace() {
        let Ok(play) = game.parse_move(&reached, word) else {
            return Ok(RecordedGame::new(position, Vec::new()).with_text(line));
        };
        reached = game.play(&reached, play);
        moves.push(play);
    }
    // Compared as text: positions need not implement equality. A board may happen to read as moves, too.
    let same = game.format_position(&reached) == game.format_position(&position);
    let record = if same { RecordedGame::new(game.start(), moves) } else { RecordedGame::new(position, Vec::new()) };
    Ok(record.with_text(line))
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
