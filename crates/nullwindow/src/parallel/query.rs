//! The channel between the leading thread and its helpers: one query at a time, and the first answer to it.

use crate::depth_first::node::SharedLoop;
use crate::observe::Counts;
use crate::order::RootOrder;
use crate::worker::Value;
use crate::{Depth, Order, Window};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Spin iterations before blocking. At small depths one query follows another in less time than it takes to wake a
/// thread.
const SPIN_LIMIT: u32 = 32;
/// Spin-loop hints per iteration, about ten nanoseconds each.
const SPIN_LENGTH: u32 = 64;

/// A search of a root with one window, which all threads run at the same time.
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
    pub(super) end_ply: Option<u32>,
    pub(super) exact_leaves: bool,
    pub(super) rules_at_root: bool,
}

/// The answer of the first thread that finishes.
#[derive(Debug)]
pub(super) struct QueryAnswer<M> {
    pub(super) value: Value,
    pub(super) best: Option<(u16, M)>,
    pub(super) line: Vec<M>,
}

/// The channel. It holds one query at a time.
#[derive(Debug)]
pub(super) struct QueryChannel<P, M> {
    state: Mutex<QueryState<P, M>>,
    /// Signalled when there is a new query, or no more queries.
    query_posted: Condvar,
    /// Signalled when the last helper has left the query.
    helpers_idle: Condvar,
    progress: Arc<QueryProgress>,
}

#[derive(Debug)]
struct QueryState<P, M> {
    /// The number of the last query posted.
    number: u64,
    /// The query, while it is open for helpers to join.
    query: Option<RootQuery<P>>,
    answer: Option<QueryAnswer<M>>,
    /// The number of helpers that work on the query.
    working: usize,
    /// The counts of the helpers that have left it.
    counts: Counts,
    dismissed: bool,
}

/// The state that searching threads poll every few nodes. It is outside of the mutex, so that polling never blocks.
#[derive(Debug, Default)]
struct QueryProgress {
    /// The number of the last query that is finished.
    over: CacheLine,
    /// The nodes that all threads together may still visit.
    reserve: CacheLine,
}

/// An atomic alone on its cache line.
// 128 bytes, not 64: processors with an adjacent-line prefetcher fetch lines in pairs.
#[repr(align(128))]
#[derive(Debug, Default)]
struct CacheLine(AtomicU64);

impl<P: Clone, M> QueryChannel<P, M> {
    pub(super) fn new() -> QueryChannel<P, M> {
        let state = QueryState {
            number: 0,
            query: None,
            answer: None,
            working: 0,
            counts: Counts::default(),
            dismissed: false,
        };
        QueryChannel {
            state: Mutex::new(state),
            query_posted: Condvar::new(),
            helpers_idle: Condvar::new(),
            progress: Arc::new(QueryProgress::default()),
        }
    }

    /// Posts a query with a limit of `reserve` nodes, and returns its number.
    pub(super) fn post(&self, query: RootQuery<P>, reserve: u64) -> u64 {
        let mut state = self.lock();
        // Relaxed throughout: the mutex orders posting, joining and leaving. Polling threads read single words, and a
        // late read costs at most another batch of nodes.
        self.progress.reserve.0.store(reserve, Relaxed);
        state.number += 1;
        state.query = Some(query);
        self.query_posted.notify_all();
        state.number
    }

    /// Closes the query, waits until every helper has left it, and returns the answer of a helper if there is one, the
    /// counts of the helpers, and the rest of the node reserve.
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

    /// Waits for a query after number `seen` and joins it. Returns `None` if there will be no more.
    pub(super) fn next(&self, seen: u64) -> Option<(HelperGuard<'_, P, M>, RootQuery<P>)> {
        let (mut state, mut spins) = (self.lock(), 0);
        loop {
            if state.dismissed {
                return None;
            }
            if let Some(query) = state.query.as_ref().filter(|_| state.number > seen) {
                let query = query.clone();
                state.working += 1;
                let work = HelperGuard { channel: self, number: state.number, counts: Counts::default() };
                return Some((work, query));
            }
            state = self.wait(&self.query_posted, state, &mut spins);
        }
    }

    /// Returns the handle by which a thread polls for the end of a query.
    pub(super) fn watch(&self) -> QueryWatch {
        QueryWatch { progress: Arc::clone(&self.progress), query: QueryWatch::NO_QUERY }
    }
}

impl<P, M> QueryChannel<P, M> {
    fn lock(&self) -> MutexGuard<'_, QueryState<P, M>> {
        // No operation leaves the state inconsistent, so a panic of another thread does not poison the search.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the lock to let other threads change the state: spins at first, and blocks on `signal` after
    /// [`SPIN_LIMIT`] calls.
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

