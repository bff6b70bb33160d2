//! Bounds on the value of a position without a search.
//!
//! 1. A player that can win at once does.
//! 2. A mover without a *safe* move, one after which the opponent cannot win at once, loses to the opponent's next
//!    stone.
//! 3. With only one safe move, the position has the value of its successor.
//! 4. Otherwise neither player wins with the next stone, which bounds every score; two squares from the end it is a
//!    draw.
//! 5. A mover with a safe move after which the opponent has none wins with its next stone; without such a move it does
//!    not.
//! 6. A player without a line that is free of the opponent's stones cannot win.
//! 7. *Follow-up*: if one player can answer every stone of the other so that it gets certain squares, the other may be
//!    unable to win, or lose. This is checked for both players: for the mover after each of its moves. See below.
//! 8. With few empty squares left, a null window is answered by searching all moves.
//!
//! **Follow-up.** In a column with an even number of empty squares the opponent answers each stone of the mover with a
//! stone on top of it, so the mover gets the first, the third, ... of these squares. Columns with an odd number are
//! paired: the opponent answers the first stone in one of them with a stone in the other, after which both have an even
//! number. The mover thus gets one or both of the lowest squares, and the second, the fourth, ... of each. This
//! requires an even number of such columns. A column is *held*, and needs no partner, if the opponent wins on its
//! second, fourth, ... square: there the opponent follows on top, and the mover never gets beyond that square. Nor does
//! the mover get beyond any other square that the opponent gets and wins on. If the squares that the mover may get make
//! no four with its stones, it cannot win. If the opponent has a winning square, the mover loses at the latest when
//! everything else is filled; it also loses if the squares that it never gets make a four with the opponent's stones.
//!
//! **Validity at every depth.** Exact values hold to the end of the game. Bounds also hold for evaluations at the
//! horizon: these are smaller than a win with the last stone, are 0 without a heuristic, and never put a player without
//! a line ahead. Where that does not suffice (a follow-up, a forced move at the horizon, the last squares), a bound is
//! returned only if the search is deep enough.

use super::board::{ConnectFourBoard, has_four};
use super::game::bits;
use super::open::OpenPosition;
use super::{BoardShape, ConnectFour};
use nullwindow::{Bounds, Depth, Score, Window};

/// The largest number of empty squares at which all moves are searched here. With more, the transposition table pays:
/// 340 positions took 5.0 s with 12, 3.9 s with 14 and 4.3 s with 16 (2026-11-17).
pub(super) const LAST: u32 = 14;

/// The largest number of columns.
const COLUMNS: usize = 12;

/// A safe move: its square, and the squares where it then threatens to win.
type SafeMove = (u64, u64);

impl<S: BoardShape> ConnectFour<S> {
    /// Returns bounds on the value of a position, valid at this depth and every greater one.
    pub(super) fn bounds(&self, board: &ConnectFourBoard, depth: Depth, window: Window) -> Bounds {
        match self.result(board) {
            Some(score) => Bounds::exactly(score),
            None => self.bounds_of(&OpenPosition::new(board, self.shape), depth, window),
        }
    }

    fn bounds_of(&self, open: &OpenPosition<S>, depth: Depth, window: Window) -> Bounds {
        let stones = open.board.stones;
        if open.mine & open.landings != 0 {
            return Bounds::exactly(self.win(stones));
        }
        let safe = open.safe();
        if safe == 0 {
            return Bounds::exactly(-self.win(stones + 1));
        }
        if stones + 2 >= self.shape.count() {
            return Bounds::exactly(Score::ZERO);
        }
        // Exactly one safe move: the bounds of the successor hold here.
        if safe & (safe - 1) == 0 {
            return self.forced(&open.after(safe, open.threats(safe)), depth, window);
        }
        let lower = -self.win(stones + 3);
        // Bounds are returned as soon as they answer the window: later steps are more expensive.
        let known = self.with_evaluations(Bounds { lower, upper: self.win(stones + 2) });
        if answers(known, window) {
            return known;
        }
        let mut moves = [(0, 0); COLUMNS];
        let mut count = 0;
        for bit in bits(safe) {
            let threats = open.threats(bit);
            if open.wins_next(bit, threats) {
                return Bounds::exactly(self.win(stones + 2));
            }
            moves[count] = (bit, threats);
            count += 1;
        }
        let known = self.with_evaluations(Bounds { lower, upper: self.win(stones + 4) });
        if answers(known, window) {
            return known;
        }
        self.undecided_bounds(open, &moves[..count], known, depth, window)
    }

