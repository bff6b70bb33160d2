//! Boards as data, for front ends that draw them and let players click on them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A position on a board of cells: see [`Playable::diagram`](crate::Playable::diagram).
///
/// A cell is identified by its index: cells are listed row by row from the top, each row from the left.
///
/// ```
/// use nullwindow_games::{BoardDiagram, BoardLook, DiagramCell, DiagramPiece, PieceShape};
///
/// let ring = DiagramPiece::second(PieceShape::Ring);
/// let diagram = BoardDiagram::new(BoardLook::Lines, 2, 2, |column, row| {
///     let cell = DiagramCell::new(format!("{}", 2 * row + column + 1));
///     if (column, row) == (1, 0) { cell.with_piece(ring) } else { cell }
/// });
/// assert_eq!((diagram.cells[1].name.as_str(), diagram.cells[1].piece), ("2", Some(ring)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BoardDiagram {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The style in which the board is drawn.
    pub look: BoardLook,
    /// The cells, row by row from the top.
    pub cells: Vec<DiagramCell>,
    /// The labels of the columns from the left; empty if columns have none.
    pub files: Vec<String>,
    /// The labels of the rows from the top; empty if rows have none.
    pub ranks: Vec<String>,
    /// The pieces that an editor offers; empty if positions cannot be set up by hand
    /// ([`Playable::compose`](crate::Playable::compose)).
    pub pieces: Vec<OfferedPiece>,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DiagramCell {
    /// The name of the cell in the game's notation; empty if the cell is not part of the board.
    pub name: String,
    /// The piece on it.
    pub piece: Option<DiagramPiece>,
    /// True for the dark squares of a chequered board.
    pub shade: bool,
}

/// A piece of one of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DiagramPiece {
    /// The shape.
    pub shape: PieceShape,
    /// True if it belongs to the first player.
    pub first: bool,
}

/// A piece that an editor offers, with its name: `white pawn`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OfferedPiece {
    /// The piece.
    pub piece: DiagramPiece,
    /// Its name.
    pub name: String,
}

/// The shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PieceShape {
    /// The king of chess.
    King,
    /// The queen.
    Queen,
    /// The rook.
    Rook,
    /// The bishop.
    Bishop,
    /// The knight.
    Knight,
    /// The pawn.
    Pawn,
    /// A man of draughts.
    Man,
    /// A king of draughts.
    Crowned,
    /// A disc, or a stone.
    Disc,
    /// A cross.
    Cross,
    /// A ring.
    Ring,
}

/// The style in which a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardLook {
    /// Light and dark squares in turn, as in chess and draughts.
    Chequered,
    /// A grid on one ground, as in Othello.
    Felt,
    /// Columns that stones fall into: a click anywhere in a column means the cell where a stone comes to rest.
    Slots,
    /// Lines without a frame, as in tic-tac-toe.
    Lines,
}

