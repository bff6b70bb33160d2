//! Connect Four on a 7 x 6 board: rules and evaluation, written once for both libraries.
//!
//! A column takes seven bits, six squares and a guard that is never occupied, so that no line of four crosses the edge
//! of the board:
//!
//! ```text
//!  6 13 20 27 34 41 48   guards
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

/// The score of a win: the best score of the peer, which has no other score for it.
pub const WIN: i16 = i16::MAX;

/// The number of squares including guards, an upper bound of [`Square`] numbers.
pub const SQUARES: u8 = 49;

const HEIGHT: u32 = 7;
// The lowest square of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * 0x3f;
const COLUMN: u64 = 0x3f;
/// The columns from the centre outwards.
const CENTRE_FIRST: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];
const CENTRE: u64 = COLUMN << (3 * HEIGHT);
const MIDDLE: u64 = CENTRE | COLUMN << (2 * HEIGHT) | COLUMN << (4 * HEIGHT);

/// The number of a square. A move is the square that the stone falls to.
pub type Square = u8;

/// A position, with one bit per stone, numbered as above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlainBoard {
    /// The stones of the player to move.
    own: u64,
    /// All stones.
    all: u64,
    /// The number of stones.
    stones: u32,
}

/// The end of a game, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// The opponent has four in a line.
    Lost,
    /// The board is full.
    Drawn,
}

impl PlainBoard {
    /// Returns the empty board.
    #[must_use]
    pub fn new() -> PlainBoard {
        PlainBoard::default()
    }

    /// Returns the number of stones. The first player moves if it is even.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// Returns the result for the player to move, if the game has ended.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        if has_four(self.own ^ self.all) {
            Some(GameEnd::Lost)
        } else if self.all == BOARD {
            Some(GameEnd::Drawn)
        } else {
            None
        }
    }

    /// Iterates over the legal moves of an unfinished game, the centre first.
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = Square> + use<> {
        // Adding a bit at the bottom of a column carries to its lowest empty square.
        let open = (self.all + BOTTOM) & BOARD;
        CENTRE_FIRST.into_iter().filter_map(move |column| {
            let square = open & (COLUMN << (column * HEIGHT));
            (square != 0).then(|| square.trailing_zeros().to_le_bytes()[0])
        })
    }

    /// Returns the position after a move.
    #[inline]
    #[must_use]
    pub fn play(&self, square: Square) -> PlainBoard {
        PlainBoard { own: self.own ^ self.all, all: self.all | 1 << square, stones: self.stones + 1 }
    }

    /// Evaluates an unfinished game for the player to move: squares that would complete a line of four, and stones near
    /// the centre.
    #[inline]
    #[must_use]
    pub fn evaluate(&self) -> i16 {
        let other = self.own ^ self.all;
        let empty = BOARD & !self.all;
        let threats = count(completing(self.own) & empty) - count(completing(other) & empty);
        // A threat counts as much as eight stones near the centre.
        8 * threats + count(central(self.own)) - count(central(other))
    }

    /// Returns a unique key of 49 bits.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        // In each column `all` plus the bottom bit is a single bit just above the stones. It marks the height, and the
        // bits of `own` lie below it.
        self.own + self.all + BOTTOM
    }
}

/// Returns as many bits as there are stones in the three middle columns, with those in the centre counted twice.
#[inline]
fn central(stones: u64) -> u64 {
    // The stones of the centre are copied to a column outside the middle, so that one population count is enough.
    stones & MIDDLE | (stones & CENTRE) << (3 * HEIGHT)
}

/// Returns whether four of the stones lie in a line.
#[inline]
fn has_four(stones: u64) -> bool {
    // Vertical, horizontal, and the two diagonals.
    [1, HEIGHT, HEIGHT - 1, HEIGHT + 1].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// Returns the squares, occupied or not, that form a line of four with three of the stones.
#[inline]
fn completing(stones: u64) -> u64 {
    let upright = stones << 1 & stones << 2 & stones << 3;
    [HEIGHT, HEIGHT - 1, HEIGHT + 1].into_iter().fold(upright, |found, step| {
        let (one_back, one_on) = (stones << step, stones >> step);
        let two_back = one_back & one_back << step;
        let two_on = one_on & one_on >> step;
        let three = two_back & stones << (3 * step) | two_on & stones >> (3 * step);
        found | three | two_back & one_on | two_on & one_back
    })
}

#[inline]
fn count(stones: u64) -> i16 {
    i16::from(stones.count_ones().to_le_bytes()[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(columns: &str) -> PlainBoard {
        columns.bytes().fold(PlainBoard::new(), |board, column| {
            assert_eq!(board.end(), None, "{columns}: the game goes on");
            let column = column - b'1';
            let square = board.moves().find(|square| square / 7 == column);
            board.play(square.expect("the column has room"))
        })
    }

    fn perft(board: &PlainBoard, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if board.end().is_some() {
            return 0;
        }
        board.moves().map(|square| perft(&board.play(square), depth - 1)).sum()
    }

    #[test]
    fn the_rules_by_counting() {
        let known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
        for (depth, count) in (0..).zip(known) {
            assert_eq!(perft(&PlainBoard::new(), depth), count, "depth {depth}");
        }
    }

    #[test]
    fn four_in_a_line_ends_the_game_in_every_direction() {
        for columns in ["1212121", "1122334", "12233434544", "76655454344"] {
            assert_eq!(after(columns).end(), Some(GameEnd::Lost), "{columns}");
        }
        assert_eq!(after("121212").end(), None);
    }

    #[test]
    fn no_line_runs_over_the_edge() {
        // Stones at the top of a column and at the bottom of the next are no line.
        assert!(!has_four(0b111 << 3 | 0b111 << 7));
        // Nor is a diagonal pair that ends at the top with one that starts at the bottom two columns further.
        assert!(!has_four(1 << 4 | 1 << 12 | 1 << 28 | 1 << 36));
        assert_eq!(completing(0b111 << 3) & BOARD, 0);
    }

    /// `completing` by its definition.
    #[test]
    fn a_completing_square_is_one_that_makes_four() {
        let mut boards = vec![PlainBoard::new()];
        for _ in 0..5 {
            boards = boards.iter().flat_map(|board| board.moves().map(|square| board.play(square))).collect();
        }
        // Deeper positions, with threats: continue with the last legal move.
        for mut board in boards.into_iter().step_by(7) {
            while board.end().is_none() {
                let empty = BOARD & !board.all;
                let by_definition = (0..SQUARES).map(|square| 1u64 << square);
                let by_definition =
                    by_definition.filter(|bit| bit & empty != 0 && has_four(board.own | bit)).fold(0, |a, b| a | b);
                assert_eq!(completing(board.own) & empty, by_definition, "{board:?}");
                let next = board.moves().last().expect("a game that goes on has a move");
                board = board.play(next);
            }
        }
    }

    #[test]
    fn the_evaluation_is_that_of_the_player_to_move() {
        let board = after("4444");
        let swapped = PlainBoard { own: board.own ^ board.all, ..board };
        assert_eq!(board.evaluate(), -swapped.evaluate());
        assert!(after("142").evaluate() < 0 || after("41").evaluate() > 0);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let full = PlainBoard { own: 0, all: BOARD, stones: 42 };
        // The other side has no four either: only the mask matters.
        assert_eq!(PlainBoard { own: BOARD, ..full }.end(), Some(GameEnd::Drawn));
    }
}
