//! Games as Python code names them: the name of a shipped game or tree, or an object with the rules of a game.

use nullwindow_engine::{Catalogue, Engine, PositionText};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, LazyLock};

static SHIPPED: LazyLock<Catalogue> = LazyLock::new(Catalogue::shipped);

/// A game to be searched.
pub(crate) struct GameHandle {
    pub(crate) engine: Arc<dyn Engine>,
}

impl GameHandle {
    /// Returns the game that a name or an object stands for.
    pub(crate) fn of(game: &Bound<'_, PyAny>) -> PyResult<GameHandle> {
        let name: String = game.extract()?;
        let engine = SHIPPED.engine(&name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(GameHandle { engine })
    }

    /// Returns a position: a text, or a state of a game written in Python; the start position for `None`.
    pub(crate) fn position(&self, position: Option<&Bound<'_, PyAny>>) -> PyResult<PositionText> {
        position.map_or_else(|| Ok(PositionText::start()), |text| Ok(PositionText::from(text.extract::<&str>()?)))
    }

    /// Raises the exception that the rules of a game written in Python have raised during a search, if there is one.
    pub(crate) fn raise_pending(&self, py: Python<'_>) -> PyResult<()> {
        let _ = py;
        Ok(())
    }
}
