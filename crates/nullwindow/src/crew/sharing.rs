//! How the kernel shares the tree of a question with the other threads of its crew.

use super::marks::Mark;
use crate::depth_first::kernel::{Style, answer};
use crate::memory::Memory;
use crate::observe::{Observer, Visit};
use crate::search::Value;
use crate::{Depth, Evaluator, Search, Stopped, Window};

/// How many plies a subtree that is worth sharing has to go.
const LARGE: u32 = 4;
/// Where the game cannot tell how far its end is: what begins less than so many plies from the root is large.
const NEAR_ROOT: usize = 8;

/// A large node that is being searched, on the way from the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    key: u64,
    ply: usize,
    depth: Depth,
    window: Window,
}

/// What a thread may do with a child of a shared node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim {
    /// Search it; the mark, if there is one, is to be cleared afterwards.
    Free(Option<Mark>),
    /// Put it off: another thread is searching it.
    Taken,
}

impl Claim {
    /// Of a child that is not shared.
    pub(crate) const FREE: Claim = Claim::Free(None);
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'_, G, M, O> {
    /// Whether a subtree is worth sharing.
    pub(super) fn is_large(&self, visit: Visit<'_, G::Position>) -> bool {
        match self.plies_below(visit.position, visit.depth) {
            u32::MAX => visit.ply < NEAR_ROOT,
            plies => plies >= LARGE,
        }
    }

    /// Whether the children of a node are shared with other threads.
    #[inline]
    pub(crate) fn shares<S: Style>(&mut self, visit: Visit<'_, G::Position>, window: Window) -> bool {
        let shares = M::REMEMBERS && S::REMEMBERS && self.crew.shared.is_some() && self.is_large(visit);
        if shares && visit.ply > 0 && window.is_null() {
            let key = self.memory.key(self.game, visit.position);
            self.crew.pending.push(Pending { key, ply: visit.ply, depth: visit.depth, window });
        }
        shares
    }

    /// Comes to a child of a shared node. `later` says that it may be put off.
    ///
    /// # Errors
    /// If memory answers by now a node on the way here, so that the search goes back to it
    /// ([`Search::answered_elsewhere`]).
    pub(crate) fn claim(&mut self, child: Visit<'_, G::Position>, later: bool) -> Result<Claim, Stopped> {
        if self.crew.looked_back != self.budget.granted {
            self.crew.looked_back = self.budget.granted;
            self.look_back()?;
        }
        let Some(crew) = &self.crew.shared else { return Ok(Claim::FREE) };
        let mark = Mark::new(self.memory.key(self.game, child.position), child.depth.to_byte());
        if later && crew.marks.is_set(mark) {
            return Ok(Claim::Taken);
        }
        Ok(Claim::Free(crew.marks.set(mark).then_some(mark)))
    }

    /// Asks memory about the nodes on the way here.
    fn look_back(&mut self) -> Result<(), Stopped> {
        for (way, node) in self.crew.pending.iter().enumerate() {
            let recall = self.remembered(node.key, node.depth, node.ply);
            if let Ok(value) = answer(&recall, node.window) {
                self.crew.elsewhere = Some((way, value));
                return Err(Stopped::Flag); // never seen outside: the node takes the answer
            }
        }
        Ok(())
    }

    /// Is done with a child of a shared node.
    #[inline]
    pub(crate) fn release(&self, claim: Claim) {
        if let (Claim::Free(Some(mark)), Some(crew)) = (claim, &self.crew.shared) {
            crew.marks.clear(mark);
        }
    }

    /// How many large nodes are on the way here.
    #[inline]
    pub(crate) fn way(&self) -> usize {
        self.crew.pending.len()
    }

    /// Goes back to where the way was so long.
    #[inline]
    pub(crate) fn go_back(&mut self, way: usize) {
        self.crew.pending.truncate(way);
    }

    /// The answer of memory to the node to which the way is so long, if that is why the search below it has ended.
    pub(crate) fn answered_elsewhere(&mut self, way: usize) -> Option<Value> {
        self.go_back(way);
        self.crew.elsewhere.take_if(|(node, _)| *node == way).map(|(_, value)| value)
    }
}
