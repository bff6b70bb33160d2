//! All algorithms on one position.

use crate::arguments::{self, answered, options};
use crate::errors::wrong;
use crate::game_handle::GameHandle;
use crate::interruptible;
use crate::json::to_python;
use crate::records::search_record;
use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Order};
use nullwindow_engine::{
    Control, DistinctLeaves, Engine, EngineError, Horizon, MemoryChoice, Purpose, SearchRecord, SearchRequest, Timing,
};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

options! {
    /// The options of a comparison, as the fields of a dictionary.
    struct CompareOptions {
        depth: Option<i64>,
        /// `None` for all that find a best move.
        algorithms: Option<Vec<String>>,
        table_mb: Option<f64>,
        threads: i64,
    }
}

/// Searches a position with several algorithms, as the command `compare` does.
#[pyfunction]
#[pyo3(signature = (game, position, moves, options))]
fn compare<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
    options: CompareOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let handle = GameHandle::of(game)?;
    let engine = &*handle.engine;
    let (mut request, depth) = request(engine, &options)?;
    if handle.is_python() {
        request.threads = 1;
    }
    request.position = arguments::with_moves(handle.position(position)?, moves);
    let text = answered(py, &handle, engine.board(&request.position))?.text;
    let algorithms = algorithms(engine, &options)?;
    let searches = Arc::new(Mutex::new(Vec::new()));
    let (worker, found) = (Arc::clone(&handle.engine), Arc::clone(&searches));
    // After Ctrl-C a comparison once took 157 ms to end: work before a search, such as the warm-up, does not check the flag.
    let finished =
        interruptible::run_or_abandon(py, move |stop| measure(&*worker, &request, &algorithms, stop, &found))?;
    answered(py, &handle, finished.result.unwrap_or(Ok(())))?;
    let searches = searches.lock().unwrap_or_else(PoisonError::into_inner);
    let value = searches.iter().find_map(|records| records.last()?.value);
    let rows: Vec<Value> = searches.iter().map(|records| row(engine, &text, depth, records, value)).collect();
    let stopped = finished.interrupted.then_some("interrupted");
    to_python(py, &json!({ "game": engine.name(), "position": text, "rows": rows, "stopped": stopped }))
}

/// Returns the request that all algorithms share, and its depth; `None` is the end of the game.
fn request(engine: &dyn Engine, options: &CompareOptions) -> PyResult<(SearchRequest, Option<i64>)> {
    /// The size used in the papers.
    const USUAL: u64 = 1 << 21;
    let profile = engine.profile(Purpose::FixedDepth);
    let (entries, threads) = (arguments::entries(options.table_mb)?, arguments::threads(options.threads)?);
    let is_tree = arguments::is_tree(engine);
    let depth = options.depth.or(if is_tree { None } else { profile.usual_depth.map(Into::into) });
    let to = arguments::depth(depth)?;
    // Trees are searched to their leaves at once; threads can share only a table of fixed size.
    let (horizon, memory) = if is_tree {
        let entries = entries.or((threads > 1).then_some(USUAL));
        (Horizon::Fixed(to), entries.map_or(MemoryChoice::Everything, MemoryChoice::Entries))
    } else {
        (Horizon::Deepening { to, step: 1 }, MemoryChoice::Entries(entries.unwrap_or(USUAL)))
    };
    // `measure` replaces the algorithm.
    let mut request = SearchRequest::new(AnyAlgorithm::MtdF(MtdF::new()), horizon, memory);
    // As in the papers, trees are searched in generation order, unless earlier iterations supply an order.
    request.order = (profile.order == Order::GENERATED && !is_tree).then_some(Order::BEST);
    request.threads = threads;
    request.distinct = DistinctLeaves::All;
    request.timing = Timing::Measured;
    Ok((request, depth))
}

/// Returns the algorithms to compare: by default, those that find a best move; of a game, without minimax, which is too
/// slow.
fn algorithms(engine: &dyn Engine, options: &CompareOptions) -> PyResult<Vec<AnyAlgorithm>> {
    if let Some(names) = &options.algorithms {
        if names.is_empty() {
            return Err(wrong("algorithms=[]: expected at least one algorithm"));
        }
        let mut chosen = Vec::new();
        for name in names {
            let algorithm = arguments::algorithm(name)?;
            if !chosen.contains(&algorithm) {
                chosen.push(algorithm);
            }
        }
        return Ok(chosen);
    }
    let is_tree = arguments::is_tree(engine);
    let suits = |algorithm: &AnyAlgorithm| {
        algorithm.finds_best_move() && (is_tree || !matches!(algorithm, AnyAlgorithm::Minimax(_)))
    };
    Ok(AnyAlgorithm::all().into_iter().filter(suits).collect())
}

/// Runs the searches one after the other, so that none disturbs the time of another. After Ctrl-C only complete
/// searches count.
fn measure(
    engine: &dyn Engine,
    request: &SearchRequest,
    algorithms: &[AnyAlgorithm],
    stop: &AtomicBool,
    found: &Mutex<Vec<Vec<SearchRecord>>>,
) -> Result<(), EngineError> {
    for &algorithm in algorithms {
        // Relaxed: the flag guards no data.
        if stop.load(Relaxed) {
            break;
        }
        let mut request = request.clone();
        request.algorithm = algorithm;
        let answer = engine.search(&request, &mut Control::new(stop))?;
        if answer.stopped.is_none() {
            found.lock().unwrap_or_else(PoisonError::into_inner).push(answer.records);
        }
    }
    Ok(())
}

/// Returns a search of all iterations: the answer of the last, and the sums of all costs. It agrees if `value`, the
/// first exact value of the comparison, lies within its bounds.
fn row(engine: &dyn Engine, position: &str, depth: Option<i64>, records: &[SearchRecord], value: Option<i32>) -> Value {
    let mut total = records.last().cloned().unwrap_or_default();
    let sum = |count: fn(&SearchRecord) -> u64| records.iter().map(count).sum::<u64>();
    total.leaves = records.iter().map(|record| record.leaves).sum();
    total.leaf_visits = sum(|record| record.leaf_visits);
    total.interior = sum(|record| record.interior);
    total.answered = sum(|record| record.answered);
    total.total = sum(|record| record.total);
    total.quiescence = sum(|record| record.quiescence);
    total.passes = sum(|record| record.passes);
    total.seconds = records.iter().map(|record| record.seconds).sum();
    let holds =
        |value: i32| total.lower.is_none_or(|lower| lower <= value) && total.upper.is_none_or(|upper| value <= upper);
    let mut row = search_record(engine, false, position, &total);
    row["agree"] = value.is_none_or(holds).into();
    // Iterations end early when the game is decided: the values are those of the requested depth nevertheless.
    row["depth"] = json!(depth.or(total.depth.map(Into::into)));
    row
}

/// Adds the function to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(compare, module)?)
}