    /// Returns bounds of a position that the next stones do not decide.
    fn undecided_bounds(
        &self,
        open: &OpenPosition<S>,
        moves: &[SafeMove],
        known: Bounds,
        depth: Depth,
        window: Window,
    ) -> Bounds {
        let mut known = known.and(self.by_lines(open)).and(self.by_follow_up(open, depth));
        if answers(known, window) {
            return known;
        }
        let left = self.shape.count() - open.board.stones;
        // `by_search` returns a one-sided bound, which answers null windows only.
        if left <= LAST && window.is_null() && to_the_end(depth, left) {
            return known.and(self.by_search(open, moves, depth, window));
        }
        // The mover's own follow-up strategy is checked after each of its moves, when the opponent is to move.
        for &(bit, threats) in moves {
            known = known.and(self.by_follow_up(&open.after(bit, threats), below(depth)).flip_if(true));
            if answers(known, window) {
                break;
            }
        }
        known
    }

    /// Returns the bounds of a position whose only safe move leads to `next`.
    fn forced(&self, next: &OpenPosition<S>, depth: Depth, window: Window) -> Bounds {
        if self.unit > 1 && depth.is_horizon() {
            // At the horizon the position itself is evaluated, not its successor.
            let known = self.bounds_of(next, Depth::ZERO, Window::FULL).flip_if(true);
            return if known.exact().is_some() { known } else { Bounds::UNKNOWN };
        }
        self.bounds_of(next, below(depth), window.flip_if(true)).flip_if(true)
    }

    /// Answers a null window by a search to the end, best-ranked moves first.
    fn by_search(&self, open: &OpenPosition<S>, moves: &[SafeMove], depth: Depth, window: Window) -> Bounds {
        let mut ranks = [0; COLUMNS];
        let ranks = &mut ranks[..moves.len()];
        for (rank, &(bit, threats)) in ranks.iter_mut().zip(moves) {
            *rank = open.rank(bit, threats);
        }
        let mut best = Score::NEG_INFINITY;
        for _ in moves {
            let (bit, threats) = moves[take_highest(ranks)];
            let known = self.bounds_of(&open.after(bit, threats), below(depth), window.flip_if(true)).flip_if(true);
            if known.lower >= window.beta() {
                return Bounds::at_least(known.lower);
            }
            best = best.max(known.upper);
        }
        Bounds::at_most(best)
    }

    /// Widens bounds to include all evaluations, which stay below the smallest win.
    #[inline]
    fn with_evaluations(&self, bounds: Bounds) -> Bounds {
        let judged = Score::new(self.unit - 1);
        Bounds { lower: bounds.lower.min(-judged), upper: bounds.upper.max(judged) }
    }

    /// Returns bounds from open lines: a player without one cannot win.
    #[inline]
    fn by_lines(&self, open: &OpenPosition<S>) -> Bounds {
        let (board, empty) = (&open.board, open.empty());
        let upper = if has_four(board.own | empty, self.shape) { Score::INFINITY } else { Score::ZERO };
        let lower = if has_four(board.other() | empty, self.shape) { Score::NEG_INFINITY } else { Score::ZERO };
        Bounds { lower, upper }
    }

