//! The cursor of threads that share a tree. It claims the children that it returns, defers those that another thread
//! has claimed, and leaves a node that another thread has answered.

use super::claims::{ClaimKey, ClaimTable};
use crate::depth_first::children::{Child, Children, InOrder};
use crate::depth_first::node::{Answer, Arrival, ExpandedNode, Loop, answer};
use crate::depth_first::ordering::Ordering;
use crate::halt::Halt;
use crate::memory::Memory;
use crate::observe::Visit;
use crate::worker::{Value, Worker};
use crate::{Context, Depth, Window};
use std::sync::Arc;

/// The fewest plies below a subtree that is worth sharing: smaller ones cost less than the claims and the extra probes.
const MIN_SHARED_PLIES: u32 = 4;
/// The plies from the root within which subtrees are shared if the game gives no estimate of its length.
const NEAR_ROOT: usize = 8;

/// The state of a thread that shares a query with others.
#[derive(Debug)]
pub(crate) struct SharingState {
    /// The claims of all threads; a table of its own while there are no helpers.
    pub(super) claims: Arc<ClaimTable>,
    /// The shared nodes with null windows on the path from the root to the current node.
    pending: Vec<PendingNode>,
    /// The index of one of them that memory has answered, and the answer.
    answered: Option<(usize, Value)>,
    /// The value of `Budget::granted` at the last probe of the pending nodes.
    pending_checked_at: u64,
    /// True if a root move is deferred that precedes the one returned last.
    deferred_at_root: bool,
    /// True if root moves must be searched in order.
    in_order: bool,
}

/// A shared node that is being searched.
#[derive(Clone, Copy, Debug)]
struct PendingNode {
    key: u64,
    ply: usize,
    depth: Depth,
    window: Window,
}

impl SharingState {
    pub(crate) fn new() -> SharingState {
        SharingState {
            claims: Arc::default(),
            pending: Vec::new(),
            answered: None,
            pending_checked_at: 0,
            deferred_at_root: false,
            in_order: false,
        }
    }

    /// Resets the state for a new query.
    pub(super) fn begin(&mut self) {
        self.pending.clear();
        self.answered = None;
        self.deferred_at_root = false;
        self.in_order = false;
    }
}

/// The claim on a child. Dropping it releases the claim, however the search of the child ends.
#[derive(Debug)]
struct ClaimGuard {
    claims: Arc<ClaimTable>,
    key: ClaimKey,
}

impl Drop for ClaimGuard {
    fn drop(&mut self) {
        self.claims.release(self.key);
    }
}

/// The cursor. Moves from `rest` on are deferred until the others are done; by then memory usually answers them.
#[derive(Debug)]
pub(crate) struct SharedChildren {
    ordering: Ordering,
    next: usize,
    rest: usize,
    end: usize,
    /// True if the cursor is at the deferred moves.
    again: bool,
    /// The claim on the child that the cursor is at.
    claim: Option<ClaimGuard>,
}

impl Children for SharedChildren {
    fn first<C: Context>(worker: &mut Worker<'_, C>, node: &ExpandedNode<'_, C::Position>) -> SharedChildren {
        let ordering = worker.ordering(node);
        let (visit, window) = (node.visit, node.window);
        // Only null windows: there any bound in memory that decides the window is the whole answer.
        if visit.ply > 0 && window.is_null() {
            let key = worker.memory.key(worker.game, visit.position);
            worker.sharing.pending.push(PendingNode { key, ply: visit.ply, depth: visit.depth, window });
        }
        let end = worker.moves.entries.len();
        SharedChildren { ordering, next: node.list.start, rest: end, end, again: false, claim: None }
    }

    fn advance<C: Context>(
        &mut self,
        worker: &mut Worker<'_, C>,
        node: &ExpandedNode<'_, C::Position>,
    ) -> Result<bool, Halt> {
        // Releases the claim on the previous child, whose search has ended.
        self.claim = None;
        let at_root = node.visit.ply == 0;
        while self.next < self.end {
            // All other moves are done: search the deferred ones without deferring them again.
            if self.next == self.rest {
                (self.rest, self.again) = (self.end, true);
            }
            worker.select_next(&mut self.ordering, node, self.next, self.rest)?;
            let child = Child::new(worker, node, self.next);
            worker.check_pending()?;
            let key = ClaimKey::new(worker.memory.key(worker.game, &child.position), child.depth.to_byte());
            // At the root, a search with an open window needs the value of the first move before it can use any later
            // one.
            let fixed = at_root && (worker.sharing.in_order || !node.window.is_null());
            // The first move is never deferred: its value is what makes the others cut off.
            let may_defer = self.next > node.list.start && !self.again && !fixed;
            if may_defer && worker.sharing.claims.is_claimed(key) {
                // The deferred moves stay behind the others, in their order.
                worker.moves.entries[self.next..self.end].rotate_left(1);
                self.rest -= 1;
                continue;
            }
            let claims = &worker.sharing.claims;
            self.claim = claims.try_claim(key).then(|| ClaimGuard { claims: Arc::clone(claims), key });
            if at_root {
                worker.sharing.deferred_at_root = self.rest < self.end;
            }
            self.next += 1;
            return Ok(true);
        }
        Ok(false)
    }

