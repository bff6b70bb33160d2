//! What an engine is asked.

use crate::EngineError;
use nullwindow::memory::{AnyMemory, Table};
use nullwindow::{AnyAlgorithm, Depth, Order, Score};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A position as text: one in the game's notation, and moves played from there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionText {
    /// The position in the game's notation; none for the first position of the game.
    pub text: Option<String>,
    /// Moves played from it.
    pub moves: Vec<String>,
}

impl PositionText {
    /// Returns the first position of the game.
    #[must_use]
    pub fn start() -> PositionText {
        PositionText::default()
    }

    /// Returns the position that the text describes, or the first one of the game without a text.
    pub fn new(text: Option<impl Into<String>>) -> PositionText {
        PositionText { text: text.map(Into::into), moves: Vec::new() }
    }
}

impl From<&str> for PositionText {
    fn from(text: &str) -> PositionText {
        PositionText::new(Some(text))
    }
}

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// To this depth at once.
    Fixed(Depth),
    /// Iterative deepening to this depth.
    Deepening {
        /// The depth of the last iteration.
        to: Depth,
        /// Plies from one iteration to the next.
        step: u32,
    },
}

/// What a search remembers.
#[derive(Clone, Debug)]
pub enum MemoryChoice {
    /// Nothing.
    Nothing,
    /// Every position and depth, for theorems; such a search runs on one thread.
    Everything,
    /// A new transposition table of this many entries.
    Entries(u64),
    /// A table that outlives the search, and may be shared with others.
    Table(Arc<Table>),
}

impl MemoryChoice {
    /// Makes the memory.
    ///
    /// # Errors
    /// If the table does not fit into the machine's memory.
    pub(crate) fn build(&self) -> Result<AnyMemory, EngineError> {
        Ok(match self {
            MemoryChoice::Nothing => AnyMemory::none(),
            MemoryChoice::Everything => AnyMemory::exact(),
            MemoryChoice::Entries(entries) => AnyMemory::table(new_table(*entries)?),
            MemoryChoice::Table(table) => AnyMemory::table(Arc::clone(table)),
        })
    }

    /// Returns the number of entries; none if the memory is no table.
    #[must_use]
    pub fn entries(&self) -> Option<u64> {
        match self {
            MemoryChoice::Nothing | MemoryChoice::Everything => None,
            MemoryChoice::Entries(entries) => Some(*entries),
            MemoryChoice::Table(table) => Some(table.entries() as u64),
        }
    }
}

/// Makes a transposition table of this many entries.
///
/// # Errors
/// If it does not fit into the machine's memory.
pub fn new_table(entries: u64) -> Result<Arc<Table>, EngineError> {
    let entries = usize::try_from(entries).unwrap_or(usize::MAX);
    Table::with_entries(entries).map(Arc::new).map_err(EngineError::Table)
}

/// Whether distinct leaves are counted. With several threads they are not: an observer sees one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DistinctLeaves {
    /// Only visits are counted.
    #[default]
    No,
    /// Counted as long as there are at most this many: longer searches are not slowed down.
    UpTo(usize),
    /// All of them; the clock stands still meanwhile.
    All,
}

/// Where the first guess of an iteration comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum FirstGuess {
    /// From earlier iterations.
    #[default]
    Iterations,
    /// From the caller, by depth.
    Given(Vec<(Depth, Score)>),
}

impl FirstGuess {
    pub(crate) fn at(&self, depth: Depth, own: Option<Score>) -> Option<Score> {
        match self {
            FirstGuess::Iterations => own,
            FirstGuess::Given(list) => list.iter().find(|(at, _)| *at == depth).map(|&(_, score)| score),
        }
    }
}

/// What the clock of a search shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timing {
    /// Wall time.
    #[default]
    Wall,
    /// Processor time of the searching thread, which other programs disturb less; wall time with several threads. The
    /// engine warms up before the clock starts: weights are loaded, the table's pages touched, the code run once.
    Measured,
    /// Wall time after the same warm-up, to compare one thread with several.
    MeasuredWall,
}

