//! The methods of a game written in Python, with their answers checked.

use super::easyai::EasyAIStep;
use nullwindow::{MoveBuf, Player, Score};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyType};
use std::collections::HashSet;
use std::fmt::Display;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The longest text of a state in an error, in characters.
const SHOWN: usize = 200;
/// The number of points below the score of a win in which wins encode their distance, unless the game says otherwise. A
/// search follows no line beyond 1024 plies.
const DISTANCES: i32 = 1024;
/// The number of positions after which a game stops, unless it says otherwise: with states of some hundred bytes, this
/// is all of the memory of a small machine.
const MOST_POSITIONS: usize = 5_000_000;

/// A game written in Python: its methods, looked up once per search, and its properties.
#[derive(Debug)]
pub(crate) struct PythonRules {
    pub(crate) name: String,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    score: Py<PyAny>,
    start: Py<PyAny>,
    mover: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    evaluation: Option<Py<PyAny>>,
    evaluations: Option<Py<PyAny>>,
    notation: Option<Py<PyAny>>,
    text: Option<Py<PyAny>>,
    parse: Option<Py<PyAny>>,
    draw: Option<Py<PyAny>>,
    /// Plays a move and returns the next state, its player to move and its key: three calls in one.
    step: Option<Py<EasyAIStep>>,
    pub(crate) players: [&'static str; 2],
    /// The score of a win at distance 0, and the smallest score of a win.
    pub(crate) win: Option<(Score, Score)>,
    /// True if lines of play need not end.
    pub(crate) endless: bool,
    pub(crate) most_positions: usize,
    /// True if a finished state has the score that its evaluation returns, so that a search need not ask at its horizon
    /// whether a state is finished.
    pub(crate) ends_by_evaluation: bool,
}

impl PythonRules {
    /// Looks up the methods of an object.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<PythonRules> {
        if object.is_instance_of::<PyType>() {
            let name = object.getattr("__name__")?;
            return Err(PyTypeError::new_err(format!("expected a game, found its class; pass {name}() instead")));
        }
        let required = |name: &str| {
            optional(object, name)?.ok_or_else(|| {
                let class = class_name(object);
                PyTypeError::new_err(format!(
                    "expected the name of a game, or an object with the methods start, moves, play and score; {class} has no \
                     method '{name}'"
                ))
            })
        };
        Ok(PythonRules {
            moves: required("moves")?,
            play: required("play")?,
            score: required("score")?,
            start: required("start")?,
            mover: optional(object, "mover")?,
            key: optional(object, "key")?,
            evaluation: optional(object, "evaluation")?,
            evaluations: optional(object, "evaluations")?,
            notation: optional(object, "notation")?,
            text: optional(object, "text")?,
            parse: optional(object, "parse")?,
            draw: optional(object, "draw")?,
            step: attribute(object, "_step")?.and_then(|step| step.cast_into().ok()).map(Bound::unbind),
            name: game_name(object)?,
            players: players(object)?,
            win: win(object)?,
            endless: is_true(object, "endless")?,
            ends_by_evaluation: is_true(object, "_ends_by_evaluation")?,
            most_positions: match attribute(object, "most_positions")? {
                Some(most) => most.extract()?,
                None => MOST_POSITIONS,
            },
        })
    }

    /// Returns whether texts of positions are read by the game itself.
    pub(crate) fn parses(&self) -> bool {
        self.parse.is_some()
    }

    /// Returns whether the game has an evaluation.
    pub(crate) fn evaluates(&self) -> bool {
        self.evaluation.is_some() || self.evaluations.is_some()
    }

    /// Returns whether the game evaluates several positions at once.
    pub(crate) fn evaluates_batches(&self) -> bool {
        self.evaluations.is_some()
    }

