//! Law: no lines of a client cause a panic, every answer is one line, and the engine stays ready.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_engine::{Catalogue, Engine};
use nullwindow_fuzz::dialogue_law;
use nullwindow_protocols::Hub;
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<dyn Engine>> =
    LazyLock::new(|| Catalogue::shipped().engine("checkers").expect("a shipped game"));

fuzz_target!(|text: &str| {
    dialogue_law(text, "stop\nping", "pong", |output| {
        Hub::new(Arc::clone(&GAME), output).expect("memory for a table").expect("a notation of Hub")
    });
});
