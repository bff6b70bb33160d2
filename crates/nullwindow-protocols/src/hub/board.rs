//! Positions of the protocol: the player to move and one character per square, in one of two frames.

use nullwindow_engine::PositionText;
use std::fmt::Write;

/// The number of squares of the only variant.
const SQUARES: usize = 32;

/// The frame in which a client writes positions. Moves have the plain numbers in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HubFrame {
    /// Square `n` is character `n`, and Black moves first.
    Plain,
    /// The board is turned and the colours are exchanged: square `n` is character `33 - n`, and White moves first.
    Turned,
}

impl HubFrame {
    /// Returns the other frame.
    #[must_use]
    pub fn other(self) -> HubFrame {
        match self {
            HubFrame::Plain => HubFrame::Turned,
            HubFrame::Turned => HubFrame::Plain,
        }
    }
}

/// A position of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HubBoard {
    white_moves: bool,
    squares: [HubSquare; SQUARES],
}

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HubSquare {
    Empty,
    Piece { white: bool, king: bool },
}

impl HubBoard {
    /// Reads the player to move, `W` or `B`, and one of `w b W B e` per square.
    ///
    /// # Errors
    /// A description of the first character that is none of these, or of a wrong length.
    pub fn parse(text: &str) -> Result<HubBoard, String> {
        let mut characters = text.chars();
        let white_moves = match characters.next() {
            Some('W') => true,
            Some('B') => false,
            other => return Err(format!("expected `W` or `B`, the player to move, found {}", shown(other))),
        };
        let mut squares = [HubSquare::Empty; SQUARES];
        for (square, content) in (1..).zip(&mut squares) {
            *content = match characters.next() {
                Some('e') => HubSquare::Empty,
                Some(piece @ ('w' | 'W' | 'b' | 'B')) => {
                    HubSquare::Piece { white: piece.eq_ignore_ascii_case(&'w'), king: piece.is_ascii_uppercase() }
                }
                other => return Err(format!("square {square}: expected one of `w b W B e`, found {}", shown(other))),
            };
        }
        match characters.next() {
            None => Ok(HubBoard { white_moves, squares }),
            more => Err(format!("expected the end after {SQUARES} squares, found {}", shown(more))),
        }
    }

    /// Returns the position as a text of the game, in the FEN of draughts, with these moves.
    #[must_use]
    pub fn position(&self, frame: HubFrame, moves: &[String]) -> PositionText {
        let turned = frame == HubFrame::Turned;
        let mut sides = [String::new(), String::new()];
        for square in 1..=SQUARES {
            let place = if turned { SQUARES - square } else { square - 1 };
            if let HubSquare::Piece { white, king } = self.squares[place] {
                let side = &mut sides[usize::from(white == turned)];
                let comma = if side.is_empty() { "" } else { "," };
                let _ = write!(side, "{comma}{}{square}", if king { "K" } else { "" });
            }
        }
        let mover = if self.white_moves == turned { 'B' } else { 'W' };
        let [white, black] = sides;
        PositionText { text: Some(format!("{mover}:W{white}:B{black}")), moves: moves.to_vec() }
    }
}

fn shown(character: Option<char>) -> String {
    character.map_or_else(|| "the end".to_owned(), |c| format!("`{}`", c.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        HubBoard::parse(text).unwrap().position(HubFrame::Plain, &[]).text.unwrap()
    }

    fn turned(text: &str) -> String {
        HubBoard::parse(text).unwrap().position(HubFrame::Turned, &[]).text.unwrap()
    }

    #[test]
    fn boards_are_read_in_both_frames() {
        let board = "WbBeeeeeeeeeeeeeeeeeeeeeeeeeeeeWw";
        assert_eq!(plain(board), "W:WK31,32:B1,K2");
        assert_eq!(turned(board), "B:WK31,32:B1,K2", "colours and squares are exchanged together");
        assert_eq!(turned("BeeeeWeeeeeeeeeeeeeeeeeeeeeeeeeee"), "W:W:BK28");
        assert_eq!(plain(&format!("B{}", "e".repeat(32))), "B:W:B");
        assert_eq!(HubFrame::Plain.other().other(), HubFrame::Plain);
    }

    #[test]
    fn wrong_boards_are_explained() {
        for (text, part) in [
            (String::new(), "the player to move, found the end"),
            ("x".into(), "found `x`"),
            ("W".into(), "square 1: expected one of `w b W B e`, found the end"),
            (format!("W{}k", "e".repeat(31)), "square 32"),
            (format!("W{}", "e".repeat(33)), "after 32 squares"),
            (format!("B{}ü", "e".repeat(10)), "square 11"),
        ] {
            let error = HubBoard::parse(&text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
