//! The state of one search thread, and the steps that all algorithms share: expanding a node, searching the root with a
//! window, and turning passes into an [`Outcome`].

use crate::algorithm::{Algorithm, Task};
use crate::best_first::Arenas;
use crate::depth_first::Mt;
use crate::depth_first::node::Loop;
use crate::depth_first::rules::AppliedRules;
use crate::distance::{from_root, window_at_node};
use crate::game::{MoveBuf, MoveList, MovesToRank};
use crate::limits::Budget;
use crate::memory::{BoundsCache, Memory};
use crate::observe::{Cost, Counts, LeafKind, Observer, Visit};
use crate::order::{LearnedOrder, Order, by_rank};
use crate::outcome::{Outcome, Pass, SearchReport};
use crate::parallel::{Helpers, SharingState};
use crate::pv::PvTable;
use crate::{Context, Depth, Evaluator, Game, Limits, Request, Score, Stopped, Window};
use std::fmt;
use std::sync::Arc;

/// A search thread: the state that an [`Algorithm`] works with.
///
/// A [`Search`](crate::Search) has one worker. Helper threads have one each
/// ([`Search::threads`](crate::Search::threads)), with the same game and the same memory.
pub struct Worker<'a, C: Context> {
    pub(crate) game: &'a C::Game,
    pub(crate) memory: Arc<C::Memory>,
    pub(crate) order: Order,
    pub(crate) observer: C::Observer,
    pub(crate) budget: Budget<'a>,
    pub(crate) learned: LearnedOrder<C::Move>,
    pub(crate) moves: MoveBuf<C::Move>,
    pub(crate) pv: PvTable<C::Move>,
    /// For searches by the game itself.
    pub(crate) cache: BoundsCache,
    /// The rules of selective search of the nodes on the path from the root.
    pub(crate) applied: Vec<AppliedRules>,
    /// The places of moves in the static orders of these nodes, where their rules ask for them.
    pub(crate) places: Vec<u16>,
    /// True if the rules apply at the root too: it is the successor of the position that the caller asked about.
    pub(crate) rules_at_root: bool,
    /// The root move that last proved more than the window's lower edge.
    pub(crate) root_best: Option<(u16, C::Move)>,
    /// True if this pass has evaluated a position at the horizon.
    pub(crate) saw_horizon: bool,
    /// True if this pass has used an answer of the game that depends on the window, and so may say no more than it.
    pub(crate) answered_window: bool,
    /// True if leaves are evaluated exactly, whatever the window.
    pub(crate) exact_leaves: bool,
    /// The caller's estimate of the ply at which the game ends, for searches to the end.
    pub(crate) end_ply: Option<u32>,
    pub(crate) arenas: Arenas<C::Game>,
    /// The state of this thread in a query shared with other threads.
    pub(crate) sharing: SharingState,
    /// The helper threads, if there are any. Only queries at the root use them; no node of the tree does.
    pub(crate) helpers: Option<Arc<dyn Helpers<C> + 'a>>,
    /// The counts of the helper threads.
    pub(crate) helper_counts: Counts,
}

