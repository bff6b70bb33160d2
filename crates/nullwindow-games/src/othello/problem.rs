//! Problems: positions with known answers, one per line.

use super::board::{Move, OthelloBoard};
use super::text;
use crate::ParseError;

/// A position with moves and their scores for the mover: one line of a test file.
///
/// ```text
/// 40 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38
/// ```
///
/// A number may come first. The board and the mover follow, then moves with scores after semicolons.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// Its number in the collection, if any.
    pub number: Option<u32>,
    /// The position.
    pub board: OthelloBoard,
    /// Moves and their values, in discs for the mover.
    pub moves: Vec<(Move, i32)>,
}

impl Problem {
    /// Reads a line.
    ///
    /// # Errors
    /// If the line is not a problem, or a move is not legal.
    pub fn parse(line: &str) -> Result<Problem, ParseError> {
        let shifted = |error: ParseError, offset: usize| ParseError {
            character: error.character + line[..offset].chars().count(),
            ..error
        };
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let number = match &line[..digits] {
            "" => None,
            digits => Some(digits.parse().map_err(|_| ParseError::new(line, 0, "a number below 4 billion"))?),
        };
        let (board, length) = text::read_board(&line[digits..]).map_err(|error| shifted(error, digits))?;
        let mut offset = digits + length;
        let mut moves = Vec::new();
        for (place, field) in line[offset..].split(';').enumerate() {
            let start = offset + field.len() - field.trim_ascii_start().len();
            offset += field.len() + 1;
            let field = field.trim_ascii();
            match place {
                // The first field is the rest of the board's text; answers start after a semicolon.
                0 if !field.is_empty() => return Err(ParseError::new(line, start, "a semicolon or the end")),
                _ if field.is_empty() => {}
                _ => moves.push(read_answer(&board, field).map_err(|error| shifted(error, start))?),
            }
        }
        Ok(Problem { number, board, moves })
    }
}

/// Reads a move and its score: `A2:+38`.
fn read_answer(board: &OthelloBoard, field: &str) -> Result<(Move, i32), ParseError> {
    let error = |offset: usize, expected: &'static str| ParseError::new(field, offset, expected);
    let (play, score) = field.split_once(':').ok_or_else(|| error(0, "a move, a colon and a score"))?;
    let at = play.len() + 1;
    let play = text::read_move(play.trim_ascii()).ok_or_else(|| error(0, text::MOVE))?;
    if !board.is_legal(play) {
        return Err(error(0, text::refusal(board)));
    }
    let score = score.trim_ascii().parse().ok().filter(|score| (-64..=64).contains(score));
    Ok((play, score.ok_or_else(|| error(at, "a score from -64 to +64"))?))
}
