//! The rules.

use super::board::{Board, Square, has_four};
use super::knowledge::LAST;
use super::open::Open;
use super::{Custom, Shape, SizeError, Standard};
use crate::{Perft, Published};
use nullwindow::{Game, Keyed, MoveBuf, Player, Score};

/// Connect Four on a board of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFour<S = Standard> {
    pub(super) shape: S,
    /// What a win with the last stone is worth: 1, or [`ConnectFour::UNIT`] to leave room for judgement.
    pub(super) unit: i32,
    /// Whether more is told than the rules.
    pub(super) knows: bool,
}

impl ConnectFour {
    /// What a win with the last stone is worth [with a heuristic](ConnectFour::with_heuristic); every judgement
    /// is smaller.
    pub const UNIT: i32 = 1000;

    /// The game on seven columns of six rows, made to be solved: what is not decided is worth 0.
    #[must_use]
    pub const fn standard() -> ConnectFour {
        ConnectFour { shape: Standard, unit: 1, knows: true }
    }
}

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        ConnectFour::standard()
    }
}

impl ConnectFour<Custom> {
    /// The game on `width` columns of `height` rows, made to be solved.
    ///
    /// # Errors
    /// If a side is shorter than four, or the board with its guards takes more than 64 bits.
    pub fn sized(width: u32, height: u32) -> Result<ConnectFour<Custom>, SizeError> {
        Ok(ConnectFour { shape: Custom::new(width, height)?, unit: 1, knows: true })
    }
}

impl<S: Shape> ConnectFour<S> {
    /// The same game for play at fixed depths: wins are worth [`ConnectFour::UNIT`] times as much, and positions at
    /// the horizon are judged by threats and open lines.
    #[must_use]
    pub fn with_heuristic(self) -> ConnectFour<S> {
        ConnectFour { unit: ConnectFour::UNIT, ..self }
    }

    /// The same game by its rules alone: it knows no value before the end, and does not rank its moves, but lists the
    /// centre first. A node takes less time, and a search many more of them; for comparing searches.
    #[must_use]
    pub fn without_knowledge(self) -> ConnectFour<S> {
        ConnectFour { knows: false, ..self }
    }

    /// What a win with the last stone is worth: 1, or [`ConnectFour::UNIT`] with a heuristic. A win is worth that much for
    /// every stone that is left.
    #[must_use]
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// The size of the board.
    #[must_use]
    pub fn shape(&self) -> S {
        self.shape
    }

    /// What a win is worth for the one who plays the winning stone when `stones` are on the board: the number
    /// of stones he has left.
    #[inline]
    pub(super) fn win(&self, stones: u32) -> Score {
        Score::new((self.shape.count() + 1 - stones).div_euclid(2).cast_signed() * self.unit)
    }

    /// The final score for the mover, if the game is over.
    #[inline]
    pub(super) fn result(&self, board: &Board) -> Option<Score> {
        if has_four(board.other(), self.shape) {
            Some(-self.win(board.stones - 1))
        } else {
            (board.stones == self.shape.count()).then_some(Score::ZERO)
        }
    }

    /// Whether `column`, counted from 0, takes a stone, and where.
    pub(super) fn landing(&self, board: &Board, column: u32) -> Option<Square> {
        let bit = board.landings(self.shape) & self.shape.column(column);
        (bit != 0).then(|| Square::of(bit))
    }

    /// The column of a square, counted from 0.
    pub(super) fn column(&self, square: Square) -> u32 {
        u32::from(square.0) / self.shape.step()
    }
}

/// The rank of a move that lets the opponent win at once: behind every other.
const LOSING: i32 = -1;

impl<S: Shape> Game for ConnectFour<S> {
    type Position = Board;
    type Move = Square;

    #[inline]
    fn mover(&self, board: &Board) -> Player {
        board.mover()
    }

    /// Safe moves first, by what they threaten; where two look the same, the centre.
    #[inline]
    fn moves(&self, board: &Board, moves: &mut MoveBuf<Square>) -> Option<Score> {
        let shape = self.shape;
        if let Some(score) = self.result(board) {
            return Some(score);
        }
        let landings = board.landings(shape);
        let in_columns = |column: &u8| landings & shape.column(u32::from(*column));
        let landings = shape.centre_first().iter().map(in_columns).filter(|bit| *bit != 0);
        if self.knows {
            let open = Open::new(board, shape);
            let safe = open.safe();
            landings.for_each(|bit| {
                let rank = if safe & bit == 0 { LOSING } else { open.merit(bit, open.threats(bit)) };
                moves.push_ranked(Square::of(bit), rank);
            });
        } else {
            landings.for_each(|bit| moves.push(Square::of(bit)));
        }
        None
    }

    #[inline]
    fn play(&self, board: &Board, square: Square) -> Board {
        board.after(square)
    }

    #[inline]
    fn over(&self, board: &Board, _: &mut MoveBuf<Square>) -> Option<Score> {
        self.result(board)
    }

    /// Until all moves are tried at once.
    #[inline]
    fn plies_left(&self, board: &Board) -> u32 {
        let tried = if self.knows { LAST } else { 0 };
        (self.shape.count() - board.stones).saturating_sub(tried)
    }
}

impl<S: Shape> Keyed for ConnectFour<S> {
    /// The smaller of the keys of the position and its mirror image, which are worth the same.
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        let key = board.key();
        key.min(self.shape.mirrored(key))
    }
}

impl<S: Shape> Perft for ConnectFour<S> {
    #[inline]
    fn count_moves(&self, board: &Board) -> u64 {
        if has_four(board.other(), self.shape) { 0 } else { board.landings(self.shape).count_ones().into() }
    }

    fn perft(&self, board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(board),
            _ if has_four(board.other(), self.shape) => 0,
            _ => {
                let landings = board.landings(self.shape);
                bits(landings).map(|bit| self.perft(&board.after(Square::of(bit)), depth - 1)).sum()
            }
        }
    }

    fn published(&self) -> &'static [Published] {
        match (self.shape.width(), self.shape.height()) {
            (7, 6) => &[("", &[7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646])],
            _ => &[],
        }
    }
}

/// The bits of a set, the lowest first.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
