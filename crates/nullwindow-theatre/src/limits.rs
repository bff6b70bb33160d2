//! The limits of requests.

use std::time::Duration;

/// Limits what a request may ask for, so that a page cannot exhaust the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TheatreLimits {
    /// The length of a request in bytes.
    pub request_bytes: usize,
    /// The depth of a search in plies.
    pub depth: u32,
    /// The time of a search.
    pub time: Duration,
    /// The size of a transposition table in MiB.
    pub table: u64,
    /// The number of threads of a search.
    pub threads: u16,
    /// The number of moves of a game.
    pub moves: usize,
}

impl Default for TheatreLimits {
    /// Returns limits for one person at one machine.
    fn default() -> TheatreLimits {
        TheatreLimits {
            request_bytes: 1 << 20,
            depth: 64,
            time: Duration::from_secs(600),
            table: 256,
            threads: 4,
            moves: 1000,
        }
    }
}
