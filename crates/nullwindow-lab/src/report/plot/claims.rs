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
    ClaimLine(usize),
    /// A claim at some x coordinates only.
    ClaimPoints,
    /// A notice about points outside the axes, which are not drawn.
    OmittedPoints,
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
        add(RemarkKind::ClaimLine(n), &claim.label);
    }
    let mut labels: Vec<&str> = Vec::new();
    for claim in panel.claims.iter().filter(|claim| claim.x.is_some()) {
        if !labels.contains(&claim.label.as_str()) {
            labels.push(&claim.label);
        }
    }
    match labels.len() {
        0..=2 => labels.iter().for_each(|label| add(RemarkKind::ClaimPoints, label)),
        _ => add(RemarkKind::ClaimPoints, "what the paper reports"),
    }
    let points = panel.series.iter().flat_map(|series| &series.points);
    match points.filter(|point| x.coordinate(point.x).is_none() || y.coordinate(point.y).is_none()).count() {
        0 => {}
        1 => add(RemarkKind::OmittedPoints, "1 point is outside the axes"),
        omitted => add(RemarkKind::OmittedPoints, &format!("{omitted} points are outside the axes")),
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
