//! Limits that stop a search early.

use crate::halt::Halt;
use crate::parallel::QueryWatch;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The conditions that stop a search early. The default has none.
///
/// ```
/// use nullwindow::Limits;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// let stop = AtomicBool::new(false);
/// let limits = Limits::none().with_nodes(1_000_000).with_flag(&stop).with_time(Duration::from_secs(5));
/// ```
#[derive(Default)]
pub struct Limits<'a> {
    nodes: Option<u64>,
    flag: Option<&'a AtomicBool>,
    until: Option<Box<dyn FnMut() -> bool + Send + 'a>>,
    stack: Option<usize>,
}

impl<'a> Limits<'a> {
    /// The default limit of stack in bytes. The standard library gives a spawned thread 2 MiB.
    pub const STACK: usize = 5 << 18;

    /// Returns limits that never stop a search.
    #[must_use]
    pub fn none() -> Limits<'a> {
        Limits::default()
    }

    /// Stops after this many nodes, summed over [all threads](crate::Search::threads).
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Limits<'a> {
        self.nodes = Some(nodes);
        self
    }

    /// Stops when the flag is set, by another thread or by a signal.
    #[must_use]
    pub fn with_flag(mut self, flag: &'a AtomicBool) -> Limits<'a> {
        self.flag = Some(flag);
        self
    }

    /// Limits the stack to this many bytes instead of [`Limits::STACK`].
    ///
    /// A depth-first search recurses once per ply, and every frame holds the position of a child. A path is followed
    /// while the stack used since the root is below this limit, and never beyond 1024 plies; a search that would go
    /// further stops with [`Stopped::Endless`]. A caller with a larger stack may allow more; one with less than 2 MiB
    /// must allow less.
    #[must_use]
    pub fn with_stack(mut self, bytes: usize) -> Limits<'a> {
        self.stack = Some(bytes);
        self
    }

    /// Stops after this time, counted from the first node. It replaces an earlier time or condition.
    ///
    /// Not on WebAssembly, where the standard library has no clock: there a caller passes its own as a
    /// [condition](Limits::with_condition).
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn with_time(self, time: std::time::Duration) -> Limits<'a> {
        // Not the time of this call: limits may be built long before the search starts.
        let mut start = None;
        self.with_condition(move || start.get_or_insert_with(std::time::Instant::now).elapsed() >= time)
    }

    /// Stops when `expired` returns true. It replaces an earlier time or condition. The search calls it every 64 nodes.
    #[must_use]
    pub fn with_condition(mut self, expired: impl FnMut() -> bool + Send + 'a) -> Limits<'a> {
        self.until = Some(Box::new(expired));
        self
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("nodes", &self.nodes)
            .field("flag", &self.flag)
            .field("until", &self.until.as_ref().map(|_| ".."))
            .field("stack", &self.stack)
            .finish()
    }
}

/// The reason for an early stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stopped {
    /// The node limit was reached.
    Nodes,
    /// The stop flag was set.
    Flag,
    /// The time limit was reached.
    Time,
    /// A path reached 1024 plies or the stack limit ([`Limits::with_stack`]): the game may be infinite, and then it cannot
    /// be searched to its end.
    Endless,
}

impl std::error::Error for Stopped {}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Stopped::Nodes => "the limit of nodes was reached",
            Stopped::Flag => "the search was asked to stop",
            Stopped::Time => "the time was over",
            Stopped::Endless => "a line of play reached 1024 plies, or the end of the stack",
        })
    }
}

/// Nodes between two checks of the limits. A check costs an atomic load and a call of the closure; 64 nodes take some
/// microseconds, so stops are still prompt.
const INTERVAL: u64 = 64;

