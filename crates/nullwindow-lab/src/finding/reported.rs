//! Compares our means with the figures of a paper.

use super::data::{END, PlanRows, RowFilter};
use super::{Axis, Chart, ChartPanel, ChartPoint, ClaimMark, ResultTable, Series, TableCell, TableMark, formatting};
use crate::Measure;
use crate::plan::Plan;
use crate::plan::grammar::{PlanView, ReportedFigures};
use crate::stats::Summary;

/// The difference, in standard errors, up to which figures agree.
const MAX_STANDARD_ERRORS: f64 = 3.0;

/// A figure of a paper beside ours.
pub(super) struct FigureComparison {
    pub source: String,
    pub subject: String,
    pub algorithm: String,
    pub paper: f64,
    pub ours: Summary,
    /// The difference in standard errors; `None` where there is no spread.
    pub distance: Option<f64>,
}

impl FigureComparison {
    /// Returns whether the figures agree within chance.
    pub fn agrees(&self) -> bool {
        match self.distance {
            Some(distance) => distance.abs() <= MAX_STANDARD_ERRORS,
            // Without spread the figures must be equal.
            None => (self.ours.mean - self.paper).abs() < 1e-9,
        }
    }

    fn note(&self) -> String {
        let error =
            if self.ours.error > 0.0 { format!("{}, ", formatting::error(self.ours.error)) } else { String::new() };
        let distance = self.distance.map(|distance| format!(", z {distance:+.1}")).unwrap_or_default();
        format!("{error}paper {}{distance}", self.paper)
    }
}

/// Returns every figure of this measure that has rows.
pub(super) fn figures(plan: &Plan, data: &PlanRows<'_>, y: Measure) -> Vec<FigureComparison> {
    let reported = plan.file.reported.iter().filter(|reported| reported.y == y);
    reported.flat_map(|reported| beside(reported, data)).collect()
}

fn beside(reported: &ReportedFigures, data: &PlanRows<'_>) -> Vec<FigureComparison> {
    let subject = reported.subject.as_ref();
    let in_order = data.algorithms_of(subject).filter_map(|algorithm| {
        let paper =
            reported.values.iter().find(|(name, _)| name.as_ref() == algorithm).map(|(_, paper)| *paper.as_ref())?;
        let deepest = data.depths(subject, &[algorithm]).last().copied().unwrap_or(END);
        let filter = RowFilter { depth: deepest, entries: None, offset: None, ply: None, cumulative: true };
        let ours = Summary::of(data.sample(subject, algorithm, reported.y, filter).into_values())?;
        // The paper's mean has an error too. Its trees are assumed to spread as ours do.
        let theirs = reported.trees.map_or(0.0, |trees| ours.deviation / f64::from(trees).sqrt());
        let error = ours.error.hypot(theirs);
        let distance = (error > 0.0).then(|| (ours.mean - paper) / error);
        let (source, subject) = (reported.source.clone(), subject.clone());
        Some(FigureComparison { source, subject, algorithm: algorithm.clone(), paper, ours, distance })
    });
    in_order.collect()
}

/// Builds a table and a panel per source.
pub(super) fn show(plan: &Plan, view: &PlanView, data: &PlanRows<'_>) -> (Vec<ResultTable>, Chart) {
    let figures = figures(plan, data, view.y);
    let mut sources: Vec<&str> = figures.iter().map(|figure| figure.source.as_str()).collect();
    sources.dedup();
    let id = format!("{}-reported-{}", plan.name(), view.y.label().replace(' ', "-").to_lowercase());
    let mut chart = Chart { title: view.title.clone(), id, tabulated: true, ..Chart::default() };
    let mut tables = Vec::new();
    for source in sources {
        let figures: Vec<&FigureComparison> = figures.iter().filter(|figure| figure.source == source).collect();
        tables.push(table(format!("{}: {source}", view.title), &figures));
        chart.panels.push(panel(source, view.y, &figures));
    }
    (tables, chart)
}

fn distinct<'f>(figures: &[&'f FigureComparison], name: fn(&FigureComparison) -> &String) -> Vec<&'f str> {
    let mut names: Vec<&str> = Vec::new();
    for figure in figures {
        if !names.contains(&name(figure).as_str()) {
            names.push(name(figure));
        }
    }
    names
}

fn table(caption: String, figures: &[&FigureComparison]) -> ResultTable {
    let subjects = distinct(figures, |figure| &figure.subject);
    let mut columns = vec!["algorithm".to_owned()];
    columns.extend(subjects.iter().map(|&subject| subject.to_owned()));
    let rows = distinct(figures, |figure| &figure.algorithm).into_iter().map(|algorithm| {
        let mut line = vec![TableCell { text: algorithm.to_owned(), ..TableCell::default() }];
        line.extend(subjects.iter().map(|&subject| {
            let figure = figures.iter().find(|figure| figure.subject == subject && figure.algorithm == algorithm);
            figure.map_or_else(TableCell::default, |figure| TableCell {
                text: formatting::number(figure.ours.mean),
                number: Some(figure.ours.mean),
                note: Some(figure.note()),
                mark: (!figure.agrees()).then_some(TableMark::Worse),
            })
        }));
        line
    });
    ResultTable { caption, columns, rows: rows.collect(), ..ResultTable::default() }
}

#[allow(clippy::cast_precision_loss, reason = "a handful of categories")]
fn panel(source: &str, y: Measure, figures: &[&FigureComparison]) -> ChartPanel {
    let subjects = distinct(figures, |figure| &figure.subject);
    let place =
        |figure: &FigureComparison| subjects.iter().position(|&subject| subject == figure.subject).unwrap_or(0) as f64;
    let series = distinct(figures, |figure| &figure.algorithm).into_iter().map(|algorithm| {
        let points = figures.iter().filter(|figure| figure.algorithm == algorithm).map(|figure| {
            let (mean, error) = (figure.ours.mean, figure.ours.error);
            ChartPoint { x: place(figure), y: mean, spread: Some((mean - error, mean + error)) }
        });
        Series { name: algorithm.to_owned(), points: points.collect(), ..Series::default() }
    });
    let claims = figures.iter().map(|figure| ClaimMark {
        label: format!("paper: {} {}", figure.algorithm, figure.paper),
        low: figure.paper,
        high: figure.paper,
        x: Some(place(figure)),
    });
    let x = Axis { categories: subjects.iter().map(|&subject| subject.to_owned()).collect(), ..Axis::default() };
    let y = Axis { label: formatting::axis(y), ..Axis::default() };
    ChartPanel { title: source.to_owned(), x, y, series: series.collect(), claims: claims.collect() }
}
