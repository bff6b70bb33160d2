//! Runs a job.

use crate::{Job, JobError, JobResult};
use nullwindow::{AnyAlgorithm, Depth, Score};
use nullwindow_engine::{
    Catalogue, Control, Engine, Horizon, MemoryChoice, PositionText, Purpose, SearchRecord, SearchRequest,
    SolveRequest, new_table,
};
use nullwindow_games::Solving;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The deepest search of a job.
const MAX_DEPTH: u32 = 1_000;
/// The most threads of a job.
const MAX_THREADS: u16 = 256;

impl Job {
    /// Runs the job. The flag stops it; the result then has what was proven before.
    ///
    /// # Errors
    /// If the job names an unknown game or algorithm, an illegal position or move, or a number out of range; or if it has
    /// no limit and its search need not end.
    pub fn run(&self, catalogue: &Catalogue, stop: &AtomicBool) -> Result<JobResult, JobError> {
        self.run_on(&*catalogue.engine(&self.game)?, stop)
    }

    /// Runs the job on an engine of its game.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn run_on(&self, engine: &dyn Engine, stop: &AtomicBool) -> Result<JobResult, JobError> {
        self.check_ranges()?;
        let position = self.position_text();
        let board = engine.board(&position)?;
        let (start, limit) = (Instant::now(), self.seconds.map(Duration::from_secs_f64));
        let empty = JobResult {
            id: self.named(engine.name()).id(),
            game: engine.name().to_owned(),
            position: board.notation,
            value: None,
            lower: None,
            upper: None,
            best: None,
            line: Vec::new(),
            depth: None,
            complete: true,
            stopped: None,
            nodes: 0,
            leaf_visits: 0,
            passes: 0,
            seconds: 0.0,
        };
        if let Some(score) = board.over {
            let score = Some(if self.depth.is_none() { in_solved_units(engine, score) } else { score.get() });
            return Ok(JobResult { value: score, lower: score, upper: score, ..empty });
        }
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.seconds.is_some();
        if !is_limited && matches!(engine.profile(Purpose::Solve).solving, Solving::Deepening { .. }) {
            return Err(JobError::Endless { game: engine.name().to_owned() });
        }
        let algorithm: AnyAlgorithm = match self.at_least {
            Some(gamma) => format!("mt({gamma})").parse()?,
            None => self.algorithm.parse()?,
        };
        let mut result = match self.depth {
            None => self.solved(engine, position, algorithm, limit, stop, empty)?,
            Some(depth) => self.searched(engine, position, algorithm, depth, limit, stop, empty)?,
        };
        let elapsed = start.elapsed();
        result.seconds = elapsed.as_secs_f64();
        if !result.complete {
            let is_late = limit.is_some_and(|limit| elapsed >= limit);
            let reason = if stop.load(Relaxed) {
                "interrupted"
            } else if is_late {
                "time"
            } else {
                "nodes"
            };
            result.stopped = Some(reason.to_owned());
        }
        Ok(result)
    }

    /// Returns the position with its moves.
    pub(crate) fn position_text(&self) -> PositionText {
        PositionText { text: self.position.clone(), moves: self.moves.clone() }
    }

    /// Solves the position to the end of the game.
    fn solved(
        &self,
        engine: &dyn Engine,
        position: PositionText,
        algorithm: AnyAlgorithm,
        time: Option<Duration>,
        stop: &AtomicBool,
        empty: JobResult,
    ) -> Result<JobResult, JobError> {
        let mut request = SolveRequest::new(algorithm, new_table(self.table)?);
        (request.position, request.threads) = (position, self.threads);
        (request.nodes, request.time) = (self.nodes, time);
        request.at_least = self.at_least.map(Score::new);
        let answer = engine.solve(&request, &mut Control::new(stop))?;
        let depth = answer.record.depth.filter(|_| !answer.solved);
        Ok(JobResult { depth, complete: answer.solved, ..with_record(empty, answer.record) })
    }

    /// Searches by iterative deepening; the result is the last iteration.
    #[allow(clippy::too_many_arguments, reason = "the parts of one request")]
    fn searched(
        &self,
        engine: &dyn Engine,
        position: PositionText,
        algorithm: AnyAlgorithm,
        depth: u32,
        time: Option<Duration>,
        stop: &AtomicBool,
        empty: JobResult,
    ) -> Result<JobResult, JobError> {
        let step = engine.profile(Purpose::FixedDepth).step;
        let horizon = Horizon::Deepening { to: Depth::plies(depth), step };
        let memory = MemoryChoice::Table(Arc::clone(&new_table(self.table)?));
        let mut request = SearchRequest::new(algorithm, horizon, memory);
        (request.position, request.threads) = (position, self.threads);
        (request.nodes, request.time) = (self.nodes, time);
        (request.until_decided, request.exact_leaves) = (true, false);
        let answer = engine.search(&request, &mut Control::new(stop))?;
        let all = || answer.records.iter().chain(&answer.unfinished);
        let sum = |count: fn(&SearchRecord) -> u64| all().map(count).sum::<u64>();
        let (nodes, leaf_visits, passes) =
            (sum(|each| each.total), sum(|each| each.leaf_visits), sum(|each| each.passes));
        let complete = answer.stopped.is_none();
        let last = answer.records.last().cloned().unwrap_or_default();
        let depth = last.depth;
        Ok(JobResult { depth, complete, nodes, leaf_visits, passes, ..with_record(empty, last) })
    }

    fn check_ranges(&self) -> Result<(), JobError> {
        let wrong = |field, found: String, expected| Err(JobError::Range { field, found, expected });
        if let Some(depth) = self.depth.filter(|depth| !(1..=MAX_DEPTH).contains(depth)) {
            return wrong("depth", depth.to_string(), "1 to 1000 plies");
        }
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return wrong("threads", self.threads.to_string(), "1 to 256");
        }
        if self.nodes == Some(0) {
            return wrong("nodes", "0".to_owned(), "at least 1");
        }
        if let Some(seconds) = self.seconds.filter(|seconds| !(*seconds > 0.0 && *seconds <= 1e9)) {
            return wrong("seconds", seconds.to_string(), "a positive number up to 1e9");
        }
        if let Some(gamma) = self.at_least.filter(|&gamma| Score::try_from(gamma).is_err()) {
            return wrong("at_least", gamma.to_string(), "a score from -2000000000 to 2000000000");
        }
        Ok(())
    }
}

/// Fills in what a record of a search tells.
fn with_record(result: JobResult, record: SearchRecord) -> JobResult {
    JobResult {
        value: record.value,
        lower: record.lower,
        upper: record.upper,
        best: record.best,
        line: record.line,
        nodes: record.total,
        leaf_visits: record.leaf_visits,
        passes: record.passes,
        ..result
    }
}

/// Converts a score of a search to a fixed depth to the scale of exact values: in some games heuristic scores are finer.
pub(crate) fn in_solved_units(engine: &dyn Engine, score: Score) -> i32 {
    let [fixed, solved] = [Purpose::FixedDepth, Purpose::Solve].map(|purpose| i64::from(engine.profile(purpose).scale));
    i32::try_from(i64::from(score.get()) * solved / fixed.max(1)).unwrap_or(0)
}
