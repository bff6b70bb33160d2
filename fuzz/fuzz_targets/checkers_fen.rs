//! Law: a checkers position that is read, as FEN, as a picture or as moves, is written and read back the same; what is
//! read as a move is legal; no text panics.
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
