//! One picture: the tree at the end of a pass, its question above it and its lists below.

use super::Options;
use super::pen::{
    Anchor, GREY, INK, MAX, MAX_FILL, MIN, MIN_FILL, PALE, PALE_FILL, PALE_TEXT, Pen, Point, SOFT, text_width, wrapped,
};
use crate::drawing::layout::{Extent, Layout, tidy};
use crate::drawing::picture::{Drawing, Picture, State};
use crate::drawing::shape::{Kind, Node};
use crate::drawing::words;

const HALF: i32 = 14;
const LEAF_HALF: i32 = 12;
const HEAD: i32 = 56;
const SMALL: i32 = 12;

pub(super) struct Panel<'d> {
    drawing: &'d Drawing,
    picture: &'d Picture,
    number: usize,
    titled: bool,
    options: Options,
    layout: Layout,
    lists: Vec<String>,
    /// From one level to the next.
    level: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl<'d> Panel<'d> {
    pub(super) fn new(drawing: &'d Drawing, number: usize, titled: bool, options: Options) -> Panel<'d> {
        let picture = &drawing.pictures[number];
        // Nodes stand in the same places in every picture.
        let widest = |n: usize| {
            let extents = drawing.pictures.iter().map(|picture| extent(&drawing.nodes[n], &picture.states[n]));
            extents.fold((0, 0), |a: Extent, b| (a.0.max(b.0), a.1.max(b.1)))
        };
        let crowded = drawing.nodes.len() > 80;
        let layout = tidy(&drawing.nodes, widest, if crowded { 6 } else { 16 });
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
        Panel { drawing, picture, number, titled, options, layout, lists, level, width, height }
    }

    pub(super) fn draw(&self, pen: &mut Pen, x: i32, y: i32) {
        let top = if self.titled { self.head(pen, x, y) } else { y };
        let left = x + (self.width - self.layout.width) / 2;
        let at = |n: usize| -> Point {
            let level = i32::try_from(self.drawing.nodes[n].path.len()).unwrap_or(0);
            (left + self.layout.x[n], top + HALF + level * self.level)
        };
        // What matters most lies on top.
        let mut order: Vec<usize> = (1..self.drawing.nodes.len()).collect();
        order.sort_by_key(|&n| rank(&self.picture.states[n]));
        for n in order {
            if let Some(parent) = self.drawing.nodes[n].parent {
                edge(pen, at(parent), at(n), &self.picture.states[n]);
            }
        }
        for (n, node) in self.drawing.nodes.iter().enumerate() {
            draw_node(pen, at(n), node, &self.picture.states[n], self.options);
        }
        let lines = i32::try_from(self.lists.len()).unwrap_or(0);
        for (line, text) in (0i32..).zip(&self.lists) {
            let style = format!("font-size=\"13\" fill=\"{INK}\"");
            pen.text((x, y + self.height - (lines - line) * 18 + 6), text, Anchor::Start, &style);
        }
    }

    fn head(&self, pen: &mut Pen, x: i32, y: i32) -> i32 {
        let (strong, soft) = (
            format!("font-size=\"15\" font-weight=\"600\" fill=\"{INK}\""),
            format!("font-size=\"13\" fill=\"{SOFT}\""),
        );
        pen.text((x, y + 14), &title(self.number + 1, self.picture), Anchor::Start, &strong);
        pen.text((x, y + 34), &subtitle(self.picture), Anchor::Start, &soft);
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

fn rank(state: &State) -> u8 {
    match state {
        State { line: true, .. } => 3,
        State { max_tree: true, .. } | State { min_tree: true, .. } => 2,
        State { visit: Some(_), .. } => 1,
        _ => 0,
    }
}

fn visit_text(state: &State) -> String {
    state.visit.map_or_else(String::new, |visit| visit.to_string())
}

fn leaf_text(node: &Node) -> String {
    node.value.map_or_else(String::new, |value| value.to_string().replace('-', "−"))
}

fn leaf_half(node: &Node) -> i32 {
    (text_width(&leaf_text(node), 14) / 2 + 6).max(13)
}

fn bounds_text(state: &State) -> String {
    let text = words::bounds(state.lower, state.upper, false).replace("..", " … ").replace('-', "−");
    ["≤", "≥", "="].iter().fold(text, |text, sign| text.replace(sign, &format!("{sign}\u{2009}")))
}

fn extent(node: &Node, state: &State) -> Extent {
    let number = text_width(&visit_text(state), 10);
    match node.kind {
        Kind::Leaf => (leaf_half(node), leaf_half(node)),
        _ => (HALF + number + 4, HALF + text_width(&bounds_text(state), SMALL) + 5),
    }
}

/// The line to a node from its parent: of both colours where both trees have it.
fn edge(pen: &mut Pen, parent: Point, son: Point, state: &State) {
    let (from, to) = ((parent.0, parent.1 + HALF), (son.0, son.1 - LEAF_HALF));
    let stroke =
        |color: &str, width: f64| format!("stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
    match state {
        State { visit: None, .. } => {
            pen.line(from, to, &format!("stroke=\"{PALE}\" stroke-width=\"1.2\" stroke-dasharray=\"3 4\""));
        }
        State { max_tree: true, min_tree: true, .. } => {
            pen.double(from, to, [MAX, MIN]);
        }
        State { max_tree: true, .. } => pen.line(from, to, &stroke(MAX, 2.6)),
        State { min_tree: true, .. } => pen.line(from, to, &stroke(MIN, 2.6)),
        _ => pen.line(from, to, &stroke(GREY, 1.4)),
    }
    if state.cut {
        bar(pen, from, to);
    }
}

/// A bar across an edge.
pub(super) fn bar(pen: &mut Pen, from: Point, to: Point) {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    let (x, y) = (f64::from(from.0) + dx * 0.5, f64::from(from.1) + dy * 0.5);
    let (across, along) = (-dy / length * 8.0, dx / length * 8.0);
    let ends =
        format!("x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"", x - across, y - along, x + across, y + along);
    pen.raw(&format!("<line {ends} stroke=\"{INK}\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>"));
}

/// Fill, stroke and text of a node.
fn colors(state: &State) -> (&'static str, &'static str, &'static str) {
    match state {
        State { visit: None, .. } => (PALE_FILL, PALE, PALE_TEXT),
        State { max_tree: true, min_tree: true, .. } => ("url(#both)", INK, INK),
        State { max_tree: true, .. } => (MAX_FILL, MAX, INK),
        State { min_tree: true, .. } => (MIN_FILL, MIN, INK),
        _ => ("#ffffff", GREY, INK),
    }
}

fn draw_node(pen: &mut Pen, at: Point, node: &Node, state: &State, options: Options) {
    let (fill, stroke, ink) = colors(state);
    let width = if state.max_tree || state.min_tree { "1.8" } else { "1.4" };
    let style = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"");
    let letter = format!("font-size=\"14\" font-weight=\"600\" fill=\"{ink}\"");
    match node.kind {
        Kind::Max => pen.tile(at, (HALF, HALF), 3, &style),
        Kind::Min => pen.circle(at, HALF + 1, &style),
        Kind::Leaf => pen.tile(at, (leaf_half(node), LEAF_HALF), LEAF_HALF, &style),
    }
    let own = match node.kind {
        Kind::Leaf => leaf_text(node),
        _ if node.lettered => node.name.clone(),
        _ => String::new(),
    };
    pen.text((at.0, at.1 + 5), &own, Anchor::Middle, &letter);
    if node.kind == Kind::Leaf {
        below_leaf(pen, at, node, state, options);
    } else {
        beside_inner(pen, at, state);
    }
}

/// The number of the visit, and the name.
fn below_leaf(pen: &mut Pen, (x, y): Point, node: &Node, state: &State, options: Options) {
    pen.text((x, y + 25), &visit_text(state), Anchor::Middle, &visit_style(state));
    let from_paper = node.lettered && node.parent.is_some();
    if from_paper || options.names {
        let color = if state.visit.is_some() { SOFT } else { PALE_TEXT };
        let italic = format!("font-size=\"13\" font-style=\"italic\" fill=\"{color}\"");
        pen.text((x, y + 41), &node.name, Anchor::Middle, &italic);
    }
}

/// The number of the visit on the left, what is known on the right.
fn beside_inner(pen: &mut Pen, (x, y): Point, state: &State) {
    pen.text((x - HALF - 5, y + 4), &visit_text(state), Anchor::End, &visit_style(state));
    let label = format!("font-size=\"{SMALL}\" fill=\"{INK}\" {HALO}");
    pen.text((x + HALF + 5, y + 4), &bounds_text(state), Anchor::Start, &label);
}

/// So that lines behind small print do not cross it out.
const HALO: &str = "stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\" stroke-linejoin=\"round\"";

/// Bold where this pass was the first to visit.
fn visit_style(state: &State) -> String {
    let look = if state.new { format!("font-weight=\"700\" fill=\"{INK}\"") } else { format!("fill=\"{GREY}\"") };
    format!("font-size=\"10\" {look} {HALO}")
}
