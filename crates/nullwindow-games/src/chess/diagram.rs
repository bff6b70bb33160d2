//! The board as data, and positions set up on it.

use super::uci::{coordinates, format_uci};
use super::{Position, parse_fen};
use crate::diagram::{letters, numbers};
use crate::{BoardDiagram, BoardLook, ComposeError, DiagramCell, DiagramPiece, PieceShape};
use cozy_chess::{Color, File, Move, Piece, Rank, Square};

const SHAPES: [PieceShape; 6] =
    [PieceShape::King, PieceShape::Queen, PieceShape::Rook, PieceShape::Bishop, PieceShape::Knight, PieceShape::Pawn];

/// Returns the board with White below.
pub(super) fn of(position: &Position) -> BoardDiagram {
    let board = &position.board;
    let piece = |square: Square| {
        let (piece, color) = (board.piece_on(square)?, board.color_on(square)?);
        Some(DiagramPiece { shape: shape(piece), first: color == Color::White })
    };
    let cell = |column, row| {
        let square = square(8 * row + column);
        DiagramCell::new(square.to_string()).with_piece(piece(square))
    };
    BoardDiagram::new(BoardLook::Chequered, 8, 8, cell)
        .with_labels(letters(8), numbers(8).rev())
        .with_pieces(["white", "black"], [&SHAPES, &SHAPES])
}

/// Returns the squares of a move. Castling is the king's step, or in Chess960 the king's capture of its rook, as in UCI.
pub(super) fn move_cells(position: &Position, play: Move) -> Vec<usize> {
    let step = coordinates(&format_uci(position, play)).unwrap_or(play);
    [step.from, step.to].map(index).to_vec()
}

/// Returns the position with these pieces, without a capture in passing. A player may castle with every rook at home if
/// its king is at home: a board does not show whether they have moved, and a right that the game has lost is easily taken
/// away in the FEN. Chess960 is not recognised.
pub(super) fn compose(cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<Position, ComposeError> {
    ComposeError::unless_count(cells, 64)?;
    let mut letters = Vec::with_capacity(64);
    for (place, piece) in cells.iter().enumerate() {
        let wrong = |piece| ComposeError::piece(square(place).to_string(), piece, "a piece of chess");
        letters.push(piece.map(|piece| letter(piece).ok_or_else(|| wrong(piece))).transpose()?);
    }
    // The reader of FEN knows what makes a position, and says what is wrong with it.
    let ranks: Vec<String> = letters.chunks(8).map(rank_text).collect();
    let mover = if first_moves { "w" } else { "b" };
    let fen = format!("{} {mover} {} - 0 1", ranks.join("/"), rights(&letters));
    parse_fen(&fen).map_err(|error| ComposeError::position(error.expected))
}

/// Writes a rank of FEN.
fn rank_text(letters: &[Option<char>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for letter in letters.iter().chain([&Some('/')]) {
        match letter {
            None => empty += 1,
            Some(letter) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                text.push(*letter);
                empty = 0;
            }
        }
    }
    text.pop(); // the sentinel
    text
}

/// Returns the castling rights of kings and rooks that stand where chess begins.
fn rights(letters: &[Option<char>]) -> String {
    let has = |file, rank, letter| letters[index(Square::new(file, rank))] == Some(letter);
    let right = |rank, king, rook, file| has(File::E, rank, king) && has(file, rank, rook);
    let all = [
        ('K', right(Rank::First, 'K', 'R', File::H)),
        ('Q', right(Rank::First, 'K', 'R', File::A)),
        ('k', right(Rank::Eighth, 'k', 'r', File::H)),
        ('q', right(Rank::Eighth, 'k', 'r', File::A)),
    ];
    let rights: String = all.into_iter().filter_map(|(letter, has)| has.then_some(letter)).collect();
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// Returns the square of a cell, counted from the top left.
fn square(index: usize) -> Square {
    Square::new(File::index(index % 8), Rank::index(7 - index / 8))
}

/// Returns the cell of a square.
fn index(square: Square) -> usize {
    8 * (7 - square.rank() as usize) + square.file() as usize
}

fn shape(piece: Piece) -> PieceShape {
    match piece {
        Piece::King => PieceShape::King,
        Piece::Queen => PieceShape::Queen,
        Piece::Rook => PieceShape::Rook,
        Piece::Bishop => PieceShape::Bishop,
        Piece::Knight => PieceShape::Knight,
        Piece::Pawn => PieceShape::Pawn,
    }
}

/// Returns the letter of a piece in FEN; `None` if it is no piece of chess.
fn letter(piece: DiagramPiece) -> Option<char> {
    let own = Piece::ALL.into_iter().find(|&own| shape(own) == piece.shape)?;
    let letter = char::from(own);
    Some(if piece.first { letter.to_ascii_uppercase() } else { letter })
}
