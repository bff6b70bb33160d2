//! Delivery of events from a running search to the caller's listener.
//!
//! Three sources report events: the observer (passes, root moves), the iteration callback, and the closure that the
//! library calls every 64 nodes to ask whether to stop. That closure reports progress, so progress costs nothing per
//! node. All three run on the leading thread; the lock exists only because the library requires that closure to be
//! `Send`, and is never contended.

use crate::clock::WallTime;
use crate::request::{Control, Listener};
use crate::{SearchEvent, SearchRecord};
use nullwindow::{Bounds, Depth, Score, Window};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The shortest time between two progress events: ten per second are enough for a display.
const PAUSE: Duration = Duration::from_millis(100);

/// The receiver of events within a search. A trait object, because an [`Announcer`] is invariant in the lifetime of its
/// listener and would force that lifetime on everything that refers to it.
pub(crate) trait Announce: Sync {
    /// Returns whether there is a listener.
    fn listens(&self) -> bool;
    /// Sets the name of the current stage of the work.
    fn stage(&self, stage: &'static str);
    /// Sets the names of the root moves, in the order of generation.
    fn root_moves(&self, names: Vec<String>);
    /// Reports a completed iteration.
    fn iteration(&self, record: &SearchRecord);
    /// Reports a completed part of counted work.
    fn step(&self, done: u64, total: u64);
    /// Records that the search enters the root with this depth.
    fn at_root(&self, depth: Depth);
    /// Reports that the search enters the root move with this index.
    fn at_root_move(&self, place: u16);
    /// Records the window of a pass.
    fn pass(&self, window: Window);
    /// Reports the answer to a pass.
    fn answer(&self, answer: Score);
    /// Reports progress if enough time has passed.
    fn progress(&self, nodes: u64);
}

/// Delivers events to the caller's listener.
pub(crate) struct Announcer<'c> {
    state: Mutex<AnnouncerState<'c>>,
    /// True if there is a listener; otherwise nothing is locked.
    listens: bool,
}

struct AnnouncerState<'c> {
    listener: Option<&'c mut Listener<'c>>,
    stage: &'static str,
    depth: Option<Depth>,
    bounds: Bounds,
    window: Option<Window>,
    last: WallTime,
    root_moves: Vec<String>,
    number: u32,
}

impl<'c> Announcer<'c> {
    /// Borrows the listener of a control.
    pub(crate) fn of(control: &'c mut Control<'_>) -> Announcer<'c> {
        let listener = control.listener.as_mut().map(|listener| &mut **listener as &mut Listener<'c>);
        // Kept outside the lock: the check is on the path of every root move.
        let listens = listener.is_some();
        let state = AnnouncerState {
            listener,
            stage: "",
            depth: None,
            bounds: Bounds::UNKNOWN,
            window: None,
            last: WallTime::now(),
            root_moves: Vec::new(),
            number: 0,
        };
        Announcer { state: Mutex::new(state), listens }
    }

    fn with(&self, change: impl FnOnce(&mut AnnouncerState<'c>)) {
        if self.listens {
            // A panicking listener poisons the lock; the state is still consistent.
            change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl Announce for Announcer<'_> {
    fn listens(&self) -> bool {
        self.listens
    }

    fn stage(&self, stage: &'static str) {
        self.with(|state| state.stage = stage);
    }

    fn root_moves(&self, names: Vec<String>) {
        self.with(|state| state.root_moves = names);
    }

    fn iteration(&self, record: &SearchRecord) {
        self.with(|state| state.send(&SearchEvent::Iteration(record)));
    }

    fn step(&self, done: u64, total: u64) {
        self.with(|state| state.send(&SearchEvent::Step { done, total }));
    }

    fn at_root(&self, depth: Depth) {
        self.with(|state| {
            state.number = 0;
            // Bounds accumulate over the passes of one iteration; a new depth starts from nothing.
            if state.depth != Some(depth) {
                state.depth = Some(depth);
                state.bounds = Bounds::UNKNOWN;
            }
        });
    }

    fn at_root_move(&self, place: u16) {
        self.with(|state| {
            state.number += 1;
            let (depth, number) = (state.depth.and_then(Depth::get), state.number);
            // Cloned, because `send` borrows the state mutably.
            let Some(name) = state.root_moves.get(usize::from(place)).cloned() else { return };
            state.send(&SearchEvent::CurrentMove { depth, name: &name, number });
        });
    }

    fn pass(&self, window: Window) {
        self.with(|state| state.window = Some(window));
    }

    fn answer(&self, answer: Score) {
        self.with(|state| {
            let Some(window) = state.window.take() else { return };
            state.bounds = state.bounds.and(window.learn(answer));
            let (depth, bounds) = (state.depth.and_then(Depth::get), state.bounds);
            state.send(&SearchEvent::Pass { depth, window, bounds });
        });
    }

    fn progress(&self, nodes: u64) {
        self.with(|state| {
            if state.last.elapsed() < PAUSE {
                return;
            }
            state.last = WallTime::now();
            let (stage, bounds, window) = (state.stage, state.bounds, state.window);
            let depth = state.depth.and_then(Depth::get);
            state.send(&SearchEvent::Progress { stage, depth, bounds, window, nodes });
        });
    }
}

impl AnnouncerState<'_> {
    fn send(&mut self, event: &SearchEvent<'_>) {
        if let Some(listener) = &mut self.listener {
            listener(event);
        }
    }
}