/// The limits of a search and what is left of them.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    /// Nodes until the next check; a node is visited only while this is above zero.
    ticks: u64,
    /// Nodes left beyond `ticks`. While threads share a query, all of them draw from a common reserve instead.
    pub(crate) reserve: u64,
    /// Nodes visited plus `ticks`: a clock that advances every 64 nodes.
    pub(crate) granted: u64,
    /// The reason for the stop, kept: a stopped search stays stopped.
    stopped: Option<Stopped>,
    /// The state of the shared query, with several threads.
    pub(crate) watch: Option<QueryWatch>,
    /// The stack limit, relative to `base`.
    stack: usize,
    /// A stack address at the start of the search.
    base: usize,
}

impl<'a> Budget<'a> {
    /// The longest path that a search ever follows.
    pub(crate) const MAX_PLY: usize = 1024;

    pub(crate) fn new(limits: Limits<'a>) -> Budget<'a> {
        let reserve = limits.nodes.unwrap_or(u64::MAX);
        let stack = limits.stack.unwrap_or(Limits::STACK);
        Budget { limits, ticks: 0, reserve, granted: 0, stopped: None, watch: None, stack, base: 0 }
    }

    /// Sets the base of the stack measurement to `local`, a variable of the caller.
    pub(crate) fn measure_stack<T>(&mut self, local: &T) {
        self.base = std::ptr::from_ref(local).addr();
    }

    /// Returns whether a node is too far from the root to search its children: by its ply, or by the stack in use at
    /// `local`, a variable of the caller.
    ///
    /// The stack is measured, not estimated from the size of a position: a frame holds one copy of it in an optimised
    /// build and ten in a debug build.
    #[inline]
    pub(crate) fn is_too_deep<T>(&self, ply: usize, local: &T) -> bool {
        // `abs_diff`: the stack may grow in either direction.
        let used = self.base.abs_diff(std::ptr::from_ref(local).addr());
        ply >= Budget::MAX_PLY || (used > self.stack && !cfg!(miri)) // Miri has no contiguous stack
    }

    /// Replaces the limits and starts to count from zero.
    pub(crate) fn set_limits(&mut self, limits: Limits<'a>) {
        // Threads and stack are those of the running search; only the counts start again.
        *self = Budget { watch: self.watch.take(), base: self.base, ..Budget::new(limits) };
    }

    /// Sets the number of the query that this thread works on, if there are other threads.
    pub(crate) fn watch_query(&mut self, query: u64) {
        if let Some(watch) = &mut self.watch {
            watch.query = query;
        }
    }

    /// Returns the number of nodes that this thread has visited.
    #[inline]
    pub(crate) fn visited(&self) -> u64 {
        self.granted - self.ticks
    }

    /// Counts a node, or returns the reason not to visit it.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Halt> {
        if self.ticks == 0 {
            self.check_limits()?;
        }
        self.ticks -= 1;
        Ok(())
    }

    /// Checks all limits and grants the next nodes.
    #[cold]
    fn check_limits(&mut self) -> Result<(), Halt> {
        let limits = &mut self.limits;
        let shared = self.watch.as_ref().filter(|watch| watch.query != QueryWatch::NO_QUERY);
        if shared.is_some_and(QueryWatch::is_over) {
            return Err(Halt::Answered);
        }
        if self.stopped.is_none() {
            // Relaxed: the flag guards no other data, and a stop may take effect a few nodes later.
            self.stopped = if limits.flag.is_some_and(|flag| flag.load(Relaxed)) {
                Some(Stopped::Flag)
            } else if limits.until.as_mut().is_some_and(|expired| expired()) {
                Some(Stopped::Time)
            } else {
                None
            };
        }
        if let Some(reason) = self.stopped {
            return Err(reason.into());
        }
        // Threads draw small batches from the common reserve, so that the limit holds for all together.
        self.ticks = match shared {
            Some(watch) => watch.take(INTERVAL),
            None => self.reserve.min(INTERVAL),
        };
        if self.ticks == 0 {
            return Err(Stopped::Nodes.into());
        }
        if shared.is_none() {
            self.reserve -= self.ticks;
        }
        self.granted += self.ticks;
        Ok(())
    }
}
