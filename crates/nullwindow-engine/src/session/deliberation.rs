//! One search for a move, from the first iteration to the answer: reports its progress, keeps the best move so far, and
//! decides when the time is better saved. It runs on a thread or in slices; either calls the same methods.

use super::choice::NoisyChoice;
use super::report::{ChosenMove, ScoreKind, SearchInfo, SessionEvent};
use super::time::{IterationResult, Pace};
use crate::{Engine, PlayedPosition, SearchRecord};
use nullwindow::memory::Table;
use nullwindow::{Bounds, Score};
use std::sync::Arc;
use std::time::Duration;

/// Receives the events of a session.
pub(super) type SessionSink<'s> = dyn FnMut(&SessionEvent<'_>) + 's;

/// The time before bounds and current moves are reported: earlier, iterations follow each other quickly enough.
const QUIET_TIME: Duration = Duration::from_secs(1);

/// Holds the state of a search for a move.
pub(super) struct Deliberation {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) table: Arc<Table>,
    pub(super) root: PlayedPosition,
    pub(super) pace: Pace,
    /// The number of best moves to report.
    pub(super) shown: u16,
    /// The random choice of a weaker player.
    pub(super) noise: Option<NoisyChoice>,
    /// True if root moves are searched one by one, each with a value of its own.
    pub(super) each_move: bool,
    /// The best move of the last completed iteration.
    pub(super) chosen: Option<ChosenMove>,
    /// The score of the last completed iteration, exact or a bound.
    pub(super) score: Option<i32>,
    /// The nodes of all completed iterations.
    pub(super) completed_nodes: u64,
    /// The nodes so far.
    pub(super) nodes: u64,
    /// The bounds after the last pass, and its depth.
    pub(super) last_pass: (Option<u32>, Bounds),
    /// What was reported of the last completed iteration.
    pub(super) last_infos: Vec<SearchInfo>,
    /// True if the search began by pondering. Clients take what they heard then for news of the opponent's time, so the
    /// answer repeats it.
    pub(super) ponders: bool,
}

impl Deliberation {
    /// Reports a completed iteration, and returns whether there is time for the next one.
    pub(super) fn iteration(&mut self, record: &SearchRecord, elapsed: Duration, sink: &mut SessionSink<'_>) -> bool {
        self.completed_nodes += record.total;
        self.nodes = self.nodes.max(self.completed_nodes);
        self.last_infos.clear();
        if record.moves.is_empty() {
            let info = self.info(record.depth, 1, self.score_of(record), elapsed, record.line.clone());
            self.last_infos.push(SearchInfo { settled: record.decided, ..info });
        }
        for (rank, each) in (1..).zip(&record.moves) {
            let score = (each.value, ScoreKind::Exact);
            let info = self.info(record.depth, rank, score, elapsed, each.line.clone());
            self.last_infos.push(SearchInfo { settled: each.decided, ..info });
        }
        self.report(sink);
        self.score = Some(self.score_of(record).0);
        self.chosen = choice(record).or(self.chosen.take());
        self.pace.iteration(&IterationResult { elapsed, best: record.best.as_deref(), value: record.value })
    }

    /// Reports a pass of an unfinished iteration, and returns whether there is time for the next one.
    pub(super) fn pass(
        &mut self,
        depth: Option<u32>,
        bounds: Bounds,
        elapsed: Duration,
        sink: &mut SessionSink<'_>,
    ) -> bool {
        let (last_depth, last) = std::mem::replace(&mut self.last_pass, (depth, bounds));
        let last = if last_depth == depth { last } else { Bounds::UNKNOWN };
        // The iteration is complete, or the pass is one of many for a single root move.
        if self.each_move || bounds.exact().is_some() {
            return true;
        }
        let failed_low = bounds.upper != last.upper;
        let bound = match failed_low {
            true => (bounds.upper, ScoreKind::UpperBound),
            false => (bounds.lower, ScoreKind::LowerBound),
        };
        if bound.0.is_finite() && elapsed >= QUIET_TIME {
            let info = self.info(depth, 1, (bound.0.get(), bound.1), elapsed, Vec::new());
            sink(&SessionEvent::Info(&info));
        }
        self.pace.pass(elapsed, failed_low)
    }

