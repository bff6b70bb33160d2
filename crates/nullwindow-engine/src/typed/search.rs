//! One search: setup, warm-up, observation and records.

use super::RootPosition;
use crate::announcer::{Announce, Announcer};
use crate::clock::{SearchClock, WallTime};
use crate::distinct::LeafSet;
use crate::engine::{EngineError, SearchAnswer};
use crate::observer::{BoundedTrace, EngineObserver, ObserverParts};
use crate::request::{Control, DistinctLeaves, Horizon, SearchRequest, StopCondition, Timing};
use crate::upper_recorder::{UpperRecord, UpperRecorder};
use crate::{MoveRecord, PassRecord, SearchRecord};
use nullwindow::memory::AnyMemory;
use nullwindow::observe::{Cost, Counts, Trace};
use nullwindow::{Bounds, Deepening, Depth, Evaluator, Game, Limits, Order, Outcome, RootMove, Score, Search};
use nullwindow_games::Playable;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The search type of every request.
pub(super) type EngineSearch<'s, G> = Search<'s, G, AnyMemory, EngineObserver<'s>>;

/// The number of nodes of each warm-up search.
const WARM_UP_NODES: u64 = 1024;
/// The same for the first search of a thread, whose allocator has no memory yet. With only [`WARM_UP_NODES`] it took
/// 5 % longer than the same search done second.
const FIRST_WARM_UP_NODES: u64 = 1 << 16;
/// The number of iterations to warm up for: the last ones.
const WARM_UP_ITERATIONS: u32 = 8;

// Per thread, because each has its own allocator arena.
thread_local! {
    static IS_WARM: Cell<bool> = const { Cell::new(false) };
}
/// The number of nodes after which large pages under the table pay off.
const LONG_SEARCH: u64 = 1 << 20;
/// The number of nodes between two calls of the stop closure by the library.
const INTERVAL: u64 = 64;

/// Flags that stop a search, in addition to the caller's.
#[derive(Debug, Default)]
pub(super) struct StopFlags {
    /// Set when the answer is good enough.
    pub(super) enough: AtomicBool,
    /// Set when the trace is full.
    pub(super) trace_is_full: AtomicBool,
}

/// The time at which a search must end, and the caller's condition for it.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'s> {
    start: WallTime,
    time: Option<Duration>,
    condition: Option<&'s StopCondition<'s>>,
}

impl<'s> Deadline<'s> {
    pub(super) fn after(time: Option<Duration>) -> Deadline<'s> {
        Deadline { start: WallTime::now(), time, condition: None }
    }

    /// Adds the caller's condition.
    fn or(self, condition: Option<&'s StopCondition<'s>>) -> Deadline<'s> {
        Deadline { condition, ..self }
    }

    fn is_over(&self) -> bool {
        self.time.is_some_and(|time| self.start.elapsed() >= time) || self.condition.is_some_and(|over| over())
    }
}

/// Creates the limits of a search. Their closure also reports progress, which thus costs nothing per node.
pub(super) fn limits<'s>(
    stop: &'s AtomicBool,
    flags: &'s StopFlags,
    announcer: &'s dyn Announce,
    deadline: Deadline<'s>,
    nodes: Option<u64>,
    memory: &AnyMemory,
) -> Limits<'s> {
    let mut visited = 0;
    let mut table = memory.as_table().cloned();
    let limits = Limits::none().with_flag(stop).with_condition(move || {
        visited += INTERVAL;
        announcer.progress(visited);
        // One page per call spreads the cost of moving the table to large pages.
        if visited > LONG_SEARCH && table.as_ref().is_some_and(|table| !table.next_large_page()) {
            table = None;
        }
        // `Relaxed` suffices: the flags are set and polled by this thread.
        flags.enough.load(Relaxed) || flags.trace_is_full.load(Relaxed) || deadline.is_over()
    });
    match nodes {
        Some(nodes) => limits.with_nodes(nodes),
        None => limits,
    }
}

