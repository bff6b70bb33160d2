//! The positions of a game written in Python, each asked of Python once.
//!
//! A position is an index into a list of nodes. A node keeps the state and every answer of the rules about it; a
//! dictionary of Python maps the keys of states to nodes. A search that meets a known position therefore calls no
//! Python code, and neither does a later search of the same game.
//!
//! **Locking.** The list has a lock of its own, because a search of known positions does not hold the lock of the
//! interpreter. No Python code runs while the list is locked: it might wait for the interpreter, whose holder might wait
//! for the list. So every method copies what it needs, calls Python, and then stores the answer.

use super::rules::PythonRules;
use crate::errors::raised;
use nullwindow::{Player, Score};
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The index of no node.
pub(super) const NONE: u32 = u32::MAX;

/// A position, with what the rules have answered about it.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) state: Py<PyAny>,
    pub(super) mover: Player,
    /// The identity of the position in transposition tables.
    pub(super) key: u32,
    /// The position from which it was reached first: its moves lead to the other leaves of a batch.
    pub(super) parent: u32,
    /// The final score, or `Some(None)` if the game goes on; `None` if not asked.
    pub(super) result: Option<Option<Score>>,
    pub(super) evaluation: Option<Score>,
    /// The legal moves; `None` if not asked.
    pub(super) edges: Option<Box<[Edge]>>,
}

/// A legal move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The index of the move.
    pub(super) play: u32,
    /// The index of the node; [`NONE`] if the move was not played yet.
    pub(super) child: u32,
}

/// The nodes and the moves of a game. Equal moves of different positions are one move, so that a search can learn that
/// it is good.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) list: Vec<Node>,
    pub(super) moves: Vec<Py<PyAny>>,
    pub(super) start: Option<u32>,
}

/// The positions of a game that were met so far.
#[pyclass(frozen, weakref, name = "Positions", module = "nullwindow._native")]
#[derive(Debug)]
pub(crate) struct Positions {
    nodes: RwLock<Nodes>,
    /// Nodes by the key of the state, for each player to move.
    keys: [Py<PyDict>; 2],
    /// Moves by themselves.
    moves: Py<PyDict>,
    /// Counts the keys, if positions with equal keys stay separate.
    next_key: AtomicU32,
    /// True while a search uses them. After an exception in the rules, its answers must not change any more: another
    /// search of the same object, such as one within its rules, uses positions of its own.
    in_use: AtomicBool,
    /// True if positions with equal keys are one node. The conformance kit, which checks the keys, keeps them separate.
    merges: bool,
}

impl Positions {
    pub(crate) fn new(py: Python<'_>, merges: bool) -> Positions {
        Positions {
            nodes: RwLock::default(),
            keys: [PyDict::new(py).unbind(), PyDict::new(py).unbind()],
            moves: PyDict::new(py).unbind(),
            next_key: AtomicU32::new(0),
            in_use: AtomicBool::new(false),
            merges,
        }
    }

    pub(super) fn merges(&self) -> bool {
        self.merges
    }

    /// Claims the positions for a search; false if another search uses them.
    pub(super) fn claim(&self) -> bool {
        !self.in_use.swap(true, Ordering::Acquire)
    }

    pub(super) fn release(&self) {
        self.in_use.store(false, Ordering::Release);
    }

