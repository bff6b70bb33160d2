//! The grid as data, and grids set up by hand.

use super::{TicTacToeGrid, TicTacToeSquare};
use crate::diagram::stones;
use crate::{BoardDiagram, BoardLook, ComposeError, DiagramCell, DiagramPiece, PieceShape};
use nullwindow::Player;

const SHAPES: [PieceShape; 2] = [PieceShape::Cross, PieceShape::Ring];

/// Returns the grid; X is a cross and O a ring.
pub(super) fn of(grid: &TicTacToeGrid) -> BoardDiagram {
    let holds = |stones: u16, index: usize| stones >> index & 1 == 1;
    let cell = |column, row| {
        let index = 3 * row + column;
        let piece = match (holds(grid.x, index), holds(grid.o, index)) {
            (true, _) => Some(DiagramPiece::first(PieceShape::Cross)),
            (_, true) => Some(DiagramPiece::second(PieceShape::Ring)),
            _ => None,
        };
        DiagramCell::new(name(index)).with_piece(piece)
    };
    BoardDiagram::new(BoardLook::Lines, 3, 3, cell).with_pieces(["", ""], [&SHAPES[..1], &SHAPES[1..]])
}

/// Returns the square of a move.
pub(super) fn move_cells(square: TicTacToeSquare) -> Vec<usize> {
    vec![square.0.into()]
}

/// Returns the grid with these stones. Their numbers determine the player to move.
pub(super) fn compose(cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<TicTacToeGrid, ComposeError> {
    ComposeError::unless_count(cells, 9)?;
    let sets = stones(cells, SHAPES, name)?;
    // Nine cells: no bit is lost.
    let [x, o] = sets.map(|set| u16::try_from(set).unwrap_or_default());
    let grid = TicTacToeGrid { x, o };
    if !grid.can_arise() {
        return Err(ComposeError::position(super::notation::CAN_ARISE));
    }
    match (grid.mover() == Player::First, first_moves) {
        (true, false) => Err(ComposeError::position("one more X than O if O is to move")),
        (false, true) => Err(ComposeError::position("as many X as O if X is to move")),
        _ => Ok(grid),
    }
}

/// Returns the name of a square.
fn name(index: usize) -> String {
    (index + 1).to_string()
}
