//! What a position tells without a search.
//!
//! 1. Whoever can win at once does.
//! 2. Whoever has no *safe* move, one after which the opponent cannot win at once, has lost to his next stone.
//! 3. Whoever has but one safe move plays it: the position is worth what the next one is.
//! 4. Otherwise nobody wins with the next stone, which bounds every score; two squares from the end it is a draw.
//! 5. Whoever has a safe move after which the opponent has none wins by his next stone; whoever has not, does not.
//! 6. Whoever has no line left that the opponent does not stand in cannot win.
//! 7. *Follow-up*: if one can answer every stone of the other so that he gets certain squares, the other may have
//!    nothing left to win, or lose. Both players are asked: the mover after each of his moves. See below.
//! 8. With few empty squares left, a null window is answered by trying all moves.
//!
//! **Follow-up.** The opponent answers the mover's stones in a column of an even number of empty squares by stones on top
//! of them: the mover gets the lowest, the third, ... of them. Columns of an odd number go in pairs: the opponent
//! answers the first stone in one of them by a stone in the other, and both have an even number then; so the
//! mover gets one lowest square or both, and the second, the fourth, ... of them. That takes an even number of such columns.
//! But a column is *held*, and needs no partner, if the opponent wins on the second, the fourth, ... square: there he follows on
//! top, and the mover does not come beyond it. Nor does he come beyond any other square that the opponent is to get and
//! where he wins. If all the squares that the mover may get, with his stones, make no four, he cannot win. If there is a
//! square where the opponent wins, the mover loses, at the latest when everything else is filled; and also if the
//! squares that he never gets make a four with the opponent's stones.
//!
//! **Why it is true at every depth.** What is known exactly is known of the end of the game. Bounds hold for
//! judgements at the horizon too, because these are smaller than a win with the last stone, are 0 without
//! a heuristic, and never say that one without a line is ahead. Where that does not suffice (a follow-up, a forced
//! move at the horizon, the last squares), a bound is given only if the search looks far enough.

use super::board::{ConnectFourBoard, has_four};
use super::game::bits;
use super::open::OpenPosition;
use super::{BoardShape, ConnectFour};
use nullwindow::{Bounds, Depth, Score, Window};

/// With this many empty squares or fewer, all moves are tried: more of them take longer than the table does.
pub(super) const LAST: u32 = 12;

/// The most columns of a board.
const COLUMNS: usize = 12;

/// A move to a square, and the squares where it threatens to win.
type SafeMove = (u64, u64);

