//! Requests to stop long work.

use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, which another thread or a signal handler may make at any time.
///
/// A function with this parameter checks it often enough to return within 100 ms of the request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a>(Option<&'a AtomicBool>);

impl Stop<'static> {
    /// A request that is never made.
    pub const NEVER: Stop<'static> = Stop(None);
}

impl Stop<'_> {
    /// Returns whether the work should stop.
    #[must_use]
    pub fn is_requested(self) -> bool {
        // Relaxed: the flag guards no data, and a late read only delays the stop.
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns an error if the work should stop.
    ///
    /// # Errors
    /// [`Interrupted`] if it should.
    pub fn check(self) -> Result<(), Interrupted> {
        if self.is_requested() { Err(Interrupted) } else { Ok(()) }
    }
}

impl<'a> From<&'a AtomicBool> for Stop<'a> {
    fn from(flag: &'a AtomicBool) -> Stop<'a> {
        Stop(Some(flag))
    }
}

impl<'a> From<Option<&'a AtomicBool>> for Stop<'a> {
    fn from(flag: Option<&'a AtomicBool>) -> Stop<'a> {
        Stop(flag)
    }
}

/// The error of work that was stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;
