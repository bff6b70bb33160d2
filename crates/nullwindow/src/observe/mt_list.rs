//! The list operations inside MT: the proof that MT-SSS* is SSS*, as an observer.
//!
//! **Source.** \[PSPB96\], Appendix A and Fig. 17, where the calls `List-op(i, n)` stand between `{*` and `*}`.
//! **Cost.** Linear in the length of the list per operation. **When to use it.** To see, or to test, which step of SSS*
//! a step of MTD(+inf) is.
//!
//! ```text
//! function MT(n, gamma) -> g;                                         event of the search
//!   if n is a leaf node then
//!     if n has no bound then List-op(4, n); g := eval(n);             leaf
//!   else if n is a max node then
//!     if n has no bound then List-op(6, n);                           expand
//!     while g < gamma and c != nil do
//!       if c.f+ >= gamma then
//!         g' := MT(c, gamma); if g' >= gamma then List-op(1, c);      the child returns
//!   else if n is a min node then
//!     if n has no bound then List-op(5, n);                           expand
//!     while g >= gamma and c != nil do
//!       if c.f- < gamma then
//!         g' := MT(c, gamma);
//!         if g' >= gamma then                                         the child returns
//!           if c < lastchild(n) then List-op(2, c); else List-op(3, c);
//! ```
//!
//! **Differences from the paper.**
//! 1. Memory is probed on entering the child, not before the call. A child whose `f-` was above gamma already returns more
//!    than gamma from memory, and causes no operation, as in the figure.
//! 2. The preconditions of Theorem A.1 are checked at every operation.

use super::trace::OpenState;
use super::{Exit, LeafKind, Observer, Status, Visit};
use crate::memory::ProbeResult;
use crate::{Game, Score, Window};

/// Maintains, during a search by [`MtdPlusInfinity`](crate::mtd::MtdPlusInfinity), the list that SSS* would hold.
///
/// The players must alternate, the first player must be to move at the root, and the moves must be searched in the order
/// of generation ([`Order::GENERATED`](crate::Order::GENERATED)), on a tree without transpositions.
///
/// ```
/// use nullwindow::{Depth, Order, Search, memory::ExactMap, mtd::MtdPlusInfinity, observe::MtList, trees::ExplicitTree};
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let mut search =
///     Search::new(&tree).with_memory(ExactMap::new()).with_observer(MtList::new()).with_order(Order::GENERATED);
/// search.run(&MtdPlusInfinity::new(), &tree.root(), Depth::END);
/// let list = search.into_observer();
/// let cases: Vec<u8> = list.operations().iter().map(|operation| operation.case).collect();
/// assert_eq!(cases, [6, 5, 4, 5, 4, 2, 4, 2, 4, 3, 1]);
/// assert_eq!(list.violation(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MtList {
    list: Vec<OpenState>,
    operations: Vec<ListOperation>,
    violation: Option<String>,
    /// The query of the current pass, for the first player.
    gamma: Option<Score>,
    /// The path from the root to the current node.
    path: Vec<u16>,
    /// The nodes on that path.
    nodes: Vec<PathNode>,
}

/// A node on the path of the search.
#[derive(Clone, Copy, Debug, Default)]
struct PathNode {
    /// True if memory holds a bound of the node.
    has_bound: bool,
    /// The number of its children, once it is expanded.
    children: usize,
}

/// One call of `List-op`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ListOperation {
    /// The case of the operator Gamma, from 1 to 6.
    pub case: u8,
    /// The node, as places of moves from the root.
    pub path: Vec<u16>,
    /// The list after the operation, best first.
    pub list: Vec<OpenState>,
}

impl MtList {
    /// Returns an empty list.
    #[must_use]
    pub fn new() -> MtList {
        MtList::default()
    }

    /// Returns all operations so far, in order.
    #[must_use]
    pub fn operations(&self) -> &[ListOperation] {
        &self.operations
    }

    /// Returns the current list, best first.
    #[must_use]
    pub fn list(&self) -> &[OpenState] {
        &self.list
    }

    /// Describes the first operation whose precondition (Theorem A.1) did not hold.
    #[must_use]
    pub fn violation(&self) -> Option<&str> {
        self.violation.as_deref()
    }

