//! Clocks, where the machine has them. On wasm there are none, and no threads either.

use std::cell::Cell;
use std::time::Duration;

/// Whether the platform can start threads.
pub(crate) const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// A clock that can be stopped for a while.
#[derive(Debug)]
pub(crate) struct SearchClock {
    start: Cell<Time>,
    stopped: Cell<Duration>,
}

impl SearchClock {
    /// Starts a clock that shows the processor time of this thread.
    pub(crate) fn of_thread() -> SearchClock {
        SearchClock { start: Cell::new(Time::of_thread()), stopped: Cell::default() }
    }

    /// Starts a clock that shows wall time.
    pub(crate) fn of_wall() -> SearchClock {
        SearchClock { start: Cell::new(Time::of_wall()), stopped: Cell::default() }
    }

    /// Does some work that is not timed.
    pub(crate) fn without<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.start.get().now();
        let done = work();
        self.stopped.set(self.stopped.get() + before.elapsed());
        done
    }

    /// Returns the time since the start or the last lap, without the time for which the clock was stopped, and starts
    /// the next lap.
    pub(crate) fn lap(&self) -> Duration {
        let time = self.start.get().elapsed().saturating_sub(self.stopped.take());
        self.start.set(self.start.get().now());
        time
    }
}

#[cfg(not(target_family = "wasm"))]
mod machine {
    use cpu_time::ThreadTime;
    use std::time::{Duration, Instant};

    /// A point in wall time, which threads may share.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct WallTime(Instant);

    impl WallTime {
        pub(crate) fn now() -> WallTime {
            WallTime(Instant::now())
        }

        pub(crate) fn elapsed(self) -> Duration {
            self.0.elapsed()
        }
    }

    /// A point in time, of a thread's processor time or of wall time.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Time {
        Thread(ThreadTime),
        Wall(Instant),
    }

    impl Time {
        pub(crate) fn of_thread() -> Time {
            Time::Thread(ThreadTime::now())
        }

        pub(crate) fn of_wall() -> Time {
            Time::Wall(Instant::now())
        }

        /// Returns the present, by the same clock.
        pub(crate) fn now(self) -> Time {
            match self {
                Time::Thread(_) => Time::of_thread(),
                Time::Wall(_) => Time::of_wall(),
            }
        }

        pub(crate) fn elapsed(self) -> Duration {
            match self {
                Time::Thread(time) => time.elapsed(),
                Time::Wall(time) => time.elapsed(),
            }
        }
    }
}

#[cfg(target_family = "wasm")]
mod machine {
    use std::time::Duration;

    /// No time passes: the caller of a sliced search keeps the clock.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct WallTime;

    impl WallTime {
        pub(crate) fn now() -> WallTime {
            WallTime
        }

        pub(crate) fn elapsed(self) -> Duration {
            Duration::ZERO
        }
    }

    /// No time passes here either.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Time;

    impl Time {
        pub(crate) fn of_thread() -> Time {
            Time
        }

        pub(crate) fn of_wall() -> Time {
            Time
        }

        pub(crate) fn now(self) -> Time {
            Time
        }

        pub(crate) fn elapsed(self) -> Duration {
            Duration::ZERO
        }
    }
}

use machine::Time;
pub(crate) use machine::WallTime;
