//! The claims of a paper in a chart: a band or a dashed line, with a line of text above the axes.

use super::canvas::{SMALL, wrap};
use super::scale::Scale;
use crate::finding::{ChartPanel, ClaimMark};

/// A line of text above the axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    /// The kind of the remark.
    pub kind: RemarkKind,
    /// The text, wrapped into lines.
    pub text: Vec<String>,
}

/// The kind of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// The label of the vertical axis.
    Axis,
    /// A claim along the whole axis, a line or a band; the number selects its dash pattern.
    Along(usize),
    /// A claim at some x coordinates only.
    Places,
    /// A notice about points outside the axes, which are not drawn.
    Left,
}

impl Remark {
    /// Returns the number of lines.
    pub fn lines(&self) -> usize {
        self.text.len()
    }
}

/// Returns the text between the title of a panel and its axes.
pub fn remarks(panel: &ChartPanel, x: &Scale, y: &Scale, room: f64) -> Vec<Remark> {
    let mut remarks = vec![Remark { kind: RemarkKind::Axis, text: wrap(&panel.y.label, SMALL, room) }];
    let mut add = |kind, text: &str| remarks.push(Remark { kind, text: wrap(text, SMALL, room - 30.0) });
    for (n, claim) in panel.claims.iter().filter(|claim| claim.x.is_none()).enumerate() {
        add(RemarkKind::Along(n), &claim.label);
    }
    let mut places: Vec<&str> = Vec::new();
    for claim in panel.claims.iter().filter(|claim| claim.x.is_some()) {
        if !places.contains(&claim.label.as_str()) {
            places.push(&claim.label);
        }
    }
    match places.len() {
        0..=2 => places.iter().for_each(|label| add(RemarkKind::Places, label)),
        _ => add(RemarkKind::Places, "what the paper reports"),
    }
    let points = panel.series.iter().flat_map(|series| &series.points);
    match points.filter(|point| x.place(point.x).is_none() || y.place(point.y).is_none()).count() {
        0 => {}
        1 => add(RemarkKind::Left, "1 point has no place here"),
        left => add(RemarkKind::Left, &format!("{left} points have no place here")),
    }
    remarks
}

/// Returns the index of the series that a claim names, if any: the longest name that is a word of its label.
pub fn about(panel: &ChartPanel, claim: &ClaimMark) -> Option<usize> {
    let words: Vec<&str> = claim.label.split([' ', ',', ':']).collect();
    let named = panel.series.iter().enumerate().filter(|(_, series)| words.contains(&series.name.as_str()));
    named.max_by_key(|(_, series)| series.name.len()).map(|(at, _)| at)
}

/// Returns dash and gap, in points, of the `n`th claim's line. Three patterns distinguish the claims of a panel.
pub fn dashes(n: usize) -> (f64, f64) {
    [(7.0, 4.0), (2.0, 3.0), (12.0, 4.0)][n % 3]
}
