//! Findings: tables, charts and verdicts computed from rows, as plain data that the report and the terminal render.
//!
//! # Verdicts
//!
//! A claim about a mean, a median or a share is decided by the confidence interval of the number, one per subject (and
//! depth, where the claim is about every depth):
//!
//! - confirmed if the whole interval lies between the limits of the claim;
//! - refuted if it lies wholly outside of them;
//! - undecided otherwise, and if there are too few positions for an interval.
//!
//! A claim about several subjects is confirmed if all are, refuted if at least one is, and undecided otherwise. If one
//! subject is enough (`any`), it is confirmed if at least one is, refuted if all are, and undecided otherwise.
//!
//! A claim about the place of a minimum is confirmed if the best place in the range is better than every place outside
//! beyond the error of the paired difference, refuted if the best place outside is better than every place in the range,
//! and undecided otherwise.
//!
//! A claim that a single counterexample refutes, such as the length of a list, has no interval: it is counted, and
//! either confirmed or refuted.
//!
//! [`judge`] computes the level of the intervals from the number of comparisons: all intervals of a report contain their
//! true values with a probability of at least 95 % (Bonferroni).

mod agree;
mod bounds;
mod claims;
mod data;
mod formatting;
mod grid;
mod number;
mod panels;
mod remarks;
mod reported;
mod sizes;
mod summary;
mod verdict;

use crate::plan::grammar::ViewKind;
use crate::plan::matches;
#[cfg(feature = "store")]
use crate::store::StoredRows;
use crate::{Interrupted, Measure, Plan, PlanForm, Row, Stop};
use data::PlanRows;

pub use summary::VerdictCounts;
pub use verdict::{Answer, Basis, Case, FAMILY_ERROR, Verdict, judge};

/// Computes the finding of a plan from rows. Rows of other plans are ignored. Findings that are shown together are to be
/// judged together, by [`judge`].
///
/// # Errors
/// If a stop is requested.
pub fn find(plan: &Plan, form: PlanForm, rows: &[Row], stop: Stop<'_>) -> Result<Finding, Interrupted> {
    find_in(plan, &PlanRows::of(plan, form, rows.iter(), stop)?, None, stop)
}

/// Computes the finding of a plan from stored rows. Counts are computed from all of them. Times are computed from
/// [`StoredRows::rows`] alone, which were measured in one setting; a remark names the settings of the other rows.
///
/// # Errors
/// If a stop is requested.
#[cfg(feature = "store")]
pub fn find_stored(plan: &Plan, form: PlanForm, found: &StoredRows, stop: Stop<'_>) -> Result<Finding, Interrupted> {
    if found.elsewhere.is_empty() {
        return find(plan, form, &found.rows, stop);
    }
    let all = PlanRows::of(plan, form, found.rows.iter().chain(&found.elsewhere), stop)?;
    let one_setting = PlanRows::of(plan, form, found.rows.iter(), stop)?;
    let mut finding = find_in(plan, &all, Some(&one_setting), stop)?;
    finding.remarks.extend(remarks::on_settings(found));
    Ok(finding)
}

/// Computes the finding of a plan. Times are taken from `timed`, if it is there.
fn find_in(
    plan: &Plan,
    data: &PlanRows<'_>,
    timed: Option<&PlanRows<'_>>,
    stop: Stop<'_>,
) -> Result<Finding, Interrupted> {
    let rows_for = |y: Measure| timed.filter(|_| y == Measure::Seconds).unwrap_or(data);
    let file = &plan.file;
    let (agree, shout) = agree::self_check(data);
    let mut finding = Finding {
        name: plan.name().to_owned(),
        title: file.title.clone(),
        question: file.question.clone(),
        paper: unwrapped(&file.paper),
        sources: file.sources.clone(),
        setup: format!("{} {}", unwrapped(&file.setup), formatting::measured(data)),
        refuted: unwrapped(&file.refuted),
        missing: data.missing,
        searches: data.searches,
        ..Finding::default()
    };
    finding.verdicts.extend(file.claims.iter().map(|claim| claims::verdict(plan, claim, rows_for(claim.y))));
    judge(std::slice::from_mut(&mut finding));
    finding.self_checks.push(agree);
    for view in &file.views {
        let data = rows_for(view.y);
        let (tables, chart) = match view.kind {
            ViewKind::Bounds => bounds::show(plan, view, data),
            ViewKind::Reported => reported::show(plan, view, data),
            ViewKind::Sizes => (vec![sizes::show(view, data)], Chart::default()),
            ViewKind::Relative | ViewKind::Mean | ViewKind::Share => grid::ViewGrid::new(plan, view, data).show(),
        };
        finding.tables.extend(tables.into_iter().filter(|table| !table.rows.is_empty()));
        finding.charts.extend(Some(chart).filter(|chart| chart.panels.iter().any(|panel| !panel.series.is_empty())));
    }
    mute(plan, &mut finding.charts);
    finding.remarks.extend(shout);
    let favourite = file.favourite.as_ref().map_or(data, |favourite| rows_for(favourite.y));
    finding.remarks.extend(remarks::remarks(plan, favourite));
    // After a stop the rows appear empty, so the finding is wrong.
    stop.check()?;
    Ok(finding)
}

