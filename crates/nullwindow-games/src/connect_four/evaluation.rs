//! The heuristic evaluation at the horizon.
//!
//! Only lines without an opponent's stone count, so that a side without such a line scores nothing and is never
//! evaluated as ahead:
//!
//! - *threats*: squares that complete four. They are filled when no other square is left. Then the first player gets
//!   those in odd rows and the second player those in even rows, so these count more. A threat directly above a threat
//!   of the opponent does not count: the opponent gets the square below, or neither gets it;
//! - *open lines*: all lines that could still become four.
//!
//! The weights come from a logistic regression of the winner on 2,798 solved positions of 12 to 32 stones from random
//! play that took 30 nodes or more to solve: 0.814, 0.476 and 0.054, here in units of the last.

use super::board::{ConnectFourBoard, completing};
use super::{BoardShape, ConnectFour};
use nullwindow::{Bounds, Depth, Evaluator, Player, Score, Window};

/// The weight of a threat in a row of the own parity.
const RIGHT: u32 = 15;
/// The weight of a threat in any other row.
const WRONG: u32 = 9;
/// The weight of an open line.
const LINE: u32 = 1;

impl<S: BoardShape> Evaluator for ConnectFour<S> {
    #[inline]
    fn evaluate(&self, board: &ConnectFourBoard) -> Score {
        // Without a heuristic there is no score between a draw and the smallest win.
        if self.unit == 1 {
            return Score::ZERO;
        }
        let shape = self.shape;
        let empty = board.empty(shape);
        let (mine, theirs) = (completing(board.own, shape) & empty, completing(board.other(), shape) & empty);
        let odd = shape.odd_rows();
        let rows = if board.mover() == Player::First { odd } else { !odd };
        let lines = |stones: u64| (LINE * open_lines(stones | empty, shape)).cast_signed();
        let own = lines(board.own) + threat_score(mine, rows, theirs);
        let other = lines(board.other()) + threat_score(theirs, !rows, mine);
        // An evaluation must stay below a win with the last stone.
        Score::new((own - other).clamp(1 - self.unit, self.unit - 1))
    }

    #[inline]
    fn proven_bounds(&self, board: &ConnectFourBoard, depth: Depth, window: Window) -> Bounds {
        if self.uses_knowledge { self.bounds(board, depth, window) } else { Bounds::UNKNOWN }
    }
}

/// Returns the score of a side's threats, where `rows` are its own.
#[inline]
fn threat_score(threats: u64, rows: u64, of_opponent: u64) -> i32 {
    let right = threats & rows;
    let standing = right & !(of_opponent << 1);
    (RIGHT * standing.count_ones() + WRONG * (threats ^ right).count_ones()).cast_signed()
}

/// Counts the lines of four within `squares`.
#[inline]
fn open_lines<S: BoardShape>(squares: u64, shape: S) -> u32 {
    let step = shape.step();
    let along = |step: u32| {
        let pairs = squares & squares >> step;
        (pairs & pairs >> (2 * step)).count_ones()
    };
    along(1) + along(step) + along(step - 1) + along(step + 1)
}
