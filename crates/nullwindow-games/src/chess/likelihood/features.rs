//! The features of a quiet move.

use super::super::evaluation::pawn_attacks;
use super::super::position::own_side;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// The dangers of a square: attacked by a pawn, by a minor piece, by a rook, by a queen or king, or by nothing; and the same
/// for protected squares.
const DANGERS: usize = 10;

/// The groups of features, per phase and piece: names and sizes.
pub(super) const GROUPS: [(&str, usize); 9] = [
    ("from", Square::NUM),
    ("to", Square::NUM),
    ("leaves", DANGERS),
    ("enters", DANGERS),
    ("threatens", 2 * 5),
    ("checks", 2),
    ("besieges", 4),
    ("passes", 8),
    ("castles", 1),
];

/// The first features of the groups.
const FROM: usize = 0;
const TO: usize = FROM + GROUPS[0].1;
/// The danger of the square that the piece leaves.
const LEAVES: usize = TO + GROUPS[1].1;
/// The danger of the square that it enters.
const ENTERS: usize = LEAVES + GROUPS[2].1;
/// Pieces that it attacks now and has not before: pawn to queen, first those that pawns protect.
const THREATENS: usize = ENTERS + GROUPS[3].1;
/// A check: from an attacked square, and from a safe one.
const CHECKS: usize = THREATENS + GROUPS[4].1;
/// The number of squares around the enemy king that it attacks now and has not before, up to three.
const BESIEGES: usize = CHECKS + GROUPS[5].1;
/// A passed pawn, by its new rank.
const PASSES: usize = BESIEGES + GROUPS[6].1;
const CASTLES: usize = PASSES + GROUPS[7].1;
const PER_PIECE: usize = CASTLES + GROUPS[8].1;

/// The phases: with most pieces on the board, and an endgame.
pub(super) const PHASES: [&str; 2] = ["mg", "eg"];

/// The number of features.
pub const LEN: usize = PHASES.len() * Piece::NUM * PER_PIECE;

/// The data that all moves of a position share.
#[derive(Debug)]
pub struct MoveFeatures {
    mover: Color,
    occupied: BitBoard,
    /// Enemy pieces, pawn to queen, and the king.
    their: [BitBoard; Piece::NUM],
    their_all: BitBoard,
    their_pawns_guard: BitBoard,
    /// Squares that each kind of danger applies to; the first that contains a square counts.
    dangers: [BitBoard; 4],
    /// Squares that an own pawn, or two other own pieces, attack.
    supported: BitBoard,
    /// Squares that any own piece attacks.
    protected: BitBoard,
    king_zone: BitBoard,
    /// The first feature of the phase.
    phase: usize,
}

/// The data that all moves of a piece share.
#[derive(Clone, Copy, Debug)]
pub struct PieceFeatures {
    piece: Piece,
    from: Square,
    attacked: BitBoard,
    /// The first feature of the piece, and its features of the square that it leaves.
    base: usize,
    leaves: [usize; 2],
}

