//! The strength of play: the limits of each move.

use super::request::seconds;
use nullwindow_engine::{GameClock, GoLimits};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The limits of each move.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct LevelArgs {
    /// Think this long about each move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "clock")]
    time: Option<Duration>,
    /// Search each move to this depth, in plies
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=254))]
    depth: Option<u32>,
    /// Search this many nodes per move, summed over all threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Give each player a clock: the time for the game and the time that each move adds, such as 60+0.5 or 5min+3s
    #[arg(long, value_name = "TIME+TIME")]
    clock: Option<ClockSetting>,
}

impl LevelArgs {
    /// Returns the limits; `usual` without an argument.
    pub fn level(&self, usual: Level) -> Level {
        let level = Level { time: self.time, depth: self.depth, nodes: self.nodes, clock: self.clock };
        if level == Level::default() { usual } else { level }
    }
}

/// The limits of each move. Several together end a search at the first that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Level {
    pub time: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub clock: Option<ClockSetting>,
}

impl Level {
    /// Returns a level of this time per move.
    pub fn of_time(time: Duration) -> Level {
        Level { time: Some(time), ..Level::default() }
    }

    /// Returns the limits of a move. `remaining` is the time left on the player's clock.
    pub fn limits(&self, remaining: Option<Duration>) -> GoLimits {
        let mut limits = GoLimits::default();
        (limits.depth, limits.nodes, limits.move_time) = (self.depth, self.nodes, self.time);
        limits.clock =
            self.clock.map(|clock| GameClock::new(remaining.unwrap_or(clock.base)).with_increment(clock.increment));
        limits
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.time.map(|time| format!("{} per move", short(time))),
            self.depth.map(|depth| format!("{depth} plies")),
            self.nodes.map(|nodes| format!("{nodes} nodes per move")),
            self.clock.map(|clock| format!("clock {clock}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// The time of a player for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSetting {
    /// The time at the beginning.
    pub base: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

impl FromStr for ClockSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<ClockSetting, String> {
        let wrong = |_| format!("'{text}' is no clock: expected a time and an increment, such as 60+0.5 or 5min+3s");
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let increment = match increment.trim() {
            "0" | "0s" => Duration::ZERO,
            increment => seconds(increment).map_err(wrong)?,
        };
        Ok(ClockSetting { base: seconds(base.trim()).map_err(wrong)?, increment })
    }
}

impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", short(self.base), short(self.increment))
    }
}

/// Writes a time in seconds, or in milliseconds below one: `2s`, `1.5s`, `20ms`.
pub fn short(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 || seconds == 0.0 => format!("{seconds}s"),
        seconds => format!("{}ms", seconds * 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_a_time_and_an_increment() {
        let clock = |base: u64, increment: u64| ClockSetting {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!("60+0.5".parse(), Ok(clock(60_000, 500)));
        assert_eq!("5min+3s".parse(), Ok(clock(300_000, 3000)));
        assert_eq!(("10".parse(), "10+0".parse()), (Ok(clock(10_000, 0)), Ok(clock(10_000, 0))));
        for wrong in ["", "+1", "0+1", "5+", "x+y", "5+-1", "5+1+1"] {
            assert!(wrong.parse::<ClockSetting>().is_err_and(|error| error.contains("60+0.5")), "{wrong}");
        }
        assert_eq!(clock(1500, 20).to_string(), "1.5s+20ms");
    }

    #[test]
    fn levels_limit_searches() {
        let level = Level { depth: Some(3), ..Level::of_time(Duration::from_secs(2)) };
        assert_eq!(level.to_string(), "2s per move, 3 plies");
        let limits = level.limits(None);
        assert_eq!((limits.depth, limits.move_time), (Some(3), Some(Duration::from_secs(2))));
        let level = Level { clock: "5+1".parse().ok(), ..Level::default() };
        let clock = level.limits(Some(Duration::from_secs(3))).clock.unwrap();
        assert_eq!((clock.remaining, clock.increment), (Duration::from_secs(3), Duration::from_secs(1)));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_clock_or_an_error(text in "[0-9.+smin -]{0,12}|\\PC{0,8}") {
            if let Ok(clock) = text.parse::<ClockSetting>() {
                assert!(clock.base > Duration::ZERO);
            }
        }
    }
}
