//! A position: a board of `cozy-chess` with the queries that the rules need.

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use std::fmt;

/// A chess position: the contents of FEN, without history.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    /// True after a null move of a selective search: the next player makes none.
    pub(super) passed: bool,
}

impl Position {
    /// Creates a position from a board.
    #[must_use]
    pub fn new(board: Board) -> Position {
        Position { board, passed: false }
    }

    /// Returns the board of `cozy-chess`.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the position with the colours exchanged. Its value for the player to move is the same.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let old = BoardBuilder::from_board(&self.board);
        let mut new = BoardBuilder::empty();
        for square in Square::ALL {
            *new.square_mut(square.flip_rank()) = old.square(square).map(|(piece, color)| (piece, !color));
        }
        for color in Color::ALL {
            *new.castle_rights_mut(!color) = *old.castle_rights(color);
        }
        new.side_to_move = !old.side_to_move;
        new.en_passant = old.en_passant.map(Square::flip_rank);
        new.halfmove_clock = old.halfmove_clock;
        new.fullmove_number = old.fullmove_number;
        // A legal position is legal with the colours exchanged; the other branch is never taken.
        new.build().map_or_else(|_| self.clone(), Position::new)
    }

    /// Returns whether a move is a capture or a promotion.
    #[inline]
    #[must_use]
    pub fn is_noisy(&self, play: Move) -> bool {
        is_noisy(&self.board, play)
    }

    /// Returns the file of a legal en passant capture. A double step alone does not change the position.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<File> {
        en_passant(&self.board)
    }

    /// Returns the key that the rule of threefold repetition compares: pieces, mover, castling rights, and a legal en
    /// passant capture.
    #[inline]
    #[must_use]
    pub fn repetition_key(&self) -> u64 {
        repetition_key(&self.board)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board)
    }
}

/// Returns the mask that turns the index of a square into the one that this side sees: an exclusive or, where
/// `Square::relative_to` costs ten instructions.
#[inline]
pub(super) const fn own_side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 56,
    }
}

/// The ranks on which pawns are promoted.
pub(super) const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// Returns whether a move is a capture or a promotion.
#[inline]
pub(super) fn is_noisy(board: &Board, play: Move) -> bool {
    let pawn = board.pieces(Piece::Pawn).has(play.from);
    board.colors(!board.side_to_move()).has(play.to)
        || play.promotion.is_some()
        || pawn && en_passant_target(board).has(play.to)
}

/// Returns the square of a possible en passant capture.
#[inline]
pub(super) fn en_passant_target(board: &Board) -> BitBoard {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map_or(BitBoard::EMPTY, |file| Square::new(file, rank).bitboard())
}

#[inline]
fn en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let mover = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(mover));
    let takers = get_pawn_attacks(to, !mover) & board.colored_pieces(mover, Piece::Pawn);
    takers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None })).then_some(file)
}

#[inline]
pub(super) fn repetition_key(board: &Board) -> u64 {
    // `cozy-chess` hashes every double step; the rule counts it only if a pawn can capture.
    if board.en_passant().is_some() && en_passant(board).is_none() { board.hash_without_ep() } else { board.hash() }
}

/// Returns whether no sequence of moves can lead to mate: bare kings, one knight or bishop, or bishops of one colour
/// only.
#[inline]
pub(super) fn is_dead(board: &Board) -> bool {
    // Any pawn, rook or queen can still mate.
    let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !strong.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match knights.len() {
        0 => bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES),
        1 => bishops.is_empty(),
        _ => false,
    }
}