impl MoveFeatures {
    /// Looks at a position.
    #[must_use]
    pub fn new(board: &Board) -> MoveFeatures {
        let mover = board.side_to_move();
        let (own_all, their_all) = (board.colors(mover), board.colors(!mover));
        let occupied = own_all | their_all;
        let their = Piece::ALL.map(|piece| board.pieces(piece) & their_all);
        let their_pawns_guard = pawn_attacks(their[Piece::Pawn as usize], !mover);
        let reach = |piece: Piece, men: BitBoard| {
            men.into_iter().fold(BitBoard::EMPTY, |all, square| all | attacks(piece, square, occupied, mover))
        };
        let minors =
            reach(Piece::Knight, their[Piece::Knight as usize]) | reach(Piece::Bishop, their[Piece::Bishop as usize]);
        let rooks = reach(Piece::Rook, their[Piece::Rook as usize]);
        let others =
            reach(Piece::Queen, their[Piece::Queen as usize]) | reach(Piece::King, their[Piece::King as usize]);
        let mut once = BitBoard::EMPTY;
        let mut supported = pawn_attacks(board.colored_pieces(mover, Piece::Pawn), mover);
        for piece in &Piece::ALL[1..] {
            for square in own_all & board.pieces(*piece) {
                let reached = attacks(*piece, square, occupied, mover);
                supported |= once & reached;
                once |= reached;
            }
        }
        let queens = board.pieces(Piece::Queen);
        let pieces = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop) | board.pieces(Piece::Rook);
        let endgame = 2 * queens.len() + pieces.len() <= 8;
        let king = board.king(!mover);
        MoveFeatures {
            mover,
            occupied,
            their,
            their_all,
            their_pawns_guard,
            dangers: [their_pawns_guard, minors, rooks, others],
            protected: once | supported,
            supported,
            king_zone: get_king_moves(king) | king.bitboard(),
            phase: if endgame { Piece::NUM * PER_PIECE } else { 0 },
        }
    }

    /// Looks at a piece of the mover.
    #[inline]
    pub(in crate::chess) fn piece(&self, piece: Piece, from: Square) -> PieceFeatures {
        let base = self.phase + PER_PIECE * piece as usize;
        let square = from as usize ^ own_side(self.mover);
        let danger = self.danger(from, self.protected);
        PieceFeatures {
            piece,
            from,
            attacked: attacks(piece, from, self.occupied, self.mover),
            base,
            leaves: [base + FROM + square, base + LEAVES + danger],
        }
    }

    /// Returns the danger of a square.
    #[inline]
    fn danger(&self, square: Square, protected: BitBoard) -> usize {
        let bit = |squares: BitBoard| squares.0 >> square as u32 & 1;
        // Without branches, which would be hard to predict: a bit per danger, and one for none.
        let [pawns, minors, rooks, others] = self.dangers.map(bit);
        let kind = (pawns | minors << 1 | rooks << 2 | others << 3 | 1 << 4).trailing_zeros() as usize;
        2 * kind + usize::from(bit(protected) == 1)
    }

    /// Lists the features of a quiet move.
    #[must_use]
    pub fn list(&self, board: &Board, play: Move) -> Vec<usize> {
        let piece = self.piece(board.piece_on(play.from).unwrap_or(Piece::Pawn), play.from);
        let mut list = Vec::new();
        piece.leaves.into_iter().for_each(|feature| list.push(feature));
        self.enter(&piece, play.to, |feature| list.push(feature));
        list
    }

    /// Calls `add` with each feature of the target square of a move.
    #[inline]
    pub(super) fn enter(&self, piece: &PieceFeatures, to: Square, mut add: impl FnMut(usize)) {
        let PieceFeatures { piece, from, attacked, base, .. } = *piece;
        if piece == Piece::King && !self.their_all.has(to) && self.occupied.has(to) {
            return add(base + CASTLES);
        }
        let own = to as usize ^ own_side(self.mover);
        add(base + TO + own);
        // The piece itself attacks its target, so one more must, and a pawn does not attack where it steps.
        let danger = self.danger(to, if piece == Piece::Pawn { self.protected } else { self.supported });
        add(base + ENTERS + danger);
        let reached = attacks(piece, to, self.occupied ^ from.bitboard(), self.mover);
        let new = reached & !attacked;
        let targets = new & self.their_all;
        if !targets.is_empty() {
            for victim in 0..5 {
                for square in targets & self.their[victim] {
                    add(base + THREATENS + victim + if self.their_pawns_guard.has(square) { 0 } else { 5 });
                }
            }
            if !targets.is_disjoint(self.their[Piece::King as usize]) {
                add(base + CHECKS + usize::from(danger >= 8));
            }
        }
        add(base + BESIEGES + (new & self.king_zone).len().min(3) as usize);
        if piece == Piece::Pawn && self.is_passed(to) {
            add(base + PASSES + own / 8);
        }
    }

    /// Returns whether no enemy pawn can stop or capture a pawn on this square.
    #[inline]
    fn is_passed(&self, square: Square) -> bool {
        let file = square.file();
        let files = file.bitboard().0 | file.adjacent().0;
        let rank = square.rank() as u32;
        let ahead = match self.mover {
            Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
            Color::Black => !(u64::MAX << (8 * rank)),
        };
        self.their[Piece::Pawn as usize].is_disjoint(BitBoard(files & ahead))
    }
}

impl PieceFeatures {
    /// Returns the square of the piece.
    #[inline]
    pub(in crate::chess) fn from(&self) -> Square {
        self.from
    }

    /// Returns the piece.
    #[inline]
    pub(in crate::chess) fn kind(&self) -> Piece {
        self.piece
    }

    /// Returns the features of the square that the piece leaves.
    #[inline]
    pub(super) fn leaves(&self) -> [usize; 2] {
        self.leaves
    }
}

// Inlined: a call per move took 6 % of the time of a search.
#[inline(always)]
fn attacks(piece: Piece, square: Square, occupied: BitBoard, mover: Color) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, mover),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}
