//! In which order the game proposes its moves: captures that gain, quiet moves, captures that lose.

use super::evaluation::ChessWeights;
use super::exchange::{exchange, value, victim};
use cozy_chess::{BitBoard, Board, Color, Move, Piece, get_pawn_attacks};
use nullwindow::MoveBuf;

/// Captures that lose nothing rank above this, quiet moves around zero, captures that lose below its negative.
const GAINING: i32 = 1 << 20;

/// Pushes every legal move with its rank.
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

/// Most valuable victim, then least valuable attacker; what loses by exchange comes last.
#[inline]
fn noisy(board: &Board, play: Move, moved: Piece, taken: Option<Piece>) -> i32 {
    let sure = taken.is_some_and(|taken| value(taken) >= value(moved)) && play.promotion.is_none();
    let gain = if sure { 0 } else { exchange(board, play) };
    if gain < 0 {
        return gain - GAINING;
    }
    GAINING + 64 * (taken.map_or(0, value) + play.promotion.map_or(0, value)) - value(moved).min(1000)
}

/// How much better the man stands behind the move. Only what is much better counts: more than that misleads more than it
/// helps, and history decides better among equals.
#[inline]
fn quiet(weights: &ChessWeights, mover: Color, moved: Piece, play: Move) -> i32 {
    weights.step(mover, moved, play.from, play.to) / 32
}

/// A piece that a pawn attacks had better go, and not go where one attacks it.
#[inline]
fn guard(moved: Piece, from: bool, to: bool) -> i32 {
    let at_stake = if moved == Piece::Pawn { 0 } else { value(moved).min(1000) / 4 };
    at_stake * (i32::from(from) - i32::from(to))
}

/// Squares that pawns of `color` attack.
#[inline]
fn pawn_attacks(board: &Board, color: Color) -> BitBoard {
    let pawns = board.colored_pieces(color, Piece::Pawn);
    pawns.into_iter().fold(BitBoard::EMPTY, |all, pawn| all | get_pawn_attacks(pawn, color))
}