impl<C: Context> fmt::Debug for Worker<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("order", &self.order).field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl<'a, C: Context> Worker<'a, C> {
    pub(crate) fn new(game: &'a C::Game, memory: Arc<C::Memory>, observer: C::Observer) -> Worker<'a, C> {
        Worker {
            game,
            memory,
            order: Order::default(),
            observer,
            budget: Budget::new(Limits::none()),
            learned: LearnedOrder::new(),
            moves: MoveBuf::new(),
            pv: PvTable::new(),
            cache: BoundsCache::new(),
            applied: Vec::new(),
            places: Vec::new(),
            rules_at_root: false,
            root_best: None,
            saw_horizon: false,
            answered_window: false,
            exact_leaves: false,
            end_ply: None,
            arenas: Arenas::default(),
            sharing: SharingState::new(),
            helpers: None,
            helper_counts: Counts::default(),
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &'a C::Game {
        self.game
    }

    /// Runs `algorithm` on a root; see [`Search::run`](crate::Search::run).
    pub(crate) fn run(
        &mut self,
        algorithm: &impl Algorithm,
        root: &C::Position,
        request: &mut Request<'_, C::Move>,
    ) -> Outcome<C::Move> {
        let depth = request.schedule.last_depth();
        let guess = request.guess_at(depth, &[]);
        self.begin_root(root, request.plies_left);
        self.memory.new_generation();
        self.run_task(algorithm, &Task { root, depth, guess })
    }

    /// Prepares for a new root: what was learned at another root fades. The game is estimated to end after `plies_left`.
    pub(crate) fn begin_root(&mut self, root: &C::Position, plies_left: Option<u32>) {
        self.end_ply = plies_left;
        // Without memory there are no keys to compare roots by.
        let key = if C::HAS_MEMORY { Some(self.memory.key(self.game, root)) } else { None };
        self.learned.new_root(key);
        self.cache.clear();
    }

    /// Runs one iteration. What earlier iterations learned about moves is kept.
    pub(crate) fn run_task(&mut self, algorithm: &impl Algorithm, task: &Task<'_, C::Position>) -> Outcome<C::Move> {
        self.moves.clear();
        self.applied.clear();
        self.pv.clear();
        let before = self.counts();
        let mut report = SearchReport::new(task.depth);
        // The stack limit is relative to this frame.
        self.budget.measure_stack(&report);
        match self.leaf_at_root(task) {
            Err(reason) => report.stop(reason),
            Ok(Some(leaf)) => report.exact(leaf),
            Ok(None) => {
                if let Err(reason) = algorithm.search(self, task, &mut report) {
                    report.stop(reason);
                }
                self.moves.clear();
                self.complete_line(task, &mut report);
            }
        }
        if let Some(place) = report.proven_place() {
            self.learned.best_at_root(place);
        }
        report.finish(self.counts().since(&before))
    }

    /// Returns the counts of all threads.
    fn counts(&self) -> Counts {
        let mut counts = self.observer.counts();
        counts += &self.helper_counts;
        counts
    }

    /// Returns the node counts of all threads.
    pub(crate) fn cost(&self) -> Cost {
        let mut cost = self.observer.cost();
        cost += self.helper_counts.cost;
        cost
    }

    /// Returns the value of the root if it is a leaf.
    fn leaf_at_root(&mut self, task: &Task<'_, C::Position>) -> Result<Option<Value>, Stopped> {
        // One more generation of moves per iteration, so that no algorithm has to handle a root that is a leaf.
        let list = self.moves.open();
        let over = self.game.moves(task.root, &mut self.moves);
        let stuck = self.moves.is_empty();
        self.moves.close(list);
        if over.is_none() && !task.depth.is_horizon() && !stuck {
            return Ok(None);
        }
        self.tick()?;
        Ok(Some(self.leaf(Visit { position: task.root, ply: 0, depth: task.depth, place: 0 }, over, Window::FULL)))
    }

    /// Searches the root once with the closure `search`, and adds the answer to the report.
    pub(crate) fn pass(
        &mut self,
        task: &Task<'_, C::Position>,
        window: Window,
        report: &mut SearchReport<C::Move>,
        search: impl FnOnce(&mut Self, Visit<'_, C::Position>) -> Result<Value, Stopped>,
    ) -> Result<Pass, Stopped> {
        // Only the call of the closure is compiled for each of them.
        let before = self.begin_pass(window);
        let value = search(self, Visit { position: task.root, ply: 0, depth: task.depth, place: 0 })?;
        Ok(self.end_pass(window, report, value, before))
    }

    /// Resets the results of the last pass, and returns the cost so far.
    #[inline(never)]
    fn begin_pass(&mut self, window: Window) -> Cost {
        self.root_best = None;
        self.saw_horizon = false;
        self.answered_window = false;
        self.observer.pass(window);
        self.cost()
    }

    /// Adds the answer of a pass to the report.
    #[inline(never)]
    fn end_pass(&mut self, window: Window, report: &mut SearchReport<C::Move>, value: Value, before: Cost) -> Pass {
        self.observer.answer(value.score);
        let pass = report.learn(window, value, self.cost() - before);
        // Only a search that proved a lower bound has a move. One that failed low has proven nothing of any move.
        if value.score > window.alpha() {
            match self.root_best {
                Some((place, play)) => {
                    report.prove(place, play);
                    // A fail-high leaves the variation incomplete.
                    if value.score < window.beta() {
                        report.line = self.pv.root().to_vec();
                    }
                }
                // A rule has proven the bound; an earlier move may be worth less.
                None if self.rules_at_root => report.best = None,
                None => {}
            }
        }
        pass
    }

    /// Searches the root once by the loop `L`, and adds the answer to the report.
    pub(crate) fn ask<L: Loop>(
        &mut self,
        task: &Task<'_, C::Position>,
        window: Window,
        report: &mut SearchReport<C::Move>,
    ) -> Result<Pass, Stopped> {
        self.pass(task, window, report, |worker, visit| worker.search_shared::<L>(visit, window))
    }

    /// Runs MT at the root, for custom algorithms: is the value at least `gamma`?
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn test(
        &mut self,
        task: &Task<'_, C::Position>,
        gamma: Score,
        report: &mut SearchReport<C::Move>,
    ) -> Result<Pass, Stopped> {
        // A test at -inf would have the window `(-inf - 1, -inf)`, outside of the range of scores.
        let gamma = gamma.clamp(Score::MIN, Score::INFINITY);
        self.ask::<Mt>(task, Window::null(gamma), report)
    }

    /// Returns an estimate of the plies below a node: the depth, or what is left of the caller's estimate. `u32::MAX`
    /// means that there is none.
    #[inline]
    pub(crate) fn plies_below(&self, ply: usize, depth: Depth) -> u32 {
        match (depth.get(), self.end_ply) {
            (Some(plies), _) => plies,
            // A path is never longer than 1024 plies.
            #[allow(clippy::cast_possible_truncation, reason = "a ply is at most 1024")]
            (None, Some(end)) => end.saturating_sub(ply as u32),
            (None, None) => u32::MAX,
        }
    }

    /// Counts a node of a search that is not shared with other threads.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.budget.tick().map_err(crate::halt::Halt::stopped)
    }

    /// Evaluates a leaf, or generates the moves of an inner node into a new open list. The value of a leaf answers the
    /// window.
    #[inline(always)]
    pub(crate) fn expand(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Expansion {
        if visit.depth.is_horizon() {
            return Expansion::Leaf(self.horizon(visit, window));
        }
        let list = self.moves.open();
        let over = self.game.moves(visit.position, &mut self.moves);
        if over.is_none() && !self.moves.is_empty() {
            let moves = self.moves.len();
            // Memory and solution trees store move indices as u16.
            assert!(moves <= MoveBuf::<C::Move>::MOST, "a position has {moves} moves");
            self.observer.expand(visit.ply, moves);
            return Expansion::Inner(list);
        }
        self.moves.close(list);
        // A position that is not over must have a move; one that breaks this rule is evaluated.
        Expansion::Leaf(self.leaf(visit, over, window))
    }

    /// Expands a node for an algorithm that has neither a window nor an order of its own: a position that the game
    /// knows is a leaf, and moves are sorted by the ranks of the game.
    #[inline]
    pub(crate) fn expand_ranked(&mut self, visit: Visit<'_, C::Position>) -> Expansion {
        if let Some(value) = self.known_leaf(visit) {
            return Expansion::Leaf(value);
        }
        let expansion = self.expand(visit, Window::FULL);
        if let Expansion::Inner(list) = &expansion
            && self.order.ranks
            && self.rank_by_game(visit, list.start, self.moves.entries.len())
        {
            by_rank(self.moves.open_list());
        }
        expansion
    }

    /// Returns whether the search asks the game to rank the moves of a node at this depth.
    #[inline]
    pub(crate) fn asks_for_ranks(&self, depth: Depth) -> bool {
        self.game.ranks_on_demand() && self.order.ranks && depth >= self.order.ranks_from
    }

    /// Asks the game for the ranks of the moves from `next` to `end`, unless it pushed them with the moves. Returns
    /// whether the game has ranked the open list.
    #[inline]
    pub(crate) fn rank_by_game(&mut self, visit: Visit<'_, C::Position>, next: usize, end: usize) -> bool {
        let asks = self.asks_for_ranks(visit.depth);
        // A single move needs no rank.
        if asks && end - next > 1 {
            self.game.rank(visit.position, &mut MovesToRank::new(&mut self.moves.entries[next..end]));
        }
        asks || self.moves.is_ranked()
    }

    /// Evaluates a node at the horizon. The value answers the window.
    // Inlined, because most nodes are at the horizon.
    #[inline(always)]
    pub(crate) fn horizon(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Value {
        let over = self.over(visit.position);
        self.leaf(visit, over, window)
    }

    /// Returns the final score of a position, if the game is over there.
    #[inline]
    pub(crate) fn over(&mut self, position: &C::Position) -> Option<Score> {
        let list = self.moves.open();
        let over = self.game.over(position, &mut self.moves);
        self.moves.close(list);
        over
    }

    /// Evaluates a leaf; `over` is its final score, if the game is over there. The value answers the window.
    #[inline]
    fn leaf(&mut self, visit: Visit<'_, C::Position>, over: Option<Score>, window: Window) -> Value {
        // The evaluation at the horizon is the only part of a value that a deeper search can change.
        self.saw_horizon |= over.is_none();
        self.answered_window |= over.is_none() && !self.evaluates_exactly();
        let score = over.unwrap_or_else(|| {
            let window =
                if self.evaluates_exactly() { Window::FULL } else { window_at_node(self.game, window, visit.ply) };
            self.evaluate_within(visit.position, window)
        });
        let score = from_root(self.game, score, visit.ply);
        let kind = if over.is_some() { LeafKind::Over } else { LeafKind::Horizon };
        self.observer.leaf(self.game, visit, score, kind);
        Value { score, settled: over.is_some() }
    }

    /// Returns whether every leaf has its value, and none a bound.
    #[inline]
    pub(crate) fn evaluates_exactly(&self) -> bool {
        !C::Game::USES_WINDOW || self.exact_leaves
    }

    /// Evaluates a position exactly, and reports the nodes of its quiescence search.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &C::Position) -> Score {
        self.evaluate_within(position, Window::FULL)
    }

    /// Evaluates a position so far that the window is answered, and reports the nodes of its quiescence search.
    #[inline]
    fn evaluate_within(&mut self, position: &C::Position, window: Window) -> Score {
        let mut nodes = 0;
        let score = self.game.evaluate_within(position, window, &mut nodes);
        if nodes > 0 {
            self.observer.quiescence(nodes);
        }
        score
    }

    /// Returns the value of the root for an algorithm that does not track which leaves are behind it. It is settled
    /// only if no leaf of the whole search was at the horizon.
    pub(crate) fn value_at_root(&self, score: Score) -> Value {
        Value { score, settled: !self.saw_horizon }
    }
}

/// The result of [`Worker::expand`].
pub(crate) enum Expansion {
    /// A leaf and its value.
    Leaf(Value),
    /// An inner node and the list of its moves.
    Inner(MoveList),
}

/// The answer of a search at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// The score for the player to move.
    pub(crate) score: Score,
    /// True if no leaf behind it was at the horizon, so that the score holds at every greater depth.
    pub(crate) settled: bool,
}

impl Value {
    #[inline]
    pub(crate) fn flip_if(self, flip: bool) -> Value {
        Value { score: self.score.flip_if(flip), ..self }
    }
}