impl BoardDiagram {
    /// Creates a diagram without labels. `cell` receives the column from the left and the row from the top, counted
    /// from 0. Every other cell of a chequered board is shaded; the one at the top left is not.
    #[must_use]
    pub fn new(
        look: BoardLook,
        columns: usize,
        rows: usize,
        mut cell: impl FnMut(usize, usize) -> DiagramCell,
    ) -> BoardDiagram {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let shaded = |column, row| look == BoardLook::Chequered && (column + row) % 2 == 1;
        let cells = places.map(|(column, row)| DiagramCell { shade: shaded(column, row), ..cell(column, row) });
        BoardDiagram {
            columns,
            rows,
            look,
            cells: cells.collect(),
            files: Vec::new(),
            ranks: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Labels the columns from the left and the rows from the top.
    #[must_use]
    pub fn with_labels(
        self,
        files: impl IntoIterator<Item: Into<String>>,
        ranks: impl IntoIterator<Item: Into<String>>,
    ) -> BoardDiagram {
        let files = files.into_iter().map(Into::into).collect();
        BoardDiagram { files, ranks: ranks.into_iter().map(Into::into).collect(), ..self }
    }

    /// Offers pieces for setting up positions: the shapes of the first player, then those of the second. `colours` are
    /// the words before their names: `white`, `black`.
    #[must_use]
    pub fn with_pieces(self, colours: [&str; 2], shapes: [&[PieceShape]; 2]) -> BoardDiagram {
        let offered = |first: bool| {
            let side = usize::from(!first);
            shapes[side].iter().map(move |&shape| OfferedPiece {
                piece: DiagramPiece { shape, first },
                name: format!("{} {}", colours[side], shape.spoken()).trim().to_owned(),
            })
        };
        BoardDiagram { pieces: offered(true).chain(offered(false)).collect(), ..self }
    }

    /// Returns the pieces on the cells, as [`Playable::compose`](crate::Playable::compose) expects them.
    #[must_use]
    pub fn contents(&self) -> Vec<Option<DiagramPiece>> {
        self.cells.iter().map(|cell| cell.piece).collect()
    }
}

impl DiagramCell {
    /// Creates an empty cell. A cell without a name is not part of the board.
    #[must_use]
    pub fn new(name: impl Into<String>) -> DiagramCell {
        DiagramCell { name: name.into(), piece: None, shade: false }
    }

    /// Puts a piece on the cell, if there is one.
    #[must_use]
    pub fn with_piece(self, piece: impl Into<Option<DiagramPiece>>) -> DiagramCell {
        DiagramCell { piece: piece.into(), ..self }
    }
}

impl DiagramPiece {
    /// Returns a piece of the first player.
    #[must_use]
    pub const fn first(shape: PieceShape) -> DiagramPiece {
        DiagramPiece { shape, first: true }
    }

    /// Returns a piece of the second player.
    #[must_use]
    pub const fn second(shape: PieceShape) -> DiagramPiece {
        DiagramPiece { shape, first: false }
    }
}

impl PieceShape {
    /// Every shape.
    pub const ALL: [PieceShape; 11] = [
        PieceShape::King,
        PieceShape::Queen,
        PieceShape::Rook,
        PieceShape::Bishop,
        PieceShape::Knight,
        PieceShape::Pawn,
        PieceShape::Man,
        PieceShape::Crowned,
        PieceShape::Disc,
        PieceShape::Cross,
        PieceShape::Ring,
    ];

    /// Returns the name of the shape in messages, one lower-case word: `pawn`. [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PieceShape::King => "king",
            PieceShape::Queen => "queen",
            PieceShape::Rook => "rook",
            PieceShape::Bishop => "bishop",
            PieceShape::Knight => "knight",
            PieceShape::Pawn => "pawn",
            PieceShape::Man => "man",
            PieceShape::Crowned => "crowned",
            PieceShape::Disc => "disc",
            PieceShape::Cross => "cross",
            PieceShape::Ring => "ring",
        }
    }

    /// Returns the noun by which players call it.
    const fn spoken(self) -> &'static str {
        match self {
            PieceShape::Crowned => "king",
            other => other.name(),
        }
    }
}

impl fmt::Display for PieceShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no shape of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no shape of a piece")]
pub struct UnknownShape(pub String);

impl FromStr for PieceShape {
    type Err = UnknownShape;

    fn from_str(name: &str) -> Result<PieceShape, UnknownShape> {
        PieceShape::ALL.into_iter().find(|shape| shape.name() == name).ok_or_else(|| UnknownShape(name.to_owned()))
    }
}

impl BoardLook {
    /// Returns the name of the style in messages: `chequered`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BoardLook::Chequered => "chequered",
            BoardLook::Felt => "felt",
            BoardLook::Slots => "slots",
            BoardLook::Lines => "lines",
        }
    }
}

