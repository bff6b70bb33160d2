//! Law: every move of a chess game parsed from PGN is legal in its position; reading ends on every text, and no text
//! causes a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow::Game;
use nullwindow_fuzz::error_law;
use nullwindow_games::chess::{Chess, read_pgn};
use std::sync::LazyLock;

static CHESS: LazyLock<Chess> = LazyLock::new(Chess::new);

fuzz_target!(|text: &str| {
    for (number, game) in read_pgn(text).enumerate() {
        assert!(number <= text.len(), "more games than characters");
        match game {
            Ok(game) => {
                let mut position = game.start.clone();
                for &play in &game.moves {
                    assert!(position.board().is_legal(play), "{play}");
                    position = CHESS.play(&position, play);
                }
            }
            Err(error) => error_law(text, &error),
        }
    }
});
