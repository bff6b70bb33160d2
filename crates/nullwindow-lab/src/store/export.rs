//! Exports of all rows, as JSON lines and CSV.

use super::Store;
use super::columns::{ColumnKind, ROW, column, field};
use super::error::{StoreError, WithPath};
use crate::{Interrupted, Stop};
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

impl Store {
    /// Writes all rows as JSON lines in the order of measurement, and returns their number.
    ///
    /// # Errors
    /// If they cannot be read or written, or a stop is requested.
    pub fn export_json(&self, out: &mut impl Write, stop: Stop<'_>) -> Result<u64, ExportError> {
        self.each_record(stop, |record| writeln!(out, "{}", Value::Object(record)))
    }

    /// Writes all rows as CSV with a header line in the order of measurement, and returns their number. Lists are JSON.
    ///
    /// # Errors
    /// If they cannot be read or written, or a stop is requested.
    pub fn export_csv(&self, out: &mut impl Write, stop: Stop<'_>) -> Result<u64, ExportError> {
        let names: Vec<&str> = columns().map(|(name, _)| name).collect();
        writeln!(out, "{}", names.join(","))?;
        self.each_record(stop, |record| {
            let fields: Vec<String> = names.iter().map(|name| quoted(&record[*name])).collect();
            writeln!(out, "{}", fields.join(","))
        })
    }

    fn each_record(
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
