//! Exports of all rows, as JSON lines and CSV.

use super::columns::{self, ColumnKind, ROW, column, field};
use super::error::{StoreError, WithPath};
use super::{Setting, Store};
use crate::{Interrupted, Row, Stop};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The columns that precede the fields of the row.
const ORIGIN: [(&str, ColumnKind); 10] = [
    ("search", ColumnKind::Integer),
    ("program", ColumnKind::Text),
    ("machine", ColumnKind::Text),
    ("jobs", ColumnKind::Integer),
    ("plan", ColumnKind::Text),
    ("plan_hash", ColumnKind::Text),
    ("form", ColumnKind::Text),
    ("at", ColumnKind::Text),
    ("cell", ColumnKind::Text),
    ("iteration", ColumnKind::Integer),
];

/// The error of an export.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The rows could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The export was stopped. The output is incomplete.
    #[error("the export was stopped")]
    Interrupted(#[from] Interrupted),
    /// The output could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// A row with the search it belongs to: a line of an export.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct StoredRecord {
    /// The number of the search in the file, in the order of measurement.
    pub search: i64,
    /// The setting of the search.
    pub setting: Setting,
    /// The name of the plan that asked for the search first.
    pub plan: String,
    /// The hash of the text of that plan.
    pub plan_hash: String,
    /// The form in which that plan was run: `quick` or `full`.
    pub form: String,
    /// The end of the search, such as `2026-01-31T12:00:00Z`.
    pub at: String,
    /// The text of the cell.
    pub cell: String,
    /// The number of the row in its search, from 1.
    pub iteration: u32,
    /// The row.
    pub row: Row,
}

impl Store {
    /// Passes all rows to `visit` in the order of measurement, and returns their number.
    ///
    /// # Errors
    /// If they cannot be read, or a stop is requested.
    pub fn each_record(&self, stop: Stop<'_>, mut visit: impl FnMut(StoredRecord)) -> Result<u64, StoreError> {
        let origin = ORIGIN.map(|(name, _)| column(name)).join(", ");
        // The row comes first, where `columns::read` expects it.
        let sql = format!("SELECT {}, {origin} FROM records ORDER BY search, iteration", columns::names());
        let mut query = self.connection.prepare(&sql).at(&self.path)?;
        let mut lines = query.query([]).at(&self.path)?;
        let mut count = 0;
        while let Some(line) = lines.next().at(&self.path)? {
            stop.check()?;
            visit(record(line).at(&self.path)?);
            count += 1;
        }
        Ok(count)
    }

    /// Writes all rows as JSON lines in the order of measurement, and returns their number.
    ///
    /// # Errors
    /// If they cannot be read or written, or a stop is requested.
    pub fn export_json(&self, out: &mut impl Write, stop: Stop<'_>) -> Result<u64, ExportError> {
        self.each_object(stop, |record| writeln!(out, "{}", Value::Object(record)))
    }

    /// Writes all rows as CSV with a header line in the order of measurement, and returns their number. Lists are JSON.
    ///
    /// # Errors
    /// If they cannot be read or written, or a stop is requested.
    pub fn export_csv(&self, out: &mut impl Write, stop: Stop<'_>) -> Result<u64, ExportError> {
        let names: Vec<&str> = columns().map(|(name, _)| name).collect();
        writeln!(out, "{}", names.join(","))?;
        self.each_object(stop, |record| {
            let fields: Vec<String> = names.iter().map(|name| quoted(&record[*name])).collect();
            writeln!(out, "{}", fields.join(","))
        })
    }

    fn each_object(
        &self,
        stop: Stop<'_>,
        mut write: impl FnMut(Map<String, Value>) -> io::Result<()>,
    ) -> Result<u64, ExportError> {
        let names: Vec<String> = columns().map(|(name, _)| column(name)).collect();
        let sql = format!("SELECT {} FROM records ORDER BY search, iteration", names.join(", "));
        let mut query = self.connection.prepare(&sql).at(&self.path)?;
        // Row by row, because all rows together may exceed the memory.
        let mut lines = query.query([]).at(&self.path)?;
        let mut count = 0;
        while let Some(line) = lines.next().at(&self.path)? {
            stop.check()?;
            let mut record = Map::new();
            for (column, (name, kind)) in columns().enumerate() {
                record.insert(name.to_owned(), field(line.get(column).at(&self.path)?, kind));
            }
            write(record)?;
            count += 1;
        }
        Ok(count)
    }
}

/// Reads a record whose columns are those of the row, followed by [`ORIGIN`].
fn record(line: &rusqlite::Row<'_>) -> rusqlite::Result<StoredRecord> {
    let at = |column: usize| ROW.len() + column;
    Ok(StoredRecord {
        row: columns::read(line)?,
        search: line.get(at(0))?,
        setting: Setting { program: line.get(at(1))?, machine: line.get(at(2))?, jobs: line.get(at(3))? },
        plan: line.get(at(4))?,
        plan_hash: line.get(at(5))?,
        form: line.get(at(6))?,
        at: line.get(at(7))?,
        cell: line.get(at(8))?,
        iteration: line.get(at(9))?,
    })
}

fn columns() -> impl Iterator<Item = (&'static str, ColumnKind)> {
    ORIGIN.into_iter().chain(ROW)
}

/// Formats a CSV field. It is quoted, with quotes doubled, if it contains a comma, a quote or a line break.
fn quoted(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
