//! Chess notation and the picture of a board.

use super::ending::ending;
use super::epd::Epd;
use super::fen::split_words;
use super::pgn::{PgnGame, move_number, read_pgn, result};
use super::pgn_writer::{other_tags, write_pgn};
use super::san::parse_either;
use super::{Chess, Position, format_fen, format_san, parse_fen};
use crate::notation::read_test_set;
use crate::recorded::{has_numbers, has_tags, read_lines};
use crate::{Notation, ParseError, RecordedGame, TestPosition};
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
        if is_board(first) {
            // Operations follow four fields or six.
            let mut behind = fields.skip(3).take(3);
            return if behind.any(|(_, word)| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
                Epd::parse(text).map(|epd| epd.position().clone())
            } else {
                parse_fen(text)
            };
        }
        moves_from_start(self, text).map(|(_, position)| position)
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

    fn format_uci960_move(&self, _: &Position, play: Move) -> Option<String> {
        // `cozy-chess` writes castling so.
        Some(play.to_string())
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

    /// Reads FEN, EPD or the moves of a game, one per line, or games in PGN, also without tags.
    fn read_games(&self, text: &str) -> Result<Vec<RecordedGame<Position, Move>>, ParseError> {
        let recorded = |game: PgnGame| {
            let players = [game.tag("White"), game.tag("Black")];
            let record = RecordedGame::new(game.start.clone(), game.moves.clone()).with_players(players);
            record.with_result(game.result.into()).with_tags(other_tags(&game))
        };
        let games = || read_pgn(text).map(|game| game.map(recorded)).collect();
        if has_tags(text) {
            return games();
        }
        let lines = read_lines(text, |line| {
            let first = line.split_ascii_whitespace().next().unwrap_or_default();
            if is_board(first) {
                return self
                    .parse_position(line)
                    .map(|position| RecordedGame::new(position, Vec::new()).with_text(line));
            }
            moves_from_start(self, line).map(|(moves, _)| RecordedGame::new(self.start(), moves).with_text(line))
        });
        // The moves of one game may fill several lines. If they cannot be read so either, the first error is the one to
        // report.
        lines.or_else(|error| if has_numbers(text) { games().map_err(|_| error) } else { Err(error) })
    }

    /// Writes PGN.
    fn write_game(&self, game: &RecordedGame<Position, Move>) -> String {
        write_pgn(game)
    }

    fn file_extension(&self) -> &'static str {
        "pgn"
    }

    /// Counts by the move number of FEN.
    fn moves_before(&self, position: &Position) -> Option<u32> {
        let board = position.board();
        let rounds = u32::from(board.fullmove_number()).saturating_sub(1);
        Some(2 * rounds + u32::from(board.side_to_move() == Color::Black))
    }
}

/// Returns whether the first word of a position is the board of FEN, and not a move or a result.
fn is_board(word: &str) -> bool {
    word.contains('/') && result(word).is_none()
}

/// Reads `startpos` and moves, optionally with numbers and a result. Returns the moves and the position after them.
fn moves_from_start(chess: &Chess, text: &str) -> Result<(Vec<Move>, Position), ParseError> {
    let (mut position, mut played) = (chess.start(), Vec::new());
    let first = split_words(text).next().map_or("", |(_, word)| word);
    let mut moves = split_words(text).skip(usize::from(first == "startpos")).skip_while(|&(_, word)| word == "moves");
    // Unclaimed draws do not end the list: moves are checked for legality only.
    while let Some((place, word)) = moves.next() {
        if result(word).is_some() {
            return match moves.next() {
                Some((extra, _)) => Err(ParseError::new(text, extra, "the end")),
                None => Ok((played, position)),
            };
        }
        // Digits without a dot are not skipped as a move number: they may be a position of another game, which must
        // be an error.
        let number = if word.contains('.') { move_number(word) } else { 0 };
        if number < word.len() {
            let play =
                parse_either(&position, &word[number..]).map_err(|error| shift_error(text, place + number, error))?;
            position.board.play_unchecked(play);
            played.push(play);
        }
    }
    Ok((played, position))
}

/// Converts an error of the part of `text` that begins at byte `start` to an error of the whole.
fn shift_error(text: &str, start: usize, error: ParseError) -> ParseError {
    ParseError { character: text[..start].chars().count() + error.character, ..error }
}
