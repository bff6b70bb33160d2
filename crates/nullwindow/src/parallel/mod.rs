//! Several threads on one search.
//!
//! **Scheme.** One thread leads: it runs the algorithm, deepens, obeys the limits and reports to its observer. Whatever
//! it asks at the root ([`Worker::search_shared`]), its helpers ask as well, on the same memory. The first answer counts for
//! all; the other threads drop the query within 64 nodes. So every driver works with threads, and none contains code
//! for them.
//!
//! Within a query threads share the tree as in ABDADA (Weill 1996), simplified: a thread claims the large subtrees it
//! is in, and defers those that another thread has marked until its other moves are done; by then memory mostly answers
//! them. And it leaves a node as soon as memory answers it, because another thread was faster.
//!
//! **Cost of one thread.** The loops are generic over the cursor that returns their children. Those of a search on one
//! thread are compiled with the plain cursor; those with the cursor of `sharing.rs` are compiled only where
//! [`Search::threads`] is called, and called through one virtual function per query ([`Helpers`]).
//!
//! **Why the answer is that of one thread.** Values depend on position and depth alone. The move reported is the first
//! one that has the value, in an order of root moves that is fixed for an iteration: where a move cuts off at the root
//! while an earlier one is deferred, the root is searched again in order.
//! What differs from run to run are the counts, how sharp a fail-soft answer is (and so the number of passes), and how
//! early a result is seen to be settled.
//!
//! - [`query`]: questions and answers;
//! - [`claims`]: the subtrees that are being searched;
//! - [`shared_children`]: the cursor that claims and defers.

mod claims;
mod query;
mod shared_children;

pub(crate) use query::QueryWatch;
pub(crate) use shared_children::SharingState;

use crate::depth_first::children::InOrder;
use crate::depth_first::node::{Answer, Loop, SharedLoop};
use crate::depth_first::{Mt, NegaScout, TtAlphaBeta};
use crate::game::Game;
use crate::halt::Halt;
use crate::memory::Memory;
use crate::observe::{Cost, Counters, Observer, Visit};
use crate::worker::{Value, Worker};
use crate::{Context, Evaluator, Limits, Search, Stopped, Window};
use claims::ClaimTable;
use query::{QueryAnswer, RootQuery, SharedQuery};
use std::sync::Arc;
use std::thread;

/// The stack of a helper thread: a search calls itself once a ply, and a line may have 1024 of them.
const STACK: usize = 64 << 20;

/// The helpers of a search, as its worker sees them: a virtual function, called once a query, so that only searches
/// with threads contain the loops that share.
pub(crate) trait Helpers<C: Context> {
    /// Answers a query together with the helpers.
    fn ask(
        &self,
        worker: &mut Worker<'_, C>,
        by: SharedLoop,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped>;
}

/// What the threads of a search share, besides its memory.
struct WorkerGroup<G: Game> {
    query: SharedQuery<G::Position, G::Move>,
    claims: Arc<ClaimTable>,
}

impl<G, M, O> Search<'_, G, M, O>
where
    G: Evaluator + Sync,
    G::Position: Send,
    G::Move: Send,
    M: Memory<G> + Send + Sync,
    O: Observer<G>,
{
    /// Does `work` with this search while `threads - 1` others help it: they share its memory and every query that an
    /// algorithm puts to the root.
    ///
    /// ```
    /// use nullwindow::{Deepening, Depth, Search, memory::Table, mtd::MtdF, trees::IncrementalTree};
    ///
    /// let game = IncrementalTree::new(20, 6)?; // or your own
    /// let plan = Deepening::to(Depth::plies(6));
    /// let mut search = Search::new(&game).memory(Table::with_bytes(1 << 20)?);
    /// let answer = search.threads(2, |search| search.deepen(&MtdF::new(), &game.root(), &plan));
    ///
    /// let alone = Search::new(&game).memory(Table::with_bytes(1 << 20)?).deepen(&MtdF::new(), &game.root(), &plan);
    /// assert_eq!((answer.value(), answer.best()), (alone.value(), alone.best()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **The answer** has the value and the move of a search on one thread. The bound that [`Mt`](crate::depth_first::Mt)
    /// finds may be sharper.
    ///
    /// **`work`** runs on the thread that calls, with the observer, the limits and the callbacks of this search.
    /// Limits stop all threads, and nodes are limited for all together. The counts of an outcome are those of all threads,
    /// those of [`Search::observed`] are of this one.
    ///
    /// **Helpers.** An algorithm without memory, or MTD-best ([`AnyAlgorithm::uses_threads`](crate::AnyAlgorithm::uses_threads)),
    /// runs alone, and so does any on a small tree. There are at most [`Search::MOST_THREADS`] threads, and fewer where the
    /// system refuses one.
    pub fn threads<T>(&mut self, threads: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        if threads < 2 || !M::ENABLED {
            return work(self);
        }
        let group: Arc<WorkerGroup<G>> =
            Arc::new(WorkerGroup { query: SharedQuery::new(), claims: Arc::new(ClaimTable::new()) });
        let game = self.worker.game;
        thread::scope(|scope| {
            let _guard = DismissGuard(&group.query);
            for _ in 1..threads.min(Self::MOST_THREADS) {
                let (group, memory) = (Arc::clone(&group), Arc::clone(&self.worker.memory));
                let helper = move || {
                    let mut worker = Worker::<(G, M, Counters)>::new(game, memory, Counters::new());
                    worker.budget.set_limits(Limits::none().stack(STACK / 2));
                    worker.join(&group);
                    worker.run_helper(&group);
                };
                if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, helper).is_err() {
                    break;
                }
            }
            self.worker.join(&group);
            self.worker.helpers = Some(group.clone());
            let done = work(self);
            self.worker.helpers = None;
            self.worker.leave();
            done
        })
    }
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'_, G, M, O> {
    /// The most threads that [`Search::threads`] starts. Each has a stack of 64 MiB of address space.
    pub const MOST_THREADS: usize = 256;
}

