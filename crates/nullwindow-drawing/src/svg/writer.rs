//! Writes SVG elements, and estimates the width of text.

use std::fmt::Write as _;

/// Text and lines of visited nodes.
pub(super) const DARK: &str = "#20242c";
/// Small print.
pub(super) const SOFT: &str = "#626a76";
/// Edges of visited nodes that are in no solution tree.
pub(super) const GREY: &str = "#8b929d";
/// Nodes that were not visited.
pub(super) const PALE: &str = "#cfd4db";
pub(super) const PALE_TEXT: &str = "#a3abb6";
pub(super) const PALE_FILL: &str = "#f7f8f9";
/// The max solution tree.
pub(super) const MAX: &str = "#0072b2";
pub(super) const MAX_FILL: &str = "#d9ebf7";
/// The min solution tree.
pub(super) const MIN: &str = "#d55e00";
pub(super) const MIN_FILL: &str = "#fce4d2";

/// The anchor of a text.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

pub(super) type SvgPoint = (i32, i32);

pub(super) struct SvgWriter {
    body: String,
}

impl SvgWriter {
    pub(super) fn new() -> SvgWriter {
        SvgWriter { body: String::new() }
    }

    /// Writes an element that is already formatted.
    pub(super) fn raw(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    pub(super) fn line(&mut self, from: SvgPoint, to: SvgPoint, style: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.raw(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {style}/>"));
    }

    /// Draws two lines side by side.
    pub(super) fn double(&mut self, from: SvgPoint, to: SvgPoint, colors: [&str; 2]) {
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy).max(1.0);
        for (color, side) in colors.into_iter().zip([1.7, -1.7]) {
            let (x, y) = (-dy / length * side, dx / length * side);
            self.raw(&format!(
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"3.4\"/>",
                f64::from(from.0) + x,
                f64::from(from.1) + y,
                f64::from(to.0) + x,
                f64::from(to.1) + y
            ));
        }
    }

    pub(super) fn text(&mut self, (x, y): SvgPoint, text: &str, anchor: Anchor, style: &str) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.raw(&format!("<text x=\"{x}\" y=\"{y}\"{anchor} {style}>{}</text>", escape(text)));
    }

    /// Draws a rectangle around a point.
    pub(super) fn tile(&mut self, (x, y): SvgPoint, (half_width, half_height): SvgPoint, round: i32, style: &str) {
        let (left, top, width, height) = (x - half_width, y - half_height, 2 * half_width, 2 * half_height);
        self.raw(&format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" {style}/>"
        ));
    }

    pub(super) fn circle(&mut self, (x, y): SvgPoint, radius: i32, style: &str) {
        self.raw(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>"));
    }

    /// Returns the whole file.
    pub(super) fn page(self, width: i32, height: i32, title: &str, description: &str) -> String {
        let mut page = String::new();
        let _ = write!(
            page,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" font-family=\"Inter, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', \
             sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n{BOTH}\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#ffffff\"/>\n{}</svg>\n",
            escape(title),
            escape(description),
            self.body
        );
        page
    }
}

/// The fill of nodes that are in both solution trees.
const BOTH: &str = "<defs><linearGradient id=\"both\"><stop offset=\"0.5\" stop-color=\"#d9ebf7\"/>\
<stop offset=\"0.5\" stop-color=\"#fce4d2\"/></linearGradient></defs>";

/// Estimates the width of a text. There is no font to measure it with.
pub(super) fn text_width(text: &str, size: i32) -> i32 {
    let units: i32 = text
        .chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | 't' | 'f' | '.' | ',' | '(' | ')' | ' ' | '\'' | ':' | '|' => 30,
            'm' | 'w' | 'M' | 'W' => 84,
            c if c.is_uppercase() || c.is_ascii_digit() || !c.is_ascii() => 64,
            _ => 55,
        })
        .sum();
    (units * size + 99) / 100
}

/// Breaks a text into lines of at most `width`.
pub(super) fn wrapped(text: &str, size: i32, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size / 2 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
