//! One position solved by many jobs.
//!
//! [`DistributedSolve`] holds the upper tree and asks the papers' question one level up: a null-window test of the root
//! whose leaves are null-window jobs on positions of the frontier. It knows no transport: a caller takes jobs, runs them
//! anywhere, and records their results in any order.
//!
//! ```text
//! f- := -inf; f+ := +inf; gamma := first guess
//! repeat                                                    DistributedSolve::take
//!     choose the most proving frontier position             world.rs
//!     if it is known to be too hard, replace it by its sons    split
//!     else hand out the job "is its value at least gamma?"
//!     a result narrows the bounds of all nodes above it     UpperGraph::narrow
//!     a job that reached its node limit makes a position hard
//!     jobs that the test no longer needs are cancelled
//!     when the bounds of the root decide gamma: the next one, as MTD(f)
//! until f- = f+
//! ```
//!
//! Every result is appended to the [`Ledger`] before it is used. A new solution with the same ledger continues where the
//! last one was killed; bounds from one pass answer the next ones. The value does not depend on the order of results, the
//! number of workers, or the settings: all bounds are proven.

pub(crate) mod graph;
mod settings;
mod world;

pub use settings::SolveSettings;

use crate::run::in_solved_units;
use crate::{Job, JobError, JobResult, Ledger, LedgerEntry};
use graph::{GraphNode, NodeNumber, UpperGraph};
use nullwindow::{Bounds, Depth, Score};
use nullwindow_engine::{Control, Engine, Horizon, MemoryChoice, PositionText, Purpose, SearchRequest, finite};
use nullwindow_games::Solving;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use world::{JobChoice, OpenTest};

/// The search of one position by many jobs.
///
/// ```
/// use nullwindow_engine::Catalogue;
/// use nullwindow_jobs::{DistributedSolve, Ledger, SolveSettings};
/// use std::sync::atomic::AtomicBool;
///
/// let catalogue = Catalogue::shipped();
/// let (engine, never) = (catalogue.engine("connect4 5x4")?, AtomicBool::new(false));
/// let settings = SolveSettings::default().with_budget(2_000);
/// let mut solve = DistributedSolve::new(engine, None, settings, Ledger::in_memory()?)?;
/// while let Some(job) = solve.take()? {
///     let result = job.run(&catalogue, &never)?; // anywhere
///     solve.record(&result, "here")?;
/// }
/// assert_eq!(solve.value(), Some(0));
/// # Ok::<(), nullwindow_jobs::JobError>(())
/// ```
pub struct DistributedSolve {
    engine: Arc<dyn Engine>,
    settings: SolveSettings,
    ledger: Ledger,
    graph: UpperGraph,
    gamma: Option<Score>,
    choice: JobChoice,
    /// The usual error of estimates, in the scale of the game.
    spread: f64,
    /// True if the game reads the positions that it writes.
    reads_notation: bool,
    /// Results of the ledger that no node has used yet, by the position of their jobs.
    known: HashMap<String, Vec<LedgerEntry>>,
    /// The estimates of all positions so far, for the player to move.
    pub(crate) estimates: HashMap<String, i32>,
    /// Every job that was handed out, with its node.
    issued: HashMap<String, (NodeNumber, Job)>,
    in_flight: HashMap<NodeNumber, String>,
    cancelled: Vec<String>,
    hardness: Vec<LevelCounts>,
    progress: SolveProgress,
}

/// The jobs on positions of one ply.
#[derive(Clone, Copy, Debug, Default)]
struct LevelCounts {
    answered: u32,
    exceeded: u32,
}

/// The state of a distributed solution.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct SolveProgress {
    /// The proven lower bound of the root; `None` if infinite.
    pub lower: Option<i32>,
    /// The proven upper bound of the root; `None` if infinite.
    pub upper: Option<i32>,
    /// The current test: is the value at least this?
    pub gamma: Option<i32>,
    /// The positions of the upper tree.
    pub positions: u64,
    /// The jobs handed out.
    pub issued: u64,
    /// The jobs with a result.
    pub answered: u64,
    /// Those of them that reached their node limit.
    pub exceeded: u64,
    /// The results that were in the ledger already.
    pub known: u64,
    /// The jobs that were cancelled.
    pub cancelled: u64,
    /// The jobs in flight.
    pub in_flight: u64,
    /// The nodes of all results.
    pub nodes: u64,
    /// The tests of the root that were decided.
    pub passes: u64,
}

/// The number of the root.
const ROOT: NodeNumber = 0;

