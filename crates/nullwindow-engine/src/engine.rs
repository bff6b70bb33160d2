//! The engine trait: everything that a front end can ask of a game, independent of its type.

use crate::request::{Control, MoveNotation, PositionText, ProofRequest, SearchRequest, SolveRequest};
use crate::{DiagramDescription, GameText, MoveJudgement, MoveRecord, SearchRecord, UpperTree};
use nullwindow::memory::TableError;
use nullwindow::observe::Trace;
use nullwindow::solution::{ExtractError, Proof, SolutionTree};
use nullwindow::{AnyAlgorithm, Score, Stopped};
use nullwindow_games::{
    ComposeError, DiagramPiece, GameSetting, ParseError, ProblemSet, Profile, Purpose, SettingError,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A game, or a family of synthetic trees, that can be searched.
///
/// Positions and moves are exchanged as text. The implementation is the only place where a game's type meets a search:
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
    /// Returns the full name, from which the catalogue creates the same engine again: `connect4 8x7`, `uniform 8x4`.
    fn name(&self) -> &str;

    /// Returns the name without a size: `connect4`, `uniform`.
    fn game(&self) -> &str;

    /// Returns the profile of the game: units, players, usual depth, how to solve it. Parts of it depend on the
    /// purpose.
    fn profile(&self, purpose: Purpose) -> Profile;

    /// Returns the settings of the game, which change its evaluation or its knowledge.
    fn settings(&self) -> &'static [GameSetting];

    /// Returns the engine with these settings, each a name and a value, in any order. It has the same name. Engines with
    /// different settings must not share a table.
    ///
    /// # Errors
    /// [`EngineError::Setting`], if the game has no such setting or value, a file cannot be read, or a setting is given
    /// twice.
    ///
    /// ```
    /// use nullwindow_engine::{Catalogue, PositionText};
    ///
    /// let engine = Catalogue::shipped().engine("chess")?;
    /// let coarse = engine.with_settings(&[("grain".to_owned(), "100".to_owned())])?;
    /// let board = coarse.board(&PositionText::from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))?;
    /// assert_eq!(board.evaluation.get() % 100, 0);
    /// # Ok::<(), nullwindow_engine::EngineError>(())
    /// ```
    fn with_settings(&self, settings: &[(String, String)]) -> Result<Arc<dyn Engine>, EngineError>;

    /// Returns whether the game has rules of selective search: see [`SearchRequest::selective`].
    fn is_selective(&self) -> bool;

    /// Returns the number of test positions; `None` if every seed is one.
    fn test_positions(&self) -> Option<u32>;

    /// Returns a test position, counted from 1, or the tree of a seed.
    fn test_position(&self, number: u32) -> Option<PositionText>;

    /// Returns the problem sets that the speed benchmark solves.
    fn problems(&self) -> Vec<ProblemSet>;

    /// Reads a position and describes it.
    ///
    /// # Errors
    /// If a text is not a position, or not a legal move.
    fn board(&self, position: &PositionText) -> Result<BoardDescription, EngineError>;

    /// Reads a position of a game in progress: the moves of the text were played, and the game's rules about its past
    /// apply. Moves are in the given notation.
    ///
    /// # Errors
    /// As [`Engine::board`].
    fn played(&self, position: &PositionText, notation: MoveNotation) -> Result<PlayedPosition, EngineError>;

    /// Returns the position of a game in progress as a board of cells, with the cells of every legal move and of the last
    /// move; `None` if the game has no such board. Draws by rule do not end the game: see [`Engine::played`].
    ///
    /// # Errors
    /// As [`Engine::board`].
    ///
    /// ```
    /// use nullwindow_engine::{Catalogue, PositionText};
    ///
    /// let engine = Catalogue::shipped().engine("chess")?;
    /// let played = PositionText { text: None, moves: vec!["e4".into()] };
    /// let board = engine.diagram(&played)?.expect("chess has a board");
    /// assert_eq!(board.last, [52, 36]);
    /// assert_eq!(board.diagram.cells[36].name, "e4");
    /// assert!(board.moves.iter().any(|play| play.name == "e5" && play.cells == [12, 28]));
    /// # Ok::<(), nullwindow_engine::EngineError>(())
    /// ```
    fn diagram(&self, position: &PositionText) -> Result<Option<DiagramDescription>, EngineError>;

    /// Returns a picture of the position as SVG, for games that draw themselves; `None` for the others.
    ///
    /// # Errors
    /// As [`Engine::board`].
    fn svg(&self, position: &PositionText) -> Result<Option<String>, EngineError>;

    /// Returns the position with these pieces on the cells of its [diagram](Engine::diagram), as the game writes and reads
    /// it. Counters and rights that a board does not show are those of a new game.
    ///
    /// # Errors
    /// [`EngineError::Compose`], if the pieces are not a position, or the game does not read positions from boards.
    fn compose(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<String, EngineError>;

    /// Reads the positions of a text of several lines: one per line, or the last position of each game in a file of
    /// games.
    ///
    /// # Errors
    /// If a line is not a position.
    fn read_positions(&self, text: &str) -> Result<Vec<PositionText>, EngineError>;

    /// Reads the games of a text of several lines: one game or position per line, or the games of a file in the game's
    /// own format.
    ///
    /// # Errors
    /// If a line is neither. The error names the place and the expected text.
    fn read_games(&self, text: &str) -> Result<Vec<GameText>, EngineError>;

    /// Writes a game in the format of the game's files, as [`Engine::read_games`] reads it.
    ///
    /// # Errors
    /// If the start is not a position, or a move is not legal.
    ///
    /// ```
    /// use nullwindow_engine::{Catalogue, GameText, PositionText};
    ///
    /// let engine = Catalogue::shipped().engine("chess")?;
    /// let game = GameText::new(PositionText::start(), vec!["e4".into(), "e7e5".into()]);
    /// let file = engine.write_game(&game)?;
    /// assert!(file.starts_with("[Event \"?\"]") && file.ends_with("\n1. e4 e5 *\n\n"));
    /// assert_eq!(engine.read_games(&file)?[0].moves, ["e4", "e5"]);
    /// # Ok::<(), nullwindow_engine::EngineError>(())
    /// ```
    fn write_game(&self, game: &GameText) -> Result<String, EngineError>;

    /// Returns the usual extension of the game's files: `pgn`.
    fn file_extension(&self) -> &'static str;

    /// Returns the name of a legal move in the given notation. `text` is the move in any notation of the game, and the
    /// moves of the position were played: see [`Engine::played`].
    ///
    /// # Errors
    /// If a text is not a position, or not a legal move.
    fn move_name(&self, position: &PositionText, text: &str, notation: MoveNotation) -> Result<String, EngineError>;

    /// Writes moves from a position with the numbers that they have in the game: `12. Nf3 Nc6 13. Bb5`.
    ///
    /// # Errors
    /// If a text is not a position, or not a legal move.
    fn variation(&self, position: &PositionText, moves: &[String]) -> Result<String, EngineError>;

    /// Judges the move `played` in the position of the request: compares its value with that of the best move, at the
    /// deepest iteration that the request completes. Returns `None` if the work was stopped before.
    ///
    /// # Errors
    /// As [`Engine::search`], and if the move is not legal or the algorithm does not find values.
    fn judge(
        &self,
        request: &SearchRequest,
        played: &str,
        control: &mut Control<'_>,
    ) -> Result<Option<MoveJudgement>, EngineError>;

    /// Returns the number of moves left in the game, if the position tells: see
    /// [`Profile::solvable`].
    ///
    /// # Errors
    /// If the text is not a position.
    fn moves_left(&self, position: &PositionText) -> Result<Option<u32>, EngineError>;

    /// Searches a position.
    ///
    /// # Errors
    /// If the request cannot be carried out: an invalid position, or no memory for the table. A stopped search is not
    /// an error.
    fn search(&self, request: &SearchRequest, control: &mut Control<'_>) -> Result<SearchAnswer, EngineError>;

    /// Searches a position on one thread, and returns the tree that the last iteration visited: `plies` plies below the
    /// node at the end of `path`, which holds moves from the position of the request.
    ///
    /// # Errors
    /// As [`Engine::search`]; [`EngineError::CannotBeWatched`] if the algorithm does not walk through a tree;
    /// [`EngineError::Move`] if a move of the path is not legal; [`EngineError::Stopped`] if the search did not reach its
    /// depth.
    ///
    /// ```
    /// use nullwindow::Depth;
    /// use nullwindow_engine::{Catalogue, Control, Horizon, MemoryChoice, SearchRequest};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let engine = Catalogue::shipped().engine("tree ((41 5) (12 90))")?;
    /// let request = SearchRequest::new("alphabeta".parse()?, Horizon::Fixed(Depth::END), MemoryChoice::Nothing);
    /// let stop = AtomicBool::new(false);
    /// let tree = engine.upper_tree(&request, &[], 1, &mut Control::new(&stop))?;
    /// let children = tree.root.children.unwrap_or_default();
    /// assert_eq!(children.iter().map(|child| child.upper).collect::<Vec<_>>(), [Some(5), Some(12)]);
    /// assert_eq!((tree.value, tree.root.below), (Some(12), tree.nodes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn upper_tree(
        &self,
        request: &SearchRequest,
        path: &[String],
        plies: u32,
        control: &mut Control<'_>,
    ) -> Result<UpperTree, EngineError>;

    /// Finds the value to the end of the game, by the method of its profile.
    ///
    /// # Errors
    /// As [`Engine::search`].
    fn solve(&self, request: &SolveRequest, control: &mut Control<'_>) -> Result<SolveAnswer, EngineError>;

    /// Measures the smallest tree or graph that proves the value.
    ///
    /// # Errors
    /// As [`Engine::search`], and if the tree is too large to be measured.
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

    /// Replays a solution tree by the rules alone. The inner result names the first false node.
    ///
    /// # Errors
    /// If the text is not a position.
    fn verify(&self, position: &PositionText, tree: &SolutionTree) -> Result<Result<(), FalseProof>, EngineError>;

    /// Counts the move sequences of `depth` plies; `None` if stopped.
    ///
    /// # Errors
    /// If the text is not a position.
    fn perft(&self, position: &PositionText, depth: u32, control: &mut Control<'_>)
    -> Result<Option<u64>, EngineError>;

    /// Counts the move sequences that begin with each move; if stopped, only those counted before.
    ///
    /// # Errors
    /// If the text is not a position.
    fn divide(
        &self,
        position: &PositionText,
        depth: u32,
        control: &mut Control<'_>,
    ) -> Result<Vec<(String, u64)>, EngineError>;

    /// Returns the legal moves in the notation of the UCI protocol, in the order of generation; `None` if the game has no
    /// such notation.
    ///
    /// # Errors
    /// If the text is not a position.
    fn uci_moves(&self, position: &PositionText) -> Result<Option<Vec<String>>, EngineError>;

    /// Returns the published numbers of move sequences for this position, by depth from 1.
    ///
    /// # Errors
    /// If the text is not a position.
    fn published(&self, position: &PositionText) -> Result<&'static [u64], EngineError>;

    /// Runs the conformance kit from the start and from positions of the test set.
    fn check(&self, seed: u64, depth: u32, control: &mut Control<'_>) -> Vec<CheckAnswer>;

    /// Returns the number of positions that [`Engine::check`] starts from.
    fn check_positions(&self) -> u64;

    /// Describes an exact value in the game's terms: `"White mates in 3"`.
    ///
    /// # Errors
    /// If the text is not a position.
    fn describe_value(&self, position: &PositionText, value: Score) -> Result<String, EngineError>;

    /// Writes a score of a search in a few characters: `+0.35`, `#3`.
    fn short_score(&self, purpose: Purpose, score: Score) -> String;

    /// Returns the plies to the end of the game if a score of a search to a fixed depth is a win or a loss that encodes
    /// its distance.
    fn win_distance(&self, score: Score) -> Option<u32>;
}

/// A description of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BoardDescription {
    /// The position as given, on one line; as the game writes it if nothing was given.
    pub text: String,
    /// The position as the game writes it.
    pub notation: String,
    /// A picture for the terminal, without a final line end.
    pub picture: String,
    /// The name of the player to move.
    pub mover: &'static str,
    /// True if the first player is to move; lines of play are numbered by it.
    pub first_player_moves: bool,
    /// The final score for the player to move, if the game is over.
    pub over: Option<Score>,
    /// The static evaluation for the player to move.
    pub evaluation: Score,
    /// The legal moves, in the order of generation.
    pub moves: Vec<String>,
}

/// Describes a position of a game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayedPosition {
    /// The position as the game writes it.
    pub notation: String,
    /// The name of the player to move.
    pub mover: &'static str,
    /// True if the first player is to move.
    pub first_player_moves: bool,
    /// The final score for the player to move, if the game is over. A draw by rule does not end a game that neither
    /// player wants to end: see `drawn`.
    pub over: Option<Score>,
    /// True if the rules of the game make the position a draw although there are legal moves.
    pub drawn: bool,
    /// The static evaluation for the player to move.
    pub evaluation: Score,
    /// The legal moves, also of a position that is drawn by rule, in the order of generation.
    pub moves: Vec<String>,
    /// The number of moves left in the game, if the position tells.
    pub moves_left: Option<u32>,
}

/// The answer of a search.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchAnswer {
    /// One record per completed iteration.
    pub records: Vec<SearchRecord>,
    /// The result of the stopped iteration: valid bounds, but not a complete answer.
    pub unfinished: Option<SearchRecord>,
    /// The reason for stopping before the end, if the search did.
    pub stopped: Option<Stopped>,
    /// The leaves of a synthetic tree in the order of their first visit, numbered from the left, from 0; of the last
    /// iteration, if all were counted. `None` for games.
    pub leaf_sequence: Option<Vec<u64>>,
    /// All events of the search, if a trace was requested.
    pub trace: Option<Trace>,
    /// True if the trace was cut off at its limit.
    pub trace_is_full: bool,
}

/// The answer of a solver.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SolveAnswer {
    /// The proven bounds of the value to the end of the game, and the cost of the whole search. Its depth is the one at
    /// which the answer was decided; `None` if the search went to the end.
    pub record: SearchRecord,
    /// True if the position is solved.
    pub solved: bool,
    /// True if [`SearchRecord::line`] goes to the end of the game.
    pub line_is_complete: bool,
    /// The last completed iteration that does not decide the game.
    pub estimate: Option<SearchRecord>,
    /// Every root move with its value, best first, if requested and found.
    pub moves: Option<Vec<MoveRecord>>,
    /// The value in the game's terms, if the position is solved.
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

/// The first false node of a solution tree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FalseProof {
    /// Moves from the root to the false node.
    pub path: Vec<String>,
    /// The reason.
    pub reason: String,
}

