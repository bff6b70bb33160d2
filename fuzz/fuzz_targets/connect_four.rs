//! Law: a Connect Four position parsed from columns or a picture is equal after it is written and read again; a parsed
//! move is legal; no text causes a panic. The first byte selects the size of the board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::{move_law, position_law};
use nullwindow_games::Notation;
use nullwindow_games::connect_four::ConnectFour;

fuzz_target!(|input: (u8, &str)| {
    let (size, text) = input;
    let (width, height) = [(7, 6), (4, 4), (5, 5), (8, 7), (12, 4), (4, 15)][usize::from(size) % 6];
    let Ok(game) = ConnectFour::sized(width, height) else { return };
    position_law(&game, text);
    move_law(&game, &game.start(), text);
});
