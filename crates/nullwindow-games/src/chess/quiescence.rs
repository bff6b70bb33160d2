//! The quiescence search: evaluates a leaf after its pending captures.
//!
//! It searches its own tree, which depends on the position alone. The value of a node `ply` plies below the leaf is
//! - 0 if no mate is possible any more;
//! - in check, up to [`EVASIONS`] plies, the best of all moves; if there is none, mate: `ply - SEEN_MATE`;
//! - otherwise the best of standing pat (the static evaluation) and of those captures and promotions to a queen
//!   that lose nothing by exchange ([`exchange_value`](super::exchange_value)): up to [`WIDE`] plies all of them, then
//!   those on the square of the last move;
//! - from [`DEEPEST`] plies on, the static evaluation.
//!
//! With delta pruning, a rule of selective search, a capture counts for at most the static evaluation, the value of what it
//! takes or promotes to, and [`DELTA`], rounded up to a multiple of 8 as the shipped evaluation is.
//!
//! The search ignores the clock and the record of the game. It is fail-soft alpha-beta, which only skips nodes that
//! cannot change the answer to the window of the leaf. A mate found here is forced, but an evaluation must stay below
//! the scores of finished games: it scores [`SEEN_MATE`].

use super::evaluation::{ChessWeights, static_evaluation};
use super::exchange::{attackers, loses, value, victim};
use super::position::{LAST_RANKS, en_passant_target, is_dead};
use cozy_chess::{BitBoard, Board, Move, Piece, Square, get_king_moves};
use nullwindow::Window;

/// The depth in plies at which every line ends.
const DEEPEST: i32 = 24;

/// The depth in plies up to which a check is answered by every move; deeper, the side in check stands pat as if it were
/// not in check.
const EVASIONS: i32 = 3;

/// The depth in plies up to which every capture that loses nothing is tried; deeper, only recaptures. This bounds the
/// tree: each further capture is on one square, and they end with the pieces around it.
const WIDE: i32 = 3;

/// The margin of delta pruning, in hundredths of a pawn: what a capture may gain beside material.
const DELTA: i32 = 152;

/// The score of a mate found by the quiescence search, minus the plies to it.
pub(super) const SEEN_MATE: i32 = 900_000;

/// Returns the fail-soft answer to the window at a position that is not over, and adds the positions visited below it
/// to `nodes`.
pub(super) fn search(leaf: &QuiescenceLeaf<'_>, window: Window, nodes: &mut u64) -> i32 {
    let (alpha, beta) = (window.alpha().get(), window.beta().get());
    let QuiescenceLeaf { weights, board, delta_pruning } = *leaf;
    // Without delta pruning no capture is capped: an evaluation and this exceed every score.
    let delta = if delta_pruning { DELTA } else { 2 * SEEN_MATE };
    Quiescence { weights, delta, nodes }.visit(board, QuiescenceNode { ply: 0, last: BitBoard::EMPTY }, alpha, beta)
}

/// A leaf, and the way to evaluate it.
pub(super) struct QuiescenceLeaf<'a> {
    pub(super) weights: &'a ChessWeights,
    pub(super) board: &'a Board,
    pub(super) delta_pruning: bool,
}

/// The place of a node: its distance from the leaf, and the square of the last move.
#[derive(Clone, Copy)]
struct QuiescenceNode {
    ply: i32,
    last: BitBoard,
}

struct Quiescence<'a> {
    weights: &'a ChessWeights,
    delta: i32,
    nodes: &'a mut u64,
}

