//! Law: a parsed Nim position is equal after it is written and read again; a parsed move is legal; no text causes a
//! panic.
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