/// Mutes the series that neither a claim, a reported figure nor an axis names. A chart without any named series keeps its
/// colours.
fn mute(plan: &Plan, charts: &mut [Chart]) {
    let file = &plan.file;
    let claims = file.claims.iter().flat_map(|claim| [&claim.algorithm, &claim.base]).flatten();
    let favourite = file.favourite.iter().flat_map(|favourite| [&favourite.algorithm, &favourite.base]);
    let axes = file.views.iter().filter_map(|view| view.base.as_ref());
    let figures = file.reported.iter().flat_map(|reported| reported.values.keys());
    let names: Vec<&String> = claims.chain(favourite).chain(axes).chain(figures).map(AsRef::as_ref).collect();
    // Either name may lack its parameter.
    let is_named =
        |series: &Series| names.iter().any(|name| matches(name, &series.name) || matches(&series.name, name));
    for chart in charts {
        let series = || chart.panels.iter().flat_map(|panel| &panel.series);
        if series().any(is_named) {
            let all = chart.panels.iter_mut().flat_map(|panel| &mut panel.series);
            all.for_each(|series| series.muted = !is_named(series));
        }
    }
}

/// Joins a text of several lines into one.
fn unwrapped(words: &str) -> String {
    words.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The results of one experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Finding {
    /// The plan's name.
    pub name: String,
    /// The plan's title.
    pub title: String,
    /// The question.
    pub question: String,
    /// The results that the papers report.
    pub paper: String,
    /// The papers and figures, such as `[PSPB96] Fig. 13`.
    pub sources: Vec<String>,
    /// The method of measurement, with positions, depths and table sizes taken from the rows.
    pub setup: String,
    /// The observation that would refute the claims.
    pub refuted: String,
    /// Verdicts on each claim.
    pub verdicts: Vec<Verdict>,
    /// Checks of the laboratory itself, which no paper claims. Confirmed means passed, refuted means failed.
    pub self_checks: Vec<Verdict>,
    /// The comparisons among which the level of the intervals is shared: those of all findings judged together.
    pub comparisons: usize,
    /// The tables, the most important one first.
    pub tables: Vec<ResultTable>,
    /// Charts.
    pub charts: Vec<Chart>,
    /// The cases where the favourite loses, and other remarks computed from the rows.
    pub remarks: Vec<String>,
    /// The number of searches of the plan without rows.
    pub missing: usize,
    /// The number of searches with rows.
    pub searches: usize,
}

/// A table. The first column names the row.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ResultTable {
    /// The caption above the table.
    pub caption: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// The rows, with one cell per column.
    pub rows: Vec<Vec<TableCell>>,
    /// True if the tables that follow have the same numbers and more. A report shows either this one or those.
    pub digest: bool,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableCell {
    /// The text shown.
    pub text: String,
    /// The number behind it, for machine-readable output.
    pub number: Option<f64>,
    /// A note shown beside the text: a standard error, or the paper's figure.
    pub note: Option<String>,
    /// The mark of the best number, or of a case where the favourite loses.
    pub mark: Option<TableMark>,
}

/// A highlight of a table cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableMark {
    /// The best of its row, beyond the error of the paired differences to all others.
    Best,
    /// Worse than the baseline, or outside what the paper claims.
    Worse,
}

/// A chart of one or more panels side by side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    /// The title above the chart.
    pub title: String,
    /// The name used for files: `leaves-checkers`.
    pub id: String,
    /// The panels, such as one per game. They share the legend.
    pub panels: Vec<ChartPanel>,
    /// True if tables of the finding have the same numbers.
    pub tabulated: bool,
}

/// One set of axes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChartPanel {
    /// The title above the axes.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The plotted series.
    pub series: Vec<Series>,
    /// The numbers that a paper claims.
    pub claims: Vec<ClaimMark>,
}

/// An axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// The label, with the unit.
    pub label: String,
    /// True if the axis is logarithmic, with base 2 where values are powers of two.
    pub logarithmic: bool,
    /// The names of the values 0, 1, 2 ... of a category axis.
    pub categories: Vec<String>,
    /// The greatest possible value: 1 for shares.
    pub most: Option<f64>,
}

/// A series of points.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// The name in the legend. The same name has the same colour in every chart.
    pub name: String,
    /// Its points.
    pub points: Vec<ChartPoint>,
    /// True if no claim is about the series. It is drawn in grey.
    pub muted: bool,
}

/// A point with its spread.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ChartPoint {
    /// The horizontal coordinate.
    pub x: f64,
    /// The vertical coordinate.
    pub y: f64,
    /// The lower and upper end of the spread.
    pub spread: Option<(f64, f64)>,
}

/// A number that a paper claims: a line if both ends are equal, else a band; at one `x`, or along the whole axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClaimMark {
    /// The label: `paper: 0.90 to 0.95`.
    pub label: String,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The only x coordinate, or `None` for the whole axis.
    pub x: Option<f64>,
}
