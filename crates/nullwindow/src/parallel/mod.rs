//! A search on several threads.
//!
//! **Scheme.** One thread leads: it runs the algorithm, deepens, checks the limits and reports to its observer. Every
//! search of the root ([`Worker::search_shared`]) is also run by the helper threads, on the same memory. The first
//! answer counts for all; the other threads drop the query within 64 nodes. So every driver works with threads, and
//! none contains code for them.
//!
//! Within a query, threads share the tree as in ABDADA (Weill 1996), simplified. A thread claims the large subtrees on
//! its path, and defers those that another thread has claimed until its other moves are done; by then memory usually
//! answers them. And it leaves a node as soon as memory answers it because another thread was faster.
//!
//! **Cost for one thread.** The loops are generic over the cursor that returns their children. A search on one thread
//! uses the plain cursor. The loops with the cursor of `shared_children.rs` are compiled only where [`Search::threads`]
//! is called, and are called through one virtual function per query ([`Helpers`]).
//!
//! **Why the result is that of one thread.** Values depend on position and depth alone. The reported move is the first
//! one that has the value, in an order of root moves that is fixed for an iteration: if a move cuts off at the root
//! while an earlier one is deferred, the root is searched again in order. What differs from run to run are the counts,
//! the sharpness of a fail-soft answer (and so the number of passes), and how early a result is recognised as settled.
//!
//! - [`query`]: queries and answers;
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
use query::{QueryAnswer, QueryChannel, RootQuery};
use std::sync::Arc;
use std::thread;

/// The stack of a helper thread. A search recurses once per ply, and a path may have 1024 plies.
const STACK: usize = 64 << 20;

/// The helper threads, as a worker sees them. A virtual function, called once per query, keeps the sharing loops out of
/// searches without threads.
pub(crate) trait Helpers<C: Context> {
    /// Searches a node together with the helpers.
    fn ask(
        &self,
        worker: &mut Worker<'_, C>,
        by: SharedLoop,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped>;
}

/// The state that the threads of a search share, besides memory.
struct WorkerGroup<G: Game> {
    channel: QueryChannel<G::Position, G::Move>,
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
    /// Runs `work` with this search while `threads - 1` helper threads assist: they share its memory and every search
    /// of the root.
    ///
    /// ```
    /// use nullwindow::{Deepening, Depth, Search, memory::Table, mtd::MtdF, trees::IncrementalTree};
    ///
    /// let game = IncrementalTree::new(20, 6)?; // or your own
    /// let plan = Deepening::to(Depth::plies(6));
    /// let mut search = Search::new(&game).with_memory(Table::with_bytes(1 << 20)?);
    /// let answer = search.threads(2, |search| search.deepen(&MtdF::new(), &game.root(), plan));
    ///
    /// let alone = Search::new(&game).with_memory(Table::with_bytes(1 << 20)?).deepen(&MtdF::new(), &game.root(), plan);
    /// assert_eq!((answer.value(), answer.best()), (alone.value(), alone.best()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **The result** has the value and the move of a search on one thread. The bound from
    /// [`Mt`](crate::depth_first::Mt) may be sharper.
    ///
    /// **`work`** runs on the calling thread, with the observer, the limits and the callbacks of this search. Limits
    /// stop all threads, and the node limit applies to their sum. The counts of an outcome cover all threads, those of
    /// [`Search::observer`] only this one.
    ///
    /// **Helpers.** An algorithm without memory, or MTD-best
    /// ([`AnyAlgorithm::uses_threads`](crate::AnyAlgorithm::uses_threads)), runs on one thread, and so does every
    /// search of a small tree. There are at most [`Search::MAX_THREADS`] threads, and fewer if the system refuses to
    /// start one.
    pub fn threads<T>(&mut self, threads: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        self.threads_observed(threads, Counters::new, work)
    }

