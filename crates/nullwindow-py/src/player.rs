//! A player: searches for moves of a game in progress and keeps its table from one move to the next.

use crate::arguments;
use crate::errors::engine_error;
use crate::game_handle::GameHandle;
use crate::interruptible;
use nullwindow_engine::{EngineError, GoLimits, MoveNotation, ScoreKind, SearchInfo, Session, SessionEvent};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

/// Searches for moves of one game.
#[pyclass(frozen, name = "Player", module = "nullwindow._native")]
pub(crate) struct EnginePlayer {
    session: Mutex<Session>,
    handle: Arc<GameHandle>,
}

#[pymethods]
impl EnginePlayer {
    /// Creates a player of a game, with a table of this many bytes.
    #[new]
    #[pyo3(signature = (game, *, table_bytes = Session::USUAL_TABLE, uci = false))]
    fn new(game: &Bound<'_, PyAny>, table_bytes: u64, uci: bool) -> PyResult<EnginePlayer> {
        let handle = Arc::new(GameHandle::of(game)?);
        let wrong = |error: EngineError| engine_error(game.py(), &error);
        let mut session = Session::new(Arc::clone(&handle.engine)).map_err(wrong)?;
        session.set_table_bytes(table_bytes).map_err(wrong)?;
        session.set_options(|options| options.notation = if uci { MoveNotation::Uci960 } else { MoveNotation::Own });
        Ok(EnginePlayer { session: Mutex::new(session), handle })
    }

    /// Searches for a move. Returns the move, and one dictionary per best line.
    #[pyo3(signature = (position = None, moves = Vec::new(), *, depth = None, nodes = None, seconds = None, multi_pv = 1,
        only = Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[allow(clippy::type_complexity, reason = "a pair for Python")]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Bound<'py, PyAny>>,
        moves: Vec<String>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        multi_pv: u16,
        only: Vec<String>,
    ) -> PyResult<(Option<String>, Vec<Bound<'py, PyDict>>)> {
        let mut limits = depth.map_or_else(GoLimits::default, GoLimits::of_depth);
        limits.nodes = nodes;
        limits.move_time = arguments::time(seconds)?;
        limits.only = only;
        let mut position = self.handle.position(position)?;
        position.moves = moves;
        let mut session =
            self.session.try_lock().map_err(|_| PyRuntimeError::new_err("the player is searching already"))?;
        let wrong =
            |error: EngineError| self.handle.raise_pending(py).err().unwrap_or_else(|| engine_error(py, &error));
        session.set_options(|options| options.multi_pv = multi_pv);
        session.set_position(position).map_err(wrong)?;
        let search = session.prepare(&limits).map_err(wrong)?;
        drop(session);
        let finished = interruptible::run(py, move |stop| {
            let (mut infos, mut best) = (BTreeMap::new(), None);
            let ends = || stop.load(Relaxed);
            search.run_until(&ends, &mut |event| match event {
                SessionEvent::Info(info) => keep(&mut infos, info),
                SessionEvent::BestMove(chosen) => best.clone_from(&chosen.best),
                _ => {}
            });
            (best, infos)
        })?;
        self.handle.raise_pending(py)?;
        if finished.interrupted {
            return Err(PyKeyboardInterrupt::new_err(()));
        }
        let answer = finished.result;
        let infos = answer.1.values().map(|info| described(py, info)).collect::<PyResult<Vec<_>>>()?;
        Ok((answer.0, infos))
    }
}

/// Keeps the last news of every line. A bound replaces no exact score: it has no line.
fn keep(infos: &mut BTreeMap<u16, SearchInfo>, info: &SearchInfo) {
    if info.kind == ScoreKind::Exact || !infos.contains_key(&info.rank) {
        infos.insert(info.rank, info.clone());
    }
}

fn described<'py>(py: Python<'py>, info: &SearchInfo) -> PyResult<Bound<'py, PyDict>> {
    let described = PyDict::new(py);
    described.set_item("depth", info.depth)?;
    described.set_item("rank", info.rank)?;
    described.set_item("score", info.score)?;
    described.set_item("is_exact", info.kind == ScoreKind::Exact)?;
    described.set_item("settled", info.settled)?;
    described.set_item("win_distance", info.win_distance)?;
    described.set_item("nodes", info.nodes)?;
    described.set_item("seconds", info.time.as_secs_f64())?;
    described.set_item("table_use", info.table_use)?;
    described.set_item("line", &info.line)?;
    Ok(described)
}

/// Adds the class to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<crate::python_game::Positions>()?;
    module.add_class::<EnginePlayer>()
}
