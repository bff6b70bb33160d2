//! Law: a parsed tic-tac-toe position is equal after it is written and read again; a parsed move is legal; no text
//! causes a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow_fuzz::{move_law, position_law};
use nullwindow_games::Notation;
use nullwindow_games::tic_tac_toe::TicTacToe;

fuzz_target!(|text: &str| {
    position_law(&TicTacToe, text);
    move_law(&TicTacToe, &TicTacToe.start(), text);
});
