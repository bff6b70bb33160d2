//! A game written in Python, as every search of the library sees it.
//!
//! A position is an index: [`positions`](self) keeps the states and asks [`rules`](self) about each of them once.
//!
//! **Exceptions.** The first exception of the rules is kept for the caller, and the search is asked to stop. Until it
//! does, nothing more is asked of Python, and every unknown answer is an end of the game with the score 0. Known answers
//! stay what they are: a search that saw a position change its value would meet bounds that contradict each other.

mod easyai;
mod positions;
mod rules;

pub(crate) use easyai::add;
pub(crate) use positions::Positions;
pub(crate) use rules::PythonRules;

use nullwindow::check::Check;
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Order, Player, Score};
use nullwindow_games::{Listing, Notation, ParseError, Perft, Playable, Profile, Purpose, SizeError, Solving};
use positions::{Edge, NONE};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Begins the text of a position that stands for a state of Python: a character that no text of a game contains, and for
/// which records write the game's own text instead.
const STATE_MARK: char = '\u{1}';

/// The move order. Every position costs calls of Python: so no move is played only to look at its position, as the
/// evaluation of successors and enhanced transposition cutoffs do. In tic-tac-toe to depth 9 this order plays 1,987 moves,
/// the default 5,032.
const ORDER: Order =
    Order::BEST.with_successors(false).with_transpositions(false).with_killers(true).with_history(true);

/// A game written in Python.
#[derive(Clone, Debug)]
pub(crate) struct PythonGame(Arc<PythonSearch>);

/// The rules, the positions and the state of one search.
#[derive(Debug)]
struct PythonSearch {
    rules: PythonRules,
    positions: Py<Positions>,
    failed: AtomicBool,
    failure: Mutex<Option<PyErr>>,
}

/// A position: an index, with what a search asks most often beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PythonPosition {
    index: u32,
    key: u32,
    mover: Player,
}

impl PythonPosition {
    /// The position after a move that could not be played.
    const VOID: PythonPosition = PythonPosition { index: NONE, key: NONE, mover: Player::First };
}

/// A move, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PythonMove(u32);

impl PythonGame {
    /// Returns the game with these positions, or with new ones if a search uses them already.
    pub(crate) fn new(py: Python<'_>, rules: PythonRules, positions: Py<Positions>) -> PyResult<PythonGame> {
        let positions = if positions.get().claim() {
            positions
        } else {
            let own = Py::new(py, Positions::new(py, true))?;
            own.get().claim();
            own
        };
        let (failed, failure) = (AtomicBool::new(false), Mutex::default());
        Ok(PythonGame(Arc::new(PythonSearch { rules, positions, failed, failure })))
    }

    pub(crate) fn name(&self) -> &str {
        &self.0.rules.name
    }

    /// Returns whether the rules have raised an exception, so that a search should stop.
    pub(crate) fn has_failed(&self) -> bool {
        self.0.failed.load(Ordering::Relaxed)
    }

    /// Returns the exception of the rules and forgets it.
    pub(crate) fn take_failure(&self) -> Option<PyErr> {
        let failure = self.0.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        if failure.is_some() {
            self.0.failed.store(false, Ordering::Relaxed);
        }
        failure
    }

    /// Returns the text that stands for a position given in Python: a state, or a text that the game reads.
    pub(crate) fn position_text(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Ok(text) = position.cast::<PyString>() {
            let is_state = !self.0.rules.parses() && self.start_state(position.py())?.is_instance_of::<PyString>();
            if !is_state {
                return Ok(text.to_string_lossy().into_owned());
            }
        }
        let index = self.positions().node(&self.0.rules, position, None)?;
        Ok(format!("{STATE_MARK}{index}"))
    }

    fn positions(&self) -> &Positions {
        self.0.positions.get()
    }