    /// Runs `work` as [`Search::threads`] does, with helper threads that report to observers made by `observer`.
    ///
    /// Helpers with the observer type of the search itself are not compiled a second time. An observer that does not
    /// count leaves its helper out of the counts of an outcome.
    pub fn threads_observed<T, P: Observer<G>>(
        &mut self,
        threads: usize,
        observer: impl Fn() -> P + Sync,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        // Threads communicate through memory: without it they could only repeat the same work.
        if threads < 2 || !M::ENABLED {
            return work(self);
        }
        let group: Arc<WorkerGroup<G>> =
            Arc::new(WorkerGroup { channel: QueryChannel::new(), claims: Arc::new(ClaimTable::new()) });
        let (game, observer) = (self.worker.game, &observer);
        thread::scope(|scope| {
            // Before the first spawn: if `work` panics, the scope would otherwise wait for the helpers for ever.
            let _guard = DismissGuard(&group.channel);
            for _ in 1..threads.min(Self::MAX_THREADS) {
                let (group, memory) = (Arc::clone(&group), Arc::clone(&self.worker.memory));
                let helper = move || {
                    let mut worker = Worker::<(G, M, P)>::new(game, memory, observer());
                    // The leader checks the limits and closes the query for all. Half of the stack is a
                    // margin for frames that are not measured.
                    worker.budget.set_limits(Limits::none().with_stack(STACK / 2));
                    worker.join(&group);
                    worker.run_helper(&group);
                };
                // If the system refuses another thread, the search goes on with those that run.
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
    /// The largest number of threads that [`Search::threads`] starts. Each reserves 64 MiB of address space for its
    /// stack.
    pub const MAX_THREADS: usize = 256;
}

/// Ends the helpers on drop, also if the work panics.
struct DismissGuard<'b, P, M>(&'b QueryChannel<P, M>);

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
        let query = RootQuery {
            position: position.clone(),
            ply,
            depth,
            place,
            window,
            by,
            order: worker.order,
            root_order: worker.learned.root_order(),
            end_ply: worker.end_ply,
            exact_leaves: worker.exact_leaves,
            rules_at_root: worker.rules_at_root,
        };
        let number = self.channel.post(query, worker.budget.reserve);
        // The leader searches too: its answer is as good as that of a helper.
        let own = worker.search_query(number, by, visit, window);
        worker.budget.watch_query(QueryWatch::NO_QUERY);
        let (reply, counts, reserve) = self.channel.close();
        worker.budget.reserve = reserve;
        // An observer that does not count must not report the counts of helpers either.
        if worker.observer.cost() != Cost::default() {
            worker.helper_counts += &counts;
        }
        match (own, reply) {
            (Ok(value), _) => Ok(value),
            (Err(_), Some(reply)) => {
                worker.moves.clear();
                worker.applied.clear();
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
        self.budget.watch = Some(group.channel.watch());
        self.sharing.claims = Arc::clone(&group.claims);
    }

    fn leave(&mut self) {
        self.budget.watch = None;
    }

    /// Searches a node by the loop `L`, together with the helpers if there are any and the subtree is large enough.
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

    /// Searches a node by the loop `L` on this thread alone: for callers whose result is more than a value and would
    /// depend on which thread finishes first.
    pub(crate) fn search_unshared<L: Loop>(
        &mut self,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.descend::<L, InOrder>(visit, window).map_err(Halt::stopped)
    }

    /// Searches the query with this number as one of several threads.
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

    /// Serves as a helper: searches one query after the other until there are no more.
    fn run_helper(mut self, group: &WorkerGroup<C::Game>) {
        let mut before = self.observer.counts();
        let mut seen = 0;
        while let Some((mut work, query)) = group.channel.next(seen) {
            seen = work.number;
            self.moves.clear();
            self.applied.clear();
            self.pv.clear();
            self.root_best = None;
            self.order = query.order;
            self.end_ply = query.end_ply;
            self.exact_leaves = query.exact_leaves;
            self.rules_at_root = query.rules_at_root;
            // All threads must try root moves in the same order, for the reported move to be the same.
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
