//! Tables for people.

use super::style::{HEAD, PLAIN};
use anstyle::Style;
use std::io::{self, Write};

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// For text.
    Left,
    /// For numbers.
    Right,
}

/// A text of one line, with its style.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextCell {
    text: String,
    style: Style,
}

impl TextCell {
    /// Returns a text with a style.
    pub fn new(text: impl Into<String>, style: Style) -> TextCell {
        TextCell { text: text.into(), style }
    }
}

impl From<String> for TextCell {
    fn from(text: String) -> TextCell {
        TextCell::new(text, PLAIN)
    }
}

impl From<&str> for TextCell {
    fn from(text: &str) -> TextCell {
        TextCell::new(text, PLAIN)
    }
}

/// A table with a heading, columns as wide as their widest cell, and two blanks between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextTable {
    columns: Vec<(TextCell, Align)>,
    rows: Vec<Vec<TextCell>>,
}

impl TextTable {
    /// Returns an empty table with these columns.
    pub fn new<'h>(columns: impl IntoIterator<Item = (&'h str, Align)>) -> TextTable {
        let columns = columns.into_iter().map(|(head, align)| (TextCell::new(head, HEAD), align)).collect();
        TextTable { columns, rows: Vec::new() }
    }

    /// Adds a row with at most one cell per column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = TextCell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Writes the table.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let head: Vec<TextCell> = self.columns.iter().map(|(head, _)| head.clone()).collect();
        let widths: Vec<usize> = (0..head.len()).map(|column| self.width(column)).collect();
        if head.iter().any(|cell| !cell.text.is_empty()) {
            self.line(out, &head, &widths)?;
        }
        self.rows.iter().try_for_each(|row| self.line(out, row, &widths))
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.chain([&self.columns[column].0]).map(|cell| cell.text.chars().count()).max().unwrap_or(0)
    }

    fn line(&self, out: &mut impl Write, cells: &[TextCell], widths: &[usize]) -> io::Result<()> {
        // Lines have no blanks at the end.
        let last = cells.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |last| last + 1);
        for (place, (cell, (_, align))) in cells[..last].iter().zip(&self.columns).enumerate() {
            let blanks = widths[place] - cell.text.chars().count();
            let (before, behind) = match align {
                Align::Left if place + 1 == last => (0, 0),
                Align::Left => (0, blanks),
                Align::Right => (blanks, 0),
            };
            let (gap, style) = (if place == 0 { "" } else { "  " }, cell.style);
            write!(out, "{gap}{:before$}{style}{}{style:#}{:behind$}", "", cell.text, "")?;
        }
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_have_no_blanks_at_the_end() {
        let mut table = TextTable::new([("name", Align::Left), ("count", Align::Right), ("", Align::Left)]);
        table.row(["a".into(), "1 000".into(), "███".into()]);
        table.row(["longer".into(), "7".into()]);
        let mut text = Vec::new();
        table.print(&mut text).unwrap();
        let text = anstream::adapter::strip_bytes(&text).into_vec();
        assert_eq!(String::from_utf8(text).unwrap(), "name    count\na       1 000  ███\nlonger      7\n");
    }
}
