//! Solving: the value to the end of the game, by the method of the game's profile.

use super::RootPosition;
use super::search::{Deadline, EngineSearch, StopFlags, is_decided, limits, request_record};
use crate::announcer::{Announce, Announcer};
use crate::clock::{SearchClock, WallTime};
use crate::distinct::LeafSet;
use crate::engine::{EngineError, SolveAnswer};
use crate::observer::{EngineObserver, ObserverParts};
use crate::request::{Control, DistinctLeaves, Horizon, MemoryChoice, SearchRequest, SolveRequest};
use crate::{MoveRecord, SearchRecord};
use nullwindow::depth_first::Mt;
use nullwindow::memory::AnyMemory;
use nullwindow::observe::{Cost, Observer};
use nullwindow::{AnyAlgorithm, Bounds, Deepening, Depth, Order, Outcome, Request, Search};
use nullwindow_games::{Playable, Solving};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The result of a solver.
pub(super) struct SolverResult<M> {
    /// The proven bounds of the value to the end of the game.
    pub(super) bounds: Bounds,
    best: Option<M>,
    /// The principal variation as far as the table held it; empty unless the value is known.
    pub(super) line: Vec<M>,
    /// The last completed iteration that does not decide the game.
    estimate: Option<Outcome<M>>,
    /// The depth at which the answer was decided; `None` if the search went to the end.
    pub(super) depth: Option<u32>,
    /// True if the algorithm completed.
    pub(super) done: bool,
    passes: u64,
    cost: Cost,
    leaves: Option<u64>,
}

impl<M> SolverResult<M> {
    /// Combines an answer about the end of the game, possibly unfinished, with the last iteration before it.
    fn new(answer: Option<Outcome<M>>, estimate: Option<Outcome<M>>, cost: Cost) -> SolverResult<M> {
        let done = answer.as_ref().is_some_and(|answer| answer.stopped.is_none());
        let (mut bounds, mut best, mut line) = (Bounds::UNKNOWN, None, Vec::new());
        let (mut depth, mut passes) = (None, 0);
        if let Some(answer) = answer {
            (bounds, best, line) = (answer.bounds, answer.best, answer.line);
            (depth, passes) = (answer.depth.get(), answer.passes.len() as u64);
        }
        SolverResult { bounds, best, line, estimate, depth, done, passes, cost, leaves: None }
    }

    /// Returns the exact value, if it was found.
    pub(super) fn value(&self) -> Option<nullwindow::Score> {
        self.bounds.exact().filter(|_| self.done)
    }
}

/// The common parameters of the searches of one solution.
pub(super) struct Solver<'s, 'e, G: Playable> {
    pub(super) root: &'s RootPosition<'e, G>,
    pub(super) algorithm: &'s AnyAlgorithm,
    pub(super) memory: AnyMemory,
    pub(super) threads: u16,
    pub(super) stop: &'s AtomicBool,
    pub(super) flags: StopFlags,
    pub(super) announcer: &'s dyn Announce,
    pub(super) deadline: Deadline<'s>,
    pub(super) nodes: Option<u64>,
    pub(super) solving: Solving,
    pub(super) order: Order,
    pub(super) clock: &'s SearchClock,
}

