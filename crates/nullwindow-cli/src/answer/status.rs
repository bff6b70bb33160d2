//! The status line of a running search.

use crate::output::{ProgressLine, Ui, rate, thousands};
use nullwindow::{Bounds, Score, Window};
use nullwindow_engine::SearchEvent;
use std::fmt;
use std::time::Instant;

/// A status line on standard error: depth, bounds, current query, nodes and speed. With several threads it shows the
/// leading one.
pub struct StatusLine {
    bar: ProgressLine,
    shown: bool,
    /// The subject of the search, shown if the stage has no name.
    what: String,
    /// The start of the current search. A request may need several, each with its own node count.
    start: Instant,
    nodes: u64,
    scores: Box<ScoreFormat>,
}

/// A function that formats a score as the game does.
type ScoreFormat = dyn Fn(Score) -> String + Send;

impl fmt::Debug for StatusLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StatusLine").field("what", &self.what).field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl StatusLine {
    /// Returns the status line of a search of `what`.
    pub fn new(ui: &Ui, what: &str) -> StatusLine {
        let (bar, shown) = (ui.progress(0, what), ui.shows_progress());
        StatusLine {
            bar,
            shown,
            what: what.to_owned(),
            start: Instant::now(),
            nodes: 0,
            scores: Box::new(|score| score.to_string()),
        }
    }

    /// Replaces the format of scores: a game may write `#3` for a win in three moves.
    #[must_use]
    pub fn with_scores(self, scores: impl Fn(Score) -> String + Send + 'static) -> StatusLine {
        StatusLine { scores: Box::new(scores), ..self }
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
        let question = Question { bounds, window, scores: &*self.scores };
        self.bar.message(line(what, depth, &question, nodes, seconds));
    }

    /// Writes to the terminal while the line is hidden.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

/// The bounds so far, and the window that is being searched.
struct Question<'q> {
    bounds: Bounds,
    window: Option<Window>,
    scores: &'q ScoreFormat,
}

impl fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.scores;
        write!(f, "[{}, {}]", score(self.bounds.lower), score(self.bounds.upper))?;
        match self.window {
            Some(window) if window.is_null() => write!(f, ", {} or more?", score(window.beta())),
            Some(window) if window != Window::FULL => {
                write!(f, ", in ({}, {})?", score(window.alpha()), score(window.beta()))
            }
            _ => Ok(()),
        }
    }
}

fn line(what: &str, depth: Option<u32>, question: &Question<'_>, nodes: u64, seconds: f64) -> String {
    let depth = depth.map_or(String::new(), |depth| format!(" depth {depth}"));
    format!("{what}{depth}: {question}, {} nodes, {}", thousands(nodes), rate(nodes, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_bounds_and_the_question() {
        let bounds = Bounds { lower: Score::new(3), upper: Score::INFINITY };
        let window = Window::null(Score::new(5));
        let scores = |score: Score| score.to_string();
        let question = Question { bounds, window: Some(window), scores: &scores };
        let text = line("chess", Some(7), &question, 64_000, 2.0);
        assert_eq!(text, format!("chess depth 7: {bounds}, 5 or more?, 64,000 nodes, 32.0 k/s"));
        let question = Question { window: Some(Window::FULL), ..question };
        let text = line("every move", None, &question, 64, 1.0);
        assert_eq!(text, format!("every move: {bounds}, 64 nodes, 64/s"));
        let mates = |score: Score| format!("#{score}");
        let question = Question { bounds, window: None, scores: &mates };
        assert_eq!(line("x", None, &question, 64, 1.0), "x: [#3, #+inf], 64 nodes, 64/s");
    }
}
