//! What a position tells without a search.
//!
//! 1. Whoever can win at once does.
//! 2. Whoever has no *safe* move, one after which the opponent cannot win at once, has lost to his next stone.
//! 3. Whoever has but one safe move plays it: the position is worth what the next one is.
//! 4. Otherwise nobody wins with the next stone, which bounds every score; two squares from the end it is a draw.
//! 5. Whoever has a safe move after which the opponent has none wins by his next stone.
//! 6. Whoever has no line left that the opponent does not stand in cannot win.
//! 7. *Follow-up*: if every column has an even number of empty squares, the opponent can answer each stone by one on
//!    top of it. The mover then gets every other square. If they and his stones make no four, he cannot win;
//!    if the squares above them make one with the opponent's stones, he loses.
//!
//! **Why it is true at every depth.** What is known exactly is known of the end of the game. Bounds hold for
//! judgements at the horizon too, because these are smaller than a win with the last stone, are 0 without
//! a heuristic, and never say that one without a line is ahead. Where that does not suffice (a follow-up, a forced
//! move at the horizon), a bound is given only if the search looks far enough.

use super::board::{Board, Square, completing, has_four};
use super::game::bits;
use super::{ConnectFour, Shape};
use nullwindow::{Bounds, Depth, Score, Window};

impl<S: Shape> ConnectFour<S> {
    /// Bounds on the value of a position, true for this depth and every greater one.
    pub(super) fn bounds(&self, board: &Board, depth: Depth, window: Window) -> Bounds {
        let shape = self.shape;
        if let Some(score) = self.result(board) {
            return Bounds::exactly(score);
        }
        let empty = board.empty(shape);
        let landings = board.landings(shape);
        if completing(board.own, shape) & landings != 0 {
            return Bounds::exactly(self.win(board.stones));
        }
        let safe = self.safe(landings, completing(board.other(), shape) & empty);
        if safe == 0 {
            return Bounds::exactly(-self.win(board.stones + 1));
        }
        if board.stones + 2 >= shape.count() {
            return Bounds::exactly(Score::ZERO);
        }
        if safe & (safe - 1) == 0 {
            return self.forced(board, Square::of(safe), depth, window);
        }
        let soonest = Bounds { lower: -self.win(board.stones + 3), upper: self.win(board.stones + 2) };
        if soonest.upper > window.alpha() && self.two_threats(board.own, empty, landings, safe) {
            return Bounds::exactly(soonest.upper);
        }
        let known = self.with_judgement(soonest);
        if known.upper <= window.alpha() || known.lower >= window.beta() {
            return known;
        }
        known.and(self.by_lines(board, empty)).and(self.by_follow_up(board, empty, landings, depth))
    }

    /// The bounds where `only` is the one safe move.
    fn forced(&self, board: &Board, only: Square, depth: Depth, window: Window) -> Bounds {
        let next = board.after(only);
        if self.unit > 1 && depth.is_horizon() {
            // Here the position itself is judged, not the next one.
            let known = self.bounds(&next, Depth::ZERO, Window::FULL).flip_if(true);
            return if known.exact().is_some() { known } else { Bounds::UNKNOWN };
        }
        let depth = if depth.is_horizon() { depth } else { depth.child() };
        self.bounds(&next, depth, window.flip_if(true)).flip_if(true)
    }

    /// Whether a safe move leaves the opponent without one.
    #[inline]
    fn two_threats(&self, own: u64, empty: u64, landings: u64, safe: u64) -> bool {
        bits(safe).any(|bit| {
            let threats = completing(own | bit, self.shape) & empty;
            let landings = landings ^ bit | bit << 1 & self.shape.squares();
            self.safe(landings, threats) == 0
        })
    }

    /// The same bounds where judgements are in play, which may come up to the smallest win, less one.
    #[inline]
    fn with_judgement(&self, bounds: Bounds) -> Bounds {
        let judged = Score::new(self.unit - 1);
        Bounds { lower: bounds.lower.min(-judged), upper: bounds.upper.max(judged) }
    }

    /// Who has no line left cannot win.
    #[inline]
    fn by_lines(&self, board: &Board, empty: u64) -> Bounds {
        let upper = if has_four(board.own | empty, self.shape) { Score::INFINITY } else { Score::ZERO };
        let lower = if has_four(board.other() | empty, self.shape) { Score::NEG_INFINITY } else { Score::ZERO };
        Bounds { lower, upper }
    }

    /// Whose every stone can be answered by one on top of it may have nothing to win, or lose.
    #[inline]
    fn by_follow_up(&self, board: &Board, empty: u64, landings: u64, depth: Depth) -> Bounds {
        let rows = self.rows_followed();
        if landings & !rows != 0 || has_four(board.own | empty & rows, self.shape) {
            return Bounds::UNKNOWN;
        }
        let to_the_end = depth.get().is_none_or(|plies| plies >= empty.count_ones());
        if to_the_end && has_four(board.other() | empty & !rows, self.shape) {
            return Bounds::at_most(Score::new(-self.unit));
        }
        if to_the_end || self.unit == 1 { Bounds::at_most(Score::ZERO) } else { Bounds::UNKNOWN }
    }

    /// The rows that have an odd number of rows above them: the lowest, the third, ... if the height is even.
    #[inline]
    fn rows_followed(&self) -> u64 {
        let height = self.shape.height();
        self.shape.bottom() * ((0x5555 << (height & 1)) & ((1 << height) - 1))
    }
}
