//! Static exchange evaluation: the gain or loss of a move if both sides keep capturing on its target square, the least
//! valuable piece first.
//!
//! Only the target square matters: pins and checks do not prevent captures, and pawns that capture on the last rank
//! stay pawns. Either side may stop when continuing would lose.

use super::Position;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// The piece values in an exchange, in hundredths of a pawn: pawn, knight, bishop, rook, queen, king.
pub(super) const VALUES: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 20_000];

/// The longest exchange: 15 pieces per side can attack one square, and one stands on it.
const LONGEST: usize = 32;

/// Returns the gain of `play` by the exchange on its target square, in hundredths of a pawn; 0 for castling.
#[must_use]
pub fn exchange_value(position: &Position, play: Move) -> i32 {
    exchange(&position.board, play)
}

#[inline]
pub(super) fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

/// Returns the piece that `play` captures, including en passant.
#[inline]
pub(super) fn victim(board: &Board, play: Move, moved: Piece) -> Option<Piece> {
    if board.colors(board.side_to_move()).has(play.to) {
        return None; // castling
    }
    let taken = board.piece_on(play.to);
    let in_passing = taken.is_none() && moved == Piece::Pawn && play.from.file() != play.to.file();
    if in_passing { Some(Piece::Pawn) } else { taken }
}

pub(super) fn exchange(board: &Board, play: Move) -> i32 {
    let mut side = board.side_to_move();
    let Some(moved) = board.piece_on(play.from).filter(|_| !board.colors(side).has(play.to)) else { return 0 };
    let taken = victim(board, play, moved);
    let mut occupied = board.occupied() ^ play.from.bitboard() | play.to.bitboard();
    if taken.is_some() && !board.occupied().has(play.to) {
        // En passant: the captured pawn is beside the origin, not on the target square.
        occupied ^= Square::new(play.to.file(), play.from.rank()).bitboard();
    }
    let mut standing = play.promotion.unwrap_or(moved);
    let mut gains = [0; LONGEST];
    gains[0] = taken.map_or(0, value) + value(standing) - value(moved);
    let mut last = 0;
    let mut attackers = all_attackers(board, play.to, occupied) & occupied;
    loop {
        side = !side;
        let Some((piece, from)) = least(board, side, attackers) else { break };
        // The king may capture only an unprotected piece.
        if piece == Piece::King && !attackers.is_disjoint(board.colors(!side)) {
            break;
        }
        last += 1;
        gains[last] = value(standing) - gains[last - 1];
        standing = piece;
        occupied ^= from.bitboard();
        // The piece that left may have uncovered another attacker on the same line.
        attackers |= behind(board, play.to, piece, occupied);
        attackers &= occupied;
    }
    // Minimax over the sequence, from the end: each side continues only if that gains.
    for ply in (1..=last).rev() {
        gains[ply - 1] = -gains[ply].max(-gains[ply - 1]);
    }
    gains[0]
}

/// Returns the least valuable piece of `side` among `attackers`.
#[inline]
fn least(board: &Board, side: Color, attackers: BitBoard) -> Option<(Piece, Square)> {
    let own = attackers & board.colors(side);
    if own.is_empty() {
        return None;
    }
    Piece::ALL.into_iter().find_map(|piece| Some((piece, (own & board.pieces(piece)).next_square()?)))
}

/// Returns the pieces of both sides that attack `square`.
#[inline]
fn all_attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let (white, black) = (board.colors(Color::White), board.colors(Color::Black));
    let pawns = get_pawn_attacks(square, Color::White) & black | get_pawn_attacks(square, Color::Black) & white;
    pawns & board.pieces(Piece::Pawn)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen))
        | get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen))
}

/// Returns the pieces that attack `square` along a line that `piece` has just opened.
#[inline]
fn behind(board: &Board, square: Square, piece: Piece, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let mut found = BitBoard::EMPTY;
    if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
        found |= get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens);
    }
    if matches!(piece, Piece::Rook | Piece::Queen) {
        found |= get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens);
    }
    found
}