impl DistributedSolve {
    /// Starts or continues the solution of a position; the start position without a text.
    ///
    /// # Errors
    /// If the position is wrong, the ledger cannot be read, or the game cannot be solved in parts: its lines of play need
    /// not end, or its wins are scored by their distance.
    pub fn new(
        engine: Arc<dyn Engine>,
        position: Option<&str>,
        settings: SolveSettings,
        ledger: Ledger,
    ) -> Result<DistributedSolve, JobError> {
        let profile = engine.profile(Purpose::Solve);
        let undivided = |reason| JobError::Undivided { game: engine.name().to_owned(), reason };
        if matches!(profile.solving, Solving::Deepening { .. }) {
            return Err(undivided("its lines of play need not end"));
        }
        if profile.win.is_some() {
            return Err(undivided("its wins are scored by their distance"));
        }
        let mut known: HashMap<String, Vec<LedgerEntry>> = HashMap::new();
        for entry in ledger.entries()? {
            if entry.job.game == engine.name() && entry.job.depth.is_none() {
                known.entry(position_key(&entry.job.position_text())).or_default().push(entry);
            }
        }
        let root = PositionText::new(position);
        let board = engine.board(&root)?;
        let written = PositionText::from(board.notation.as_str());
        let reads_notation = engine.board(&written).is_ok_and(|again| again.notation == board.notation);
        let mut solve = DistributedSolve {
            choice: JobChoice::new(),
            spread: settings.spread * f64::from(profile.scale),
            engine,
            settings,
            ledger,
            graph: UpperGraph::default(),
            gamma: None,
            reads_notation,
            known,
            estimates: HashMap::new(),
            issued: HashMap::new(),
            in_flight: HashMap::new(),
            cancelled: Vec::new(),
            hardness: Vec::new(),
            progress: SolveProgress::default(),
        };
        solve.node_of(if reads_notation { written } else { root }, board.first_player_moves, 0)?;
        solve.restore_splits()?;
        Ok(solve)
    }

    /// Splits the positions that an earlier solution with this ledger has split, so that all its results are used before
    /// the first job is chosen.
    fn restore_splits(&mut self) -> Result<(), JobError> {
        let splits = self.ledger.splits(self.engine.name())?;
        let mut number = ROOT;
        // Splitting adds nodes behind this one.
        while number < self.graph.nodes.len() {
            let at = &self.graph.nodes[number];
            if at.children.is_none() && splits.contains(&position_key(&at.position)) {
                self.split(number)?;
            }
            number += 1;
        }
        Ok(())
    }

