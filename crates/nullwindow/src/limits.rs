//! When a search must stop, whether it is done or not.

use crate::halt::Halt;
use crate::parallel::QueryWatch;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What may stop a search before it is done. The default never does.
///
/// The library has no clock: time comes from outside, as a question asked every few nodes.
///
/// ```
/// use nullwindow::Limits;
/// use std::sync::atomic::AtomicBool;
/// use std::time::{Duration, Instant};
///
/// let stop = AtomicBool::new(false);
/// let start = Instant::now();
/// let limits = Limits::none()
///     .nodes(1_000_000)
///     .flag(&stop)
///     .until(move || start.elapsed() > Duration::from_secs(5));
/// ```
#[derive(Default)]
pub struct Limits<'a> {
    nodes: Option<u64>,
    flag: Option<&'a AtomicBool>,
    until: Option<Box<dyn FnMut() -> bool + Send + 'a>>,
    stack: Option<usize>,
}

impl<'a> Limits<'a> {
    /// The stack that a search uses at most unless told otherwise, in bytes. The standard library gives a thread 2 MiB.
    pub const STACK: usize = 5 << 18;

    /// No limit.
    #[must_use]
    pub fn none() -> Limits<'a> {
        Limits::default()
    }

    /// Stop after visiting this many nodes, with [several threads](crate::Search::threads) all together.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Limits<'a> {
        self.nodes = Some(nodes);
        self
    }

    /// Stop when the flag is set, by another thread or a signal.
    #[must_use]
    pub fn flag(mut self, flag: &'a AtomicBool) -> Limits<'a> {
        self.flag = Some(flag);
        self
    }

    /// Use this many bytes of stack at most, instead of [`Limits::STACK`].
    ///
    /// A depth-first search calls itself once a ply, and every call holds the position of a child. A line of play is
    /// followed as long as the stack used since the root is below this limit, and never beyond 1024 plies; a search that
    /// goes further stops with [`Stopped::Endless`]. A caller with a larger stack may allow more; one with less than 2 MiB
    /// must allow less.
    #[must_use]
    pub fn stack(mut self, bytes: usize) -> Limits<'a> {
        self.stack = Some(bytes);
        self
    }

    /// Stop when `expired` says so. It is asked every 64 nodes.
    #[must_use]
    pub fn until(mut self, expired: impl FnMut() -> bool + Send + 'a) -> Limits<'a> {
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

/// Why a search stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stopped {
    /// The limit of nodes was reached.
    Nodes,
    /// The stop flag was set.
    Flag,
    /// The time was over.
    Time,
    /// A line of play reached 1024 plies, or as many as the stack has room for ([`Limits::stack`]): a game that need not
    /// end cannot be searched to its end.
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

/// How many nodes pass between two questions.
const INTERVAL: u64 = 64;

/// Limits, counted down.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    /// Nodes until the next question; a node is visited only while this is above zero.
    ticks: u64,
    /// Nodes left beyond those ticks; while several threads work on a question, all of them take from a common reserve.
    pub(crate) reserve: u64,
    /// Nodes visited, and those ticks: a clock that moves every 64 nodes.
    pub(crate) granted: u64,
    /// The answer to the last question, kept: who has stopped stays stopped.
    stopped: Option<Stopped>,
    /// With several threads, what the others do.
    pub(crate) watch: Option<QueryWatch>,
    /// The stack that may be used beyond `base`.
    stack: usize,
    /// An address in the stack where the search began.
    base: usize,
}

impl<'a> Budget<'a> {
    /// The longest line of play that is ever followed.
    pub(crate) const MAX_PLY: usize = 1024;

    pub(crate) fn new(limits: Limits<'a>) -> Budget<'a> {
        let reserve = limits.nodes.unwrap_or(u64::MAX);
        let stack = limits.stack.unwrap_or(Limits::STACK);
        Budget { limits, ticks: 0, reserve, granted: 0, stopped: None, watch: None, stack, base: 0 }
    }

    /// Begins to measure the stack at `local`, a variable of the caller.
    pub(crate) fn measure_stack<T>(&mut self, local: &T) {
        self.base = std::ptr::from_ref(local).addr();
    }

    /// Returns whether a node is too far from the root to search its children: by its ply, or by the stack that is in use
    /// at `local`, a variable of the caller.
    ///
    /// The stack is measured, not estimated from the size of a position: a frame holds one copy of it in an optimised
    /// build and ten in one that is not.
    #[inline]
    pub(crate) fn is_too_deep<T>(&self, ply: usize, local: &T) -> bool {
        let used = self.base.abs_diff(std::ptr::from_ref(local).addr());
        ply >= Budget::MAX_PLY || (used > self.stack && !cfg!(miri)) // Miri has no stack
    }

    /// Begins to count anew.
    pub(crate) fn set_limits(&mut self, limits: Limits<'a>) {
        *self = Budget { watch: self.watch.take(), base: self.base, ..Budget::new(limits) };
    }

    /// From now on works on the question of this number, if other threads do too.
    pub(crate) fn watch_query(&mut self, query: u64) {
        if let Some(watch) = &mut self.watch {
            watch.query = query;
        }
    }

    /// How many nodes this thread has visited.
    #[inline]
    pub(crate) fn visited(&self) -> u64 {
        self.granted - self.ticks
    }

    /// Counts a node, or says that it must not be visited any more.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Halt> {
        if self.ticks == 0 {
            self.ask()?;
        }
        self.ticks -= 1;
        Ok(())
    }

    #[cold]
    fn ask(&mut self) -> Result<(), Halt> {
        let limits = &mut self.limits;
        let shared = self.watch.as_ref().filter(|watch| watch.query != QueryWatch::NO_QUERY);
        if shared.is_some_and(QueryWatch::is_over) {
            return Err(Halt::Answered);
        }
        if self.stopped.is_none() {
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
