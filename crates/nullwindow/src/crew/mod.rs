//! Several threads on one search.
//!
//! **Scheme.** One thread leads: it runs the algorithm, deepens, obeys the limits and tells its observer. Whatever it
//! asks at the root ([`Search::together`]), its helpers ask as well, on the same memory. Whoever answers first answers
//! for all; the others drop the question within 64 nodes. So every driver works with threads, and none knows of them.
//!
//! Within a question threads share the tree as in ABDADA (Weill 1996), simplified: a thread marks the large subtrees it
//! is in, and puts off those that are marked by another until its other moves are done; by then memory mostly answers
//! them. And it leaves a node as soon as memory answers it, because another thread was faster.
//!
//! **Why the answer is that of one thread.** Values depend on position and depth alone. The move reported is the first
//! one that has the value, in an order of root moves that is fixed for an iteration: where a move cuts off at the root
//! while one before it was put off, that one is searched as well.
//! What differs from run to run are the counts, how sharp a fail-soft answer is (and so the number of passes), and how
//! early a result is seen to be settled.
//!
//! - [`board`]: questions and answers;
//! - [`marks`]: who searches what;
//! - [`sharing`]: what the kernel asks of the crew.

mod board;
mod marks;
mod sharing;

pub(crate) use board::Watch;
pub(crate) use sharing::Claim;

use crate::depth_first::kernel::{Mindful, Scouting, Style};
use crate::game::Game;
use crate::memory::Memory;
use crate::observe::{Cost, Counts, Observer, Visit};
use crate::search::Value;
use crate::{Evaluator, Search, Stopped, Window};
use board::{Answer, Board, Question};
use marks::Marks;
use sharing::Pending;
use std::fmt;
use std::sync::Arc;
use std::thread;

/// A search calls itself once a ply, and a line may have 1024 of them.
const STACK: usize = 64 << 20;

/// What the threads of a search share, besides its memory.
pub(crate) struct Crew<G: Game> {
    board: Board<G::Position, G::Move>,
    marks: Marks,
}

/// What a search knows as one of several threads.
pub(crate) struct Member<G: Game> {
    /// What it shares with the others; nothing if it is alone.
    shared: Option<Arc<Crew<G>>>,
    /// The large nodes on the way from the root to where it is.
    pending: Vec<Pending>,
    /// The place among them of one that another thread has answered, and the answer.
    elsewhere: Option<(usize, Value)>,
    /// When it last looked whether one was.
    looked_back: u64,
    /// What its helpers have counted.
    pub(crate) counted: Counts,
}

impl<G: Game> fmt::Debug for Member<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("alone", &self.shared.is_none()).finish_non_exhaustive()
    }
}

impl<G: Game> Member<G> {
    pub(crate) fn alone() -> Member<G> {
        Member { shared: None, pending: Vec::new(), elsewhere: None, looked_back: 0, counted: Counts::default() }
    }
}

impl<G, M, O> Search<'_, G, M, O>
where
    G: Evaluator + Sync,
    G::Position: Send,
    G::Move: Send,
    M: Memory<G> + Clone + Send,
    O: Observer<G>,
{
    /// Does `work` with this search while `threads - 1` others help it: they share its memory, a reference to a
    /// [`Table`](crate::memory::Table), and every question that an algorithm puts to the root.
    ///
    /// ```
    /// use nullwindow::{Deepening, Depth, Search, memory::Table, mtd::MtdF, trees::IncrementalTree};
    ///
    /// let game = IncrementalTree::new(20, 6)?; // or your own
    /// let table = Table::with_bytes(1 << 20)?;
    /// let plan = Deepening::to(Depth::plies(6));
    /// let mut search = Search::new(&game).memory(&table);
    /// let answer = search.threads(2, |search| search.deepen(&MtdF::new(), &game.root(), &plan));
    ///
    /// let alone = Search::new(&game).memory(&Table::with_bytes(1 << 20)?).deepen(&MtdF::new(), &game.root(), &plan);
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
    /// **Who helps.** An algorithm without memory, or MTD-best ([`AnyAlgorithm::uses_threads`](crate::AnyAlgorithm::uses_threads)),
    /// runs alone, and so does any on a small tree. Where the system refuses a thread, fewer do the work.
    pub fn threads<T>(&mut self, threads: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        if threads < 2 || !M::REMEMBERS {
            return work(self);
        }
        let crew = Arc::new(Crew { board: Board::new(), marks: Marks::new() });
        thread::scope(|scope| {
            let _dismissed = Dismissed(&crew.board);
            for _ in 1..threads {
                let mut helper = Search::new(self.game).memory(self.memory.clone()).order(self.order);
                helper.join_crew(&crew);
                let crew = Arc::clone(&crew);
                let thread = thread::Builder::new().stack_size(STACK);
                if thread.spawn_scoped(scope, move || helper.help(&crew)).is_err() {
                    break;
                }
            }
            self.join_crew(&crew);
            let done = work(self);
            self.leave_crew();
            done
        })
    }
}

