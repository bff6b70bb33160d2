//! The status line of a running search.

use crate::output::{ProgressLine, Ui, rate, thousands};
use nullwindow::{Bounds, Window};
use nullwindow_engine::SearchEvent;
use std::time::Instant;

/// A status line on standard error: depth, bounds, current query, nodes and speed. With several threads it shows the
/// leading one.
#[derive(Debug)]
pub struct StatusLine {
    bar: ProgressLine,
    shown: bool,
    /// The subject of the search, shown if the stage has no name.
    what: String,
    /// The start of the current search. A request may need several, each with its own node count.
    start: Instant,
    nodes: u64,
}

impl StatusLine {
    /// Returns the status line of a search of `what`.
    pub fn new(ui: &Ui, what: &str) -> StatusLine {
        let (bar, shown) = (ui.progress(0, what), ui.shows_progress());
        StatusLine { bar, shown, what: what.to_owned(), start: Instant::now(), nodes: 0 }
    }

    /// Returns whether the line is on a terminal. If not, a search need not report its progress.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Updates the line; events other than progress have no effect.
    pub fn update(&mut self, event: &SearchEvent<'_>) {
        let SearchEvent::Progress { stage, depth, bounds, window, nodes, .. } = *event else { return };
        // The count restarts with each search of the request, and the speed with it.
        if nodes < self.nodes {
            self.start = Instant::now();
        }
        self.nodes = nodes;
        let what = if stage.is_empty() { &self.what } else { stage };
        let seconds = self.start.elapsed().as_secs_f64();
        self.bar.message(line(what, depth, bounds, window, nodes, seconds));
    }

    /// Writes to the terminal while the line is hidden.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

fn line(what: &str, depth: Option<u32>, bounds: Bounds, window: Option<Window>, nodes: u64, seconds: f64) -> String {
    let depth = depth.map_or(String::new(), |depth| format!(" depth {depth}"));
    let question = match window {
        Some(window) if window.is_null() => format!(", {} or more?", window.beta()),
        Some(window) if window != Window::FULL => format!(", in {window}?"),
        _ => String::new(),
    };
    format!("{what}{depth}: {bounds}{question}, {} nodes, {}", thousands(nodes), rate(nodes, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow::Score;

    #[test]
    fn the_line_shows_bounds_and_the_question() {
        let bounds = Bounds { lower: Score::new(3), upper: Score::INFINITY };
        let window = Window::null(Score::new(5));
        let text = line("chess", Some(7), bounds, Some(window), 64_000, 2.0);
        assert_eq!(text, format!("chess depth 7: {bounds}, 5 or more?, 64,000 nodes, 32.0 k/s"));
        let text = line("every move", None, bounds, Some(Window::FULL), 64, 1.0);
        assert_eq!(text, format!("every move: {bounds}, 64 nodes, 64/s"));
    }
}