impl<'s, G: Playable> Solver<'s, '_, G> {
    /// Runs `work` with a new search on the solver's table.
    pub(super) fn with_search<T>(
        &'s self,
        parts: ObserverParts<'s>,
        work: impl FnOnce(&mut EngineSearch<'_, G>) -> T,
    ) -> T {
        // The flag belongs to one search; an earlier one may have set it.
        self.flags.enough.store(false, Relaxed);
        let mut search = Search::new(&*self.root.game)
            .with_memory(self.memory.clone())
            .with_observer(EngineObserver::new(parts))
            .with_order(self.order)
            .with_limits(limits(self.stop, &self.flags, self.announcer, self.deadline, self.nodes, &self.memory));
        search.threads_observed(self.threads.into(), EngineObserver::default, work)
    }

    pub(super) fn observer_parts(&'s self) -> ObserverParts<'s> {
        ObserverParts { announcer: self.announcer.listens().then_some(self.announcer), ..ObserverParts::default() }
    }

    /// Finds the value by the method of the game's profile.
    pub(super) fn solve(&'s self, distinct: DistinctLeaves) -> SolverResult<G::Move> {
        let most = match distinct {
            DistinctLeaves::No => None,
            DistinctLeaves::UpTo(most) => Some(most),
            DistinctLeaves::All => Some(usize::MAX),
        };
        let leaves = most.filter(|_| self.threads == 1).map(|most| RefCell::new(LeafSet::new(self.clock, most)));
        self.with_search(ObserverParts { leaves, ..self.observer_parts() }, |search| {
            let mut solution = match self.solving {
                Solving::Deepening { .. } => self.deepening(search),
                Solving::ToTheEnd { guess, .. } => self.to_the_end(search, guess),
            };
            solution.leaves = Observer::<G>::counts(search.observer()).distinct_leaves;
            solution
        })
    }

    /// Deepens until the answer no longer depends on the depth.
    fn deepening(&self, search: &mut EngineSearch<'_, G>) -> SolverResult<G::Move> {
        let (game, plan) = (&*self.root.game, Deepening::to(Depth::END));
        let mut listener = |outcome: &Outcome<G::Move>| {
            if is_decided(game, outcome) {
                self.flags.enough.store(true, Relaxed);
            }
        };
        let plan = self.request(plan).with_listener(&mut listener);
        let mut deepened = search.deepen(self.algorithm, &self.root.position, plan);
        let cost = deepened.cost();
        let last = deepened.iterations.pop();
        let decided = last.as_ref().is_some_and(|last| is_decided(game, last));
        let (answer, estimate) = if decided { (last, None) } else { (None, last) };
        let mut solution = SolverResult::new(answer, estimate, cost);
        // The first move keeps the decided value to the end of the game; later moves keep it only at that depth.
        solution.line.truncate(1);
        solution
    }

    /// Searches to the end at once, after iterations to `plies` that order the moves and give a first guess.
    fn to_the_end(&self, search: &mut EngineSearch<'_, G>, plies: u32) -> SolverResult<G::Move> {
        let (mut estimate, mut cost) = (None, Cost::default());
        if plies > 0 {
            let plan = Deepening::to(Depth::plies(plies));
            let mut deepened = search.deepen(self.algorithm, &self.root.position, self.request(plan));
            cost = deepened.cost();
            estimate = deepened.iterations.pop();
        }
        if estimate.as_ref().is_some_and(|last| last.settled) {
            // The iteration has reached the end of every relevant line.
            return SolverResult { depth: None, ..SolverResult::new(estimate, None, cost) };
        }
        let mut request = self.request(Depth::END);
        if let Some(value) = estimate.as_ref().and_then(Outcome::value) {
            request = request.with_guess(value);
        }
        let answer = search.run(self.algorithm, &self.root.position, request);
        cost += answer.counts.cost;
        SolverResult::new(Some(answer), estimate, cost)
    }

    /// Finds the exact value of every root move, best first, at the depth of the solution.
    fn all_moves(&'s self, depth: Option<u32>) -> Option<Vec<MoveRecord>> {
        let depth = depth.map_or(Depth::END, Depth::plies);
        let found = self.with_search(self.observer_parts(), |search| {
            search.root_moves(self.algorithm, &self.root.position, self.request(Deepening::once(depth)))
        });
        // Without the values of all moves, their order means nothing.
        found.stopped.is_none().then(|| found.moves.iter().map(|root_move| self.root.move_record(root_move)).collect())
    }

    /// Completes a request for the root by the game's estimate of the plies left.
    fn request<'r>(&self, depths: impl Into<Request<'r, G::Move>>) -> Request<'r, G::Move> {
        super::request(&*self.root.game, &self.root.position, depths)
    }
}

