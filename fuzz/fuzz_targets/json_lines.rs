//! Law: no lines of a client cause a panic, every answer is one line, and the engine stays ready.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_engine::{Catalogue, Engine};
use nullwindow_fuzz::dialogue_law;
use nullwindow_protocols::JsonLines;
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<dyn Engine>> =
    LazyLock::new(|| Catalogue::shipped().engine("connect4").expect("a shipped game"));

fuzz_target!(|text: &str| {
    dialogue_law(text, "{\"type\":\"stop\"}\n{\"type\":\"ping\"}", "pong", |output| {
        JsonLines::new(Arc::clone(&GAME), output).expect("memory for a table")
    });
});
