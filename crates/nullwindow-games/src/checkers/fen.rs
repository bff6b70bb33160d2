//! Positions in the FEN of portable draughts notation: `B:W21,22,K32:B1-12`.

use super::board::{Bits, Black, Colour, Position, White, bit, each, square};
use crate::ParseError;
use nullwindow::Player;
use std::fmt::Write;

/// The largest number of pieces of one player.
pub(super) const MOST: u32 = 12;
/// The expectation for more pieces.
pub(super) const AT_MOST: &str = "at most 12 pieces of a player";
/// The expectation for a man on its king row.
pub(super) const NO_MAN: &str = "a king, because men do not stand there";

/// Writes a position. Plies without progress are written as `:H12`, if there are any.
pub(super) fn format(position: &Position) -> String {
    let mut text = String::from(letter(position.mover));
    for (name, pieces) in [("W", position.white), ("B", position.black)] {
        let _ = write!(text, ":{name}");
        for (n, place) in each(pieces).enumerate() {
            let comma = if n == 0 { "" } else { "," };
            let king = if place & position.kings == 0 { "" } else { "K" };
            let _ = write!(text, "{comma}{king}{}", square(place));
        }
    }
    if position.quiet > 0 {
        let _ = write!(text, ":H{}", position.quiet);
    }
    text
}

pub(super) const fn letter(player: Player) -> &'static str {
    match player {
        Player::First => "B",
        Player::Second => "W",
    }
}

/// Reads a position: the mover, then the pieces of both players in either order. Blanks are ignored, and so is a full
/// stop at the end. `K` makes a king, a range stands for its squares, `H` gives the plies without progress, and `F`,
/// the number of the move, is skipped.
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    // Some programs write a byte-order mark at the beginning of a file.
    let at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reader = FenReader { text, at, last: at };
    let mover = match reader.next() {
        Some(b'B' | b'b') => Player::First,
        Some(b'W' | b'w') => Player::Second,
        _ => return Err(reader.back("`B` or `W`, the player to move")),
    };
    let mut position = Position { black: 0, white: 0, kings: 0, mover, quiet: 0 };
    let mut given = [false; 2];
    loop {
        match reader.next() {
            None => break,
            Some(b'.') if reader.peek().is_none() => break,
            Some(b':') => field(&mut reader, &mut position, &mut given)?,
            Some(_) => return Err(reader.back("`:` or the end")),
        }
    }
    if given != [true; 2] {
        return Err(reader.here("`:W` and `:B` with the pieces of both players"));
    }
    Ok(position)
}

fn field(reader: &mut FenReader<'_>, position: &mut Position, given: &mut [bool; 2]) -> Result<(), ParseError> {
    match reader.next() {
        Some(b'B' | b'b') if !given[0] => {
            given[0] = true;
            position.black = pieces(reader, position, Black::CROWN)?;
        }
        Some(b'W' | b'w') if !given[1] => {
            given[1] = true;
            position.white = pieces(reader, position, White::CROWN)?;
        }
        Some(b'H' | b'h') => {
            position.quiet = reader.number(255).ok_or_else(|| reader.here("a number of plies up to 255"))?;
        }
        Some(b'F' | b'f') => while reader.next_if(u8::is_ascii_digit).is_some() {},
        Some(b'.') | None => {}
        Some(_) => return Err(reader.back("`W` or `B`, each once, or `H`")),
    }
    Ok(())
}

/// Reads the pieces of one player, whose king row is `crown`, and adds its kings to the position.
fn pieces(reader: &mut FenReader<'_>, position: &mut Position, crown: Bits) -> Result<Bits, ParseError> {
    let mut own = 0;
    if matches!(reader.peek(), None | Some(b':' | b'.')) {
        return Ok(own);
    }
    loop {
        let begin = reader.at;
        let king = reader.next_if(|c| matches!(c, b'K' | b'k')).is_some();
        let first = reader.square()?;
        let last = if reader.next_if(|&c| c == b'-').is_some() { reader.square()? } else { first };
        // A falling range is empty here; it is rejected below.
        for place in (first..=last).map(bit) {
            if place & (own | position.black | position.white) != 0 {
                return Err(ParseError::new(reader.text, begin, "a square that holds nothing yet"));
            }
            if !king && place & crown != 0 {
                return Err(ParseError::new(reader.text, begin, NO_MAN));
            }
            own |= place;
            position.kings |= if king { place } else { 0 };
        }
        if own.count_ones() > MOST {
            return Err(ParseError::new(reader.text, begin, AT_MOST));
        }
        if first > last {
            return Err(ParseError::new(reader.text, begin, "a range of squares that rises"));
        }
        if reader.next_if(|&c| c == b',').is_none() {
            return Ok(own);
        }
    }
}

/// Reads a text byte by byte, skipping blanks.
#[derive(Debug)]
struct FenReader<'a> {
    text: &'a str,
    at: usize,
    /// The offset of the last byte read.
    last: usize,
}

impl FenReader<'_> {
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let next = self.peek();
        self.last = self.at;
        self.at += usize::from(next.is_some());
        next
    }

    fn next_if(&mut self, wanted: impl Fn(&u8) -> bool) -> Option<u8> {
        self.peek().filter(wanted).inspect(|_| self.at += 1)
    }

    /// Reads a number up to `most`; does not advance if there is none.
    fn number(&mut self, most: u16) -> Option<u8> {
        self.peek();
        let begin = self.at;
        let mut number: u16 = 0;
        // The bound is checked per digit, so that long numbers cannot overflow.
        while let Some(digit) = self.text.as_bytes().get(self.at).filter(|byte| byte.is_ascii_digit()) {
            self.at += 1;
            number = number * 10 + u16::from(digit - b'0');
            if number > most {
                self.at = begin;
                return None;
            }
        }
        if self.at == begin { None } else { u8::try_from(number).ok() }
    }

    fn square(&mut self) -> Result<u8, ParseError> {
        self.peek();
        let begin = self.at;
        let number = self.number(32).filter(|&number| number > 0);
        number.ok_or_else(|| ParseError::new(self.text, begin, "a square from 1 to 32"))
    }

    /// Returns an error at the byte just read.
    fn back(&self, expected: &'static str) -> ParseError {
        ParseError::new(self.text, self.last, expected)
    }

    fn here(&self, expected: &'static str) -> ParseError {
        ParseError::new(self.text, self.at, expected)
    }
}
