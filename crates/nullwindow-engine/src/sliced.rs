//! A search in slices, for machines without threads: between two slices the caller can hear a request to stop.
//!
//! Each slice runs the whole request again with a limit of nodes and the same transposition table. Iterations that an
//! earlier slice completed cost a few nodes, because the table answers every child of the root; within the unfinished
//! one the table leads back to where the last slice ended. Values and moves are those of an unsliced search.
//!
//! The way back costs nodes too: a slice that is used up by it makes no progress. So a slice has at least 4096 nodes, and
//! slices of one iteration grow slowly. (With slices of 300 nodes a search of a rook endgame to depth 4 never ended.)
//!
//! An algorithm without memory starts every slice from nothing, so its slices double until one is large enough: the
//! whole costs at most twice as much, and a stop takes as long as the largest slice.

use crate::SearchRecord;
use crate::engine::{Engine, EngineError, SearchAnswer};
use crate::request::{Control, MemoryChoice, SearchRequest, new_table};
use nullwindow::Stopped;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The fewest nodes of a slice: a few milliseconds.
const LEAST: u64 = 4096;
/// Slices of one iteration grow by this part of their size.
const GROWTH: u64 = 64;

/// A search that advances when it is told to.
///
/// ```
/// use nullwindow::Depth;
/// use nullwindow_engine::{Catalogue, Horizon, MemoryChoice, SearchRequest, SlicedSearch};
///
/// let engine = Catalogue::shipped().engine("othello")?;
/// let horizon = Horizon::Deepening { to: Depth::plies(6), step: 1 };
/// let request = SearchRequest::new("mtd-f".parse()?, horizon, MemoryChoice::Entries(1 << 16));
/// let mut search = SlicedSearch::new(engine, request)?;
/// while !search.advance(1000)? {
///     // a message to stop would be heard here
/// }
/// assert_eq!(search.records().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SlicedSearch {
    engine: Arc<dyn Engine>,
    request: SearchRequest,
    records: Vec<SearchRecord>,
    unfinished: Option<SearchRecord>,
    /// The smallest slice that is worth trying.
    least: u64,
    nodes: u64,
    done: bool,
}

impl SlicedSearch {
    /// Prepares a search. A table that the request describes by its size is made now, and kept.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(engine: Arc<dyn Engine>, mut request: SearchRequest) -> Result<SlicedSearch, EngineError> {
        if let MemoryChoice::Entries(entries) = request.memory {
            request.memory = MemoryChoice::Table(new_table(entries)?);
        }
        request.threads = 1;
        Ok(SlicedSearch { engine, request, records: Vec::new(), unfinished: None, least: LEAST, nodes: 0, done: false })
    }

    /// Searches about `nodes` nodes, some thousands at least, and returns whether the search is done.
    ///
    /// # Errors
    /// If the request cannot be carried out.
    pub fn advance(&mut self, nodes: u64) -> Result<bool, EngineError> {
        if self.done {
            return Ok(true);
        }
        let limit = self.request.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        let resumes = self.request.algorithm.uses_memory() && self.request.memory.entries().is_some();
        let slice = nodes.max(self.least).clamp(1, limit.max(1));
        let request = SearchRequest { nodes: Some(slice), ..self.request.clone() };
        let never = AtomicBool::new(false);
        let answer = self.engine.search(&request, &mut Control::new(&never))?;
        self.nodes += slice;
        let advanced = answer.records.len() > self.records.len();
        self.least = match (resumes, advanced) {
            (true, true) => LEAST,
            (true, false) => slice.saturating_add(slice / GROWTH),
            (false, _) => slice.saturating_mul(2),
        };
        self.done = answer.stopped != Some(Stopped::Nodes) || self.nodes >= self.request.nodes.unwrap_or(u64::MAX);
        self.keep(answer);
        Ok(self.done)
    }

    /// Keeps the iterations that are new. One that an earlier slice completed keeps the cost it had then.
    fn keep(&mut self, answer: SearchAnswer) {
        let known = self.records.len();
        self.records.extend(answer.records.into_iter().skip(known));
        self.unfinished = answer.unfinished;
    }

    /// Returns the completed iterations.
    #[must_use]
    pub fn records(&self) -> &[SearchRecord] {
        &self.records
    }

    /// Returns what the unfinished iteration has found so far.
    #[must_use]
    pub fn unfinished(&self) -> Option<&SearchRecord> {
        self.unfinished.as_ref()
    }

    /// Returns whether the search is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done
    }
}

impl std::fmt::Debug for SlicedSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SlicedSearch").field("request", &self.request).field("done", &self.done).finish_non_exhaustive()
    }
}