impl<G: Playable> RootPosition<'_, G> {
    pub(super) fn search(
        &self,
        subject: &str,
        request: &SearchRequest,
        control: &mut Control<'_>,
    ) -> Result<SearchAnswer, EngineError> {
        self.search_recorded(subject, request, control, None).map(|(answer, _)| answer)
    }

    /// Searches, and returns the nodes that `upper` has recorded.
    pub(super) fn search_recorded(
        &self,
        subject: &str,
        request: &SearchRequest,
        control: &mut Control<'_>,
        upper: Option<UpperRecorder<'_>>,
    ) -> Result<(SearchAnswer, Vec<UpperRecord>), EngineError> {
        if self.game.is_selective() && !request.algorithm.follows_rules() {
            return Err(EngineError::FollowsNoRules(request.algorithm));
        }
        let profile = self.game.profile();
        let usual = match request.horizon {
            Horizon::Finishing { .. } => profile.solving.order(),
            Horizon::Fixed(_) | Horizon::Deepening { .. } => profile.order,
        };
        let order = request.order.unwrap_or(usual);
        let algorithm = &request.algorithm;
        // An algorithm that never probes memory gets none, however large a table the request permits.
        let memory = if algorithm.uses_memory() { request.memory.build()? } else { AnyMemory::none() };
        // The papers' experiments, which evaluate leaves exactly, remember every interior node.
        let memory =
            if request.exact_leaves { memory } else { memory.with_min_depth(Depth::plies(profile.memory_from)) };
        let threads = request.threads_used();
        if request.timing != Timing::Wall {
            self.warm_up(request, order, &memory);
        }
        // The processor time of one thread says nothing about a search with several.
        let of_thread = request.timing == Timing::Measured && request.threads < 2;
        let clock = if of_thread { SearchClock::of_thread() } else { SearchClock::of_wall() };
        let only = self.named_moves(&request.only)?;
        let (stop, deadline) = (control.stop, Deadline::after(request.time).or(control.condition));
        let announcer = Announcer::of(control);
        if announcer.listens() {
            let names = self.moves().into_iter().map(|play| self.move_name(&self.position, play));
            announcer.root_moves(names.collect());
        }
        let flags = StopFlags::default();
        let limits = limits(stop, &flags, &announcer, deadline, request.nodes, &memory);
        let observer =
            EngineObserver::new(ObserverParts { upper, ..parts(request, threads, &clock, &announcer, &flags) });
        let mut search = Search::new(&*self.game)
            .with_memory(memory)
            .with_observer(observer)
            .with_order(order)
            .with_exact_leaves(request.exact_leaves)
            .with_limits(limits);
        let writer = RecordWriter { root: self, subject, request, only: &only, threads, clock: &clock };
        let mut answer = SearchAnswer::default();
        // Setting up the observer and the first root moves is not part of the first iteration.
        clock.lap();
        let each = |record: SearchRecord| {
            clock.without(|| {
                announcer.iteration(&record);
                let is_won = || record.value.is_some_and(|value| is_win(&*self.game, Score::new(value)));
                if request.until_decided && record.decided || request.until_won && is_won() {
                    flags.enough.store(true, Relaxed);
                }
                answer.records.push(record);
            });
        };
        let rest =
            search.threads_observed(threads.into(), EngineObserver::default, |search| writer.deepen(search, each));
        (answer.unfinished, answer.stopped) = (rest.0, rest.1);
        // The search stopped because it was done, which is not a stop for the caller.
        if flags.enough.load(Relaxed) {
            answer.stopped = None;
        }
        let parts = search.into_observer().into_parts();
        answer.leaf_sequence = parts.leaves.map(|leaves| leaves.into_inner().into_first_visits());
        answer.trace = parts.trace.map(|bounded| bounded.trace);
        answer.trace_is_full = flags.trace_is_full.load(Relaxed);
        Ok((answer, parts.upper.map(UpperRecorder::into_nodes).unwrap_or_default()))
    }

    /// Runs everything once that the clock must not measure: pages of a new table are mapped on first touch, code is
    /// slow the first time, and a game loads its weights on first use.
    ///
    /// A game may use different weights in each phase, so every iteration is begun at its own depth. The alternative,
    /// one deepening search of 8,192 nodes, did not reach the last plies: the algorithm measured first at a position of
    /// Othello still took 4 % longer. With a time limit, the warm-up takes no longer than the search.
    fn warm_up(&self, request: &SearchRequest, order: Order, memory: &AnyMemory) {
        if let Some(table) = memory.as_table() {
            table.prefault();
        }
        let clock = SearchClock::of_wall();
        let leaves = (request.distinct != DistinctLeaves::No).then(|| RefCell::new(LeafSet::new(&clock, usize::MAX)));
        let observer = EngineObserver::new(ObserverParts { leaves, ..ObserverParts::default() });
        // A memory of its own: entries of the warm-up would change the node counts of the search.
        let mut search =
            Search::new(&*self.game).with_memory(AnyMemory::exact()).with_observer(observer).with_order(order);
        let (to, step) = match request.horizon {
            Horizon::Fixed(depth) => (depth, u32::MAX),
            Horizon::Deepening { to, step } => (to, step.max(1)),
            Horizon::Finishing { .. } => (Depth::END, 1),
        };
        let nodes = if IS_WARM.replace(true) { WARM_UP_NODES } else { FIRST_WARM_UP_NODES };
        for iteration in (0..WARM_UP_ITERATIONS).rev() {
            let depth = match to.get() {
                Some(plies) if iteration.saturating_mul(step) < plies => Depth::plies(plies - iteration * step),
                None if iteration == 0 => to,
                _ => continue,
            };
            // Near the end of a game a node may be the solution of an endgame: nodes alone do not bound the time.
            let deadline = Deadline::after(request.time.map(|time| time / WARM_UP_ITERATIONS));
            search.set_limits(Limits::none().with_nodes(nodes).with_condition(move || deadline.is_over()));
            search.run(&request.algorithm, &self.position, super::request(&*self.game, &self.position, depth));
        }
    }
}

