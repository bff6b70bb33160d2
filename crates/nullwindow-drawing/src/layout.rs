//! Node positions: every node is centred above its sons, and subtrees are as close together as their outlines allow
//! (after Reingold and Tilford, *Tidier Drawings of Trees*, 1981).

use super::shape::DiagramNode;

/// The distances from the centre of a node to its left and right edges.
pub type Extent = (i32, i32);

/// The positions of all nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TreeLayout {
    /// The centre of each node.
    pub x: Vec<i32>,
    /// The width of the drawing, which starts at 0.
    pub width: i32,
}

/// The left and right edge of each level.
type Outline = Vec<(i32, i32)>;

/// Places nodes with at least `gap` between neighbours of a level.
#[must_use]
pub fn tidy(nodes: &[DiagramNode], extent: impl Fn(usize) -> Extent, gap: i32) -> TreeLayout {
    // Distances from the parent. Nodes are in preorder, so the reverse loop sees every son before its parent.
    let mut offset = vec![0; nodes.len()];
    let mut outlines: Vec<Outline> = vec![Vec::new(); nodes.len()];
    for n in (0..nodes.len()).rev() {
        let (left, right) = extent(n);
        let mut own: Outline = vec![(-left, right)];
        let sons = &nodes[n].sons;
        let mut joined: Outline = Vec::new();
        for &son in sons {
            let outline = std::mem::take(&mut outlines[son]);
            let shared = joined.iter().zip(&outline);
            // The subtree moves right until no level overlaps. Levels that only one of the two has need no gap.
            let shift = shared.map(|(before, next)| before.1 + gap - next.0).max().unwrap_or(0);
            offset[son] = shift;
            join(&mut joined, &outline, shift);
        }
        // The parent is centred above its first and its last son.
        let middle = match (sons.first(), sons.last()) {
            (Some(&first), Some(&last)) => i32::midpoint(offset[first], offset[last]),
            _ => 0,
        };
        sons.iter().for_each(|&son| offset[son] -= middle);
        own.extend(joined.into_iter().map(|(left, right)| (left - middle, right - middle)));
        outlines[n] = own;
    }
    let left = outlines[0].iter().map(|level| level.0).min().unwrap_or(0);
    let right = outlines[0].iter().map(|level| level.1).max().unwrap_or(0);
    let mut x = offset;
    x[0] = -left;
    // In preorder the position of the parent is final before its sons are reached.
    for n in 1..nodes.len() {
        x[n] += x[nodes[n].parent.unwrap_or(0)];
    }
    TreeLayout { x, width: right - left }
}

/// Adds the outline of the next subtree, moved right by `shift`.
fn join(joined: &mut Outline, outline: &Outline, shift: i32) {
    for (level, &(left, right)) in outline.iter().enumerate() {
        match joined.get_mut(level) {
            Some(edges) => edges.1 = edges.1.max(right + shift),
            None => joined.push((left + shift, right + shift)),
        }
    }
}
