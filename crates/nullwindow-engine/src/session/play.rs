//! Runs a search for a move: at once on any thread, or in slices between which the caller can react.

use super::deliberation::{Deliberation, SessionSink};
use super::report::{ChosenMove, SessionEvent};
use super::signals::SearchSignals;
use crate::engine::EngineError;
use crate::request::{Control, SearchRequest, StopCondition};
use crate::{SearchEvent, SlicedSearch};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Searches for a move, as [`Session::prepare`](super::Session::prepare) has prepared it.
///
/// ```
/// use nullwindow_engine::{Catalogue, GoLimits, Session};
/// use std::time::Duration;
///
/// let mut session = Session::new(Catalogue::shipped().engine("tictactoe")?)?;
/// let mut search = session.prepare(&GoLimits::default())?;
/// let chosen = loop {
///     // A browser handles its events here, and measures the time.
///     if let Some(chosen) = search.advance(10_000, Duration::ZERO, &mut |_| ())? {
///         break chosen;
///     }
/// };
/// assert!(chosen.best.is_some());
/// # Ok::<(), nullwindow_engine::EngineError>(())
/// ```
pub struct PlaySearch {
    /// `None` after the answer.
    deliberation: Option<Deliberation>,
    request: SearchRequest,
    signals: Arc<SearchSignals>,
    hard: Option<Duration>,
    slices: Option<SlicedSearch>,
    /// The iterations that were reported.
    reported: usize,
}

impl PlaySearch {
    pub(super) fn new(
        deliberation: Deliberation,
        request: SearchRequest,
        signals: Arc<SearchSignals>,
        hard: Option<Duration>,
    ) -> PlaySearch {
        PlaySearch { deliberation: Some(deliberation), request, signals, hard, slices: None, reported: 0 }
    }

    /// Runs the search to its answer. Blocks until then: an infinite or pondering search waits for a signal.
    pub fn run(self, sink: &mut (dyn FnMut(&SessionEvent<'_>) + Send)) {
        self.run_until(&|| false, sink);
    }

    /// Runs the search to its answer, or until the condition holds. The search checks it every 64 nodes.
    pub fn run_until(self, condition: &StopCondition<'_>, sink: &mut (dyn FnMut(&SessionEvent<'_>) + Send)) {
        let PlaySearch { deliberation, request, signals, hard, .. } = self;
        let Some(mut deliberation) = deliberation else { return };
        let engine = Arc::clone(&deliberation.engine);
        let is_over = || signals.is_over(signals.elapsed(), hard) || condition();
        let mut on_event = |event: &SearchEvent<'_>| {
            if !deliberation.hear(event, signals.elapsed(), sink) {
                signals.finish();
            }
        };
        let control = Control::new(&signals.stop).until(&is_over);
        let answer = engine.search(&request, &mut control.on_event(&mut on_event));
        signals.wait();
        // The session has checked the request: an error here leaves the first legal move.
        let unfinished = answer.ok().and_then(|answer| answer.unfinished);
        deliberation.answer(unfinished.as_ref(), signals.elapsed(), sink);
    }

    /// Searches about `nodes` nodes, and returns the answer when there is one. `elapsed` is the time since the search was
    /// prepared, which the caller measures.
    ///
    /// # Errors
    /// If the request cannot be carried out.
    pub fn advance(
        &mut self,
        nodes: u64,
        elapsed: Duration,
        sink: &mut SessionSink<'_>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let Some(deliberation) = &mut self.deliberation else { return Ok(None) };
        let slices = match &mut self.slices {
            Some(slices) => slices,
            empty => empty.insert(SlicedSearch::new(Arc::clone(&deliberation.engine), self.request.clone())?),
        };
        let signals = &self.signals;
        signals.measure(elapsed);
        let is_over = signals.stop.load(Relaxed) || signals.is_over(elapsed, self.hard);
        let mut done = is_over || slices.advance(nodes)?;
        for record in &slices.records()[self.reported..] {
            if !deliberation.iteration(record, elapsed, sink) {
                signals.finish();
            }
        }
        self.reported = slices.records().len();
        done |= signals.is_over(elapsed, self.hard);
        if !done || !signals.is_released() {
            return Ok(None);
        }
        let unfinished = slices.unfinished().cloned();
        Ok(self.deliberation.take().map(|deliberation| deliberation.answer(unfinished.as_ref(), elapsed, sink)))
    }
}

impl Deliberation {
    /// Hears an event of the search, and returns whether the search may continue.
    fn hear(&mut self, event: &SearchEvent<'_>, elapsed: Duration, sink: &mut SessionSink<'_>) -> bool {
        match *event {
            SearchEvent::Iteration(record) => return self.iteration(record, elapsed, sink),
            SearchEvent::Pass { depth, bounds, .. } => return self.pass(depth, bounds, elapsed, sink),
            SearchEvent::CurrentMove { depth, name, number } => {
                self.current_move(depth, (name, number), elapsed, sink);
            }
            SearchEvent::Progress { nodes, .. } => self.progress(nodes),
            SearchEvent::Step { .. } => {}
        }
        true
    }
}

impl fmt::Debug for PlaySearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlaySearch").field("request", &self.request).finish_non_exhaustive()
    }
}
