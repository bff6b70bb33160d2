//! Time management: how long to think about a move. It knows clocks and iterations, but no game and no search.
//!
//! - [`TimeBudget`] divides what is left on a clock into a *soft* limit, the time that a move may take on average, and a
//!   *hard* limit, at which the search is stopped wherever it is.
//! - [`Pace`] hears of every iteration and decides whether the next one may begin. An iteration that will not finish is
//!   mostly wasted, so its time is predicted from those before it. A best move that changes, or a value that drops,
//!   lengthens the soft limit; a best move that stays the same for long shortens it.
//!
//! All of it is arithmetic on durations that the caller measures: it can be tested without a clock, and works where
//! there is none.

use std::time::Duration;

/// The clock of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    /// The time left.
    pub remaining: Duration,
    /// The time that every move adds.
    pub increment: Duration,
    /// The moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl GameClock {
    /// Creates a clock with this time for the rest of the game.
    #[must_use]
    pub fn new(remaining: Duration) -> GameClock {
        GameClock { remaining, ..GameClock::default() }
    }

    /// Replaces the time that every move adds.
    #[must_use]
    pub fn with_increment(self, increment: Duration) -> GameClock {
        GameClock { increment, ..self }
    }

    /// Replaces the number of moves until the next time control.
    #[must_use]
    pub fn with_moves_to_go(self, moves: u32) -> GameClock {
        GameClock { moves_to_go: Some(moves), ..self }
    }
}

/// The moves that a player still has to make, if neither the clock nor the game tells.
const USUAL_MOVES: u32 = 30;
/// The most moves that the time is divided by: later moves live on the increments.
const MOST_MOVES: u32 = 50;
/// The hard limit, in soft limits.
const HARD: f64 = 4.0;
/// The share of the time left that one move never exceeds, unless it is the last before a time control. On a busy machine a
/// search may stop a tenth of a second late: with 0.6 and a clock of 2+0.05, six of 360 games were lost on time.
const LARGEST_SHARE: f64 = 0.35;

/// Limits the time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TimeBudget {
    /// The time that the move should take on average.
    pub soft: Duration,
    /// The time at which the search is stopped.
    pub hard: Duration,
}

impl TimeBudget {
    /// Returns the budget of a move on a clock. `overhead` is lost per move outside of the search; `moves_left` is the
    /// number of moves left in the game, of both players, if known.
    #[must_use]
    pub fn of_clock(clock: &GameClock, overhead: Duration, moves_left: Option<u32>) -> TimeBudget {
        let own_moves = clock.moves_to_go.or(moves_left.map(|left| left.div_ceil(2)));
        let moves = f64::from(own_moves.unwrap_or(USUAL_MOVES).clamp(1, MOST_MOVES));
        let usable = usable(clock.remaining, overhead).as_secs_f64();
        // Each later move gains an increment and loses an overhead.
        let per_move = clock.increment.as_secs_f64() - overhead.as_secs_f64();
        // With little time left the overheads of all moves exceed it. A small share is still better than none.
        let share = ((usable + (moves - 1.0) * per_move) / moves).max(usable / (4.0 * moves));
        let most = if moves > 1.0 { usable * LARGEST_SHARE } else { usable };
        let hard = most.min(share * HARD);
        TimeBudget { soft: seconds(share.min(hard)), hard: seconds(hard) }
    }

    /// Returns the budget of a move that may take this time and no more.
    #[must_use]
    pub fn of_move(time: Duration, overhead: Duration) -> TimeBudget {
        let all = usable(time, overhead);
        TimeBudget { soft: all, hard: all }
    }

    /// Returns whether the whole time is for this move, so that saving some of it gains nothing.
    fn is_fixed(&self) -> bool {
        self.soft == self.hard
    }
}

/// Returns the time without the overhead of a move, or a quarter of it if the overhead leaves less.
fn usable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 4)
}

