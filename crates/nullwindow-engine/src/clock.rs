//! Clocks of the platform. On wasm there are no threads, and only the clock that the program supplies.

use std::cell::Cell;
use std::time::Duration;

/// True if the platform can start threads.
pub(crate) const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// A stopwatch that can be paused.
#[derive(Debug)]
pub(crate) struct SearchClock {
    start: Cell<Time>,
    stopped: Cell<Duration>,
}

impl SearchClock {
    /// Starts a clock of this thread's processor time.
    pub(crate) fn of_thread() -> SearchClock {
        SearchClock { start: Cell::new(Time::of_thread()), stopped: Cell::default() }
    }

    /// Starts a clock of wall time.
    pub(crate) fn of_wall() -> SearchClock {
        SearchClock { start: Cell::new(Time::of_wall()), stopped: Cell::default() }
    }

    /// Runs `work` with the clock paused.
    pub(crate) fn without<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.start.get().now();
        let done = work();
        self.stopped.set(self.stopped.get() + before.elapsed());
        done
    }

    /// Returns the time since the start or the last lap, without pauses, and starts the next lap.
    pub(crate) fn lap(&self) -> Duration {
        // Saturating: two readings of a thread clock may differ by its resolution.
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

        /// Returns the current time of the same clock.
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
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The clock that the program supplies. Without one, time stands still.
    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Supplies the clock of searches: a function that returns the time since some fixed point. Only the first call counts.
    /// Without a clock, time stands still, and the caller of a sliced search measures it.
    pub fn set_clock(now: fn() -> Duration) {
        let _ = CLOCK.set(now);
    }

    fn now() -> Duration {
        CLOCK.get().map_or(Duration::ZERO, |clock| clock())
    }

    /// A point in time.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct WallTime(Duration);

    impl WallTime {
        pub(crate) fn now() -> WallTime {
            WallTime(now())
        }

        pub(crate) fn elapsed(self) -> Duration {
            now().saturating_sub(self.0)
        }
    }

    /// A point in time. There is no processor time of a thread.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Time(WallTime);

    impl Time {
        pub(crate) fn of_thread() -> Time {
            Time::of_wall()
        }

        pub(crate) fn of_wall() -> Time {
            Time(WallTime::now())
        }

        pub(crate) fn now(self) -> Time {
            Time::of_wall()
        }

        pub(crate) fn elapsed(self) -> Duration {
            self.0.elapsed()
        }
    }
}

use machine::Time;
pub(crate) use machine::WallTime;
#[cfg(target_family = "wasm")]
pub use machine::set_clock;
