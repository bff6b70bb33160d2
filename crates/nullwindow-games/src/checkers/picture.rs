//! The picture of a position for the terminal.

use super::board::{Bits, Position, bit};
use nullwindow::Player;
use std::fmt::Write;

/// Draws eight rows, Black's side at the top, with the square numbers of each row beside it. The last line names the
/// player to move or the result.
///
/// ```text
///   .   b   .   .    1- 4
/// w   .   .   .      5- 8
/// ```
pub(super) fn draw(position: &Position, ending: Option<&str>) -> String {
    let mut text = String::new();
    for row in 0..8 {
        let first = row * 4 + 1;
        let indent = if row % 2 == 0 { "  " } else { "" };
        let mut line = String::from(indent);
        for n in first..first + 4 {
            let _ = write!(line, "{}   ", sign(position, bit(n)));
        }
        let _ = writeln!(text, "{line:<18}{first:>2}-{:>2}", first + 3);
    }
    let mover = if position.mover == Player::First { "Black" } else { "White" };
    let _ = match ending {
        Some(ending) => write!(text, "the game is over: {ending}"),
        None => write!(text, "{mover} to move"),
    };
    text.push_str("; b, w men, B, W kings");
    if position.quiet > 0 {
        let _ = write!(text, "; {} plies without progress", position.quiet);
    }
    text
}

fn sign(position: &Position, place: Bits) -> char {
    let sign = if place & position.black != 0 {
        'b'
    } else if place & position.white != 0 {
        'w'
    } else {
        '.'
    };
    if place & position.kings == 0 { sign } else { sign.to_ascii_uppercase() }
}
