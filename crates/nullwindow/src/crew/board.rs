//! Where the leader of a crew writes its questions and everybody the answers.

use crate::depth_first::node::SharedLoop;
use crate::observe::Counts;
use crate::order::RootOrder;
use crate::worker::Value;
use crate::{Depth, Order, Window};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Who waits looks so often before he goes to sleep: at small depths one question follows another in less time than it takes to
/// wake a thread.
const LOOKS: u32 = 32;
/// The pause between two looks, in steps of some ten nanoseconds.
const PAUSE: u32 = 64;

/// What all threads search at the same time.
#[derive(Clone, Debug)]
pub(super) struct Question<P> {
    pub(super) position: P,
    pub(super) ply: usize,
    pub(super) depth: Depth,
    pub(super) place: u16,
    pub(super) window: Window,
    /// The loop that searches it.
    pub(super) by: SharedLoop,
    pub(super) order: Order,
    pub(super) root_order: RootOrder,
}

/// What the first thread that was done has found.
#[derive(Debug)]
pub(super) struct Reply<M> {
    pub(super) value: Value,
    pub(super) best: Option<(u16, M)>,
    pub(super) line: Vec<M>,
}

/// The board: one question at a time.
#[derive(Debug)]
pub(super) struct Board<P, M> {
    state: Mutex<State<P, M>>,
    /// There is something new for helpers.
    news: Condvar,
    /// The last helper has left the question.
    quiet: Condvar,
    progress: Arc<Progress>,
}

#[derive(Debug)]
struct State<P, M> {
    /// Of the last question asked.
    number: u64,
    /// The question, as long as it is open and some helper has not seen it.
    question: Option<Question<P>>,
    answer: Option<Reply<M>>,
    /// How many helpers are at work on it.
    working: usize,
    /// What they have counted.
    counts: Counts,
    dismissed: bool,
}

/// What threads look at every few nodes, on cache lines of their own.
#[derive(Debug, Default)]
struct Progress {
    /// The number of the last question that is over.
    over: Line,
    /// How many nodes all threads together may still visit.
    reserve: Line,
}

#[repr(align(128))]
#[derive(Debug, Default)]
struct Line(AtomicU64);

impl<P: Clone, M> Board<P, M> {
    pub(super) fn new() -> Board<P, M> {
        let state =
            State { number: 0, question: None, answer: None, working: 0, counts: Counts::default(), dismissed: false };
        Board {
            state: Mutex::new(state),
            news: Condvar::new(),
            quiet: Condvar::new(),
            progress: Arc::new(Progress::default()),
        }
    }

    /// Writes a new question on the board, for which no more than `reserve` nodes may be visited, and says its number.
    pub(super) fn ask(&self, question: Question<P>, reserve: u64) -> u64 {
        let mut state = self.lock();
        self.progress.reserve.0.store(reserve, Relaxed);
        state.number += 1;
        state.question = Some(question);
        self.news.notify_all();
        state.number
    }

    /// Wipes the question off, waits until every helper has left it, and tells what they have found and what is left
    /// of the reserve.
    pub(super) fn close(&self) -> (Option<Reply<M>>, Counts, u64) {
        let mut state = self.lock();
        state.question = None;
        self.progress.over.0.store(state.number, Relaxed);
        let mut looks = 0;
        while state.working > 0 {
            state = self.wait(&self.quiet, state, &mut looks);
        }
        (state.answer.take(), std::mem::take(&mut state.counts), self.progress.reserve.0.load(Relaxed))
    }

    /// Waits for the next question that helper has not seen, and joins the work on it; nothing if there will be none.
    pub(super) fn next(&self, seen: u64) -> Option<(Work<'_, P, M>, Question<P>)> {
        let (mut state, mut looks) = (self.lock(), 0);
        loop {
            if state.dismissed {
                return None;
            }
            if let Some(question) = state.question.as_ref().filter(|_| state.number > seen) {
                let question = question.clone();
                state.working += 1;
                let work = Work { board: self, number: state.number, counts: Counts::default() };
                return Some((work, question));
            }
            state = self.wait(&self.news, state, &mut looks);
        }
    }

    /// How a thread is told of the end of a question.
    pub(super) fn watch(&self) -> Watch {
        Watch { progress: Arc::clone(&self.progress), question: Watch::NOTHING }
    }
}

impl<P, M> Board<P, M> {
    fn lock(&self) -> MutexGuard<'_, State<P, M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets others change the state: for a moment, and after some looks until they signal that they have.
    fn wait<'b>(
        &'b self,
        signal: &Condvar,
        state: MutexGuard<'b, State<P, M>>,
        looks: &mut u32,
    ) -> MutexGuard<'b, State<P, M>> {
        *looks += 1;
        if *looks > LOOKS {
            return signal.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        (0..PAUSE).for_each(|_| std::hint::spin_loop());
        self.lock()
    }

    /// There will be no more questions, and the last one is over.
    pub(super) fn dismiss(&self) {
        let mut state = self.lock();
        state.dismissed = true;
        state.question = None;
        self.progress.over.0.store(state.number, Relaxed);
        self.news.notify_all();
    }
}

/// The work of a helper on a question. Dropped, it leaves the question, even if the search panics.
#[derive(Debug)]
pub(super) struct Work<'b, P, M> {
    board: &'b Board<P, M>,
    pub(super) number: u64,
    /// What the helper has counted.
    pub(super) counts: Counts,
}

impl<P, M> Work<'_, P, M> {
    /// Answers the question for all, if nobody has.
    pub(super) fn answer(&self, answer: Reply<M>) {
        let mut state = self.board.lock();
        if state.answer.is_none() {
            state.question = None;
            state.answer = Some(answer);
            self.board.progress.over.0.store(self.number, Relaxed);
        }
    }
}

impl<P, M> Drop for Work<'_, P, M> {
    fn drop(&mut self) {
        let mut state = self.board.lock();
        state.counts += &self.counts;
        state.working -= 1;
        if state.working == 0 {
            self.board.quiet.notify_all();
        }
    }
}

/// What a thread looks at while it searches: whether another one has answered the question, and how many nodes are left.
#[derive(Debug)]
pub(crate) struct Watch {
    progress: Arc<Progress>,
    /// The number of the question.
    pub(crate) question: u64,
}

impl Watch {
    /// The number of no question.
    pub(crate) const NOTHING: u64 = u64::MAX;

    /// Whether the question is over.
    pub(crate) fn is_over(&self) -> bool {
        self.progress.over.0.load(Relaxed) >= self.question
    }

    /// Takes up to `most` nodes from the common reserve.
    pub(crate) fn take(&self, most: u64) -> u64 {
        let reserve = &self.progress.reserve.0;
        if reserve.load(Relaxed) == u64::MAX {
            return most; // there is no limit, and nothing to count
        }
        let left = reserve.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(most)));
        left.unwrap_or_default().min(most)
    }
}
