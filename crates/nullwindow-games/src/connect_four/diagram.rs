//! The board as data, and positions set up on it.

use super::board::{ConnectFourBoard, ConnectFourSquare};
use super::{BoardShape, ConnectFour};
use crate::diagram::stones;
use crate::{BoardDiagram, BoardLook, ComposeError, DiagramCell, DiagramPiece, PieceShape};
use nullwindow::Player;

const DISC: PieceShape = PieceShape::Disc;

impl<S: BoardShape> ConnectFour<S> {
    /// Returns the columns with their stones. The name of a cell is its column and its row from the bottom: `4.1`.
    pub(super) fn diagram_of(&self, board: &ConnectFourBoard) -> BoardDiagram {
        let (first, second) = (board.of(Player::First), board.of(Player::Second));
        let (columns, rows) = self.size();
        let cell = |column: usize, row: usize| {
            let index = columns * row + column;
            let bit = self.bit_of(index);
            let piece = match bit {
                _ if first & bit != 0 => Some(DiagramPiece::first(DISC)),
                _ if second & bit != 0 => Some(DiagramPiece::second(DISC)),
                _ => None,
            };
            DiagramCell::new(self.cell_name(index)).with_piece(piece)
        };
        let files = (0..self.shape.width()).map(|column| self.name(column));
        BoardDiagram::new(BoardLook::Slots, columns, rows, cell)
            .with_labels(files, [""; 0])
            .with_pieces(["x", "o"], [&[DISC], &[DISC]])
    }

    /// Returns the cell where a stone comes to rest.
    pub(super) fn cells_of(&self, square: ConnectFourSquare) -> Vec<usize> {
        let (columns, rows) = self.size();
        let (place, step) = (usize::from(square.0), self.shape.step() as usize);
        vec![columns * (rows - 1 - place % step) + place / step]
    }

    /// Returns the position with these stones. Their numbers determine the player to move.
    pub(super) fn composed(
        &self,
        cells: &[Option<DiagramPiece>],
        first_moves: bool,
    ) -> Result<ConnectFourBoard, ComposeError> {
        let (columns, rows) = self.size();
        ComposeError::unless_count(cells, columns * rows)?;
        let to_bits = |set: u64| {
            let held = (0..cells.len()).filter(|index| set >> index & 1 == 1);
            held.fold(0, |bits, index| bits | self.bit_of(index))
        };
        let sides = stones(cells, [DISC; 2], |index| self.cell_name(index))?.map(to_bits);
        let board = self.with_sides(sides).map_err(ComposeError::position)?;
        match (board.mover() == Player::First, first_moves) {
            (true, false) => Err(ComposeError::position("one more x than o if o is to move")),
            (false, true) => Err(ComposeError::position("as many x as o if x is to move")),
            _ => Ok(board),
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.shape.width() as usize, self.shape.height() as usize)
    }

    /// Returns the bit of a cell.
    fn bit_of(&self, index: usize) -> u64 {
        let (columns, rows) = self.size();
        1 << (index % columns * self.shape.step() as usize + (rows - 1 - index / columns))
    }

    fn cell_name(&self, index: usize) -> String {
        let (columns, rows) = self.size();
        let column = u32::try_from(index % columns).unwrap_or_default();
        format!("{}.{}", self.name(column), rows - index / columns)
    }
}
