//! What one search is asked: a cell of a plan.

use nullwindow::AnyAlgorithm;
use std::fmt;

/// What is to be measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// A search by this algorithm.
    Search(AnyAlgorithm),
    /// The smallest tree that proves the value.
    MinimalTree,
    /// The minimal graph that a search with a large memory finds.
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

/// One search of a plan. A search that deepens gives a row for every iteration, any other gives one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// What is searched, by name.
    pub subject: String,
    /// The number of the position, or the seed, from 1.
    pub place: u32,
    /// What is measured.
    pub method: Method,
    /// The depth in plies; none to the end of the game.
    pub depth: Option<u32>,
    /// Deepen by this many plies an iteration; none to go to the depth at once.
    pub step: Option<u32>,
    /// Entries of the table; none to remember everything.
    pub entries: Option<u64>,
    /// Begin every iteration at its value plus this.
    pub offset: Option<i32>,
    /// Whether leaves are told apart. With several threads they are not.
    pub distinct: bool,
    /// How many threads search. An algorithm without memory, and a search that remembers everything, run on one.
    pub threads: u16,
}

impl Cell {
    /// How many threads really search.
    #[must_use]
    pub fn search_threads(&self) -> u16 {
        match self.method {
            Method::Search(algorithm) if algorithm.uses_threads() && self.entries.is_some() => self.threads.max(1),
            _ => 1,
        }
    }
}

impl fmt::Display for Cell {
    /// A text that names the cell: a run that was interrupted knows by it what it has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.subject, self.place, self.method)?;
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
        if self.distinct {
            write!(f, " distinct")?;
        }
        if self.threads > 1 {
            write!(f, " threads {}", self.threads)?;
        }
        Ok(())
    }
}
