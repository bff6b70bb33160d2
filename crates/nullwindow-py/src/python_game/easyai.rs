//! Copies and keys of games written for easyAI.
//!
//! A game of easyAI changes in place, so that a search copies it for every move. Copying and hashing the attributes in
//! Python took several times as long as the move itself.
//!
//! A copy is what `copy.deepcopy` returns, with two differences: values that never change are shared, and so is what a
//! player thinks with.

use pyo3::exceptions::{PyKeyError, PyRecursionError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyBytes, PyCFunction, PyComplex, PyDict, PyFloat, PyFrozenSet, PyFunction, PyInt, PyList, PyRange, PySet,
    PyString, PyTuple, PyType,
};
use pyo3::{PyTypeInfo, intern};

/// The attributes of a new player of easyAI. A player that has more of them stores a part of the game.
const OF_PLAYERS: [&str; 3] = ["name", "AI_algo", "move"];
/// The attribute that easyAI writes into a game at the root of its searches.
const OF_SEARCHES: &str = "ai_move";
/// The number of containers in containers at which copying ends with an exception, as Python's own recursion does.
const MOST_NESTED: u32 = 400;

/// Plays moves in a game of easyAI: returns what `play`, `mover` and `key` of an `EasyAIGame` return, in one call.
#[pyclass(frozen, module = "nullwindow._native")]
#[derive(Debug)]
pub(crate) struct EasyAIStep {
    /// The `EasyAIGame`.
    game: Py<PyAny>,
    /// Players that notice when an attribute is set; no players if the game has none.
    guarded: Py<PyList>,
    /// The attributes that are a part of every key, without the players; `None` if `ttentry` returns the key.
    names: Option<Py<PyList>>,
    /// The same with the players, for the time when they store a part of the game.
    names_with_players: Py<PyList>,
    /// The number of attributes of the first state.
    count: usize,
    /// Raised when an attribute of a guarded player is set.
    player_changed: Py<PyType>,
}

#[pymethods]
impl EasyAIStep {
    #[new]
    fn new(
        game: Py<PyAny>,
        guarded: Py<PyList>,
        names: Option<Py<PyList>>,
        names_with_players: Py<PyList>,
        count: usize,
        player_changed: Py<PyType>,
    ) -> EasyAIStep {
        EasyAIStep { game, guarded, names, names_with_players, count, player_changed }
    }

    /// Returns the state after a move, its player to move and its key.
    #[pyo3(name = "__call__")]
    pub(super) fn step<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        play: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = state.py();
        let game = self.game.bind(py);
        let mut shares_players = self.shares_players(py)?;
        let mut after = copied_game(state, shares_players, self.guarded.bind(py))?;
        let played = after
            .call_method1(intern!(py, "make_move"), (play,))
            .and_then(|_| after.call_method0(intern!(py, "switch_player")));
        if let Err(error) = played {
            if !error.is_instance(py, self.player_changed.bind(py)) {
                return Err(error);
            }
            // The copy may have changed in part.
            after = game.call_method1(intern!(py, "_play_unshared"), (state, play))?;
            shares_players = self.shares_players(py)?;
        }
        let key = match (&self.names, shares_players) {
            (None, _) => after.call_method0(intern!(py, "ttentry"))?,
            (Some(names), true) => attributes_key(&after, names.bind(py), Some(self.count))?,
            (Some(_), false) => attributes_key(&after, self.names_with_players.bind(py), Some(self.count))?,
        };
        let mover = after.getattr(intern!(py, "current_player"))?.sub(1)?;
        Ok((after, mover, key))
    }
}

impl EasyAIStep {
    fn shares_players(&self, py: Python<'_>) -> PyResult<bool> {
        self.game.bind(py).getattr(intern!(py, "_shares_players"))?.is_truthy()
    }
}

/// Returns a copy of a game of easyAI. Its players are copied if they store a part of the game, else replaced by the
/// guarded ones, if there are any.
#[pyfunction]
pub(crate) fn copied_game<'py>(
    state: &Bound<'py, PyAny>,
    shares_players: bool,
    guarded: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = state.py();
    let name_of_players = intern!(py, "players");
    let after = empty_copy(state)?;
    let values = attributes(&after)?;
    let before = attributes(state)?;
    values.update(before.as_mapping())?;
    let mut copies = Copies::new(py);
    // Collected, because a copy may run code that adds an attribute.
    let changing: Vec<_> =
        before.iter().filter(|(name, value)| !copies.is_atom(value) && !is_name(name, "players")).collect();
    for (name, value) in changing {
        values.set_item(name, copies.copied(&value, 0)?)?;
    }
    if !shares_players {
        let players = match state.getattr_opt(name_of_players)? {
            Some(players) if players.is_truthy()? => {
                players.try_iter()?.map(|player| copies.copied_player(&player?)).collect::<PyResult<Vec<_>>>()?
            }
            _ => Vec::new(),
        };
        values.set_item(name_of_players, PyList::new(py, players)?)?;
    } else if !guarded.is_empty() {
        values.set_item(name_of_players, guarded)?;
    }
    Ok(after)
}