    /// Performs `List-op(case, n)`, where `n` is the node at `path`. `value` is the value of a leaf, in case 4.
    fn operate(&mut self, case: u8, path: &[u16], children: usize, value: Score) {
        let Some(gamma) = self.gamma else { return };
        let status = if case <= 3 { Status::Solved } else { Status::Live };
        let expected = OpenState { path: path.to_vec(), status, merit: gamma };
        if self.list.first() != Some(&expected) && self.violation.is_none() {
            self.violation =
                Some(format!("List-op({case}, {path:?}): the front is {:?}, not {expected:?}", self.list.first()));
        }
        self.list.retain(|state| state.path != path);
        let parent = || path[..path.len().saturating_sub(1)].to_vec();
        let child = |place: u16| [path, &[place]].concat();
        match case {
            1 => {
                let parent = parent();
                // The parent is solved, so OPEN is purged of everything below it.
                self.list.retain(|state| !state.path.starts_with(&parent));
                self.insert(parent, Status::Solved, gamma);
            }
            2 => {
                let place = path.last().copied().unwrap_or_default();
                self.insert([&parent()[..], &[place + 1]].concat(), Status::Live, gamma);
            }
            3 => self.insert(parent(), Status::Solved, gamma),
            4 => self.insert(path.to_vec(), Status::Solved, gamma.min(value)),
            5 => self.insert(child(0), Status::Live, gamma),
            _ => (0..children).for_each(|place| self.insert(child(saturating_place(place)), Status::Live, gamma)),
        }
        self.operations.push(ListOperation { case, path: path.to_vec(), list: self.list.clone() });
    }

    /// Inserts a state behind those of higher merit, and behind equal ones to its left.
    fn insert(&mut self, path: Vec<u16>, status: Status, merit: Score) {
        let place = self
            .list
            .partition_point(|other| (std::cmp::Reverse(other.merit), &other.path) < (std::cmp::Reverse(merit), &path));
        self.list.insert(place, OpenState { path, status, merit });
    }

    /// Performs the operation of the parent after the current node has returned `value`, for its mover.
    fn return_to_parent(&mut self, ply: usize, value: Score, from_memory: bool) {
        let Some(gamma) = self.gamma else { return };
        let value = value.flip_if(ply % 2 == 1);
        // A node that failed low stays in the list, with its lower merit, for a later pass.
        if ply == 0 || value < gamma {
            return;
        }
        let path = self.path[..ply].to_vec();
        if ply % 2 == 1 {
            self.operate(1, &path, 0, value);
        } else if !from_memory || value == gamma {
            let is_last = usize::from(path[ply - 1]) + 1 == self.nodes[ply - 1].children;
            self.operate(if is_last { 3 } else { 2 }, &path, 0, value);
        }
    }
}

fn saturating_place(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}

impl<G: Game + ?Sized> Observer<G> for MtList {
    fn pass(&mut self, window: Window) {
        if self.gamma.is_none() {
            self.insert(Vec::new(), Status::Live, window.beta());
        }
        self.gamma = Some(window.beta());
    }

    fn enter(&mut self, visit: Visit<'_, G::Position>, _: Window) {
        self.path.truncate(visit.ply.saturating_sub(1));
        if visit.ply > 0 {
            self.path.push(visit.place);
        }
        self.nodes.truncate(visit.ply);
        self.nodes.push(PathNode::default());
    }

    fn probe(&mut self, ply: usize, result: &ProbeResult, answer: Option<Score>) {
        self.nodes[ply].has_bound = result.found;
        if let Some(value) = answer {
            self.return_to_parent(ply, value, true);
        }
    }

    fn leaf(&mut self, _: &G, visit: Visit<'_, G::Position>, value: Score, _: LeafKind) {
        let ply = visit.ply;
        if !self.nodes[ply].has_bound {
            let path = self.path[..ply].to_vec();
            self.operate(4, &path, 0, value.flip_if(ply % 2 == 1));
        }
        self.return_to_parent(ply, value, false);
    }

    fn expand(&mut self, ply: usize, moves: usize) {
        self.nodes[ply].children = moves;
        if !self.nodes[ply].has_bound {
            let path = self.path[..ply].to_vec();
            self.operate(if ply.is_multiple_of(2) { 6 } else { 5 }, &path, moves, Score::ZERO);
        }
    }

    fn leave(&mut self, ply: usize, value: Score, _: Exit) {
        self.return_to_parent(ply, value, false);
    }
}
