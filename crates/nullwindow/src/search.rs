//! The configuration of a search: game, memory, move order, observer and limits.
//!
//! [`Search`] is the type that a caller configures and runs. Its [`Worker`] does the work, and keeps what outlives one
//! call: memory, learned move order, counts.

use crate::algorithm::Algorithm;
use crate::deepening::Deepened;
use crate::memory::{Memory, NoMemory};
use crate::observe::{Counters, Observer};
use crate::order::Order;
use crate::outcome::Outcome;
use crate::root_moves::DeepenedMoves;
use crate::solution::{CriticalTree, ExtractError, Extraction, SolutionTree};
use crate::{Depth, Evaluator, Limits, Request, Score, Worker};
use std::sync::Arc;

/// A search of a game, ready to run any algorithm.
///
/// ```
/// use nullwindow::{Depth, Score, Search, memory::Table, mtd::MtdF, trees::ExplicitTree};
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let mut search = Search::new(&tree).with_memory(Table::with_bytes(1 << 16)?);
/// let outcome = search.run(&MtdF::new(), &tree.root(), Depth::END);
/// assert_eq!(outcome.value(), Some(Score::new(12)));
/// assert_eq!(outcome.best, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search<'a, G: Evaluator, M: Memory<G> = NoMemory, O: Observer<G> = Counters> {
    pub(crate) worker: Worker<'a, (G, M, O)>,
}

impl<'a, G: Evaluator> Search<'a, G> {
    /// Returns a search without memory that counts its nodes and has no limits.
    #[must_use]
    pub fn new(game: &'a G) -> Search<'a, G> {
        Search { worker: Worker::new(game, Arc::new(NoMemory), Counters::new()) }
    }
}

impl<'a, G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'a, G, M, O> {
    /// Returns the search with another memory: a [`Table`](crate::memory::Table), an
    /// [`ExactMap`](crate::memory::ExactMap), or a reference to a shared one.
    #[must_use]
    pub fn with_memory<N: Memory<G>>(self, memory: N) -> Search<'a, G, N, O> {
        self.rebuild(Arc::new(memory), |observer| observer)
    }

