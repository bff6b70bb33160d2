//! What the leaves seen so far prove of every node, and the solution trees that prove it.
//!
//! Paper 000, section 3: an upper bound of the root is proven by a max solution tree, all sons of MAX nodes and one
//! of each MIN node; a lower bound by a min solution tree. Where both bounds meet, the two are the critical tree,
//! and the path that they share is the line of best play.

use super::shape::{DiagramNodeKind, DiagramTree};
use nullwindow::{Bounds, Score};

/// The sharpest bounds, for MAX, that follow from the leaves that were seen.
#[must_use]
pub fn proven(shape: &DiagramTree, seen: &[bool]) -> Vec<Bounds> {
    let mut bounds = vec![Bounds::UNKNOWN; shape.nodes.len()];
    // Sons have higher numbers than their parents.
    for n in (0..shape.nodes.len()).rev() {
        let node = &shape.nodes[n];
        bounds[n] = match node.value {
            Some(value) if seen[n] => Bounds::exactly(Score::new(value)),
            Some(_) => Bounds::UNKNOWN,
            None => from_sons(shape, n, &bounds),
        };
    }
    bounds
}

/// What follows for an inner node from the bounds of its sons.
pub(super) fn from_sons(shape: &DiagramTree, n: usize, bounds: &[Bounds]) -> Bounds {
    let node = &shape.nodes[n];
    let best = if node.kind == DiagramNodeKind::Max { Score::max } else { Score::min };
    let sons = || node.sons.iter().map(|&son| bounds[son]);
    let (lower, upper) = (sons().map(|son| son.lower).reduce(best), sons().map(|son| son.upper).reduce(best));
    lower.zip(upper).map_or(Bounds::UNKNOWN, |(lower, upper)| Bounds { lower, upper })
}

/// Which nodes are in the max solution tree that proves the root to be at most `upper`: none if that is infinite. Where
/// one son is enough, it is the first from the left that is.
#[must_use]
pub fn max_tree(shape: &DiagramTree, proven: &[Bounds], upper: Score) -> Vec<bool> {
    solution(shape, DiagramNodeKind::Max, upper < Score::INFINITY, |son| proven[son].upper <= upper)
}

/// Which nodes are in the min solution tree that proves the root to be at least `lower`.
#[must_use]
pub fn min_tree(shape: &DiagramTree, proven: &[Bounds], lower: Score) -> Vec<bool> {
    solution(shape, DiagramNodeKind::Min, lower > Score::NEG_INFINITY, |son| proven[son].lower >= lower)
}

/// All sons of the nodes of kind `all`, and of the others the first that is enough.
fn solution(shape: &DiagramTree, all: DiagramNodeKind, exists: bool, enough: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut within = vec![false; shape.nodes.len()];
    within[0] = exists;
    for (n, node) in shape.nodes.iter().enumerate() {
        if !within[n] {
            continue;
        }
        let sons = node.sons.iter().copied();
        if node.kind == all {
            sons.for_each(|son| within[son] = true);
        } else if let Some(son) = sons.into_iter().find(|&son| enough(son)) {
            within[son] = true;
        }
    }
    within
}
