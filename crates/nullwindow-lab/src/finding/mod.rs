//! Findings: tables, charts and verdicts computed from rows, as plain data that the report and the terminal render.

mod agree;
mod bounds;
mod checked_number;
mod claims;
mod data;
mod formatting;
mod grid;
mod number;
mod panels;
mod remarks;
mod reported;
mod sizes;

use crate::plan::grammar::ViewKind;
use crate::{Interrupted, Plan, PlanForm, Row, Stop};
use data::PlanRows;

/// Computes the finding of a plan from rows. Rows of other plans are ignored.
///
/// # Errors
/// If a stop is requested.
pub fn find(plan: &Plan, form: PlanForm, rows: &[Row], stop: Stop<'_>) -> Result<Finding, Interrupted> {
    let data = PlanRows::of(plan, form, rows, stop)?;
    let file = &plan.file;
    let (agree, shout) = agree::verdict(&data);
    let mut finding = Finding {
        name: plan.name().to_owned(),
        title: file.title.clone(),
        question: file.question.clone(),
        paper: unwrapped(&file.paper),
        sources: file.sources.clone(),
        setup: format!("{} {}", unwrapped(&file.setup), formatting::measured(&data)),
        refuted: unwrapped(&file.refuted),
        missing: data.missing,
        searches: data.searches,
        ..Finding::default()
    };
    finding.verdicts.extend(file.claims.iter().map(|claim| claims::verdict(plan, claim, &data)));
    finding.verdicts.push(agree);
    for view in &file.views {
        let (tables, chart) = match view.kind {
            ViewKind::Bounds => bounds::show(plan, view, &data),
            ViewKind::Reported => reported::show(plan, view, &data),
            ViewKind::Sizes => (vec![sizes::show(view, &data)], Chart::default()),
            ViewKind::Relative | ViewKind::Mean | ViewKind::Share => grid::ViewGrid::new(plan, view, &data).show(),
        };
        finding.tables.extend(tables.into_iter().filter(|table| !table.rows.is_empty()));
        finding.charts.extend(Some(chart).filter(|chart| chart.panels.iter().any(|panel| !panel.series.is_empty())));
    }
    finding.remarks.extend(shout);
    finding.remarks.extend(remarks::remarks(plan, &data));
    // After a stop the rows appear empty, so the finding is wrong.
    stop.check()?;
    Ok(finding)
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

/// The answer to a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Answer {
    /// The claim holds.
    Holds,
    /// The claim holds in part: for some games, or in direction but not in size.
    Partly,
    /// The claim does not hold.
    Fails,
    /// There are no rows to decide it.
    #[default]
    Unknown,
}

/// A claim with its answer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verdict {
    /// The text of the claim.
    pub claim: String,
    /// The answer.
    pub answer: Answer,
    /// True if the answer may depend on the choice of positions: a number is within two standard errors of its limit.
    pub doubtful: bool,
    /// The measured numbers with their spread over positions, as text.
    pub measured: String,
    /// The numbers behind the answer.
    pub cases: Vec<Case>,
}

/// A number that a claim was checked against.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct Case {
    /// The game or the family of trees.
    pub subject: String,
    /// The depth, or the greatest depth that the number is over; `None` for the end of the game.
    pub depth: Option<u32>,
    /// The number.
    pub value: f64,
    /// The standard error; `None` for a single position.
    pub se: Option<f64>,
    /// The number of positions.
    pub n: usize,
    /// The minimum over positions.
    pub min: Option<f64>,
    /// The maximum over positions.
    pub max: Option<f64>,
    /// The number of positions with a higher cost than the base line.
    pub above: Option<usize>,
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
    /// The best of its column.
    Best,
    /// Worse than the base line, or outside what the paper claims.
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
