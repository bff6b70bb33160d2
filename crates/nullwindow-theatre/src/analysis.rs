//! Live analysis, exact values, and judged games.

use crate::error::Refusal;
use crate::reply::{DoneReply, ReplySink};
use crate::request::{AnalyzeRequest, SolvePositionRequest, ValueChoice, algorithm};
use crate::{Theatre, position};
use nullwindow::memory::Table;
use nullwindow::{Bounds, Depth, Score, Stopped};
use nullwindow_engine::{
    Control, DistinctLeaves, Engine, EngineError, Horizon, MemoryChoice, MoveRecord, PositionText, Purpose,
    SearchEvent, SearchRecord, SearchRequest, SolveRequest, finite, new_table,
};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The size of a table in MiB, unless the request has one.
const USUAL_TABLE: u64 = 64;
/// The time for a position without any limit: long enough to be stopped by hand.
const USUAL_TIME: Duration = Duration::from_secs(60);

#[derive(Serialize)]
struct PassReply {
    depth: Option<u32>,
    alpha: Option<i32>,
    beta: Option<i32>,
    lower: Option<i32>,
    upper: Option<i32>,
}

#[derive(Serialize)]
struct IterationReply<'r> {
    depth: Option<u32>,
    value: Option<i32>,
    text: Option<String>,
    lower: Option<i32>,
    upper: Option<i32>,
    best: Option<&'r str>,
    line: &'r [String],
    moves: Vec<MoveReply<'r>>,
    nodes: u64,
    leaves: Option<u64>,
    leaf_visits: u64,
    interior: u64,
    passes: u64,
    seconds: f64,
    settled: bool,
    /// True if the value is exact to the end of the game.
    exact: bool,
    words: Option<String>,
}

#[derive(Serialize)]
struct MoveReply<'r> {
    #[serde(rename = "move")]
    name: &'r str,
    value: i32,
    text: String,
    line: &'r [String],
}

#[derive(Serialize)]
struct ProgressReply {
    depth: Option<u32>,
    nodes: u64,
    lower: Option<i32>,
    upper: Option<i32>,
    stage: &'static str,
}

/// Searches a position by iterative deepening, and reports passes, iterations and progress.
pub(crate) fn analyze(
    theatre: &Theatre,
    request: &AnalyzeRequest,
    stop: &AtomicBool,
    sink: &mut ReplySink<'_>,
) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    let search = theatre.search_request(&*engine, request)?;
    let board = engine.board(&search.position)?;
    if board.over.is_some() || board.moves.is_empty() {
        return Err(Refusal::of("position", "the game is over: there is nothing to search"));
    }
    let purpose = if search.selective { Purpose::Selective } else { Purpose::FixedDepth };
    let reporter = Reporter { engine: &*engine, purpose, at: &search.position };
    let each_move = search.multi_pv > 1;
    let mut listener = |event: &SearchEvent<'_>| {
        // With the values of all moves, passes are searches of single moves: their bounds are not those of the root.
        if !(each_move && matches!(event, SearchEvent::Pass { .. })) {
            reporter.report(event, sink);
        }
    };
    let answer = engine.search(&search, &mut Control::new(stop).on_event(&mut listener))?;
    sink.end("done", &done(answer.stopped));
    Ok(())
}

/// Translates the events of a search.
struct Reporter<'r> {
    engine: &'r dyn Engine,
    purpose: Purpose,
    at: &'r PositionText,
}

