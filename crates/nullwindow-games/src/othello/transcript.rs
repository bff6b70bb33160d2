//! Transcripts of games: `f5d6c3d3c4`, a sequence of squares without passes.

use super::board::{Move, OthelloBoard};
use super::text;
use crate::ParseError;

const MOVE: &str = "a square such as f5";

/// Reads the moves of a game that continues from `board`.
///
/// Squares may be in either case, separated by blanks. Passes may be omitted or written as `--` or `pass`; the returned
/// moves contain them.
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

/// Returns the first move of a text and its length in bytes.
fn word(text: &str) -> Option<(Move, usize)> {
    [2, 4].into_iter().find_map(|length| Some((text::read_move(text.get(..length)?)?, length)))
}

/// Writes moves without separators and without passes.
#[must_use]
pub fn write(moves: &[Move]) -> String {
    moves.iter().filter(|play| play.square().is_some()).map(|&play| text::write_move(play)).collect()
}