/// Converts seconds, which are finite; a negative number counts as none.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// A completed iteration, as far as time management is concerned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IterationResult<'i> {
    /// The time since the search began.
    pub elapsed: Duration,
    /// The best move.
    pub best: Option<&'i str>,
    /// Its value for the player to move, if the algorithm finds one.
    pub value: Option<i32>,
}

/// The growth of an iteration over the one before it, while there is nothing to measure it by.
const USUAL_GROWTH: f64 = 4.0;
/// The range of the growth: a single odd iteration must not predict the impossible.
const GROWTHS: (f64, f64) = (1.5, 10.0);
/// Iterations shorter than this are too short to measure the growth by.
const MEASURABLE: f64 = 0.000_5;
/// The last moment at which an iteration should end, in soft limits. Iterations grow by a factor of about 5, so their
/// ends are spread evenly over the logarithm of the time: with a factor of 2 the average is the soft limit.
const LATEST: f64 = 2.0;
/// The iterations after which a best move that never changed counts as clearly best.
const CLEAR: u32 = 5;
/// The factor of the soft limit for such a move.
const CLEAR_FACTOR: f64 = 0.6;
/// The additional time per recent change of the best move.
const CHANGE: f64 = 0.6;

/// Decides after each iteration and each pass of a search whether there is time for the next.
#[derive(Clone, Debug)]
pub struct Pace {
    budget: Option<TimeBudget>,
    /// The drop of the value that doubles the soft limit.
    large_drop: i32,
    /// The ends of the iterations.
    ends: Vec<f64>,
    /// The values of the iterations.
    values: Vec<i32>,
    best: Option<String>,
    /// The number of iterations with this best move in a row.
    same: u32,
    /// The recent changes of the best move: each counts half as much after every iteration.
    unrest: f64,
    /// The factor of the soft limit by the last drop of the value.
    drop_factor: f64,
    /// The end of the last pass.
    last_pass: f64,
}

impl Pace {
    /// Creates the pace of a search with this budget; without one, time never ends it. A value that drops by
    /// `large_drop` doubles the time.
    #[must_use]
    pub fn new(budget: Option<TimeBudget>, large_drop: i32) -> Pace {
        Pace {
            budget,
            large_drop: large_drop.max(1),
            ends: Vec::new(),
            values: Vec::new(),
            best: None,
            same: 0,
            unrest: 0.0,
            drop_factor: 1.0,
            last_pass: 0.0,
        }
    }

    /// Records an iteration, and returns whether there is time for the next one.
    pub fn iteration(&mut self, result: &IterationResult<'_>) -> bool {
        let end = result.elapsed.as_secs_f64();
        self.ends.push(end);
        self.last_pass = end;
        let changed = self.best.is_some() && self.best.as_deref() != result.best;
        self.same = if changed { 1 } else { self.same + 1 };
        self.unrest = self.unrest / 2.0 + f64::from(u8::from(changed));
        self.best = result.best.map(str::to_owned);
        if let Some(value) = result.value {
            // The lower of two iterations: evaluations swing with the parity of the depth.
            let before = self.values.iter().rev().take(2).min().copied().unwrap_or(value);
            let drop = f64::from(before.saturating_sub(value)) / f64::from(self.large_drop);
            self.drop_factor = 1.0 + drop.clamp(0.0, 1.0);
            self.values.push(value);
        }
        let Some(budget) = self.budget else { return true };
        if budget.is_fixed() {
            return end < budget.hard.as_secs_f64();
        }
        let next_end = end + self.next_duration();
        next_end <= self.latest(&budget) && next_end <= budget.hard.as_secs_f64()
    }

    /// Records a pass that did not complete its iteration, and returns whether there is time for the next one. A pass
    /// that `failed_low` leaves the iteration without a move, which is worth all the time there is.
    pub fn pass(&mut self, elapsed: Duration, failed_low: bool) -> bool {
        let end = elapsed.as_secs_f64();
        let duration = end - std::mem::replace(&mut self.last_pass, end);
        let Some(budget) = self.budget else { return true };
        // Later passes of an iteration find most of their tree in the table.
        let finishes = end + duration / 2.0 <= budget.hard.as_secs_f64();
        finishes && (failed_low || budget.is_fixed() || end <= self.latest(&budget))
    }

