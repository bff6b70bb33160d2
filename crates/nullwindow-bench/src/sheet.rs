//! Tables of results, as aligned text or as one JSON object a row.

use std::fmt::Write as _;
use std::io::Write as _;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Aligned columns.
    #[default]
    Text,
    /// One object a row.
    Json,
}

/// One field of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number of things.
    Count(u64),
    /// A whole number with a sign.
    Whole(i32),
    /// A measured number, and how many decimals of it are shown.
    Real(f64, usize),
    /// Yes or no.
    Flag(bool),
    /// Does not apply.
    None,
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Whole(number) => number.to_string(),
            Cell::Real(number, decimals) => format!("{number:.decimals$}"),
            Cell::Flag(true) => "yes".to_owned(),
            Cell::Flag(false) => "NO".to_owned(),
            Cell::None => "-".to_owned(),
        }
    }

    fn json(&self) -> String {
        match self {
            Cell::Text(text) => quote(text),
            Cell::Real(number, _) if number.is_finite() => number.to_string(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::None | Cell::Real(..) => "null".to_owned(),
            Cell::Count(_) | Cell::Whole(_) => self.text(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Cell {
        Cell::Flag(flag)
    }
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    title: String,
    columns: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

impl Sheet {
    /// An empty table.
    #[must_use]
    pub fn new(title: impl Into<String>, columns: &[&'static str]) -> Sheet {
        Sheet { title: title.into(), columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, one cell for each column.
    pub fn row<const N: usize>(&mut self, cells: [Cell; N]) {
        assert_eq!(N, self.columns.len(), "one cell for each column");
        self.rows.push(cells.into());
    }

    /// Whether it has no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the table to standard output.
    pub fn print(&self, format: Format) {
        // Whoever reads may stop reading: no error.
        let _ = std::io::stdout().write_all(self.render(format).as_bytes());
    }

    /// The table as it is written.
    #[must_use]
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => self.aligned(),
            Format::Json => self.objects(),
        }
    }

    /// Words to the left, numbers to the right.
    fn aligned(&self) -> String {
        let texts: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect();
        let left: Vec<bool> = (0..self.columns.len())
            .map(|column| self.rows.first().is_none_or(|row| matches!(row[column], Cell::Text(_))))
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

/// The table of targets: what was measured, and what is asked for.
#[must_use]
pub fn targets() -> Sheet {
    Sheet::new("targets", &["target", "measured", "at most", "met"])
}

/// Adds a target.
pub fn target(sheet: &mut Sheet, name: String, measured: f64, limit: f64) {
    sheet.row([name.into(), Cell::Real(measured, 2), Cell::Real(limit, 2), Cell::Flag(measured <= limit)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new("a \"b\"", &["name", "n"]);
        sheet.row(["x".into(), Cell::Count(7)]);
        sheet.row(["longer".into(), Cell::None]);
        sheet
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(sheet().render(Format::Text), "a \"b\"\n\nname    n\nx       7\nlonger  -\n\n");
    }

    #[test]
    fn json_is_one_object_a_row() {
        let rows = "{\"table\":\"a \\\"b\\\"\",\"name\":\"x\",\"n\":7}\n{\"table\":\"a \\\"b\\\"\",\"name\":\"longer\",\"n\":null}\n";
        assert_eq!(sheet().render(Format::Json), rows);
    }
}
