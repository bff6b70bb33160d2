//! Tables of the HTML report.

use super::super::plot::number;
use super::escape;
use crate::finding::{Chart, ChartPanel, ChartPoint, ResultTable, TableCell, TableMark};
use std::fmt::Write as _;

/// Renders a table of a finding, with a legend of its marks.
pub fn table(table: &ResultTable) -> String {
    let numeric = |at: usize| table.rows.iter().filter_map(|row| row.get(at)).any(|entry| entry.number.is_some());
    let heads: String = table
        .columns
        .iter()
        .enumerate()
        .map(|(at, head)| {
            let class = if at > 0 && numeric(at) { " class=\"number\"" } else { "" };
            format!("<th scope=\"col\"{class}>{}</th>", escape(head))
        })
        .collect();
    let rows: String = table.rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
    let caption = escape(&table.caption);
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table: {caption}\">\n<table>\n\
         <caption>{caption}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n{}",
        legend(table)
    )
}

fn cells(row: &[TableCell]) -> String {
    row.iter().enumerate().fold(String::new(), |mut cells, (at, entry)| {
        let content = content(entry);
        let _ = match (at, entry.number) {
            (0, _) => write!(cells, "<th scope=\"row\">{content}</th>"),
            (_, Some(_)) => write!(cells, "<td class=\"number\">{content}</td>"),
            (_, None) => write!(cells, "<td>{content}</td>"),
        };
        cells
    })
}

fn content(entry: &TableCell) -> String {
    let mut content = match entry.mark {
        None => escape(&entry.text),
        Some(mark) => format!(
            "<span class=\"{}\"><span aria-hidden=\"true\">{}</span><span class=\"unseen\">({}) </span>{}</span>",
            if mark == TableMark::Best { "best" } else { "worse" },
            mark.sign(),
            mark.label(),
            escape(&entry.text)
        ),
    };
    if let Some(note) = &entry.note {
        let _ = write!(content, "<small>{}</small>", escape(note));
    }
    content
}

/// Explains the marks of a table.
fn legend(table: &ResultTable) -> String {
    let used = |mark: TableMark| table.rows.iter().flatten().any(|entry| entry.mark == Some(mark));
    let meanings: Vec<String> = [TableMark::Best, TableMark::Worse]
        .into_iter()
        .filter(|mark| used(*mark))
        .map(|mark| format!("{} {}", mark.sign(), mark.label()))
        .collect();
    if meanings.is_empty() { String::new() } else { format!("<p class=\"legend\">{}</p>\n", meanings.join("; ")) }
}

/// Renders the numbers behind a chart, one table per panel.
pub fn data(chart: &Chart) -> String {
    chart.panels.iter().map(panel).collect()
}

fn panel(panel: &ChartPanel) -> String {
    let mut places: Vec<f64> = panel.series.iter().flat_map(|series| &series.points).map(|point| point.x).collect();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|a, b| a.total_cmp(b).is_eq());
    let heads: String = panel
        .series
        .iter()
        .map(|series| format!("<th scope=\"col\" class=\"number\">{}</th>", escape(&series.name)))
        .collect();
    let rows: String = places
        .iter()
        .map(|x| {
            let cells = panel.series.iter().map(|series| cell(&series.points, *x)).collect::<String>();
            format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escape(&place(panel, *x)))
        })
        .collect();
    let claims = panel.claims.iter().map(|claim| claim.label.as_str()).collect::<Vec<_>>();
    let mut claims: Vec<&str> = claims;
    claims.dedup();
    let claims: String = claims.iter().map(|claim| format!("<p class=\"legend\">{}</p>\n", escape(claim))).collect();
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Numbers: {title}\">\n<table class=\"data\">\n\
         <caption>{title}: {y}</caption>\n<thead><tr><th scope=\"col\">{x}</th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n\
         </div>\n{claims}",
        title = escape(&panel.title),
        y = escape(&panel.y.label),
        x = escape(&panel.x.label),
    )
}

/// Formats an x coordinate: a number, or the name of a category.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "only the index of a category has a name")]
fn place(panel: &ChartPanel, x: f64) -> String {
    let named = panel.x.categories.get(x.max(0.0).round() as usize);
    named.cloned().unwrap_or_else(|| short(x))
}

fn cell(points: &[ChartPoint], x: f64) -> String {
    let here = points.iter().filter(|point| point.x.total_cmp(&x).is_eq());
    let texts: Vec<String> = here
        .map(|point| {
            let spread = point.spread.map(|(from, to)| format!("<small>{} to {}</small>", short(from), short(to)));
            format!("{}{}", short(point.y), spread.unwrap_or_default())
        })
        .collect();
    format!("<td class=\"number\">{}</td>", texts.join(", "))
}

/// Formats a number with three decimals below 10, one below 1000, and none above or for whole numbers.
fn short(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => value.to_string(),
        _ if value.fract() == 0.0 => number(value, 1.0),
        size if size < 10.0 => number(value, 0.001),
        size if size < 1000.0 => number(value, 0.1),
        _ => number(value, 1.0),
    }
}
