//! Positions and moves as text, and the picture of a board.

use crate::{Breakthrough, BreakthroughBoard, Move};
use nullwindow::{Game, MoveBuf, Player};
use nullwindow_games::{Notation, ParseError, TestPosition};

/// The names of the players, first mover first.
pub(crate) const PLAYERS: [&str; 2] = ["White", "Black"];

impl Notation for Breakthrough {
    const NAME: &'static str = "breakthrough";

    fn start(&self) -> BreakthroughBoard {
        let white = self.row(0) | self.row(1);
        let black = self.row(self.height - 1) | self.row(self.height - 2);
        BreakthroughBoard { white, black, mover: Player::First }
    }

    /// Reads rows and the player to move; a text without `/` is moves from the start.
    fn parse_position(&self, text: &str) -> Result<BreakthroughBoard, ParseError> {
        if !text.contains('/') {
            return self.play_all(text);
        }
        let begin = text.len() - text.trim_start().len();
        let length = text[begin..].find(char::is_whitespace).unwrap_or(text.len() - begin);
        let (white, black) = self.read_rows(text, begin, begin + length)?;
        let rest = &text[begin + length..];
        let offset = text.len() - rest.trim_start().len();
        let mover = match rest.trim() {
            "w" | "W" => Player::First,
            "b" | "B" => Player::Second,
            _ => return Err(ParseError::new(text, offset, "w or b for the player to move")),
        };
        let board = BreakthroughBoard { white, black, mover };
        let for_other = BreakthroughBoard { mover: mover.other(), ..board };
        // If the game were over for the opponent, the player to move would have won already.
        if self.over(&for_other, &mut MoveBuf::new()).is_some() {
            return Err(ParseError::new(text, begin, "a position that the player to move has not won before"));
        }
        Ok(board)
    }

    fn format_position(&self, board: &BreakthroughBoard) -> String {
        let rows: Vec<String> = (0..self.height).rev().map(|row| self.format_row(board, row)).collect();
        let mover = if board.mover == Player::First { 'w' } else { 'b' };
        format!("{} {mover}", rows.join("/"))
    }

    /// Writes `a2-a3`, or `b4xc5` for a capture. The default of `parse_move` reads this form.
    fn format_move(&self, board: &BreakthroughBoard, play: Move) -> String {
        let captures = (board.white | board.black) >> play.to & 1 == 1;
        format!("{}{}{}", square(play.from), if captures { 'x' } else { '-' }, square(play.to))
    }

    fn draw(&self, board: &BreakthroughBoard) -> String {
        let mut lines = Vec::new();
        for row in (0..self.height).rev() {
            let cells = (0..self.width).map(|column| format!(" {}", cell(board, row, column).unwrap_or('.')));
            lines.push(format!("{} {}", row + 1, cells.collect::<String>()));
        }
        let columns: String = ('a'..='h').take(self.width as usize).map(|name| format!(" {name}")).collect();
        lines.push(format!("  {columns}"));
        let name = |player: Player| PLAYERS[usize::from(player == Player::Second)];
        lines.push(match self.over(board, &mut MoveBuf::new()) {
            Some(_) => format!("the game is over: {} has won", name(board.mover.other())),
            None => format!("{} to move", name(board.mover)),
        });
        lines.join("\n")
    }

    fn test_set(&self) -> Vec<TestPosition> {
        let positions: &[&'static str] = match (self.width, self.height) {
            (8, 8) => &TESTS_8X8,
            (5, 5) => &TESTS_5X5,
            (3, 5) => &TESTS_3X5,
            _ => &[],
        };
        positions.iter().map(|position| TestPosition::new(position, "random play")).collect()
    }
}