/// A search to be done.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchRequest {
    /// The position.
    pub position: PositionText,
    /// The algorithm.
    pub algorithm: AnyAlgorithm,
    /// How far.
    pub horizon: Horizon,
    /// What is remembered.
    pub memory: MemoryChoice,
    /// Threads that search together. An algorithm without memory runs on one.
    pub threads: u16,
    /// Root moves with values of their own; 1 searches for the best move only.
    pub multi_pv: u16,
    /// The move order; none for the one that suits the game.
    pub order: Option<Order>,
    /// The largest number of nodes, of all threads together.
    pub nodes: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
    /// Whether distinct leaves are counted.
    pub distinct: DistinctLeaves,
    /// How many events to record of everything that the search does; none for no trace.
    pub trace: Option<u64>,
    /// Whether to stop as soon as the answer holds at every greater depth.
    pub until_decided: bool,
    /// Where first guesses come from.
    pub guess: FirstGuess,
    /// What the clock shows.
    pub timing: Timing,
}

impl SearchRequest {
    /// Returns a request for a search of the first position on one thread, without limits.
    #[must_use]
    pub fn new(algorithm: AnyAlgorithm, horizon: Horizon, memory: MemoryChoice) -> SearchRequest {
        SearchRequest {
            position: PositionText::start(),
            algorithm,
            horizon,
            memory,
            threads: 1,
            multi_pv: 1,
            order: None,
            nodes: None,
            time: None,
            distinct: DistinctLeaves::No,
            trace: None,
            until_decided: false,
            guess: FirstGuess::Iterations,
            timing: Timing::Wall,
        }
    }

    /// Returns the number of threads that really search: what the algorithm and the memory allow.
    #[must_use]
    pub fn threads_used(&self) -> u16 {
        let shared = self.memory.entries().is_some() && self.algorithm.uses_threads() && crate::clock::HAS_THREADS;
        if shared { self.threads.max(1) } else { 1 }
    }
}

/// A position to be solved: its value to the end of the game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolveRequest {
    /// The position.
    pub position: PositionText,
    /// The algorithm, which must find values.
    pub algorithm: AnyAlgorithm,
    /// The transposition table.
    pub table: Arc<Table>,
    /// Threads that search together.
    pub threads: u16,
    /// The longest time.
    pub time: Option<Duration>,
    /// Whether every root move gets its exact value.
    pub all_moves: bool,
    /// Whether best play is completed to the end of the game.
    pub whole_line: bool,
    /// Whether distinct leaves are counted.
    pub distinct: DistinctLeaves,
}

impl SolveRequest {
    /// Returns a request to solve the first position on one thread.
    #[must_use]
    pub fn new(algorithm: AnyAlgorithm, table: Arc<Table>) -> SolveRequest {
        SolveRequest {
            position: PositionText::start(),
            algorithm,
            table,
            threads: 1,
            time: None,
            all_moves: false,
            whole_line: false,
            distinct: DistinctLeaves::No,
        }
    }
}

/// A proof to be made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProofRequest {
    /// The position.
    pub position: PositionText,
    /// The algorithm that finds the value first.
    pub algorithm: AnyAlgorithm,
    /// The transposition table that the trees are taken from.
    pub table: Arc<Table>,
    /// The depth at which the bounds hold; none for the end of the game.
    pub depth: Option<Depth>,
    /// Whether to prove that the value is at most so much.
    pub upper: bool,
    /// Whether to prove that the value is at least so much.
    pub lower: bool,
    /// The most nodes of a tree.
    pub limit: usize,
}

impl ProofRequest {
    /// Returns a request to prove the value of the first position to the end of the game.
    #[must_use]
    pub fn new(algorithm: AnyAlgorithm, table: Arc<Table>) -> ProofRequest {
        ProofRequest {
            position: PositionText::start(),
            algorithm,
            table,
            depth: None,
            upper: true,
            lower: true,
            limit: 1 << 22,
        }
    }
}

/// What a caller holds on to while an engine works: a way to stop it, and a way to hear of its progress.
pub struct Control<'c> {
    /// Ends the work soon when it is set.
    pub stop: &'c AtomicBool,
    pub(crate) listener: Option<&'c mut Listener<'c>>,
}

/// Receives the events of a search.
pub type Listener<'c> = dyn FnMut(&crate::SearchEvent<'_>) + Send + 'c;

impl<'c> Control<'c> {
    /// Returns a control that only stops.
    #[must_use]
    pub fn new(stop: &'c AtomicBool) -> Control<'c> {
        Control { stop, listener: None }
    }

    /// Returns the same control with a listener.
    #[must_use]
    pub fn on_event(self, listener: &'c mut Listener<'c>) -> Control<'c> {
        Control { listener: Some(listener), ..self }
    }
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}
