//! Searches to one depth, iterative deepening and traces.

use crate::arguments::{self, MAX_LEAVES, answered, options};
use crate::errors::{is_a, wrong};
use crate::game_handle::GameHandle;
use crate::interruptible;
use crate::json::to_python;
use crate::records::{search_record, stopped};
use nullwindow::{AnyAlgorithm, Depth, Score};
use nullwindow_engine::{
    Control, DistinctLeaves, Engine, FirstGuess, Horizon, MemoryChoice, Purpose, SearchEvent, SearchRecord,
    SearchRequest,
};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

options! {
    /// The options of a search, as the fields of a dictionary.
    struct SearchOptions {
        algorithm: String,
        /// The depth in plies; `None` is the end of the game, or no limit when deepening.
        depth: Option<i64>,
        table_mb: Option<f64>,
        threads: i64,
        nodes: Option<i64>,
        time: Option<f64>,
        multi_pv: i64,
        exact_leaves: bool,
        /// `None` for the default of the function.
        selective: Option<bool>,
        guess: Option<i64>,
        settings: Vec<(String, String)>,
    }
}

impl SearchOptions {
    /// Returns the request of a search with this horizon.
    fn request(&self, py: Python<'_>, engine: &dyn Engine, horizon: Horizon) -> PyResult<SearchRequest> {
        let algorithm = arguments::algorithm(&self.algorithm)?;
        let memory = MemoryChoice::Table(arguments::table(py, engine, self.table_mb)?);
        let mut request = SearchRequest::new(algorithm, horizon, memory);
        let threads = arguments::threads(self.threads)?;
        request.threads = if algorithm.uses_threads() { threads } else { 1 };
        request.multi_pv = arguments::number("multi_pv", self.multi_pv, 1, u16::MAX.into())?;
        request.nodes = self.nodes.map(|nodes| arguments::number("nodes", nodes, 1, i64::MAX)).transpose()?;
        request.time = arguments::time(self.time)?;
        request.exact_leaves = self.exact_leaves;
        if let Some(guess) = self.guess {
            let most = i64::from(Score::MAX.get());
            request.guess = FirstGuess::Same(Score::new(arguments::number("guess", guess, -most, most)?));
        }
        // Storing the keys of all leaves would slow down a long search.
        request.distinct = DistinctLeaves::UpTo(MAX_LEAVES);
        Ok(request)
    }
}

/// A search that can be run: the game, the position and the request.
struct PreparedSearch {
    handle: GameHandle,
    engine: Arc<dyn Engine>,
    /// The position as given, on one line.
    text: String,
    request: SearchRequest,
}

impl PreparedSearch {
    /// Reads the game and the position. `request` receives the engine with its settings.
    fn new(
        (game, position, moves): (&Bound<'_, PyAny>, Option<&Bound<'_, PyAny>>, Option<Vec<String>>),
        settings: &[(String, String)],
        request: impl FnOnce(&dyn Engine) -> PyResult<SearchRequest>,
    ) -> PyResult<PreparedSearch> {
        let py = game.py();
        let handle = GameHandle::of(game)?;
        let position = arguments::with_moves(handle.position(position)?, moves);
        let engine = arguments::with_settings(py, &handle.engine, settings)?;
        let mut request = request(&*engine)?;
        request.position = position;
        if handle.is_python() {
            request.threads = 1;
        }
        let text = answered(py, &handle, engine.board(&request.position))?.text;
        Ok(PreparedSearch { handle, engine, text, request })
    }

    fn record(&self, record: &SearchRecord) -> Value {
        search_record(&*self.engine, self.request.selective, &self.text, record)
    }

    /// Returns a search that was stopped after this time. Of a search of every root move the record has the moves that were
    /// finished, and no time: the best of them bounds the value from below only.
    fn unfinished_record(&self, record: &SearchRecord, seconds: f64) -> Value {
        let mut fields = self.record(record);
        if record.seconds <= 0.0 {
            fields["seconds"] = seconds.max(0.0).into();
        }
        if !record.moves.is_empty() {
            for name in ["value", "score", "upper"] {
                fields[name] = Value::Null;
            }
            for name in ["move_is_proven", "settled", "decided"] {
                fields[name] = false.into();
            }
        }
        fields
    }
}

