//! Where nodes stand: every node in the middle above its sons, subtrees as close together as their outlines allow
//! (after Reingold and Tilford, *Tidier Drawings of Trees*, 1981).

use super::shape::DiagramNode;

/// How far a node reaches to the left and to the right of its middle.
pub type Extent = (i32, i32);

/// The places of all nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeLayout {
    /// The middle of each node.
    pub x: Vec<i32>,
    /// How wide the drawing is; it begins at 0.
    pub width: i32,
}

/// Left and right edges, level by level.
type Outline = Vec<(i32, i32)>;

/// Places nodes so that there is `gap` between any two of a level.
#[must_use]
pub fn tidy(nodes: &[DiagramNode], extent: impl Fn(usize) -> Extent, gap: i32) -> TreeLayout {
    // How far each node is from its parent, sons having higher numbers than their parents.
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
            let shift = shared.map(|(before, next)| before.1 + gap - next.0).max().unwrap_or(0);
            offset[son] = shift;
            join(&mut joined, &outline, shift);
        }
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
    for n in 1..nodes.len() {
        x[n] += x[nodes[n].parent.unwrap_or(0)];
    }
    TreeLayout { x, width: right - left }
}

/// Adds the outline of a further subtree, moved by `shift`.
fn join(joined: &mut Outline, outline: &Outline, shift: i32) {
    for (level, &(left, right)) in outline.iter().enumerate() {
        match joined.get_mut(level) {
            Some(edges) => edges.1 = edges.1.max(right + shift),
            None => joined.push((left + shift, right + shift)),
        }
    }
}
