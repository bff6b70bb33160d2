//! Positions and moves as text.

use super::board::{ConnectFourBoard, ConnectFourSquare};
use super::{BoardShape, ConnectFour};
use crate::notation::{NO_MOVE, read_test_set, turn};
use crate::recorded::{comment, read_line, read_lines, write_line};
use crate::{Notation, ParseError, RecordedGame, TestPosition};

/// The names of the columns.
const COLUMNS: &[u8; 12] = b"123456789abc";

impl<S: BoardShape> ConnectFour<S> {
    /// Returns the move to the column called `name`.
    fn named(&self, board: &ConnectFourBoard, name: char) -> Option<ConnectFourSquare> {
        let columns = &COLUMNS[..self.shape.width() as usize];
        let column = (0..).zip(columns).find(|(_, known)| name.eq_ignore_ascii_case(&char::from(**known)))?.0;
        self.landing(board, column)
    }

    pub(super) fn name(&self, column: u32) -> char {
        char::from(COLUMNS[column as usize])
    }

    fn columns_expected(&self) -> String {
        format!("a column from 1 to {} with room", self.name(self.shape.width() - 1))
    }

    /// Returns the moves to the columns of a text, and the board after them.
    fn parse_columns(&self, text: &str) -> Result<(Vec<ConnectFourSquare>, ConnectFourBoard), ParseError> {
        let (mut moves, mut board) = (Vec::new(), ConnectFourBoard::default());
        for (offset, name) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            if self.result(&board).is_some() {
                return Err(ParseError::new(text, offset, "nothing after the end of the game"));
            }
            let square = self.named(&board, name);
            let square = square.ok_or_else(|| ParseError::new(text, offset, self.columns_expected()))?;
            board = board.after(square);
            moves.push(square);
        }
        Ok((moves, board))
    }
}

/// Returns whether a text is a picture of several rows, and not a list of columns.
fn is_picture(text: &str) -> bool {
    text.trim_end().contains(['/', '\n'])
}

impl<S: BoardShape> Notation for ConnectFour<S> {
    const NAME: &'static str = "connect4";

    fn start(&self) -> ConnectFourBoard {
        ConnectFourBoard::default()
    }

    fn parse_position(&self, text: &str) -> Result<ConnectFourBoard, ParseError> {
        match is_picture(text) {
            true => self.parse_picture(text),
            false => self.parse_columns(text).map(|(_, board)| board),
        }
    }

    fn format_position(&self, board: &ConnectFourBoard) -> String {
        // Some boards that `parse_picture` accepts cannot be reached by legal moves.
        match self.sequence(board) {
            Some(columns) => columns.into_iter().map(|column| self.name(column)).collect(),
            None => self.rows(board).join("/"),
        }
    }

    fn parse_move(&self, board: &ConnectFourBoard, text: &str) -> Result<ConnectFourSquare, ParseError> {
        let begin = text.len() - text.trim_start().len();
        if self.result(board).is_some() {
            return Err(ParseError::new(text, begin, NO_MOVE));
        }
        let mut names = text.trim().chars();
        let square = match (names.next(), names.next()) {
            (Some(name), None) => self.named(board, name),
            _ => None,
        };
        square.ok_or_else(|| ParseError::new(text, begin, self.columns_expected()))
    }

    /// Reads columns, or pictures with `/` between the rows, one per line. Moves from a picture follow the word `moves`.
    fn read_games(&self, text: &str) -> Result<Vec<RecordedGame<ConnectFourBoard, ConnectFourSquare>>, ParseError> {
        read_lines(text, |line| {
            if line.contains(" moves") {
                return read_line(self, line);
            }
            let game = match is_picture(line) {
                true => RecordedGame::new(self.parse_picture(line)?, Vec::new()),
                false => RecordedGame::new(self.start(), self.parse_columns(line)?.0),
            };
            Ok(game.with_text(line))
        })
    }

    /// Writes the columns from the empty board. Only a game from a board that no moves lead to is written with a picture.
    fn write_game(&self, game: &RecordedGame<ConnectFourBoard, ConnectFourSquare>) -> String {
        let start = self.format_position(&game.start);
        if is_picture(&start) {
            return write_line(self, game);
        }
        let columns: String = game.moves.iter().map(|&square| self.name(self.column(square))).collect();
        match start.is_empty() && columns.is_empty() {
            // An empty line is no game.
            true => write_line(self, game),
            false => format!("{}{start}{columns}\n", comment(game)),
        }
    }

    /// Counts the stones.
    fn moves_before(&self, board: &ConnectFourBoard) -> Option<u32> {
        Some(board.all.count_ones())
    }

    fn format_move(&self, _: &ConnectFourBoard, square: ConnectFourSquare) -> String {
        self.name(self.column(square)).to_string()
    }

    fn draw(&self, board: &ConnectFourBoard) -> String {
        let spaced = |row: &str| row.chars().flat_map(|c| [c, ' ']).collect::<String>().trim_end().to_owned() + "\n";
        let names: String = (0..self.shape.width()).map(|column| self.name(column)).collect();
        let picture: String = self.rows(board).iter().chain([&names]).map(|row| spaced(row)).collect();
        picture + &turn(board.mover(), self.result(board), ["x", "o"])
    }

    /// Returns twenty positions of the standard board; none for other sizes.
    fn test_set(&self) -> Vec<TestPosition> {
        if (self.shape.width(), self.shape.height()) != (7, 6) {
            return Vec::new();
        }
        let mut positions = read_test_set(include_str!("positions.txt"));
        positions.iter_mut().for_each(|entry| entry.value = entry.value.map(|value| value * self.unit));
        positions
    }
}
