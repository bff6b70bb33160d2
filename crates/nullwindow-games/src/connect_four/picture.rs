//! Pictures of boards: rows from the top, `x` for the first player, `o` for the second, `.` for an empty square.

use super::board::{ConnectFourBoard, has_four};
use super::game::bits;
use super::{BoardShape, ConnectFour};
use crate::ParseError;
use nullwindow::Player;

impl<S: BoardShape> ConnectFour<S> {
    /// Returns the rows from the top.
    pub(super) fn rows(&self, board: &ConnectFourBoard) -> Vec<String> {
        let (first, second) = (board.of(Player::First), board.of(Player::Second));
        let square = |bit: u64| match bit {
            _ if first & bit != 0 => 'x',
            _ if second & bit != 0 => 'o',
            _ => '.',
        };
        let row = |row| (0..self.shape.width()).map(|column| square(self.bit(column, row))).collect();
        (0..self.shape.height()).rev().map(row).collect()
    }

    fn bit(&self, column: u32, row: u32) -> u64 {
        1 << (column * self.shape.step() + row)
    }

    /// Reads a picture: its rows are separated by `/` or line ends.
    pub(super) fn parse_picture(&self, text: &str) -> Result<ConnectFourBoard, ParseError> {
        let (width, height) = (self.shape.width(), self.shape.height());
        let (mut column, mut row) = (0, height - 1);
        let mut sides = [0u64; 2];
        let (begin, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
        for (offset, c) in text[..end].char_indices().filter(|(offset, _)| *offset >= begin) {
            let error = |expected: String| Err(ParseError::new(text, offset, expected));
            match c {
                '/' | '\n' if column < width => return error(format!("{width} squares in a row")),
                '/' | '\n' if row == 0 => return error(format!("{height} rows")),
                '/' | '\n' => (column, row) = (0, row - 1),
                _ if c.is_whitespace() => {}
                _ if column == width => return error(format!("{width} squares in a row, then / or a new line")),
                _ => {
                    match c {
                        'x' | 'X' => sides[0] |= self.bit(column, row),
                        'o' | 'O' => sides[1] |= self.bit(column, row),
                        '.' | '-' | '_' => {}
                        _ => return error("x, o or . for an empty square".to_owned()),
                    }
                    column += 1;
                }
            }
        }
        if (column, row) != (width, 0) {
            return Err(ParseError::new(text, text.len(), format!("{height} rows of {width} squares")));
        }
        self.with_sides(sides).map_err(|expected| ParseError::new(text, 0, expected))
    }

    /// Builds the position with these stones of the first and the second player, or returns the rule that it breaks.
    pub(super) fn with_sides(&self, [first, second]: [u64; 2]) -> Result<ConnectFourBoard, &'static str> {
        let all = first | second;
        let (stones, lead) = (all.count_ones(), first.count_ones().checked_sub(second.count_ones()));
        // Every stone rests on another one or on the bottom.
        if all & !(all << 1 | self.shape.bottom()) != 0 {
            return Err("no stone above an empty square");
        }
        let (own, other) = match lead {
            Some(0) => (first, second),
            Some(1) => (second, first),
            _ => return Err("as many x as o, or one more"),
        };
        // The last stone is on top of its column; removing it must leave no four.
        let mut tops = bits(other & !(all >> 1));
        if has_four(own, self.shape) || has_four(other, self.shape) && tops.all(|top| has_four(other ^ top, self.shape))
        {
            return Err("four in a line only by the last stone");
        }
        Ok(ConnectFourBoard { own, all, stones })
    }
}
