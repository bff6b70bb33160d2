//! One picture: the tree after a pass, with its query above and its lists below.

use super::SvgOptions;
use super::writer::{
    Anchor, DARK, GREY, MAX, MAX_FILL, MIN, MIN_FILL, PALE, PALE_FILL, PALE_TEXT, SOFT, SvgPoint, SvgWriter,
    text_width, wrapped,
};
use crate::captions;
use crate::layout::{Extent, TreeLayout, tidy};
use crate::picture::{Drawing, NodeState, Picture};
use crate::shape::{DiagramNode, DiagramNodeKind};

const HALF: i32 = 14;
const LEAF_HALF: i32 = 12;
const HEAD: i32 = 56;
const SMALL: i32 = 12;

pub(super) struct PicturePanel<'d> {
    drawing: &'d Drawing,
    picture: &'d Picture,
    number: usize,
    titled: bool,
    options: SvgOptions,
    layout: TreeLayout,
    lists: Vec<String>,
    /// The distance between levels.
    level: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl<'d> PicturePanel<'d> {
    pub(super) fn new(drawing: &'d Drawing, number: usize, titled: bool, options: SvgOptions) -> PicturePanel<'d> {
        let picture = &drawing.pictures[number];
        // Nodes have the same position in every picture, so that passes can be compared.
        let widest = |n: usize| {
            let extents = drawing.pictures.iter().map(|picture| extent(&drawing.nodes[n], &picture.states[n]));
            extents.fold((0, 0), |a: Extent, b| (a.0.max(b.0), a.1.max(b.1)))
        };
        let crowded = drawing.nodes.len() > 80;
        let layout = tidy(&drawing.nodes, widest, if crowded { 6 } else { 16 });
        // Wide trees get more distance between levels, so that edges do not become too flat.
        let level = (layout.width / 16).clamp(78, 130);
        let levels = drawing.nodes.iter().map(|node| node.path.len()).max().unwrap_or(0);
        let levels = i32::try_from(levels).unwrap_or(i32::MAX);
        let heads = drawing.pictures.iter().flat_map(|picture| [title(99, picture), subtitle(picture)]);
        let head = if titled { heads.map(|line| text_width(&line, 15)).max().unwrap_or(0) } else { 0 };
        let width = layout.width.max(head);
        let lists = lists(picture, width.max(420));
        let lines = i32::try_from(lists.len()).unwrap_or(0);
        let top = if titled { HEAD } else { 0 };
        let height = top + levels * level + 2 * HALF + 48 + lines * 18;
        PicturePanel { drawing, picture, number, titled, options, layout, lists, level, width, height }
    }

    pub(super) fn draw(&self, svg: &mut SvgWriter, x: i32, y: i32) {
        let top = if self.titled { self.head(svg, x, y) } else { y };
        let left = x + (self.width - self.layout.width) / 2;
        let at = |n: usize| -> SvgPoint {
            let level = i32::try_from(self.drawing.nodes[n].path.len()).unwrap_or(0);
            (left + self.layout.x[n], top + HALF + level * self.level)
        };
        // The most important edges are drawn last, on top of the others.
        let mut order: Vec<usize> = (1..self.drawing.nodes.len()).collect();
        order.sort_by_key(|&n| rank(&self.picture.states[n]));
        for n in order {
            if let Some(parent) = self.drawing.nodes[n].parent {
                edge(svg, at(parent), at(n), &self.picture.states[n]);
            }
        }
        for (n, node) in self.drawing.nodes.iter().enumerate() {
            draw_node(svg, at(n), node, &self.picture.states[n], self.options);
        }
        let lines = i32::try_from(self.lists.len()).unwrap_or(0);
        for (line, text) in (0i32..).zip(&self.lists) {
            let style = format!("font-size=\"13\" fill=\"{DARK}\"");
            svg.text((x, y + self.height - (lines - line) * 18 + 6), text, Anchor::Start, &style);
        }
    }

    fn head(&self, svg: &mut SvgWriter, x: i32, y: i32) -> i32 {
        let (strong, soft) = (
            format!("font-size=\"15\" font-weight=\"600\" fill=\"{DARK}\""),
            format!("font-size=\"13\" fill=\"{SOFT}\""),
        );
        svg.text((x, y + 14), &title(self.number + 1, self.picture), Anchor::Start, &strong);
        svg.text((x, y + 34), &subtitle(self.picture), Anchor::Start, &soft);
        y + HEAD
    }
}

fn title(number: usize, picture: &Picture) -> String {
    format!("Pass {number}: {}", infinities(&picture.question))
}

fn subtitle(Picture { reply, new_leaves, leaves, .. }: &Picture) -> String {
    let new = match new_leaves {
        0 => "no new leaf".to_owned(),
        1 => "1 new leaf".to_owned(),
        new => format!("{new} new leaves"),
    };
    format!("{}  ·  {new}, {leaves} so far", infinities(reply))
}

fn infinities(text: &str) -> String {
    text.replace("+inf", "+∞").replace("-inf", "−∞")
}

fn lists(picture: &Picture, width: i32) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(open) = &picture.open {
        let entries: Vec<String> = open.iter().map(ToString::to_string).collect();
        lines.extend(wrapped(&infinities(&format!("OPEN  {}", entries.join(" "))), 13, width));
    }
    if !picture.backup.is_empty() {
        let entries: Vec<String> = picture.backup.iter().map(ToString::to_string).collect();
        lines.extend(wrapped(&infinities(&format!("BACKUP  {}", entries.join(" "))), 13, width));
    }
    lines
}