    /// Reports the best moves of the last iteration.
    fn report(&self, sink: &mut SessionSink<'_>) {
        let shown = self.last_infos.iter().filter(|info| info.rank <= self.shown);
        shown.for_each(|info| sink(&SessionEvent::Info(info)));
    }

    /// Records the nodes visited so far.
    pub(super) fn progress(&mut self, nodes: u64) {
        self.nodes = self.nodes.max(nodes);
    }

    /// Reports that the search of a root move begins.
    pub(super) fn current_move(
        &self,
        depth: Option<u32>,
        (name, number): (&str, u32),
        elapsed: Duration,
        sink: &mut SessionSink<'_>,
    ) {
        if !self.each_move && elapsed >= QUIET_TIME {
            sink(&SessionEvent::CurrentMove { depth, name, number });
        }
    }

    /// Reports the answer: the move of the last completed iteration, or one of the stopped iteration if that is proven
    /// to be as good.
    pub(super) fn answer(
        mut self,
        unfinished: Option<&SearchRecord>,
        elapsed: Duration,
        sink: &mut SessionSink<'_>,
    ) -> ChosenMove {
        if let Some(record) = unfinished {
            self.nodes = self.nodes.max(self.completed_nodes + record.total);
            if self.is_as_good(record) {
                self.chosen = choice(record).or(self.chosen);
            }
        }
        if let Some(noise) = &self.noise {
            self.chosen = noise.choose(&self.root.notation, &self.last_infos).or(self.chosen);
        }
        let chosen = self.chosen.take().unwrap_or_else(|| self.first_move());
        if self.score.is_none() {
            // No iteration was completed, but clients expect a score with every move.
            let evaluation = (self.root.evaluation.get(), ScoreKind::Exact);
            let line = chosen.best.iter().cloned().collect();
            self.last_infos = vec![self.info(Some(0), 1, evaluation, elapsed, line)];
        }
        if self.score.is_none() || self.ponders {
            self.report(sink);
        }
        sink(&SessionEvent::BestMove(&chosen));
        chosen
    }

    /// Returns whether the move of a stopped iteration is at least as good as the one before: it has proven the score of
    /// the last iteration at a greater depth. With values of its own for each move, the move that was best before was
    /// searched first, so that the best one so far is as good.
    fn is_as_good(&self, record: &SearchRecord) -> bool {
        self.each_move || self.score.is_none_or(|score| record.lower.is_some_and(|lower| lower >= score))
    }

    /// Returns the first legal move, if there is one.
    fn first_move(&self) -> ChosenMove {
        ChosenMove { best: self.root.moves.first().cloned(), ponder: None }
    }

    /// Returns the score of an iteration. MTD-best finds bounds only.
    fn score_of(&self, record: &SearchRecord) -> (i32, ScoreKind) {
        match (record.value, record.lower, record.upper) {
            (Some(value), ..) => (value, ScoreKind::Exact),
            (None, Some(lower), _) => (lower, ScoreKind::LowerBound),
            (None, None, Some(upper)) => (upper, ScoreKind::UpperBound),
            (None, None, None) => (self.root.evaluation.get(), ScoreKind::Exact),
        }
    }

    fn info(
        &self,
        depth: Option<u32>,
        rank: u16,
        (score, kind): (i32, ScoreKind),
        time: Duration,
        line: Vec<String>,
    ) -> SearchInfo {
        let table_use = u16::try_from(self.table.permille_used()).unwrap_or(1000);
        let win_distance = self.engine.win_distance(Score::new(score));
        SearchInfo { depth, rank, score, kind, settled: false, win_distance, nodes: self.nodes, time, table_use, line }
    }
}

/// Returns the best move of a record and the expected reply.
fn choice(record: &SearchRecord) -> Option<ChosenMove> {
    let best = record.best.clone()?;
    // The line of a stopped iteration may belong to another move.
    let ponder = record.line.get(1).filter(|_| record.line.first() == Some(&best)).cloned();
    Some(ChosenMove { best: Some(best), ponder })
}
