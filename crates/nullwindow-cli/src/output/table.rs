//! Tables for people, fitted to the width of a line.
//!
//! A table that is too wide keeps all its data. Its last column, if that is text, is folded. If this does not suffice, the
//! columns are printed in parts, one below the other; each part repeats the first columns, which name the rows. If not even
//! one column fits beside those, each row is printed as a record, one line for each cell.

use super::fold::{columns, fold, fold_line};
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

    fn width(&self) -> usize {
        columns(&self.text)
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

/// The blanks between two columns.
const GAP: usize = 2;
/// The minimum width of a folded column.
const MIN_WIDTH: usize = 12;

/// A table with a heading, columns as wide as their widest cell, and two blanks between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextTable {
    columns: Vec<(TextCell, Align)>,
    rows: Vec<Vec<TextCell>>,
    /// The headings of columns that stay with the column before.
    joined: Vec<String>,
}

impl TextTable {
    /// Returns an empty table with these columns.
    pub fn new<'h>(columns: impl IntoIterator<Item = (&'h str, Align)>) -> TextTable {
        let columns = columns.into_iter().map(|(head, align)| (TextCell::new(head, HEAD), align)).collect();
        TextTable { columns, rows: Vec::new(), joined: Vec::new() }
    }

    /// Keeps columns with these headings beside the column before them, which they explain, when the table is divided.
    pub fn joined(mut self, heads: &[&str]) -> TextTable {
        self.joined = heads.iter().map(|&head| head.to_owned()).collect();
        self
    }

    /// Adds a row with at most one cell per column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = TextCell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Writes the table within the width of a line.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        self.print_within(out, super::width())
    }

    /// Returns the width of the table if every cell is on one line.
    pub fn natural_width(&self) -> usize {
        self.width_of(&(0..self.columns.len()).collect::<Vec<_>>())
    }

    /// Writes the table within this width.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn print_within(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let all: Vec<usize> = (0..self.columns.len()).collect();
        if self.natural_width() <= width {
            return self.part(out, &all, usize::MAX);
        }
        if let Some((last, before)) = all.split_last()
            && self.columns[*last].1 == Align::Left
            && self.width_of(before) + GAP + self.longest_word(*last).max(MIN_WIDTH) <= width
        {
            return self.part(out, &all, width - self.width_of(before) - GAP);
        }
        match self.parts(width) {
            Some(parts) => parts.iter().enumerate().try_for_each(|(number, part)| {
                if number > 0 {
                    writeln!(out)?;
                }
                self.part(out, part, usize::MAX)
            }),
            None => self.records(out, width),
        }
    }

    /// Divides the columns into parts that fit the width; `None` if there are none.
    fn parts(&self, width: usize) -> Option<Vec<Vec<usize>>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (column, (head, _)) in self.columns.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if self.joined.contains(&head.text) => group.push(column),
                _ => groups.push(vec![column]),
            }
        }
        let (first, rest) = groups.split_first()?;
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for group in rest {
            let alone = [first.as_slice(), group].concat();
            let longer = parts.last().map(|part| [part.as_slice(), group].concat());
            match longer.filter(|longer| self.width_of(longer) <= width) {
                Some(longer) => *parts.last_mut()? = longer,
                None if self.width_of(&alone) <= width => parts.push(alone),
                None => return None,
            }
        }
        (!parts.is_empty()).then_some(parts)
    }

    /// Returns the width of some columns side by side.
    fn width_of(&self, shown: &[usize]) -> usize {
        let widths: usize = shown.iter().map(|&column| self.width(column)).sum();
        widths + GAP * shown.len().saturating_sub(1)
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.chain([&self.columns[column].0]).map(TextCell::width).max().unwrap_or(0)
    }

    fn longest_word(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let texts = cells.chain([&self.columns[column].0]).map(|cell| cell.text.as_str());
        texts.flat_map(|text| text.split(' ')).map(columns).max().unwrap_or(0)
    }

    /// Writes some columns; cells of the last one are folded to `room`.
    fn part(&self, out: &mut impl Write, shown: &[usize], room: usize) -> io::Result<()> {
        let widths: Vec<usize> = shown.iter().map(|&column| self.width(column)).collect();
        let head: Vec<TextCell> = shown.iter().map(|&column| self.columns[column].0.clone()).collect();
        if head.iter().any(|cell| !cell.text.is_empty()) {
            self.line(out, &head, shown, &widths)?;
        }
        for row in &self.rows {
            let mut cells: Vec<TextCell> =
                shown.iter().map(|&column| row.get(column).cloned().unwrap_or_default()).collect();
            let last = cells.last().cloned().unwrap_or_default();
            for (number, text) in fold_line(&last.text, room, 0).into_iter().enumerate() {
                if number > 0 {
                    cells = vec![TextCell::default(); shown.len()];
                }
                if let Some(cell) = cells.last_mut() {
                    *cell = TextCell::new(text, last.style);
                }
                self.line(out, &cells, shown, &widths)?;
            }
        }
        Ok(())
    }

    fn line(&self, out: &mut impl Write, cells: &[TextCell], shown: &[usize], widths: &[usize]) -> io::Result<()> {
        // Lines have no blanks at the end.
        let last = cells.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |last| last + 1);
        for (place, (cell, &column)) in cells[..last].iter().zip(shown).enumerate() {
            let blanks = widths[place].saturating_sub(cell.width());
            let (before, behind) = match self.columns[column].1 {
                Align::Left if place + 1 == last => (0, 0),
                Align::Left => (0, blanks),
                Align::Right => (blanks, 0),
            };
            let (gap, style) = (if place == 0 { "" } else { "  " }, cell.style);
            write!(out, "{gap}{:before$}{style}{}{style:#}{:behind$}", "", cell.text, "")?;
        }
        writeln!(out)
    }

    /// Writes each row as a record: the first cell, then each further cell that is not empty below its heading.
    fn records(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        for row in &self.rows {
            for (place, (cell, (head, _))) in row.iter().zip(&self.columns).enumerate() {
                let style = cell.style;
                let indent = if place == 0 { "" } else { "  " };
                let head = if place == 0 || head.text.is_empty() { String::new() } else { format!("{}: ", head.text) };
                if !cell.text.is_empty() {
                    // Folded before it is painted, so that no colour code is broken.
                    let text = fold(&format!("{indent}{head}{}", cell.text), width);
                    text.lines().try_for_each(|line| writeln!(out, "{style}{line}{style:#}"))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(table: &TextTable, width: usize) -> String {
        let mut text = Vec::new();
        table.print_within(&mut text, width).unwrap();
        String::from_utf8(anstream::adapter::strip_bytes(&text).into_vec()).unwrap()
    }

    #[test]
    fn columns_are_aligned_and_lines_have_no_blanks_at_the_end() {
        let mut table = TextTable::new([("name", Align::Left), ("count", Align::Right), ("", Align::Left)]);
        table.row(["a".into(), "1 000".into(), "███".into()]);
        table.row(["longer".into(), "7".into()]);
        assert_eq!(printed(&table, 80), "name    count\na       1 000  ███\nlonger      7\n");
        assert_eq!(table.natural_width(), 18);
    }

    #[test]
    fn a_text_in_the_last_column_is_folded() {
        let mut table = TextTable::new([("name", Align::Left), ("text", Align::Left)]);
        table.row(["a".into(), "some words that need more room".into()]);
        assert_eq!(printed(&table, 24), "name  text\na     some words that\n      need more room\n");
    }

    #[test]
    fn other_columns_are_printed_in_parts_and_stay_with_their_shares() {
        let columns = [("name", Align::Left), ("leaves", Align::Right), ("rel", Align::Right)];
        let more = [("nodes", Align::Right), ("rel", Align::Right)];
        let mut table = TextTable::new(columns.into_iter().chain(more)).joined(&["rel"]);
        table.row(["a".into(), "100".into(), "1.00".into(), "200".into(), "0.50".into()]);
        let parts = "name  leaves   rel\na        100  1.00\n\nname  nodes   rel\na       200  0.50\n";
        assert_eq!(printed(&table, 20), parts);
    }

    #[test]
    fn a_very_narrow_line_gets_records() {
        let mut table = TextTable::new([("name", Align::Left), ("count", Align::Right)]);
        table.row(["a long name".into(), "1,000,000".into()]);
        table.row(["b".into(), "".into()]);
        assert_eq!(printed(&table, 12), "a long name\n  count:\n    1,000,00\n    0\nb\n");
    }
}
