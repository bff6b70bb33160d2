//! The notation of heaps and moves: `3,4,5` and `2:3`.

use super::{Heaps, Nim, Take};
use crate::notation::{NO_MOVE, turn};
use crate::{Notation, ParseError};
use nullwindow::{Game, MoveBuf, Player};

const HEAP: &str = "a heap, a number from 0 to 255";
const TAKE: &str = "a move such as 2:3, three from the second heap";

/// Splits a text at commas and blanks into words with their offsets.
fn split_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(move |word| (offset(word), word))
}

/// Reads a number of at most three digits without a sign.
fn number(word: &str) -> Option<u8> {
    let plain = word.len() <= 3 && word.bytes().all(|c| c.is_ascii_digit());
    if plain { word.parse().ok() } else { None }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";

    fn start(&self) -> Heaps {
        self.heaps()
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, ParseError> {
        let mut heaps = Vec::with_capacity(Heaps::MOST);
        let mut mover = None;
        for (offset, word) in split_words(text) {
            let error = |expected: &'static str| ParseError::new(text, offset, expected);
            match word {
                _ if mover.is_some() => return Err(error("nothing after the player to move")),
                "first" if !heaps.is_empty() => mover = Some(Player::First),
                "second" if !heaps.is_empty() => mover = Some(Player::Second),
                _ if heaps.len() == Heaps::MOST => return Err(error("at most 8 heaps")),
                _ => heaps.push(number(word).ok_or_else(|| error(HEAP))?),
            }
        }
        let mover = mover.unwrap_or(Player::First);
        Heaps::new(&heaps, mover).map_err(|_| ParseError::new(text, text.len(), HEAP))
    }

    fn format_position(&self, heaps: &Heaps) -> String {
        let sizes: Vec<String> = heaps.heaps().iter().map(u8::to_string).collect();
        let mover = if heaps.mover() == Player::Second { " second" } else { "" };
        sizes.join(",") + mover
    }

    fn parse_move(&self, heaps: &Heaps, text: &str) -> Result<Take, ParseError> {
        let begin = text.len() - text.trim_start().len();
        let error = |expected: &'static str| ParseError::new(text, begin, expected);
        if self.over(heaps, &mut MoveBuf::new()).is_some() {
            return Err(error(NO_MOVE));
        }
        let (heap, things) = text.trim().split_once(':').ok_or_else(|| error(TAKE))?;
        let (heap, things) = (number(heap).ok_or_else(|| error(TAKE))?, number(things).ok_or_else(|| error(TAKE))?);
        let heap = heap.checked_sub(1).filter(|&heap| usize::from(heap) < heaps.heaps().len());
        let take = Take { heap: heap.ok_or_else(|| error("a heap that there is, counted from 1"))?, things };
        if heaps.allows(take) { Ok(take) } else { Err(error("at least one thing, and no more than lie in the heap")) }
    }

    fn format_move(&self, _: &Heaps, take: Take) -> String {
        format!("{}:{}", u16::from(take.heap) + 1, take.things)
    }

    fn draw(&self, heaps: &Heaps) -> String {
        let rows = (1..).zip(heaps.heaps());
        let mut picture: String = rows
            .map(|(number, &size)| {
                format!("{number}: {}\n", if size == 0 { "-".to_owned() } else { "|".repeat(size.into()) })
            })
            .collect();
        picture += &turn(heaps.mover(), self.over(heaps, &mut MoveBuf::new()), ["first player", "second player"]);
        picture
    }
}
