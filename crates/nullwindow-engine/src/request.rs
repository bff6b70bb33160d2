//! Requests to an engine.

use crate::EngineError;
use nullwindow::memory::{AnyMemory, Table};
use nullwindow::{AnyAlgorithm, Depth, Order, Score};
use nullwindow_games::Purpose;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A position as text: one in the game's notation, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionText {
    /// The position in the game's notation; `None` for the start position.
    pub text: Option<String>,
    /// Moves played from it.
    pub moves: Vec<String>,
}

impl PositionText {
    /// Returns the start position.
    #[must_use]
    pub fn start() -> PositionText {
        PositionText::default()
    }

    /// Returns the position that the text describes; the start position without a text.
    pub fn new(text: Option<impl Into<String>>) -> PositionText {
        PositionText { text: text.map(Into::into), moves: Vec::new() }
    }
}

impl From<&str> for PositionText {
    fn from(text: &str) -> PositionText {
        PositionText::new(Some(text))
    }
}

/// The depth of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Horizon {
    /// A search to this depth at once.
    Fixed(Depth),
    /// Iterative deepening to this depth.
    Deepening {
        /// The depth of the last iteration.
        to: Depth,
        /// Plies from one iteration to the next.
        step: u32,
    },
    /// Iterative deepening, and then a search to the end of the game at once. Both use the move order that solves
    /// positions of the game, unless the request has another.
    Finishing {
        /// The depth in plies of the last iteration before the end.
        after: u32,
    },
}

/// The memory of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MemoryChoice {
    /// No memory.
    Nothing,
    /// An exact map of every position and depth, for theorems; such a search runs on one thread.
    Everything,
    /// A new transposition table of this many entries.
    Entries(u64),
    /// A table that outlives the search, and may be shared with others.
    Table(Arc<Table>),
}

impl MemoryChoice {
    /// Creates the memory.
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

    /// Returns the number of entries; `None` if the memory is not a table.
    #[must_use]
    pub fn entries(&self) -> Option<u64> {
        match self {
            MemoryChoice::Nothing | MemoryChoice::Everything => None,
            MemoryChoice::Entries(entries) => Some(*entries),
            MemoryChoice::Table(table) => Some(table.entries() as u64),
        }
    }
}

/// Creates a transposition table of this many entries.
///
/// # Errors
/// If it does not fit into the machine's memory.
pub fn new_table(entries: u64) -> Result<Arc<Table>, EngineError> {
    let entries = usize::try_from(entries).unwrap_or(usize::MAX);
    // The evaluations of the shipped games cost as much as a cache miss or more, so that nodes above leaves are stored.
    let table = Table::with_entries(entries).map_err(EngineError::Table)?;
    Ok(Arc::new(table.with_min_depth(Depth::plies(1))))
}

/// The counting of distinct leaves. It is off with several threads, because the observer sees only one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum DistinctLeaves {
    /// Only visits are counted.
    #[default]
    No,
    /// Counted while there are at most this many, so that longer searches are not slowed down.
    UpTo(usize),
    /// All are counted, with the clock paused.
    All,
}

/// The source of the first guess of an iteration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum FirstGuess {
    /// Earlier iterations.
    #[default]
    Iterations,
    /// The caller, by depth.
    Given(Vec<(Depth, Score)>),
    /// The caller, the same for every iteration.
    Same(Score),
}

impl FirstGuess {
    pub(crate) fn at(&self, depth: Depth, own: Option<Score>) -> Option<Score> {
        match self {
            FirstGuess::Iterations => own,
            FirstGuess::Same(score) => Some(*score),
            // Linear search: a plan has a few dozen depths.
            FirstGuess::Given(list) => list.iter().find(|(at, _)| *at == depth).map(|&(_, score)| score),
        }
    }
}

/// The clock of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Timing {
    /// Wall time.
    #[default]
    Wall,
    /// Processor time of the searching thread, which other programs disturb less; wall time with several threads. The
    /// engine warms up before the clock starts: it loads weights, touches the table's pages and runs the code once.
    Measured,
    /// Wall time after the same warm-up, to compare one thread with several.
    MeasuredWall,
}

/// The notation of moves in events, records and answers. Moves of requests are read in any notation of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum MoveNotation {
    /// The game's own.
    #[default]
    Own,
    /// That of the UCI protocol, where the game has it: `e2e4`, castling as the king's step `e1g1`.
    Uci,
    /// The same with castling as the king capturing its rook, `e1h1`, as Chess960 requires it.
    Uci960,
    /// That of the Hub protocol, where the game has it: captures name the captured squares, `15x22x18`.
    Hub,
}

