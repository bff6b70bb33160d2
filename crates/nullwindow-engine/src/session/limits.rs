//! The limits of a search for a move, and the settings of a session.

use super::time::GameClock;
use crate::MoveNotation;
use nullwindow::AnyAlgorithm;
use nullwindow::mtd::MtdF;
use nullwindow_games::StrengthLevel;
use std::time::Duration;

/// Limits a search for a move. The default has no limits: the search ends when it is decided, or at
/// [`Session::stop`](super::Session::stop).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GoLimits {
    /// The depth in plies of the last iteration.
    pub depth: Option<u32>,
    /// The node limit, over all threads.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the player to move.
    pub clock: Option<GameClock>,
    /// True if the answer must wait for [`Session::stop`](super::Session::stop), even when the search is complete.
    pub infinite: bool,
    /// True to think while the opponent does: the clock starts at [`Session::ponder_hit`](super::Session::ponder_hit),
    /// and the answer waits for it or for a stop.
    pub ponder: bool,
    /// The root moves to search, in any notation of the game; empty for all.
    pub only: Vec<String>,
    /// True to search the full width, whatever the options say: a search for a mate in N moves finds or refutes it.
    pub full_width: bool,
}

impl GoLimits {
    /// Returns limits that end the search at this depth.
    #[must_use]
    pub fn of_depth(plies: u32) -> GoLimits {
        GoLimits { depth: Some(plies), ..GoLimits::default() }
    }

    /// Returns limits that end the search after this time.
    #[must_use]
    pub fn of_move_time(time: Duration) -> GoLimits {
        GoLimits { move_time: Some(time), ..GoLimits::default() }
    }

    /// Returns the limits of a move on a clock.
    #[must_use]
    pub fn of_clock(clock: GameClock) -> GoLimits {
        GoLimits { clock: Some(clock), ..GoLimits::default() }
    }

    /// Returns limits that only a stop ends.
    #[must_use]
    pub fn until_stopped() -> GoLimits {
        GoLimits { infinite: true, ..GoLimits::default() }
    }
}

/// Configures a session.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SessionOptions {
    /// The algorithm, one that finds a best move.
    pub algorithm: AnyAlgorithm,
    /// The number of threads.
    pub threads: u16,
    /// The number of best moves to report; 1 for the best move only.
    pub multi_pv: u16,
    /// The time that a move loses outside of the search.
    pub move_overhead: Duration,
    /// True to search by the game's rules of selective search, if it has any and the algorithm follows them.
    pub selective: bool,
    /// The notation of moves in events.
    pub notation: MoveNotation,
    /// The limits of a weaker player; `None` plays as well as it can.
    pub strength: Option<StrengthLevel>,
    /// The seed of a weaker player's random choices. The same seed gives the same move in the same position.
    pub seed: u64,
}

impl Default for SessionOptions {
    /// Returns MTD(f) on one thread, selective, with an overhead of 10 ms.
    fn default() -> SessionOptions {
        SessionOptions {
            algorithm: AnyAlgorithm::MtdF(MtdF::new()),
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            selective: true,
            notation: MoveNotation::Own,
            strength: None,
            seed: 0,
        }
    }
}