    fn start_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let index = self.start_index(py)?;
        Ok(self.state(py, index))
    }

    /// Returns a state that is known.
    fn state<'py>(&self, py: Python<'py>, index: u32) -> Bound<'py, PyAny> {
        self.positions().read().list[index as usize].state.bind(py).clone()
    }

    fn play_object<'py>(&self, py: Python<'py>, play: u32) -> Bound<'py, PyAny> {
        self.positions().read().moves[play as usize].bind(py).clone()
    }

    fn position(&self, index: u32) -> PythonPosition {
        let nodes = self.positions().read();
        let node = &nodes.list[index as usize];
        PythonPosition { index, key: node.key, mover: node.mover }
    }

    fn start_index(&self, py: Python<'_>) -> PyResult<u32> {
        let known = self.positions().read().start;
        if let Some(index) = known {
            return Ok(index);
        }
        let state = self.0.rules.start(py)?;
        let index = self.positions().node(&self.0.rules, &state, None)?;
        self.positions().write().start = Some(index);
        Ok(index)
    }

    /// Asks Python, unless the rules have failed before; `None` if they do.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.has_failed() {
            return None;
        }
        Python::attach(|py| question(py).map_err(|error| self.fail(error)).ok())
    }

    /// Keeps the first exception.
    fn fail(&self, error: PyErr) {
        let mut failure = self.0.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.is_none() {
            *failure = Some(error);
        }
        drop(failure);
        // Under the lock of the nodes: no answer is stored after the flag is set.
        let nodes = self.positions().write();
        self.0.failed.store(true, Ordering::Relaxed);
        drop(nodes);
        crate::interruptible::stop_this();
    }

    /// Returns the final score, or `Some(None)` if the game goes on; `None` if the rules fail.
    fn result(&self, index: u32) -> Option<Option<Score>> {
        if index == NONE {
            return None;
        }
        self.known_result(index).or_else(|| self.ask(|py| self.ask_result(py, index)))
    }

    fn known_result(&self, index: u32) -> Option<Option<Score>> {
        self.positions().read().list.get(index as usize)?.result
    }

    fn ask_result(&self, py: Python<'_>, index: u32) -> PyResult<Option<Score>> {
        let result = self.0.rules.score(&self.state(py, index))?;
        self.positions().write().list[index as usize].result = Some(result);
        Ok(result)
    }

    /// Generates the moves of a position that is not over.
    fn ask_moves(&self, py: Python<'_>, index: u32) -> PyResult<()> {
        let moves = self.0.rules.moves(&self.state(py, index))?;
        let edge = |play: &Bound<'_, PyAny>| {
            let play = self.positions().move_index(play)?;
            Ok(Edge { play, child: NONE })
        };
        let edges = moves.iter().map(edge).collect::<PyResult<Box<[Edge]>>>()?;
        self.positions().write().list[index as usize].edges = Some(edges);
        Ok(())
    }

    /// Plays a move for the first time.
    fn ask_child(&self, py: Python<'_>, index: u32, place: usize) -> PyResult<u32> {
        let (state, mover, edge) = {
            let nodes = self.positions().read();
            let node = &nodes.list[index as usize];
            let edge = node.edges.as_ref().and_then(|edges| edges.get(place).copied());
            (node.state.bind(py).clone(), node.mover, edge)
        };
        let Some(Edge { play, child }) = edge else { return Ok(NONE) };
        if child != NONE {
            return Ok(child);
        }
        let (next, known) = self.0.rules.play(&state, &self.play_object(py, play))?;
        let child = match known {
            Some((mover, key)) => self.positions().node_of_key(&self.0.rules, &next, mover, Some(key), index)?,
            None => self.positions().node(&self.0.rules, &next, Some((index, mover)))?,
        };
        if let Some(edges) = &mut self.positions().write().list[index as usize].edges {
            edges[place].child = child;
        }
        Ok(child)
    }

    /// Evaluates a position, and in a game that evaluates several at once also the others after the same move.
    fn ask_evaluation(&self, py: Python<'_>, index: u32) -> PyResult<Score> {
        let mut batch = vec![index];
        if self.0.rules.evaluates_batches() {
            batch.extend(self.siblings(py, index)?);
        }
        let states: Vec<_> = batch.iter().map(|&index| self.state(py, index)).collect();
        let scores = self.0.rules.evaluations(py, &states)?;
        let mut nodes = self.positions().write();
        for (&index, &score) in batch.iter().zip(&scores) {
            nodes.list[index as usize].evaluation = Some(score);
        }
        Ok(scores[0])
    }

    /// Returns the positions after the other moves of the parent that are neither over nor evaluated.
    fn siblings(&self, py: Python<'_>, index: u32) -> PyResult<Vec<u32>> {
        let (parent, moves) = {
            let nodes = self.positions().read();
            let parent = nodes.list[index as usize].parent;
            let edges = nodes.list.get(parent as usize).and_then(|node| node.edges.as_ref());
            (parent, edges.map_or(0, |edges| edges.len()))
        };
        let mut others = Vec::with_capacity(moves);
        for place in 0..moves {
            let child = self.ask_child(py, parent, place)?;
            let (result, is_evaluated) = {
                let nodes = self.positions().read();
                let node = &nodes.list[child as usize];
                (node.result, node.evaluation.is_some())
            };
            if child == index || is_evaluated || others.contains(&child) {
                continue;
            }
            let result = match result {
                Some(result) => result,
                None => self.ask_result(py, child)?,
            };
            if result.is_none() {
                others.push(child);
            }
        }
        Ok(others)
    }

    /// Writes a text about a state; a question mark if the rules fail.
    fn written(&self, index: u32, write: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<String>) -> String {
        if index == NONE {
            return "?".to_owned();
        }
        self.ask(|py| write(&self.state(py, index))).unwrap_or_else(|| "?".to_owned())
    }
}

