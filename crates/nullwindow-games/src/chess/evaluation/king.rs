//! King safety: the king's square and the pawns in front of it.

use super::features::{KING_FILE, SHIELD};
use super::pawns::fill_down;
use super::sink::{FeatureSink, SideView};
use cozy_chess::{BitBoard, File, Piece, Rank, Square};

/// Returns the number of moves a king needs between two squares.
#[inline]
pub(super) fn distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    let ranks = (from.rank() as usize).abs_diff(to.rank() as usize);
    files.max(ranks)
}

/// Adds the king features of one side.
#[inline]
pub(super) fn count<S: FeatureSink>(view: &SideView, sink: &mut S) {
    sink.man(Piece::King, view.own_king);
    let (own, their) = (view.own[Piece::Pawn as usize], view.their[Piece::Pawn as usize]);
    // A king on an edge file is covered by the same three files as one beside it.
    let middle = File::index((view.own_king.file() as usize).clamp(1, 6));
    let files = middle.bitboard() | middle.adjacent();
    let rank = view.own_king.rank().bitboard().0;
    let shield = own & files & BitBoard(rank << 8 | rank << 16);
    sink.add(SHIELD + shield.len().min(4) as usize, 1);
    let without_own = files & Rank::First.bitboard() & !fill_down(own);
    sink.add(KING_FILE, (without_own & fill_down(their)).len());
    sink.add(KING_FILE + 1, (without_own & !fill_down(their)).len());
}
