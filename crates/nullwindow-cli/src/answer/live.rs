//! What a search is doing, while it does it: an observer that shows bounds closing in.

use crate::output::{Progress, Ui, rate, thousands};
use nullwindow::observe::{LeafKind, Observer, Visit};
use nullwindow::{Bounds, Game, Score, Window};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock.
const NODES: u64 = 4096;
/// Time between two changes of what is shown.
const PAUSE: Duration = Duration::from_millis(100);

/// A status line on standard error: depth, bounds, the question of this pass, nodes, speed; of several threads, those of
/// the one that leads. Clones show the same line.
#[derive(Clone, Debug)]
pub struct Live {
    shown: Option<Arc<Shown>>,
    known: Bounds,
    asked: Option<Window>,
    depth: Option<u32>,
    nodes: u64,
    started: Instant,
    last: Instant,
}

#[derive(Debug)]
struct Shown {
    bar: Progress,
    /// What the search is about.
    what: Mutex<String>,
}

impl Live {
    /// Shows what happens, if somebody looks.
    pub fn new(ui: &Ui, what: &str) -> Live {
        let bar = ui.progress(0, what);
        Live { shown: Some(Arc::new(Shown { bar, what: Mutex::new(what.to_owned()) })), ..Live::hidden() }
    }

    /// Shows nothing.
    pub fn hidden() -> Live {
        let now = Instant::now();
        Live { shown: None, known: Bounds::UNKNOWN, asked: None, depth: None, nodes: 0, started: now, last: now }
    }

    /// Says what the search is about now.
    pub fn about(&self, what: &str) {
        if let Some(shown) = &self.shown
            && let Ok(mut about) = shown.what.lock()
        {
            what.clone_into(&mut about);
        }
    }

    /// Writes to the terminal while the line is away.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.shown {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        }
    }

    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES) && self.shown.is_some() && self.last.elapsed() >= PAUSE {
            self.show();
        }
    }

    fn show(&mut self) {
        let Some(shown) = &self.shown else { return };
        self.last = Instant::now();
        let what = shown.what.lock().map(|what| what.clone()).unwrap_or_default();
        let depth = self.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
        let asked = match self.asked {
            Some(window) if window.is_null() => format!(", {} or more?", window.beta()),
            Some(window) if window != Window::FULL => format!(", in {window}?"),
            _ => String::new(),
        };
        let seconds = self.started.elapsed().as_secs_f64();
        shown.bar.message(format_args!(
            "{what}{depth}: {}{asked}, {} nodes, {}",
            self.known,
            thousands(self.nodes),
            rate(self.nodes, seconds)
        ));
    }
}

impl<G: Game + ?Sized> Observer<G> for Live {
    fn pass(&mut self, window: Window) {
        self.asked = Some(window);
    }

    fn answer(&mut self, answer: Score) {
        if let Some(window) = self.asked.take() {
            self.known = self.known.and(window.learn(answer));
        }
        if self.shown.is_some() && self.last.elapsed() >= PAUSE {
            self.show();
        }
    }

    fn enter(&mut self, visit: Visit<'_, G::Position>, _: Window) {
        self.count();
        // The root of another iteration: what was known of the last one is not known of this one.
        if visit.ply == 0 && visit.depth.get() != self.depth {
            self.depth = visit.depth.get();
            self.known = Bounds::UNKNOWN;
        }
    }

    fn leaf(&mut self, _: &G, _: Visit<'_, G::Position>, _: Score, _: LeafKind) {
        self.count();
    }
}