/// Returns an error for algorithms that do not determine the value.
pub(super) fn finds_value(algorithm: &AnyAlgorithm) -> Result<(), EngineError> {
    if algorithm.finds_value() { Ok(()) } else { Err(EngineError::FindsNoValue(*algorithm)) }
}

impl<G: Playable> RootPosition<'_, G> {
    pub(super) fn solve(
        &self,
        subject: &str,
        request: &SolveRequest,
        control: &mut Control<'_>,
    ) -> Result<SolveAnswer, EngineError> {
        let test = request.at_least.map(|gamma| AnyAlgorithm::Mt(Mt::at(gamma)));
        if test.is_none() {
            finds_value(&request.algorithm)?;
        }
        let algorithm = test.unwrap_or(request.algorithm);
        let stop = control.stop;
        let announcer = Announcer::of(control);
        let memory = MemoryChoice::Table(Arc::clone(&request.table));
        // As a search request, to share its rules for threads and records.
        let as_search = SearchRequest {
            threads: request.threads,
            ..SearchRequest::new(algorithm, Horizon::Fixed(Depth::END), memory)
        };
        let profile = self.game.profile();
        let (threads, clock) = (as_search.threads_used(), SearchClock::of_wall());
        let solver = Solver {
            root: self,
            algorithm: &algorithm,
            memory: AnyMemory::table(Arc::clone(&request.table)).with_min_depth(Depth::plies(profile.memory_from)),
            threads,
            stop,
            flags: StopFlags::default(),
            announcer: &announcer,
            deadline: Deadline::after(request.time),
            nodes: request.nodes,
            solving: profile.solving,
            order: request.order.unwrap_or(profile.solving.order()),
            clock: &clock,
        };
        let start = WallTime::now();
        let mut solution = solver.solve(request.distinct);
        let time = start.elapsed();
        let mut line_is_complete = false;
        if let (true, Some(value)) = (request.whole_line, solution.value()) {
            announcer.stage("the line to the end");
            line_is_complete = solver.complete_line(value, &mut solution.line);
        }
        let mut moves = None;
        if request.all_moves && solution.done {
            announcer.stage("every move");
            moves = solver.all_moves(solution.depth);
        }
        let mut record = self.outcome_record(request_record(subject, &self.text, &as_search, threads), &solution);
        record.seconds = time.as_secs_f64();
        let words = solution.value().map(|value| self.game.describe_value(&self.position, value));
        let estimate = solution.estimate.as_ref().map(|estimate| {
            let mut record = SearchRecord {
                depth: estimate.depth.get(),
                best: estimate.best.map(|best| self.game.format_move(&self.position, best)),
                ..request_record(subject, &self.text, &as_search, threads)
            };
            record.set_line(self.names(&estimate.line));
            record.set_bounds(estimate.bounds);
            record.set_counts(&estimate.counts);
            record
        });
        Ok(SolveAnswer { record, solved: solution.done, line_is_complete, estimate, moves, words, time })
    }

    /// Creates the record of a solution.
    fn outcome_record(&self, base: SearchRecord, solution: &SolverResult<G::Move>) -> SearchRecord {
        let mut record = SearchRecord {
            depth: solution.depth,
            best: solution.best.map(|best| self.game.format_move(&self.position, best)),
            best_is_proven: solution.done,
            settled: solution.done,
            decided: solution.done,
            passes: solution.passes,
            leaves: solution.leaves,
            ..base
        };
        record.set_line(self.names(&solution.line));
        record.set_bounds(solution.bounds);
        record.set_cost(solution.cost);
        if !solution.done {
            // Equal bounds of a stopped search are not a completed answer.
            record.value = None;
        }
        record
    }
}
