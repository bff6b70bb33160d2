//! Where the leader of a group writes its questions and everybody the answers.

use crate::depth_first::node::SharedLoop;
use crate::observe::Counts;
use crate::order::RootOrder;
use crate::worker::Value;
use crate::{Depth, Order, Window};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Who waits spins so often before he goes to sleep: at small depths one query follows another in less time than it takes to
/// wake a thread.
const SPIN_LIMIT: u32 = 32;
/// The pause between two spins, in steps of some ten nanoseconds.
const SPIN_LENGTH: u32 = 64;

/// What all threads search at the same time.
#[derive(Clone, Debug)]
pub(super) struct RootQuery<P> {
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
pub(super) struct QueryAnswer<M> {
    pub(super) value: Value,
    pub(super) best: Option<(u16, M)>,
    pub(super) line: Vec<M>,
}

/// The query: one query at a time.
#[derive(Debug)]
pub(super) struct SharedQuery<P, M> {
    state: Mutex<QueryState<P, M>>,
    /// There is something new for helpers.
    query_posted: Condvar,
    /// The last helper has left the query.
    helpers_idle: Condvar,
    progress: Arc<QueryProgress>,
}

#[derive(Debug)]
struct QueryState<P, M> {
    /// Of the last query asked.
    number: u64,
    /// The query, as long as it is open and some helper has not seen it.
    query: Option<RootQuery<P>>,
    answer: Option<QueryAnswer<M>>,
    /// How many helpers are at work on it.
    working: usize,
    /// What they have counted.
    counts: Counts,
    dismissed: bool,
}

/// What threads look at every few nodes, on cache lines of their own.
#[derive(Debug, Default)]
struct QueryProgress {
    /// The number of the last query that is over.
    over: CacheLine,
    /// How many nodes all threads together may still visit.
    reserve: CacheLine,
}

#[repr(align(128))]
#[derive(Debug, Default)]
struct CacheLine(AtomicU64);

impl<P: Clone, M> SharedQuery<P, M> {
    pub(super) fn new() -> SharedQuery<P, M> {
        let state = QueryState {
            number: 0,
            query: None,
            answer: None,
            working: 0,
            counts: Counts::default(),
            dismissed: false,
        };
        SharedQuery {
            state: Mutex::new(state),
            query_posted: Condvar::new(),
            helpers_idle: Condvar::new(),
            progress: Arc::new(QueryProgress::default()),
        }
    }

    /// Writes a new query on the query, for which no more than `reserve` nodes may be visited, and says its number.
    pub(super) fn ask(&self, query: RootQuery<P>, reserve: u64) -> u64 {
        let mut state = self.lock();
        self.progress.reserve.0.store(reserve, Relaxed);
        state.number += 1;
        state.query = Some(query);
        self.query_posted.notify_all();
        state.number
    }

    /// Wipes the query off, waits until every helper has left it, and tells what they have found and what is left
    /// of the reserve.
    pub(super) fn close(&self) -> (Option<QueryAnswer<M>>, Counts, u64) {
        let mut state = self.lock();
        state.query = None;
        self.progress.over.0.store(state.number, Relaxed);
        let mut spins = 0;
        while state.working > 0 {
            state = self.wait(&self.helpers_idle, state, &mut spins);
        }
        (state.answer.take(), std::mem::take(&mut state.counts), self.progress.reserve.0.load(Relaxed))
    }

    /// Waits for the next query that helper has not seen, and joins the work on it; nothing if there will be none.
    pub(super) fn next(&self, seen: u64) -> Option<(HelperGuard<'_, P, M>, RootQuery<P>)> {
        let (mut state, mut spins) = (self.lock(), 0);
        loop {
            if state.dismissed {
                return None;
            }
            if let Some(query) = state.query.as_ref().filter(|_| state.number > seen) {
                let query = query.clone();
                state.working += 1;
                let work = HelperGuard { query: self, number: state.number, counts: Counts::default() };
                return Some((work, query));
            }
            state = self.wait(&self.query_posted, state, &mut spins);
        }
    }

    /// How a thread is told of the end of a query.
    pub(super) fn watch(&self) -> QueryWatch {
        QueryWatch { progress: Arc::clone(&self.progress), query: QueryWatch::NO_QUERY }
    }
}

impl<P, M> SharedQuery<P, M> {
    fn lock(&self) -> MutexGuard<'_, QueryState<P, M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets others change the state: for a moment, and after some spins until they signal that they have.
    fn wait<'b>(
        &'b self,
        signal: &Condvar,
        state: MutexGuard<'b, QueryState<P, M>>,
        spins: &mut u32,
    ) -> MutexGuard<'b, QueryState<P, M>> {
        *spins += 1;
        if *spins > SPIN_LIMIT {
            return signal.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        (0..SPIN_LENGTH).for_each(|_| std::hint::spin_loop());
        self.lock()
    }

    /// There will be no more questions, and the last one is over.
    pub(super) fn dismiss(&self) {
        let mut state = self.lock();
        state.dismissed = true;
        state.query = None;
        self.progress.over.0.store(state.number, Relaxed);
        self.query_posted.notify_all();
    }
}

/// The work of a helper on a query. Dropped, it leaves the query, even if the search panics.
#[derive(Debug)]
pub(super) struct HelperGuard<'b, P, M> {
    query: &'b SharedQuery<P, M>,
    pub(super) number: u64,
    /// What the helper has counted.
    pub(super) counts: Counts,
}

impl<P, M> HelperGuard<'_, P, M> {
    /// Answers the query for all, if nobody has.
    pub(super) fn answer(&self, answer: QueryAnswer<M>) {
        let mut state = self.query.lock();
        if state.answer.is_none() {
            state.query = None;
            state.answer = Some(answer);
            self.query.progress.over.0.store(self.number, Relaxed);
        }
    }
}

impl<P, M> Drop for HelperGuard<'_, P, M> {
    fn drop(&mut self) {
        let mut state = self.query.lock();
        state.counts += &self.counts;
        state.working -= 1;
        if state.working == 0 {
            self.query.helpers_idle.notify_all();
        }
    }
}

/// What a thread spins at while it searches: whether another one has answered the query, and how many nodes are left.
#[derive(Debug)]
pub(crate) struct QueryWatch {
    progress: Arc<QueryProgress>,
    /// The number of the query.
    pub(crate) query: u64,
}

impl QueryWatch {
    /// The number of no query.
    pub(crate) const NO_QUERY: u64 = u64::MAX;

    /// Whether the query is over.
    pub(crate) fn is_over(&self) -> bool {
        self.progress.over.0.load(Relaxed) >= self.query
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