    /// Returns the last moment at which an iteration should end.
    fn latest(&self, budget: &TimeBudget) -> f64 {
        let clear = if self.same >= CLEAR && self.values.len() == self.same as usize { CLEAR_FACTOR } else { 1.0 };
        LATEST * budget.soft.as_secs_f64() * clear * (1.0 + CHANGE * self.unrest) * self.drop_factor
    }

    /// Predicts the duration of the next iteration.
    fn next_duration(&self) -> f64 {
        let duration = |back: usize| {
            let end = self.ends.len().checked_sub(back)?;
            let start = end.checked_sub(1).map_or(0.0, |start| self.ends[start]);
            self.ends.get(end).map(|end| end - start)
        };
        let (Some(last), earlier) = (duration(1), duration(3)) else { return 0.0 };
        // Odd and even iterations grow differently: the mean of both, over two iterations.
        let growth =
            earlier.filter(|&earlier| earlier >= MEASURABLE).map_or(USUAL_GROWTH, |earlier| (last / earlier).sqrt());
        last * growth.clamp(GROWTHS.0, GROWTHS.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_OVERHEAD: Duration = Duration::ZERO;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(remaining: u64, increment: u64) -> GameClock {
        GameClock::new(ms(remaining)).with_increment(ms(increment))
    }

    fn iteration(elapsed: u64, best: &'static str, value: i32) -> IterationResult<'static> {
        IterationResult { elapsed: ms(elapsed), best: Some(best), value: Some(value) }
    }

    #[test]
    fn a_clock_is_divided_by_the_moves_to_come() {
        let minute = TimeBudget::of_clock(&clock(60_000, 0), NO_OVERHEAD, None);
        assert_eq!((minute.soft, minute.hard), (ms(2000), ms(8000)));
        let ten = TimeBudget::of_clock(&clock(60_000, 0).with_moves_to_go(10), NO_OVERHEAD, None);
        assert_eq!(ten.soft, ms(6000));
        let short_game = TimeBudget::of_clock(&clock(60_000, 0), NO_OVERHEAD, Some(12));
        assert_eq!(short_game.soft, ms(10_000), "six moves of each player");
        let increments = TimeBudget::of_clock(&clock(60_000, 1000), NO_OVERHEAD, None);
        assert!(increments.soft > ms(2900) && increments.soft < ms(3000), "{increments:?}");
    }

    #[test]
    fn the_hard_limit_leaves_time_for_later_moves() {
        for remaining in [1, 5, 10, 20, 50, 100, 1000, 60_000] {
            for increment in [0, 10, 1000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let clock = GameClock { moves_to_go: moves, ..clock(remaining, increment) };
                    for overhead in [0, 10, 100] {
                        let budget = TimeBudget::of_clock(&clock, ms(overhead), None);
                        assert!(budget.soft <= budget.hard && budget.hard <= clock.remaining, "{clock:?} {budget:?}");
                        assert!(budget.hard > Duration::ZERO, "{clock:?} {budget:?}");
                        if moves != Some(1) {
                            assert!(budget.hard <= clock.remaining.mul_f64(LARGEST_SHARE), "{clock:?} {budget:?}");
                        }
                        if remaining > 2 * overhead {
                            assert!(budget.hard + ms(overhead) <= clock.remaining, "{clock:?} {budget:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_tenth_of_a_second_lasts_for_a_whole_game() {
        // Each move takes its hard limit and 1 ms outside of the search.
        let (mut left, mut moves) = (ms(100), 0);
        while let Some(rest) = left.checked_sub(TimeBudget::of_clock(&GameClock::new(left), ms(10), None).hard + ms(1))
        {
            (left, moves) = (rest, moves + 1);
        }
        assert!(moves >= 30, "{moves}");
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let budget = TimeBudget::of_move(ms(1000), ms(10));
        assert_eq!(budget.hard, ms(990));
        let mut pace = Pace::new(Some(budget), 100);
        assert!(pace.iteration(&iteration(300, "a", 0)) && pace.iteration(&iteration(900, "a", 0)));
        assert!(!pace.iteration(&iteration(990, "a", 0)));
        assert_eq!(TimeBudget::of_move(ms(8), ms(10)).hard, ms(2), "less than the overhead");
    }

    /// Returns whether the pace continues after iterations that end at these times, with these moves and values.
    fn continues(iterations: &[(u64, &'static str, i32)]) -> bool {
        let mut pace = Pace::new(Some(TimeBudget { soft: ms(1000), hard: ms(4000) }), 100);
        let mut last = true;
        for &(elapsed, best, value) in iterations {
            last = pace.iteration(&iteration(elapsed, best, value));
        }
        last
    }

    #[test]
    fn an_iteration_begins_only_if_it_will_finish() {
        // Each iteration takes four times as long as the one before it: the next one ends at about 1700.
        assert!(continues(&[(5, "a", 0), (25, "a", 0), (105, "b", 0), (425, "b", 0)]));
        // The next one would end at about 7000.
        assert!(!continues(&[(20, "a", 0), (100, "a", 0), (420, "b", 0), (1700, "b", 0)]));
        // Slow growth: the next one ends soon.
        assert!(continues(&[(100, "a", 0), (250, "a", 0), (475, "b", 0), (812, "b", 0)]));
    }

    #[test]
    fn changes_and_drops_take_more_time_and_clear_moves_less() {
        // The next iteration ends at about 2100: after the latest moment of a quiet position.
        let times = [6, 30, 126, 520];
        let with = |bests: [&'static str; 4], values: [i32; 4]| {
            let iterations: Vec<_> = (0..4).map(|i| (times[i], bests[i], values[i])).collect();
            continues(&iterations)
        };
        assert!(!with(["b"; 4], [0; 4]));
        assert!(with(["a", "a", "a", "b"], [0; 4]), "the best move has changed");
        assert!(with(["b"; 4], [0, 0, 0, -60]), "the value has dropped");
        assert!(!with(["b"; 4], [0, 0, 0, 60]), "the value has risen");
        assert!(!with(["b"; 4], [0, -60, 0, -60]), "it swings with the parity of the depth");
        // The next iteration ends at about 4500: there is reason to think for longer, but not for that long.
        assert!(!continues(&[(13, "a", 0), (65, "a", 0), (270, "a", 0), (1110, "b", -100)]));
        // The next iteration ends at about 1400.
        assert!(continues(&[(1, "a", 0), (4, "b", 0), (20, "b", 0), (85, "b", 0), (345, "b", 0)]));
        assert!(!continues(&[(1, "a", 0), (4, "a", 0), (20, "a", 0), (85, "a", 0), (345, "a", 0)]), "a clear move");
    }

    #[test]
    fn passes_end_with_the_time_unless_they_failed_low() {
        let mut pace = Pace::new(Some(TimeBudget { soft: ms(1000), hard: ms(4000) }), 100);
        assert!(pace.iteration(&iteration(400, "a", 0)));
        assert!(pace.pass(ms(1000), false));
        assert!(!pace.clone().pass(ms(2200), false), "later than the latest moment");
        assert!(pace.clone().pass(ms(2200), true), "the move has failed");
        assert!(!pace.pass(ms(3600), true), "another pass would not finish");
    }

    #[test]
    fn without_a_budget_nothing_ends_a_search() {
        let mut pace = Pace::new(None, 100);
        assert!(pace.iteration(&iteration(u64::MAX / 4, "a", 0)) && pace.pass(ms(u64::MAX / 4), false));
    }
}
