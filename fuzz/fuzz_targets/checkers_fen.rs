//! Law: a checkers position parsed from FEN, a picture or moves is equal after it is written and read again; a parsed
//! move is legal; no text causes a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::{move_law, position_law};
use nullwindow_games::Notation;
use nullwindow_games::checkers::Checkers;
use std::sync::LazyLock;

static CHECKERS: LazyLock<Checkers> = LazyLock::new(Checkers::new);

fuzz_target!(|text: &str| {
    position_law(&*CHECKERS, text);
    move_law(&*CHECKERS, &CHECKERS.start(), text);
});