/// The result of the conformance kit for one position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckAnswer {
    /// The position, as the game writes it.
    pub position: String,
    /// The scope of the check.
    pub report: nullwindow::check::CheckReport,
    /// The broken law, if any.
    pub flaw: Option<GameFlaw>,
}

/// A broken law, in the game's own notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GameFlaw {
    /// The law.
    pub law: String,
    /// Moves from the position that the check started from.
    pub line: Vec<String>,
    /// The position where the law is broken.
    pub position: String,
    /// The observation that breaks the law.
    pub seen: String,
}

/// A request that cannot be carried out.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A text is not a position of the game.
    #[error("'{text}' is no position of {game}")]
    Position {
        /// The game.
        game: String,
        /// The text.
        text: String,
        /// The place and the expected text.
        #[source]
        error: Box<ParseError>,
    },
    /// A text is not a legal move of a position.
    #[error("'{text}' is no legal move of {game}")]
    Move {
        /// The game.
        game: String,
        /// The text.
        text: String,
        /// The place and the expected text.
        #[source]
        error: Box<ParseError>,
    },
    /// A line of a file is not a position of the game.
    #[error("no positions of {game}")]
    Positions {
        /// The game.
        game: String,
        /// The place and the expected text.
        #[source]
        error: Box<ParseError>,
    },
    /// Pieces on a board are not a position of the game.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// No game or tree has this name.
    #[error("{}", crate::nearest::unknown("game", name, known.iter().map(String::as_str)))]
    Unknown {
        /// The name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// The game does not support this size.
    #[error("{0}")]
    Size(String),
    /// The game does not have a setting or its value.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The text of a tree is invalid.
    #[error("'{text}': {reason}, as in '{example}'")]
    Tree {
        /// The text.
        text: String,
        /// The reason.
        reason: String,
        /// An example of such a tree.
        example: &'static str,
    },
    /// The table does not fit into memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The algorithm does not determine the value.
    #[error("{0} does not find the value")]
    FindsNoValue(AnyAlgorithm),
    /// The algorithm does not walk from the root to the nodes that it visits.
    #[error("{algorithm} does not walk through a tree that could be watched; expected one of {}", known.join(", "))]
    CannotBeWatched {
        /// The algorithm.
        algorithm: AnyAlgorithm,
        /// The names of those that do.
        known: Vec<String>,
    },
    /// The algorithm does not follow the rules of selective search.
    #[error("{0} searches the full width only")]
    FollowsNoRules(AnyAlgorithm),
    /// Lines of play need not end in this game.
    #[error("lines of {game} need not end; expected a depth of at most {most} plies")]
    Endless {
        /// The game.
        game: String,
        /// The deepest search at which values depend on position and depth alone.
        most: u32,
    },
    /// The solution tree could not be extracted.
    #[error("the solution tree: {0}")]
    Extract(#[from] ExtractError),
    /// The work was stopped before there was an answer.
    #[error("{0}")]
    Stopped(Stopped),
}

/// Returns whether the stop flag is set.
pub(crate) fn is_stopped(stop: &AtomicBool) -> bool {
    // `Relaxed` suffices: the flag guards no other data, and a late stop is harmless.
    stop.load(std::sync::atomic::Ordering::Relaxed)
}
