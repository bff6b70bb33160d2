//! Hands events of a running search to the caller's listener.
//!
//! Three places have something to report: the observer (passes, root moves), the callback of iterations, and the
//! closure that the library asks every 64 nodes whether to stop, which reports progress and so costs nothing per node.
//! All of them run on the leading thread; the lock is there because the library wants that closure to be `Send`, and is
//! never contended.

use crate::clock::WallTime;
use crate::request::{Control, Listener};
use crate::{SearchEvent, SearchRecord};
use nullwindow::{Bounds, Depth, Score, Window};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Time between two progress events.
const PAUSE: Duration = Duration::from_millis(100);

/// Where the parts of a search report to. A trait object, because an [`Announcer`] is invariant in the lifetime of its
/// listener and would force it upon everything that refers to one.
pub(crate) trait Announce: Sync {
    /// Returns whether anybody listens.
    fn listens(&self) -> bool;
    /// Names the stage of the work that begins.
    fn stage(&self, stage: &'static str);
    /// Sets the names of the root moves, in the order of generation.
    fn root_moves(&self, names: Vec<String>);
    /// Reports a completed iteration.
    fn iteration(&self, record: &SearchRecord);
    /// Reports a part of work that is done.
    fn step(&self, done: u64, total: u64);
    /// Notes that the search comes to the root to look this far.
    fn at_root(&self, depth: Depth);
    /// Reports that the search comes to the root move at this place.
    fn at_root_move(&self, place: u16);
    /// Notes the question of a pass.
    fn pass(&self, window: Window);
    /// Reports the answer of a pass.
    fn answer(&self, answer: Score);
    /// Reports progress if it is time for it.
    fn progress(&self, nodes: u64);
}

/// Hands events to the caller's listener.
pub(crate) struct Announcer<'c> {
    state: Mutex<AnnouncerState<'c>>,
    /// Whether anybody listens: without a listener nothing is locked.
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
