//! A search in slices, for platforms without threads: between two slices the caller can react to a stop request.
//!
//! Each slice runs the whole request again with a node limit and the same transposition table. Completed iterations
//! cost a few nodes, because the table answers every child of the root; within the unfinished one the table leads back
//! to where the last slice ended. Values and moves are those of an unsliced search.
//!
//! Returning to that place costs nodes: a slice that they use up makes no progress. So a slice has at least 4096 nodes,
//! and slices of one iteration grow slowly. (With slices of 300 nodes a search of a rook endgame to depth 4 never
//! ended.)
//!
//! An algorithm without memory starts every slice from scratch, so its slices double until one is large enough: the
//! total is at most twice the cost, and a stop takes as long as the largest slice.

use crate::SearchRecord;
use crate::engine::{Engine, EngineError, SearchAnswer};
use crate::request::{Control, MemoryChoice, SearchRequest, new_table};
use nullwindow::Stopped;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The smallest slice, in nodes: a few milliseconds.
const LEAST: u64 = 4096;
/// The divisor of the growth: each slice of one iteration is larger by 1/64.
const GROWTH: u64 = 64;

/// A search that advances on request.
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
///     // a stop request would be handled here
/// }
/// assert_eq!(search.records().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SlicedSearch {
    engine: Arc<dyn Engine>,
    request: SearchRequest,
    records: Vec<SearchRecord>,
    unfinished: Option<SearchRecord>,
    /// The smallest slice that can make progress.
    least: u64,
    nodes: u64,
    done: bool,
}

impl SlicedSearch {
    /// Prepares a search. A table that the request gives by its size is created now and kept.
    ///
    /// # Errors
    /// If the table does not fit into memory.
    pub fn new(engine: Arc<dyn Engine>, mut request: SearchRequest) -> Result<SlicedSearch, EngineError> {
        if let MemoryChoice::Entries(entries) = request.memory {
            request.memory = MemoryChoice::Table(new_table(entries)?);
        }
        // Worker threads are not available where slices are needed.
        request.threads = 1;
        Ok(SlicedSearch { engine, request, records: Vec::new(), unfinished: None, least: LEAST, nodes: 0, done: false })
    }

    /// Searches about `nodes` nodes, at least some thousands, and returns whether the search is done.
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
        // The caller stops between slices, never within one.
        let never = AtomicBool::new(false);
        let answer = self.engine.search(&request, &mut Control::new(&never))?;
        self.nodes += slice;
        let advanced = answer.records.len() > self.records.len();
        self.least = match (resumes, advanced) {
            (true, true) => LEAST,
            (true, false) => slice.saturating_add(slice / GROWTH),
            (false, _) => slice.saturating_mul(2),
        };
        // Any other reason than the slice's own node limit ends the search.
        self.done = answer.stopped != Some(Stopped::Nodes) || self.nodes >= self.request.nodes.unwrap_or(u64::MAX);
        self.keep(answer);
        Ok(self.done)
    }

    /// Keeps the new iterations. One that an earlier slice completed keeps its original cost.
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

    /// Returns the result of the unfinished iteration so far.
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