fn rank(state: &NodeState) -> u8 {
    match state {
        NodeState { line: true, .. } => 3,
        NodeState { max_tree: true, .. } | NodeState { min_tree: true, .. } => 2,
        NodeState { visit: Some(_), .. } => 1,
        _ => 0,
    }
}

fn visit_text(state: &NodeState) -> String {
    state.visit.map_or_else(String::new, |visit| visit.to_string())
}

fn leaf_text(node: &DiagramNode) -> String {
    node.value.map_or_else(String::new, |value| value.to_string().replace('-', "−"))
}

fn leaf_half(node: &DiagramNode) -> i32 {
    (text_width(&leaf_text(node), 14) / 2 + 6).max(13)
}

fn bounds_text(state: &NodeState) -> String {
    let text = captions::bounds(state.lower, state.upper, false).replace("..", " … ").replace('-', "−");
    ["≤", "≥", "="].iter().fold(text, |text, sign| text.replace(sign, &format!("{sign}\u{2009}")))
}

fn extent(node: &DiagramNode, state: &NodeState) -> Extent {
    let number = text_width(&visit_text(state), 10);
    match node.kind {
        DiagramNodeKind::Leaf => (leaf_half(node), leaf_half(node)),
        _ => (HALF + number + 4, HALF + text_width(&bounds_text(state), SMALL) + 5),
    }
}

