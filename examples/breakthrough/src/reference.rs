//! The rules once more, one square after the other: the reference of the conformance kit.
//!
//! It shares no code with `game.rs` and `board.rs`, so that a mistake in one of the two shows as a difference.

use crate::{Breakthrough, BreakthroughBoard, Move};
use nullwindow::{Game, MoveBuf, Player, Score};

/// Breakthrough, slowly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlowBreakthrough {
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl SlowBreakthrough {
    /// Returns all squares by row and column.
    fn squares(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (row, column)))
    }

    /// Returns whether a pawn of `player` may step to a square.
    fn may_enter(self, board: &BreakthroughBoard, (row, column): (i32, i32), aside: i32) -> bool {
        let inside = (0..self.height).contains(&row) && (0..self.width).contains(&column);
        inside
            && match pawn(board, row, column) {
                None => true,
                Some(other) => aside != 0 && other != board.mover,
            }
    }
}

/// Returns the owner of the pawn on a square.
fn pawn(board: &BreakthroughBoard, row: i32, column: i32) -> Option<Player> {
    let square = 1 << (8 * row + column);
    match (board.white & square != 0, board.black & square != 0) {
        (true, _) => Some(Player::First),
        (_, true) => Some(Player::Second),
        _ => None,
    }
}

impl Game for SlowBreakthrough {
    type Position = BreakthroughBoard;
    type Move = Move;

    fn mover(&self, board: &BreakthroughBoard) -> Player {
        board.mover
    }

    fn moves(&self, board: &BreakthroughBoard, moves: &mut MoveBuf<Move>) -> Option<Score> {
        let (forward, home) = if board.mover == Player::First { (1, 0) } else { (-1, self.height - 1) };
        let invaded = (0..self.width).any(|column| pawn(board, home, column) == Some(board.mover.other()));
        let own = |&(row, column): &(i32, i32)| pawn(board, row, column) == Some(board.mover);
        if invaded || !self.squares().any(|square| own(&square)) {
            return Some(-Breakthrough::WIN);
        }
        for (row, column) in self.squares().filter(own) {
            for aside in -1..=1 {
                let to = (row + forward, column + aside);
                if self.may_enter(board, to, aside) {
                    let number = |(row, column)| u8::try_from(8 * row + column).unwrap_or(u8::MAX);
                    moves.push(Move { from: number((row, column)), to: number(to) });
                }
            }
        }
        None
    }

    fn play(&self, board: &BreakthroughBoard, play: Move) -> BreakthroughBoard {
        let (mut white, mut black) = (0, 0);
        for square in 0..64 {
            let before = if square == play.to { play.from } else { square };
            let owner = match square {
                left if left == play.from => None,
                _ => pawn(board, i32::from(before / 8), i32::from(before % 8)),
            };
            white |= u64::from(owner == Some(Player::First)) << square;
            black |= u64::from(owner == Some(Player::Second)) << square;
        }
        BreakthroughBoard { white, black, mover: board.mover.other() }
    }
}
