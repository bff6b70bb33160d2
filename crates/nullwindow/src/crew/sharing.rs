//! The cursor of threads that share a tree: it claims the children that it returns, defers those that another thread has
//! claimed, and leaves a node that another thread has answered.

use super::marks::{Mark, Marks};
use crate::depth_first::children::{Child, Children, InOrder};
use crate::depth_first::node::{Answer, Arrival, Loop, Node, answer};
use crate::depth_first::ordering::Ordering;
use crate::halt::Halt;
use crate::memory::Memory;
use crate::observe::Visit;
use crate::worker::{Value, Worker};
use crate::{Context, Depth, Window};
use std::sync::Arc;

/// Plies that a subtree must have left to be worth sharing.
const LARGE: u32 = 4;
/// The plies from the root within which a subtree is worth sharing, where the game cannot tell how far its end is.
const NEAR_ROOT: usize = 8;

/// What a thread knows while it shares a question with others.
#[derive(Debug)]
pub(crate) struct Member {
    /// The marks of all threads; of this thread alone while there are no others.
    pub(super) marks: Arc<Marks>,
    /// The large nodes with null windows on the way from the root to the current node.
    pending: Vec<Pending>,
    /// A place among them, and the answer that memory has for that node by now.
    answered: Option<(usize, Value)>,
    /// When memory was last asked about them.
    looked_back: u64,
    /// Whether a root move is deferred that comes before the one last returned.
    deferred_at_root: bool,
    /// Whether root moves must be searched in their order.
    in_order: bool,
}

/// A large node that is being searched.
#[derive(Clone, Copy, Debug)]
struct Pending {
    key: u64,
    ply: usize,
    depth: Depth,
    window: Window,
}

impl Member {
    pub(crate) fn new() -> Member {
        Member {
            marks: Arc::default(),
            pending: Vec::new(),
            answered: None,
            looked_back: 0,
            deferred_at_root: false,
            in_order: false,
        }
    }

    /// Forgets the nodes of an earlier question.
    pub(super) fn begin(&mut self) {
        self.pending.clear();
        self.answered = None;
        self.deferred_at_root = false;
        self.in_order = false;
    }
}

/// A mark that is cleared when the search of the child ends, however it ends.
#[derive(Debug)]
struct Claim {
    marks: Arc<Marks>,
    mark: Mark,
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.marks.clear(self.mark);
    }
}

/// The cursor. Moves from `rest` on are deferred until the others are done; by then memory mostly answers them.
#[derive(Debug)]
pub(crate) struct Sharing {
    ordering: Ordering,
    next: usize,
    rest: usize,
    end: usize,
    /// Whether the deferred moves have come up again.
    again: bool,
    /// The claim on the child returned last.
    claim: Option<Claim>,
}

impl Children for Sharing {
    fn first<C: Context>(worker: &mut Worker<'_, C>, node: &Node<'_, C::Position>) -> Sharing {
        let ordering = worker.ordering(node);
        let (visit, window) = (node.visit, node.window);
        if visit.ply > 0 && window.is_null() {
            let key = worker.memory.key(worker.game, visit.position);
            worker.member.pending.push(Pending { key, ply: visit.ply, depth: visit.depth, window });
        }
        let end = worker.moves.entries.len();
        Sharing { ordering, next: node.list.start, rest: end, end, again: false, claim: None }
    }

    fn next<C: Context>(
        &mut self,
        worker: &mut Worker<'_, C>,
        node: &Node<'_, C::Position>,
    ) -> Result<Option<Child<C>>, Halt> {
        self.claim = None;
        let at_root = node.visit.ply == 0;
        while self.next < self.end {
            if self.next == self.rest {
                (self.rest, self.again) = (self.end, true);
            }
            worker.bring(&mut self.ordering, node, self.next, self.rest)?;
            let child = Child::new(worker, node, self.next);
            worker.look_back()?;
            let mark = Mark::new(worker.memory.key(worker.game, &child.position), child.depth.to_byte());
            // At the root an open window has no use for a later move's answer before the first one's.
            let fixed = at_root && (worker.member.in_order || !node.window.is_null());
            let may_wait = self.next > node.list.start && !self.again && !fixed;
            if may_wait && worker.member.marks.is_set(mark) {
                worker.moves.entries[self.next..self.end].rotate_left(1);
                self.rest -= 1;
                continue;
            }
            let marks = &worker.member.marks;
            self.claim = marks.set(mark).then(|| Claim { marks: Arc::clone(marks), mark });
            if at_root {
                worker.member.deferred_at_root = self.rest < self.end;
            }
            self.next += 1;
            return Ok(Some(child));
        }
        Ok(None)
    }

    #[inline]
    fn tried(&self, start: usize) -> usize {
        self.next - start
    }

    /// Searches a node that is not worth sharing as one thread does: nearly all nodes are in such subtrees. Takes memory's
    /// answer to a large one, if that is why the search below it has ended.
    #[inline(always)]
    fn enter<L: Loop, C: Context>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer {
        if !worker.is_large(n.visit) {
            return L::node::<C, InOrder>(worker, n);
        }
        let (way, list) = (worker.member.pending.len(), worker.moves.here());
        let found = L::node::<C, Sharing>(worker, n);
        worker.member.pending.truncate(way);
        if found == Err(Halt::Answered)
            && let Some((_, value)) = worker.member.answered.take_if(|(place, _)| *place == way)
        {
            worker.moves.close(list);
            return Ok(value);
        }
        found
    }
}

impl<C: Context> Worker<'_, C> {
    /// Returns whether a subtree is worth sharing.
    pub(super) fn is_large(&self, visit: Visit<'_, C::Position>) -> bool {
        match self.plies_below(visit.position, visit.depth) {
            u32::MAX => visit.ply < NEAR_ROOT,
            plies => plies >= LARGE,
        }
    }

    /// Searches a question at the root, by the loop `L`, as one of several threads.
    ///
    /// The move to report is the first one, in the order of root moves, that has the value. So where a move cuts off
    /// while an earlier one is deferred, the root is searched again, in order, with what memory holds by now.
    pub(super) fn share<L: Loop>(&mut self, visit: Visit<'_, C::Position>, window: Window) -> Answer {
        let value = self.descend::<L, Sharing>(visit, window)?;
        if value.score < window.beta() || !self.member.deferred_at_root {
            return Ok(value);
        }
        self.member.in_order = true;
        self.descend::<L, Sharing>(visit, window)
    }

    /// Asks memory, every 64 nodes, about the nodes on the way here.
    ///
    /// # Errors
    /// If it answers one of them by now, so that the search goes back there.
    fn look_back(&mut self) -> Result<(), Halt> {
        if self.member.looked_back == self.budget.granted {
            return Ok(());
        }
        self.member.looked_back = self.budget.granted;
        for (place, node) in self.member.pending.iter().enumerate() {
            let recall = self.remembered(node.key, node.depth, node.ply);
            if let Ok(value) = answer(&recall, node.window) {
                self.member.answered = Some((place, value));
                return Err(Halt::Answered);
            }
        }
        Ok(())
    }
}
