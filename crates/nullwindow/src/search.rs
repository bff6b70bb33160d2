//! A search: a game, a memory, an order, an observer and limits, put together.
//!
//! [`Search`] is what every algorithm works on. It holds what outlives one call (memory, what ordering
//! has learned, counts), and the few things that all algorithms do alike: look at a node, ask the
//! kernel a question at the root, and turn passes into an [`Outcome`].

use crate::algorithm::{Algorithm, Task};
use crate::best_first::Arenas;
use crate::crew::Member;
use crate::deepening::{Deepened, Deepening};
use crate::depth_first::kernel::{Mindful, Style};
use crate::distance::from_root;
use crate::game::{List, MoveBuf};
use crate::limits::Budget;
use crate::memory::{Memory, NoMemory};
use crate::observe::{Cost, Counters, Counts, LeafKind, Observer, Visit};
use crate::order::{Learned, Order};
use crate::outcome::{Outcome, Pass, Report};
use crate::pv::Lines;
use crate::{Depth, Evaluator, Game, Limits, Score, Stopped, Window};

/// A search on a game, ready to run any algorithm.
///
/// ```
/// use nullwindow::{Depth, Score, Search, memory::Table, mtd::MtdF, trees::ExplicitTree};
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let mut search = Search::new(&tree).memory(Table::with_bytes(1 << 16)?);
/// let outcome = search.run(&MtdF::new(), &tree.root(), Depth::END);
/// assert_eq!(outcome.value(), Some(Score::new(12)));
/// assert_eq!(outcome.best, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search<'a, G: Game, M = NoMemory, O = Counters> {
    pub(crate) game: &'a G,
    pub(crate) memory: M,
    pub(crate) order: Order,
    pub(crate) observer: O,
    pub(crate) budget: Budget<'a>,
    pub(crate) learned: Learned<G::Move>,
    pub(crate) moves: MoveBuf<G::Move>,
    pub(crate) lines: Lines<G::Move>,
    /// The root move that last proved more than the window's lower edge.
    pub(crate) root_best: Option<(u16, G::Move)>,
    /// Whether this pass has evaluated a position where the game goes on.
    pub(crate) saw_horizon: bool,
    pub(crate) arenas: Arenas<G>,
    /// What it needs as one of several threads.
    pub(crate) crew: Member<G>,
}

impl<'a, G: Game> Search<'a, G> {
    /// A search without memory that counts its nodes and has no limits.
    #[must_use]
    pub fn new(game: &'a G) -> Search<'a, G> {
        Search {
            game,
            memory: NoMemory,
            order: Order::default(),
            observer: Counters::new(),
            budget: Budget::new(Limits::none()),
            learned: Learned::new(),
            moves: MoveBuf::new(),
            lines: Lines::new(),
            root_best: None,
            saw_horizon: false,
            arenas: Arenas::default(),
            crew: Member::alone(),
        }
    }
}

impl<'a, G: Game, M, O> Search<'a, G, M, O> {
    /// The same search with another memory: [`Table`](crate::memory::Table),
    /// [`ExactMap`](crate::memory::ExactMap), or a reference to one that others use too.
    #[must_use]
    pub fn memory<N: Memory<G>>(self, memory: N) -> Search<'a, G, N, O> {
        let Search {
            game, order, observer, budget, learned, moves, lines, root_best, saw_horizon, arenas, crew, ..
        } = self;
        Search { game, memory, order, observer, budget, learned, moves, lines, root_best, saw_horizon, arenas, crew }
    }

