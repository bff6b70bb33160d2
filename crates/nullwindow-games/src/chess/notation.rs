//! Chess notation and the picture of a board.

use super::ending::ending;
use super::epd::Epd;
use super::fen::split_words;
use super::pgn::{move_number, read_pgn, result};
use super::san::parse_either;
use super::{Chess, Position, format_fen, format_san, parse_fen};
use crate::notation::{has_tags, read_lines, read_test_set};
use crate::{Notation, ParseError, TestPosition};
use cozy_chess::{Board, Color, File, Move, Rank, Square};
use std::fmt::Write;

impl Notation for Chess {
    const NAME: &'static str = "chess";

    fn start(&self) -> Position {
        Position::new(Board::startpos())
    }

    /// Reads FEN, EPD, `startpos`, or moves from the start, optionally with numbers and a result; an empty text is the
    /// start.
    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let mut fields = split_words(text);
        let first = fields.next().map_or("", |(_, word)| word);
        if first.contains('/') && result(first).is_none() {
            // Operations follow four fields or six.
            let mut behind = fields.skip(3).take(3);
            return if behind.any(|(_, word)| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
                Epd::parse(text).map(|epd| epd.position().clone())
            } else {
                parse_fen(text)
            };
        }
        let mut position = self.start();
        let mut moves =
            split_words(text).skip(usize::from(first == "startpos")).skip_while(|&(_, word)| word == "moves");
        // Unclaimed draws do not end the list: moves are checked for legality only.
        while let Some((place, word)) = moves.next() {
            if result(word).is_some() {
                return moves.next().map_or(Ok(position), |(extra, _)| Err(ParseError::new(text, extra, "the end")));
            }
            // Digits without a dot are not skipped as a move number: they may be a position of another game, which must
            // be an error.
            let number = if word.contains('.') { move_number(word) } else { 0 };
            if number < word.len() {
                let play = parse_either(&position, &word[number..])
                    .map_err(|error| shift_error(text, place + number, error))?;
                position.board.play_unchecked(play);
            }
        }
        Ok(position)
    }

    fn format_position(&self, position: &Position) -> String {
        format_fen(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let start = text.len() - text.trim_start().len();
        match ending(self, position) {
            Some(ending) => Err(ParseError::new(text, start, format!("no move, as {ending}"))),
            None => parse_either(position, text.trim()).map_err(|error| shift_error(text, start, error)),
        }
    }

    fn format_move(&self, position: &Position, play: Move) -> String {
        format_san(position, play)
    }

    fn format_uci_move(&self, position: &Position, play: Move) -> Option<String> {
        Some(super::format_uci(position, play))
    }

    fn draw(&self, position: &Position) -> String {
        let board = &position.board;
        let mut picture = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let _ = write!(picture, "{}", rank as usize + 1);
            for file in File::ALL {
                let square = Square::new(file, rank);
                let letter = board.piece_on(square).map_or('.', char::from);
                let white = board.colors(Color::White).has(square);
                let _ = write!(picture, " {}", if white { letter.to_ascii_uppercase() } else { letter });
            }
            picture.push('\n');
        }
        picture.push_str("  a b c d e f g h\n");
        if let Some(ending) = ending(self, position) {
            return picture + &ending.to_string();
        }
        let mover = if board.side_to_move() == Color::White { "White" } else { "Black" };
        let check = if board.checkers().is_empty() { "" } else { ", in check" };
        let _ = write!(picture, "{mover} to move{check}");
        picture
    }

    fn test_set(&self) -> Vec<TestPosition> {
        read_test_set(include_str!("positions.txt"))
    }

    /// Reads FEN or EPD, or games in PGN.
    fn read_positions(&self, text: &str) -> Result<Vec<Position>, ParseError> {
        if !has_tags(text) {
            return read_lines(text, |line| self.parse_position(line));
        }
        read_pgn(text).map(|game| game.map(|game| game.end(self))).collect()
    }
}

/// Converts an error of the part of `text` that begins at byte `start` to an error of the whole.
fn shift_error(text: &str, start: usize, error: ParseError) -> ParseError {
    ParseError { character: text[..start].chars().count() + error.character, ..error }
}
