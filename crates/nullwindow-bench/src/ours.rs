//! Connect Four for nullwindow.

use crate::connect_four::{GameEnd, PlainBoard, Square, WIN};
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};

/// The rules, for nullwindow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OurConnectFour;

#[inline]
fn score(end: GameEnd) -> Score {
    match end {
        GameEnd::Lost => Score::new(-i32::from(WIN)),
        GameEnd::Drawn => Score::ZERO,
    }
}

impl Game for OurConnectFour {
    type Position = PlainBoard;
    type Move = Square;

    #[inline]
    fn mover(&self, board: &PlainBoard) -> Player {
        if board.stones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn moves(&self, board: &PlainBoard, moves: &mut MoveBuf<Square>) -> Option<Score> {
        let over = board.end().map(score);
        if over.is_none() {
            board.moves().for_each(|square| moves.push(square));
        }
        over
    }

    #[inline]
    fn play(&self, board: &PlainBoard, square: Square) -> PlainBoard {
        board.play(square)
    }

    #[inline]
    fn over(&self, board: &PlainBoard, _: &mut MoveBuf<Square>) -> Option<Score> {
        board.end().map(score)
    }
}

impl Evaluator for OurConnectFour {
    #[inline]
    fn evaluate(&self, board: &PlainBoard) -> Score {
        Score::new(i32::from(board.evaluate()))
    }
}

impl Keyed for OurConnectFour {
    #[inline]
    fn key(&self, board: &PlainBoard) -> u64 {
        board.key()
    }
}
