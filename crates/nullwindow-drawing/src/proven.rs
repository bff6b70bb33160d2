//! The bounds that the visited leaves prove for every node, and the solution trees that prove them.
//!
//! \[dBP96\], section 3: a max solution tree has all sons of MAX nodes and one son of each MIN node; it proves an upper
//! bound of the root. A min solution tree proves a lower bound. Once both bounds meet, the two trees form the critical
//! tree, and the path that they share is the principal variation.

use super::shape::{DiagramNodeKind, DiagramTree};
use nullwindow::{Bounds, Score};

/// Returns the tightest bounds, for MAX, that follow from the visited leaves.
#[must_use]
pub fn proven(shape: &DiagramTree, seen: &[bool]) -> Vec<Bounds> {
    let mut bounds = vec![Bounds::UNKNOWN; shape.nodes.len()];
    // In preorder a son comes after its parent, so the reverse loop has the sons' bounds.
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

/// Returns the bounds of an interior node that follow from the bounds of its sons.
pub(super) fn from_sons(shape: &DiagramTree, n: usize, bounds: &[Bounds]) -> Bounds {
    let node = &shape.nodes[n];
    let best = if node.kind == DiagramNodeKind::Max { Score::max } else { Score::min };
    let sons = || node.sons.iter().map(|&son| bounds[son]);
    let (lower, upper) = (sons().map(|son| son.lower).reduce(best), sons().map(|son| son.upper).reduce(best));
    lower.zip(upper).map_or(Bounds::UNKNOWN, |(lower, upper)| Bounds { lower, upper })
}

/// Marks the nodes of the max solution tree that proves the root to be at most `upper`; none if `upper` is infinite.
/// Where one son suffices, it is the leftmost.
#[must_use]
pub fn max_tree(shape: &DiagramTree, proven: &[Bounds], upper: Score) -> Vec<bool> {
    solution(shape, DiagramNodeKind::Max, upper < Score::INFINITY, |son| proven[son].upper <= upper)
}

/// Marks the nodes of the min solution tree that proves the root to be at least `lower`.
#[must_use]
pub fn min_tree(shape: &DiagramTree, proven: &[Bounds], lower: Score) -> Vec<bool> {
    solution(shape, DiagramNodeKind::Min, lower > Score::NEG_INFINITY, |son| proven[son].lower >= lower)
}

/// Marks all sons of nodes of kind `all`, and the first sufficient son of every other node.
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
