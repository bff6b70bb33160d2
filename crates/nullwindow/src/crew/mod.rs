//! Several threads on one search.
//!
//! **Scheme.** One thread leads: it runs the algorithm, deepens, obeys the limits and reports to its observer. Whatever
//! it asks at the root ([`Worker::together`]), its helpers ask as well, on the same memory. The first answer counts for
//! all; the other threads drop the question within 64 nodes. So every driver works with threads, and none contains code
//! for them.
//!
//! Within a question threads share the tree as in ABDADA (Weill 1996), simplified: a thread marks the large subtrees it
//! is in, and defers those that another thread has marked until its other moves are done; by then memory mostly answers
//! them. And it leaves a node as soon as memory answers it, because another thread was faster.
//!
//! **Cost of one thread.** The loops are generic over the cursor that returns their children. Those of a search on one
//! thread are compiled with the plain cursor; those with the cursor of `sharing.rs` are compiled only where
//! [`Search::threads`] is called, and called through one virtual function per question ([`Team`]).
//!
//! **Why the answer is that of one thread.** Values depend on position and depth alone. The move reported is the first
//! one that has the value, in an order of root moves that is fixed for an iteration: where a move cuts off at the root
//! while an earlier one is deferred, the root is searched again in order.
//! What differs from run to run are the counts, how sharp a fail-soft answer is (and so the number of passes), and how
//! early a result is seen to be settled.
//!
//! - [`board`]: questions and answers;
//! - [`marks`]: the subtrees that are being searched;
//! - [`sharing`]: the cursor that claims and defers.

mod board;
mod marks;
mod sharing;

pub(crate) use board::Watch;
pub(crate) use sharing::Member;

use crate::depth_first::children::InOrder;
use crate::depth_first::node::{Answer, Loop, SharedLoop};
use crate::depth_first::{Mt, NegaScout, TtAlphaBeta};
use crate::game::Game;
use crate::halt::Halt;
use crate::memory::Memory;
use crate::observe::{Cost, Counters, Observer, Visit};
use crate::worker::{Value, Worker};
use crate::{Context, Evaluator, Limits, Search, Stopped, Window};
use board::{Board, Question, Reply};
use marks::Marks;
use std::sync::Arc;
use std::thread;

/// The stack of a helper thread: a search calls itself once a ply, and a line may have 1024 of them.
const STACK: usize = 64 << 20;

