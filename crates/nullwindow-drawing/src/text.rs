//! Renders a picture for a terminal, top down: `[a]` is a MAX node, `(b)` a MIN node, and the numbers below leaves give
//! the order of visits.

use super::captions;
use super::layout::{Extent, tidy};
use super::picture::{Drawing, NodeState, Picture};
use super::shape::{DiagramNode, DiagramNodeKind};
use super::styled_text::{StyledLine, StyledSpan, TextRole};

/// Options of the text rendering.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TextOptions {
    /// Use ASCII characters only.
    pub ascii: bool,
    /// Show the names of leaves too.
    pub names: bool,
}

impl TextOptions {
    /// Restricts the characters to ASCII, or lifts the restriction.
    #[must_use]
    pub const fn with_ascii(self, ascii: bool) -> TextOptions {
        TextOptions { ascii, ..self }
    }

    /// Shows or hides the names of leaves.
    #[must_use]
    pub const fn with_names(self, names: bool) -> TextOptions {
        TextOptions { names, ..self }
    }
}

/// Renders the picture, or returns `None` if it is wider than `width` characters.
#[must_use]
pub fn draw(drawing: &Drawing, picture: &Picture, options: TextOptions, width: usize) -> Option<Vec<StyledLine>> {
    let nodes = &drawing.nodes;
    let labels: Vec<NodeLabel> = nodes.iter().zip(&picture.states).map(|(n, s)| label(n, s, options)).collect();
    let layout = tidy(nodes, |n| labels[n].extent(), 2);
    let columns = usize::try_from(layout.width).unwrap_or(usize::MAX);
    if columns > width {
        return None;
    }
    let levels = nodes.iter().map(|node| node.path.len()).max().unwrap_or(0) + 1;
    let mut canvas = TextCanvas { cells: vec![vec![(' ', TextRole::Plain); columns + 1]; levels * 3] };
    let x = |n: usize| usize::try_from(layout.x[n]).unwrap_or(0);
    for n in 0..nodes.len() {
        let top = nodes[n].path.len() * 3;
        let roles = [role(&picture.states[n]), small_print_role(&nodes[n], &picture.states[n])];
        for (line, text) in labels[n].lines.iter().enumerate() {
            canvas.write(x(n) - text.chars().count() / 2, top + line, text, roles[line]);
        }
        let edges = nodes[n].sons.iter().map(|&son| (x(son), &picture.states[son])).collect();
        canvas.edges(x(n), top + 2, edges, &picture.states[n], options.ascii);
    }
    Some(canvas.lines())
}

/// Returns the role of a node.
pub(super) fn role(state: &NodeState) -> TextRole {
    match state {
        NodeState { visit: None, .. } => TextRole::Dim,
        NodeState { line: true, .. } => TextRole::Line,
        NodeState { max_tree: true, .. } => TextRole::Max,
        NodeState { min_tree: true, .. } => TextRole::Min,
        _ => TextRole::Plain,
    }
}

fn small_print_role(node: &DiagramNode, state: &NodeState) -> TextRole {
    if node.kind == DiagramNodeKind::Leaf { TextRole::Faint } else { role(state) }
}

/// Returns the text of a node.
pub(super) fn mark(node: &DiagramNode, options: TextOptions) -> String {
    match node.kind {
        DiagramNodeKind::Max => format!("[{}]", letter(node)),
        DiagramNodeKind::Min => format!("({})", letter(node)),
        DiagramNodeKind::Leaf => {
            let value = node.value.map_or_else(String::new, |value| value.to_string());
            let paper = node.lettered && node.parent.is_some();
            if paper || options.names { format!("{} {value}", node.name) } else { value }
        }
    }
}

fn letter(node: &DiagramNode) -> &str {
    if node.lettered { &node.name } else { " " }
}

struct NodeLabel {
    lines: [String; 2],
}

impl NodeLabel {
    fn extent(&self) -> Extent {
        let width = self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let width = i32::try_from(width).unwrap_or(i32::MAX);
        (width / 2, width - width / 2)
    }
}

fn label(node: &DiagramNode, state: &NodeState, options: TextOptions) -> NodeLabel {
    let visit = || state.visit.map_or_else(String::new, |visit| format!("#{visit}"));
    let below = match node.kind {
        DiagramNodeKind::Leaf => visit(),
        _ => captions::bounds(state.lower, state.upper, options.ascii),
    };
    NodeLabel { lines: [mark(node, options), below] }
}

/// A grid of characters with their roles.
struct TextCanvas {
    cells: Vec<Vec<(char, TextRole)>>,
}

impl TextCanvas {
    fn write(&mut self, x: usize, y: usize, text: &str, role: TextRole) {
        for (place, c) in text.chars().enumerate() {
            self.cells[y][x + place] = (c, role);
        }
    }

    /// Draws the edges from a node to its sons.
    fn edges(&mut self, x: usize, y: usize, mut sons: Vec<(usize, &NodeState)>, parent: &NodeState, ascii: bool) {
        let mut strokes = vec![0u8; self.cells[y.min(self.cells.len() - 1)].len()];
        // Edges overlap above the sons. The most important one is drawn last, so that its role is visible.
        sons.sort_by_key(|&(_, state)| (state.line, state.max_tree || state.min_tree, state.visit.is_some()));
        for &(son, state) in &sons {
            let (from, to) = (x.min(son), x.max(son));
            for (column, stroke) in strokes.iter_mut().enumerate().take(to + 1).skip(from) {
                *stroke |= if column > from { LEFT } else { 0 } | if column < to { RIGHT } else { 0 };
                self.cells[y][column].1 = role(state);
            }
            strokes[x] |= UP;
            strokes[son] |= DOWN;
        }
        for (column, &stroke) in strokes.iter().enumerate().filter(|&(_, &stroke)| stroke != 0) {
            self.cells[y][column].0 = line_character(stroke, parent.visit.is_some(), ascii);
        }
        for (son, _) in sons.into_iter().filter(|(_, state)| state.cut) {
            self.cells[y][son] = (if ascii { 'x' } else { '╳' }, TextRole::Cut);
        }
    }

    fn lines(&self) -> Vec<StyledLine> {
        let mut lines: Vec<StyledLine> = self.cells.iter().map(|cells| spans(cells)).collect();
        while lines.last().is_some_and(Vec::is_empty) {
            lines.pop();
        }
        lines
    }
}

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

fn line_character(stroke: u8, visited: bool, ascii: bool) -> char {
    const BOX: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
    match stroke {
        _ if ascii && stroke == LEFT | RIGHT => {
            if visited {
                '-'
            } else {
                '.'
            }
        }
        _ if ascii && stroke == UP | DOWN => '|',
        _ if ascii => '+',
        _ if !visited && stroke == LEFT | RIGHT => '╌',
        _ => BOX[usize::from(stroke)],
    }
}

/// Joins neighbours with the same role, without blanks at the end of the line.
fn spans(cells: &[(char, TextRole)]) -> StyledLine {
    let end = cells.iter().rposition(|&(c, _)| c != ' ').map_or(0, |last| last + 1);
    let mut line: StyledLine = Vec::new();
    for &(c, role) in &cells[..end] {
        let role = if c == ' ' { TextRole::Plain } else { role };
        match line.last_mut() {
            Some(span) if span.role == role => span.text.push(c),
            _ => line.push(StyledSpan { role, text: c.to_string() }),
        }
    }
    line
}