/// Returns the key of a game of easyAI by its attributes: the values of these names, or all attributes with their names
/// if there is not the usual number of them.
#[pyfunction]
pub(crate) fn attributes_key<'py>(
    state: &Bound<'py, PyAny>,
    names: &Bound<'py, PyList>,
    count: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = state.py();
    let values = attributes(state)?;
    let atoms = Atoms::get(py);
    let of = |name: &Bound<'py, PyAny>| match values.get_item(name)? {
        Some(value) => frozen_value(&value, atoms, 0),
        None => Err(PyKeyError::new_err(name.clone().unbind())),
    };
    if count == Some(values.len()) {
        let key = names.iter().map(|name| of(&name)).collect::<PyResult<Vec<_>>>()?;
        return Ok(PyTuple::new(py, key)?.into_any());
    }
    let names = values.keys();
    names.sort()?;
    let mut key = Vec::with_capacity(names.len());
    for name in names {
        if !is_name(&name, OF_SEARCHES) {
            let value = of(&name)?;
            key.push((name, value));
        }
    }
    Ok(PyTuple::new(py, key)?.into_any())
}

/// Returns a hashable object that is equal for equal values.
fn frozen_value<'py>(value: &Bound<'py, PyAny>, atoms: &Atoms, nested: u32) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    if atoms.contain(value) {
        return Ok(value.clone());
    }
    if nested == MOST_NESTED {
        return Err(too_deep());
    }
    let pair = |(name, item): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
        PyResult::Ok((name, frozen_value(&item, atoms, nested + 1)?))
    };
    if let Ok(list) = value.cast_exact::<PyList>() {
        if atoms.are_all(list.iter()) {
            return Ok(list.to_tuple().into_any());
        }
        let items = list.iter().map(|item| frozen_value(&item, atoms, nested + 1)).collect::<PyResult<Vec<_>>>()?;
        return Ok(PyTuple::new(py, items)?.into_any());
    }
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        if atoms.are_all(tuple.iter()) {
            return Ok(value.clone());
        }
        let items = tuple.iter().map(|item| frozen_value(&item, atoms, nested + 1)).collect::<PyResult<Vec<_>>>()?;
        return Ok(PyTuple::new(py, items)?.into_any());
    }
    if let Ok(dictionary) = value.cast_exact::<PyDict>() {
        let own: Vec<_> = dictionary.iter().collect();
        let items = own.into_iter().map(pair).collect::<PyResult<Vec<_>>>()?;
        return Ok(PyTuple::new(py, items)?.into_any());
    }
    if value.cast_exact::<PySet>().is_ok() || value.cast_exact::<PyFrozenSet>().is_ok() {
        let items =
            value.try_iter()?.map(|item| frozen_value(&item?, atoms, nested + 1)).collect::<PyResult<Vec<_>>>()?;
        return Ok(PyFrozenSet::new(py, items)?.into_any());
    }
    if value.hasattr(intern!(py, "ask_move"))? {
        // Collected, because pickling may run code that adds an attribute.
        let own: Vec<_> = attributes(value)?.iter().filter(|(name, _)| !is_of_players(name)).collect();
        // One tuple without pairs: Python's garbage collector visits every container of every position.
        let mut items = Vec::with_capacity(2 * own.len());
        for (name, item) in own {
            items.extend([name, frozen_value(&item, atoms, nested + 1)?]);
        }
        return Ok(PyTuple::new(py, items)?.into_any());
    }
    if atoms.is_plain_array(value)? {
        let bytes = value.call_method0(intern!(py, "tobytes"))?;
        return Ok((value.getattr(intern!(py, "shape"))?, bytes).into_pyobject(py)?.into_any());
    }
    py.import(intern!(py, "pickle"))?.call_method1(intern!(py, "dumps"), (value, -1))
}

/// The copies of one game. One object in two places stays one object.
struct Copies<'py> {
    atoms: &'py Atoms,
    /// Objects with their copies. A game has few, so that a search by address is the fastest.
    known: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
}

impl<'py> Copies<'py> {
    fn new(py: Python<'py>) -> Copies<'py> {
        Copies { atoms: Atoms::get(py), known: Vec::new() }
    }

    fn is_atom(&self, value: &Bound<'_, PyAny>) -> bool {
        self.atoms.contain(value)
    }

    /// Returns a deep copy.
    fn copied(&mut self, value: &Bound<'py, PyAny>, nested: u32) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        if self.is_atom(value) {
            return Ok(value.clone());
        }
        if let Some((_, known)) = self.known.iter().find(|(before, _)| before.is(value)) {
            return Ok(known.clone());
        }
        if nested == MOST_NESTED {
            return Err(too_deep());
        }
        if let Ok(tuple) = value.cast_exact::<PyTuple>() {
            if self.atoms.are_constant(tuple.iter()) {
                return Ok(value.clone());
            }
            let items = tuple.iter().map(|item| self.copied(&item, nested + 1)).collect::<PyResult<Vec<_>>>()?;
            return Ok(PyTuple::new(py, items)?.into_any());
        }
        if let Ok(list) = value.cast_exact::<PyList>() {
            let after = list.get_slice(0, list.len());
            self.known.push((value.clone(), after.clone().into_any()));
            if !self.atoms.are_constant(list.iter()) {
                for (place, item) in list.iter().enumerate() {
                    after.set_item(place, self.copied(&item, nested + 1)?)?;
                }
            }
            return Ok(after.into_any());
        }
        let after = if let Ok(dictionary) = value.cast_exact::<PyDict>() {
            let after = dictionary.copy()?;
            let changing: Vec<_> = dictionary.iter().filter(|(_, item)| !self.is_atom(item)).collect();
            for (key, item) in changing {
                after.set_item(key, self.copied(&item, nested + 1)?)?;
            }
            after.into_any()
        } else if value.cast_exact::<PySet>().is_ok_and(|set| self.atoms.are_all(set.iter()))
            || self.atoms.is_plain_array(value)?
        {
            value.call_method0(intern!(py, "copy"))?
        } else {
            py.import(intern!(py, "copy"))?.call_method1(intern!(py, "deepcopy"), (value,))?
        };
        self.known.push((value.clone(), after.clone()));
        Ok(after)
    }