impl Reporter<'_> {
    fn report(&self, event: &SearchEvent<'_>, sink: &mut ReplySink<'_>) {
        match *event {
            SearchEvent::Pass { depth, window, bounds: Bounds { lower, upper } } => {
                let (alpha, beta) = (finite(window.alpha()), finite(window.beta()));
                sink.send("pass", &PassReply { depth, alpha, beta, lower: finite(lower), upper: finite(upper) });
            }
            SearchEvent::Iteration(record) => sink.send("iteration", &self.iteration(record)),
            SearchEvent::Progress { stage, depth, bounds: Bounds { lower, upper }, nodes, .. } => {
                let (lower, upper) = (finite(lower), finite(upper));
                sink.send("progress", &ProgressReply { depth, nodes, lower, upper, stage });
            }
            _ => {}
        }
    }

    fn iteration<'r>(&self, record: &'r SearchRecord) -> IterationReply<'r> {
        let win = record.value.filter(|&value| self.engine.win_distance(Score::new(value)).is_some());
        let words = win.and_then(|value| self.engine.describe_value(self.at, Score::new(value)).ok());
        IterationReply {
            depth: record.depth,
            value: record.value,
            text: record.value.map(|value| self.text(value)),
            lower: record.lower,
            upper: record.upper,
            best: record.best.as_deref(),
            line: &record.line,
            moves: record.moves.iter().map(|one| self.root_move(one)).collect(),
            nodes: record.total,
            leaves: record.leaves,
            leaf_visits: record.leaf_visits,
            interior: record.interior,
            passes: record.passes,
            seconds: record.seconds,
            settled: record.settled,
            exact: record.decided,
            words,
        }
    }

    fn root_move<'r>(&self, one: &'r MoveRecord) -> MoveReply<'r> {
        MoveReply { name: &one.name, value: one.value, text: self.text(one.value), line: &one.line }
    }

    fn text(&self, value: i32) -> String {
        self.engine.short_score(self.purpose, Score::new(value))
    }
}

fn done(stopped: Option<Stopped>) -> DoneReply {
    DoneReply { stopped: stopped.is_some(), reason: stopped.map(|stopped| stopped.to_string()) }
}

#[derive(Serialize)]
struct SolvedReply<'r> {
    solved: bool,
    value: Option<i32>,
    text: Option<String>,
    words: Option<&'r str>,
    best: Option<&'r str>,
    line: &'r [String],
    moves: Vec<MoveReply<'r>>,
    nodes: u64,
    seconds: f64,
}

/// Finds the exact value of a position and of all its moves.
pub(crate) fn solve(
    theatre: &Theatre,
    request: &SolvePositionRequest,
    stop: &AtomicBool,
    sink: &mut ReplySink<'_>,
) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    theatre.check_moves(&request.moves)?;
    let mut solving = SolveRequest::new(algorithm(None)?, theatre.table(request.table)?);
    solving.position = position(request.position.as_ref(), &request.moves);
    solving.time = Some(theatre.time(request.seconds)?.unwrap_or(USUAL_TIME));
    (solving.all_moves, solving.whole_line) = (true, true);
    let reporter = Reporter { engine: &*engine, purpose: Purpose::Solve, at: &solving.position };
    let mut listener = |event: &SearchEvent<'_>| {
        if matches!(event, SearchEvent::Progress { .. }) {
            reporter.report(event, sink);
        }
    };
    let answer = engine.solve(&solving, &mut Control::new(stop).on_event(&mut listener))?;
    let record = &answer.record;
    sink.end(
        "solved",
        &SolvedReply {
            solved: answer.solved,
            value: record.value,
            text: record.value.map(|value| reporter.text(value)),
            words: answer.words.as_deref(),
            best: record.best.as_deref(),
            line: &record.line,
            moves: answer.moves.iter().flatten().map(|one| reporter.root_move(one)).collect(),
            nodes: record.total,
            seconds: answer.time.as_secs_f64(),
        },
    );
    Ok(())
}

#[derive(Serialize)]
struct JudgementReply<'r> {
    ply: usize,
    #[serde(rename = "move")]
    name: &'r str,
    /// The value of the move played, for the first player.
    value_first: i32,
    text: String,
    best: Option<&'r str>,
    best_text: Option<String>,
    /// Best play after the best move.
    line: &'r [String],
    /// Best play after the move played.
    reply: &'r [String],
    loss: i32,
    mark: String,
}

/// Judges the moves of a game one by one.
pub(crate) fn judge(
    theatre: &Theatre,
    request: &AnalyzeRequest,
    stop: &AtomicBool,
    sink: &mut ReplySink<'_>,
) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    let mut search = theatre.search_request(&*engine, request)?;
    let whole = std::mem::take(&mut search.position);
    let purpose = if search.selective { Purpose::Selective } else { Purpose::FixedDepth };
    for (ply, played) in whole.moves.iter().enumerate() {
        search.position = PositionText { text: whole.text.clone(), moves: whole.moves[..ply].to_vec() };
        let board = match engine.board(&search.position) {
            Ok(board) if board.over.is_none() => board,
            // Players may go on after a draw that neither claimed; here the game is over.
            Ok(_) | Err(EngineError::Move { .. }) => break,
            Err(error) => return Err(error.into()),
        };
        let Some(judgement) = engine.judge(&search, played, &mut Control::new(stop))? else {
            sink.end("done", &DoneReply { stopped: true, reason: Some("no iteration was completed".to_owned()) });
            return Ok(());
        };
        let reporter = Reporter { engine: &*engine, purpose, at: &search.position };
        let for_first = if board.first_player_moves { judgement.played } else { -judgement.played };
        let best = &judgement.best;
        sink.send(
            "judgement",
            &JudgementReply {
                ply,
                name: judgement.line.first().unwrap_or(played),
                value_first: for_first,
                text: reporter.text(judgement.played),
                best: best.best.as_deref(),
                best_text: best.value.map(|value| reporter.text(value)),
                line: &best.line,
                reply: &judgement.line,
                loss: judgement.loss,
                mark: judgement.mark.to_string(),
            },
        );
    }
    sink.end("done", &DoneReply { stopped: false, reason: None });
    Ok(())
}