/// Pieces on a board that are not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The game does not read positions from boards.
    #[error("positions of {game} cannot be set up on a board")]
    Unsupported {
        /// The name of the game.
        game: &'static str,
    },
    /// The list of cells does not have the length of the board.
    #[error("expected {expected} cells, found {found}")]
    Count {
        /// The number of cells of the board.
        expected: usize,
        /// The length of the list.
        found: usize,
    },
    /// A piece cannot stand on its cell.
    #[error("{}: expected {expected}, found a {}", place(cell), piece.shape.spoken())]
    Piece {
        /// The name of the cell; empty if it is not part of the board.
        cell: String,
        /// The piece.
        piece: DiagramPiece,
        /// A description of the pieces that may stand there.
        expected: Cow<'static, str>,
    },
    /// The pieces together break a rule.
    #[error("expected {expected}")]
    Position {
        /// A description of the positions that obey it.
        expected: Cow<'static, str>,
    },
}

impl ComposeError {
    /// Creates the error for pieces that together break a rule. `expected` completes "expected ...".
    #[must_use]
    pub fn position(expected: impl Into<Cow<'static, str>>) -> ComposeError {
        ComposeError::Position { expected: expected.into() }
    }

    /// Creates the error for a piece that cannot stand on its cell.
    #[must_use]
    pub fn piece(cell: impl Into<String>, piece: DiagramPiece, expected: impl Into<Cow<'static, str>>) -> ComposeError {
        ComposeError::Piece { cell: cell.into(), piece, expected: expected.into() }
    }

    /// Checks that the list of cells has the length of the board.
    ///
    /// # Errors
    /// [`ComposeError::Count`], if it has not.
    pub fn unless_count(cells: &[Option<DiagramPiece>], expected: usize) -> Result<(), ComposeError> {
        let found = cells.len();
        if found == expected { Ok(()) } else { Err(ComposeError::Count { expected, found }) }
    }
}

/// Describes a cell of an error.
fn place(cell: &str) -> String {
    if cell.is_empty() { "a cell outside the board".to_owned() } else { format!("square {cell}") }
}

/// Returns the sets of cells with pieces of the first and of the second player, bit `n` for the `n`-th cell, on a board
/// where every piece of a player looks alike.
pub(crate) fn stones(
    cells: &[Option<DiagramPiece>],
    shapes: [PieceShape; 2],
    name: impl Fn(usize) -> String,
) -> Result<[u64; 2], ComposeError> {
    let mut sets = [0; 2];
    for (index, piece) in cells.iter().enumerate().filter_map(|(index, piece)| Some((index, (*piece)?))) {
        let side = usize::from(!piece.first);
        if piece.shape != shapes[side] {
            return Err(ComposeError::piece(name(index), piece, format!("a {}", shapes[side].spoken())));
        }
        sets[side] |= 1 << index;
    }
    Ok(sets)
}

/// Returns the names of the first `count` files: `a`, `b`, ...
pub(crate) fn letters(count: u8) -> impl DoubleEndedIterator<Item = String> {
    (b'a'..b'a' + count).map(|letter| char::from(letter).to_string())
}

/// Returns the numbers from 1 to `count`.
pub(crate) fn numbers(count: usize) -> impl DoubleEndedIterator<Item = String> {
    (1..=count).map(|number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_shapes_are_read_back() {
        for shape in PieceShape::ALL {
            assert_eq!(shape.name().parse(), Ok(shape));
        }
        assert_eq!("Pawn".parse::<PieceShape>(), Err(UnknownShape("Pawn".to_owned())));
    }

    #[test]
    fn errors_name_the_square() {
        let man = DiagramPiece::first(PieceShape::Man);
        let error = ComposeError::piece("29", man, "a king").to_string();
        assert_eq!(error, "square 29: expected a king, found a man");
        let error = ComposeError::piece("", man, "no piece").to_string();
        assert_eq!(error, "a cell outside the board: expected no piece, found a man");
    }
}
