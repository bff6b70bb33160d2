//! Connect Four for nullwindow.

use crate::connect_four::{Board, End, Square, WIN};
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};

/// The rules, as nullwindow asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour;

#[inline]
fn score(end: End) -> Score {
    match end {
        End::Lost => Score::new(-i32::from(WIN)),
        End::Drawn => Score::ZERO,
    }
}

impl Game for ConnectFour {
    type Position = Board;
    type Move = Square;

    #[inline]
    fn mover(&self, board: &Board) -> Player {
        if board.stones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut MoveBuf<Square>) -> Option<Score> {
        let over = board.end().map(score);
        if over.is_none() {
            board.moves().for_each(|square| moves.push(square));
        }
        over
    }

    #[inline]
    fn play(&self, board: &Board, square: Square) -> Board {
        board.play(square)
    }

    #[inline]
    fn over(&self, board: &Board, _: &mut MoveBuf<Square>) -> Option<Score> {
        board.end().map(score)
    }
}

impl Evaluator for ConnectFour {
    #[inline]
    fn evaluate(&self, board: &Board) -> Score {
        Score::new(i32::from(board.evaluate()))
    }
}

impl Keyed for ConnectFour {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.key()
    }
}
