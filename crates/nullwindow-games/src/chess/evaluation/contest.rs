//! Features that need the attacks of both sides: danger to the king, unprotected pieces, and the way of passed pawns.

use super::features::{HANGING, KING_DANGER, PASSED_ROOK, PASSED_SAFE, PASSED_STOPPED, PUSH_THREAT};
use super::pawns::{attacks_up, fill_down, fill_up, indices};
use super::pieces::around;
use super::sink::{FeatureSink, SideView};
use cozy_chess::{BitBoard, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

/// The squares that one side attacks.
#[derive(Clone, Copy)]
pub(super) struct SideAttacks {
    pub(super) knights: BitBoard,
    pub(super) bishops: BitBoard,
    pub(super) rooks: BitBoard,
    pub(super) queens: BitBoard,
    /// The attacks of pawns and pieces together, without the king.
    pub(super) pieces: BitBoard,
    pub(super) king: BitBoard,
    /// The weight of the attacks around the enemy king.
    pub(super) siege: u32,
}

/// The danger of a weak square around the king, and of a safe check by a knight, bishop, rook and queen. The unit is that of
/// attacks on single squares: a minor piece counts two for each.
const WEAK_SQUARE: u32 = 3;
const SAFE_CHECKS: [u32; 4] = [9, 6, 10, 8];

/// The view of one side, with the attacks of both.
pub(super) struct Contest<'v> {
    pub(super) view: &'v SideView,
    pub(super) own: SideAttacks,
    /// The squares that enemy pawns and pieces attack, and those that the enemy king attacks.
    pub(super) their_pieces: BitBoard,
    pub(super) their_king: BitBoard,
    /// The own passed pawns.
    pub(super) passed: BitBoard,
}

impl Contest<'_> {
    /// Adds the features of one side.
    #[inline]
    pub(super) fn count<S: FeatureSink>(&self, sink: &mut S) {
        let with_queen = usize::from(!self.view.own[Piece::Queen as usize].is_empty());
        sink.add(KING_DANGER + 32 * with_queen + (self.danger() / 2).min(31) as usize, 1);
        self.count_hanging(sink);
        self.count_pushes(sink);
        for pawn in indices(self.passed) {
            self.count_passed(sink, pawn);
        }
    }

    /// Returns the squares that the enemy attacks.
    #[inline]
    fn their_all(&self) -> BitBoard {
        self.their_pieces | self.their_king
    }

    /// Returns the danger to the enemy king.
    #[inline]
    fn danger(&self) -> u32 {
        let Contest { view, own, .. } = self;
        // Checks without an attack around the king are harmless, and the lines to it are expensive.
        if own.siege == 0 {
            return 0;
        }
        // Squares around the king that only the king protects.
        let weak = around(view.their_king) & own.pieces & !self.their_pieces;
        let safe = !view.own_all & !self.their_all();
        let king = Square::ALL[view.their_king % Square::NUM];
        let lines = get_rook_moves(king, view.occupied) & safe;
        let diagonals = get_bishop_moves(king, view.occupied) & safe;
        let checks = [
            get_knight_moves(king) & safe & own.knights,
            diagonals & own.bishops,
            lines & own.rooks,
            (lines | diagonals) & own.queens,
        ];
        let checks: u32 = checks
            .into_iter()
            .zip(SAFE_CHECKS)
            .map(|(squares, weight)| if squares.is_empty() { 0 } else { weight })
            .sum();
        own.siege + WEAK_SQUARE * weak.len() + checks
    }

    /// Adds the enemy pieces that are attacked and not protected.
    #[inline]
    fn count_hanging<S: FeatureSink>(&self, sink: &mut S) {
        let their = |piece: Piece| self.view.their[piece as usize];
        let hanging = self.view.their_all & (self.own.pieces | self.own.king) & !self.their_all();
        if !hanging.is_empty() {
            sink.add(HANGING, (hanging & their(Piece::Pawn)).len());
            sink.add(HANGING + 1, (hanging & (their(Piece::Knight) | their(Piece::Bishop))).len());
            sink.add(HANGING + 2, (hanging & their(Piece::Rook)).len());
            sink.add(HANGING + 3, (hanging & their(Piece::Queen)).len());
        }
    }

    /// Adds the pieces that a pawn could attack by a safe step.
    #[inline]
    fn count_pushes<S: FeatureSink>(&self, sink: &mut S) {
        let view = self.view;
        let steps = BitBoard(view.own[Piece::Pawn as usize].0 << 8) & !view.occupied;
        let safe = steps & !view.their_guard & (self.own.pieces | !self.their_pieces);
        let pieces = view.their_all & !view.their[Piece::Pawn as usize];
        sink.add(PUSH_THREAT, (attacks_up(safe) & pieces).len());
    }

    #[inline]
    fn count_passed<S: FeatureSink>(&self, sink: &mut S, pawn: usize) {
        let (rank, square) = (pawn / 8, BitBoard(1 << pawn));
        let path = BitBoard(fill_up(square).0 << 8);
        let stop = BitBoard(square.0 << 8);
        let their_all = self.their_all();
        sink.add(PASSED_STOPPED + rank, (stop & their_all).len());
        if (path & (their_all | self.view.their_all)).is_empty() {
            sink.add(PASSED_SAFE + rank, 1);
        }
        let behind = fill_down(square);
        let rook = Piece::Rook as usize;
        sink.add(PASSED_ROOK, u32::from(!(behind & self.view.own[rook]).is_empty()));
        sink.add(PASSED_ROOK + 1, u32::from(!(behind & self.view.their[rook]).is_empty()));
    }
}
