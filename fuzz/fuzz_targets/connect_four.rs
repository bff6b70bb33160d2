//! Law: a Connect Four position that is read, as columns or as a picture, is written and read back the same; what is
//! read as a move is legal; no text panics. The first byte chooses the size of the board.
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
