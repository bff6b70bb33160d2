//! Laws that several targets share.

use nullwindow::MoveBuf;
use nullwindow_games::{Notation, ParseError};
use nullwindow_protocols::{LineOutput, Protocol, Reaction};
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

/// Asserts that a parsed position is equal after it is written and read again, and so are its moves; or that the error
/// names a place within the text.
pub fn position_law<G: Notation>(game: &G, text: &str)
where
    G::Position: PartialEq + Debug,
{
    match game.parse_position(text) {
        Ok(position) => {
            let written = game.format_position(&position);
            assert_eq!(game.parse_position(&written).as_ref(), Ok(&position), "{text:?} was written as {written:?}");
            assert!(!game.draw(&position).is_empty());
            moves_law(game, &position);
        }
        Err(error) => error_law(text, &error),
    }
}

/// Asserts that every legal move is equal after it is written and read again.
pub fn moves_law<G: Notation>(game: &G, position: &G::Position) {
    let mut moves = MoveBuf::new();
    if game.moves(position, &mut moves).is_none() {
        for play in moves.iter() {
            let written = game.format_move(position, play);
            assert_eq!(game.parse_move(position, &written), Ok(play), "{written:?}");
            if let Some(written) = game.format_hub_move(position, play) {
                assert_eq!(game.parse_move(position, &written), Ok(play), "{written:?}");
            }
        }
    }
}

/// Asserts that a parsed move is legal.
pub fn move_law<G: Notation>(game: &G, position: &G::Position, text: &str) {
    match game.parse_move(position, text) {
        Ok(play) => {
            let mut moves = MoveBuf::new();
            let over = game.moves(position, &mut moves);
            assert!(over.is_none() && moves.iter().any(|legal| legal == play), "{text:?} was read as {play:?}");
        }
        Err(error) => error_law(text, &error),
    }
}

/// Asserts that an error names a place in the text, or its end, and quotes little of it.
pub fn error_law(text: &str, error: &ParseError) {
    assert!(error.line.unwrap_or(1) >= 1 && error.character >= 1, "{error}");
    assert!(error.line.unwrap_or(1) <= text.split('\n').count().max(1), "{error}");
    assert!(error.character <= text.chars().count() + 1, "{error}");
    assert!(error.to_string().len() < 2000, "{error}");
}

/// Asserts that an engine answers the last lines, `question`, with a line that contains `answer`, whatever the lines
/// before them were.
pub fn dialogue_law<P: Protocol>(text: &str, question: &str, answer: &str, start: impl FnOnce(LineOutput) -> P) {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&lines);
    let mut protocol = start(LineOutput::new(move |line| {
        assert!(!line.contains('\n'), "{line:?}");
        written.lock().expect("no panic before").push(line.to_owned());
    }));
    // Large tables and many threads are legal wishes, but slow down the search for inputs.
    let is_cheap = |line: &&str| !line.contains("Hash") && !line.contains("hread") && !line.contains("table");
    for line in text.lines().filter(is_cheap).chain(question.lines()) {
        if protocol.line(line) == Reaction::Quit {
            return;
        }
    }
    drop(protocol);
    assert!(lines.lock().expect("no panic before").iter().any(|line| line.contains(answer)));
}
