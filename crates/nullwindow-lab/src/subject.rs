//! The subject of a measurement: an engine, and the positions that the cells of a plan refer to.

use crate::{Cell, Method, Row};
use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Depth, Order, Score, Stopped};
use nullwindow_engine::{
    Control, DistinctLeaves, Engine, EngineError, FirstGuess, Horizon, MemoryChoice, MinimalKind, PositionText,
    Purpose, SearchRequest, Timing,
};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// An engine with the positions to search: those of its test set, or the user's own.
///
/// ```
/// use nullwindow_engine::Catalogue;
/// use nullwindow_lab::{Lab, Subject};
///
/// let engine = Catalogue::shipped().engine("tictactoe")?;
/// let lab = Lab::new().with_subject(Subject::new(engine).with_positions("noughts", ["---------", "O---X----"])?);
/// assert_eq!(lab.subject("noughts")?.positions(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Subject {
    name: String,
    engine: Arc<dyn Engine>,
    /// The user's positions, or `None` for those of the test set.
    positions: Option<Vec<PositionText>>,
    /// The first guess of every iteration, or `None` for that of earlier iterations.
    guess: Option<Score>,
    /// The time limit of a search.
    time: Option<Duration>,
    /// True to search by the rules of selective search.
    selective: bool,
    /// Values that searches with an offset start from. They are found once and shared by all offsets.
    values: Mutex<HashMap<Iterations, Values>>,
}

/// The instance, depth and step of a cell, which determine the values of its iterations.
type Iterations = (u32, Option<u32>, Option<u32>);
/// The value at the depth of every iteration.
type Values = Vec<(Depth, Score)>;

impl Subject {
    /// Returns an engine with its test set, under its own name.
    #[must_use]
    pub fn new(engine: Arc<dyn Engine>) -> Subject {
        let name = engine.name().to_owned();
        Subject { name, engine, positions: None, guess: None, time: None, selective: false, values: Mutex::default() }
    }

    /// Sets the first guess of every iteration. It replaces the value of earlier iterations; a cell with an offset has
    /// its own guesses.
    #[must_use]
    pub fn with_guess(self, guess: Score) -> Subject {
        Subject { guess: Some(guess), ..self }
    }

    /// Searches by the game's rules of selective search, if it has any, instead of in full width.
    #[must_use]
    pub fn with_selective(self, selective: bool) -> Subject {
        Subject { selective, ..self }
    }

