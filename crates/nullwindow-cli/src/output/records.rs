//! Writes results for programs: JSON lines and CSV from the same records.

use super::{OutputFormat, unless_gone};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// A result: names and values in the order of output.
pub type Record = Map<String, Value>;

/// Writes results to standard output, each as soon as it is available.
///
/// In CSV the names of the first record form the header line; a later record has the same names or fewer. A nested
/// object becomes several columns, such as `mean.leaves`. A list becomes one field with blanks between its elements, a
/// list of lists one with semicolons between the lists.
#[derive(Debug)]
pub struct Records {
    format: OutputFormat,
    header: Vec<String>,
}

impl Records {
    pub(super) fn new(format: OutputFormat) -> Records {
        Records { format, header: Vec::new() }
    }

    /// Writes one record. A closed pipe is no error: [`reader_is_gone`](super::reader_is_gone).
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let text = match self.format {
            OutputFormat::Csv => self.csv(record)?,
            OutputFormat::Json | OutputFormat::Human => serde_json::to_string(record)? + "\n",
        };
        let mut out = io::stdout().lock();
        // Flushed after every record, so that a reader sees it at once.
        unless_gone(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    fn csv(&mut self, record: &Record) -> io::Result<String> {
        let mut fields = Vec::new();
        flatten("", record, &mut fields);
        let mut lines = csv::Writer::from_writer(Vec::new());
        if self.header.is_empty() {
            self.header = fields.iter().map(|(name, _)| name.clone()).collect();
            lines.write_record(&self.header)?;
        }
        let value = |name: &String| fields.iter().find(|(its, _)| its == name).map_or("", |(_, value)| value);
        lines.write_record(self.header.iter().map(value))?;
        let bytes = lines.into_inner().map_err(csv::IntoInnerError::into_error)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

fn flatten(prefix: &str, record: &Record, fields: &mut Vec<(String, String)>) {
    for (name, value) in record {
        match value {
            Value::Object(inner) => flatten(&format!("{prefix}{name}."), inner, fields),
            other => fields.push((format!("{prefix}{name}"), plain(other))),
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.iter().any(Value::is_array) => list.iter().map(plain).collect::<Vec<_>>().join("; "),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(value: &Value) -> Record {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn csv_has_one_header_and_columns_for_what_is_within() {
        let mut records = Records::new(OutputFormat::Csv);
        let first = record(&json!({"name": "a, b", "mean": {"leaves": 1.5}, "list": [1, 2], "none": null}));
        assert_eq!(records.csv(&first).unwrap(), "name,mean.leaves,list,none\n\"a, b\",1.5,1 2,\n");
        assert_eq!(records.csv(&record(&json!({"list": [], "name": "c"}))).unwrap(), "c,,,\n");
        assert_eq!(plain(&json!([[1, 2], [3]])), "1 2; 3");
    }
}
