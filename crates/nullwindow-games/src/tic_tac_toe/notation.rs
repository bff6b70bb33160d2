//! The notation of grids and squares.

use super::{TicTacToe, TicTacToeGrid, TicTacToeSquare};
use crate::notation::{NO_MOVE, turn};
use crate::{Notation, ParseError};
use nullwindow::{Game, MoveBuf};

const SQUARES: usize = 9;
/// The expectation for a grid that no game comes to.
pub(super) const CAN_ARISE: &str = "as many X as O or one more, and three in a row only for the one who moved last";
const MOVE: &str = "an empty square, from 1 to 9 or a1 to c3";

impl Notation for TicTacToe {
    const NAME: &'static str = "tictactoe";

    fn start(&self) -> TicTacToeGrid {
        TicTacToeGrid::default()
    }

    fn parse_position(&self, text: &str) -> Result<TicTacToeGrid, ParseError> {
        let mut grid = TicTacToeGrid::default();
        let mut square = 0;
        for (offset, c) in text.char_indices().filter(|(_, c)| *c != '/' && !c.is_whitespace()) {
            let error = |expected: &'static str| ParseError::new(text, offset, expected);
            if square == SQUARES {
                return Err(error("nothing after nine squares"));
            }
            match c {
                'X' | 'x' => grid.x |= 1 << square,
                'O' | 'o' => grid.o |= 1 << square,
                '-' | '.' | '_' => {}
                _ => return Err(error("X, O or - for an empty square")),
            }
            square += 1;
        }
        if square < SQUARES {
            return Err(ParseError::new(text, text.len(), "nine squares"));
        }
        if !grid.can_arise() {
            return Err(ParseError::new(text, 0, CAN_ARISE));
        }
        Ok(grid)
    }

    fn format_position(&self, grid: &TicTacToeGrid) -> String {
        (0..SQUARES).map(|square| stone(grid, square).unwrap_or('-')).collect()
    }

    fn parse_move(&self, grid: &TicTacToeGrid, text: &str) -> Result<TicTacToeSquare, ParseError> {
        let begin = text.len() - text.trim_start().len();
        if self.over(grid, &mut MoveBuf::new()).is_some() {
            return Err(ParseError::new(text, begin, NO_MOVE));
        }
        let square = match *text.trim().as_bytes() {
            [number @ b'1'..=b'9'] => Some(number - b'1'),
            [file @ (b'a'..=b'c' | b'A'..=b'C'), rank @ b'1'..=b'3'] => {
                Some(3 * (b'3' - rank) + (file.to_ascii_lowercase() - b'a'))
            }
            _ => None,
        };
        let legal = square.filter(|square| grid.empty() >> square & 1 == 1);
        legal.map(TicTacToeSquare).ok_or_else(|| ParseError::new(text, begin, MOVE))
    }

    fn format_move(&self, _: &TicTacToeGrid, square: TicTacToeSquare) -> String {
        square.number().to_string()
    }

    fn draw(&self, grid: &TicTacToeGrid) -> String {
        let row = |row: usize| {
            let cells: Vec<String> = (3 * row..3 * row + 3).map(|square| cell(grid, square)).collect();
            cells.join("|").trim_end().to_owned()
        };
        let rows: Vec<String> = (0..3).map(row).collect();
        let turn = turn(grid.mover(), self.over(grid, &mut MoveBuf::new()), ["X", "O"]);
        format!("{}\n{turn}", rows.join("\n---+---+---\n"))
    }
}

fn stone(grid: &TicTacToeGrid, square: usize) -> Option<char> {
    let holds = |stones: u16| stones >> square & 1 == 1;
    if holds(grid.x) { Some('X') } else { holds(grid.o).then_some('O') }
}

/// Returns the stone on a square, or the number of the empty square.
fn cell(grid: &TicTacToeGrid, square: usize) -> String {
    stone(grid, square).map_or_else(|| format!(" {} ", square + 1), |stone| format!(" {stone} "))
}
