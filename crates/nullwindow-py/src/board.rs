//! Positions, counts of move sequences, and the conformance kit.

use crate::arguments::{self, answered};
use crate::game_handle::GameHandle;
use crate::interruptible;
use crate::json::to_python;
use nullwindow_engine::{CheckAnswer, Control, EngineError};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// Describes a position, with a picture as text, and as SVG or as a board of cells where the game has one.
#[pyfunction]
#[pyo3(signature = (game, position, moves))]
fn board<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let handle = GameHandle::of(game)?;
    let position = arguments::with_moves(handle.position(position)?, moves);
    let engine = &handle.engine;
    let board = answered(py, &handle, engine.board(&position))?;
    let svg = answered(py, &handle, engine.svg(&position))?;
    let diagram = answered(py, &handle, engine.diagram(&position))?;
    let record = json!({
        "game": engine.name(),
        "position": board.text,
        "notation": board.notation,
        "picture": board.picture,
        "mover": board.mover,
        "first_player_moves": board.first_player_moves,
        "over": board.over.map(nullwindow::Score::get),
        "evaluation": board.evaluation.get(),
        "moves": board.moves,
        "svg": svg,
        "diagram": diagram,
    });
    to_python(py, &record)
}

/// Counts move sequences of every depth up to `depth`, or those of each first move.
#[pyfunction]
#[pyo3(signature = (game, position, moves, depth, divide))]
fn perft<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
    depth: i64,
    divide: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let handle = GameHandle::of(game)?;
    let position = arguments::with_moves(handle.position(position)?, moves);
    let depth: u32 = arguments::number("depth", depth, 1, 254)?;
    let engine = &*handle.engine;
    let text = answered(py, &handle, engine.board(&position))?.text;
    let published = answered(py, &handle, engine.published(&position))?;
    let finished = interruptible::run(py, |stop| -> Result<_, EngineError> {
        let mut control = Control::new(stop);
        let mut counts = Vec::new();
        if divide {
            let moves = engine.divide(&position, depth, &mut control)?;
            return Ok((counts, Some(moves)));
        }
        for depth in 1..=depth {
            let Some(count) = engine.perft(&position, depth, &mut control)? else { break };
            counts.push(count);
            // Every game ends before this depth: greater depths have no sequences either.
            if count == 0 {
                break;
            }
        }
        Ok((counts, None))
    })?;
    let (counts, moves) = answered(py, &handle, finished.result)?;
    let by_move = |moves: Vec<(String, u64)>| -> serde_json::Map<String, Value> {
        moves.into_iter().map(|(name, count)| (name, count.into())).collect()
    };
    let record = json!({
        "game": engine.name(),
        "position": text,
        "depth": depth,
        "counts": counts,
        "published": published.get(..published.len().min(depth as usize)),
        "divided": moves.map(by_move),
        "stopped": finished.interrupted.then_some("interrupted"),
    });
    to_python(py, &record)
}

/// Runs the conformance kit on a game.
#[pyfunction]
#[pyo3(signature = (game, seed, depth))]
fn check<'py>(game: &Bound<'py, PyAny>, seed: u64, depth: i64) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let handle = GameHandle::for_check(game)?;
    let depth = arguments::number("depth", depth, 0, 8)?;
    let engine = Arc::clone(&handle.engine);
    // Some parts of the kit do not check the flag.
    let finished = interruptible::run_or_abandon(py, move |stop| engine.check(seed, depth, &mut Control::new(stop)))?;
    let answers = answered(py, &handle, Ok(finished.result.unwrap_or_default()))?;
    let checks: Vec<Value> = answers.iter().map(checked).collect();
    let stopped = finished.interrupted.then_some("interrupted");
    to_python(py, &json!({ "game": handle.engine.name(), "checks": checks, "stopped": stopped }))
}

/// Returns the check from one position, with the names of fields that `check --json` has.
fn checked(answer: &CheckAnswer) -> Value {
    let (report, flaw) = (&answer.report, answer.flaw.as_ref());
    let tested = report.tested().map(|one| (one.property.name().to_owned(), one.cases.into()));
    let untested = report.untested().map(|property| {
        json!({ "property": property.name(), "statement": property.description(), "remedy": property.remedy() })
    });
    json!({
        "position": answer.position,
        "sound": flaw.is_none(),
        "law": flaw.map(|flaw| &flaw.law),
        "line": flaw.map(|flaw| &flaw.line),
        "at": flaw.map(|flaw| &flaw.position),
        "seen": flaw.map(|flaw| &flaw.seen),
        "positions": report.positions,
        "random_games": report.playouts,
        "finished": report.finished,
        "longest": report.longest,
        "shared_keys": report.shared_keys,
        "known": report.known,
        "searches": report.searches,
        "notes": report.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "tested": tested.collect::<serde_json::Map<_, _>>(),
        "untested": untested.collect::<Vec<_>>(),
    })
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(board, module)?)?;
    module.add_function(wrap_pyfunction!(perft, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}
