//! The board as data, and positions set up on it.

use super::board::{Move, OthelloBoard};
use super::text::write_move;
use crate::diagram::{letters, numbers, stones};
use crate::{BoardDiagram, BoardLook, ComposeError, DiagramCell, DiagramPiece, PieceShape};
use nullwindow::Player;

const DISC: PieceShape = PieceShape::Disc;

/// Returns the board with a1 at the top left: cells have the numbers of squares.
pub(super) fn of(board: &OthelloBoard) -> BoardDiagram {
    let holds = |player, index: usize| board.discs(player) >> index & 1 == 1;
    let cell = |column, row| {
        let index = 8 * row + column;
        let piece = match (holds(Player::First, index), holds(Player::Second, index)) {
            (true, _) => Some(DiagramPiece::first(DISC)),
            (_, true) => Some(DiagramPiece::second(DISC)),
            _ => None,
        };
        DiagramCell::new(name(index)).with_piece(piece)
    };
    BoardDiagram::new(BoardLook::Felt, 8, 8, cell)
        .with_labels(letters(8), numbers(8))
        .with_pieces(["black", "white"], [&[DISC], &[DISC]])
}

/// Returns the square of a move; none for a pass.
pub(super) fn move_cells(play: Move) -> Vec<usize> {
    play.square().map(usize::from).into_iter().collect()
}

/// Returns the position with these discs. Any discs are a position, as in the notation of boards.
pub(super) fn compose(cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<OthelloBoard, ComposeError> {
    ComposeError::unless_count(cells, 64)?;
    let [black, white] = stones(cells, [DISC; 2], name)?;
    let (own, other, mover) = if first_moves { (black, white, Player::First) } else { (white, black, Player::Second) };
    OthelloBoard::new(own, other, mover).ok_or_else(|| ComposeError::position("one disc on a square"))
}

/// Returns the name of a cell.
fn name(index: usize) -> String {
    u8::try_from(index).ok().and_then(Move::on).map(write_move).unwrap_or_default()
}