    /// Returns bounds for the mover if the opponent plays the follow-up strategy.
    #[inline]
    fn by_follow_up(&self, open: &OpenPosition<S>, depth: Depth) -> Bounds {
        let (shape, board, empty) = (self.shape, &open.board, open.empty());
        let rows = shape.rows_below_an_odd_number();
        // The lowest empty squares of odd columns. Added to all empty squares, they carry to the guards.
        let lowest = open.landings & !rows;
        let guards = empty.wrapping_add(lowest) & !shape.squares();
        let odd = guards - lowest;
        // The same without the holding squares: the sum reaches the guard only in columns without one.
        let holding = open.theirs & odd & rows;
        let paired = (odd ^ holding).wrapping_add(lowest) & guards;
        if paired.count_ones() & 1 != 0 {
            return Bounds::UNKNOWN;
        }
        let paired = (paired - (paired >> shape.height())) & empty;
        let held = odd & !paired;
        let movers = empty & rows & !held | held & !rows | paired & lowest;
        // The same carry once more: each column up to the lowest square where the opponent wins.
        let wins = open.theirs & !movers;
        let carried = (empty & !wins).wrapping_add(open.landings);
        let reached = empty & !wins & !carried;
        if has_four(board.own | movers & reached, shape) {
            return Bounds::UNKNOWN;
        }
        let to_the_end = to_the_end(depth, empty.count_ones());
        if to_the_end && wins != 0 {
            let before = reached.count_ones() - (carried & wins).count_ones();
            Bounds::at_most(-self.win(board.stones + before + 1))
        } else if to_the_end && has_four(board.other() | empty & !movers, shape) {
            Bounds::at_most(Score::new(-self.unit))
        } else if to_the_end || self.unit == 1 {
            Bounds::at_most(Score::ZERO)
        } else {
            Bounds::UNKNOWN
        }
    }
}

/// Returns the index of the highest rank, the first among equals, and sets it to 0.
#[inline]
fn take_highest(ranks: &mut [i32]) -> usize {
    let mut highest = 0;
    for place in 1..ranks.len() {
        if ranks[place] > ranks[highest] {
            highest = place;
        }
    }
    ranks[highest] = 0;
    highest
}

/// Returns whether bounds answer a window.
#[inline]
fn answers(known: Bounds, window: Window) -> bool {
    known.upper <= window.alpha() || known.lower >= window.beta() || known.lower == known.upper
}

/// Returns whether a search to `depth` reaches the end of the game with this many empty squares.
#[inline]
fn to_the_end(depth: Depth, empty: u32) -> bool {
    depth.get().is_none_or(|plies| plies >= empty)
}

/// Returns the depth one ply below; the horizon stays.
#[inline]
fn below(depth: Depth) -> Depth {
    if depth.is_horizon() { depth } else { depth.child() }
}

#[cfg(test)]
mod tests {
    use super::super::CustomShape;
    use super::*;
    use nullwindow::memory::Table;
    use nullwindow::mtd::MtdF;
    use nullwindow::{Game, MoveBuf, Search};

    /// A random game, cut off when `left` squares are empty, if it is not over by then.
    fn random_board(game: &ConnectFour<CustomShape>, seed: u64, left: u32) -> Option<ConnectFourBoard> {
        let (mut board, mut random) = (ConnectFourBoard::default(), seed);
        while board.stones + left < game.shape.count() {
            let mut moves = MoveBuf::new();
            if game.moves(&board, &mut moves).is_some() {
                return None;
            }
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let square = moves.iter().nth((random >> 33) as usize % moves.len())?;
            board = game.play(&board, square);
        }
        game.result(&board).is_none().then_some(board)
    }

    /// Follow-ups alone against searches by the rules alone, on boards of even and odd heights and widths.
    #[test]
    fn follow_ups_are_true() {
        // No win for the mover, a loss by the squares that it never gets, a loss by a winning square of the opponent.
        let mut seen = [0; 3];
        for (width, height) in [(7, 6), (6, 7), (5, 5), (8, 4), (4, 8)] {
            let game = ConnectFour::sized(width, height).unwrap();
            let plain = game.without_knowledge();
            let table = Table::with_bytes(1 << 20).unwrap();
            let mut search = Search::new(&plain).with_memory(table);
            for (seed, left) in (0..).zip((4..=15).cycle()).take(20_000) {
                let Some(board) = random_board(&game, seed, left) else { continue };
                let open = OpenPosition::new(&board, game.shape);
                if open.mine & open.landings != 0 || open.safe() == 0 {
                    continue;
                }
                let claimed = game.by_follow_up(&open, Depth::END).upper;
                if claimed == Score::INFINITY {
                    continue;
                }
                let value = search.run(&MtdF::new(), &board, Depth::END).value().unwrap();
                assert!(value <= claimed, "{width} x {height}, {board:?}: at most {claimed}, but {value}");
                seen[if claimed == Score::ZERO { 0 } else { 1 + usize::from(open.theirs != 0) }] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 50), "all kinds were seen: {seen:?}");
    }
}