    /// Returns the exact value for the player to move at the root, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.graph.nodes[ROOT].bounds.exact().and_then(finite)
    }

    /// Returns a move that keeps the value, if the value is known and the root was split.
    #[must_use]
    pub fn best_move(&self) -> Option<&str> {
        let value = self.graph.nodes[ROOT].bounds.exact()?;
        let children = self.graph.nodes[ROOT].children.as_ref()?;
        let best = children.iter().find(|&&(_, child)| self.graph.nodes[child].bounds.lower >= value);
        best.map(|(name, _)| name.as_str())
    }

    /// Returns the next job, or `None` if the value is known, or no further job would be useful before one in flight is
    /// answered.
    ///
    /// # Errors
    /// If results of the ledger contradict each other, or it cannot be read.
    pub fn take(&mut self) -> Result<Option<Job>, JobError> {
        while let Some(gamma) = self.next_test() {
            let Some(node) = self.choose(gamma) else { return Ok(None) };
            if self.is_too_hard(node) {
                self.split(node)?;
                continue;
            }
            let job = self.job(node, gamma);
            let id = job.id();
            self.progress.issued += 1;
            self.issued.insert(id.clone(), (node, job.clone()));
            self.in_flight.insert(node, id);
            self.graph.mark(node);
            return Ok(Some(job));
        }
        Ok(None)
    }

    /// Returns the position of the frontier for the next job.
    fn choose(&mut self, gamma: Score) -> Option<NodeNumber> {
        let changed = self.graph.drain_changed();
        let in_flight = |node: NodeNumber| self.in_flight.contains_key(&node);
        let test = OpenTest { graph: &self.graph, root: ROOT, gamma, in_flight: &in_flight, spread: self.spread };
        self.choice.choose(&test, &changed, self.in_flight.keys().copied())
    }

    /// Appends a result to the ledger and uses it. A result that was interrupted is not appended; its job can be taken
    /// again.
    ///
    /// # Errors
    /// If it belongs to no job of this solution, contradicts another one, or the ledger cannot be written.
    pub fn record(&mut self, result: &JobResult, worker: &str) -> Result<(), JobError> {
        let Some((node, job)) = self.issued.get(&result.id).cloned() else {
            return Err(JobError::Foreign { id: result.id.clone() });
        };
        self.give_back(&result.id);
        if result.complete && job.at_least.is_some_and(|gamma| !result.decides(gamma)) {
            return Err(JobError::NoAnswer { id: result.id.clone() });
        }
        if result.stopped.as_deref() == Some("interrupted") {
            return Ok(());
        }
        if !self.ledger.append(&job, result, worker)? {
            // A late result of a job that was cancelled and handed out again.
            return Ok(());
        }
        self.progress.answered += 1;
        self.progress.nodes += result.nodes;
        self.apply(node, job, result.clone())?;
        self.cancel_unneeded();
        Ok(())
    }

    /// Makes a job available again that a worker has lost.
    pub fn give_back(&mut self, id: &str) {
        if let Some(&(node, _)) = self.issued.get(id)
            && self.in_flight.get(&node).is_some_and(|current| current == id)
        {
            self.in_flight.remove(&node);
            self.graph.mark(node);
        }
    }

    /// Returns the ids of jobs in flight that are no longer needed, each once. Their results are still accepted.
    pub fn drain_cancelled(&mut self) -> Vec<String> {
        std::mem::take(&mut self.cancelled)
    }

    /// Returns the state of the solution.
    #[must_use]
    pub fn progress(&self) -> SolveProgress {
        let bounds = self.graph.nodes[ROOT].bounds;
        SolveProgress {
            lower: finite(bounds.lower),
            upper: finite(bounds.upper),
            gamma: self.gamma.and_then(finite),
            positions: self.graph.nodes.len() as u64,
            in_flight: self.in_flight.len() as u64,
            ..self.progress
        }
    }

    /// Returns the ledger.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Returns the engine of the game.
    #[must_use]
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    pub(crate) fn graph(&self) -> &UpperGraph {
        &self.graph
    }

    /// Returns the current test, and moves to the next one if the root decides it: MTD(f), from the estimate of the root.
    fn next_test(&mut self) -> Option<Score> {
        let root = &self.graph.nodes[ROOT];
        let Bounds { lower, upper } = root.bounds;
        if lower >= upper {
            return None;
        }
        let gamma = match self.gamma {
            None => Score::saturating(root.estimate),
            Some(gamma) if lower >= gamma => lower.succ(),
            Some(gamma) if upper < gamma => upper,
            Some(gamma) => return Some(gamma),
        };
        self.progress.passes += u64::from(self.gamma.is_some());
        self.gamma = Some(gamma.clamp(lower.succ(), upper));
        self.gamma
    }

    /// Returns whether a position is split without a job: near the root, after a job that reached its limit, or if most
    /// jobs on its ply did.
    fn is_too_hard(&self, node: NodeNumber) -> bool {
        let at = &self.graph.nodes[node];
        // One ply that is mostly too hard makes all plies above it too hard.
        let levels = self.hardness.iter().skip(at.ply as usize);
        at.is_hard
            || at.ply < self.settings.split_plies
            || levels.into_iter().any(|level| level.exceeded >= 3 && level.exceeded > 2 * level.answered)
    }

    fn job(&self, node: NodeNumber, gamma: Score) -> Job {
        let at = &self.graph.nodes[node];
        Job {
            position: at.position.text.clone(),
            moves: at.position.moves.clone(),
            at_least: finite(at.tested_bound(gamma)),
            nodes: Some(self.settings.budget),
            table: self.settings.table,
            ..Job::new(self.engine.name())
        }
    }

    /// Uses a result: narrows bounds, and counts whether the position was too hard.
    fn apply(&mut self, node: NodeNumber, job: Job, result: JobResult) -> Result<(), JobError> {
        let at = &mut self.graph.nodes[node];
        let level = at.ply as usize;
        if self.hardness.len() <= level {
            self.hardness.resize(level + 1, LevelCounts::default());
        }
        let counts = &mut self.hardness[level];
        if result.complete {
            counts.answered += 1;
        } else {
            counts.exceeded += 1;
            self.progress.exceeded += 1;
            // A result of the ledger may have had a smaller limit.
            at.is_hard |= job.nodes >= Some(self.settings.budget);
        }
        let bounds = at.turned(bounds_of(&result));
        at.results.push((job, result));
        let narrowed = self.graph.narrow(node, bounds);
        narrowed.map_err(|node| self.contradiction(node))
    }

    fn contradiction(&self, node: NodeNumber) -> JobError {
        let at = &self.graph.nodes[node];
        let bounds = at.turned(at.bounds);
        JobError::Contradiction { position: at.notation.clone(), lower: bounds.lower.get(), upper: bounds.upper.get() }
    }

    /// Replaces a position of the frontier by the positions after its moves.
    fn split(&mut self, node: NodeNumber) -> Result<(), JobError> {
        let (position, ply) = (self.graph.nodes[node].position.clone(), self.graph.nodes[node].ply);
        let board = self.engine.board(&position)?;
        let root_is_first = board.first_player_moves == self.graph.nodes[node].is_max;
        let mut children = Vec::with_capacity(board.moves.len());
        for name in board.moves {
            let mut next = position.clone();
            next.moves.push(name.clone());
            children.push((name, self.node_of(next, root_is_first, ply + 1)?));
        }
        self.ledger.append_split(self.engine.name(), &position_key(&position))?;
        self.graph.expand(node, children);
        self.graph.back_up(node).map_err(|node| self.contradiction(node))
    }

    /// Returns the node of a position; creates it if it is new, and applies what the ledger knows of it.
    fn node_of(&mut self, position: PositionText, root_is_first: bool, ply: u32) -> Result<NodeNumber, JobError> {
        let board = self.engine.board(&position)?;
        let position = if self.reads_notation { PositionText::from(board.notation.as_str()) } else { position };
        let key = position_key(&position);
        if let Some(known) = self.graph.find(&key) {
            return Ok(known);
        }
        let is_max = board.first_player_moves == root_is_first;
        let over = board.over.map(|score| in_solved_units(&*self.engine, score));
        let bounds = over.map_or(Bounds::UNKNOWN, |score| Bounds::exactly(Score::saturating(score))).flip_if(!is_max);
        let estimate = match over {
            Some(score) => score,
            None => match self.estimates.get(&key) {
                Some(&estimate) => estimate,
                None => self.estimate(&position)?,
            },
        };
        self.estimates.insert(key.clone(), estimate);
        let node = GraphNode {
            position,
            notation: board.notation,
            is_max,
            ply,
            is_over: over.is_some(),
            bounds,
            estimate: if is_max { estimate } else { -estimate },
            children: None,
            parents: Vec::new(),
            results: Vec::new(),
            is_hard: false,
        };
        let entries = self.known.remove(&key).unwrap_or_default();
        let number = self.graph.add(key, node);
        for LedgerEntry { job, result, .. } in entries {
            self.progress.known += 1;
            self.issued.insert(result.id.clone(), (number, job.clone()));
            self.apply(number, job, result)?;
        }
        Ok(number)
    }

    /// Estimates the value for the player to move by a shallow search.
    fn estimate(&self, position: &PositionText) -> Result<i32, JobError> {
        let horizon = Horizon::Deepening { to: Depth::plies(self.settings.estimate_depth.max(1)), step: 1 };
        let algorithm = "mtd-f".parse()?;
        let mut request = SearchRequest::new(algorithm, horizon, MemoryChoice::Entries(1 << 14));
        (request.position, request.exact_leaves, request.until_decided) = (position.clone(), false, true);
        let answer = self.engine.search(&request, &mut Control::new(&AtomicBool::new(false)))?;
        let value = answer.records.last().and_then(|record| record.value).unwrap_or(0);
        Ok(in_solved_units(&*self.engine, Score::saturating(value)))
    }

    /// Cancels the jobs in flight that the current test no longer needs.
    fn cancel_unneeded(&mut self) {
        let gamma = self.next_test();
        let mut known = HashMap::new();
        let is_needed =
            |&node: &NodeNumber| gamma.is_some_and(|gamma| self.graph.is_open(ROOT, node, gamma, &mut known));
        let (_, mut unneeded): (Vec<_>, Vec<_>) = self.in_flight.keys().copied().partition(is_needed);
        // The order of a map differs from run to run.
        unneeded.sort_unstable();
        for node in unneeded {
            self.cancelled.extend(self.in_flight.remove(&node));
            self.graph.mark(node);
            self.progress.cancelled += 1;
        }
    }
}

impl fmt::Debug for DistributedSolve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let progress = self.progress();
        f.debug_struct("DistributedSolve").field("game", &self.engine.name()).field("progress", &progress).finish()
    }
}

/// Returns the bounds of a result, for the player to move.
fn bounds_of(result: &JobResult) -> Bounds {
    Bounds {
        lower: result.lower.map_or(Score::NEG_INFINITY, Score::saturating),
        upper: result.upper.map_or(Score::INFINITY, Score::saturating),
    }
}

/// Returns the key of a position: its text and moves.
fn position_key(position: &PositionText) -> String {
    let text = position.text.as_deref().unwrap_or_default();
    if position.moves.is_empty() { text.to_owned() } else { format!("{text} moves {}", position.moves.join(" ")) }
}