impl Theatre {
    /// Translates a request into one to an engine, as the command `analyze` does.
    pub(crate) fn search_request(
        &self,
        engine: &dyn Engine,
        request: &AnalyzeRequest,
    ) -> Result<SearchRequest, Refusal> {
        self.check_moves(&request.moves)?;
        let algorithm = algorithm(request.algorithm.as_deref())?;
        let selective = request.selective && engine.is_selective();
        if selective && !algorithm.follows_rules() {
            return Err(EngineError::FollowsNoRules(algorithm).into());
        }
        let profile = engine.profile(if selective { Purpose::Selective } else { Purpose::FixedDepth });
        let deepest = profile.safe_depth.unwrap_or(Depth::MAX_PLIES.into()).min(self.limits().depth);
        let depth = request.depth.unwrap_or(deepest);
        if !(1..=deepest).contains(&depth) {
            return Err(Refusal::of("depth", format_args!("depth {depth}: expected 1 to {deepest} plies")));
        }
        let time = self.time(request.seconds)?;
        let is_limited = time.is_some() || request.nodes.is_some() || request.depth.is_none();
        // A limit may end the search at any depth: larger steps would waste more of an unfinished iteration.
        let horizon = Horizon::Deepening { to: Depth::plies(depth), step: if is_limited { 1 } else { profile.step } };
        let mut search = SearchRequest::new(algorithm, horizon, MemoryChoice::Table(self.table(request.table)?));
        search.position = position(request.position.as_ref(), &request.moves);
        // Rules about repetition apply to the moves of a game, and to no others.
        search.as_played = !request.moves.is_empty();
        search.threads = request.threads.unwrap_or(1).clamp(1, self.limits().threads);
        search.multi_pv = if request.values == ValueChoice::All { u16::MAX } else { 1 };
        search.selective = selective;
        search.nodes = request.nodes.map(|nodes| nodes.max(1));
        // A page that was left open must not search for ever.
        search.time = Some(time.unwrap_or(if request.depth.is_some() { self.limits().time } else { USUAL_TIME }));
        search.distinct = DistinctLeaves::No;
        search.until_decided = true;
        search.until_won = request.depth.is_none();
        search.exact_leaves = false;
        Ok(search)
    }

    /// Reads a time limit.
    pub(crate) fn time(&self, seconds: Option<f64>) -> Result<Option<Duration>, Refusal> {
        let most = self.limits().time;
        let Some(seconds) = seconds else { return Ok(None) };
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() && time <= most => Ok(Some(time)),
            _ => Err(Refusal::of("seconds", format_args!("expected a time of up to {} seconds", most.as_secs()))),
        }
    }

    /// Allocates a table of this size in MiB.
    pub(crate) fn table(&self, size: Option<u64>) -> Result<Arc<Table>, Refusal> {
        let (size, most) = (size.unwrap_or(USUAL_TABLE.min(self.limits().table)), self.limits().table);
        if !(1..=most).contains(&size) {
            return Err(Refusal::of("table", format_args!("expected a table of 1 to {most} MiB")));
        }
        Ok(new_table((size << 20) / Table::ENTRY_BYTES as u64)?)
    }

    /// Refuses games that are too long to be read again for every request.
    pub(crate) fn check_moves(&self, moves: &[String]) -> Result<(), Refusal> {
        let most = self.limits().moves;
        if moves.len() > most {
            return Err(Refusal::of("moves", format_args!("expected at most {most} moves")));
        }
        Ok(())
    }
}
