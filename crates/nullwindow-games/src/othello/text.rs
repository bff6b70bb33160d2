//! The text of boards and moves.

use super::board::{Move, OthelloBoard};
use crate::ParseError;
use nullwindow::Player;

const SQUARE: &str = "a square: X, * or B (black), O or W (white), - or . (empty)";
const MOVER: &str = "the player to move, X or O";
/// The expectation for a text that is not a move.
pub(super) const MOVE: &str = "a move such as f5, or pass";
/// The expectation for an illegal move.
pub(super) const LEGAL: &str = "a legal move";
/// The expectation for a move in a finished game.
pub(super) const OVER: &str = "no move, as the game is over";

/// Reads a board at the beginning of `text`: 64 squares row by row from a1, ignoring blanks and line ends, and the
/// mover. Returns it with the offset of the rest.
pub(super) fn read_board(text: &str) -> Result<(OthelloBoard, usize), ParseError> {
    let mut marks = text.char_indices().filter(|(_, mark)| !mark.is_ascii_whitespace());
    let mut next = |expected: &'static str| match marks.next() {
        // A semicolon ends the board early: answers follow it.
        Some((offset, ';')) => Err(ParseError::new(text, offset, expected)),
        Some(mark) => Ok(mark),
        None => Err(ParseError::new(text, text.len(), expected)),
    };
    let (mut black, mut white) = (0, 0);
    for square in 0..64 {
        let (offset, mark) = next(SQUARE)?;
        match player(mark) {
            Some(Player::First) => black |= 1u64 << square,
            Some(Player::Second) => white |= 1u64 << square,
            None if matches!(mark, '-' | '.') => {}
            None => return Err(ParseError::new(text, offset, SQUARE)),
        }
    }
    let (offset, mark) = next(MOVER)?;
    let mover = player(mark).ok_or_else(|| ParseError::new(text, offset, MOVER))?;
    let (own, other) = if mover == Player::First { (black, white) } else { (white, black) };
    let board = OthelloBoard::new(own, other, mover).ok_or_else(|| ParseError::new(text, 0, SQUARE))?;
    Ok((board, offset + 1))
}

/// Returns whether a character is the mark of a square.
pub(super) fn is_square(mark: char) -> bool {
    matches!(mark, '-' | '.') || player(mark).is_some()
}

/// Returns the player whose disc a mark denotes.
fn player(mark: char) -> Option<Player> {
    match mark {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Player::First),
        'O' | 'o' | 'W' | 'w' => Some(Player::Second),
        _ => None,
    }
}

/// Returns the mark of a player's discs.
const fn mark(player: Player) -> char {
    match player {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

/// Returns the mark of a square, `-` if it is empty.
fn mark_on(board: &OthelloBoard, square: u8) -> char {
    let held = |player: Player| board.discs(player) >> square & 1 == 1;
    [Player::First, Player::Second].into_iter().find(|&player| held(player)).map_or('-', mark)
}

/// Writes 64 squares, a blank and the mover.
pub(super) fn write_board(board: &OthelloBoard) -> String {
    let mut text: String = (0..64).map(|square| mark_on(board, square)).collect();
    text.push(' ');
    text.push(mark(board.mover()));
    text
}

/// Reads a move, legal or not: a square such as `f5` in either case, `pass` or `--`.
pub(super) fn read_move(text: &str) -> Option<Move> {
    if text == "--" || text.eq_ignore_ascii_case("pass") {
        return Some(Move::PASS);
    }
    match text.as_bytes() {
        &[file, rank] => square(file, rank).and_then(Move::on),
        _ => None,
    }
}

/// Returns the square of a file and a rank.
pub(super) fn square(file: u8, rank: u8) -> Option<u8> {
    let file = file.to_ascii_lowercase().checked_sub(b'a').filter(|&file| file < 8)?;
    let rank = rank.checked_sub(b'1').filter(|&rank| rank < 8)?;
    Some(8 * rank + file)
}

/// Writes a square such as `f5`, or `pass`.
pub(super) fn write_move(play: Move) -> String {
    match play.square() {
        Some(square) => [b'a' + square % 8, b'1' + square / 8].map(char::from).iter().collect(),
        None => "pass".to_owned(),
    }
}

/// Returns the expectation of the error for an illegal move.
pub(super) fn refusal(board: &OthelloBoard) -> &'static str {
    if board.is_over() { OVER } else { LEGAL }
}

/// Draws the board with files and ranks at its edges and dots where the mover may place a disc. The last line shows the
/// disc counts and the player to move or the winner.
pub(super) fn draw(board: &OthelloBoard) -> String {
    let mut picture = String::from("  a b c d e f g h\n");
    let mobility = board.mobility();
    for rank in 0..8 {
        picture.push(char::from(b'1' + rank));
        for file in 0..8 {
            let square = 8 * rank + file;
            picture.push(' ');
            picture.push(if mobility >> square & 1 == 1 { '.' } else { mark_on(board, square) });
        }
        picture.push('\n');
    }
    let count = |player| board.discs(player).count_ones();
    let turn = if board.is_over() { result(board) } else { turn(board.mover(), mobility) };
    picture.push_str(&format!("X {}  O {}  {turn}", count(Player::First), count(Player::Second)));
    picture
}

fn turn(mover: Player, mobility: u64) -> String {
    format!("{} {}", mark(mover), if mobility == 0 { "must pass" } else { "to move" })
}

/// Describes the result of a finished game.
fn result(board: &OthelloBoard) -> String {
    let score = board.final_score().get();
    let winner = if score > 0 { board.mover() } else { board.mover().other() };
    match score {
        0 => "the game is over: drawn".to_owned(),
        _ => format!("the game is over: {} has won by {}", mark(winner), score.abs()),
    }
}
