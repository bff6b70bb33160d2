//! Boards as data, with the moves that can be made on them.

use nullwindow_games::{BoardDiagram, DiagramPiece};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A position on a board of cells, with the cells of every legal move.
///
/// Serialised, the fields of the diagram stand beside `moves` and `last`; shapes and looks are written by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DiagramDescription {
    /// The board. Cells are identified by their index in its list.
    pub diagram: BoardDiagram,
    /// The legal moves, in the order of generation, also of a position that is drawn by rule.
    pub moves: Vec<MoveCells>,
    /// The cells of the last move of the request; empty if it has none, or if it was a pass.
    pub last: Vec<usize>,
}

/// A legal move with its cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct MoveCells {
    /// The move in the game's notation.
    pub name: String,
    /// The cells that a player clicks, in this order; empty for a pass.
    pub cells: Vec<usize>,
}

impl Serialize for DiagramDescription {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let BoardDiagram { columns, rows, look, cells, files, ranks, pieces, .. } = &self.diagram;
        let cells: Vec<CellForm<'_>> = cells
            .iter()
            .map(|cell| CellForm { name: &cell.name, piece: cell.piece.map(PieceForm::from), shade: cell.shade })
            .collect();
        let pieces: Vec<OfferedForm<'_>> =
            pieces.iter().map(|offered| OfferedForm { piece: offered.piece.into(), name: &offered.name }).collect();
        let mut form = to.serialize_struct("DiagramDescription", 9)?;
        form.serialize_field("columns", columns)?;
        form.serialize_field("rows", rows)?;
        form.serialize_field("look", look.name())?;
        form.serialize_field("cells", &cells)?;
        form.serialize_field("moves", &self.moves)?;
        form.serialize_field("files", files)?;
        form.serialize_field("ranks", ranks)?;
        form.serialize_field("pieces", &pieces)?;
        form.serialize_field("last", &self.last)?;
        form.end()
    }
}

/// The serialised form of a cell.
#[derive(Serialize)]
struct CellForm<'d> {
    name: &'d str,
    piece: Option<PieceForm>,
    shade: bool,
}

/// The serialised form of a piece.
#[derive(Serialize)]
struct PieceForm {
    shape: &'static str,
    first: bool,
}

/// The serialised form of a piece that an editor offers.
#[derive(Serialize)]
struct OfferedForm<'d> {
    #[serde(flatten)]
    piece: PieceForm,
    name: &'d str,
}

impl From<DiagramPiece> for PieceForm {
    fn from(piece: DiagramPiece) -> PieceForm {
        PieceForm { shape: piece.shape.name(), first: piece.first }
    }
}
