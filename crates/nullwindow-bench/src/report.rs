//! Writes the tables of `docs/performance.md` from recorded results.
//!
//! `side-by-side.sh` prints one JSON object per row. The lines kept in `results.jsonl` are the record; of several lines
//! with the same table and row the last one counts. A table of the page stands between two marks:
//!
//! ```text
//! <!-- measured: connect4 -->
//! ...
//! <!-- /measured -->
//! ```

use serde_json::{Map, Value};
use std::fmt::{self, Write as _};
use std::path::PathBuf;

const OPENING: &str = "<!-- measured: ";
const OPENING_END: &str = " -->\n";
const CLOSING: &str = "<!-- /measured -->";

/// The files of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportPlan {
    /// The recorded results.
    pub results: PathBuf,
    /// The page to rewrite.
    pub page: PathBuf,
}

/// The error of a report.
#[derive(Debug)]
pub enum ReportError {
    /// A file that cannot be read or written.
    File(PathBuf, std::io::Error),
    /// A line that is not the JSON object of a row, counted from 1.
    Line(usize),
    /// An opening mark without its end.
    Unclosed(String),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::File(path, error) => write!(f, "{}: {error}", path.display()),
            ReportError::Line(number) => write!(f, "line {number} of the results is not an object with table and row"),
            ReportError::Unclosed(table) => write!(f, "the table '{table}' has no end ('{CLOSING}')"),
        }
    }
}

impl std::error::Error for ReportError {}

/// Rewrites the tables of the page.
///
/// # Errors
/// If a file cannot be read or written, or is not in the expected form.
pub fn run(plan: &ReportPlan) -> Result<(), ReportError> {
    let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(|error| ReportError::File(path.clone(), error));
    let page = updated(&read(&plan.page)?, &read(&plan.results)?)?;
    std::fs::write(&plan.page, page).map_err(|error| ReportError::File(plan.page.clone(), error))
}

/// Returns the page with the tables of these results.
///
/// # Errors
/// If a line of the results is not a row, or a mark is not closed.
pub fn updated(page: &str, results: &str) -> Result<String, ReportError> {
    let rows = parse(results)?;
    let mut out = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(OPENING) {
        let unclosed = || ReportError::Unclosed(after.lines().next().unwrap_or_default().to_owned());
        let (table, after) = after.split_once(OPENING_END).ok_or_else(unclosed)?;
        let (_, after) = after.split_once(CLOSING).ok_or_else(unclosed)?;
        let _ = write!(out, "{before}{OPENING}{table}{OPENING_END}\n{}\n{CLOSING}", markdown(table, &rows));
        rest = after;
    }
    Ok(out + rest)
}

fn parse(results: &str) -> Result<Vec<Map<String, Value>>, ReportError> {
    let mut rows: Vec<Map<String, Value>> = Vec::new();
    for (line, number) in results.lines().zip(1..) {
        let Ok(Value::Object(row)) = serde_json::from_str(line) else { return Err(ReportError::Line(number)) };
        if !["table", "row"].iter().all(|&name| row.get(name).is_some_and(Value::is_string)) {
            return Err(ReportError::Line(number));
        }
        let same = |other: &Map<String, Value>| other["table"] == row["table"] && other["row"] == row["row"];
        match rows.iter_mut().find(|other| same(other)) {
            Some(old) => *old = row,
            None => rows.push(row),
        }
    }
    Ok(rows)
}

/// Renders the rows of one table.
fn markdown(table: &str, rows: &[Map<String, Value>]) -> String {
    let rows: Vec<&Map<String, Value>> = rows.iter().filter(|row| row["table"] == table).collect();
    if rows.is_empty() {
        return "Not measured yet.\n".to_owned();
    }
    let mut out = "| | Nullwindow, s | other side, s | ratio | rounds | date |\n|---|---|---|---|---|---|\n".to_owned();
    for row in rows {
        let number = |name: &str| row.get(name).and_then(Value::as_f64);
        let seconds = |name: &str| number(name).map_or(String::new(), |seconds| format!("{seconds:.3}"));
        let ratio = match (number("ratio"), number("low"), number("high")) {
            (Some(ratio), Some(low), Some(high)) => format!("**{ratio:.2}** ({low:.2} to {high:.2})"),
            _ => String::new(),
        };
        let rounds = number("rounds").map_or(String::new(), |rounds| rounds.to_string());
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        let (ours, peer) = (seconds("ours"), seconds("peer"));
        let _ = writeln!(out, "| {} | {ours} | {peer} | {ratio} | {rounds} | {} |", text("row"), text("date"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"table":"a","row":"x","ours":1.5,"peer":3.0,"ratio":0.5,"low":0.4,"high":0.6,"rounds":5}"#;

    #[test]
    fn a_table_is_replaced_and_the_rest_is_kept() {
        let page = "before\n<!-- measured: a -->\nold\n<!-- /measured -->\nafter\n";
        let new = updated(page, &format!("{}\n{ROW}\n", ROW.replace("1.5", "9"))).unwrap();
        assert!(new.starts_with("before\n") && new.ends_with("<!-- /measured -->\nafter\n"), "{new}");
        assert!(new.contains("| x | 1.500 | 3.000 | **0.50** (0.40 to 0.60) | 5 |"), "{new}");
        assert!(!new.contains("old") && !new.contains("9.000"), "the last line counts: {new}");
        assert_eq!(updated(&new, ROW).unwrap(), new, "a second time changes nothing");
        assert!(updated(page, "").unwrap().contains("Not measured yet."));
    }

    #[test]
    fn wrong_files_are_errors() {
        assert!(matches!(updated("", "{}"), Err(ReportError::Line(1))));
        assert!(matches!(updated("", &format!("{ROW}\nnothing")), Err(ReportError::Line(2))));
        assert!(matches!(updated("<!-- measured: a -->\n", ""), Err(ReportError::Unclosed(_))));
    }

    #[test]
    fn the_page_has_the_recorded_results() {
        let (page, results) = (include_str!("../../../docs/performance.md"), include_str!("../results.jsonl"));
        assert_eq!(updated(page, results).unwrap(), page, "run: cargo run -p nullwindow-bench -- report");
        for row in parse(results).unwrap() {
            assert!(page.contains(&format!("{OPENING}{}{OPENING_END}", row["table"].as_str().unwrap())), "{row:?}");
        }
    }
}
