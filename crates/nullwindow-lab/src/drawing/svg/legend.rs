//! What the signs mean.

use super::panel::bar;
use super::pen::{Anchor, GREY, INK, MAX, MAX_FILL, MIN, MIN_FILL, PALE, Pen, Point, SOFT, text_width};
use crate::drawing::picture::{Drawing, State};
use crate::drawing::shape::Kind;

const SIZE: i32 = 13;
const ROW: i32 = 30;

type Sign = fn(&mut Pen, Point);

/// Draws the legend in rows of at most `width`, and returns where it ends.
pub(super) fn draw(pen: &mut Pen, drawing: &Drawing, left: i32, top: i32, width: i32) -> i32 {
    let entries = entries(drawing);
    let (mut x, mut y) = (left, top);
    for (sign, text) in entries {
        let needed = 44 + text_width(text, SIZE);
        if x > left && x + needed > left + width {
            (x, y) = (left, y + ROW);
        }
        sign(pen, (x + 16, y));
        pen.text((x + 38, y + 4), text, Anchor::Start, &format!("font-size=\"{SIZE}\" fill=\"{SOFT}\""));
        x += needed + 22;
    }
    y + ROW
}

/// The signs that the drawing uses.
fn entries(drawing: &Drawing) -> Vec<(Sign, &'static str)> {
    let many = drawing.passes > 1;
    let inner = |kind: Kind| drawing.nodes.iter().any(|node| node.kind == kind);
    let any = |is: fn(&State) -> bool| drawing.pictures.iter().any(|picture| picture.states.iter().any(is));
    let numbers = if many { "order of first visit, bold if in this pass" } else { "order of first visit" };
    let not_visited = if many { "cut off, not visited so far" } else { "cut off, not visited" };
    let all: [(bool, Sign, &str); 9] = [
        (inner(Kind::Max), square, "MAX moves"),
        (inner(Kind::Min), round, "MIN moves"),
        (true, leaf, "leaf and its value"),
        (true, number, numbers),
        (inner(Kind::Max) || inner(Kind::Min), bounds, "at most, at least, exactly: what is known"),
        (any(|state| state.max_tree), max, "max solution tree, proves the upper bound"),
        (any(|state| state.min_tree), min, "min solution tree, proves the lower bound"),
        (any(|state| state.line), both, "in both: the line of best play"),
        (any(|state| state.cut), cut, not_visited),
    ];
    all.into_iter().filter(|&(used, ..)| used).map(|(_, sign, text)| (sign, text)).collect()
}

fn square(pen: &mut Pen, at: Point) {
    pen.tile(at, (9, 9), 2, &format!("fill=\"#ffffff\" stroke=\"{GREY}\" stroke-width=\"1.4\""));
}

fn round(pen: &mut Pen, at: Point) {
    pen.circle(at, 10, &format!("fill=\"#ffffff\" stroke=\"{GREY}\" stroke-width=\"1.4\""));
}

fn leaf(pen: &mut Pen, at: Point) {
    pen.tile(at, (13, 9), 9, &format!("fill=\"#ffffff\" stroke=\"{GREY}\" stroke-width=\"1.4\""));
    pen.text((at.0, at.1 + 4), "41", Anchor::Middle, &format!("font-size=\"12\" font-weight=\"600\" fill=\"{INK}\""));
}

fn number(pen: &mut Pen, at: Point) {
    pen.text(
        (at.0 + 3, at.1 + 3),
        "7",
        Anchor::Middle,
        &format!("font-size=\"10\" font-weight=\"700\" fill=\"{INK}\""),
    );
}

fn bounds(pen: &mut Pen, at: Point) {
    pen.text((at.0, at.1 + 4), "≤ ≥ =", Anchor::Middle, &format!("font-size=\"12\" fill=\"{INK}\""));
}

fn max(pen: &mut Pen, at: Point) {
    tree(pen, at, MAX_FILL, MAX);
}

fn min(pen: &mut Pen, at: Point) {
    tree(pen, at, MIN_FILL, MIN);
}

fn tree(pen: &mut Pen, (x, y): Point, fill: &str, stroke: &str) {
    pen.line((x - 14, y), (x + 16, y), &format!("stroke=\"{stroke}\" stroke-width=\"2.6\" stroke-linecap=\"round\""));
    pen.tile((x, y), (7, 7), 2, &format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.8\""));
}

fn both(pen: &mut Pen, (x, y): Point) {
    pen.double((x - 15, y), (x + 17, y), [MIN, MAX]);
    pen.tile((x, y), (7, 7), 2, &format!("fill=\"url(#both)\" stroke=\"{INK}\" stroke-width=\"1.8\""));
}

fn cut(pen: &mut Pen, (x, y): Point) {
    let style = format!("stroke=\"{PALE}\" stroke-width=\"1.4\" stroke-dasharray=\"3 4\"");
    pen.line((x - 14, y), (x + 16, y), &style);
    bar(pen, (x - 14, y), (x + 16, y));
}
