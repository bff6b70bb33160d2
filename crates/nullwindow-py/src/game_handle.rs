//! Games as Python code names them: the name of a shipped game or tree, or an object with the rules of a game.

use crate::arguments::mistyped;
use crate::errors::engine_error;
use crate::python_game::{Positions, PythonGame, PythonListing, PythonRules};
use nullwindow_engine::{Catalogue, Engine, PositionText};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::{Arc, LazyLock};

static SHIPPED: LazyLock<Catalogue> = LazyLock::new(Catalogue::shipped);

/// The attribute of a game written in Python that keeps its positions from one search to the next.
const POSITIONS: &str = "_nullwindow_positions";

/// A game to be searched.
pub(crate) struct GameHandle {
    pub(crate) engine: Arc<dyn Engine>,
    python: Option<PythonGame>,
}

impl GameHandle {
    /// Returns the game that a name or an object stands for.
    pub(crate) fn of(game: &Bound<'_, PyAny>) -> PyResult<GameHandle> {
        if let Ok(name) = game.cast::<PyString>() {
            let engine = SHIPPED.engine(&name.to_string_lossy()).map_err(|error| engine_error(game.py(), &error))?;
            return Ok(GameHandle { engine, python: None });
        }
        let rules = PythonRules::of(game)?;
        GameHandle::of_rules(game.py(), rules, kept_positions(game)?)
    }

    /// Returns the game as [`GameHandle::of`] does, for the conformance kit: in a game written in Python, positions with
    /// equal keys stay separate, so that the kit can compare them.
    pub(crate) fn for_check(game: &Bound<'_, PyAny>) -> PyResult<GameHandle> {
        if game.is_instance_of::<PyString>() {
            return GameHandle::of(game);
        }
        let py = game.py();
        GameHandle::of_rules(py, PythonRules::of(game)?, Py::new(py, Positions::new(py, false))?)
    }

    fn of_rules(py: Python<'_>, rules: PythonRules, positions: Py<Positions>) -> PyResult<GameHandle> {
        let python = PythonGame::new(py, rules, positions)?;
        let catalogue = Catalogue::new().with_listing(PythonListing(python.clone()));
        let engine = catalogue.engine(python.name()).map_err(|error| engine_error(py, &error))?;
        Ok(GameHandle { engine, python: Some(python) })
    }

    /// Returns a position: a text, or a state of a game written in Python; the start position for `None`.
    pub(crate) fn position(&self, position: Option<&Bound<'_, PyAny>>) -> PyResult<PositionText> {
        let Some(position) = position else { return Ok(PositionText::start()) };
        match &self.python {
            Some(game) => Ok(PositionText::from(game.position_text(position)?.as_str())),
            None => match position.extract::<&str>() {
                Ok(text) => Ok(PositionText::from(text)),
                Err(_) => Err(mistyped("position", "a str or None", position)),
            },
        }
    }

    /// Raises the exception that the rules of a game written in Python have raised during a search, if there is one.
    pub(crate) fn raise_pending(&self, py: Python<'_>) -> PyResult<()> {
        let _ = py;
        self.python.as_ref().and_then(PythonGame::take_failure).map_or(Ok(()), Err)
    }

    /// Returns whether the rules of a game written in Python have raised an exception in this search.
    pub(crate) fn has_failed(&self) -> bool {
        self.python.as_ref().is_some_and(PythonGame::has_failed)
    }

    /// Returns whether the rules are written in Python: then only one thread at a time can ask them.
    pub(crate) fn is_python(&self) -> bool {
        self.python.is_some()
    }
}

/// Returns the positions that earlier searches of an object have left, or none yet.
fn kept_positions(game: &Bound<'_, PyAny>) -> PyResult<Py<Positions>> {
    let py = game.py();
    // Not by `getattr`: the attribute of a class would be shared by all its games.
    let own = game.getattr("__dict__").ok().and_then(|own| own.cast_into::<PyDict>().ok());
    if let Some(own) = &own
        && let Some(kept) = own.get_item(POSITIONS)?
    {
        return Ok(kept.cast_into::<Positions>()?.unbind());
    }
    let positions = Py::new(py, Positions::new(py, true))?;
    // An object without attributes of its own forgets its positions after each search.
    if let Some(own) = own {
        own.set_item(POSITIONS, &positions)?;
    }
    Ok(positions)
}
