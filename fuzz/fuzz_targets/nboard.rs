//! Law: no lines of a client cause a panic, every answer is one line, and the engine stays ready.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_engine::{Catalogue, Engine};
use nullwindow_fuzz::dialogue_law;
use nullwindow_protocols::NBoard;
use std::sync::{Arc, LazyLock};

static OTHELLO: LazyLock<Arc<dyn Engine>> =
    LazyLock::new(|| Catalogue::shipped().engine("othello").expect("a shipped game"));

fuzz_target!(|text: &str| {
    dialogue_law(text, "ping 4242", "pong 4242", |output| {
        NBoard::new(Arc::clone(&OTHELLO), 1, output).expect("memory for a table").expect("a game with NBoard")
    });
});