    fn copied_player(&mut self, player: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Some(before) = player.getattr_opt(intern!(player.py(), "__dict__"))? else { return Ok(player.clone()) };
        let before = before.cast_into::<PyDict>()?;
        let after = empty_copy(player)?;
        let values = attributes(&after)?;
        values.update(before.as_mapping())?;
        let changing: Vec<_> =
            before.iter().filter(|(name, value)| !self.is_atom(value) && !is_of_players(name)).collect();
        for (name, value) in changing {
            values.set_item(name, self.copied(&value, 0)?)?;
        }
        Ok(after)
    }
}

/// The types whose values never change, and the arrays of `NumPy`, by their addresses.
struct Atoms([usize; 11]);

impl Atoms {
    fn get(py: Python<'_>) -> &Atoms {
        static ATOMS: PyOnceLock<Atoms> = PyOnceLock::new();
        ATOMS.get_or_init(py, || {
            let none = py.None().bind(py).get_type_ptr() as usize;
            // The most frequent ones first.
            Atoms([
                PyInt::type_object_raw(py) as usize,
                PyString::type_object_raw(py) as usize,
                none,
                PyBool::type_object_raw(py) as usize,
                PyFloat::type_object_raw(py) as usize,
                PyFunction::type_object_raw(py) as usize,
                PyType::type_object_raw(py) as usize,
                PyBytes::type_object_raw(py) as usize,
                PyComplex::type_object_raw(py) as usize,
                PyRange::type_object_raw(py) as usize,
                PyCFunction::type_object_raw(py) as usize,
            ])
        })
    }

    fn contain(&self, value: &Bound<'_, PyAny>) -> bool {
        self.0.contains(&(value.get_type_ptr() as usize))
    }

    fn are_all<'py>(&self, mut items: impl Iterator<Item = Bound<'py, PyAny>>) -> bool {
        items.all(|item| self.contain(&item))
    }

    /// Returns whether the items of a list or tuple never change: atoms, and tuples of them.
    fn are_constant<'py>(&self, mut items: impl Iterator<Item = Bound<'py, PyAny>>) -> bool {
        items.all(|item| {
            self.contain(&item) || item.cast_exact::<PyTuple>().is_ok_and(|tuple| self.are_all(tuple.iter()))
        })
    }

    /// Returns whether a value is an array of `NumPy` that holds numbers and no objects.
    #[allow(clippy::unused_self, reason = "asked beside the other types")]
    fn is_plain_array(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        static ARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let py = value.py();
        let own = value.get_type();
        let is_array = match ARRAY.get(py) {
            Some(array) => own.is(array),
            None => {
                let is_array = own.name()? == "ndarray" && own.module()? == "numpy";
                if is_array {
                    let _ = ARRAY.set(py, own.unbind());
                }
                is_array
            }
        };
        Ok(is_array && !value.getattr(intern!(py, "dtype"))?.getattr(intern!(py, "hasobject"))?.is_truthy()?)
    }
}

fn is_name(name: &Bound<'_, PyAny>, text: &str) -> bool {
    name.cast::<PyString>().is_ok_and(|name| name.to_str().is_ok_and(|name| name == text))
}

fn is_of_players(name: &Bound<'_, PyAny>) -> bool {
    name.cast::<PyString>().is_ok_and(|name| name.to_str().is_ok_and(|name| OF_PLAYERS.contains(&name)))
}

/// Returns a new object of the same class, without attributes.
fn empty_copy<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let own = object.get_type();
    own.getattr(intern!(object.py(), "__new__"))?.call1((&own,))
}

fn attributes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    Ok(object.getattr(intern!(object.py(), "__dict__"))?.cast_into::<PyDict>()?)
}

fn too_deep() -> PyErr {
    PyRecursionError::new_err(format!("an attribute of the game has {MOST_NESTED} containers in each other"))
}

/// Adds the class and the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<EasyAIStep>()?;
    module.add_function(wrap_pyfunction!(copied_game, module)?)?;
    module.add_function(wrap_pyfunction!(attributes_key, module)?)
}