    /// The same search with another observer: `()` for none, a pair for two at once, of which the first one's
    /// counts are reported. An observer that does not count leaves the counts of an outcome at zero.
    #[must_use]
    pub fn observer<P: Observer<G>>(self, observer: P) -> Search<'a, G, M, P> {
        let Search { game, memory, order, budget, learned, moves, lines, root_best, saw_horizon, arenas, crew, .. } =
            self;
        Search { game, memory, order, observer, budget, learned, moves, lines, root_best, saw_horizon, arenas, crew }
    }

    /// The same search with another move order.
    #[must_use]
    pub fn order(mut self, order: Order) -> Search<'a, G, M, O> {
        self.order = order;
        self
    }

    /// The same search with limits. They hold for all that this search runs from now on, together.
    #[must_use]
    pub fn limits(mut self, limits: Limits<'a>) -> Search<'a, G, M, O> {
        self.set_limits(limits);
        self
    }

    /// Sets new limits on what runs from now on.
    pub fn set_limits(&mut self, limits: Limits<'a>) {
        self.budget.set_limits(limits);
    }

    /// The memory.
    pub fn memory_ref(&self) -> &M {
        &self.memory
    }

    /// The observer.
    pub fn observed(&self) -> &O {
        &self.observer
    }

    /// The observer, and the end of the search.
    pub fn into_observer(self) -> O {
        self.observer
    }
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'_, G, M, O> {
    /// Runs `algorithm` on `root` to `depth`.
    ///
    /// A root where the game is over has its final score, and one at depth zero its evaluation; neither
    /// has a move.
    pub fn run(&mut self, algorithm: &impl Algorithm, root: &G::Position, depth: Depth) -> Outcome<G::Move> {
        self.run_from(algorithm, root, depth, None)
    }

    /// Runs `algorithm` with a first guess of the value, for those that use one.
    pub fn run_from(
        &mut self,
        algorithm: &impl Algorithm,
        root: &G::Position,
        depth: Depth,
        guess: Option<Score>,
    ) -> Outcome<G::Move> {
        self.begin_root(root);
        self.memory.begin();
        self.run_task(algorithm, &Task { root, depth, guess })
    }

    /// Searches `root` to rising depths; see [`Deepening`].
    pub fn deepen(&mut self, algorithm: &impl Algorithm, root: &G::Position, plan: &Deepening) -> Deepened<G::Move> {
        self.deepen_with(algorithm, root, plan, |_| {})
    }

    /// Work on a root begins: what was learned at another one fades.
    pub(crate) fn begin_root(&mut self, root: &G::Position) {
        let key = if M::REMEMBERS { Some(self.memory.key(self.game, root)) } else { None };
        self.learned.new_root(key);
    }

    /// One iteration, without forgetting what earlier ones learned.
    pub(crate) fn run_task(&mut self, algorithm: &impl Algorithm, task: &Task<'_, G::Position>) -> Outcome<G::Move> {
        self.moves.clear();
        self.lines.clear();
        let before = self.counts();
        let mut report = Report::new(task.depth);
        match self.look_at_root(task) {
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

    /// What all threads have counted.
    fn counts(&self) -> Counts {
        let mut counts = self.observer.counts();
        counts += &self.crew.counted;
        counts
    }

    /// What all threads have visited.
    pub(crate) fn cost(&self) -> Cost {
        let mut cost = self.observer.cost();
        cost += self.crew.counted.cost;
        cost
    }

    /// The value of a root that is a leaf.
    fn look_at_root(&mut self, task: &Task<'_, G::Position>) -> Result<Option<Value>, Stopped> {
        let list = self.moves.open();
        let over = self.game.moves(task.root, &mut self.moves);
        let stuck = self.moves.is_empty();
        self.moves.close(list);
        if over.is_none() && !task.depth.is_horizon() && !stuck {
            return Ok(None);
        }
        self.budget.tick()?;
        Ok(Some(self.leaf(Visit { position: task.root, ply: 0, depth: task.depth, place: 0 }, over)))
    }

    /// Puts one question to the root, by whatever search, and reports the answer.
    pub(crate) fn pass(
        &mut self,
        task: &Task<'_, G::Position>,
        window: Window,
        report: &mut Report<G::Move>,
        search: impl FnOnce(&mut Self, Visit<'_, G::Position>) -> Result<Value, Stopped>,
    ) -> Result<Pass, Stopped> {
        self.root_best = None;
        self.saw_horizon = false;
        self.observer.pass(window);
        let before = self.cost();
        let value = search(self, Visit { position: task.root, ply: 0, depth: task.depth, place: 0 })?;
        self.observer.answer(value.score);
        let pass = report.learn(window, value, self.cost() - before);
        // The move comes from the search that proved the lower bound, never from one that failed low.
        if value.score > window.alpha()
            && let Some((place, play)) = self.root_best
        {
            report.prove(place, play);
            if value.score < window.beta() {
                report.line = self.lines.root().to_vec();
            }
        }
        Ok(pass)
    }

    /// Puts one question to the root, by the kernel, and reports the answer.
    pub(crate) fn ask<S: Style>(
        &mut self,
        task: &Task<'_, G::Position>,
        window: Window,
        report: &mut Report<G::Move>,
    ) -> Result<Pass, Stopped> {
        self.pass(task, window, report, |search, visit| search.together::<S>(visit, window))
    }

    /// MT at the root, for algorithms of your own: is the value at least `gamma`?
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn test(
        &mut self,
        task: &Task<'_, G::Position>,
        gamma: Score,
        report: &mut Report<G::Move>,
    ) -> Result<Pass, Stopped> {
        let gamma = gamma.clamp(Score::MIN, Score::INFINITY);
        self.ask::<Mindful>(task, Window::null(gamma), report)
    }

    /// How many plies the subtree of a node has left, about: the depth, or what the game says of its end.
    #[inline]
    pub(crate) fn plies_below(&self, position: &G::Position, depth: Depth) -> u32 {
        depth.get().unwrap_or_else(|| self.game.plies_left(position))
    }

    /// Evaluates the node if it is a leaf; otherwise its moves are now the open list.
    #[inline(always)]
    pub(crate) fn look(&mut self, visit: Visit<'_, G::Position>) -> Look {
        if visit.depth.is_horizon() {
            return Look::Leaf(self.horizon(visit));
        }
        let list = self.moves.open();
        let over = self.game.moves(visit.position, &mut self.moves);
        if over.is_none() && !self.moves.is_empty() {
            let moves = self.moves.len();
            assert!(moves <= MoveBuf::<G::Move>::MOST, "a position has {moves} moves");
            self.observer.expand(visit.ply, moves);
            return Look::Inner(list);
        }
        self.moves.close(list);
        // A position that is not over has a move; one that breaks this rule is evaluated.
        Look::Leaf(self.leaf(visit, over))
    }

    /// The same for algorithms without a window and an order of their own: a position that the game knows is a
    /// leaf, and moves are in the order of the game's ranks.
    #[inline]
    pub(crate) fn look_ranked(&mut self, visit: Visit<'_, G::Position>) -> Look {
        if let Some(value) = self.known_leaf(visit) {
            return Look::Leaf(value);
        }
        let look = self.look(visit);
        if matches!(look, Look::Inner(_)) && self.order.ranks && self.moves.is_ranked() {
            let moves = self.moves.open_list();
            moves.sort_by_key(|entry| (std::cmp::Reverse(entry.rank), entry.index));
        }
        look
    }

    /// Evaluates a node at the horizon.
    #[inline]
    pub(crate) fn horizon(&mut self, visit: Visit<'_, G::Position>) -> Value {
        let over = self.over(visit.position);
        self.leaf(visit, over)
    }

    /// The final score of a position, if the game is over there.
    #[inline]
    pub(crate) fn over(&mut self, position: &G::Position) -> Option<Score> {
        let list = self.moves.open();
        let over = self.game.over(position, &mut self.moves);
        self.moves.close(list);
        over
    }

    #[inline]
    fn leaf(&mut self, visit: Visit<'_, G::Position>, over: Option<Score>) -> Value {
        self.saw_horizon |= over.is_none();
        let score = over.unwrap_or_else(|| self.evaluate(visit.position));
        let score = from_root(self.game, score, visit.ply);
        let kind = if over.is_some() { LeafKind::Over } else { LeafKind::Horizon };
        self.observer.leaf(self.game, visit, score, kind);
        Value { score, settled: over.is_some() }
    }

    /// The game's judgement, and what it cost.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &G::Position) -> Score {
        let mut nodes = 0;
        let score = self.game.evaluate_counted(position, &mut nodes);
        if nodes > 0 {
            self.observer.quiescence(nodes);
        }
        score
    }
}

/// What a node is.
pub(crate) enum Look {
    /// A leaf, evaluated.
    Leaf(Value),
    /// An inner node, its moves generated.
    Inner(List),
}

impl<G: Game, M, O> Search<'_, G, M, O> {
    /// The value of the root, from an algorithm that does not follow what is behind it: it is settled if
    /// nothing at all was seen of the horizon.
    pub(crate) fn value_at_root(&self, score: Score) -> Value {
        Value { score, settled: !self.saw_horizon }
    }
}

/// The answer of a search at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// For the player to move.
    pub(crate) score: Score,
    /// Whether no leaf behind it was at the horizon, so that it holds at every greater depth.
    pub(crate) settled: bool,
}

impl Value {
    #[inline]
    pub(crate) fn flip_if(self, flip: bool) -> Value {
        Value { score: self.score.flip_if(flip), ..self }
    }
}
