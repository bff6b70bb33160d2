//! Carries signals between a session and its running search.

use crate::clock::WallTime;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The start of the clock of a search that still ponders.
const PONDERING: u64 = u64::MAX;

/// Carries the signals of one search between the session and the searching thread.
///
/// The atomic values use `Relaxed`: each is polled on its own and guards no other data.
#[derive(Debug)]
pub(super) struct SearchSignals {
    /// Ends the search.
    pub(super) stop: AtomicBool,
    /// True if the search would have ended, had it not been pondering.
    enough: AtomicBool,
    /// The start of the search.
    start: WallTime,
    /// The time since the start as the caller of slices measures it, in nanoseconds.
    measured: AtomicU64,
    /// The start of the player's clock, in nanoseconds since the start of the search.
    clock_start: AtomicU64,
    /// False while the answer must wait, although the search may be complete.
    released: Mutex<bool>,
    changed: Condvar,
}

impl SearchSignals {
    /// Creates the signals of a search that starts now. One that is not `released` keeps its answer.
    pub(super) fn new(ponders: bool, released: bool) -> SearchSignals {
        SearchSignals {
            stop: AtomicBool::new(false),
            enough: AtomicBool::new(false),
            start: WallTime::now(),
            measured: AtomicU64::new(0),
            clock_start: AtomicU64::new(if ponders { PONDERING } else { 0 }),
            released: Mutex::new(released),
            changed: Condvar::new(),
        }
    }

    /// Returns the time since the start: by the clock, or by the caller where there is none.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed().max(Duration::from_nanos(self.measured.load(Relaxed)))
    }

    /// Records the time since the start as the caller measures it.
    pub(super) fn measure(&self, elapsed: Duration) {
        self.measured.store(nanoseconds(elapsed), Relaxed);
    }

    /// Ends the search and releases its answer.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.release();
    }

    /// Starts the player's clock of a pondering search, and releases its answer unless it is `infinite`.
    pub(super) fn ponder_hit(&self, infinite: bool) {
        let now = nanoseconds(self.elapsed());
        let _ = self.clock_start.compare_exchange(PONDERING, now, Relaxed, Relaxed);
        if !infinite {
            self.release();
        }
    }

    /// Records that there is no time for more: ends the search now, or at the ponder hit.
    pub(super) fn finish(&self) {
        self.enough.store(true, Relaxed);
    }

    /// Returns whether the search must end: its time is up, or [`SearchSignals::finish`] was called.
    pub(super) fn is_over(&self, elapsed: Duration, hard: Option<Duration>) -> bool {
        match self.clock_start.load(Relaxed) {
            PONDERING => false,
            start => {
                let own = elapsed.saturating_sub(Duration::from_nanos(start));
                self.enough.load(Relaxed) || hard.is_some_and(|hard| own >= hard)
            }
        }
    }

    fn release(&self) {
        *self.released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Returns whether the answer may be given.
    pub(super) fn is_released(&self) -> bool {
        *self.released.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks until the answer may be given.
    pub(super) fn wait(&self) {
        let mut released = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        while !*released {
            released = self.changed.wait(released).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Converts a time to nanoseconds, less than [`PONDERING`].
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(PONDERING).min(PONDERING - 1)
}