impl Quiescence<'_> {
    /// Searches a node, fail-soft: `g <= alpha => f <= g`, `g >= beta => f >= g`, else `g == f`.
    fn visit(&mut self, board: &Board, node: QuiescenceNode, mut alpha: i32, beta: i32) -> i32 {
        let QuiescenceNode { ply, last } = node;
        if is_dead(board) {
            return 0;
        }
        let in_check = !board.checkers().is_empty() && ply < EVASIONS;
        let mut best = if in_check { ply - SEEN_MATE } else { static_evaluation(self.weights, board) };
        if best >= beta || ply >= DEEPEST {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = RankedMoves::new();
        let stands = if in_check { SEEN_MATE } else { best };
        if in_check {
            moves.push_all(board);
        } else {
            moves.push_gaining(board, if ply < WIDE { BitBoard::FULL } else { last }, |gain| {
                let cap = stands + self.margin(gain);
                if cap <= alpha {
                    best = best.max(cap);
                }
                cap > alpha
            });
        }
        while let Some((gain, play)) = moves.take_best() {
            let mut next = board.clone();
            next.play_unchecked(play);
            *self.nodes += 1;
            let cap = stands + self.margin(gain);
            let node = QuiescenceNode { ply: ply + 1, last: play.to.bitboard() };
            best = best.max(cap.min(-self.visit(&next, node, -beta.min(cap), -alpha)));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }

    /// Returns the most that a capture of this gain adds to the static evaluation.
    #[inline]
    fn margin(&self, gain: i32) -> i32 {
        (gain + self.delta + 7) & !7
    }
}

/// The moves of a node with their ranks, on the stack: a heap allocation per leaf would be expensive.
struct RankedMoves {
    entries: [PackedMove; RankedMoves::MOST],
    len: usize,
}

/// A move, its gain in tenths of a pawn and its rank in one word, the rank in the upper half. An array of them is cleared by vector instructions; an
/// array of [`Move`] took byte by byte as long as the generation of all captures.
type PackedMove = u64;

fn pack(gain: i32, rank: i32, play: Move) -> PackedMove {
    let promotion = play.promotion.map_or(Piece::NUM, |piece| piece as usize);
    let squares = play.from as u64 | (play.to as u64) << 8 | (promotion as u64) << 16;
    // Two queens are worth 190 tenths.
    let tenths = u64::from((gain / 10).cast_unsigned()) << 24;
    u64::from(rank.cast_unsigned()) << 32 | tenths | squares
}

fn gain_of(entry: PackedMove) -> i32 {
    10 * i32::from(entry.to_le_bytes()[3])
}

#[allow(clippy::cast_possible_truncation, reason = "the upper half is the rank")]
fn rank_of(entry: PackedMove) -> i32 {
    ((entry >> 32) as u32).cast_signed()
}

fn move_of(entry: PackedMove) -> Move {
    let [from, to, promotion, ..] = entry.to_le_bytes();
    // The array is a table: `Square::index` would compile to a jump for every square.
    let square = |index: u8| Square::ALL[usize::from(index) % Square::NUM];
    Move { from: square(from), to: square(to), promotion: Piece::ALL.get(usize::from(promotion)).copied() }
}

impl RankedMoves {
    /// The capacity: at most 74 captures are known to occur in one position, and answers to a check are fewer.
    const MOST: usize = 96;

    fn new() -> RankedMoves {
        RankedMoves { entries: [0; RankedMoves::MOST], len: 0 }
    }

    fn push(&mut self, gain: i32, moved: Piece, play: Move) {
        debug_assert!(self.len < RankedMoves::MOST);
        if let Some(entry) = self.entries.get_mut(self.len) {
            *entry = pack(gain, rank(gain, moved), play);
            self.len += 1;
        }
    }

    /// Adds every legal move, captures of the most valuable pieces first.
    fn push_all(&mut self, board: &Board) {
        board.generate_moves(|moves| {
            for play in moves {
                let taken = victim(board, play, moves.piece);
                self.push(gain(taken, play.promotion), moves.piece, play);
            }
            false
        });
    }

    /// Adds captures and promotions to a queen that lose nothing by exchange, if `may_matter` accepts their gain.
    fn push_gaining(&mut self, board: &Board, targets: BitBoard, mut may_matter: impl FnMut(i32) -> bool) {
        let theirs = board.colors(!board.side_to_move());
        let noisy_for_pawns = LAST_RANKS | en_passant_target(board);
        board.generate_moves_for(capturers(board, theirs, targets), |mut moves| {
            let noisy = if moves.piece == Piece::Pawn { noisy_for_pawns } else { BitBoard::EMPTY };
            moves.to &= (theirs | noisy) & targets;
            for play in moves {
                if play.promotion.is_some_and(|piece| piece != Piece::Queen) {
                    continue;
                }
                let taken = victim(board, play, moves.piece);
                let gain = gain(taken, play.promotion);
                if !may_matter(gain) {
                    continue;
                }
                // Capturing a piece of at least the same value loses nothing, whatever follows.
                let sure = taken.is_some_and(|taken| value(taken) >= value(moves.piece));
                if sure || !loses(board, play) {
                    self.push(gain, moves.piece, play);
                }
            }
            false
        });
    }

    /// Removes and returns the move of the highest rank, among equals the first one, with its gain.
    fn take_best(&mut self) -> Option<(i32, Move)> {
        // Selection instead of sorting: after a cutoff the order of the rest does not matter.
        let open = &mut self.entries[..self.len];
        let (mut place, mut highest) = (0, rank_of(*open.first()?));
        for (i, &entry) in open.iter().enumerate().skip(1) {
            if rank_of(entry) > highest {
                (place, highest) = (i, rank_of(entry));
            }
        }
        let taken = (gain_of(open[place]), move_of(open[place]));
        open[place] = open[self.len - 1];
        self.len -= 1;
        Some(taken)
    }
}

/// Returns the pieces whose moves may include captures or promotions on the squares `targets`: all but a king that
/// attacks none of `theirs` there, whose moves are the most expensive to generate. Recaptures are on one square: there,
/// the pieces that attack it.
fn capturers(board: &Board, theirs: BitBoard, targets: BitBoard) -> BitBoard {
    let king = board.king(board.side_to_move());
    match targets.next_square() {
        // Not the squares of `theirs`: beside a lone king, pawns may still be promoted.
        Some(square) if targets == square.bitboard() => attackers(board, square, board.occupied()),
        _ if get_king_moves(king).is_disjoint(theirs & targets) => !king.bitboard(),
        _ => BitBoard::FULL,
    }
}

/// Returns the value of what a move takes and promotes to.
#[inline]
fn gain(taken: Option<Piece>, promotion: Option<Piece>) -> i32 {
    taken.map_or(0, value) + promotion.map_or(0, value)
}

/// Ranks the most valuable victim first, then the least valuable attacker.
#[inline]
fn rank(gain: i32, moved: Piece) -> i32 {
    if gain == 0 { 0 } else { 64 * gain - value(moved).min(1000) }
}
