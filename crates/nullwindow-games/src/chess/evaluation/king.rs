//! King safety: the king's square and the pawns in front of it.

use super::features::{KING_FILE, SHIELD};
use super::pawns::fill_down;
use super::sink::{FeatureSink, SideView};
use cozy_chess::{BitBoard, File, Piece, Rank};

/// The files a to c.
const THREE_FILES: u64 = File::A.bitboard().0 | File::B.bitboard().0 | File::C.bitboard().0;

/// Returns the number of moves a king needs between two squares, given by their indices.
#[inline]
pub(super) fn distance(from: usize, to: usize) -> usize {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    files.max(ranks)
}

/// Adds the king features of one side.
#[inline]
pub(super) fn count<S: FeatureSink>(view: &SideView, sink: &mut S) {
    sink.man(Piece::King, view.own_king);
    let own = view.own[Piece::Pawn as usize];
    // A king on an edge file is covered by the same three files as one beside it.
    let files = BitBoard(THREE_FILES << ((view.own_king % 8).clamp(1, 6) - 1));
    let rank = Rank::First.bitboard().0 << (view.own_king & 56);
    let shield = own & files & BitBoard(rank << 8 | rank << 16);
    sink.add(SHIELD + shield.len().min(4) as usize, 1);
    let without_own = files & Rank::First.bitboard() & !fill_down(own);
    let with_their = fill_down(view.their[Piece::Pawn as usize]);
    sink.add(KING_FILE, (without_own & with_their).len());
    sink.add(KING_FILE + 1, (without_own & !with_their).len());
}
