//! Law: a parsed line of EPD is equal after it is written and read again; its best and avoided moves can be requested;
//! no text causes a panic.
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
