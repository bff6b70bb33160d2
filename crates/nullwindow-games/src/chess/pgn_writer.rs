//! Writes games in PGN, in the export format: the tags of the roster in their order, lines of at most 80 columns.

use super::pgn::PgnGame;
use super::{Chess, Position, format_fen, format_san};
use crate::recorded::{one_line, wrap_words};
use crate::{Notation, RecordedGame};
use cozy_chess::{Color, Move};
use std::fmt::Write;

/// The tags that every game has, and their values where they are unknown.
const ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// The tags that a [`RecordedGame`] holds as fields.
const OWN: [&str; 5] = ["White", "Black", "Result", "SetUp", "FEN"];

/// Returns the tags of a game that a [`RecordedGame`] does not hold as fields. Unknown values of the roster are left out.
pub(super) fn other_tags(game: &PgnGame) -> Vec<(String, String)> {
    let unknown = |name: &str, value: &str| ROSTER.contains(&(name, value));
    let other = |(name, value): &&(String, String)| !OWN.contains(&name.as_str()) && !unknown(name, value);
    game.tags.iter().filter(other).cloned().collect()
}

/// Writes a game, followed by an empty line.
pub(super) fn write_pgn(game: &RecordedGame<Position, Move>) -> String {
    let result = game.result.map_or_else(|| "*".to_owned(), |result| result.to_string());
    let name = |player: usize| game.players[player].as_deref().unwrap_or("?");
    let mut text = String::new();
    for (tag, unknown) in ROSTER {
        let known = game.tags.iter().find(|(name, _)| name == tag);
        write_tag(&mut text, tag, known.map_or(unknown, |(_, value)| value));
    }
    write_tag(&mut text, "White", name(0));
    write_tag(&mut text, "Black", name(1));
    write_tag(&mut text, "Result", &result);
    if game.start != Chess::new().start() {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &format_fen(&game.start));
    }
    let in_roster = |name: &str| ROSTER.iter().any(|(tag, _)| *tag == name);
    game.tags.iter().filter(|(name, _)| !in_roster(name)).for_each(|(name, value)| write_tag(&mut text, name, value));
    text.push('\n');
    text += &wrap_words(&move_words(game, result));
    text.push('\n');
    text
}

/// Writes `[Name "value"]`, with a backslash before quotes and backslashes.
fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Returns the moves with their numbers, and the result.
fn move_words(game: &RecordedGame<Position, Move>, result: String) -> Vec<String> {
    let (mut words, mut position) = (Vec::with_capacity(game.moves.len() * 3 / 2 + 1), game.start.clone());
    for (ply, &play) in game.moves.iter().enumerate() {
        let number = position.board.fullmove_number();
        match position.board.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if ply == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(format_san(&position, play));
        position.board.play_unchecked(play);
    }
    words.push(result);
    words
}
