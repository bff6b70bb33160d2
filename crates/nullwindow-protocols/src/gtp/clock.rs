//! The clocks of GTP: main time, then periods of byo-yomi with a number of stones each.

use crate::record::seconds;
use crate::turns::Side;
use nullwindow_engine::GameClock;
use std::time::Duration;

/// The setting of `time_settings`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    /// The moves of a period; 0 if there is none.
    stones: u32,
}

/// The time of a player: main time if `stones` is 0, or the rest of a period for this many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeLeft {
    time: Duration,
    stones: u32,
}

/// The time that whole seconds can hide: clients round up or down.
const ROUNDING: Duration = Duration::from_millis(1050);

/// The clocks of both players. A client that sends no `time_left` is followed by the engine's own measure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GtpClocks {
    settings: Option<TimeSettings>,
    left: [Option<TimeLeft>; 2],
}

impl GtpClocks {
    /// Sets the clocks by `time_settings`. A period without stones means that there is no limit.
    pub(super) fn set(&mut self, main: f64, period: f64, stones: u32) {
        let settings = TimeSettings { main: seconds(main), period: seconds(period), stones };
        let is_unlimited =
            (stones == 0 && settings.period > Duration::ZERO) || settings.main + settings.period == Duration::ZERO;
        self.settings = (!is_unlimited).then_some(settings);
        self.reset();
    }

    /// Starts the clocks of a new game.
    pub(super) fn reset(&mut self) {
        self.left = [self.settings.map(TimeSettings::start); 2];
    }

    /// Sets the time of a player by `time_left`. Clients send whole seconds: where the engine's own measure agrees but for
    /// the rounding, the lesser of both is right. (For the last move of a period Quarry sent one second; the engine used
    /// it, and the game ended there.)
    pub(super) fn set_left(&mut self, side: Side, time: f64, stones: u32) {
        let sent = TimeLeft { time: seconds(time), stones };
        let own = self.left[side as usize];
        let precise = own.filter(|own| own.stones == stones && own.time.abs_diff(sent.time) <= ROUNDING);
        let time = precise.map_or(sent.time, |own| own.time.min(sent.time));
        self.left[side as usize] = Some(TimeLeft { time, ..sent });
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, side: Side, time: Duration) {
        let left = &mut self.left[side as usize];
        *left = left.map(|left| left.after(time, self.settings));
    }

    /// Returns the clock of a player; `None` if its time is not limited.
    pub(super) fn clock(&self, side: Side) -> Option<GameClock> {
        let left = self.left[side as usize]?;
        if left.stones > 0 {
            // One more move than there are: the last of them must not use up all of a time that may have been rounded.
            return Some(GameClock::new(left.time).with_moves_to_go(left.stones.saturating_add(1)));
        }
        // Every move in byo-yomi has its share of a period, which is as good as an increment.
        let share = self.settings.and_then(TimeSettings::share).unwrap_or_default();
        Some(GameClock::new(left.time + share).with_increment(share))
    }
}

impl TimeSettings {
    fn start(self) -> TimeLeft {
        if self.main.is_zero() { self.next_period() } else { TimeLeft { time: self.main, stones: 0 } }
    }

    fn next_period(self) -> TimeLeft {
        TimeLeft { time: self.period, stones: self.stones }
    }

    /// Returns the time per move in byo-yomi.
    fn share(self) -> Option<Duration> {
        self.period.checked_div(self.stones)
    }
}

impl TimeLeft {
    fn after(self, time: Duration, settings: Option<TimeSettings>) -> TimeLeft {
        let period = settings.map(TimeSettings::next_period).filter(|period| period.stones > 0);
        match (self.stones, period) {
            // Main time runs into the first period.
            (0, Some(period)) if time > self.time => period.after(time - self.time, settings),
            (0, _) => TimeLeft { time: self.time.saturating_sub(time), stones: 0 },
            (1, Some(period)) => period,
            (stones, _) => TimeLeft { time: self.time.saturating_sub(time), stones: stones.max(2) - 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks(main: f64, period: f64, stones: u32) -> GtpClocks {
        let mut clocks = GtpClocks::default();
        clocks.set(main, period, stones);
        clocks
    }

    #[test]
    fn no_settings_and_periods_without_stones_are_no_limit() {
        for unlimited in [GtpClocks::default(), clocks(0.0, 1.0, 0), clocks(60.0, 5.0, 0), clocks(0.0, 0.0, 0)] {
            assert_eq!(unlimited.clock(Side::First), None);
        }
    }

    #[test]
    fn main_time_is_for_the_whole_game() {
        let mut clocks = clocks(60.0, 0.0, 0);
        assert_eq!(clocks.clock(Side::First), Some(GameClock::new(s(60))));
        clocks.spend(Side::First, s(25));
        assert_eq!(clocks.clock(Side::First), Some(GameClock::new(s(35))));
        assert_eq!(clocks.clock(Side::Second), Some(GameClock::new(s(60))));
        clocks.spend(Side::First, s(100));
        assert_eq!(clocks.clock(Side::First), Some(GameClock::new(s(0))));
        clocks.reset();
        assert_eq!(clocks.clock(Side::First), Some(GameClock::new(s(60))));
    }

    #[test]
    fn main_time_runs_into_byo_yomi() {
        let mut clocks = clocks(60.0, 30.0, 3);
        assert_eq!(clocks.clock(Side::Second), Some(GameClock::new(s(70)).with_increment(s(10))));
        clocks.spend(Side::Second, s(65));
        assert_eq!(clocks.clock(Side::Second), Some(GameClock::new(s(25)).with_moves_to_go(3)));
        clocks.spend(Side::Second, s(5));
        assert_eq!(clocks.clock(Side::Second), Some(GameClock::new(s(20)).with_moves_to_go(2)));
        clocks.spend(Side::Second, s(5));
        assert_eq!(clocks.clock(Side::Second), Some(GameClock::new(s(30)).with_moves_to_go(4)), "a new period");
    }

    #[test]
    fn whole_seconds_do_not_hide_the_time_used() {
        let mut clocks = clocks(0.0, 5.0, 2);
        clocks.spend(Side::First, Duration::from_millis(4600));
        // Rounded up, rounded down, and another time than the engine's own.
        for (sent, expected) in [(1.0, 400), (0.0, 0), (3.0, 3000)] {
            let mut clocks = clocks.clone();
            clocks.set_left(Side::First, sent, 1);
            let clock = GameClock::new(Duration::from_millis(expected)).with_moves_to_go(2);
            assert_eq!(clocks.clock(Side::First), Some(clock), "{sent}");
        }
    }

    #[test]
    fn the_client_knows_the_time_better() {
        let mut clocks = clocks(60.0, 30.0, 3);
        clocks.set_left(Side::First, 12.0, 2);
        assert_eq!(clocks.clock(Side::First), Some(GameClock::new(s(12)).with_moves_to_go(3)));
        clocks.set_left(Side::First, f64::NAN, 0);
        assert_eq!(clocks.clock(Side::First), Some(GameClock::new(s(10)).with_increment(s(10))));
        let mut alone = GtpClocks::default();
        alone.set_left(Side::First, 5.0, 0);
        assert_eq!(alone.clock(Side::First), Some(GameClock::new(s(5))), "without settings");
        assert_eq!(alone.clock(Side::Second), None);
    }
}