const TESTS_8X8: [&str; 10] = [
    "1bbbbbbb/1bbbbbbb/1b6/3b4/3w4/5w2/wwww1www/www1wwww w",
    "bbbbbbbb/bbb2b1b/2b3b1/8/6b1/2ww3w/wwwwww1w/www2www w",
    "1b1bbbbb/bbbbb1bb/2b2b2/1b6/3w4/w5ww/1wwww2w/ww1wwwww w",
    "1bbbbbbb/bbbb1b2/b4b1b/8/1w4b1/1w1w2w1/1wwwww1w/ww1w1www w",
    "1bbbb1bb/bbb1bb1b/b4b1b/8/1b1w3w/w6w/1wwwww1w/www1ww1w w",
    "bb1b1bbb/1b1bbbb1/b4b1b/b2b2w1/4w3/1ww4w/w2ww2w/wwwww1ww w",
    "bbbbbb1b/b2b3b/b4bb1/1b1b3b/3w2w1/w1w1ww2/ww1w1w2/ww1w1www w",
    "1bbb1bbb/bb1b1b1b/4bbb1/3b2w1/4w2w/1ww1w3/w1w4w/ww1wwwww w",
    "bbb1bb1b/b1bb2bb/6b1/1bb1wb2/1b1w1w2/1w1w1w2/w2w1ww1/ww1ww1ww w",
    "bbb3bb/bbbbb1b1/6bb/4b1w1/3bb3/w1wwwww1/w1w1w1ww/www1w3 w",
];
const TESTS_5X5: [&str; 10] = [
    "bbbbb/1bbbb/bw3/w1www/wwwww w",
    "bbbbb/bbb1b/3wb/wwwww/www1w b",
    "bbbbb/2bbb/b1b2/wwwww/1wwww w",
    "bbb1b/bbbbb/w1wbw/w2w1/wwwww b",
    "bbbb1/bwbbb/b2w1/ww1w1/wwwww w",
    "bbb1b/bb1bb/1b1bw/www1w/ww1ww b",
    "bb1bb/b1wbb/b1bb1/ww1ww/w1www w",
    "bbbbb/b1wb1/wb2b/wwww1/w2ww b",
    "1bbbb/bb1b1/ww2b/w1wbw/1w1ww w",
    "b1bbb/bbb2/wbwwb/1ww1w/1ww1w b",
];
const TESTS_3X5: [&str; 10] = [
    "bbb/bbb/1w1/1ww/www b",
    "bbb/b1b/2b/w1w/www w",
    "bbb/b1w/b2/1ww/www b",
    "bbb/b2/1bb/www/w1w w",
    "b1b/bbb/wwb/1ww/w1w b",
    "b1b/bw1/1wb/2w/www w",
    "1bb/bb1/1bw/2w/ww1 b",
    "b2/wbb/2b/w2/www w",
    "bbb/3/wbw/1b1/1ww b",
    "1b1/1bb/bb1/1w1/ww1 w",
];

impl Breakthrough {
    /// Reads the rows between two offsets of a text.
    fn read_rows(&self, text: &str, begin: usize, end: usize) -> Result<(u64, u64), ParseError> {
        let (mut white, mut black) = (0, 0);
        let (mut row, mut column) = (self.height - 1, 0);
        for (offset, character) in text[begin..end].char_indices() {
            let wrong = |expected: String| Err(ParseError::new(text, begin + offset, expected));
            let empty =
                character.to_digit(10).filter(|empty| (1..=self.width - column.min(self.width)).contains(empty));
            match character {
                // A short or a long row is reported where it ends, not at the end of the text.
                '/' if column < self.width => return wrong(format!("{} squares in a row", self.width)),
                '/' if row == 0 => return wrong(format!("{} rows", self.height)),
                '/' => (row, column) = (row - 1, 0),
                _ if column == self.width => return wrong(format!("{} squares in a row", self.width)),
                'w' | 'W' => (white, column) = (white | 1 << (8 * row + column), column + 1),
                'b' | 'B' => (black, column) = (black | 1 << (8 * row + column), column + 1),
                _ => match empty {
                    Some(empty) => column += empty,
                    None => return wrong("w, b, a number of empty squares or /".to_owned()),
                },
            }
        }
        if row > 0 || column < self.width {
            return Err(ParseError::new(text, end, format!("{} rows of {} squares", self.height, self.width)));
        }
        Ok((white, black))
    }

    fn format_row(&self, board: &BreakthroughBoard, row: u32) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for column in 0..self.width {
            match cell(board, row, column) {
                None => empty += 1,
                Some(pawn) => {
                    if empty > 0 {
                        text += &std::mem::take(&mut empty).to_string();
                    }
                    text.push(pawn);
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    }
}

/// Returns the letter of the pawn on a square.
fn cell(board: &BreakthroughBoard, row: u32, column: u32) -> Option<char> {
    let holds = |pawns: u64| pawns >> (8 * row + column) & 1 == 1;
    if holds(board.white) { Some('w') } else { holds(board.black).then_some('b') }
}

/// Writes a square: `a1` is White's left corner.
fn square(number: u8) -> String {
    format!("{}{}", char::from(b'a' + number % 8), number / 8 + 1)
}
