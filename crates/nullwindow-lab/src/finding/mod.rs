//! What the rows say: tables, charts and verdicts, as plain data. The report and the terminal draw them.

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

/// Returns what the rows say of a plan in this form. Rows of other plans are passed over.
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
    // A finding from rows that went away in the middle is not one.
    stop.check()?;
    Ok(finding)
}

/// Words that went over several lines.
fn unwrapped(words: &str) -> String {
    words.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Everything that is said of one experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Finding {
    /// The plan's name.
    pub name: String,
    /// The plan's title.
    pub title: String,
    /// The question.
    pub question: String,
    /// What the papers report, in words and numbers.
    pub paper: String,
    /// Paper and figure: `001 Fig. 13`.
    pub sources: Vec<String>,
    /// How it was measured, in words, and in numbers taken from the rows: positions, depths, entries.
    pub setup: String,
    /// What would refute it.
    pub refuted: String,
    /// Verdicts on each claim.
    pub verdicts: Vec<Verdict>,
    /// Tables, the key one first.
    pub tables: Vec<ResultTable>,
    /// Charts.
    pub charts: Vec<Chart>,
    /// The cases where the favourite loses, and other remarks computed from the rows.
    pub remarks: Vec<String>,
    /// Whether rows are missing: searches of the plan that were not run.
    pub missing: usize,
    /// How many searches the rows are from.
    pub searches: usize,
}

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Answer {
    /// It does.
    Holds,
    /// It holds in part: some games, or in direction but not in size.
    Partly,
    /// It does not.
    Fails,
    /// There are no rows to tell by.
    #[default]
    Unknown,
}

/// A claim, and what the rows say of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verdict {
    /// The claim, in words.
    pub claim: String,
    /// Whether it holds.
    pub answer: Answer,
    /// Whether other positions might well have told otherwise: a number is within two standard errors of its limit.
    pub doubtful: bool,
    /// What was measured, by how much, with the spread over positions.
    pub measured: String,
    /// The numbers that the answer is from.
    pub cases: Vec<Case>,
}

/// A number that a claim was held against.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct Case {
    /// The game or the kind of tree.
    pub subject: String,
    /// The depth, or the greatest of those it is over; none to the end of the game.
    pub depth: Option<u32>,
    /// The number.
    pub value: f64,
    /// Its standard error; none of a single position.
    pub se: Option<f64>,
    /// How many positions it is over.
    pub n: usize,
    /// The least of a position.
    pub min: Option<f64>,
    /// The greatest of a position.
    pub max: Option<f64>,
    /// On how many positions more was needed than by the base line.
    pub above: Option<usize>,
}

/// A table. The first column names the row.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ResultTable {
    /// Above the table.
    pub caption: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// The rows, as many cells as columns.
    pub rows: Vec<Vec<TableCell>>,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableCell {
    /// What stands there.
    pub text: String,
    /// The number behind it, for machine-readable output.
    pub number: Option<f64>,
    /// Shown beside it: a standard error, the paper's figure.
    pub note: Option<String>,
    /// To be marked as the best, or as a case where the favourite loses.
    pub mark: Option<TableMark>,
}

/// Why a cell of a table stands out.
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
    /// Above the chart.
    pub title: String,
    /// A name for files: `leaves-checkers`.
    pub id: String,
    /// The panels: one a game, say. They share the legend.
    pub panels: Vec<ChartPanel>,
}

/// One set of axes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChartPanel {
    /// Above the axes.
    pub title: String,
    /// Below and left of them.
    pub x: Axis,
    /// The other axis.
    pub y: Axis,
    /// Lines.
    pub series: Vec<Series>,
    /// Numbers that a paper claims.
    pub claims: Vec<ClaimMark>,
}

/// An axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// What it shows, with its unit.
    pub label: String,
    /// Whether it is logarithmic; of base 2 where values are powers of two.
    pub logarithmic: bool,
    /// Names of the values 0, 1, 2 ... where it shows categories.
    pub categories: Vec<String>,
    /// The greatest value that there can be: 1 of shares.
    pub most: Option<f64>,
}

/// A line of a chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Its name in the legend; the same name has the same colour in every chart.
    pub name: String,
    /// Its points.
    pub points: Vec<ChartPoint>,
}

/// A point, with its spread.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ChartPoint {
    /// Across.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// The spread: from, to.
    pub spread: Option<(f64, f64)>,
}

/// A number that a paper claims: a line where both ends are equal, else a band; at one `x` only, or all along.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClaimMark {
    /// What it is: `paper: 0.90 to 0.95`.
    pub label: String,
    /// From.
    pub low: f64,
    /// To.
    pub high: f64,
    /// At this place only.
    pub x: Option<f64>,
}
