//! The board as data, and positions set up on it.

use super::board::{Black, Colour, Position, White, bit};
use super::fen::{AT_MOST, MOST, NO_MAN};
use super::{Move, notation};
use crate::{BoardDiagram, BoardLook, ComposeError, DiagramCell, DiagramPiece, PieceShape};
use nullwindow::Player;

const SHAPES: [PieceShape; 2] = [PieceShape::Man, PieceShape::Crowned];

/// Returns the board with Black above, as the numbers of squares run. Light squares have no names.
pub(super) fn of(position: &Position) -> BoardDiagram {
    let cell = |column, row| match number(8 * row + column) {
        Some(number) => DiagramCell::new(number.to_string()).with_piece(piece(position, number)),
        None => DiagramCell::new(""),
    };
    BoardDiagram::new(BoardLook::Chequered, 8, 8, cell).with_pieces(["black", "white"], [&SHAPES, &SHAPES])
}

fn piece(position: &Position, number: u8) -> Option<DiagramPiece> {
    let place = bit(number);
    let shape = if place & position.kings == 0 { PieceShape::Man } else { PieceShape::Crowned };
    let first = place & position.black != 0;
    (place & (position.black | position.white) != 0).then_some(DiagramPiece { shape, first })
}

/// Returns the squares that the piece comes to, from the first to the last. Captures of the same pieces by several paths
/// are one move, of which one path is returned.
pub(super) fn move_cells(position: &Position, play: Move) -> Vec<usize> {
    let path = notation::path(position, play, &[]).unwrap_or_else(|| vec![play.from(), play.to()]);
    path.into_iter().map(index).collect()
}

/// Returns the position with these pieces, after progress.
pub(super) fn compose(cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<Position, ComposeError> {
    ComposeError::unless_count(cells, 64)?;
    let mover = if first_moves { Player::First } else { Player::Second };
    let mut position = Position { black: 0, white: 0, kings: 0, mover, quiet: 0 };
    for (index, piece) in cells.iter().enumerate().filter_map(|(index, piece)| Some((index, (*piece)?))) {
        let Some(number) = number(index) else { return Err(ComposeError::piece("", piece, "no piece")) };
        let place = bit(number);
        let (own, crown) = match piece.first {
            true => (&mut position.black, Black::CROWN),
            false => (&mut position.white, White::CROWN),
        };
        *own |= place;
        match piece.shape {
            PieceShape::Crowned => position.kings |= place,
            PieceShape::Man if place & crown == 0 => {}
            PieceShape::Man => return Err(ComposeError::piece(number.to_string(), piece, NO_MAN)),
            _ => return Err(ComposeError::piece(number.to_string(), piece, "a man or a king")),
        }
    }
    let most = position.black.count_ones().max(position.white.count_ones());
    if most > MOST { Err(ComposeError::position(AT_MOST)) } else { Ok(position) }
}

/// Returns the number, from 1 to 32, of the square at a cell; `None` for light squares.
fn number(index: usize) -> Option<u8> {
    let (column, row) = (index % 8, index / 8);
    // The four squares of a row begin at its second column, in every other row at its first.
    let dark = (column + row) % 2 == 1;
    u8::try_from(4 * row + column / 2 + 1).ok().filter(|_| dark)
}

/// Returns the cell of a square from 1 to 32.
fn index(number: u8) -> usize {
    let place = usize::from(number - 1);
    let (row, nth) = (place / 4, place % 4);
    8 * row + 2 * nth + (row + 1) % 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_squares_agree() {
        assert_eq!([1, 4, 5, 8, 29, 32].map(index), [1, 7, 8, 14, 56, 62]);
        assert!((1..=32).all(|n| number(index(n)) == Some(n)));
        assert_eq!((0..64).filter_map(number).count(), 32);
    }
}
