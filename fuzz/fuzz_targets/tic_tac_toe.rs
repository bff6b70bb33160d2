//! Law: a tic-tac-toe position that is read is written and read back the same; what is read as a move is legal; no text
//! panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::{move_law, position_law};
use nullwindow_games::Notation;
use nullwindow_games::tic_tac_toe::TicTacToe;

fuzz_target!(|text: &str| {
    position_law(&TicTacToe, text);
    move_law(&TicTacToe, &TicTacToe.start(), text);
});
