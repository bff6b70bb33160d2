//! The bounds of an MTD driver after each query (\[PSPB96\] Fig. 12).

use super::data::{PlanRows, depth};
use super::{Axis, Chart, ChartPanel, ChartPoint, ResultTable, Series, TableCell, formatting};
use crate::Row;
use crate::plan::Plan;
use crate::plan::grammar::PlanView;

/// The number of queries from which the axis is logarithmic.
const LOGARITHMIC_FROM: usize = 50;

/// Builds a table and a chart from the last iteration of the first position of each subject.
pub(super) fn show(plan: &Plan, view: &PlanView, data: &PlanRows<'_>) -> (Vec<ResultTable>, Chart) {
    let mut chart = Chart { title: view.title.clone(), id: format!("{}-bounds", plan.name()), ..Chart::default() };
    let columns =
        ["search", "calls", "first answer", "value", "leaf visits of the first call"].map(str::to_owned).to_vec();
    let mut table = ResultTable { caption: view.title.clone(), columns, ..ResultTable::default() };
    let named =
        |subject: &str| view.subjects.as_ref().is_none_or(|names| names.iter().any(|name| name.as_ref() == subject));
    for subject in data.subjects.iter().filter(|subject| named(subject)) {
        let rows = searches(data, view, subject);
        let Some((_, first)) = rows.first() else { continue };
        let title = format!("{subject}, position {}{}", first.instance, formatting::at_depth(depth(first)));
        table.rows.extend(rows.iter().filter_map(|(name, row)| line(subject, name, row)));
        chart.panels.push(panel(title, &rows));
    }
    (vec![table], chart)
}

/// Returns each algorithm's deepest search of the first position that all have searched.
fn searches<'r>(data: &PlanRows<'r>, view: &PlanView, subject: &str) -> Vec<(String, &'r Row)> {
    let wanted = |algorithm: &&String| {
        let names = view.algorithms.as_ref();
        names.is_none_or(|names| names.iter().any(|name| crate::plan::matches(name.as_ref(), algorithm)))
    };
    let rows = data.algorithms_of(subject).filter(wanted).filter_map(|algorithm| {
        let rows = data.rows(subject, algorithm).iter().filter(|row| !row.questions.is_empty());
        let best = rows.min_by_key(|row| (row.instance, std::cmp::Reverse(depth(row))))?;
        Some((formatting::short(data, subject, algorithm), *best))
    });
    let rows: Vec<(String, &Row)> = rows.collect();
    // One panel shows one position at one depth.
    let same = rows.iter().map(|(_, row)| (row.instance, std::cmp::Reverse(depth(row)))).min();
    rows.into_iter().filter(|(_, row)| Some((row.instance, std::cmp::Reverse(depth(row)))) == same).collect()
}

fn line(subject: &str, name: &str, row: &Row) -> Option<Vec<TableCell>> {
    let (first, last) = (row.questions.first()?, row.questions.last()?);
    let text = |text: String| TableCell { text, ..TableCell::default() };
    let count =
        |number: f64| TableCell { text: formatting::number(number), number: Some(number), ..TableCell::default() };
    let value = row.value.map_or_else(|| between(last.lower, last.upper), |value| value.to_string());
    let visits: u64 = row.questions.iter().map(|question| question.leaf_visits).sum();
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    let (calls, part) = (row.questions.len() as f64, 100.0 * first.leaf_visits as f64 / visits.max(1) as f64);
    Some(vec![
        text(format!("{subject}, {name}")),
        count(calls),
        count(f64::from(first.answer)),
        text(value),
        TableCell { text: format!("{part:.0} %"), number: Some(part / 100.0), ..TableCell::default() },
    ])
}

fn between(lower: Option<i32>, upper: Option<i32>) -> String {
    let end = |end: Option<i32>, infinite: &str| end.map_or(infinite.to_owned(), |end| end.to_string());
    format!("{} to {}", end(lower, "-inf"), end(upper, "+inf"))
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn panel(title: String, rows: &[(String, &Row)]) -> ChartPanel {
    let most = rows.iter().map(|(_, row)| row.questions.len()).max().unwrap_or(0);
    let series = rows.iter().map(|(name, row)| {
        let points = row.questions.iter().enumerate();
        let points =
            points.map(|(i, question)| ChartPoint { x: (i + 1) as f64, y: f64::from(question.answer), spread: None });
        Series { name: name.clone(), points: points.collect(), ..Series::default() }
    });
    let x = Axis { label: "call of MT".to_owned(), logarithmic: most > LOGARITHMIC_FROM, ..Axis::default() };
    let y = Axis { label: "its answer, a bound of the value".to_owned(), ..Axis::default() };
    ChartPanel { title, x, y, series: series.collect(), claims: Vec::new() }
}
