//! What can be searched, whatever its type, in reading order:
//!
//! - [`playing`]: a game with its positions;
//! - [`trees`]: families of synthetic trees, by their texts;
//! - [`measure`](self): one cell, searched and written down; what searches remember.

mod measure;
pub mod playing;
mod remembered;
pub mod trees;

pub use playing::Playing;
pub use trees::Family;

use crate::{Cell, Row};
use std::sync::atomic::AtomicBool;

/// Something that the laboratory can search.
pub trait Subject: Send + Sync {
    /// The name that plans use.
    fn name(&self) -> &str;

    /// How many positions there are; none if there is no end of them, as with the seeds of a tree.
    fn positions(&self) -> Option<u32>;

    /// Runs one search. When `stop` is set, it ends soon and gives the iterations that were completed.
    ///
    /// A search with an offset begins every iteration at the value of that iteration plus the offset (002 Fig. 10). The
    /// values are found before, by MTD(f) in a memory of its own and off the record.
    ///
    /// # Errors
    /// If the search cannot be done: no such position, a table that does not fit into memory.
    fn search(&self, cell: &Cell, stop: &AtomicBool) -> Result<Searched, SubjectError>;
}

/// What a search of a cell gave.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Searched {
    /// A row for every completed iteration.
    pub rows: Vec<Row>,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
    /// The leaves of a tree in the order of their first visit, numbered from the left, from 0; of the last iteration.
    /// None for games, and where leaves were not told apart.
    pub leaf_sequence: Option<Vec<u64>>,
}

/// A search that cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The subject has fewer positions.
    #[error("{subject} has {positions} positions, number {place} was asked for")]
    NoPosition {
        /// The subject.
        subject: String,
        /// How many it has.
        positions: u32,
        /// Which was asked for.
        place: u32,
    },
    /// No subject has this name.
    #[error("there is no game or tree '{name}'; did you mean '{nearest}'?")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name.
        nearest: String,
    },
    /// A tree's text is wrong.
    #[error("'{text}': {reason}, as in '{example}'")]
    Tree {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
        /// How one is written.
        example: &'static str,
    },
    /// The search itself could not be set up.
    #[error("{0}")]
    Setup(String),
}
