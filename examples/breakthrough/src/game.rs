//! The rules, and the keys of positions.

use crate::{BreakthroughBoard, Move};
use nullwindow::{Game, Keyed, MoveBuf, Player, Score};
use nullwindow_games::{Perft, Published};

/// Breakthrough on a board of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Breakthrough {
    /// The score of a win at the end of the game.
    pub const WIN: Score = Score::new(10_000);
    /// The smallest score of a win. No evaluation reaches it, and no game lasts 1,000 plies.
    pub const WINS_FROM: Score = Score::new(9_000);

    /// Returns the game on eight columns of eight rows, as it is usually played.
    #[must_use]
    pub const fn standard() -> Breakthrough {
        Breakthrough { width: 8, height: 8 }
    }

    /// Returns the game on a board of 2 to 8 columns and 4 to 8 rows; `None` for other sizes.
    ///
    /// With one column a pawn could be blocked. With two there is always a move, because the foremost pawn has no pawn
    /// of its own side in front of it.
    #[must_use]
    pub const fn sized(width: u32, height: u32) -> Option<Breakthrough> {
        if matches!((width, height), (2..=8, 4..=8)) { Some(Breakthrough { width, height }) } else { None }
    }

    /// Returns the squares of a row, counted from White's side.
    pub(crate) const fn row(&self, row: u32) -> u64 {
        ((1 << self.width) - 1) << (8 * row)
    }

    /// Returns the final score for the player to move, if the game is over. Only the opponent, which moved last, can
    /// have won.
    fn result(&self, board: &BreakthroughBoard) -> Option<Score> {
        let last_row = match board.mover {
            Player::First => self.row(0),
            Player::Second => self.row(self.height - 1),
        };
        let (own, other) = board.sides();
        (own == 0 || other & last_row != 0).then_some(-Breakthrough::WIN)
    }
}

impl Game for Breakthrough {
    type Position = BreakthroughBoard;
    type Move = Move;

    #[inline]
    fn mover(&self, board: &BreakthroughBoard) -> Player {
        board.mover
    }

    fn moves(&self, board: &BreakthroughBoard, moves: &mut MoveBuf<Move>) -> Option<Score> {
        if let Some(score) = self.result(board) {
            return Some(score);
        }
        let (own, other) = board.sides();
        // The columns whose pawns a diagonal step would take off the board.
        let (left, right) = (0x0101_0101_0101_0101, 0x0101_0101_0101_0101 << (self.width - 1));
        let white = board.mover == Player::First;
        // Straight steps need an empty square; diagonal ones may also capture.
        for (pawns, aside, to) in [(own, 0, !(own | other)), (own & !left, -1, !own), (own & !right, 1, !own)] {
            let step = if white { 8 + aside } else { aside - 8 };
            let mut targets = shifted(pawns, step) & to;
            while targets != 0 {
                let to = targets.trailing_zeros();
                targets &= targets - 1;
                let captures = other >> to & 1 == 1;
                let rows = if white { to / 8 } else { self.height - 1 - to / 8 };
                let play = Move { from: number(to.wrapping_add_signed(-step)), to: number(to) };
                moves.push_ranked(play, rank(rows, captures, self.height));
            }
        }
        None
    }

    #[inline]
    fn play(&self, board: &BreakthroughBoard, play: Move) -> BreakthroughBoard {
        board.after(play)
    }

    #[inline]
    fn over(&self, board: &BreakthroughBoard, _: &mut MoveBuf<Move>) -> Option<Score> {
        self.result(board)
    }

    /// Returns the smallest score of a win: wins encode their distance, so that shorter ones score higher.
    #[inline]
    fn win_threshold(&self) -> Score {
        Breakthrough::WINS_FROM
    }
}

/// Ranks a move: a step to the last row wins, captures come before other steps, and advanced pawns before others.
fn rank(rows: u32, captures: bool, height: u32) -> i32 {
    let wins = rows + 1 == height;
    rows.cast_signed() + if captures { 10 } else { 0 } + if wins { 100 } else { 0 }
}

fn shifted(pawns: u64, step: i32) -> u64 {
    if step > 0 { pawns << step } else { pawns >> -step }
}

fn number(square: u32) -> u8 {
    u8::try_from(square).expect("a square below 64")
}

impl Keyed for Breakthrough {
    /// Mixes both boards and the player to move into 64 bits, with odd constants without a pattern.
    fn key(&self, board: &BreakthroughBoard) -> u64 {
        let mut key = board.white.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key = (key ^ key >> 32 ^ board.black).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        key = (key ^ key >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
        key ^ key >> 32 ^ u64::from(board.mover == Player::Second)
    }
}

impl Perft for Breakthrough {
    /// The numbers come from the generator in `tests/rules.rs`, which shares no code with this one.
    fn published(&self) -> &'static [Published] {
        match (self.width, self.height) {
            (8, 8) => &[("", &PERFT_8X8)],
            (5, 5) => &[("", &PERFT_5X5)],
            (3, 5) => &[("", &PERFT_3X5)],
            _ => &[],
        }
    }
}

const PERFT_8X8: [u64; 4] = [22, 484, 11_132, 256_036];
const PERFT_5X5: [u64; 6] = [13, 156, 1_924, 23_084, 289_828, 3_538_840];
const PERFT_3X5: [u64; 8] = [7, 42, 276, 1_776, 11_860, 75_966, 471_314, 2_865_312];
