//! Renders a picture for a terminal with one line per node, for trees that are wider than the terminal.

use super::captions;
use super::picture::{Drawing, Picture};
use super::shape::DiagramNodeKind;
use super::styled_text::{StyledLine, StyledSpan, TextRole};
use super::text::{TextOptions, mark, role};

/// Renders the picture as an indented list.
#[must_use]
pub fn draw(drawing: &Drawing, picture: &Picture, options: TextOptions) -> Vec<StyledLine> {
    let mut lines = Vec::new();
    branch(drawing, picture, options, 0, "", &mut lines);
    lines
}

fn branch(
    drawing: &Drawing,
    picture: &Picture,
    options: TextOptions,
    n: usize,
    indent: &str,
    lines: &mut Vec<StyledLine>,
) {
    let (node, state) = (&drawing.nodes[n], &picture.states[n]);
    let mut line: StyledLine = Vec::new();
    let last = node.parent.is_none_or(|parent| drawing.nodes[parent].sons.last() == Some(&n));
    if node.parent.is_some() {
        let bend = match (state.cut, last, options.ascii) {
            (true, _, true) => "x- ",
            (true, _, false) => "╳╌ ",
            (_, _, true) => "+- ",
            (_, true, _) => "└─ ",
            (_, false, _) => "├─ ",
        };
        line.push(StyledSpan { role: TextRole::Faint, text: indent.to_owned() });
        line.push(StyledSpan { role: if state.cut { TextRole::Cut } else { TextRole::Faint }, text: bend.to_owned() });
    }
    line.push(StyledSpan { role: role(state), text: mark(node, options) });
    let bounds = captions::bounds(state.lower, state.upper, options.ascii);
    if node.kind != DiagramNodeKind::Leaf && !bounds.is_empty() {
        line.push(StyledSpan { role: role(state), text: format!(" {bounds}") });
    }
    if let Some(visit) = state.visit {
        line.push(StyledSpan { role: TextRole::Faint, text: format!("  #{visit}") });
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