/// The helpers of a search, as its worker sees them: a virtual function, called once a question, so that only searches
/// with threads contain the loops that share.
pub(crate) trait Team<C: Context> {
    /// Answers a question together with the helpers.
    fn ask(
        &self,
        worker: &mut Worker<'_, C>,
        by: SharedLoop,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped>;
}

/// What the threads of a search share, besides its memory.
struct Crew<G: Game> {
    board: Board<G::Position, G::Move>,
    marks: Arc<Marks>,
}

impl<G, M, O> Search<'_, G, M, O>
where
    G: Evaluator + Sync,
    G::Position: Send,
    G::Move: Send,
    M: Memory<G> + Send + Sync,
    O: Observer<G>,
{
    /// Does `work` with this search while `threads - 1` others help it: they share its memory and every question that an
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
        if threads < 2 || !M::REMEMBERS {
            return work(self);
        }
        let crew: Arc<Crew<G>> = Arc::new(Crew { board: Board::new(), marks: Arc::new(Marks::new()) });
        let game = self.worker.game;
        thread::scope(|scope| {
            let _dismissed = Dismissed(&crew.board);
            for _ in 1..threads.min(Self::MOST_THREADS) {
                let (crew, memory) = (Arc::clone(&crew), Arc::clone(&self.worker.memory));
                let helper = move || {
                    let mut worker = Worker::<(G, M, Counters)>::new(game, memory, Counters::new());
                    worker.budget.set_limits(Limits::none().stack(STACK / 2));
                    worker.join(&crew);
                    worker.help(&crew);
                };
                if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, helper).is_err() {
                    break;
                }
            }
            self.worker.join(&crew);
            self.worker.team = Some(crew.clone());
            let done = work(self);
            self.worker.team = None;
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
struct Dismissed<'b, P, M>(&'b Board<P, M>);

impl<P, M> Drop for Dismissed<'_, P, M> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

impl<C: Context> Team<C> for Crew<C::Game> {
    fn ask(
        &self,
        worker: &mut Worker<'_, C>,
        by: SharedLoop,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped> {
        let Visit { position, ply, depth, place } = visit;
        let (position, root_order) = (position.clone(), worker.learned.root_order());
        let question = Question { position, ply, depth, place, window, by, order: worker.order, root_order };
        let number = self.board.ask(question, worker.budget.reserve);
        let own = worker.work_on(number, by, visit, window);
        worker.budget.watch_for(Watch::NOTHING);
        let (reply, counts, reserve) = self.board.close();
        worker.budget.reserve = reserve;
        if worker.observer.cost() != Cost::default() {
            worker.helped += &counts;
        }
        match (own, reply) {
            (Ok(value), _) => Ok(value),
            (Err(_), Some(reply)) => {
                worker.moves.clear();
                worker.root_best = reply.best;
                worker.lines.set_root(reply.line);
                Ok(reply.value)
            }
            (Err(halt), None) => Err(halt.stopped()),
        }
    }
}

impl<C: Context> Worker<'_, C> {
    fn join(&mut self, crew: &Crew<C::Game>) {
        self.budget.watch = Some(crew.board.watch());
        self.member.marks = Arc::clone(&crew.marks);
    }

    fn leave(&mut self) {
        self.budget.watch = None;
    }

    /// Asks the loop `L`, with the help of other threads if there are any and the question is worth it.
    pub(crate) fn together<L: Loop>(
        &mut self,
        visit: Visit<'_, C::Position>,
        window: Window,
    ) -> Result<Value, Stopped> {
        match (&self.team, L::SHARED) {
            (Some(team), Some(by)) if C::REMEMBERS && self.is_large(visit) => {
                let team = Arc::clone(team);
                team.ask(self, by, visit, window)
            }
            _ => self.alone::<L>(visit, window),
        }
    }

    /// Asks the loop `L` without help: where the answer is more than a value, and would depend on which thread is first.
    pub(crate) fn alone<L: Loop>(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Result<Value, Stopped> {
        self.descend::<L, InOrder>(visit, window).map_err(Halt::stopped)
    }

    /// Searches the question of this number, as one of several threads.
    fn work_on(&mut self, number: u64, by: SharedLoop, visit: Visit<'_, C::Position>, window: Window) -> Answer {
        self.member.begin();
        self.budget.measure_stack(&by);
        self.budget.watch_for(number);
        match by {
            SharedLoop::TtAlphaBeta => self.share::<TtAlphaBeta>(visit, window),
            SharedLoop::NegaScout => self.share::<NegaScout>(visit, window),
            SharedLoop::Mt => self.share::<Mt>(visit, window),
        }
    }

    /// Searches one question after the other until there are no more.
    fn help(mut self, crew: &Crew<C::Game>) {
        let mut before = self.observer.counts();
        let mut seen = 0;
        while let Some((mut work, question)) = crew.board.next(seen) {
            seen = work.number;
            self.moves.clear();
            self.lines.clear();
            self.root_best = None;
            self.order = question.order;
            self.learned.follow(question.root_order);
            let Question { ref position, ply, depth, place, window, by, .. } = question;
            let visit = Visit { position, ply, depth, place };
            if let Ok(value) = self.work_on(work.number, by, visit, window) {
                work.answer(Reply { value, best: self.root_best, line: self.lines.root().to_vec() });
            }
            let counts = self.observer.counts();
            work.counts = counts.since(&before);
            before = counts;
        }
    }
}
