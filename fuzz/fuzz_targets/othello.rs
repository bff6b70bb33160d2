//! Law: an Othello position parsed from a board or a game is equal after it is written and read again, and so is a
//! transcript; a parsed move is legal; no text causes a panic, neither as a position nor as a line of a test file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::{error_law, move_law, position_law};
use nullwindow_games::Notation;
use nullwindow_games::othello::{Othello, OthelloBoard, Problem, transcript};
use std::sync::LazyLock;

static OTHELLO: LazyLock<Othello> = LazyLock::new(Othello::new);

fuzz_target!(|text: &str| {
    position_law(&*OTHELLO, text);
    move_law(&*OTHELLO, &OTHELLO.start(), text);
    match transcript::read(&OthelloBoard::START, text) {
        Ok(moves) => {
            // A pass behind the last move is not written.
            let written = transcript::write(&moves);
            let again = transcript::read(&OthelloBoard::START, &written).expect("what was written");
            assert_eq!(transcript::write(&again), written, "{text:?}");
        }
        Err(error) => error_law(text, &error),
    }
    match Problem::parse(text) {
        Ok(problem) => assert!(problem.moves.iter().all(|(play, _)| problem.board.is_legal(*play)), "{text:?}"),
        Err(error) => error_law(text, &error),
    }
});