/// Lets helpers go home, even if the work panics.
struct Dismissed<'b, P, M>(&'b Board<P, M>);

impl<P, M> Drop for Dismissed<'_, P, M> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'_, G, M, O> {
    fn join_crew(&mut self, crew: &Arc<Crew<G>>) {
        self.budget.watch = Some(crew.board.watch());
        self.crew.shared = Some(Arc::clone(crew));
    }

    fn leave_crew(&mut self) {
        self.budget.watch = None;
        self.crew.shared = None;
    }

    /// Asks the kernel, with the help of the crew if there is one and the question is worth it.
    pub(crate) fn together<S: Style>(
        &mut self,
        visit: Visit<'_, G::Position>,
        window: Window,
    ) -> Result<Value, Stopped> {
        let crew = match &self.crew.shared {
            Some(crew) if S::REMEMBERS && M::REMEMBERS && self.is_large(visit) => Arc::clone(crew),
            _ => return self.alone::<S>(visit, window),
        };
        let Visit { position, ply, depth, place } = visit;
        let question = Question {
            position: position.clone(),
            ply,
            depth,
            place,
            window,
            scouts: S::SCOUTS,
            order: self.order,
            root_order: self.learned.root_order(),
        };
        let number = crew.board.ask(question, self.budget.reserve);
        self.begin_question(number);
        let own = self.kernel::<S>(visit, window);
        self.budget.watch_for(Watch::NOTHING);
        let (answer, counts, reserve) = crew.board.close();
        self.budget.reserve = reserve;
        if self.observer.cost() != Cost::default() {
            self.crew.counted += &counts;
        }
        match (own, answer) {
            (Err(_), Some(answer)) => {
                self.moves.clear();
                self.root_best = answer.best;
                self.lines.set_root(answer.line);
                Ok(answer.value)
            }
            (own, _) => own,
        }
    }

    /// Asks the kernel without help: where the answer is more than a value, and would depend on who is first.
    pub(crate) fn alone<S: Style>(&mut self, visit: Visit<'_, G::Position>, window: Window) -> Result<Value, Stopped> {
        self.begin_question(Watch::NOTHING);
        self.kernel::<S>(visit, window)
    }

    /// What was on the way to an earlier question is no more.
    fn begin_question(&mut self, number: u64) {
        self.crew.pending.clear();
        self.crew.elsewhere = None;
        self.budget.watch_for(number);
    }

    /// What a helper does all day.
    fn help(mut self, crew: &Crew<G>) {
        let mut before = self.observer.counts();
        let mut seen = 0;
        while let Some((mut work, question)) = crew.board.next(seen) {
            seen = work.number;
            self.begin_question(work.number);
            self.moves.clear();
            self.lines.clear();
            self.root_best = None;
            self.order = question.order;
            self.learned.follow(question.root_order);
            let Question { ref position, ply, depth, place, window, .. } = question;
            let visit = Visit { position, ply, depth, place };
            let value = if question.scouts {
                self.kernel::<Scouting>(visit, window)
            } else {
                self.kernel::<Mindful>(visit, window)
            };
            if let Ok(value) = value {
                work.answer(Answer { value, best: self.root_best, line: self.lines.root().to_vec() });
            }
            let counts = self.observer.counts();
            work.counts = counts.since(&before);
            before = counts;
        }
    }
}
