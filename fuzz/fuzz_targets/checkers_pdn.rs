//! Law: a checkers game parsed from PDN has the same start, moves and result after it is written and read again;
//! reading ends on every text, and no text causes a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::error_law;
use nullwindow_games::checkers::{PlayedGame, read_games};

fuzz_target!(|text: &str| {
    for (number, game) in read_games(text).enumerate() {
        assert!(number <= text.len(), "more games than characters");
        match game {
            Ok(game) => read_back(&game),
            Err(error) => error_law(text, &error),
        }
    }
});

fn read_back(game: &PlayedGame) {
    let written = game.to_string();
    match read_games(&written).next() {
        Some(Ok(again)) => {
            let (one, two) = ((&game.moves, game.result), (&again.moves, again.result));
            assert_eq!(one, two, "{written}");
            assert_eq!(game.start, again.start, "{written}");
            assert_eq!(again.positions().len(), game.moves.len() + 1);
        }
        // A text that says nothing has no game.
        None => assert!(game.moves.is_empty() && game.tags.is_empty(), "{written}"),
        Some(Err(error)) => panic!("{error}: {written}"),
    }
}
