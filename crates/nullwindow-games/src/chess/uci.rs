//! Moves in the notation of the UCI protocol: `e2e4`, `e7e8q`, castling as the king's step `e1g1`. A king that castles from
//! another file, in Chess960, captures its own rook: its step may be a move without castling.

use super::Position;
use crate::ParseError;
use cozy_chess::util::display_uci_move;
use cozy_chess::{File, Move, Piece, Rank, Square};

/// Reads a legal move. Castling may also be written as the king capturing its rook, `e1h1`.
///
/// # Errors
/// If the text is not a move, or the move is not legal.
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, ParseError> {
    let written =
        coordinates(text).ok_or_else(|| ParseError::new(text, 0, "two squares, such as `e2e4` or `e7e8q`"))?;
    let play = castling(position, written);
    if position.board.is_legal(play) { Ok(play) } else { Err(ParseError::new(text, 0, "a legal move")) }
}

/// Writes a move. Castling from the e file is the king's step, from another file the king's capture of its rook.
#[must_use]
pub fn format_uci(position: &Position, play: Move) -> String {
    if play.from.file() == File::E { display_uci_move(&position.board, play).to_string() } else { play.to_string() }
}

/// Reads the squares and the promotion, if the text has that form.
pub(super) fn coordinates(text: &str) -> Option<Move> {
    let square = |from: usize| -> Option<Square> { text.get(from..from + 2)?.parse().ok() };
    let promotion = match text.len() {
        4 => None,
        5 => match text.as_bytes()[4] {
            b'n' => Some(Piece::Knight),
            b'b' => Some(Piece::Bishop),
            b'r' => Some(Piece::Rook),
            b'q' => Some(Piece::Queen),
            _ => return None,
        },
        _ => return None,
    };
    Some(Move { from: square(0)?, to: square(2)?, promotion })
}

/// Converts castling from the king's step to the king capturing its rook, as `cozy-chess` writes it.
fn castling(position: &Position, written: Move) -> Move {
    let board = &position.board;
    let mover = board.side_to_move();
    let home = Rank::First.relative_to(mover);
    // Only a king on its original square can castle; any other king move is already complete.
    if board.king(mover) != written.from || written.from != Square::new(File::E, home) || written.to.rank() != home {
        return written;
    }
    let rights = board.castle_rights(mover);
    let rook = match written.to.file() {
        File::G => rights.short,
        File::C => rights.long,
        _ => None,
    };
    rook.map_or(written, |file| Move { to: Square::new(file, home), ..written })
}
