#![no_main]
//! Games read from GGF are written as they are read, and no text panics.

use libfuzzer_sys::fuzz_target;
use nullwindow_games::othello::ggf;

fuzz_target!(|text: &str| {
    let Ok(games) = ggf::read(text) else { return };
    for game in games {
        let written = ggf::write(&game);
        let again = ggf::read(&written).expect("a game that was written").remove(0);
        assert_eq!((&again.start, &again.moves), (&game.start, &game.moves), "{written}");
    }
});