/// Searches a position to one depth.
#[pyfunction]
#[pyo3(signature = (game, position, moves, options))]
fn search<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
    options: SearchOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let prepared = PreparedSearch::new((game, position, moves), &options.settings, |engine| {
        let mut request = options.request(py, engine, Horizon::Fixed(arguments::depth(options.depth)?))?;
        request.selective = options.selective.unwrap_or(false) && engine.is_selective();
        Ok(request)
    })?;
    let (visited, start) = (AtomicU64::new(0), Instant::now());
    let finished = interruptible::run(py, |stop| {
        let mut listener = |event: &SearchEvent<'_>| {
            if let SearchEvent::Progress { nodes, .. } = event {
                visited.store(*nodes, Relaxed);
            }
        };
        let mut control = Control::new(stop);
        // The record of a search of every root move that is stopped has the nodes of finished moves only.
        if prepared.request.multi_pv > 1 {
            control = control.on_event(&mut listener);
        }
        prepared.engine.search(&prepared.request, &mut control)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let answer = answered(py, &prepared.handle, finished.result)?;
    let mut record = match answer.records.last() {
        Some(found) => prepared.record(found),
        None => {
            let nothing = || SearchRecord {
                algorithm: prepared.request.algorithm.to_string(),
                threads: prepared.request.threads,
                ..SearchRecord::default()
            };
            let found = answer.unfinished.clone().unwrap_or_else(nothing);
            let mut record = prepared.unfinished_record(&found, seconds);
            record["depth"] = json!(options.depth);
            record["total"] = found.total.max(visited.load(Relaxed)).into();
            record
        }
    };
    record["stopped"] = json!(stopped(&answer, finished.interrupted));
    to_python(py, &record)
}

