//! Move ordering: captures that gain, quiet moves, captures that lose.

use super::evaluation::ChessWeights;
use super::exchange::{exchange, value, victim};
use cozy_chess::{BitBoard, Board, Color, Move, Piece, get_pawn_attacks};
use nullwindow::MoveBuf;

/// The rank boundary: captures that lose nothing rank above it, quiet moves around zero, losing captures below its
/// negative.
const GAINING: i32 = 1 << 20;

/// Adds every legal move with its rank.
pub(super) fn push_all(weights: &ChessWeights, board: &Board, moves: &mut MoveBuf<Move>) {
    let mover = board.side_to_move();
    let guarded = pawn_attacks(board, !mover);
    board.generate_moves(|list| {
        let moved = list.piece;
        for play in list {
            let rank = match victim(board, play, moved) {
                None if play.promotion.is_none() => {
                    quiet(weights, mover, moved, play) + guard(moved, guarded.has(play.from), guarded.has(play.to))
                }
                taken => noisy(board, play, moved, taken),
            };
            moves.push_ranked(play, rank);
        }
        false
    });
}

/// Ranks a capture or promotion: most valuable victim, then least valuable attacker; losing exchanges come last.
#[inline]
fn noisy(board: &Board, play: Move, moved: Piece, taken: Option<Piece>) -> i32 {
    // Capturing a piece of at least the same value cannot lose, which saves the exchange evaluation.
    let sure = taken.is_some_and(|taken| value(taken) >= value(moved)) && play.promotion.is_none();
    let gain = if sure { 0 } else { exchange(board, play) };
    if gain < 0 {
        return gain - GAINING;
    }
    // The factor 64 makes the victim dominate; the attacker only breaks ties.
    GAINING + 64 * (taken.map_or(0, value) + play.promotion.map_or(0, value)) - value(moved).min(1000)
}

/// Ranks a quiet move by the gain of its squares.
#[inline]
fn quiet(weights: &ChessWeights, mover: Color, moved: Piece, play: Move) -> i32 {
    // Coarse on purpose: only large gains count. Finer ranks misled more than they helped, and history decides better
    // among equals.
    weights.step(mover, moved, play.from, play.to) / 32
}

/// Ranks moves away from squares that enemy pawns attack higher, and moves to such squares lower.
#[inline]
fn guard(moved: Piece, from: bool, to: bool) -> i32 {
    let at_stake = if moved == Piece::Pawn { 0 } else { value(moved).min(1000) / 4 };
    at_stake * (i32::from(from) - i32::from(to))
}

/// Returns the squares that pawns of `color` attack.
#[inline]
fn pawn_attacks(board: &Board, color: Color) -> BitBoard {
    let pawns = board.colored_pieces(color, Piece::Pawn);
    pawns.into_iter().fold(BitBoard::EMPTY, |all, pawn| all | get_pawn_attacks(pawn, color))
}
