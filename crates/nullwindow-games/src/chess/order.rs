//! Move ordering: captures that gain, quiet moves, captures that lose.

use super::evaluation::{ChessWeights, pawn_attacks};
use super::exchange::{exchange, value, victim};
use super::likelihood::{LikelihoodWeights, MoveFeatures, PieceFeatures};
use super::position::{LAST_RANKS, en_passant_target, own_side};
use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};
use nullwindow::{MoveBuf, MovesToRank};

/// The rank boundary: captures that lose nothing rank above it, quiet moves around zero, losing captures below its
/// negative.
pub(super) const GAINING: i32 = 1 << 20;

/// Adds every legal move.
#[inline]
pub(super) fn push_all(board: &Board, moves: &mut MoveBuf<Move>) {
    board.generate_moves(|list| {
        list.into_iter().for_each(|play| moves.push(play));
        false
    });
}

/// Ranks moves of the position.
pub(super) fn rank_all(weights: &ChessWeights, board: &Board, moves: &mut MovesToRank<'_, Move>) {
    let mover = board.side_to_move();
    let guarded = pawn_attacks(board.colored_pieces(!mover, Piece::Pawn), !mover);
    let theirs = board.colors(!mover);
    let noisy_for_pawns = theirs | LAST_RANKS | en_passant_target(board);
    // Most moves are quiet, and those of a piece are generated together: what they share is computed once per piece, and
    // none asks what stands on its target.
    let mut shared: Option<PieceRanks> = None;
    moves.rank_by(|play| {
        let piece = match &shared {
            Some(piece) if piece.from == play.from => piece,
            _ => {
                let moved = board.piece_on(play.from).unwrap_or(Piece::Pawn);
                let noisy_targets = if moved == Piece::Pawn { noisy_for_pawns } else { theirs };
                let quiet = QuietRanks::new(weights, mover, guarded, moved, play.from);
                shared.insert(PieceRanks { from: play.from, moved, noisy_targets, quiet })
            }
        };
        if piece.noisy_targets.has(play.to) {
            noisy(board, play, piece.moved, victim(board, play, piece.moved))
        } else {
            piece.quiet.rank(play.to)
        }
    });
}

/// Ranks moves of the position as [`rank_all`] does, but quiet moves by the likelihood that they are best.
///
/// Rules on late moves need such fine ranks. In full width they save no nodes, and cost more than the coarse ones.
pub(super) fn rank_by_likelihood(board: &Board, moves: &mut MovesToRank<'_, Move>) {
    let weights = LikelihoodWeights::tuned();
    let mover = board.side_to_move();
    let theirs = board.colors(!mover);
    let noisy_for_pawns = theirs | LAST_RANKS | en_passant_target(board);
    let features = MoveFeatures::new(board);
    let mut shared: Option<(PieceFeatures, i32)> = None;
    moves.rank_by(|play| {
        let (piece, rank) = match &shared {
            Some(shared) if shared.0.from() == play.from => shared,
            _ => {
                let piece = features.piece(board.piece_on(play.from).unwrap_or(Piece::Pawn), play.from);
                shared.insert((piece, weights.of_piece(&piece)))
            }
        };
        let noisy_targets = if piece.kind() == Piece::Pawn { noisy_for_pawns } else { theirs };
        if noisy_targets.has(play.to) {
            noisy(board, play, piece.kind(), victim(board, play, piece.kind()))
        } else {
            rank + weights.of_target(&features, piece, play.to)
        }
    });
}

/// The data that the moves of one piece share.
struct PieceRanks<'w> {
    from: Square,
    moved: Piece,
    /// The targets of captures and promotions.
    noisy_targets: BitBoard,
    quiet: QuietRanks<'w>,
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

/// The ranks of the quiet moves of one piece: the gain of its squares, and the danger from enemy pawns.
struct QuietRanks<'w> {
    squares: &'w [i16; Square::NUM],
    /// The mask that turns the index of a square into that of the mover's side.
    flip: usize,
    /// The worth of the square of origin.
    from: i32,
    /// The squares that enemy pawns attack.
    guarded: BitBoard,
    /// The loss of standing on such a square, and the gain of leaving one.
    at_stake: i32,
    escape: i32,
}

impl<'w> QuietRanks<'w> {
    #[inline]
    fn new(weights: &'w ChessWeights, mover: Color, guarded: BitBoard, piece: Piece, from: Square) -> QuietRanks<'w> {
        let squares = weights.worth_of_squares(piece);
        let at_stake = if piece == Piece::Pawn { 0 } else { value(piece).min(1000) / 4 };
        let escape = if guarded.has(from) { at_stake } else { 0 };
        let flip = own_side(mover);
        QuietRanks { squares, flip, from: squares[from as usize ^ flip].into(), guarded, at_stake, escape }
    }

    #[inline]
    fn rank(&self, to: Square) -> i32 {
        let gain = i32::from(self.squares[to as usize ^ self.flip]) - self.from;
        let danger = if self.guarded.has(to) { self.at_stake } else { 0 };
        // Coarse on purpose: only large gains count. Finer ranks misled more than they helped, and history decides
        // better among equals.
        gain / 32 + self.escape - danger
    }
}