impl Drop for PythonSearch {
    fn drop(&mut self) {
        self.positions.get().release();
    }
}

impl Game for PythonGame {
    type Position = PythonPosition;
    type Move = PythonMove;

    #[inline]
    fn mover(&self, position: &PythonPosition) -> Player {
        position.mover
    }

    fn moves(&self, position: &PythonPosition, moves: &mut MoveBuf<PythonMove>) -> Option<Score> {
        if let Some(score) = self.result(position.index).unwrap_or(Some(Score::ZERO)) {
            return Some(score);
        }
        for _ in 0..2 {
            if let Some(edges) = &self.positions().read().list[position.index as usize].edges {
                edges.iter().for_each(|edge| moves.push(PythonMove(edge.play)));
                return None;
            }
            self.ask(|py| self.ask_moves(py, position.index));
        }
        Some(Score::ZERO)
    }

    fn play(&self, position: &PythonPosition, play: PythonMove) -> PythonPosition {
        let Some((place, child)) = self.edge(position.index, play) else { return PythonPosition::VOID };
        let child = match child {
            NONE => self.ask(|py| self.ask_child(py, position.index, place)),
            child => Some(child),
        };
        child.filter(|&child| child != NONE).map_or(PythonPosition::VOID, |child| self.position(child))
    }

    fn over(&self, position: &PythonPosition, _: &mut MoveBuf<PythonMove>) -> Option<Score> {
        // In a search the evaluation follows, and is the final score if the game is over here. Elsewhere the answer is
        // shown to users, and the kit compares it with the moves.
        if self.0.rules.ends_by_evaluation && self.positions().merges() && crate::interruptible::is_working() {
            return self.known_result(position.index).flatten();
        }
        self.result(position.index).unwrap_or(Some(Score::ZERO))
    }

    fn win_threshold(&self) -> Score {
        self.0.rules.win.map_or(Score::INFINITY, |(_, from)| from)
    }
}

impl PythonGame {
    /// Returns the place of a move among the moves of a position, and the position after it.
    fn edge(&self, index: u32, play: PythonMove) -> Option<(usize, u32)> {
        let nodes = self.positions().read();
        let edges = nodes.list.get(index as usize)?.edges.as_ref()?;
        let place = edges.iter().position(|edge| edge.play == play.0)?;
        Some((place, edges[place].child))
    }
}

impl Evaluator for PythonGame {
    fn evaluate(&self, position: &PythonPosition) -> Score {
        if !self.0.rules.evaluates() || position.index == NONE {
            return Score::ZERO;
        }
        let known = self.positions().read().list[position.index as usize].evaluation;
        known.or_else(|| self.ask(|py| self.ask_evaluation(py, position.index))).unwrap_or(Score::ZERO)
    }
}

impl Keyed for PythonGame {
    #[inline]
    fn key(&self, position: &PythonPosition) -> u64 {
        position.key.into()
    }
}