/// Draws the edge from a parent to a node, in both colours if both solution trees contain it.
fn edge(svg: &mut SvgWriter, parent: SvgPoint, son: SvgPoint, state: &NodeState) {
    let (from, to) = ((parent.0, parent.1 + HALF), (son.0, son.1 - LEAF_HALF));
    let stroke =
        |color: &str, width: f64| format!("stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
    match state {
        NodeState { visit: None, .. } => {
            svg.line(from, to, &format!("stroke=\"{PALE}\" stroke-width=\"1.2\" stroke-dasharray=\"3 4\""));
        }
        NodeState { max_tree: true, min_tree: true, .. } => {
            svg.double(from, to, [MAX, MIN]);
        }
        NodeState { max_tree: true, .. } => svg.line(from, to, &stroke(MAX, 2.6)),
        NodeState { min_tree: true, .. } => svg.line(from, to, &stroke(MIN, 2.6)),
        _ => svg.line(from, to, &stroke(GREY, 1.4)),
    }
    if state.cut {
        bar(svg, from, to);
    }
}

/// Draws a bar across an edge.
pub(super) fn bar(svg: &mut SvgWriter, from: SvgPoint, to: SvgPoint) {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    let (x, y) = (f64::from(from.0) + dx * 0.5, f64::from(from.1) + dy * 0.5);
    let (across, along) = (-dy / length * 8.0, dx / length * 8.0);
    let ends =
        format!("x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"", x - across, y - along, x + across, y + along);
    svg.raw(&format!("<line {ends} stroke=\"{DARK}\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>"));
}

/// Returns fill, stroke and text colour of a node.
fn colors(state: &NodeState) -> (&'static str, &'static str, &'static str) {
    match state {
        NodeState { visit: None, .. } => (PALE_FILL, PALE, PALE_TEXT),
        NodeState { max_tree: true, min_tree: true, .. } => ("url(#both)", DARK, DARK),
        NodeState { max_tree: true, .. } => (MAX_FILL, MAX, DARK),
        NodeState { min_tree: true, .. } => (MIN_FILL, MIN, DARK),
        _ => ("#ffffff", GREY, DARK),
    }
}

fn draw_node(svg: &mut SvgWriter, at: SvgPoint, node: &DiagramNode, state: &NodeState, options: SvgOptions) {
    let (fill, stroke, ink) = colors(state);
    let width = if state.max_tree || state.min_tree { "1.8" } else { "1.4" };
    let style = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"");
    let letter = format!("font-size=\"14\" font-weight=\"600\" fill=\"{ink}\"");
    match node.kind {
        DiagramNodeKind::Max => svg.tile(at, (HALF, HALF), 3, &style),
        DiagramNodeKind::Min => svg.circle(at, HALF + 1, &style),
        DiagramNodeKind::Leaf => svg.tile(at, (leaf_half(node), LEAF_HALF), LEAF_HALF, &style),
    }
    let own = match node.kind {
        DiagramNodeKind::Leaf => leaf_text(node),
        _ if node.lettered => node.name.clone(),
        _ => String::new(),
    };
    svg.text((at.0, at.1 + 5), &own, Anchor::Middle, &letter);
    if node.kind == DiagramNodeKind::Leaf {
        below_leaf(svg, at, node, state, options);
    } else {
        beside_inner(svg, at, state);
    }
}

/// Draws the visit number and the name below a leaf.
fn below_leaf(svg: &mut SvgWriter, (x, y): SvgPoint, node: &DiagramNode, state: &NodeState, options: SvgOptions) {
    svg.text((x, y + 25), &visit_text(state), Anchor::Middle, &visit_style(state));
    let from_paper = node.lettered && node.parent.is_some();
    if from_paper || options.names {
        let color = if state.visit.is_some() { SOFT } else { PALE_TEXT };
        let italic = format!("font-size=\"13\" font-style=\"italic\" fill=\"{color}\"");
        svg.text((x, y + 41), &node.name, Anchor::Middle, &italic);
    }
}

/// Draws the visit number to the left of an interior node, and its bounds to the right.
fn beside_inner(svg: &mut SvgWriter, (x, y): SvgPoint, state: &NodeState) {
    svg.text((x - HALF - 5, y + 4), &visit_text(state), Anchor::End, &visit_style(state));
    let label = format!("font-size=\"{SMALL}\" fill=\"{DARK}\" {HALO}");
    svg.text((x + HALF + 5, y + 4), &bounds_text(state), Anchor::Start, &label);
}

/// A white outline, so that edges do not cross out small text.
const HALO: &str = "stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\" stroke-linejoin=\"round\"";

/// Returns the style of a visit number: bold for a first visit in this pass.
fn visit_style(state: &NodeState) -> String {
    let font = if state.new { format!("font-weight=\"700\" fill=\"{DARK}\"") } else { format!("fill=\"{GREY}\"") };
    format!("font-size=\"10\" {font} {HALO}")
}