    fn child<C: Context>(&self, worker: &mut Worker<'_, C>, node: &ExpandedNode<'_, C::Position>) -> Child<C> {
        Child::new(worker, node, self.next - 1)
    }

    #[inline]
    fn tried(&self, start: usize) -> usize {
        self.next - start
    }

    /// Runs the loop at a node. A small subtree is searched without claims, since nearly all nodes are in such
    /// subtrees. If the search below a shared node ended because memory answered that node, returns this answer.
    #[inline(always)]
    fn enter<L: Loop, C: Context>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer {
        if !worker.is_worth_sharing(n.visit) {
            return L::node::<C, InOrder>(worker, n);
        }
        let (path_len, list, applied) = (worker.sharing.pending.len(), worker.moves.here(), worker.applied.len());
        let found = L::node::<C, SharedChildren>(worker, n);
        worker.sharing.pending.truncate(path_len);
        if found == Err(Halt::Answered)
            && let Some((_, value)) = worker.sharing.answered.take_if(|(place, _)| *place == path_len)
        {
            // The unwound search has left its move lists open, and its rules on the stack.
            worker.moves.close(list);
            worker.applied.truncate(applied);
            return Ok(value);
        }
        found
    }
}

impl<C: Context> Worker<'_, C> {
    /// Returns whether a subtree is worth sharing.
    pub(super) fn is_worth_sharing(&self, visit: Visit<'_, C::Position>) -> bool {
        match self.plies_below(visit.ply, visit.depth) {
            u32::MAX => visit.ply < NEAR_ROOT,
            plies => plies >= MIN_SHARED_PLIES,
        }
    }

    /// Searches the root by the loop `L` as one of several threads.
    ///
    /// The move to report is the first one, in the order of root moves, that has the value. So if a move cuts off while
    /// an earlier one is deferred, the root is searched again in order; memory then answers most of it.
    pub(super) fn search_shared_root<L: Loop>(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Answer {
        let value = self.descend::<L, SharedChildren>(visit, window)?;
        if value.score < window.beta() || !self.sharing.deferred_at_root {
            return Ok(value);
        }
        self.sharing.in_order = true;
        self.descend::<L, SharedChildren>(visit, window)
    }

    /// Probes memory, every 64 nodes, for the nodes on the path to the current one.
    ///
    /// # Errors
    /// If memory answers one of them by now, so that the search returns to it.
    fn check_pending(&mut self) -> Result<(), Halt> {
        // `granted` advances every 64 nodes, which bounds the cost of these probes.
        if self.sharing.pending_checked_at == self.budget.granted {
            return Ok(());
        }
        self.sharing.pending_checked_at = self.budget.granted;
        // The outermost node first: its answer saves the most work.
        for (place, node) in self.sharing.pending.iter().enumerate() {
            let probe = self.probe_from_root(node.key, node.depth, node.ply);
            if let Ok(value) = answer(&probe, node.window) {
                self.sharing.answered = Some((place, value));
                return Err(Halt::Answered);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth_first::Mt;
    use crate::memory::ExactMap;
    use crate::trees::ExplicitTree;
    use crate::{Game, Order, Score, Search};

    /// Three root moves worth 1, 5 and 5, each a line of five plies: long enough to be shared.
    const TREE: &str = "(((((1)))) ((((5)))) ((((5)))))";

    #[test]
    fn the_first_of_equal_moves_is_reported_even_if_it_was_deferred() {
        let tree: ExplicitTree = TREE.parse().unwrap();
        let root = tree.root();
        let mut search = Search::new(&tree).with_memory(ExactMap::new()).with_order(Order::GENERATED);
        let worker = &mut search.worker;
        let depth = Depth::plies(5);
        let visit = Visit { position: &root, ply: 0, depth, place: 0 };
        // Another thread claims the second move, so this one finds the third first.
        let second = tree.play(&root, 1);
        let key = ClaimKey::new(Memory::<ExplicitTree>::key(&*worker.memory, &tree, &second), depth.child().to_byte());
        worker.sharing.claims = Arc::new(ClaimTable::new());
        assert!(worker.sharing.claims.try_claim(key));
        worker.sharing.begin();
        worker.budget.measure_stack(&depth);
        let answer = worker.search_shared_root::<Mt>(visit, Window::null(Score::new(5)));
        assert_eq!(answer.map(|value| value.score), Ok(Score::new(5)));
        assert!(worker.sharing.in_order, "a move cut off while an earlier one was deferred");
        assert_eq!(worker.root_best, Some((1, 1)));
    }

    #[test]
    fn a_new_query_forgets_the_answers_of_the_last_one() {
        let mut sharing = SharingState::new();
        sharing.answered = Some((0, Value { score: Score::new(1), settled: true }));
        let window = Window::null(Score::ZERO);
        sharing.pending.push(PendingNode { key: 0, ply: 1, depth: Depth::END, window });
        (sharing.deferred_at_root, sharing.in_order) = (true, true);
        sharing.begin();
        assert_eq!(sharing.answered, None);
        assert!(sharing.pending.is_empty() && !sharing.deferred_at_root && !sharing.in_order);
    }
}