    /// Limits the wall time of every search. A search that reaches the limit is complete: its rows are the iterations
    /// that it completed before.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Subject {
        Subject { time: Some(time), ..self }
    }

    /// Returns the subject with other positions, under another name.
    ///
    /// # Errors
    /// If a text is no position of the game.
    pub fn with_positions(
        mut self,
        name: impl Into<String>,
        positions: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Subject, EngineError> {
        // Every position is parsed here, so that a wrong one is reported before a run starts.
        let read = |text: String| {
            let position = PositionText::new(Some(text));
            self.engine.board(&position).map(|_| position)
        };
        let positions = positions.into_iter().map(|text| read(text.into())).collect::<Result<Vec<_>, _>>()?;
        self.positions = Some(positions);
        self.name = name.into();
        Ok(self)
    }

    /// Returns the name that plans use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the engine.
    #[must_use]
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// Returns the number of positions, or `None` if every seed is a position.
    #[must_use]
    pub fn positions(&self) -> Option<u32> {
        match &self.positions {
            Some(positions) => Some(u32::try_from(positions.len()).unwrap_or(u32::MAX)),
            None => self.engine.test_positions(),
        }
    }

    /// Returns a position, numbered from 1.
    fn position(&self, instance: u32) -> Option<PositionText> {
        match &self.positions {
            Some(positions) => positions.get((instance as usize).checked_sub(1)?).cloned(),
            None => self.engine.test_position(instance),
        }
    }

    /// Runs one search. When `stop` is set, it ends soon and returns the iterations that were completed.
    ///
    /// A search with an offset starts every iteration at the value of that iteration plus the offset (\[PSPB94\] Fig.
    /// 10). MTD(f) finds the values beforehand, with a memory of its own. That search is not part of the result.
    ///
    /// # Errors
    /// If the search cannot be done: no such position, a table that does not fit into memory.
    pub fn search(&self, cell: &Cell, stop: &AtomicBool) -> Result<CellResult, SubjectError> {
        let position = self.position(cell.instance).ok_or_else(|| SubjectError::NoPosition {
            subject: self.name.clone(),
            positions: self.positions().unwrap_or_default(),
            instance: cell.instance,
        })?;
        let mut request = self.request(cell, position);
        if let Some(offset) = cell.offset {
            let Some(values) = self.values(cell, &request, stop)? else {
                return Ok(CellResult { stopped: true, ..CellResult::default() });
            };
            // Value plus offset may leave the range of scores.
            let guess = |(depth, value): (Depth, Score)| (depth, value.offset(offset).clamp(Score::MIN, Score::MAX));
            request.guess = FirstGuess::Given(values.into_iter().map(guess).collect());
        }
        let mut control = Control::new(stop);
        let answer = match cell.method {
            Method::Search(_) => self.engine.search(&request, &mut control)?,
            Method::MinimalTree => self.engine.minimal(MinimalKind::Tree, &request, &mut control)?,
            Method::MinimalGraph => self.engine.minimal(MinimalKind::Graph, &request, &mut control)?,
        };
        let row = |row: Row| Row {
            subject: cell.subject.clone(),
            instance: cell.instance,
            entries: cell.entries,
            offset: cell.offset,
            ..row
        };
        Ok(CellResult {
            rows: answer.records.into_iter().map(row).collect(),
            // The end of the time is the regular end of a search with a time limit.
            stopped: answer.stopped.is_some_and(|stopped| self.time.is_none() || stopped != Stopped::Time),
            leaf_sequence: answer.leaf_sequence,
        })
    }

    /// Translates a cell into a request of the engine.
    fn request(&self, cell: &Cell, position: PositionText) -> SearchRequest {
        let algorithm = match cell.method {
            Method::Search(algorithm) => algorithm,
            Method::MinimalTree | Method::MinimalGraph => AnyAlgorithm::MtdF(MtdF::new()),
        };
        let to = cell.depth.map_or(Depth::END, Depth::plies);
        let horizon = cell.step.map_or(Horizon::Fixed(to), |step| Horizon::Deepening { to, step });
        let memory = cell.entries.map_or(MemoryChoice::Everything, MemoryChoice::Entries);
        let mut request = SearchRequest::new(algorithm, horizon, memory);
        // As in the papers, trees are searched in generation order, unless earlier iterations supply an order.
        let generated = self.engine.profile(Purpose::FixedDepth).order == Order::GENERATED;
        request.order = (generated && cell.step.is_some()).then_some(Order::BEST);
        request.position = position;
        request.threads = cell.threads;
        request.distinct = if cell.distinct { DistinctLeaves::All } else { DistinctLeaves::No };
        (request.exact_leaves, request.selective) = (!cell.windowed_leaves, self.selective);
        request.timing = Timing::Measured;
        request.guess = self.guess.map_or(FirstGuess::Iterations, FirstGuess::Same);
        // Without this, a search that has found a win would deepen until its time is over.
        (request.time, request.until_decided) = (self.time, self.time.is_some());
        request
    }

    /// Finds the values of a cell's iterations, or `None` if the search was stopped.
    fn values(&self, cell: &Cell, request: &SearchRequest, stop: &AtomicBool) -> Result<Option<Values>, SubjectError> {
        let key = (cell.instance, cell.depth, cell.step);
        let known = || self.values.lock().unwrap_or_else(PoisonError::into_inner);
        // The lock is not held during the search below. Two threads may find the same values, which costs time but no
        // correctness.
        if let Some(values) = known().get(&key) {
            return Ok(Some(values.clone()));
        }
        let mut request = request.clone();
        request.algorithm = AnyAlgorithm::MtdF(MtdF::new());
        // Only the values are needed: neither leaf counts nor exact times.
        (request.threads, request.distinct, request.timing) = (1, DistinctLeaves::No, Timing::Wall);
        (request.guess, request.time) = (FirstGuess::Iterations, None);
        let answer = self.engine.search(&request, &mut Control::new(stop))?;
        if answer.stopped.is_some() {
            return Ok(None);
        }
        let value = |row: &Row| Some((row.depth.map_or(Depth::END, Depth::plies), Score::new(row.value?)));
        let values: Values = answer.records.iter().filter_map(value).collect();
        if self.positions().is_some() {
            // The number of seeds is unbounded, so only the values of a finite set of positions are kept.
            known().insert(key, values.clone());
        }
        Ok(Some(values))
    }
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).field("positions", &self.positions()).finish()
    }
}

/// The result of searching a cell.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct CellResult {
    /// A row for every completed iteration.
    pub rows: Vec<Row>,
    /// True if the search was stopped before it was complete.
    pub stopped: bool,
    /// Keys of the last iteration's leaves in the order of their first visit, if distinct leaves were counted. In a
    /// tree the key of a leaf is its number from the left, from 0.
    pub leaf_sequence: Option<Vec<u64>>,
}

/// The error of a search that cannot be done.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The subject has fewer positions.
    #[error("{subject} has {positions} positions, number {instance} was asked for")]
    NoPosition {
        /// The subject.
        subject: String,
        /// The number of its positions.
        positions: u32,
        /// The requested position.
        instance: u32,
    },
    /// No subject has this name.
    #[error("there is no game or tree '{name}'{}", nearest.as_ref().map_or(String::new(), |near| format!("; did you mean '{near}'?")))]
    Unknown {
        /// The requested name.
        name: String,
        /// The nearest name.
        nearest: Option<String>,
    },
    /// The engine refuses the search.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The search failed on another machine.
    #[error("{message}")]
    Elsewhere {
        /// The error of that machine, as text.
        message: String,
    },
}
