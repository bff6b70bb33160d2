//! The bounds and solution trees of [`proven`](crate::proven), kept up to date leaf by leaf.
//!
//! A new leaf changes the bounds of some of its ancestors, and a solution tree only if it has the parent of a node whose
//! bounds change. Computing everything again at every leaf would take time in proportion to the square of the tree.

use crate::proven::from_sons;
use crate::shape::{DiagramNodeKind, DiagramTree};
use nullwindow::{Bounds, Score};

/// The proven bounds of every node.
pub(super) struct Proofs {
    pub(super) bounds: Vec<Bounds>,
    pub(super) max: Solution,
    pub(super) min: Solution,
}

impl Proofs {
    pub(super) fn new(shape: &DiagramTree) -> Proofs {
        let count = shape.nodes.len();
        let solution = |all| Solution { all, bound: None, members: Vec::new(), within: vec![false; count] };
        let (max, min) = (solution(DiagramNodeKind::Max), solution(DiagramNodeKind::Min));
        Proofs { bounds: vec![Bounds::UNKNOWN; count], max, min }
    }

    /// Returns whether the leaf was visited before.
    pub(super) fn has_seen(&self, leaf: usize) -> bool {
        self.bounds[leaf] != Bounds::UNKNOWN
    }

    /// Adds a visited leaf, and returns the nodes whose bounds change, from the leaf upwards.
    pub(super) fn see(&mut self, shape: &DiagramTree, leaf: usize) -> Vec<usize> {
        let value = shape.nodes[leaf].value.map_or(Bounds::UNKNOWN, |value| Bounds::exactly(Score::new(value)));
        let mut changed = Vec::new();
        let mut next = Some((leaf, value));
        while let Some((node, bounds)) = next {
            if self.bounds[node] == bounds {
                break;
            }
            self.bounds[node] = bounds;
            changed.push(node);
            next = shape.nodes[node].parent.map(|parent| (parent, from_sons(shape, parent, &self.bounds)));
        }
        changed
    }

    /// Adapts both solution trees to the bounds of the root, after the bounds of the nodes in `changed` have changed.
    /// Returns the nodes that have entered or left the max tree, and those of the min tree.
    pub(super) fn refresh(&mut self, shape: &DiagramTree, root: Bounds, changed: &[usize]) -> [Vec<usize>; 2] {
        let Proofs { bounds, max, min } = self;
        let upper = (root.upper < Score::INFINITY).then_some(root.upper);
        let lower = (root.lower > Score::NEG_INFINITY).then_some(root.lower);
        [
            max.refresh(shape, upper, changed, |son, upper| bounds[son].upper <= upper),
            min.refresh(shape, lower, changed, |son, lower| bounds[son].lower >= lower),
        ]
    }
}

/// A solution tree: all sons of nodes of one kind, and the first sufficient son of every other node.
pub(super) struct Solution {
    all: DiagramNodeKind,
    /// The bound that the tree proves, if there is one.
    bound: Option<Score>,
    /// The nodes in preorder.
    members: Vec<usize>,
    within: Vec<bool>,
}

impl Solution {
    pub(super) fn has(&self, node: usize) -> bool {
        self.within[node]
    }

    fn refresh(
        &mut self,
        shape: &DiagramTree,
        bound: Option<Score>,
        changed: &[usize],
        enough: impl Fn(usize, Score) -> bool,
    ) -> Vec<usize> {
        let touches = |&node: &usize| shape.nodes[node].parent.is_some_and(|parent| self.within[parent]);
        if bound == self.bound && !changed.iter().any(touches) {
            return Vec::new();
        }
        self.bound = bound;
        let old = std::mem::take(&mut self.members);
        old.iter().for_each(|&node| self.within[node] = false);
        let mut open: Vec<usize> = bound.iter().map(|_| 0).collect();
        while let (Some(node), Some(bound)) = (open.pop(), bound) {
            self.members.push(node);
            self.within[node] = true;
            let sons = &shape.nodes[node].sons;
            if shape.nodes[node].kind == self.all {
                open.extend(sons.iter().rev());
            } else {
                open.extend(sons.iter().find(|&&son| enough(son, bound)));
            }
        }
        // Both lists are in preorder.
        let left = old.iter().filter(|&&node| !self.within[node]);
        let entered = self.members.iter().filter(|node| old.binary_search(node).is_err());
        left.chain(entered).copied().collect()
    }
}