/// A request for a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchRequest {
    /// The position.
    pub position: PositionText,
    /// The algorithm.
    pub algorithm: AnyAlgorithm,
    /// The depth of the search.
    pub horizon: Horizon,
    /// The memory.
    pub memory: MemoryChoice,
    /// The number of threads. An algorithm without memory runs on one.
    pub threads: u16,
    /// The number of root moves with their own values; 1 searches for the best move only.
    pub multi_pv: u16,
    /// The move order; `None` for the one of the game's profile.
    pub order: Option<Order>,
    /// The node limit, over all threads.
    pub nodes: Option<u64>,
    /// The time limit.
    pub time: Option<Duration>,
    /// The counting of distinct leaves.
    pub distinct: DistinctLeaves,
    /// The number of events to record; `None` for no trace.
    pub trace: Option<u64>,
    /// True to stop as soon as the answer holds at every greater depth.
    pub until_decided: bool,
    /// True to end a deepening search at a win or a loss that encodes its distance, although rules of selective search
    /// may hide a shorter one.
    pub until_won: bool,
    /// The source of first guesses.
    pub guess: FirstGuess,
    /// The clock.
    pub timing: Timing,
    /// True if every leaf is evaluated exactly, as the papers' counts assume. Otherwise an evaluation that is a search,
    /// such as a quiescence search, stops when the window of its leaf is answered; see
    /// [`Search::with_exact_leaves`](nullwindow::Search::with_exact_leaves).
    pub exact_leaves: bool,
    /// True to search by the game's rules of selective search, if it has any; false for the full width.
    pub selective: bool,
    /// True if the moves of the position were played in a game: its rules about repetition apply to them, and a draw
    /// that neither player has claimed does not end it.
    pub as_played: bool,
    /// The root moves to search, in any notation of the game; empty for all. Each of them gets its own value, as with
    /// MultiPV.
    pub only: Vec<String>,
    /// The notation of moves in events and records.
    pub notation: MoveNotation,
}

impl SearchRequest {
    /// Creates a request for a search of the start position on one thread, without limits and with exact leaves.
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
            until_won: false,
            guess: FirstGuess::Iterations,
            timing: Timing::Wall,
            exact_leaves: true,
            selective: false,
            as_played: false,
            only: Vec::new(),
            notation: MoveNotation::Own,
        }
    }

    /// Returns the purpose for which the game is created.
    pub(crate) fn purpose(&self) -> Purpose {
        if self.selective { Purpose::Selective } else { Purpose::FixedDepth }
    }

    /// Returns the number of threads that actually search, as the algorithm and the memory permit.
    #[must_use]
    pub fn threads_used(&self) -> u16 {
        // Threads share their work through the table only: without one they would repeat it.
        let shared = self.memory.entries().is_some() && self.algorithm.uses_threads() && crate::clock::HAS_THREADS;
        if shared { self.threads.max(1) } else { 1 }
    }
}

/// A request to solve a position: to find its value to the end of the game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolveRequest {
    /// The position.
    pub position: PositionText,
    /// The algorithm, which must find values.
    pub algorithm: AnyAlgorithm,
    /// The transposition table.
    pub table: Arc<Table>,
    /// The number of threads.
    pub threads: u16,
    /// The move order; `None` for the one of the game's profile.
    pub order: Option<Order>,
    /// Tests whether the value is at least this, by one null-window search, instead of finding it with the algorithm. The
    /// bounds of the answer decide the test.
    pub at_least: Option<Score>,
    /// The node limit, over all threads.
    pub nodes: Option<u64>,
    /// The time limit.
    pub time: Option<Duration>,
    /// True to find the exact value of every root move.
    pub all_moves: bool,
    /// True to complete the principal variation to the end of the game.
    pub whole_line: bool,
    /// The counting of distinct leaves.
    pub distinct: DistinctLeaves,
}

impl SolveRequest {
    /// Creates a request to solve the start position on one thread.
    #[must_use]
    pub fn new(algorithm: AnyAlgorithm, table: Arc<Table>) -> SolveRequest {
        SolveRequest {
            position: PositionText::start(),
            algorithm,
            table,
            threads: 1,
            order: None,
            at_least: None,
            nodes: None,
            time: None,
            all_moves: false,
            whole_line: false,
            distinct: DistinctLeaves::No,
        }
    }
}

/// A request for a proof.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProofRequest {
    /// The position.
    pub position: PositionText,
    /// The algorithm that finds the value first.
    pub algorithm: AnyAlgorithm,
    /// The transposition table from which the trees are extracted.
    pub table: Arc<Table>,
    /// The depth at which the bounds hold; `None` for the end of the game.
    pub depth: Option<Depth>,
    /// True to prove the upper bound.
    pub upper: bool,
    /// True to prove the lower bound.
    pub lower: bool,
    /// The node limit of a tree.
    pub limit: usize,
}

impl ProofRequest {
    /// Creates a request to prove the value of the start position to the end of the game.
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

/// The caller's connection to a working engine: a stop flag, a condition and a listener.
pub struct Control<'c> {
    /// Ends the work soon after it is set.
    pub stop: &'c AtomicBool,
    pub(crate) condition: Option<&'c StopCondition<'c>>,
    pub(crate) listener: Option<&'c mut Listener<'c>>,
}

/// Returns true when a search must end.
pub type StopCondition<'c> = dyn Fn() -> bool + Sync + 'c;

/// Receives the events of a search.
pub type Listener<'c> = dyn FnMut(&crate::SearchEvent<'_>) + Send + 'c;

impl<'c> Control<'c> {
    /// Creates a control without a listener.
    #[must_use]
    pub fn new(stop: &'c AtomicBool) -> Control<'c> {
        Control { stop, condition: None, listener: None }
    }

    /// Adds a condition that ends a search, for limits that change while it runs. The search checks it every 64 nodes.
    #[must_use]
    pub fn until(self, condition: &'c StopCondition<'c>) -> Control<'c> {
        Control { condition: Some(condition), ..self }
    }

    /// Adds a listener.
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