/// Selects the parts of the observer. Only one of several threads is observed, so distinct leaves are counted only in
/// single-threaded searches.
fn parts<'s>(
    request: &SearchRequest,
    threads: u16,
    clock: &'s SearchClock,
    announcer: &'s dyn Announce,
    flags: &'s StopFlags,
) -> ObserverParts<'s> {
    let most = match request.distinct {
        DistinctLeaves::No => None,
        DistinctLeaves::UpTo(most) => Some(most),
        DistinctLeaves::All => Some(usize::MAX),
    };
    let single_threaded = threads == 1 && request.threads < 2;
    ObserverParts {
        leaves: most.filter(|_| single_threaded).map(|most| RefCell::new(LeafSet::new(clock, most))),
        trace: request.trace.map(|left| BoundedTrace { trace: Trace::new(), left, full: &flags.trace_is_full }),
        announcer: announcer.listens().then_some(announcer),
        upper: None,
    }
}

/// Creates the records of a search.
struct RecordWriter<'w, 'e, G: Playable> {
    root: &'w RootPosition<'e, G>,
    subject: &'w str,
    request: &'w SearchRequest,
    /// The root moves to search; empty for all.
    only: &'w [G::Move],
    threads: u16,
    clock: &'w SearchClock,
}

/// The stopped iteration, and the reason.
type StoppedIteration = (Option<SearchRecord>, Option<nullwindow::Stopped>);

