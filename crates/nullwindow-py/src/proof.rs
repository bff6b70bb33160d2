//! Certificates of values: extraction, and verification by the rules alone.

use crate::arguments::{self, answered, options};
use crate::errors::wrong;
use crate::game_handle::GameHandle;
use crate::interruptible::{self, Finished};
use crate::json::to_python;
use nullwindow::solution::{Proof, ProofReason};
use nullwindow_engine::{Catalogue, Control, Engine, EngineError, FalseProof, PositionText, ProofRequest};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

options! {
    /// The options of a proof, as the fields of a dictionary.
    struct ProofOptions {
        /// `max`, `min` or `both`.
        kind: String,
        depth: Option<i64>,
        algorithm: String,
        table_mb: Option<f64>,
        limit: i64,
    }
}

/// Proves bounds of the value of a position.
#[pyfunction]
#[pyo3(signature = (game, position, moves, options))]
fn proof<'py>(
    game: &Bound<'py, PyAny>,
    position: Option<&Bound<'py, PyAny>>,
    moves: Option<Vec<String>>,
    options: ProofOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let handle = GameHandle::of(game)?;
    let table = arguments::table(py, &*handle.engine, options.table_mb)?;
    let mut request = ProofRequest::new(arguments::algorithm(&options.algorithm)?, table);
    request.position = arguments::with_moves(handle.position(position)?, moves);
    request.depth = options.depth.map(|plies| arguments::depth(Some(plies))).transpose()?;
    (request.upper, request.lower) = match options.kind.as_str() {
        "max" => (true, false),
        "min" => (false, true),
        "both" => (true, true),
        other => return Err(wrong(format!("kind='{other}': expected 'max', 'min' or 'both'"))),
    };
    request.limit = arguments::number("limit", options.limit, 1, i64::MAX)?;
    let engine = Arc::clone(&handle.engine);
    // An incomplete proof is worthless, and the extraction of a large tree does not check the flag.
    let finished =
        interruptible::run_or_abandon(py, move |stop| engine.proof(&request, &mut Control::new(stop)).map(records))?;
    to_python(py, &answered(py, &handle, complete(finished)?)?)
}

/// Returns the result of work of which a part is worthless.
fn complete<T>(finished: Finished<Option<T>>) -> PyResult<T> {
    finished.result.filter(|_| !finished.interrupted).ok_or_else(|| PyKeyboardInterrupt::new_err(()))
}

fn records(proofs: Vec<Proof>) -> Value {
    let record = |proof: Proof| {
        let tree = proof.tree();
        json!({
            "root": proof.root(),
            "kind": tree.kind().to_string(),
            "depth": tree.depth().get(),
            "bound": tree.bound().get(),
            "nodes": tree.nodes().len(),
            "leaves": tree.leaf_count(),
            "text": proof.to_string(),
        })
    };
    proofs.into_iter().map(record).collect()
}

/// Checks every certificate of a text. A game written in Python must be given, because certificates only name it.
#[pyfunction]
#[pyo3(signature = (text, game))]
fn verify<'py>(py: Python<'py>, text: String, game: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let handle = game.map(GameHandle::of).transpose()?;
    let engine = handle.as_ref().map(|handle| Arc::clone(&handle.engine));
    let checks = complete(interruptible::run_or_abandon(py, move |_| check_all(&text, engine.as_ref()))?)?;
    if let Some(handle) = handle {
        handle.raise_pending(py)?;
    }
    to_python(py, &checks)
}

/// The start of every certificate.
const BEGIN: &str = "nullwindow-proof ";

/// Checks the certificates one by one. Text before the first is checked too, and is unreadable.
fn check_all(text: &str, engine: Option<&Arc<dyn Engine>>) -> Value {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut byte = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if line.starts_with(BEGIN) || number == 0 {
            starts.push((number, byte));
        }
        byte += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, byte)| byte).chain([text.len()]);
    starts.iter().zip(ends).map(|(&(before, start), end)| check(before, &text[start..end], engine)).collect()
}

/// Checks the certificate that begins after this many lines.
fn check(before: usize, text: &str, engine: Option<&Arc<dyn Engine>>) -> Value {
    let proof: Proof = match text.parse() {
        Ok(proof) => proof,
        Err(mut error) => {
            error.line += before;
            // A certificate that was altered is false, any other text is unreadable.
            let altered = matches!(error.reason, ProofReason::Bound { .. } | ProofReason::Checksum { .. });
            let grade = if altered { "false" } else { "unreadable" };
            return json!({ "line": before + 1, "root": null, "kind": null, "depth": null, "bound": null, "nodes": null,
                "grade": grade, "wrong": error.to_string(), "path": null });
        }
    };
    let (grade, wrong, path) = match replay(&proof, engine) {
        Ok(Ok(())) => ("proven", None, None),
        Ok(Err(flaw)) => ("false", Some(flaw.reason), Some(flaw.path)),
        Err(error) => ("unreadable", Some(error.to_string()), None),
    };
    let tree = proof.tree();
    json!({
        "line": before + 1,
        "root": proof.root(),
        "kind": tree.kind().to_string(),
        "depth": tree.depth().get(),
        "bound": tree.bound().get(),
        "nodes": tree.nodes().len(),
        "grade": grade,
        "wrong": wrong,
        "path": path,
    })
}

/// Replays a certificate by the rules of its game, or of the given one.
fn replay(proof: &Proof, engine: Option<&Arc<dyn Engine>>) -> Result<Result<(), FalseProof>, EngineError> {
    let (engine, position) = match engine {
        Some(engine) => {
            let position = proof.root().split_once(':').map(|(_, position)| position.trim());
            (Arc::clone(engine), PositionText::new(position.filter(|text| !text.is_empty())))
        }
        None => Catalogue::shipped().proof_subject(proof.root())?,
    };
    engine.verify(&position, proof.tree())
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(proof, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)
}
