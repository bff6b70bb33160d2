//! Feature extraction, into a weighted sum or a list.

use super::contest::{Contest, SideAttacks};
use super::features::{LEN, MATERIAL, SQUARES, TEMPO};
use super::scale::{WHOLE, scale};
use super::weights::{ChessWeights, split, square_index};
use super::{king, pawns, pieces};
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

/// Receives the features of one side, then of the other.
pub(super) trait FeatureSink {
    /// Adds a feature that occurs `count` times.
    fn add(&mut self, feature: usize, count: u32);
    /// Adds a piece on a square, given by its index from its own side.
    fn man(&mut self, piece: Piece, square: usize);
    /// Switches to the other side.
    fn turn(&mut self);
}

/// The board from the point of view of one side, whose pawns move up.
pub(super) struct SideView {
    pub(super) own: [BitBoard; Piece::NUM],
    pub(super) their: [BitBoard; Piece::NUM],
    pub(super) own_all: BitBoard,
    pub(super) their_all: BitBoard,
    pub(super) occupied: BitBoard,
    /// The squares that pawns attack.
    pub(super) own_guard: BitBoard,
    pub(super) their_guard: BitBoard,
    /// The indices of the kings' squares.
    pub(super) own_king: usize,
    pub(super) their_king: usize,
}

impl SideView {
    // Inlined: the fields stay in registers or are never computed twice.
    #[inline(always)]
    fn new(board: &Board, side: Color) -> SideView {
        let up = |squares: BitBoard| if side == Color::White { squares } else { squares.flip_ranks() };
        let (own_all, their_all) = (up(board.colors(side)), up(board.colors(!side)));
        let all = Piece::ALL.map(|piece| up(board.pieces(piece)));
        let (own, their) = (all.map(|men| men & own_all), all.map(|men| men & their_all));
        let index = |king: BitBoard| king.0.trailing_zeros() as usize % Square::NUM;
        SideView {
            own,
            their,
            own_all,
            their_all,
            occupied: own_all | their_all,
            own_guard: pawns::attacks_up(own[Piece::Pawn as usize]),
            their_guard: pawns::attacks_down(their[Piece::Pawn as usize]),
            own_king: index(own[Piece::King as usize]),
            their_king: index(their[Piece::King as usize]),
        }
    }
}

/// Adds all features of the position, White's first, then Black's, except the right to move.
#[inline]
fn count<S: FeatureSink>(board: &Board, sink: &mut S) {
    let views = Color::ALL.map(|side| SideView::new(board, side));
    let sides = [0, 1].map(|side| {
        let counted = count_side(&views[side], sink);
        sink.turn();
        counted
    });
    for side in [0, 1] {
        let (passed, own) = sides[side];
        let their = sides[1 - side].1;
        let (their_pieces, their_king) = (their.pieces.flip_ranks(), their.king.flip_ranks());
        Contest { view: &views[side], own, their_pieces, their_king, passed }.count(sink);
        sink.turn();
    }
}

/// Adds the features of one side that need no attacks of the other one; returns its passed pawns and its attacks.
// Not inlined: in a loop over both sides the compiler copies fifty weights to the stack first.
#[inline(never)]
fn count_side<S: FeatureSink>(view: &SideView, sink: &mut S) -> (BitBoard, SideAttacks) {
    let passed = pawns::count(view, sink);
    let attacks = pieces::count(view, sink);
    king::count(view, sink);
    (passed, attacks)
}

/// Returns the game phase, from 0 (only pawns left) to [`PHASES`] (all pieces on the board).
#[inline]
fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len();
    let left = count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    left.cast_signed().min(PHASES)
}

const PHASES: i32 = 24;

/// Returns the static evaluation for the player to move.
pub(in crate::chess) fn static_evaluation(weights: &ChessWeights, board: &Board) -> i32 {
    let mut sum = WeightedSum { weights, total: 0 };
    count(board, &mut sum);
    let tempo = weights.packed[TEMPO];
    let white = board.side_to_move() == Color::White;
    // The sum is White's point of view; the tempo always belongs to the mover.
    let total = if white { sum.total.wrapping_add(tempo) } else { tempo.wrapping_sub(sum.total) };
    let (middle, end) = split(total);
    let phase = phase(board);
    let mixed = middle * phase + end * (PHASES - phase);
    weights.round(mixed * scale(board, if white { mixed } else { -mixed }) / (PHASES * WHOLE))
}

struct WeightedSum<'a> {
    weights: &'a ChessWeights,
    total: i32,
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: u32) {
        self.total = self.total.wrapping_add(self.weights.packed[feature].wrapping_mul(count.cast_signed()));
    }

    #[inline]
    fn man(&mut self, piece: Piece, square: usize) {
        self.total = self.total.wrapping_add(self.weights.squares[piece as usize][square]);
    }

    #[inline]
    fn turn(&mut self) {
        self.total = self.total.wrapping_neg();
    }
}

/// The components of a position's evaluation: features, and how many more of each White has than Black.
///
/// The evaluation for White is the sum over features of count times weight, for middlegame and endgame, interpolated by
/// `middlegame` and multiplied by `scale`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct FeatureTrace {
    /// Feature numbers with their counts, without zeros.
    pub features: Vec<(u16, i16)>,
    /// The game phase, from 0 (endgame) to 1 (middlegame).
    pub middlegame: f32,
    /// The part of the advantage that can be won, from 0 to 1, if White (first) or Black (second) is ahead.
    pub scale: (f32, f32),
}

/// Lists the features of a position.
#[must_use]
pub fn trace(position: &crate::chess::Position) -> FeatureTrace {
    let board = position.board();
    let mut list = FeatureList { counts: vec![0; LEN] };
    count(board, &mut list);
    list.counts[TEMPO] += if board.side_to_move() == Color::White { 1 } else { -1 };
    let features =
        (0u16..).zip(&list.counts).filter(|(_, count)| **count != 0).map(|(at, &count)| (at, count)).collect();
    #[allow(clippy::cast_precision_loss, reason = "numbers below a hundred")]
    let part = |of: i32, whole: i32| of as f32 / whole as f32;
    FeatureTrace {
        features,
        middlegame: part(phase(board), PHASES),
        scale: (part(scale(board, 1), WHOLE), part(scale(board, -1), WHOLE)),
    }
}

struct FeatureList {
    counts: Vec<i16>,
}

impl FeatureSink for FeatureList {
    #[inline]
    fn add(&mut self, feature: usize, count: u32) {
        // Counts are at most 64, so the conversion never saturates.
        self.counts[feature] += i16::try_from(count).unwrap_or(i16::MAX);
    }

    #[inline]
    fn man(&mut self, piece: Piece, square: usize) {
        if piece != Piece::King {
            self.counts[MATERIAL + piece as usize] += 1;
        }
        self.counts[SQUARES + 32 * piece as usize + square_index(square)] += 1;
    }

    #[inline]
    fn turn(&mut self) {
        self.counts.iter_mut().for_each(|count| *count = -*count);
    }
}
