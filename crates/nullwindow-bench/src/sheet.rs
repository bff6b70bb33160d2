//! Tables of results, as aligned text or as one JSON object per row.

use std::fmt::Write as _;
use std::io::Write as _;

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SheetFormat {
    /// Aligned columns.
    #[default]
    Text,
    /// One object per row.
    Json,
}

/// One field of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum SheetCell {
    /// A text.
    Text(String),
    /// A count.
    Count(u64),
    /// A signed integer.
    Whole(i32),
    /// A measured number, with the number of decimals shown.
    Real(f64, usize),
    /// Yes or no.
    Flag(bool),
    /// Not applicable.
    None,
}

impl SheetCell {
    fn text(&self) -> String {
        match self {
            SheetCell::Text(text) => text.clone(),
            SheetCell::Count(count) => count.to_string(),
            SheetCell::Whole(number) => number.to_string(),
            SheetCell::Real(number, decimals) => format!("{number:.decimals$}"),
            SheetCell::Flag(true) => "yes".to_owned(),
            SheetCell::Flag(false) => "NO".to_owned(),
            SheetCell::None => "-".to_owned(),
        }
    }

    fn json(&self) -> String {
        match self {
            SheetCell::Text(text) => quote(text),
            SheetCell::Real(number, _) if number.is_finite() => number.to_string(),
            SheetCell::Flag(flag) => flag.to_string(),
            SheetCell::None | SheetCell::Real(..) => "null".to_owned(),
            SheetCell::Count(_) | SheetCell::Whole(_) => self.text(),
        }
    }
}

impl From<&str> for SheetCell {
    fn from(text: &str) -> SheetCell {
        SheetCell::Text(text.to_owned())
    }
}

impl From<String> for SheetCell {
    fn from(text: String) -> SheetCell {
        SheetCell::Text(text)
    }
}

impl From<bool> for SheetCell {
    fn from(flag: bool) -> SheetCell {
        SheetCell::Flag(flag)
    }
}

/// A table of results.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    title: String,
    columns: Vec<&'static str>,
    rows: Vec<Vec<SheetCell>>,
}

impl Sheet {
    /// Returns an empty table.
    #[must_use]
    pub fn new(title: impl Into<String>, columns: &[&'static str]) -> Sheet {
        Sheet { title: title.into(), columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row with one cell per column.
    pub fn row<const N: usize>(&mut self, cells: [SheetCell; N]) {
        assert_eq!(N, self.columns.len(), "one cell for each column");
        self.rows.push(cells.into());
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the table to standard output.
    pub fn print(&self, format: SheetFormat) {
        // A reader that closes the pipe is no error.
        let _ = std::io::stdout().write_all(self.render(format).as_bytes());
    }

    /// Renders the table.
    #[must_use]
    pub fn render(&self, format: SheetFormat) -> String {
        match format {
            SheetFormat::Text => self.aligned(),
            SheetFormat::Json => self.objects(),
        }
    }

    /// Aligns text on the left and numbers on the right.
    fn aligned(&self) -> String {
        let texts: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(SheetCell::text).collect()).collect();
        // A column has one type, so the first row decides.
        let left: Vec<bool> = (0..self.columns.len())
            .map(|column| self.rows.first().is_none_or(|row| matches!(row[column], SheetCell::Text(_))))
            .collect();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let cells = texts.iter().map(|row| row[column].chars().count());
                cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
            })
            .collect();
        let line = |cells: &[String]| {
            let mut line = String::new();
            for ((cell, &width), &left) in cells.iter().zip(&widths).zip(&left) {
                let _ = if left { write!(line, "{cell:<width$}  ") } else { write!(line, "{cell:>width$}  ") };
            }
            line.trim_end().to_owned() + "\n"
        };
        let header: Vec<String> = self.columns.iter().map(|&name| name.to_owned()).collect();
        let mut out = format!("{}\n\n{}", self.title, line(&header));
        texts.iter().for_each(|row| out += &line(row));
        out + "\n"
    }

    fn objects(&self) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let _ = write!(out, "{{\"table\":{}", quote(&self.title));
            for (name, cell) in self.columns.iter().zip(row) {
                let _ = write!(out, ",{}:{}", quote(name), cell.json());
            }
            out += "}\n";
        }
        out
    }
}

fn quote(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Returns an empty table of targets: measured numbers with their limits.
#[must_use]
pub fn targets() -> Sheet {
    Sheet::new("targets", &["target", "measured", "at most", "met"])
}

/// Adds a target.
pub fn target(sheet: &mut Sheet, name: String, measured: f64, limit: f64) {
    sheet.row([
        name.into(),
        SheetCell::Real(measured, 2),
        SheetCell::Real(limit, 2),
        SheetCell::Flag(measured <= limit),
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new("a \"b\"", &["name", "n"]);
        sheet.row(["x".into(), SheetCell::Count(7)]);
        sheet.row(["longer".into(), SheetCell::None]);
        sheet
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(sheet().render(SheetFormat::Text), "a \"b\"\n\nname    n\nx       7\nlonger  -\n\n");
    }

    #[test]
    fn json_is_one_object_a_row() {
        let rows = "{\"table\":\"a \\\"b\\\"\",\"name\":\"x\",\"n\":7}\n{\"table\":\"a \\\"b\\\"\",\"name\":\"longer\",\"n\":null}\n";
        assert_eq!(sheet().render(SheetFormat::Json), rows);
    }
}