impl<G: Playable> RecordWriter<'_, '_, G> {
    /// Searches as requested and passes on a record of every completed iteration.
    fn deepen(&self, search: &mut EngineSearch<'_, G>, mut each: impl FnMut(SearchRecord)) -> StoppedIteration {
        let plan = deepening(self.request.horizon);
        let each_move = self.request.multi_pv > 1 || !self.only.is_empty();
        if each_move && !self.root.moves().is_empty() {
            return self.deepen_moves(search, each);
        }
        let mut guesses = |depth, own| self.request.guess.at(depth, own);
        let (algorithm, position) = (&self.request.algorithm, &self.root.position);
        let plan = super::request(&*self.root.game, position, plan).with_guesses(&mut guesses);
        if let Horizon::Fixed(_) = self.request.horizon {
            let outcome = search.run(algorithm, position, plan);
            let record = self.timed(|| self.record(&outcome));
            return match outcome.stopped {
                None => {
                    each(record);
                    (None, None)
                }
                stopped => (Some(record), stopped),
            };
        }
        let mut listener = |outcome: &Outcome<G::Move>| each(self.timed(|| self.record(outcome)));
        let answer = search.deepen(algorithm, position, plan.with_listener(&mut listener));
        let stopped = answer.stopped();
        (answer.unfinished.as_ref().map(|outcome| self.record(outcome)), stopped)
    }

    /// Deepens with the exact value of every root move, and passes on the best ones of each iteration.
    fn deepen_moves(&self, search: &mut EngineSearch<'_, G>, mut each: impl FnMut(SearchRecord)) -> StoppedIteration {
        let (algorithm, position) = (&self.request.algorithm, &self.root.position);
        let mut listener = |depth, moves: &[RootMove<G::Move>]| each(self.timed(|| self.moves_record(depth, moves)));
        let mut plan = super::request(&*self.root.game, position, deepening(self.request.horizon));
        if !self.only.is_empty() {
            plan = plan.with_only(self.only);
        }
        let answer = search.root_moves(algorithm, position, plan.with_moves_listener(&mut listener));
        // The unfinished record holds the moves that the stopped iteration completed.
        let last = answer.depth.and_then(Depth::get).unwrap_or(0);
        let depth = match self.request.horizon {
            Horizon::Finishing { after } if last >= after => Depth::END,
            _ => Depth::plies(last + 1),
        };
        let unfinished = (!answer.unfinished.is_empty()).then(|| self.moves_record(depth, &answer.unfinished));
        (unfinished, answer.stopped)
    }

    /// Creates the record of an iteration over all root moves.
    fn moves_record(&self, depth: Depth, moves: &[RootMove<G::Move>]) -> SearchRecord {
        let all: Vec<MoveRecord> = moves.iter().map(|root_move| self.root.move_record(root_move)).collect();
        let mut counts = Counts::default();
        moves.iter().for_each(|root_move| counts += &root_move.outcome.counts);
        let mut record = SearchRecord {
            depth: depth.get(),
            best: all.first().map(|best| best.name.clone()),
            best_is_proven: true,
            decided: all.iter().all(|root_move| root_move.decided) || self.root.ends_within(depth),
            settled: moves.iter().all(|root_move| root_move.outcome.settled),
            passes: moves.iter().map(|root_move| root_move.outcome.passes.len() as u64).sum(),
            ..self.request_record()
        };
        if let Some(best) = all.first() {
            record.set_line((best.line.clone(), best.line_movers.clone()));
        }
        record.set_counts(&counts);
        record.leaves = moves.iter().map(|root_move| root_move.outcome.counts.distinct_leaves).sum();
        record.set_bounds(moves.first().map_or(Bounds::UNKNOWN, |best| Bounds::exactly(best.value)));
        record.moves = all.into_iter().take(self.request.multi_pv.max(1).into()).collect();
        record
    }

    /// Takes the time of an iteration, and pauses the clock while its record is created.
    fn timed(&self, write: impl FnOnce() -> SearchRecord) -> SearchRecord {
        let seconds = self.clock.lap().as_secs_f64();
        SearchRecord { seconds, ..self.clock.without(write) }
    }

    /// Creates the record of an iteration.
    fn record(&self, outcome: &Outcome<G::Move>) -> SearchRecord {
        let line = if outcome.line.is_empty() { outcome.best.as_slice() } else { &outcome.line };
        let mut record = SearchRecord {
            depth: outcome.depth.get(),
            best: outcome.best.map(|best| self.root.move_name(&self.root.position, best)),
            best_is_proven: outcome.best_is_proven,
            settled: outcome.settled,
            passes: outcome.passes.len() as u64,
            questions: outcome.passes.iter().map(PassRecord::from).collect(),
            decided: is_decided(&*self.root.game, outcome) || self.root.ends_within(outcome.depth),
            ..self.request_record()
        };
        record.set_line(self.root.names(line));
        record.set_bounds(outcome.bounds);
        record.set_counts(&outcome.counts);
        record
    }