impl Perft for PythonGame {}

impl Notation for PythonGame {
    const NAME: &'static str = "python";

    fn start(&self) -> PythonPosition {
        self.ask(|py| self.start_index(py)).map_or(PythonPosition::VOID, |index| self.position(index))
    }

    /// Reads a text by the game's method, or as moves from the start.
    fn parse_position(&self, text: &str) -> Result<PythonPosition, ParseError> {
        if let Some(index) = text.strip_prefix(STATE_MARK).and_then(|index| index.parse::<u32>().ok()) {
            let is_known = (index as usize) < self.positions().read().list.len();
            return if is_known {
                Ok(self.position(index))
            } else {
                Err(ParseError::new("", 0, "a state: the positions of the game were cleared"))
            };
        }
        if !self.0.rules.parses() {
            return self.play_all(text);
        }
        let read = |py: Python<'_>| match self.0.rules.parse(py, text) {
            Ok(Some(state)) => self.positions().node(&self.0.rules, &state, None).map(Ok),
            Ok(None) => Ok(Err("a position".to_owned())),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Ok(Err(format!("a text that parse() reads ({})", error.value(py))))
            }
            Err(error) => Err(error),
        };
        match self.ask(read) {
            Some(Ok(index)) => Ok(self.position(index)),
            Some(Err(expected)) => Err(ParseError::new(text, 0, expected)),
            None => Err(ParseError::new(text, 0, "a text that parse() reads")),
        }
    }

    fn format_position(&self, position: &PythonPosition) -> String {
        self.written(position.index, |state| self.0.rules.state_text(state))
    }

    fn format_move(&self, position: &PythonPosition, play: PythonMove) -> String {
        self.written(position.index, |state| self.0.rules.move_text(state, &self.play_object(state.py(), play.0)))
    }

    fn draw(&self, position: &PythonPosition) -> String {
        let picture = self.written(position.index, |state| self.0.rules.picture(state));
        let name = |player: Player| self.0.rules.players[usize::from(player == Player::Second)];
        let turn = match self.over(position, &mut MoveBuf::new()) {
            None => format!("{} to move", name(position.mover)),
            Some(Score::ZERO) => "the game is over: drawn".to_owned(),
            Some(score) => {
                let winner = if score > Score::ZERO { position.mover } else { position.mover.other() };
                format!("the game is over: {} has won", name(winner))
            }
        };
        format!("{picture}\n{turn}")
    }

    /// Returns none: words of a text that the game does not read back are not parts of a position.
    fn variants(&self, _: &PythonPosition, _: &PythonPosition) -> Vec<PythonPosition> {
        Vec::new()
    }
}

impl Playable for PythonGame {
    fn profile(&self) -> Profile {
        let rules = &self.0.rules;
        let mut profile = Profile::default().with_players(rules.players).with_order(ORDER);
        if let Some((win, _)) = rules.win {
            profile = profile.with_win(win);
        }
        if rules.endless {
            // Values depend on position and depth alone at every depth, but no search reaches the end of the game.
            profile = profile.with_safe_depth(1000).with_solving(Solving::Deepening { order: ORDER });
        } else {
            profile = profile.with_solving(Solving::ToTheEnd { guess: 0, order: ORDER });
        }
        profile
    }

    /// Returns the kit with `==` of the states as equality of positions.
    fn kit(&self) -> Check<'_, PythonGame> {
        let equal = |a: u32, b: u32| self.ask(|py| self.state(py, a).eq(self.state(py, b)));
        Check::new(self).same(move |a, b| {
            let is_known = a.index != NONE && b.index != NONE && a.mover == b.mover;
            a.index == b.index || is_known && equal(a.index, b.index).unwrap_or(false)
        })
    }
}

/// Lists a game written in Python under the name of its class.
#[derive(Debug)]
pub(crate) struct PythonListing(pub(crate) PythonGame);

impl Listing for PythonListing {
    type Game = PythonGame;

    fn name(&self) -> &str {
        self.0.name()
    }

    fn create(&self, size: &[&str], _: Purpose) -> Result<PythonGame, SizeError> {
        SizeError::unless_empty(self.0.name(), size).map(|()| self.0.clone())
    }
}
