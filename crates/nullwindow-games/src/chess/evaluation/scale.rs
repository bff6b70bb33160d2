//! Scaling of advantages that are hard to win: endings without pawns, and bishops of opposite colours.

use super::super::exchange::value;
use cozy_chess::{BitBoard, Board, Color, Piece};

/// The denominator: the whole advantage counts.
pub(super) const WHOLE: i32 = 16;

/// Returns the part of the advantage that counts, out of [`WHOLE`], if White is ahead (`lead > 0`) or Black.
#[inline]
pub(super) fn scale(board: &Board, lead: i32) -> i32 {
    let strong = if lead > 0 { Color::White } else { Color::Black };
    let count = |color, piece| board.colored_pieces(color, piece).len().cast_signed();
    let pieces = |color| -> i32 {
        let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        kinds.into_iter().map(|piece| count(color, piece) * value(piece)).sum()
    };
    if count(strong, Piece::Pawn) == 0 {
        let (own, their) = (pieces(strong), pieces(!strong));
        return match own - their {
            // Two knights do not win against a bare king.
            _ if their == 0 && own == 2 * value(Piece::Knight) => 0,
            // Without pawns, one minor piece more rarely wins.
            lead if lead <= value(Piece::Bishop) => WHOLE / 4,
            _ => WHOLE,
        };
    }
    let bishops = board.pieces(Piece::Bishop);
    let others = board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    // Bishops of opposite colours alone: even two extra pawns are often a draw.
    let opposite = others.is_empty()
        && count(Color::White, Piece::Bishop) == 1
        && count(Color::Black, Piece::Bishop) == 1
        && (bishops & BitBoard::DARK_SQUARES).len() == 1;
    if opposite { WHOLE / 2 } else { WHOLE }
}