    // A panic ends the program, so that no lock is ever poisoned.
    pub(super) fn read(&self) -> RwLockReadGuard<'_, Nodes> {
        self.nodes.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, Nodes> {
        self.nodes.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the node of a state, a new one if its key is new.
    pub(super) fn node(
        &self,
        rules: &PythonRules,
        state: &Bound<'_, PyAny>,
        parent: Option<(u32, Player)>,
    ) -> PyResult<u32> {
        let mover = match (rules.mover(state)?, parent) {
            (Some(mover), _) => mover,
            (None, Some((_, before))) => before.other(),
            (None, None) => Player::First,
        };
        self.node_of_key(rules, state, mover, rules.key(state)?, parent.map_or(NONE, |(index, _)| index))
    }

    /// Returns the node of a state whose player to move is known, and its key if the game defines one.
    pub(super) fn node_of_key<'py>(
        &self,
        rules: &PythonRules,
        state: &Bound<'py, PyAny>,
        mover: Player,
        key: Option<Bound<'py, PyAny>>,
        parent: u32,
    ) -> PyResult<u32> {
        let keys = self.keys[usize::from(mover == Player::Second)].bind(state.py());
        let (key, known) = match key {
            Some(key) => {
                let known = PythonRules::entry(state, &key, keys)?;
                (Some(key), known)
            }
            None => identity(keys, state)?,
        };
        if let Some(known) = &known
            && self.merges
        {
            return known.extract();
        }
        let known = known.map(|known| known.extract::<u32>()).transpose()?;
        let py = state.py();
        let state = state.clone().unbind();
        let mut nodes = self.write();
        let index = u32::try_from(nodes.list.len()).unwrap_or(NONE);
        if index as usize >= rules.most_positions.min(NONE as usize) {
            drop(nodes);
            let most = rules.most_positions;
            let message = format!(
                "the game has {most} positions in memory; call nullwindow.clear(game), search less deeply, or set \
                 most_positions"
            );
            return Err(raised(py, "PositionLimitError", message));
        }
        let number =
            if self.merges { index } else { known.unwrap_or_else(|| self.next_key.fetch_add(1, Ordering::Relaxed)) };
        let node = Node { state, mover, key: number, parent, result: None, evaluation: None, edges: None };
        nodes.list.push(node);
        drop(nodes);
        if let Some(key) = key
            && known.is_none()
        {
            keys.set_item(key, number)?;
        }
        Ok(index)
    }

    /// Returns the index of a move, a new one if no equal move is known.
    pub(super) fn move_index(&self, play: &Bound<'_, PyAny>) -> PyResult<u32> {
        let moves = self.moves.bind(play.py());
        let (key, known) = identity(moves, play)?;
        if let Some(known) = known {
            return known.extract();
        }
        let object = play.clone().unbind();
        let index = {
            let mut nodes = self.write();
            nodes.moves.push(object);
            u32::try_from(nodes.moves.len() - 1).unwrap_or(NONE)
        };
        if let Some(key) = key {
            moves.set_item(key, index)?;
        }
        Ok(index)
    }
}

/// A key, and what a dictionary holds for it.
type KeyEntry<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

/// Looks an object up by itself if it is hashable, else by its pickled form. An object that has neither is equal to no
/// other: the first of the pair is then `None`.
// Not by `repr`: arrays of NumPy shorten theirs, and two positions would become one.
fn identity<'py>(dictionary: &Bound<'py, PyDict>, object: &Bound<'py, PyAny>) -> PyResult<KeyEntry<'py>> {
    match dictionary.get_item(object) {
        Ok(known) => return Ok((Some(object.clone()), known)),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {}
        Err(error) => return Err(error),
    }
    let Ok(pickled) = object.py().import("pickle")?.call_method1("dumps", (object, -1)) else {
        return Ok((None, None));
    };
    let known = dictionary.get_item(&pickled)?;
    Ok((Some(pickled), known))
}

#[pymethods]
impl Positions {
    /// Creates an empty list.
    #[new]
    fn empty(py: Python<'_>) -> Positions {
        Positions::new(py, true)
    }

    /// Returns how to copy or pickle it: the copy of a game starts without positions.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (slf.get_type(), PyTuple::empty(slf.py()))
    }

    /// Returns the number of positions.
    fn __len__(&self) -> usize {
        self.read().list.len()
    }

    /// Forgets all positions, unless a search uses them. Returns whether it did.
    fn clear(&self, py: Python<'_>) -> bool {
        if !self.claim() {
            return false;
        }
        let dropped = std::mem::take(&mut *self.write());
        for dictionary in self.keys.iter().chain([&self.moves]) {
            dictionary.bind(py).clear();
        }
        // States may run Python code when they are dropped: not before the lock is free.
        drop(dropped);
        self.release();
        true
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        for dictionary in self.keys.iter().chain([&self.moves]) {
            visit.call(dictionary)?;
        }
        // The collector may run while a thread stores an answer. Objects that are not visited are kept.
        let Ok(nodes) = self.nodes.try_read() else { return Ok(()) };
        nodes.list.iter().try_for_each(|node| visit.call(&node.state))?;
        nodes.moves.iter().try_for_each(|play| visit.call(play))
    }

    fn __clear__(&self) {
        if let Ok(mut nodes) = self.nodes.try_write() {
            let dropped = std::mem::take(&mut *nodes);
            drop(nodes);
            drop(dropped);
        }
    }
}
