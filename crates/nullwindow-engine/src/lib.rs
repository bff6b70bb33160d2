//! Every game behind one object-safe trait.
//!
//! ```text
//! nullwindow (searches) + nullwindow-games (games)  ->  Engine  ->  laboratory, command line, other front ends
//! ```
//!
//! No other crate of the program instantiates a search with the type of a game. [`Catalogue`] creates an [`Engine`]
//! from a name. The caller sends a request ([`SearchRequest`], [`SolveRequest`], [`ProofRequest`]), receives
//! [`SearchEvent`]s during the work, and an answer at the end. Positions, moves and values are text and numbers. The
//! differences between games are data ([`Profile`]), so that front ends need no special cases.
//!
//! A search is compiled only twice per game, for one thread and for several: memory
//! ([`AnyMemory`](nullwindow::memory::AnyMemory)) and observers are selected at run time, by branches with the same
//! outcome at every node.
//!
//! The crate compiles for wasm32, which has no threads, and no clock but the one that the program supplies (`set_clock`).
//! There a search can advance in slices ([`SlicedSearch`]).

mod announcer;
mod catalogue;
mod clock;
mod diagram;
mod distinct;
mod engine;
mod event;
mod nearest;
mod observer;
mod record;
mod recorded;
mod request;
mod session;
mod settings;
mod sliced;
mod trees;
mod typed;
mod upper;
mod upper_recorder;

pub use catalogue::Catalogue;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use diagram::{DiagramDescription, MoveCells};
pub use engine::{
    BoardDescription, CheckAnswer, Engine, EngineError, FalseProof, GameFlaw, MinimalKind, PlayedPosition,
    SearchAnswer, SolveAnswer,
};
pub use event::SearchEvent;
pub use nearest::{closest, edits, nearest, unknown};
pub use nullwindow_games::{
    BenchSettings, BoardDiagram, BoardLook, ComposeError, DiagramCell, DiagramPiece, GameResult, GameSetting, Judging,
    MoveMark, OfferedPiece, PieceShape, ProblemPart, ProblemSet, Profile, Purpose, SettingError, Solvable,
    StrengthLevel, StrengthModel,
};
pub use record::{MoveRecord, PassRecord, SearchRecord, finite};
pub use recorded::{GameText, MoveJudgement};
pub use request::{
    Control, DistinctLeaves, FirstGuess, Horizon, Listener, MemoryChoice, MoveNotation, PositionText, ProofRequest,
    SearchRequest, SolveRequest, StopCondition, Timing, new_table,
};
pub use session::{
    ChosenMove, GameClock, GoLimits, IterationResult, Pace, PlaySearch, ScoreKind, SearchInfo, Session, SessionEvent,
    SessionOptions, TimeBudget,
};
pub use sliced::SlicedSearch;
pub use upper::{AnsweredBy, UpperNode, UpperTree};

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct EngineReadme;
