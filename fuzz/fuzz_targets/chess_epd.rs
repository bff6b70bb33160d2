//! Law: a line of EPD that is read is written and read back the same; moves that it names are read or refused; no text
//! panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::error_law;
use nullwindow_games::chess::Epd;

fuzz_target!(|text: &str| {
    match Epd::parse(text) {
        Ok(epd) => {
            let written = epd.to_string();
            assert_eq!(Epd::parse(&written).as_ref(), Ok(&epd), "{text:?} was written as {written:?}");
            let _ = (epd.id(), epd.best_moves(), epd.avoid_moves());
        }
        Err(error) => error_law(text, &error),
    }
});
