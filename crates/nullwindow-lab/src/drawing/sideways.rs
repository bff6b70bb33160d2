//! A picture for a terminal, one node a line: for trees that are wider than it.

use super::ink::{Ink, Line, Span};
use super::picture::{Drawing, Picture};
use super::shape::Kind;
use super::text::{Options, ink, mark};
use super::words;

/// The picture, indented.
#[must_use]
pub fn draw(drawing: &Drawing, picture: &Picture, options: Options) -> Vec<Line> {
    let mut lines = Vec::new();
    branch(drawing, picture, options, 0, "", &mut lines);
    lines
}

fn branch(drawing: &Drawing, picture: &Picture, options: Options, n: usize, indent: &str, lines: &mut Vec<Line>) {
    let (node, state) = (&drawing.nodes[n], &picture.states[n]);
    let mut line: Line = Vec::new();
    let last = node.parent.is_none_or(|parent| drawing.nodes[parent].sons.last() == Some(&n));
    if node.parent.is_some() {
        let bend = match (state.cut, last, options.ascii) {
            (true, _, true) => "x- ",
            (true, _, false) => "╳╌ ",
            (_, _, true) => "+- ",
            (_, true, _) => "└─ ",
            (_, false, _) => "├─ ",
        };
        line.push(Span { ink: Ink::Faint, text: indent.to_owned() });
        line.push(Span { ink: if state.cut { Ink::Cut } else { Ink::Faint }, text: bend.to_owned() });
    }
    line.push(Span { ink: ink(state), text: mark(node, options) });
    let bounds = words::bounds(state.lower, state.upper, options.ascii);
    if node.kind != Kind::Leaf && !bounds.is_empty() {
        line.push(Span { ink: ink(state), text: format!(" {bounds}") });
    }
    if let Some(visit) = state.visit {
        line.push(Span { ink: Ink::Faint, text: format!("  #{visit}") });
    }
    lines.push(line);
    let further = match (node.parent, last, options.ascii) {
        (None, ..) => String::new(),
        (_, true, _) => format!("{indent}   "),
        (_, false, true) => format!("{indent}|  "),
        (_, false, false) => format!("{indent}│  "),
    };
    node.sons.iter().for_each(|&son| branch(drawing, picture, options, son, &further, lines));
}
