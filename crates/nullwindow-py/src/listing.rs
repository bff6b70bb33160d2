//! The names that other functions accept: games, algorithms, trees.

use crate::errors::engine_error;
use crate::json::to_python;
use nullwindow::AnyAlgorithm;
use nullwindow_drawing::trees::NAMED_TREES;
use nullwindow_engine::{Catalogue, GameSetting, Purpose};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Describes every shipped game.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let catalogue = Catalogue::shipped();
    let sized = catalogue.sized_names();
    let mut games: Vec<Value> = Vec::new();
    for name in catalogue.names() {
        let engine = catalogue.engine(name).map_err(|error| engine_error(py, &error))?;
        let profile = engine.profile(Purpose::FixedDepth);
        let settings: Vec<&str> = engine.settings().iter().map(|setting: &GameSetting| setting.name).collect();
        games.push(json!({
            "name": name,
            "sized": sized.iter().find(|text| text.split(' ').next() == Some(name)),
            "players": profile.players,
            "unit": profile.unit,
            "scale": profile.scale,
            "usual_depth": profile.usual_depth,
            "selective": engine.is_selective(),
            "settings": settings,
        }));
    }
    to_python(py, &Value::Array(games))
}

/// Describes every algorithm.
#[pyfunction]
fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let describe = |algorithm: &AnyAlgorithm| {
        json!({
            "name": algorithm.to_string(),
            "uses_memory": algorithm.uses_memory(),
            "finds_value": algorithm.finds_value(),
            "finds_move": algorithm.finds_best_move(),
            "uses_threads": algorithm.uses_threads(),
            "selective": algorithm.follows_rules(),
        })
    };
    to_python(py, &AnyAlgorithm::all().iter().map(describe).collect())
}

/// Describes the synthetic trees: those with a name, and the families.
#[pyfunction]
fn trees(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let named: Vec<Value> = NAMED_TREES.iter().map(|&(name, text)| json!({ "name": name, "text": text })).collect();
    to_python(py, &json!({ "named": named, "families": Catalogue::tree_families() }))
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(trees, module)?)
}