    pub(crate) fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.start.bind(py).call0()
    }

    /// Returns the player to move; `None` if the game does not tell and the players alternate.
    pub(crate) fn mover(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Player>> {
        let Some(mover) = &self.mover else { return Ok(None) };
        let answer = mover.bind(state.py()).call1((state,))?;
        read_mover(state, &answer).map(Some)
    }

    /// Returns the final score; `None` while the game goes on.
    pub(crate) fn score(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Score>> {
        let answer = self.score.bind(state.py()).call1((state,))?;
        if answer.is_none() {
            return Ok(None);
        }
        let score = read_score("score", state, &answer, "an int, or None while the game goes on")?;
        match self.win {
            Some((win, _)) if score > win || score < -win => {
                Err(wrong_answer("score", state, &answer, format_args!("at most {win}, the score of a win")))
            }
            _ => Ok(Some(score)),
        }
    }

    /// Returns the legal moves: at least one, and not more than a search accepts.
    pub(crate) fn moves<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let answer = self.moves.bind(state.py()).call1((state,))?;
        let iterable = answer.try_iter().map_err(|_| wrong_answer("moves", state, &answer, "a list of moves"))?;
        let moves = iterable.collect::<PyResult<Vec<_>>>()?;
        match moves.len() {
            0 => Err(rules_error(
                state,
                format!(
                    "moves({}) returned no moves, but score() returned None: expected a move, or a final score",
                    shown(state)
                ),
            )),
            1..=MoveBuf::<u32>::MOST => Ok(moves),
            many => Err(rules_error(
                state,
                format!("moves({}) returned {many} moves; expected at most {}", shown(state), MoveBuf::<u32>::MOST),
            )),
        }
    }

    /// Returns the state after a move. In a game that answers all of it at once, also its player to move and its key.
    #[allow(clippy::type_complexity, reason = "the answers of one call")]
    pub(crate) fn play<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        play: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Option<(Player, Bound<'py, PyAny>)>)> {
        if let Some(step) = &self.step {
            let (next, mover, key) = step.get().step(state, play)?;
            let mover = read_mover(&next, &mover)?;
            return Ok((next, Some((mover, key))));
        }
        let next = self.play.bind(state.py()).call1((state, play))?;
        // An immutable state may stay the same, as with a pass. One that was changed in place would spoil its parent.
        if next.is(state) && next.hash().is_err() {
            let expected = "a new state, and the old one unchanged";
            return Err(wrong_answer("play", state, &next, format_args!("{expected}; the move is {}", shown(play))));
        }
        Ok((next, None))
    }

    /// Returns the identity of a state that the game defines; `None` if it defines none.
    pub(crate) fn key<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(key) = &self.key else { return Ok(None) };
        key.bind(state.py()).call1((state,)).map(Some)
    }

    /// Looks up the entry of a key that the game defines.
    pub(crate) fn entry<'py>(
        state: &Bound<'py, PyAny>,
        key: &Bound<'py, PyAny>,
        entries: &Bound<'py, PyDict>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        entries.get_item(key).map_err(|error| match key.hash() {
            Ok(_) => error,
            Err(_) => wrong_answer("key", state, key, "a hashable object, such as a tuple"),
        })
    }

    /// Evaluates states that are not over; several at once if the game can.
    pub(crate) fn evaluations(&self, py: Python<'_>, states: &[Bound<'_, PyAny>]) -> PyResult<Vec<Score>> {
        let Some(evaluations) = &self.evaluations else {
            return states.iter().map(|state| self.evaluation(state)).collect();
        };
        let batch = stacked(py, states)?;
        let answer = evaluations.bind(py).call1((batch,))?;
        let list = match answer.getattr_opt("tolist")? {
            Some(tolist) => tolist.call0()?,
            None => answer,
        };
        let scores = list.try_iter().and_then(Iterator::collect::<PyResult<Vec<_>>>).map_err(|_| {
            rules_error(&list, format!("evaluations(states) returned {}; expected a list of ints", shown(&list)))
        })?;
        if scores.len() != states.len() {
            let (found, expected) = (scores.len(), states.len());
            return Err(rules_error(
                &list,
                format!("evaluations(states) returned {found} scores for {expected} states"),
            ));
        }
        states.iter().zip(&scores).map(|(state, score)| self.checked_evaluation("evaluations", state, score)).collect()
    }

    fn evaluation(&self, state: &Bound<'_, PyAny>) -> PyResult<Score> {
        let Some(evaluation) = &self.evaluation else { return Ok(Score::ZERO) };
        let answer = evaluation.bind(state.py()).call1((state,))?;
        self.checked_evaluation("evaluation", state, &answer)
    }

    fn checked_evaluation(&self, method: &str, state: &Bound<'_, PyAny>, answer: &Bound<'_, PyAny>) -> PyResult<Score> {
        let score = read_score(method, state, answer, "an int")?;
        match self.win {
            Some((_, from)) if score >= from || score <= -from => {
                Err(wrong_answer(method, state, answer, format_args!("less than {from}, the smallest score of a win")))
            }
            _ => Ok(score),
        }
    }

    /// Writes a move, without blanks, so that a sequence of moves can be split at blanks.
    pub(crate) fn move_text(&self, state: &Bound<'_, PyAny>, play: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = match &self.notation {
            Some(notation) => notation.bind(state.py()).call1((state, play))?.str()?,
            None => play.str()?,
        };
        Ok(text.to_string_lossy().split_whitespace().collect())
    }

    /// Writes a state on one line.
    pub(crate) fn state_text(&self, state: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = match &self.text {
            Some(text) => text.bind(state.py()).call1((state,))?.str()?,
            None => state.str()?,
        };
        let words: Vec<_> = text.to_string_lossy().split_whitespace().map(str::to_owned).collect();
        Ok(words.join(" "))
    }

    /// Draws a state for the terminal.
    pub(crate) fn picture(&self, state: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = match &self.draw {
            Some(draw) => draw.bind(state.py()).call1((state,))?.str()?,
            None => state.str()?,
        };
        Ok(text.to_string_lossy().trim_end().to_owned())
    }

    /// Reads a state by the game's own method.
    pub(crate) fn parse<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.parse.as_ref().map(|parse| parse.bind(py).call1((text,))).transpose()
    }
}

