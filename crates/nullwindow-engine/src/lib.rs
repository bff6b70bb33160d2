//! Every game behind one object-safe trait.
//!
//! ```text
//! nullwindow (searches) + nullwindow-games (games)  ->  Engine  ->  laboratory, command line, other front ends
//! ```
//!
//! This crate is the only place where a game's type meets a search. [`Catalogue`] makes an [`Engine`] from a name;
//! requests go in ([`SearchRequest`], [`SolveRequest`], [`ProofRequest`]), [`SearchEvent`]s come out while it works, and an
//! answer at the end. Positions, moves and values are text and numbers. What differs between games is data
//! ([`Profile`]), so that no front end needs to know a game by name.
//!
//! Each game is compiled once: memory ([`AnyMemory`](nullwindow::memory::AnyMemory)) and observers are chosen at run
//! time by branches that are the same at every node.
//!
//! It compiles for wasm32, where there is neither a clock nor a thread: there a search advances in slices
//! ([`SlicedSearch`]).

mod announcer;
mod catalogue;
mod clock;
mod distinct;
mod engine;
mod event;
mod nearest;
mod observer;
mod record;
mod request;
mod sliced;
mod trees;
mod typed;

pub use catalogue::Catalogue;
pub use engine::{
    BoardDescription, CheckAnswer, Engine, EngineError, FalseProof, GameFlaw, MinimalKind, SearchAnswer, SolveAnswer,
};
pub use event::SearchEvent;
pub use nearest::{closest, edits, nearest, unknown};
pub use nullwindow_games::{BenchSettings, ProblemPart, ProblemSet, Profile, Purpose};
pub use record::{MoveRecord, PassRecord, SearchRecord, finite};
pub use request::{
    Control, DistinctLeaves, FirstGuess, Horizon, Listener, MemoryChoice, PositionText, ProofRequest, SearchRequest,
    SolveRequest, Timing, new_table,
};
pub use sliced::SlicedSearch;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct EngineReadme;
