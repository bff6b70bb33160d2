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
    let Some(mut capture) = Capture::new(board, play) else { return 0 };
    let mut gains = [0; LONGEST];
    gains[0] = capture.gain;
    let mut last = 0;
    while let Some(taken) = capture.answer() {
        last += 1;
        gains[last] = value(taken) - gains[last - 1];
    }
    // Minimax over the sequence, from the end: each side continues only if that gains.
    for ply in (1..=last).rev() {
        gains[ply - 1] = -gains[ply].max(-gains[ply - 1]);
    }
    gains[0]
}

/// Returns whether [`exchange`] is negative. It stops at the first capture after which the outcome is certain.
pub(super) fn loses(board: &Board, play: Move) -> bool {
    let Some(mut capture) = Capture::new(board, play) else { return false };
    if capture.gain < 0 {
        return true;
    }
    // The sum of the side that captured last if it loses that piece too, over what it needs: the mover must not lose,
    // so the other side must gain a point. From zero on it has succeeded, whatever follows. Below zero the other side
    // succeeds if it can capture and keep its piece.
    let mut sum = capture.gain - value(capture.standing);
    let mut mover_succeeds = true;
    while sum < 0 && capture.answer().is_some() {
        mover_succeeds = !mover_succeeds;
        sum = -sum - 1 - value(capture.standing);
    }
    !mover_succeeds
}

/// An exchange on one square: the piece that stands there, and those that may capture it.
struct Capture<'b> {
    board: &'b Board,
    square: Square,
    /// The side that captured last.
    side: Color,
    standing: Piece,
    /// The gain of the first move.
    gain: i32,
    occupied: BitBoard,
    attackers: BitBoard,
}

impl Capture<'_> {
    /// Plays the first move; `None` for castling.
    #[inline]
    fn new(board: &Board, play: Move) -> Option<Capture<'_>> {
        let side = board.side_to_move();
        let moved = board.piece_on(play.from).filter(|_| !board.colors(side).has(play.to))?;
        let taken = victim(board, play, moved);
        let mut occupied = board.occupied() ^ play.from.bitboard() | play.to.bitboard();
        if taken.is_some() && !board.occupied().has(play.to) {
            // En passant: the captured pawn is beside the origin, not on the target square.
            occupied ^= Square::new(play.to.file(), play.from.rank()).bitboard();
        }
        let standing = play.promotion.unwrap_or(moved);
        let gain = taken.map_or(0, value) + value(standing) - value(moved);
        let attackers = attackers(board, play.to, occupied) & occupied;
        Some(Capture { board, square: play.to, side, standing, gain, occupied, attackers })
    }

    /// Plays the next capture, by the least valuable piece, and returns the captured piece; `None` if there is none.
    #[inline]
    fn answer(&mut self) -> Option<Piece> {
        let side = !self.side;
        let (piece, from) = least(self.board, side, self.attackers)?;
        // The king may capture only an unprotected piece.
        if piece == Piece::King && !self.attackers.is_disjoint(self.board.colors(!side)) {
            return None;
        }
        self.side = side;
        self.occupied ^= from.bitboard();
        // The piece that left may have uncovered another attacker on the same line.
        self.attackers |= behind(self.board, self.square, piece, self.occupied);
        self.attackers &= self.occupied;
        Some(std::mem::replace(&mut self.standing, piece))
    }
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
pub(super) fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;
    use crate::chess::Chess;

    /// Compares the two at every move of the test positions and two plies below them.
    fn compare(board: &Board, plies: u32) -> u32 {
        let mut losing = 0;
        board.generate_moves(|moves| {
            for play in moves {
                assert_eq!(loses(board, play), exchange(board, play) < 0, "{play} in {board}");
                losing += u32::from(loses(board, play));
                if plies > 0 {
                    let mut next = board.clone();
                    next.play_unchecked(play);
                    losing += compare(&next, plies - 1);
                }
            }
            false
        });
        losing
    }

    #[test]
    fn a_move_loses_if_its_exchange_is_negative() {
        let chess = Chess::new();
        let losing: u32 = chess
            .test_set()
            .iter()
            .map(|test| compare(&chess.parse_position(test.position).expect("a position").board, 2))
            .sum();
        assert!(losing > 1000, "{losing}");
    }
}
