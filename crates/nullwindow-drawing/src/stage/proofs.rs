//! The bounds and solution trees of [`proven`](crate::proven), kept up to date leaf by leaf.
//!
//! A new leaf changes the bounds of some of its ancestors, and a solution tree only if it has the parent of a node whose
//! bounds change. Computing everything again at every leaf would take time in proportion to the square of the tree.

use crate::shape::{DiagramNodeKind, DiagramTree};
use nullwindow::{Bounds, Score};

/// The bounds of an inner node as its sons' bounds become tighter. A scan of all sons at every leaf below a root with
/// twenty thousand sons took a minute.
#[derive(Clone, Copy)]
pub(super) struct BestSon {
    max: bool,
    bounds: Bounds,
    /// The number of sons whose upper bound, for a MIN node lower bound, is that of the node.
    at_edge: usize,
}

impl BestSon {
    pub(super) fn new(max: bool, sons: usize) -> BestSon {
        BestSon { max, bounds: Bounds::UNKNOWN, at_edge: sons }
    }

    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Takes the new bounds of a son, which are at least as tight as the old ones, and returns those of the node.
    /// `all` returns the bounds of all sons.
    pub(super) fn tighten<I: Iterator<Item = Bounds>>(
        &mut self,
        old: Bounds,
        new: Bounds,
        all: impl Fn() -> I,
    ) -> Bounds {
        // As for a MAX node: a MIN node is one with the scores negated.
        let flip = !self.max;
        let (mut own, old, new) = (self.bounds.flip_if(flip), old.flip_if(flip), new.flip_if(flip));
        own.lower = own.lower.max(new.lower);
        if old.upper == own.upper && new.upper < old.upper {
            self.at_edge -= 1;
            if self.at_edge == 0 {
                let uppers = || all().map(|son| son.flip_if(flip).upper);
                own.upper = uppers().max().unwrap_or(own.upper);
                self.at_edge = uppers().filter(|&upper| upper == own.upper).count();
            }
        }
        self.bounds = own.flip_if(flip);
        self.bounds
    }
}

/// The proven bounds of every node, and the solution trees of the root.
pub(super) struct Proofs {
    pub(super) bounds: Vec<Bounds>,
    pub(super) max: Solution,
    pub(super) min: Solution,
    best: Vec<BestSon>,
}

impl Proofs {
    pub(super) fn new(shape: &DiagramTree) -> Proofs {
        let count = shape.nodes.len();
        let solution = |all| Solution { all, bound: None, members: Vec::new(), within: vec![false; count] };
        let best = shape.nodes.iter().map(|node| BestSon::new(node.kind == DiagramNodeKind::Max, node.sons.len()));
        Proofs {
            bounds: vec![Bounds::UNKNOWN; count],
            max: solution(DiagramNodeKind::Max),
            min: solution(DiagramNodeKind::Min),
            best: best.collect(),
        }
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
        while let Some((node, new)) = next {
            let old = std::mem::replace(&mut self.bounds[node], new);
            if old == new {
                break;
            }
            changed.push(node);
            next = shape.nodes[node].parent.map(|parent| {
                let bounds = &self.bounds;
                let sons = || shape.nodes[parent].sons.iter().map(|&son| bounds[son]);
                (parent, self.best[parent].tighten(old, new, sons))
            });
        }
        changed
    }

    /// Adapts both solution trees to the bounds of the root, after the bounds of the nodes in `changed` have changed.
    /// Returns the nodes that have entered or left the max tree, and those of the min tree.
    pub(super) fn refresh(&mut self, shape: &DiagramTree, root: Bounds, changed: &[usize]) -> [Vec<usize>; 2] {
        let Proofs { bounds, max, min, .. } = self;
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
        let mut members = Vec::new();
        let mut open: Vec<usize> = bound.iter().map(|_| 0).collect();
        while let (Some(node), Some(bound)) = (open.pop(), bound) {
            members.push(node);
            let sons = &shape.nodes[node].sons;
            if shape.nodes[node].kind == self.all {
                open.extend(sons.iter().rev());
            } else {
                open.extend(sons.iter().find(|&&son| enough(son, bound)));
            }
        }
        if members == self.members {
            return Vec::new();
        }
        let old = std::mem::replace(&mut self.members, members);
        old.iter().for_each(|&node| self.within[node] = false);
        self.members.iter().for_each(|&node| self.within[node] = true);
        // Both lists are in preorder.
        let left = old.iter().filter(|&&node| !self.within[node]);
        let entered = self.members.iter().filter(|node| old.binary_search(node).is_err());
        left.chain(entered).copied().collect()
    }
}