    /// Creates a record with the fields of the request.
    fn request_record(&self) -> SearchRecord {
        request_record(self.subject, &self.root.text, self.request, self.threads)
    }
}

/// Creates a record with the fields of a request.
pub(super) fn request_record(subject: &str, position: &str, request: &SearchRequest, threads: u16) -> SearchRecord {
    SearchRecord {
        subject: subject.to_owned(),
        position: position.to_owned(),
        algorithm: request.algorithm.to_string(),
        step: match request.horizon {
            Horizon::Fixed(_) => None,
            Horizon::Deepening { step, .. } => Some(step),
            Horizon::Finishing { .. } => Some(1),
        },
        entries: request.memory.entries(),
        windowed_leaves: !request.exact_leaves,
        threads,
        ..SearchRecord::default()
    }
}

/// Returns the deepening schedule of a search.
pub(super) fn deepening(horizon: Horizon) -> Deepening {
    match horizon {
        Horizon::Fixed(depth) => Deepening::once(depth),
        Horizon::Deepening { to, step } => Deepening::to(to).with_step(step),
        Horizon::Finishing { after } => Deepening::to_the_end_after(after),
    }
}

impl SearchRecord {
    /// Sets the cost of the search.
    pub(super) fn set_counts(&mut self, counts: &Counts) {
        self.set_cost(counts.cost);
        self.leaves = counts.distinct_leaves;
        self.quiescence = counts.quiescence;
        (self.open, self.backup) = (counts.longest_lists.0 as u64, counts.longest_lists.1 as u64);
        let cuts = counts.cuts.iter();
        // Cutoffs by a probe involve no move and would distort the ratios.
        self.cuts = cuts.map(|ply| [ply.cuts - ply.by_memory, ply.by_first_move, ply.moves_tried]).collect();
    }

    /// Sets the numbers of nodes.
    pub(super) fn set_cost(&mut self, cost: Cost) {
        self.leaf_visits = cost.leaf_visits;
        self.interior = cost.interior;
        self.answered = cost.answered;
        self.total = cost.total();
    }
}

/// Returns whether an answer holds at every greater depth.
///
/// That is so if it depends on no leaf at the horizon. In full width it is also so for a win or a loss that encodes its
/// distance: finished games alone prove it, and a shorter one would have been found at this depth. Rules of selective search
/// may hide a shorter one.
pub(super) fn is_decided<G: Evaluator>(game: &G, outcome: &Outcome<G::Move>) -> bool {
    outcome.settled || !game.is_selective() && outcome.value().is_some_and(|value| is_win(game, value))
}

/// Returns whether a score is a win or a loss that encodes its distance.
pub(super) fn is_win<G: Game>(game: &G, score: Score) -> bool {
    score.is_finite() && (score >= game.win_threshold() || score <= -game.win_threshold())
}

impl<G: Playable> RootPosition<'_, G> {
    /// Returns whether the game ends within this depth, as far as the position tells, even if every other move is a pass.
    fn ends_within(&self, depth: Depth) -> bool {
        let left = self.game.moves_left(&self.position).map(|left| left.saturating_mul(2));
        left.zip(depth.get()).is_some_and(|(left, depth)| depth >= left)
    }

    /// Creates the record of a root move.
    pub(super) fn move_record(&self, root_move: &RootMove<G::Move>) -> MoveRecord {
        let (line, line_movers) = self.names(&root_move.line);
        MoveRecord {
            name: self.move_name(&self.position, root_move.play),
            value: root_move.value.get(),
            decided: is_decided(&*self.game, &root_move.outcome),
            line,
            line_movers,
        }
    }
}
