//! Games as text: `f5d6c3d3c4`, a square after the other, with passes left out.

use super::board::{Move, OthelloBoard};
use super::text;
use crate::ParseError;

const MOVE: &str = "a square such as f5";

/// Reads the moves of a game that goes on from `board`.
///
/// Squares may be in small or capital letters, with blanks between them. A player who cannot move passes without a
/// word; the moves returned contain that pass. It may also be written, as `--` or `pass`.
///
/// # Errors
/// If the text is not a sequence of legal moves.
///
/// ```
/// use nullwindow_games::othello::{OthelloBoard, transcript};
///
/// let moves = transcript::read(&OthelloBoard::START, "F5d6 c3")?;
/// assert_eq!(transcript::write(&moves), "f5d6c3");
/// assert!(transcript::read(&OthelloBoard::START, "f5f5").is_err());
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
pub fn read(board: &OthelloBoard, text: &str) -> Result<Vec<Move>, ParseError> {
    let mut board = *board;
    let mut moves = Vec::new();
    let mut offset = 0;
    loop {
        let rest = text[offset..].trim_ascii_start();
        offset = text.len() - rest.len();
        if rest.is_empty() {
            return Ok(moves);
        }
        let (play, length) = word(rest).ok_or_else(|| ParseError::new(text, offset, MOVE))?;
        if play != Move::PASS && board.is_legal(Move::PASS) {
            board = board.play(Move::PASS);
            moves.push(Move::PASS);
        }
        if !board.is_legal(play) {
            return Err(ParseError::new(text, offset, text::refusal(&board)));
        }
        board = board.play(play);
        moves.push(play);
        offset += length;
    }
}

/// The first move of a text, and how many bytes it takes.
fn word(text: &str) -> Option<(Move, usize)> {
    [2, 4].into_iter().find_map(|length| Some((text::read_move(text.get(..length)?)?, length)))
}

/// Writes moves one after the other, without passes.
#[must_use]
pub fn write(moves: &[Move]) -> String {
    moves.iter().filter(|play| play.square().is_some()).map(|&play| text::write_move(play)).collect()
}
