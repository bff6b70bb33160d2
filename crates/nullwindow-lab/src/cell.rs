//! A cell of a plan: the description of one search.

use nullwindow::AnyAlgorithm;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The kind of measurement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Method {
    /// A search with this algorithm.
    Search(AnyAlgorithm),
    /// The smallest tree that proves the value.
    MinimalTree,
    /// The minimal graph, as found by a search with a large transposition table.
    MinimalGraph,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Search(algorithm) => f.pad(&algorithm.to_string()),
            Method::MinimalTree => f.pad("minimal-tree"),
            Method::MinimalGraph => f.pad("minimal-graph"),
        }
    }
}

impl Serialize for Method {
    /// Writes the name that plans use, which reading accepts.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One search of a plan. A deepening search yields one row per iteration, any other search one row.
///
/// As JSON it can be sent to another machine, which [searches](crate::Subject::search) it there.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The name of the searched game or tree family.
    pub subject: String,
    /// The number of the position, or the seed, from 1.
    pub instance: u32,
    /// The kind of measurement.
    pub method: Method,
    /// The depth in plies, or `None` to search to the end of the game.
    pub depth: Option<u32>,
    /// The plies added per iteration, or `None` to search the full depth at once.
    pub step: Option<u32>,
    /// The number of table entries, or `None` for a memory that keeps every position.
    pub entries: Option<u64>,
    /// The distance of the first guess from the value of each iteration.
    pub offset: Option<i32>,
    /// True if distinct leaves are counted. A search with several threads does not count them.
    pub distinct: bool,
    /// The number of threads requested. An algorithm without memory, and a search that keeps every position, use one.
    pub threads: u16,
    /// True if leaves are evaluated only so far that their windows are answered. The papers' counts assume exact leaves.
    pub windowed_leaves: bool,
}

impl Cell {
    /// Returns the number of threads that the search uses.
    #[must_use]
    pub fn search_threads(&self) -> u16 {
        match self.method {
            Method::Search(algorithm) if algorithm.uses_threads() && self.entries.is_some() => self.threads.max(1),
            // Only the fixed-size table is shared between threads.
            _ => 1,
        }
    }
}

impl fmt::Display for Cell {
    /// Writes the text that identifies the cell. A resumed run looks finished cells up by this text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.subject, self.instance, self.method)?;
        match self.depth {
            Some(depth) => write!(f, " depth {depth}")?,
            None => write!(f, " depth end")?,
        }
        if let Some(step) = self.step {
            write!(f, " step {step}")?;
        }
        if let Some(entries) = self.entries {
            write!(f, " entries {entries}")?;
        }
        if let Some(offset) = self.offset {
            write!(f, " offset {offset}")?;
        }
        // Defaults are left out: a new field must not change the text of cells already stored.
        if self.distinct {
            write!(f, " distinct")?;
        }
        if self.threads > 1 {
            write!(f, " threads {}", self.threads)?;
        }
        if self.windowed_leaves {
            write!(f, " windowed-leaves")?;
        }
        Ok(())
    }
}
