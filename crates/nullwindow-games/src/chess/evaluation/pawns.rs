//! Pawn structure from the point of view of one side: up is forward.

use super::features::{BACKWARD, CONNECTED, DOUBLED, ISOLATED, PASSED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_KING};
use super::king::distance;
use super::sink::{FeatureSink, SideView};
use cozy_chess::{BitBoard, Color, File, Piece, Rank};

const NOT_A: u64 = !File::A.bitboard().0;
const NOT_H: u64 = !File::H.bitboard().0;

/// Returns the squares one file to the right and to the left.
#[inline]
pub(super) fn beside(squares: BitBoard) -> BitBoard {
    BitBoard((squares.0 & NOT_H) << 1 | (squares.0 & NOT_A) >> 1)
}

/// Returns the squares attacked by pawns that move up.
#[inline]
pub(super) fn attacks_up(pawns: BitBoard) -> BitBoard {
    BitBoard(beside(pawns).0 << 8)
}

/// Returns the squares attacked by pawns that move down.
#[inline]
pub(super) fn attacks_down(pawns: BitBoard) -> BitBoard {
    BitBoard(beside(pawns).0 >> 8)
}

/// Returns the squares attacked by pawns of this colour.
#[inline]
pub(in crate::chess) fn attacks(pawns: BitBoard, color: Color) -> BitBoard {
    if color == Color::White { attacks_up(pawns) } else { attacks_down(pawns) }
}

/// Returns these squares and all above them.
#[inline]
pub(super) fn fill_up(squares: BitBoard) -> BitBoard {
    // Doubling: three shifts cover the seven ranks above.
    let mut filled = squares.0;
    filled |= filled << 8;
    filled |= filled << 16;
    filled |= filled << 32;
    BitBoard(filled)
}

/// Returns these squares and all below them.
#[inline]
pub(super) fn fill_down(squares: BitBoard) -> BitBoard {
    let mut filled = squares.0;
    filled |= filled >> 8;
    filled |= filled >> 16;
    filled |= filled >> 32;
    BitBoard(filled)
}

/// Returns the indices of the squares, which cost less arithmetic than [`cozy_chess::Square`].
#[inline]
pub(super) fn indices(squares: BitBoard) -> impl Iterator<Item = usize> {
    let mut left = squares.0;
    std::iter::from_fn(move || {
        let index = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (index < 64).then_some(index)
    })
}

/// Adds the features of the pawns and their structure, and returns the passed pawns.
#[inline]
pub(super) fn count<S: FeatureSink>(view: &SideView, sink: &mut S) -> BitBoard {
    let own = view.own[Piece::Pawn as usize];
    let their = view.their[Piece::Pawn as usize];
    let below_own = BitBoard(fill_down(own).0 >> 8);
    let doubled = own & below_own;
    let isolated = own & !beside(fill_up(own) | fill_down(own));
    let connected = own & (view.own_guard | beside(own));
    let stopped = own & BitBoard(view.their_guard.0 >> 8);
    let backward = own & !isolated & !connected & !fill_up(view.own_guard) & stopped;
    sink.add(DOUBLED, doubled.len());
    sink.add(ISOLATED, isolated.len());
    sink.add(BACKWARD, backward.len());
    for pawn in indices(connected) {
        sink.add(CONNECTED + pawn / 8, 1);
    }
    for pawn in indices(own) {
        sink.man(Piece::Pawn, pawn);
    }
    let before_their = BitBoard(fill_down(their).0 >> 8);
    // Of doubled pawns only the front one is passed.
    let passed = own & !(before_their | beside(before_their)) & !below_own;
    for pawn in indices(passed) {
        count_passed(view, sink, pawn);
    }
    passed
}

#[inline]
fn count_passed<S: FeatureSink>(view: &SideView, sink: &mut S, pawn: usize) {
    let (rank, stop) = (pawn / 8, pawn + 8);
    sink.add(PASSED + rank, 1);
    // No pawn stands on the last rank.
    if view.occupied.0 >> (stop % 64) & 1 == 0 {
        sink.add(PASSED_FREE + rank, 1);
    }
    // King distances matter only for pawns that are close to promotion.
    if rank >= Rank::Fourth as usize {
        sink.add(PASSED_KING + distance(view.own_king, stop), 1);
        sink.add(PASSED_ENEMY_KING + distance(view.their_king, stop), 1);
    }
}
