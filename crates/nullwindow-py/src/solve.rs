//! Exact values, to the end of the game.

use crate::arguments::{self, MAX_LEAVES, answered, options};
use crate::game_handle::GameHandle;
use crate::interruptible;
use crate::json::to_python;
use crate::records::moves as root_moves;
use nullwindow::Score;
use nullwindow_engine::{Control, DistinctLeaves, Engine, Purpose, SolveAnswer, SolveRequest};
use pyo3::prelude::*;
use serde_json::{Value, json};

options! {
    /// The options of a solver, as the fields of a dictionary.
    struct SolveOptions {
        algorithm: String,
        threads: i64,
        table_mb: Option<f64>,
        time: Option<f64>,
        all_moves: bool,
        whole_line: bool,
    }
}

/// Finds the value of a position to the end of the game.
#[pyfunction]
#[pyo3(signature = (game, position, moves, options))]
fn solve<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
    options: SolveOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let handle = GameHandle::of(game)?;
    let engine = &*handle.engine;
    let algorithm = arguments::algorithm(&options.algorithm)?;
    let threads = arguments::threads(options.threads)?;
    let mut request = SolveRequest::new(algorithm, arguments::table(py, engine, options.table_mb)?);
    request.position = arguments::with_moves(handle.position(position)?, moves);
    request.threads = if algorithm.uses_threads() && !handle.is_python() { threads } else { 1 };
    request.time = arguments::time(options.time)?;
    request.all_moves = options.all_moves;
    request.whole_line = options.whole_line;
    request.distinct = DistinctLeaves::UpTo(MAX_LEAVES);
    let text = answered(py, &handle, engine.board(&request.position))?.text;
    let finished = interruptible::run(py, |stop| engine.solve(&request, &mut Control::new(stop)))?;
    let answer = answered(py, &handle, finished.result)?;
    let mut record = record(engine, &text, &answer);
    record["stopped"] = json!(stopped(&request, &answer, finished.interrupted));
    to_python(py, &record)
}

/// Returns the answer with the names of fields that `solve --json` has.
fn record(engine: &dyn Engine, position: &str, answer: &SolveAnswer) -> Value {
    let found = &answer.record;
    let score = |value: i32| engine.short_score(Purpose::Solve, Score::new(value));
    let estimate = answer
        .estimate
        .as_ref()
        .filter(|_| !answer.solved)
        .map(|estimate| json!({ "depth": estimate.depth, "value": estimate.value, "move": estimate.best }));
    json!({
        "game": engine.name(),
        "position": position,
        "value": found.value,
        "score": found.value.map(score),
        "move": found.best,
        "line": found.line,
        "line_complete": answer.line_is_complete,
        "depth": found.depth,
        "lower": found.lower,
        "upper": found.upper,
        "solved": answer.solved,
        "words": answer.words,
        "estimate": estimate,
        "moves": answer.moves.as_deref().map(root_moves),
        "leaves": found.leaves,
        "leaf_visits": found.leaf_visits,
        "interior": found.interior,
        "total": found.total,
        "passes": found.passes,
        "seconds": answer.time.as_secs_f64(),
        "algorithm": found.algorithm,
        "threads": found.threads,
        "scale": engine.profile(Purpose::Solve).scale,
    })
}

/// Names the reason for which a position was not solved; `None` if it was, and Ctrl-C was not pressed.
fn stopped(request: &SolveRequest, answer: &SolveAnswer, interrupted: bool) -> Option<&'static str> {
    let complete = answer.solved && (answer.moves.is_some() || !request.all_moves);
    match (interrupted, complete) {
        (true, _) => Some("interrupted"),
        (false, true) => None,
        (false, false) if request.time.is_some() => Some("time"),
        // The depth up to which values depend on position and depth alone did not decide the game.
        (false, false) => Some("depth"),
    }
}

/// Adds the function to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(solve, module)?)
}
