//! The notation of Othello: [`Notation`].

use super::board::{Move, OthelloBoard};
use super::game::Othello;
use super::{Problem, ggf, text, transcript};
use crate::notation::read_test_set;
use crate::recorded::read_lines;
use crate::{Notation, ParseError, RecordedGame, TestPosition};

const POSITION: &str =
    "a transcript such as f5d6c3, or a board of X, * or B (black), O or W (white), - or . (empty) and the mover";

/// Returns whether a text is the moves of a game, and not a board. The empty text is.
fn is_transcript(text: &str) -> bool {
    // A square's file letter may also be the mark `B`; only a transcript has a digit after it.
    match text.trim_ascii_start().as_bytes() {
        [] => true,
        [file, rank, ..] => matches!(file, b'a'..=b'h' | b'A'..=b'H') && rank.is_ascii_digit(),
        _ => false,
    }
}

impl Notation for Othello {
    const NAME: &'static str = "othello";

    fn start(&self) -> OthelloBoard {
        OthelloBoard::START
    }

    /// Reads a board or the transcript of a game.
    ///
    /// - A board is 64 squares row by row from a1 and the mover: `X`, `*` or `B` is black, `O` or `W` white, `-` or `.`
    ///   empty, in either case. Blanks and line ends are ignored, and so is the text after a semicolon.
    /// - A transcript is read by [`transcript::read`]; the empty one is the start.
    fn parse_position(&self, text: &str) -> Result<OthelloBoard, ParseError> {
        if is_transcript(text) {
            let moves = transcript::read(&OthelloBoard::START, text)?;
            return Ok(moves.iter().fold(OthelloBoard::START, |board, &play| board.play(play)));
        }
        let start = text.len() - text.trim_ascii_start().len();
        if !text[start..].starts_with(text::is_square) {
            return Err(ParseError::new(text, start, POSITION));
        }
        let (board, end) = text::read_board(text)?;
        let rest = text[end..].trim_ascii_start();
        if rest.is_empty() || rest.starts_with(';') {
            return Ok(board);
        }
        Err(ParseError::new(text, text.len() - rest.len(), "a semicolon or the end"))
    }

    fn format_position(&self, board: &OthelloBoard) -> String {
        text::write_board(board)
    }

    /// Reads `f5`, in either case, `pass` or `--`, with or without blanks around it.
    fn parse_move(&self, board: &OthelloBoard, text: &str) -> Result<Move, ParseError> {
        let start = text.len() - text.trim_start().len();
        let error = |expected: &'static str| ParseError::new(text, start, expected);
        if board.is_over() {
            return Err(error(text::OVER));
        }
        let play = text::read_move(text.trim()).ok_or_else(|| error(text::MOVE))?;
        if board.is_legal(play) { Ok(play) } else { Err(error(text::LEGAL)) }
    }

    fn format_move(&self, _: &OthelloBoard, play: Move) -> String {
        text::write_move(play)
    }

    fn draw(&self, board: &OthelloBoard) -> String {
        text::draw(board)
    }

    fn test_set(&self) -> Vec<TestPosition> {
        read_test_set(include_str!("positions.txt"))
    }

    /// Reads boards, transcripts, or problems with number and answers, one per line, or games in GGF.
    fn read_games(&self, text: &str) -> Result<Vec<RecordedGame<OthelloBoard, Move>>, ParseError> {
        if ggf::is_ggf(text) {
            return ggf::read(text);
        }
        read_lines(text, |line| {
            if line.starts_with(|first: char| first.is_ascii_digit()) {
                return Problem::parse(line).map(|problem| RecordedGame::new(problem.board, Vec::new()));
            }
            if is_transcript(line) {
                let moves = transcript::read(&OthelloBoard::START, line)?;
                return Ok(RecordedGame::new(OthelloBoard::START, moves).with_text(line));
            }
            Ok(RecordedGame::new(self.parse_position(line)?, Vec::new()).with_text(line))
        })
    }

    /// Writes GGF.
    fn write_game(&self, game: &RecordedGame<OthelloBoard, Move>) -> String {
        ggf::write(game)
    }

    fn file_extension(&self) -> &'static str {
        "ggf"
    }

    /// Counts discs: passes have no number.
    fn moves_before(&self, board: &OthelloBoard) -> Option<u32> {
        Some(60_u32.saturating_sub(board.empty().count_ones()))
    }

    /// Numbers every disc, as diagrams of Othello do: `21. c1 22. d1`.
    fn format_line(&self, _: &OthelloBoard, before: u32, moves: &[Move]) -> String {
        let mut number = before;
        let word = |&play: &Move| {
            number += u32::from(play != Move::PASS);
            if play == Move::PASS { text::write_move(play) } else { format!("{number}. {}", text::write_move(play)) }
        };
        moves.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}
