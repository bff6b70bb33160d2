//! Law: a chess position parsed from FEN or moves is equal after it is written and read again; a parsed move is legal;
//! no text causes a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::{move_law, position_law};
use nullwindow_games::Notation;
use nullwindow_games::chess::Chess;
use std::sync::LazyLock;

static CHESS: LazyLock<Chess> = LazyLock::new(Chess::new);

fuzz_target!(|text: &str| {
    position_law(&*CHESS, text);
    move_law(&*CHESS, &CHESS.start(), text);
});