impl<S: BoardShape> ConnectFour<S> {
    /// Bounds on the value of a position, true for this depth and every greater one.
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
        if safe & (safe - 1) == 0 {
            return self.forced(&open.after(safe, open.threats(safe)), depth, window);
        }
        let lower = -self.win(stones + 3);
        let known = self.with_judgement(Bounds { lower, upper: self.win(stones + 2) });
        if answers(known, window) {
            return known;
        }
        let mut tries = [(0, 0); COLUMNS];
        let mut count = 0;
        for bit in bits(safe) {
            let threats = open.threats(bit);
            if open.wins_next(bit, threats) {
                return Bounds::exactly(self.win(stones + 2));
            }
            tries[count] = (bit, threats);
            count += 1;
        }
        let known = self.with_judgement(Bounds { lower, upper: self.win(stones + 4) });
        if answers(known, window) {
            return known;
        }
        self.undecided_bounds(open, &tries[..count], known, depth, window)
    }

    /// What more is known of a position that the next stones do not decide.
    fn undecided_bounds(
        &self,
        open: &OpenPosition<S>,
        tries: &[SafeMove],
        known: Bounds,
        depth: Depth,
        window: Window,
    ) -> Bounds {
        let mut known = known.and(self.by_lines(open)).and(self.by_follow_up(open, depth));
        if answers(known, window) {
            return known;
        }
        let left = self.shape.count() - open.board.stones;
        if left <= LAST && window.is_null() && to_the_end(depth, left) {
            return known.and(self.by_search(open, tries, depth, window));
        }
        for &(bit, threats) in tries {
            known = known.and(self.by_follow_up(&open.after(bit, threats), below(depth)).flip_if(true));
            if answers(known, window) {
                break;
            }
        }
        known
    }

    /// The bounds where the position after the one safe move is `next`.
    fn forced(&self, next: &OpenPosition<S>, depth: Depth, window: Window) -> Bounds {
        if self.unit > 1 && depth.is_horizon() {
            // Here the position itself is judged, not the next one.
            let known = self.bounds_of(next, Depth::ZERO, Window::FULL).flip_if(true);
            return if known.exact().is_some() { known } else { Bounds::UNKNOWN };
        }
        self.bounds_of(next, below(depth), window.flip_if(true)).flip_if(true)
    }

    /// The answer to a null window by all that can be played to the end, the best looking moves first.
    fn by_search(&self, open: &OpenPosition<S>, tries: &[SafeMove], depth: Depth, window: Window) -> Bounds {
        let mut merits = [0; COLUMNS];
        let merits = &mut merits[..tries.len()];
        for (merit, &(bit, threats)) in merits.iter_mut().zip(tries) {
            *merit = open.merit(bit, threats);
        }
        let mut best = Score::NEG_INFINITY;
        for _ in tries {
            let (bit, threats) = tries[take_highest(merits)];
            let known = self.bounds_of(&open.after(bit, threats), below(depth), window.flip_if(true)).flip_if(true);
            if known.lower >= window.beta() {
                return Bounds::at_least(known.lower);
            }
            best = best.max(known.upper);
        }
        Bounds::at_most(best)
    }

    /// The same bounds where judgements are in play, which may come up to the smallest win, less one.
    #[inline]
    fn with_judgement(&self, bounds: Bounds) -> Bounds {
        let judged = Score::new(self.unit - 1);
        Bounds { lower: bounds.lower.min(-judged), upper: bounds.upper.max(judged) }
    }

    /// Who has no line left cannot win.
    #[inline]
    fn by_lines(&self, open: &OpenPosition<S>) -> Bounds {
        let (board, empty) = (&open.board, open.empty());
        let upper = if has_four(board.own | empty, self.shape) { Score::INFINITY } else { Score::ZERO };
        let lower = if has_four(board.other() | empty, self.shape) { Score::NEG_INFINITY } else { Score::ZERO };
        Bounds { lower, upper }
    }

    /// What the mover may win or lose if the opponent follows up.
    #[inline]
    fn by_follow_up(&self, open: &OpenPosition<S>, depth: Depth) -> Bounds {
        let (shape, board, empty) = (self.shape, &open.board, open.empty());
        let rows = shape.rows_below_an_odd_number();
        // The lowest empty squares of odd columns. Added to all empty squares, they carry over to the guards.
        let lowest = open.landings & !rows;
        let guards = empty.wrapping_add(lowest) & !shape.squares();
        let odd = guards - lowest;
        // The same without the squares that hold: the sum goes up to the guards where there is none.
        let holding = open.theirs & odd & rows;
        let paired = (odd ^ holding).wrapping_add(lowest) & guards;
        if paired.count_ones() & 1 != 0 {
            return Bounds::UNKNOWN;
        }
        let paired = (paired - (paired >> shape.height())) & empty;
        let held = odd & !paired;
        let movers = empty & rows & !held | held & !rows | paired & lowest;
        // And once more: each column up to the lowest square where the opponent wins.
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

/// The place of the highest merit, which is 0 from then on; among equals the first.
#[inline]
fn take_highest(merits: &mut [i32]) -> usize {
    let mut highest = 0;
    for place in 1..merits.len() {
        if merits[place] > merits[highest] {
            highest = place;
        }
    }
    merits[highest] = 0;
    highest
}

/// Whether bounds answer a window.
#[inline]
fn answers(known: Bounds, window: Window) -> bool {
    known.upper <= window.alpha() || known.lower >= window.beta() || known.lower == known.upper
}

/// Whether a search to `depth` sees the end of the game, with so many empty squares left.
#[inline]
fn to_the_end(depth: Depth, empty: u32) -> bool {
    depth.get().is_none_or(|plies| plies >= empty)
}

/// The depth after one more move, if there is one.
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
        // No win for the mover, a loss by what he never gets, a loss by a square where the opponent wins.
        let mut seen = [0; 3];
        for (width, height) in [(7, 6), (6, 7), (5, 5), (8, 4), (4, 8)] {
            let game = ConnectFour::sized(width, height).unwrap();
            let plain = game.without_knowledge();
            let table = Table::with_bytes(1 << 20).unwrap();
            let mut search = Search::new(&plain).memory(table);
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
