//! The rules.

use super::board::{ConnectFourBoard, ConnectFourSquare, has_four};
use super::open::OpenPosition;
use super::{BoardShape, BoardSizeError, CustomShape, StandardShape};
use crate::{Perft, Published};
use nullwindow::{Game, Keyed, MoveBuf, Player, Score};

/// Connect Four on a board of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFour<S = StandardShape> {
    pub(super) shape: S,
    /// The score of a win with the last stone: 1, or [`ConnectFour::UNIT`] to leave room for evaluations.
    pub(super) unit: i32,
    /// True if searches get bounds and move ranks beyond the rules.
    pub(super) uses_knowledge: bool,
}

impl ConnectFour {
    /// The score of a win with the last stone [with a heuristic](ConnectFour::with_heuristic); every evaluation is
    /// smaller.
    pub const UNIT: i32 = 1000;

    /// Creates the game on seven columns of six rows, for solving: undecided positions score 0.
    #[must_use]
    pub const fn standard() -> ConnectFour {
        ConnectFour { shape: StandardShape, unit: 1, uses_knowledge: true }
    }
}

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        ConnectFour::standard()
    }
}

impl ConnectFour<CustomShape> {
    /// Creates the game on `width` columns of `height` rows, for solving.
    ///
    /// # Errors
    /// If a side is shorter than four, or the board with its guards takes more than 64 bits.
    pub fn sized(width: u32, height: u32) -> Result<ConnectFour<CustomShape>, BoardSizeError> {
        Ok(ConnectFour { shape: CustomShape::new(width, height)?, unit: 1, uses_knowledge: true })
    }
}

impl<S: BoardShape> ConnectFour<S> {
    /// Prepares the game for searches to fixed depths: wins score [`ConnectFour::UNIT`] times as much, and positions at
    /// the horizon are evaluated by threats and open lines.
    #[must_use]
    pub fn with_heuristic(self) -> ConnectFour<S> {
        ConnectFour { unit: ConnectFour::UNIT, ..self }
    }

    /// Restricts the game to its rules: it knows no value before the end, and lists moves from the centre outwards
    /// without ranks. A node takes less time, and a search visits many more; for comparing searches.
    #[must_use]
    pub fn without_knowledge(self) -> ConnectFour<S> {
        ConnectFour { uses_knowledge: false, ..self }
    }

    /// Returns the score of a win with the last stone: 1, or [`ConnectFour::UNIT`] with a heuristic. A win scores that
    /// much for every stone that is left.
    #[must_use]
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn shape(&self) -> S {
        self.shape
    }

    /// Returns the score of a win by a stone placed when `stones` are on the board: the number of stones that the
    /// winner has left.
    #[inline]
    pub(super) fn win(&self, stones: u32) -> Score {
        // Half of the empty squares, rounded up, are left to the player that places the winning stone.
        Score::new((self.shape.count() + 1 - stones).div_euclid(2).cast_signed() * self.unit)
    }

    /// Returns the final score for the mover, if the game is over.
    #[inline]
    pub(super) fn result(&self, board: &ConnectFourBoard) -> Option<Score> {
        if has_four(board.other(), self.shape) {
            Some(-self.win(board.stones - 1))
        } else {
            (board.stones == self.shape.count()).then_some(Score::ZERO)
        }
    }

    /// Returns the square that a stone in `column`, counted from 0, falls to; `None` if the column is full.
    pub(super) fn landing(&self, board: &ConnectFourBoard, column: u32) -> Option<ConnectFourSquare> {
        let bit = board.landings(self.shape) & self.shape.column(column);
        (bit != 0).then(|| ConnectFourSquare::of(bit))
    }

    /// Returns the column of a square, counted from 0.
    pub(super) fn column(&self, square: ConnectFourSquare) -> u32 {
        u32::from(square.0) / self.shape.step()
    }
}

/// The rank of a move that lets the opponent win at once: below all others.
const LOSING: i32 = -1;

impl<S: BoardShape> Game for ConnectFour<S> {
    type Position = ConnectFourBoard;
    type Move = ConnectFourSquare;

    #[inline]
    fn mover(&self, board: &ConnectFourBoard) -> Player {
        board.mover()
    }

    /// Ranks safe moves first, by their threats; ties are broken from the centre outwards.
    #[inline]
    fn moves(&self, board: &ConnectFourBoard, moves: &mut MoveBuf<ConnectFourSquare>) -> Option<Score> {
        let shape = self.shape;
        if let Some(score) = self.result(board) {
            return Some(score);
        }
        let landings = board.landings(shape);
        let in_columns = |column: &u8| landings & shape.column(u32::from(*column));
        let landings = shape.centre_first().iter().map(in_columns).filter(|bit| *bit != 0);
        if self.uses_knowledge {
            let open = OpenPosition::new(board, shape);
            let safe = open.safe();
            landings.for_each(|bit| {
                let rank = if safe & bit == 0 { LOSING } else { open.rank(bit, open.threats(bit)) };
                moves.push_ranked(ConnectFourSquare::of(bit), rank);
            });
        } else {
            landings.for_each(|bit| moves.push(ConnectFourSquare::of(bit)));
        }
        None
    }

    #[inline]
    fn play(&self, board: &ConnectFourBoard, square: ConnectFourSquare) -> ConnectFourBoard {
        board.after(square)
    }

    #[inline]
    fn over(&self, board: &ConnectFourBoard, _: &mut MoveBuf<ConnectFourSquare>) -> Option<Score> {
        self.result(board)
    }
}

impl<S: BoardShape> Keyed for ConnectFour<S> {
    /// Returns the smaller of the keys of the position and its mirror image, which have the same value.
    #[inline]
    fn key(&self, board: &ConnectFourBoard) -> u64 {
        let key = board.key();
        key.min(self.shape.mirrored(key))
    }
}

impl<S: BoardShape> Perft for ConnectFour<S> {
    #[inline]
    fn count_moves(&self, board: &ConnectFourBoard) -> u64 {
        if has_four(board.other(), self.shape) { 0 } else { board.landings(self.shape).count_ones().into() }
    }

    fn perft(&self, board: &ConnectFourBoard, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(board),
            _ if has_four(board.other(), self.shape) => 0,
            _ => {
                let landings = board.landings(self.shape);
                bits(landings).map(|bit| self.perft(&board.after(ConnectFourSquare::of(bit)), depth - 1)).sum()
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

/// Iterates over the bits of a set, lowest first.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