/// Returns a method; `None` if the object has none of this name, or `None` in its place.
fn optional(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    Ok(attribute(object, name)?.map(Bound::unbind))
}

fn attribute<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(object.getattr_opt(name)?.filter(|value| !value.is_none()))
}

fn is_true(object: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    attribute(object, name)?.map_or(Ok(false), |value| value.is_truthy())
}

fn class_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "it".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Returns the name of a game: its attribute `name`, or the name of its class, as one word that names no tree.
fn game_name(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = match attribute(object, "name")? {
        Some(name) if name.is_instance_of::<PyString>() => name.extract()?,
        _ => class_name(object),
    };
    let word = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = name.to_lowercase().chars().map(word).collect();
    let is_taken = nullwindow_engine::Catalogue::tree_families().contains(&name.as_str()) || name.is_empty();
    Ok(if is_taken { name + "-game" } else { name })
}

/// Returns the names of the players.
fn players(object: &Bound<'_, PyAny>) -> PyResult<[&'static str; 2]> {
    let Some(players) = attribute(object, "players")? else { return Ok(["X", "O"]) };
    let names: Vec<String> = players.extract().unwrap_or_default();
    let [first, second] = names.as_slice() else {
        return Err(rules_error(&players, format!("players is {}; expected two names", shown(&players))));
    };
    Ok([interned(first), interned(second)])
}

/// Returns a text that lives as long as the program, because profiles of games require it. Each text is stored once.
fn interned(text: &str) -> &'static str {
    static TEXTS: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let leaked: &'static str = Box::leak(text.to_owned().into_boxed_str());
    texts.insert(leaked);
    leaked
}

/// Returns the score of a win and the smallest score of a win, in games whose wins encode their distance.
fn win(object: &Bound<'_, PyAny>) -> PyResult<Option<(Score, Score)>> {
    let Some(win) = attribute(object, "win")? else { return Ok(None) };
    let wrong = || rules_error(&win, format!("win is {}; expected an int above {DISTANCES}", shown(&win)));
    let points = win.extract::<i32>().map_err(|_| wrong())?;
    if points <= DISTANCES || points > Score::MAX.get() {
        return Err(wrong());
    }
    Ok(Some((Score::new(points), Score::new(points - DISTANCES))))
}

fn read_mover(state: &Bound<'_, PyAny>, answer: &Bound<'_, PyAny>) -> PyResult<Player> {
    match answer.extract::<i64>() {
        Ok(0) => Ok(Player::First),
        Ok(1) => Ok(Player::Second),
        _ => Err(wrong_answer("mover", state, answer, "0 for the player that begins the game, or 1")),
    }
}

fn read_score(
    method: &str,
    state: &Bound<'_, PyAny>,
    answer: &Bound<'_, PyAny>,
    expected: impl Display,
) -> PyResult<Score> {
    // `False` would silently end a game with a draw, where the author meant "not over".
    let number = if answer.is_instance_of::<PyBool>() { None } else { answer.extract::<i64>().ok() };
    let Some(number) = number else {
        let scale = if answer.extract::<f64>().is_ok() && !answer.is_instance_of::<PyBool>() {
            " (multiply fractions and round them)"
        } else {
            ""
        };
        return Err(wrong_answer(method, state, answer, format_args!("{expected}{scale}")));
    };
    let score = i32::try_from(number).ok().and_then(|number| Score::try_from(number).ok());
    score.filter(|score| score.is_finite()).ok_or_else(|| {
        let most = Score::MAX;
        wrong_answer(method, state, answer, format_args!("an int between -{most} and {most}"))
    })
}

fn wrong_answer(method: &str, state: &Bound<'_, PyAny>, answer: &Bound<'_, PyAny>, expected: impl Display) -> PyErr {
    rules_error(state, format!("{method}({}) returned {}; expected {expected}", shown(state), shown(answer)))
}

/// Returns the exception for an answer that no game can give. `object` is any object of Python.
fn rules_error(object: &Bound<'_, PyAny>, message: String) -> PyErr {
    crate::errors::raised(object.py(), "RulesError", message)
}

/// Returns the representation of an object for an error.
pub(super) fn shown(object: &Bound<'_, PyAny>) -> String {
    let Ok(text) = object.repr() else { return format!("<{}>", class_name(object)) };
    let text = text.to_string_lossy();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into_owned(),
    }
}

/// Returns states as one argument: an array with one more dimension if they are `NumPy` arrays, else a list.
fn stacked<'py>(py: Python<'py>, states: &[Bound<'py, PyAny>]) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::new(py, states)?;
    if states.first().is_some_and(|state| state.hasattr("__array_interface__").unwrap_or(false)) {
        return py.import("numpy")?.call_method1("stack", (list,));
    }
    Ok(list.into_any())
}
