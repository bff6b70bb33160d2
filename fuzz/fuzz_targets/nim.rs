//! Law: a Nim position that is read is written and read back the same; what is read as a move is legal; no text panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::{move_law, position_law};
use nullwindow_games::Notation;
use nullwindow_games::nim::Nim;

fuzz_target!(|text: &str| {
    let nim = Nim::default();
    position_law(&nim, text);
    move_law(&nim, &nim.start(), text);
});