/// Searches a position deeper and deeper. `on_iteration` receives every completed iteration.
#[pyfunction]
#[pyo3(signature = (game, position, moves, options, on_iteration))]
fn deepen<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
    options: SearchOptions,
    on_iteration: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let prepared = PreparedSearch::new((game, position, moves), &options.settings, |engine| {
        deepening_request(py, engine, &options)
    })?;
    let prepared = &prepared;
    let is_heard = on_iteration.is_some();
    let sound = &AtomicUsize::new(0);
    let work = |stop: &AtomicBool, report: &mut (dyn FnMut(Value) + Send)| {
        let mut listener = |event: &SearchEvent<'_>| {
            // After an exception of the rules, unknown answers count as ends of the game, until the search stops.
            if let SearchEvent::Iteration(record) = event
                && !prepared.handle.has_failed()
            {
                sound.fetch_add(1, Relaxed);
                if is_heard {
                    report(prepared.record(record));
                }
            }
        };
        let mut control = Control::new(stop);
        // Without a listener the engine need not report progress.
        if is_heard || prepared.handle.is_python() {
            control = control.on_event(&mut listener);
        }
        prepared.engine.search(&prepared.request, &mut control)
    };
    let start = Instant::now();
    let finished = interruptible::run_reporting(py, work, |py, record: Value| {
        let Some(callback) = &on_iteration else { return Ok(()) };
        callback.call1(py, (to_python(py, &record)?,)).map(drop)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let pending = prepared.handle.raise_pending(py);
    let is_full = pending.as_ref().is_err_and(|error| is_a(py, error, "PositionLimitError"));
    let sound = sound.load(Relaxed);
    // Iterations that were completed before the memory of the game was full are worth more than an exception.
    if sound == 0 || !is_full {
        pending?;
    }
    let mut answer = answered(py, &prepared.handle, finished.result)?;
    if is_full {
        answer.records.truncate(sound);
        answer.unfinished = None;
    }
    let last = seconds - answer.records.iter().map(|record| record.seconds).sum::<f64>();
    let iterations: Vec<Value> = answer.records.iter().map(|record| prepared.record(record)).collect();
    let reply = json!({
        "iterations": iterations,
        "unfinished": answer.unfinished.as_ref().map(|record| prepared.unfinished_record(record, last)),
        "stopped": if is_full { Some("positions") } else { stopped(&answer, finished.interrupted) },
    });
    to_python(py, &reply)
}

/// Returns the request of the command `analyze` for the start position.
fn deepening_request(py: Python<'_>, engine: &dyn Engine, options: &SearchOptions) -> PyResult<SearchRequest> {
    let algorithm = arguments::algorithm(&options.algorithm)?;
    let selective = is_selective(engine, &algorithm, options.selective)?;
    // Games with infinite lines of play have a greatest depth.
    let profile = engine.profile(if selective { Purpose::Selective } else { Purpose::FixedDepth });
    let max_depth = profile.safe_depth.unwrap_or(Depth::MAX_PLIES.into());
    let depth: u32 = options.depth.map_or(Ok(max_depth), |depth| arguments::number("depth", depth, 1, 254))?;
    if depth > max_depth {
        let name = engine.name();
        return Err(wrong(format!("depth={depth}: the greatest depth for {name} is {max_depth} plies")));
    }
    // A limit may end the search at any depth: larger steps would waste more of an unfinished iteration.
    let limited = options.time.is_some() || options.nodes.is_some() || options.depth.is_none();
    let step = if limited { 1 } else { profile.step };
    let mut request = options.request(py, engine, Horizon::Deepening { to: Depth::plies(depth), step })?;
    request.selective = selective;
    request.until_decided = true;
    request.until_won = options.depth.is_none();
    Ok(request)
}

/// Returns whether to search by the rules of selective search: if the game has rules and the algorithm follows them,
/// unless the caller decides otherwise.
fn is_selective(engine: &dyn Engine, algorithm: &AnyAlgorithm, wanted: Option<bool>) -> PyResult<bool> {
    match wanted {
        Some(true) if engine.is_selective() && !algorithm.follows_rules() => {
            Err(wrong(format!("selective=True: {algorithm} searches the full width only")))
        }
        wanted => Ok(wanted.unwrap_or(true) && engine.is_selective() && algorithm.follows_rules()),
    }
}

/// Searches a position to one depth, and returns all events as JSON lines.
#[pyfunction]
#[pyo3(signature = (game, position, moves, algorithm, depth, limit))]
fn trace<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
    algorithm: &str,
    depth: Option<i64>,
    limit: i64,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let limit = arguments::number("limit", limit, 1, i64::MAX)?;
    let prepared = PreparedSearch::new((game, position, moves), &[], |engine| {
        let depth = arguments::depth(depth)?;
        // In a game with infinite lines of play such a search would not return.
        if depth == Depth::END && engine.profile(Purpose::FixedDepth).safe_depth.is_some() {
            let name = engine.name();
            return Err(wrong(format!("depth=None: {name} has infinite lines of play; expected a number of plies")));
        }
        let algorithm = arguments::algorithm(algorithm)?;
        let mut request = SearchRequest::new(algorithm, Horizon::Fixed(depth), MemoryChoice::Everything);
        request.trace = Some(limit);
        Ok(request)
    })?;
    let finished = interruptible::run(py, |stop| {
        let answer = prepared.engine.search(&prepared.request, &mut Control::new(stop))?;
        let mut lines = TraceLines { text: String::new(), left: limit, stop, stopped: None };
        // It fails only at the limit and after Ctrl-C.
        let is_whole = answer.trace.as_ref().is_none_or(|trace| write!(lines, "{trace}").is_ok());
        Ok((answer, lines.text, is_whole))
    })?;
    let (answer, lines, is_whole) = answered(py, &prepared.handle, finished.result)?;
    let found = answer.records.last().or(answer.unfinished.as_ref()).cloned().unwrap_or_default();
    let mut record = prepared.record(&found);
    record["stopped"] = json!(stopped(&answer, finished.interrupted));
    let reply = json!({
        "result": record,
        "complete": is_whole && !answer.trace_is_full && answer.stopped.is_none(),
        "lines": lines,
    });
    to_python(py, &reply)
}

/// The time after Ctrl-C in which events are still written.
const AFTER_INTERRUPT: Duration = Duration::from_millis(20);

/// Events as lines, up to a limit. A line that was begun is completed.
struct TraceLines<'s> {
    text: String,
    left: u64,
    stop: &'s AtomicBool,
    /// The time at which Ctrl-C was noticed.
    stopped: Option<Instant>,
}

impl TraceLines<'_> {
    /// Returns whether the last line has begun too long after Ctrl-C.
    fn is_late(&mut self) -> bool {
        // Relaxed: the flag guards no data.
        self.stop.load(Relaxed) && self.stopped.get_or_insert_with(Instant::now).elapsed() > AFTER_INTERRUPT
    }
}

impl Write for TraceLines<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let at_line_start = self.text.is_empty() || self.text.ends_with('\n');
        if self.left == 0 || at_line_start && self.is_late() {
            return Err(std::fmt::Error);
        }
        self.left -= (text.matches('\n').count() as u64).min(self.left);
        self.text.push_str(text);
        Ok(())
    }
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(search, module)?)?;
    module.add_function(wrap_pyfunction!(deepen, module)?)?;
    module.add_function(wrap_pyfunction!(trace, module)?)
}
