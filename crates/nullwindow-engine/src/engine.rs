//! The seam: everything that a front end can ask of a game, without knowing its type.

use crate::request::{Control, PositionText, ProofRequest, SearchRequest, SolveRequest};
use crate::{MoveRecord, SearchRecord};
use nullwindow::memory::TableError;
use nullwindow::observe::Trace;
use nullwindow::solution::{ExtractError, Proof, SolutionTree};
use nullwindow::{AnyAlgorithm, Score, Stopped};
use nullwindow_games::{ParseError, ProblemSet, Profile, Purpose};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A game, or a family of synthetic trees, that can be searched.
///
/// Positions and moves go in and out as text. The implementation is the only place where a game's type meets a search:
/// it is compiled once per game, and everything else in the program uses `dyn Engine`.
///
/// ```
/// use nullwindow_engine::{Catalogue, Control, Horizon, MemoryChoice, SearchRequest};
/// use nullwindow::Depth;
/// use std::sync::atomic::AtomicBool;
///
/// let catalogue = Catalogue::shipped();
/// let engine = catalogue.engine("connect4")?;
/// let horizon = Horizon::Deepening { to: Depth::plies(6), step: 1 };
/// let mut request = SearchRequest::new("mtd-f".parse()?, horizon, MemoryChoice::Entries(1 << 16));
/// request.position = "44".into();
/// let stop = AtomicBool::new(false);
/// let answer = engine.search(&request, &mut Control::new(&stop))?;
/// assert_eq!(answer.records.len(), 6);
/// assert!(answer.records[5].best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine: Send + Sync {
    /// Returns the full name, by which the catalogue makes the same engine again: `connect4 8x7`, `uniform 8x4`.
    fn name(&self) -> &str;

    /// Returns the name without a size: `connect4`, `uniform`.
    fn game(&self) -> &str;

    /// Returns what differs between games: units, players, usual depth, how to solve it. Some of it depends on what the
    /// game is wanted for.
    fn profile(&self, purpose: Purpose) -> Profile;

    /// Returns how many positions the test set has; none if every seed is one.
    fn test_positions(&self) -> Option<u32>;

    /// Returns a position of the test set, counted from 1, or the tree of a seed.
    fn test_position(&self, number: u32) -> Option<PositionText>;

    /// Returns the collections of positions that a measurement of speed solves.
    fn problems(&self) -> Vec<ProblemSet>;

    /// Reads a position and describes it.
    ///
    /// # Errors
    /// If a text is no position, or no legal move.
    fn board(&self, position: &PositionText) -> Result<Board, EngineError>;

    /// Reads the positions of a text of many lines: one per line, or a file of games, of which the last positions count.
    ///
    /// # Errors
    /// If something in it is no position.
    fn read_positions(&self, text: &str) -> Result<Vec<PositionText>, EngineError>;

    /// Searches a position.
    ///
    /// # Errors
    /// If the request cannot be carried out: a wrong position, no memory for the table. A search that is stopped is not
    /// an error.
    fn search(&self, request: &SearchRequest, control: &mut Control<'_>) -> Result<SearchAnswer, EngineError>;

    /// Finds the value to the end of the game, in the way that suits it.
    ///
    /// # Errors
    /// As [`Engine::search`].
    fn solve(&self, request: &SolveRequest, control: &mut Control<'_>) -> Result<SolveAnswer, EngineError>;

    /// Measures the smallest tree or graph that proves the value.
    ///
    /// # Errors
    /// As [`Engine::search`]; and if the tree is too large to be measured.
    fn minimal(
        &self,
        kind: MinimalKind,
        request: &SearchRequest,
        control: &mut Control<'_>,
    ) -> Result<SearchAnswer, EngineError>;

    /// Proves bounds of a value by solution trees.
    ///
    /// # Errors
    /// As [`Engine::search`]; [`EngineError::Extract`] if a tree is too large; [`EngineError::Stopped`].
    fn proof(&self, request: &ProofRequest, control: &mut Control<'_>) -> Result<Vec<Proof>, EngineError>;

    /// Replays a solution tree by the rules alone. The inner result tells where it is false.
    ///
    /// # Errors
    /// If the text is no position.
    fn verify(&self, position: &PositionText, tree: &SolutionTree) -> Result<Result<(), FalseProof>, EngineError>;

    /// Counts the move sequences of `depth` plies; none if it was stopped.
    ///
    /// # Errors
    /// If the text is no position.
    fn perft(&self, position: &PositionText, depth: u32, control: &mut Control<'_>)
    -> Result<Option<u64>, EngineError>;

    /// Counts the move sequences that begin with each move; those counted before it was stopped.
    ///
    /// # Errors
    /// If the text is no position.
    fn divide(
        &self,
        position: &PositionText,
        depth: u32,
        control: &mut Control<'_>,
    ) -> Result<Vec<(String, u64)>, EngineError>;

    /// Returns the numbers of move sequences that others have published for this position, by depth from 1.
    ///
    /// # Errors
    /// If the text is no position.
    fn published(&self, position: &PositionText) -> Result<&'static [u64], EngineError>;

    /// Runs the conformance kit from the start and from positions of the test set.
    fn check(&self, seed: u64, depth: u32, control: &mut Control<'_>) -> Vec<CheckAnswer>;

    /// Returns how many positions [`Engine::check`] starts from.
    fn check_positions(&self) -> u64;

    /// Describes an exact value in the game's own words: `"White mates in 3"`.
    ///
    /// # Errors
    /// If the text is no position.
    fn describe_value(&self, position: &PositionText, value: Score) -> Result<String, EngineError>;

    /// Writes a score of a search in a few characters: `+0.35`, `#3`.
    fn short_score(&self, purpose: Purpose, score: Score) -> String;
}

/// A position described by text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Board {
    /// The position as it was given, on one line; as the game writes it where nothing was given.
    pub text: String,
    /// The position as the game writes it.
    pub notation: String,
    /// A picture for the terminal, without a line end behind the last line.
    pub picture: String,
    /// The name of the player to move.
    pub mover: &'static str,
    /// Whether the first player is to move: lines of play are numbered by it.
    pub first_player_moves: bool,
    /// The final score for the player to move, if the game is over.
    pub over: Option<Score>,
    /// The static evaluation for the player to move.
    pub evaluation: Score,
    /// The legal moves, in the order of generation.
    pub moves: Vec<String>,
}

/// What a search answered.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchAnswer {
    /// A record for every completed iteration.
    pub records: Vec<SearchRecord>,
    /// What the iteration that was stopped had found: valid bounds, but not a completed answer.
    pub unfinished: Option<SearchRecord>,
    /// Why the search stopped before it was done, if it did.
    pub stopped: Option<Stopped>,
    /// The leaves of a synthetic tree in the order of their first visit, numbered from the left, from 0; of the last
    /// iteration, where all were counted. None for games.
    pub leaf_sequence: Option<Vec<u64>>,
    /// Everything that the search did, where a trace was requested.
    pub trace: Option<Trace>,
    /// Whether the trace was cut off at its limit.
    pub trace_is_full: bool,
}

/// What a solver answered.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SolveAnswer {
    /// What is proven of the value to the end of the game, and what the whole search cost. Its depth is the one at which
    /// the answer was decided; none if the search went to the end.
    pub record: SearchRecord,
    /// Whether the position is solved.
    pub solved: bool,
    /// Whether [`SearchRecord::line`] goes to the end of the game.
    pub line_is_complete: bool,
    /// The last completed iteration that does not decide the game.
    pub estimate: Option<SearchRecord>,
    /// Every root move with its value, best first, where they were requested and found.
    pub moves: Option<Vec<MoveRecord>>,
    /// The value in the game's own words, if the position is solved.
    pub words: Option<String>,
    /// Wall time of the search for the value.
    pub time: Duration,
}

/// A tree or a graph that proves the value with the fewest leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MinimalKind {
    /// The smallest tree.
    Tree,
    /// The graph that a search with a large memory leaves.
    Graph,
}

