//! Law: no lines of a client cause a panic, every answer is one line, and the engine stays ready.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_engine::{Catalogue, Engine};
use nullwindow_fuzz::dialogue_law;
use nullwindow_protocols::Gtp;
use nullwindow_protocols::gtp::GtpOptions;
use std::sync::{Arc, LazyLock};

static OTHELLO: LazyLock<Arc<dyn Engine>> =
    LazyLock::new(|| Catalogue::shipped().engine("othello").expect("a shipped game"));

fuzz_target!(|text: &str| {
    // Files of the machine are not part of the input.
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("loadsgf")).collect();
    dialogue_law(&lines.join("\n"), "4242 protocol_version", "=4242 2", |output| {
        let mut options = GtpOptions::default();
        (options.depth, options.move_time) = (Some(1), None);
        Gtp::new(Arc::clone(&OTHELLO), options, output).expect("memory for a table").expect("a game with GTP")
    });
});