/// Dismisses the helpers, even if the work panics.
struct DismissGuard<'b, P, M>(&'b SharedQuery<P, M>);

impl<P, M> Drop for DismissGuard<'_, P, M> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

impl<C: Context> Helpers<C> for WorkerGroup<C::Game> {
    fn ask(
        &self,
        worker: &mut Worker<'_, C>,
        by: SharedLoop,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped> {
        let Visit { position, ply, depth, place } = visit;
        let (position, root_order) = (position.clone(), worker.learned.root_order());
        let query = RootQuery { position, ply, depth, place, window, by, order: worker.order, root_order };
        let number = self.query.ask(query, worker.budget.reserve);
        let own = worker.search_query(number, by, visit, window);
        worker.budget.watch_query(QueryWatch::NO_QUERY);
        let (reply, counts, reserve) = self.query.close();
        worker.budget.reserve = reserve;
        if worker.observer.cost() != Cost::default() {
            worker.helper_counts += &counts;
        }
        match (own, reply) {
            (Ok(value), _) => Ok(value),
            (Err(_), Some(reply)) => {
                worker.moves.clear();
                worker.root_best = reply.best;
                worker.pv.set_root(reply.line);
                Ok(reply.value)
            }
            (Err(halt), None) => Err(halt.stopped()),
        }
    }
}

impl<C: Context> Worker<'_, C> {
    fn join(&mut self, group: &WorkerGroup<C::Game>) {
        self.budget.watch = Some(group.query.watch());
        self.sharing.claims = Arc::clone(&group.claims);
    }

    fn leave(&mut self) {
        self.budget.watch = None;
    }

    /// Asks the loop `L`, with the help of other threads if there are any and the query is worth it.
    pub(crate) fn search_shared<L: Loop>(
        &mut self,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped> {
        match (&self.helpers, L::SHARED) {
            (Some(helpers), Some(by)) if C::HAS_MEMORY && self.is_worth_sharing(visit) => {
                let helpers = Arc::clone(helpers);
                helpers.ask(self, by, visit, window)
            }
            _ => self.search_unshared::<L>(visit, window),
        }
    }

    /// Asks the loop `L` without help: where the answer is more than a value, and would depend on which thread is first.
    pub(crate) fn search_unshared<L: Loop>(
        &mut self,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.descend::<L, InOrder>(visit, window).map_err(Halt::stopped)
    }

    /// Searches the query of this number, as one of several threads.
    fn search_query(&mut self, number: u64, by: SharedLoop, visit: Visit<'_, C::Position>, window: Window) -> Answer {
        self.sharing.begin();
        self.budget.measure_stack(&by);
        self.budget.watch_query(number);
        match by {
            SharedLoop::TtAlphaBeta => self.search_shared_root::<TtAlphaBeta>(visit, window),
            SharedLoop::NegaScout => self.search_shared_root::<NegaScout>(visit, window),
            SharedLoop::Mt => self.search_shared_root::<Mt>(visit, window),
        }
    }

    /// Searches one query after the other until there are no more.
    fn run_helper(mut self, group: &WorkerGroup<C::Game>) {
        let mut before = self.observer.counts();
        let mut seen = 0;
        while let Some((mut work, query)) = group.query.next(seen) {
            seen = work.number;
            self.moves.clear();
            self.pv.clear();
            self.root_best = None;
            self.order = query.order;
            self.learned.follow(query.root_order);
            let RootQuery { ref position, ply, depth, place, window, by, .. } = query;
            let visit = Visit { position, ply, depth, place };
            if let Ok(value) = self.search_query(work.number, by, visit, window) {
                work.answer(QueryAnswer { value, best: self.root_best, line: self.pv.root().to_vec() });
            }
            let counts = self.observer.counts();
            work.counts = counts.since(&before);
            before = counts;
        }
    }
}