    /// Finishes the last query and ends all helpers.
    pub(super) fn dismiss(&self) {
        let mut state = self.lock();
        state.dismissed = true;
        // Helpers that have not joined yet must not start on a query that is answered.
        state.query = None;
        self.progress.over.0.store(state.number, Relaxed);
        self.query_posted.notify_all();
    }
}

/// The participation of a helper in a query. Dropping it leaves the query, also if the search panics.
#[derive(Debug)]
pub(super) struct HelperGuard<'b, P, M> {
    channel: &'b QueryChannel<P, M>,
    pub(super) number: u64,
    /// The counts of the helper.
    pub(super) counts: Counts,
}

impl<P, M> HelperGuard<'_, P, M> {
    /// Answers the query for all threads, unless another helper has done so already.
    pub(super) fn answer(&self, answer: QueryAnswer<M>) {
        let mut state = self.channel.lock();
        if state.answer.is_none() {
            state.query = None;
            state.answer = Some(answer);
            self.channel.progress.over.0.store(self.number, Relaxed);
        }
    }
}

impl<P, M> Drop for HelperGuard<'_, P, M> {
    fn drop(&mut self) {
        let mut state = self.channel.lock();
        state.counts += &self.counts;
        state.working -= 1;
        if state.working == 0 {
            self.channel.helpers_idle.notify_all();
        }
    }
}

/// The view that a searching thread has of the query: whether another thread has answered it, and how many nodes are
/// left.
#[derive(Debug)]
pub(crate) struct QueryWatch {
    progress: Arc<QueryProgress>,
    /// The number of the query that this thread searches.
    pub(crate) query: u64,
}

impl QueryWatch {
    /// The number while there is no query. It is larger than every number of a finished query.
    pub(crate) const NO_QUERY: u64 = u64::MAX;

    /// Returns whether the query is finished.
    pub(crate) fn is_over(&self) -> bool {
        self.progress.over.0.load(Relaxed) >= self.query
    }

    /// Takes up to `most` nodes from the common reserve, and returns the number taken.
    pub(crate) fn take(&self, most: u64) -> u64 {
        let reserve = &self.progress.reserve.0;
        if reserve.load(Relaxed) == u64::MAX {
            // No limit: skip the contended read-modify-write.
            return most;
        }
        let left = reserve.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(most)));
        left.unwrap_or_default().min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    fn query() -> RootQuery<u8> {
        RootQuery {
            position: 0,
            ply: 0,
            depth: Depth::END,
            place: 0,
            window: Window::FULL,
            by: SharedLoop::Mt,
            order: Order::default(),
            root_order: RootOrder::default(),
            end_ply: None,
            exact_leaves: false,
            rules_at_root: false,
        }
    }

    fn answer(score: i32) -> QueryAnswer<u8> {
        QueryAnswer { value: Value { score: Score::new(score), settled: true }, best: None, line: Vec::new() }
    }

    #[test]
    fn a_query_has_its_own_answer_and_not_that_of_the_last_one() {
        let channel: QueryChannel<u8, u8> = QueryChannel::new();
        channel.post(query(), u64::MAX);
        let (first, _) = channel.next(0).unwrap();
        let (second, _) = channel.next(0).unwrap();
        first.answer(answer(1));
        // Too late: the first answer counts.
        second.answer(answer(2));
        drop((first, second));
        let score = |reply: Option<QueryAnswer<u8>>| reply.map(|reply| reply.value.score.get());
        assert_eq!(score(channel.close().0), Some(1));

        // No helper answers the second query: the leader must not find the answer to the first.
        channel.post(query(), u64::MAX);
        assert_eq!(score(channel.close().0), None);

        channel.post(query(), u64::MAX);
        let (work, _) = channel.next(2).unwrap();
        work.answer(answer(3));
        drop(work);
        assert_eq!(score(channel.close().0), Some(3));
    }

    #[test]
    fn a_thread_leaves_only_the_query_that_is_over() {
        let channel: QueryChannel<u8, u8> = QueryChannel::new();
        let mut watch = channel.watch();
        assert!(!watch.is_over(), "no query");
        watch.query = channel.post(query(), u64::MAX);
        assert!(!watch.is_over());
        channel.close();
        assert!(watch.is_over());
        watch.query = channel.post(query(), u64::MAX);
        assert!(!watch.is_over(), "the end of the first query is not that of the second");
        channel.close();
        assert!(watch.is_over());
    }
}