/// Where a solution tree is false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FalseProof {
    /// Moves from the root to the node that is wrong.
    pub path: Vec<String>,
    /// What is wrong with it.
    pub reason: String,
}

/// What the conformance kit found from one position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckAnswer {
    /// The position, as the game writes it.
    pub position: String,
    /// What was looked at.
    pub report: nullwindow::check::CheckReport,
    /// The law that is broken, if one is.
    pub flaw: Option<GameFlaw>,
}

/// A broken law, in the game's own notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFlaw {
    /// The law.
    pub law: String,
    /// Moves from the position that the check started from.
    pub line: Vec<String>,
    /// The position where the law is broken.
    pub position: String,
    /// What was seen there.
    pub seen: String,
}

/// A request that cannot be carried out.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A text is no position of the game.
    #[error("'{text}' is no position of {game}")]
    Position {
        /// The game.
        game: String,
        /// The text.
        text: String,
        /// Where it is wrong.
        #[source]
        error: Box<ParseError>,
    },
    /// A text is no legal move of a position.
    #[error("'{text}' is no legal move of {game}")]
    Move {
        /// The game.
        game: String,
        /// The text.
        text: String,
        /// What was expected.
        #[source]
        error: Box<ParseError>,
    },
    /// A line of a file is no position of the game.
    #[error("no positions of {game}")]
    Positions {
        /// The game.
        game: String,
        /// Where it is wrong.
        #[source]
        error: Box<ParseError>,
    },
    /// No game or tree has this name.
    #[error("{}", crate::nearest::unknown("game", name, known.iter().map(String::as_str)))]
    Unknown {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A game does not come in this size.
    #[error("{0}")]
    Size(String),
    /// The text of a tree is wrong.
    #[error("'{text}': {reason}, as in '{example}'")]
    Tree {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
        /// How such a tree is written.
        example: &'static str,
    },
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The algorithm asks for less than the value.
    #[error("{0} does not find the value")]
    FindsNoValue(AnyAlgorithm),
    /// Lines of play need not end in this game.
    #[error("lines of {game} need not end; expected a depth of at most {most} plies")]
    Endless {
        /// The game.
        game: String,
        /// The deepest search at which values depend on position and depth alone.
        most: u32,
    },
    /// There is no solution tree.
    #[error("the solution tree: {0}")]
    Extract(#[from] ExtractError),
    /// The work was stopped before there was an answer.
    #[error("{0}")]
    Stopped(Stopped),
}

/// Returns whether the work is to end.
pub(crate) fn is_stopped(stop: &AtomicBool) -> bool {
    stop.load(std::sync::atomic::Ordering::Relaxed)
}