    /// Returns the search with another observer: `()` for none, a pair for two. Of a pair, the first reports the
    /// counts. An observer that does not count leaves the counts of an outcome at zero.
    #[must_use]
    pub fn with_observer<P: Observer<G>>(self, observer: P) -> Search<'a, G, M, P> {
        let memory = Arc::clone(&self.worker.memory);
        self.rebuild(memory, |_| observer)
    }

    /// Moves the state into a search with other types of memory and observer.
    fn rebuild<N: Memory<G>, P: Observer<G>>(
        self,
        memory: Arc<N>,
        observer: impl FnOnce(O) -> P,
    ) -> Search<'a, G, N, P> {
        let worker = self.worker;
        Search {
            worker: Worker {
                game: worker.game,
                memory,
                order: worker.order,
                observer: observer(worker.observer),
                budget: worker.budget,
                learned: worker.learned,
                moves: worker.moves,
                pv: worker.pv,
                cache: worker.cache,
                applied: Vec::new(),
                places: Vec::new(),
                rules_at_root: worker.rules_at_root,
                root_best: worker.root_best,
                saw_horizon: worker.saw_horizon,
                answered_window: worker.answered_window,
                exact_leaves: worker.exact_leaves,
                end_ply: worker.end_ply,
                arenas: worker.arenas,
                sharing: worker.sharing,
                helpers: None, // helpers exist only while `Search::threads` runs
                helper_counts: worker.helper_counts,
            },
        }
    }

    /// Returns the search with another move order.
    #[must_use]
    pub fn with_order(mut self, order: Order) -> Search<'a, G, M, O> {
        self.worker.order = order;
        self
    }

    /// Returns the search with leaves that are evaluated exactly, or only so far that the window is answered
    /// ([`Evaluator::evaluate_within`]), which is the default and never slower.
    ///
    /// The papers' theorems and counts assume exact leaves: a bound instead of a value may cost a driver another pass,
    /// and the same leaf another visit. Values and moves are the same.
    #[must_use]
    pub fn with_exact_leaves(mut self, exact: bool) -> Search<'a, G, M, O> {
        self.worker.exact_leaves = exact;
        self
    }

    /// Returns the search with limits. They apply to the sum of all that this search runs from now on.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits<'a>) -> Search<'a, G, M, O> {
        self.set_limits(limits);
        self
    }

    /// Sets new limits, which start to count from zero.
    pub fn set_limits(&mut self, limits: Limits<'a>) {
        self.worker.budget.set_limits(limits);
    }

    /// Returns the memory.
    pub fn memory(&self) -> &M {
        &self.worker.memory
    }

    /// Returns the observer.
    pub fn observer(&self) -> &O {
        &self.worker.observer
    }

    /// Consumes the search and returns its observer.
    pub fn into_observer(self) -> O {
        self.worker.observer
    }

    /// Runs `algorithm` on `root` once, to the depth of the request.
    ///
    /// If the game is over at the root, the value is the final score; at depth zero it is the evaluation. In neither
    /// case is there a move.
    pub fn run<'r>(
        &mut self,
        algorithm: &impl Algorithm,
        root: &G::Position,
        request: impl Into<Request<'r, G::Move>>,
    ) -> Outcome<G::Move>
    where
        G::Move: 'r,
    {
        self.worker.run(algorithm, root, &mut request.into())
    }

    /// Searches `root` to increasing depths, up to that of the request or until the result is settled.
    pub fn deepen<'r>(
        &mut self,
        algorithm: &impl Algorithm,
        root: &G::Position,
        request: impl Into<Request<'r, G::Move>>,
    ) -> Deepened<G::Move>
    where
        G::Move: 'r,
    {
        self.worker.deepen(algorithm, root, &mut request.into())
    }

    /// Searches every root move to increasing depths, and returns all of them with their exact values, best first
    /// (multi-PV). Equal values keep the order of generation. The result is that of the last completed iteration,
    /// whenever the search is stopped; see [`DeepenedMoves`].
    ///
    /// The list is empty for a root without moves. An algorithm that computes only a bound, such as `mt`, is followed
    /// by MTD(f). [`Request::once`] skips the shallower iterations.
    ///
    /// ```
    /// use nullwindow::{Depth, Limits, Request, Search, memory::Table, mtd::MtdF, trees::IncrementalTree};
    ///
    /// let game = IncrementalTree::new(6, 8)?; // or your own
    /// let limits = Limits::none().with_nodes(20_000);
    /// let mut search = Search::new(&game).with_memory(Table::with_bytes(1 << 20)?).with_limits(limits);
    /// let mut print = |depth, moves: &[nullwindow::RootMove<_>]| {
    ///     println!("depth {depth}: {:?} is worth {}", moves[0].play, moves[0].value);
    /// };
    /// let request = Request::to(Depth::plies(8)).with_moves_listener(&mut print);
    /// let answer = search.root_moves(&MtdF::new(), &game.root(), request);
    /// assert!(answer.stopped.is_some() && answer.moves.len() == 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn root_moves<'r>(
        &mut self,
        algorithm: &impl Algorithm,
        root: &G::Position,
        request: impl Into<Request<'r, G::Move>>,
    ) -> DeepenedMoves<G::Move>
    where
        G::Move: 'r,
    {
        self.worker.root_moves(algorithm, root, &mut request.into())
    }

    /// Prepares the extraction of solution trees for `root` at `depth` from memory.
    ///
    /// ```
    /// use nullwindow::{Depth, Search, memory::ExactMap, mtd::MtdF, solution::verify, trees::ExplicitTree};
    ///
    /// let tree: ExplicitTree = ExplicitTree::DBP96_FIG_1.parse()?;
    /// let (root, depth) = (tree.root(), Depth::END);
    /// let mut search = Search::new(&tree).with_memory(ExactMap::new());
    /// let value = search.run(&MtdF::new(), &root, depth).value().unwrap();
    /// let critical = search.solution(&root, depth).critical(value)?;
    /// assert_eq!(critical.max().leaves().map(|leaf| leaf.get()).collect::<Vec<_>>(), [5, 12, 10, 35]);
    /// assert_eq!(critical.min().leaves().map(|leaf| leaf.get()).collect::<Vec<_>>(), [36, 35, 50, 37]);
    /// assert_eq!(verify(&tree, &root, critical.max()), Ok(value));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution<'s>(&'s mut self, root: &'s G::Position, depth: Depth) -> Extraction<'s, 'a, (G, M, O)> {
        Extraction::new(&mut self.worker, root, depth)
    }

    /// Returns the max solution tree that proves the value of `root` to be at most `upper`.
    ///
    /// # Errors
    /// If memory does not hold it, or it is very large.
    pub fn max_solution(
        &mut self,
        root: &G::Position,
        depth: Depth,
        upper: Score,
    ) -> Result<SolutionTree, ExtractError> {
        self.solution(root, depth).max(upper)
    }

    /// Returns the min solution tree that proves the value of `root` to be at least `lower`.
    ///
    /// # Errors
    /// If memory does not hold it, or it is very large.
    pub fn min_solution(
        &mut self,
        root: &G::Position,
        depth: Depth,
        lower: Score,
    ) -> Result<SolutionTree, ExtractError> {
        self.solution(root, depth).min(lower)
    }

    /// Returns the critical tree that proves the value of `root` to be `value`.
    ///
    /// # Errors
    /// If memory does not hold it, or it is very large.
    pub fn critical_tree(
        &mut self,
        root: &G::Position,
        depth: Depth,
        value: Score,
    ) -> Result<CriticalTree, ExtractError> {
        self.solution(root, depth).critical(value)
    }
}
