//! The legend of the symbols.

use super::panel::bar;
use super::writer::{Anchor, DARK, GREY, MAX, MAX_FILL, MIN, MIN_FILL, PALE, SOFT, SvgPoint, SvgWriter, text_width};
use crate::picture::{Drawing, NodeState};
use crate::shape::DiagramNodeKind;

const SIZE: i32 = 13;
const ROW: i32 = 30;

type Sign = fn(&mut SvgWriter, SvgPoint);

/// Draws the legend in rows of at most `width`, and returns the y coordinate below it.
pub(super) fn draw(svg: &mut SvgWriter, drawing: &Drawing, left: i32, top: i32, width: i32) -> i32 {
    let entries = entries(drawing);
    let (mut x, mut y) = (left, top);
    for (sign, text) in entries {
        let needed = 44 + text_width(text, SIZE);
        if x > left && x + needed > left + width {
            (x, y) = (left, y + ROW);
        }
        sign(svg, (x + 16, y));
        svg.text((x + 38, y + 4), text, Anchor::Start, &format!("font-size=\"{SIZE}\" fill=\"{SOFT}\""));
        x += needed + 22;
    }
    y + ROW
}

/// Returns the symbols that the drawing uses, with their meaning.
fn entries(drawing: &Drawing) -> Vec<(Sign, &'static str)> {
    let many = drawing.passes > 1;
    let inner = |kind: DiagramNodeKind| drawing.nodes.iter().any(|node| node.kind == kind);
    let any = |is: fn(&NodeState) -> bool| drawing.pictures.iter().any(|picture| picture.states.iter().any(is));
    let numbers = if many { "order of first visit, bold if in this pass" } else { "order of first visit" };
    let not_visited = if many { "cut off, not visited so far" } else { "cut off, not visited" };
    let all: [(bool, Sign, &str); 9] = [
        (inner(DiagramNodeKind::Max), square, "MAX moves"),
        (inner(DiagramNodeKind::Min), round, "MIN moves"),
        (true, leaf, "leaf and its value"),
        (true, number, numbers),
        (
            inner(DiagramNodeKind::Max) || inner(DiagramNodeKind::Min),
            bounds,
            "at most, at least, exactly: what is known",
        ),
        (any(|state| state.max_tree), max, "max solution tree, proves the upper bound"),
        (any(|state| state.min_tree), min, "min solution tree, proves the lower bound"),
        (any(|state| state.line), both, "in both: the line of best play"),
        (any(|state| state.cut), cut, not_visited),
    ];
    all.into_iter().filter(|&(used, ..)| used).map(|(_, sign, text)| (sign, text)).collect()
}

fn square(svg: &mut SvgWriter, at: SvgPoint) {
    svg.tile(at, (9, 9), 2, &format!("fill=\"#ffffff\" stroke=\"{GREY}\" stroke-width=\"1.4\""));
}

fn round(svg: &mut SvgWriter, at: SvgPoint) {
    svg.circle(at, 10, &format!("fill=\"#ffffff\" stroke=\"{GREY}\" stroke-width=\"1.4\""));
}

fn leaf(svg: &mut SvgWriter, at: SvgPoint) {
    svg.tile(at, (13, 9), 9, &format!("fill=\"#ffffff\" stroke=\"{GREY}\" stroke-width=\"1.4\""));
    svg.text((at.0, at.1 + 4), "41", Anchor::Middle, &format!("font-size=\"12\" font-weight=\"600\" fill=\"{DARK}\""));
}

fn number(svg: &mut SvgWriter, at: SvgPoint) {
    svg.text(
        (at.0 + 3, at.1 + 3),
        "7",
        Anchor::Middle,
        &format!("font-size=\"10\" font-weight=\"700\" fill=\"{DARK}\""),
    );
}

fn bounds(svg: &mut SvgWriter, at: SvgPoint) {
    svg.text((at.0, at.1 + 4), "≤ ≥ =", Anchor::Middle, &format!("font-size=\"12\" fill=\"{DARK}\""));
}

fn max(svg: &mut SvgWriter, at: SvgPoint) {
    tree(svg, at, MAX_FILL, MAX);
}

fn min(svg: &mut SvgWriter, at: SvgPoint) {
    tree(svg, at, MIN_FILL, MIN);
}

fn tree(svg: &mut SvgWriter, (x, y): SvgPoint, fill: &str, stroke: &str) {
    svg.line((x - 14, y), (x + 16, y), &format!("stroke=\"{stroke}\" stroke-width=\"2.6\" stroke-linecap=\"round\""));
    svg.tile((x, y), (7, 7), 2, &format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.8\""));
}

fn both(svg: &mut SvgWriter, (x, y): SvgPoint) {
    svg.double((x - 15, y), (x + 17, y), [MIN, MAX]);
    svg.tile((x, y), (7, 7), 2, &format!("fill=\"url(#both)\" stroke=\"{DARK}\" stroke-width=\"1.8\""));
}

fn cut(svg: &mut SvgWriter, (x, y): SvgPoint) {
    let style = format!("stroke=\"{PALE}\" stroke-width=\"1.4\" stroke-dasharray=\"3 4\"");
    svg.line((x - 14, y), (x + 16, y), &style);
    bar(svg, (x - 14, y), (x + 16, y));
}
