//! Node names: the papers' letters on the papers' trees, letters by level on all others.

use super::shape::{DiagramNode, DiagramNodeKind};
use nullwindow::trees::ExplicitTree;

/// The letters of \[PSPB96\] Fig. 3 in preorder: a to t in the order in which SSS* first visits the nodes, r for the
/// one that it never visits. A dot stands for a node without a letter.
const PEARL: &str = "a b c d e n f g . . . . . . . . h i j k . l m o p q s t r . .";

/// Returns the title of a paper's tree.
pub(super) fn title(text: &str) -> Option<&'static str> {
    match text {
        ExplicitTree::DBP96_FIG_1 => Some("the tree of [dBP96], Fig. 1"),
        ExplicitTree::PSPB96_FIG_3 => Some("Pearl's tree, [PSPB96], Fig. 3"),
        _ => None,
    }
}

/// Names all nodes, which are in preorder.
pub(super) fn assign(nodes: &mut [DiagramNode], text: &str) {
    if text == ExplicitTree::PSPB96_FIG_3 {
        let letters = PEARL.split(' ').take(nodes.len());
        // A depth limit cuts nodes off, and then the letters would not match the nodes.
        let whole = nodes.len() == letters.clone().count();
        for (node, letter) in nodes.iter_mut().zip(letters).filter(|(_, letter)| whole && *letter != ".") {
            node.name = letter.to_owned();
            node.lettered = true;
        }
        if whole {
            return fill(nodes);
        }
    }
    // Leaves are labelled by their values.
    let mut inner: Vec<usize> =
        (0..nodes.len()).filter(|&n| nodes[n].kind != DiagramNodeKind::Leaf || n == 0).collect();
    // The sort is stable, so a level keeps its order from left to right.
    inner.sort_by_key(|&n| nodes[n].path.len());
    for (number, n) in inner.into_iter().enumerate() {
        nodes[n].name = letters(number);
        nodes[n].lettered = true;
    }
    fill(nodes);
}

/// Names the remaining nodes by their parent and number: `b2` is the second son of b.
fn fill(nodes: &mut [DiagramNode]) {
    for n in 0..nodes.len() {
        if let (false, Some(parent), Some(place)) = (nodes[n].lettered, nodes[n].parent, nodes[n].path.last()) {
            nodes[n].name = format!("{}{}", nodes[parent].name, place + 1);
        }
    }
}

/// Returns the letters of a number: a to z, aa to az, ba ...
fn letters(mut number: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(char::from(b"abcdefghijklmnopqrstuvwxyz"[number % 26]));
        if number < 26 {
            break;
        }
        number = number / 26 - 1;
    }
    name.into_iter().rev().collect()
}
