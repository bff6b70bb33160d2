//! Processor time of a thread, which other programs on the machine disturb least.
//!
//! Its resolution is the scheduler's tick, a few milliseconds. It is meant for searches that take much longer.

use std::time::Instant;

/// A clock for the processor time of this thread.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    wall: Instant,
    busy: Option<u64>,
}

impl CpuClock {
    /// Starts the clock.
    #[must_use]
    pub fn start() -> CpuClock {
        CpuClock { busy: busy(), wall: Instant::now() }
    }

    /// Returns the seconds since the start: processor time if the system reports it, else wall time.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "below 2^53 nanoseconds")]
    pub fn seconds(self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        match (self.busy, busy()) {
            // Equal readings mean that the work was shorter than a tick.
            (Some(start), Some(end)) if end > start => (end - start) as f64 * 1e-9,
            _ => wall,
        }
    }
}

/// Returns the nanoseconds that this thread has run, which Linux reports in a file.
fn busy() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let clock = CpuClock::start();
        let sum = (0..2_000_000u64).fold(0, |sum, i| std::hint::black_box(sum ^ i));
        assert!(clock.seconds() > 0.0, "{sum}");
    }
}
