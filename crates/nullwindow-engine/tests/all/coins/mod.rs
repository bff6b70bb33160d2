//! A toy game: the directory that a new game takes. Whatever has a default is left to it.

use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use nullwindow_games::{Notation, Perft, Playable};

/// Two players take coins from either end of a row; the larger sum wins.
#[derive(Clone, Debug)]
pub struct Coins;

/// The worth of the coins.
const ROW: [i8; 8] = [3, 1, 4, 1, 5, 2, 2, 6];

/// The coins that are left, and how much the player to move is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rest {
    first: u8,
    end: u8,
    ahead: i8,
    mover: Player,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Take {
    Left,
    Right,
}

impl Game for Coins {
    type Position = Rest;
    type Move = Take;

    fn mover(&self, rest: &Rest) -> Player {
        rest.mover
    }

    fn moves(&self, rest: &Rest, moves: &mut MoveBuf<Take>) -> Option<Score> {
        if rest.first == rest.end {
            return Some(Score::new(rest.ahead.into()));
        }
        moves.push(Take::Left);
        if rest.end - rest.first > 1 {
            moves.push(Take::Right);
        }
        None
    }

    fn play(&self, rest: &Rest, take: Take) -> Rest {
        let (first, end, coin) = match take {
            Take::Left => (rest.first + 1, rest.end, rest.first),
            Take::Right => (rest.first, rest.end - 1, rest.end - 1),
        };
        Rest { first, end, ahead: -(rest.ahead + ROW[usize::from(coin)]), mover: rest.mover.other() }
    }
}

impl Evaluator for Coins {}

impl Keyed for Coins {
    /// The coins left tell the player to move too: eight less the coins taken.
    fn key(&self, rest: &Rest) -> u64 {
        u64::from(rest.first) << 16 | u64::from(rest.end) << 8 | u64::from(rest.ahead.cast_unsigned())
    }
}

impl Notation for Coins {
    const NAME: &'static str = "coins";

    fn start(&self) -> Rest {
        Rest { first: 0, end: 8, ahead: 0, mover: Player::First }
    }
}

impl Perft for Coins {}

impl Playable for Coins {}
