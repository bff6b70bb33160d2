//! Time spent on the processor, so that what else the machine does counts as little as possible.
//!
//! It is as exact as the scheduler's tick, a few milliseconds: for searches that take much longer.

use std::time::Instant;

/// Measures a stretch of work of this thread.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    wall: Instant,
    busy: Option<u64>,
}

impl CpuClock {
    /// Starts now.
    #[must_use]
    pub fn start() -> CpuClock {
        CpuClock { busy: busy(), wall: Instant::now() }
    }

    /// Seconds since the start: on the processor where the system tells them, else by the wall clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "below 2^53 nanoseconds")]
    pub fn seconds(self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        match (self.busy, busy()) {
            (Some(start), Some(end)) if end > start => (end - start) as f64 * 1e-9,
            _ => wall,
        }
    }
}

/// Nanoseconds that this thread has run so far; Linux has them in a file.
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
