//! The keys of a plan file.

use super::values::{Entries, Instances, OneOrMany, Plies};
use crate::{Measure, Method};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A whole file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanFile {
    pub name: Spanned<String>,
    pub title: String,
    pub question: String,
    pub paper: String,
    #[serde(default)]
    pub sources: Vec<String>,
    pub setup: String,
    pub refuted: String,
    pub favourite: Option<Favourite>,
    #[serde(default)]
    pub searches: Vec<SearchBlock>,
    #[serde(default)]
    pub views: Vec<PlanView>,
    #[serde(default)]
    pub claims: Vec<PlanClaim>,
    #[serde(default)]
    pub reported: Vec<ReportedFigures>,
}

/// The algorithm whose losses are reported.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Favourite {
    pub algorithm: Spanned<String>,
    pub base: Spanned<String>,
    pub y: Measure,
    pub offset: Option<i32>,
    #[serde(default = "yes")]
    pub cumulative: bool,
}

/// A block of searches: every subject with every algorithm on every position, to every depth, with every table size and
/// first guess.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchBlock {
    pub subjects: Vec<Spanned<String>>,
    pub algorithms: Vec<Method>,
    #[serde(alias = "seeds")]
    pub positions: Instances,
    #[serde(default = "end")]
    pub depth: OneOrMany<Plies>,
    pub step: Option<u32>,
    pub entries: Option<OneOrMany<Entries>>,
    pub offsets: Option<Vec<i32>>,
    #[serde(default)]
    pub distinct: bool,
    #[serde(default)]
    pub windowed_leaves: bool,
    #[serde(default)]
    pub quick: QuickOverrides,
}

/// The keys that the quick form replaces.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuickOverrides {
    pub subjects: Option<Vec<Spanned<String>>>,
    pub algorithms: Option<Vec<Method>>,
    #[serde(alias = "seeds")]
    pub positions: Option<Instances>,
    pub depth: Option<OneOrMany<Plies>>,
    pub entries: Option<OneOrMany<Entries>>,
    pub offsets: Option<Vec<i32>>,
}

/// A table and a chart.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanView {
    pub title: String,
    pub kind: ViewKind,
    #[serde(default)]
    pub x: XAxis,
    #[serde(default)]
    pub y: Measure,
    pub base: Option<Spanned<String>>,
    pub subjects: Option<Vec<Spanned<String>>>,
    pub algorithms: Option<Vec<Spanned<String>>>,
    #[serde(default = "yes")]
    pub cumulative: bool,
}

/// The kind of numbers in a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ViewKind {
    /// The mean over positions of the ratio to the baseline; for times, the median.
    Relative,
    /// Means over positions, with their standard errors.
    Mean,
    /// The share of positions with a higher cost than the baseline.
    Share,
    /// The bounds after every query at the root.
    Bounds,
    /// Means beside the figures of `[[reported]]`.
    Reported,
    /// The maximum list sizes beside the formulas of \[SM86\].
    Sizes,
}

/// The horizontal axis of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum XAxis {
    #[default]
    Depth,
    Entries,
    Offset,
    Subject,
    Ply,
}

/// A claim to check.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanClaim {
    pub text: String,
    pub kind: ClaimKind,
    #[serde(default)]
    pub y: Measure,
    pub algorithm: Option<Spanned<String>>,
    pub base: Option<Spanned<String>>,
    pub subjects: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    pub at: ClaimDepths,
    pub entries: Option<Entries>,
    pub offset: Option<i32>,
    #[serde(default = "yes")]
    pub cumulative: bool,
    pub least: Option<Spanned<f64>>,
    pub most: Option<Spanned<f64>>,
    pub band: Option<Spanned<[f64; 2]>>,
    #[serde(default)]
    pub any: bool,
}

/// The number that is checked against `least` and `most`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ClaimKind {
    /// The mean over positions of the ratio to the baseline; for times, the median.
    Ratio,
    /// The mean over positions.
    Mean,
    /// The share of positions with a higher cost than the baseline.
    Share,
    /// That share, which must fall from each subject to the next.
    Falling,
    /// The ratios to all other algorithms: at most 1 if this one is the best.
    Best,
    /// The offset of the first guess with the lowest cost.
    Lowest,
    /// The share of figures of `[[reported]]` that are within three standard errors.
    Reported,
    /// The maximum list sizes, divided by the formulas of \[SM86\].
    Sizes,
}

/// The depths at which a claim must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ClaimDepths {
    /// At the greatest depth of each subject.
    #[default]
    Deepest,
    /// At every depth.
    Every,
    /// Over all depths pooled.
    All,
}

/// Figures that a paper reports.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportedFigures {
    pub source: String,
    pub subject: Spanned<String>,
    #[serde(default)]
    pub y: Measure,
    pub trees: Option<u32>,
    pub values: BTreeMap<Spanned<String>, Spanned<f64>>,
}

fn end() -> OneOrMany<Plies> {
    OneOrMany(vec![Plies(None)])
}

fn yes() -> bool {
    true
}

impl PlanClaim {
    /// Returns the lowest and the highest number for which the claim holds.
    pub fn limits(&self) -> (Option<f64>, Option<f64>) {
        let number = |limit: &Option<Spanned<f64>>| limit.as_ref().map(|limit| *limit.as_ref());
        (number(&self.least), number(&self.most))
    }
}

impl SearchBlock {
    /// Returns the same searches of another game.
    pub fn on(mut self, game: &str, depth: u32) -> SearchBlock {
        let game = Spanned::new(0..0, game.to_owned());
        let depth = OneOrMany(vec![Plies(Some(depth))]);
        self.subjects = vec![game];
        self.step = self.step.map(|_| 1);
        self.quick = QuickOverrides { subjects: None, depth: None, positions: None, ..self.quick };
        self.depth = depth;
        self
    }
}
