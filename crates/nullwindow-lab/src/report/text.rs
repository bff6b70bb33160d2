//! Renders findings for a terminal.

use super::{missing, open_claims};
use crate::finding::{Answer, Finding, ResultTable, TableCell, TableMark, VerdictCounts};
use std::fmt::Write as _;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The style of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// True to use colours.
    pub colour: bool,
    /// The maximum width of a line.
    pub width: usize,
}

impl Default for Style {
    /// Returns a style without colours, one hundred characters wide.
    fn default() -> Style {
        Style { colour: false, width: 100 }
    }
}

impl Style {
    fn paint(self, codes: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }
}

/// Renders findings: a summary of their verdicts, then question, verdicts, tables and remarks of each.
#[must_use]
pub fn text(findings: &[Finding], style: Style) -> String {
    let each = findings.iter().map(|finding| format!("\n{}", render_finding(finding, style)));
    summary(findings, style) + &each.collect::<String>()
}

/// Renders the counts, the level of the intervals, and the refuted and undecided claims with their numbers.
#[must_use]
pub fn summary(findings: &[Finding], style: Style) -> String {
    let counts = VerdictCounts::of(findings);
    let mut text = painted(&filled(&counts.to_string(), "", style), |line| style.bold(line));
    text += &filled(&counts.level_text(), "", style);
    for (_, finding, verdict) in open_claims(findings) {
        let _ = writeln!(text, "  {} {}", answer(verdict.answer, verdict.answer.label(), style), plain(&finding.name));
        text += &filled(&verdict.claim, "    ", style);
        text += &filled(&verdict.measured, "    ", style);
    }
    text
}

fn render_finding(finding: &Finding, style: Style) -> String {
    let mut text = painted(&filled(&finding.title, "", style), |line| style.bold(line));
    if !finding.sources.is_empty() {
        text += &painted(&filled(&finding.sources.join(" · "), "", style), |line| style.dim(line));
    }
    text += &filled(&finding.question, "", style);
    if let Some(missing) = missing(finding) {
        text += &painted(&filled(&missing, "", style), |line| style.paint("33", line));
    }
    if !finding.verdicts.is_empty() || !finding.self_checks.is_empty() {
        text.push('\n');
    }
    for verdict in &finding.verdicts {
        let _ = writeln!(text, "  {}", answer(verdict.answer, verdict.answer.label(), style));
        text += &filled(&verdict.claim, "    ", style);
        // The summary has the numbers of the others.
        if verdict.answer == Answer::Confirmed {
            text += &filled(&verdict.measured, "    ", style);
        }
    }
    for check in &finding.self_checks {
        let _ = writeln!(text, "  {}", answer(check.answer, check.answer.check_label(), style));
        text += &filled(&format!("{}: {}", check.claim, check.measured), "    ", style);
    }
    for table in finding.tables.iter().filter(|table| !table.digest) {
        let _ = write!(text, "\n{}", render_table(table, style));
    }
    if !finding.remarks.is_empty() {
        text.push('\n');
    }
    for remark in &finding.remarks {
        let lines = filled(remark, "    ", style);
        let _ = write!(text, "  - {}", lines.trim_start());
    }
    text
}

/// Renders an answer as symbol and word in its colour. Only what is confirmed is green.
fn answer(answer: Answer, label: &str, style: Style) -> String {
    let codes = match answer {
        Answer::Confirmed => "1;32",
        Answer::Refuted => "1;31",
        Answer::Undecided => "90",
    };
    style.paint(codes, &format!("{} {label}", answer.sign()))
}

/// Replaces control characters, so that a text cannot send commands to the terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Paints every line of a text.
fn painted(text: &str, paint: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| format!("{}\n", paint(line))).collect()
}

/// Breaks a text into lines with this indent. A word that is longer than a line is broken too.
fn filled(text: &str, indent: &str, style: Style) -> String {
    // Even a very narrow terminal gets readable lines.
    let room = style.width.saturating_sub(indent.width()).max(20);
    let mut lines: Vec<String> = Vec::new();
    for word in plain(text).split_whitespace().flat_map(|word| broken(word, room)) {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines.iter().fold(String::new(), |filled, line| filled + indent + line + "\n")
}

/// Breaks a word into parts of at most `room` columns.
fn broken(word: &str, room: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for character in word.chars() {
        let width = character.width().unwrap_or(0);
        match parts.last_mut() {
            Some(part) if part.width() + width <= room => part.push(character),
            _ => parts.push(character.to_string()),
        }
    }
    parts
}

/// Formats a cell: the mark before the text, the note below it.
fn cell(entry: &TableCell) -> [String; 2] {
    let mark = entry.mark.map_or(String::new(), |mark| format!("{} ", mark.sign()));
    [plain(&format!("{mark}{}", entry.text)), plain(entry.note.as_deref().unwrap_or_default())]
}

/// Renders a table with aligned columns. A table wider than the terminal is split into parts, one below the other; each
/// part repeats the first column, which names the rows. If a column does not fit beside the first, every row becomes a
/// record.
fn render_table(table: &ResultTable, style: Style) -> String {
    let columns = table.rows.iter().map(Vec::len).chain([table.columns.len()]).max().unwrap_or(0);
    let columns: Vec<TextColumn> = (0..columns).map(|at| TextColumn::of(table, at)).collect();
    let caption = filled(&table.caption, "  ", style);
    let first = 2 + columns.first().map_or(0, |first| first.width);
    if columns.iter().skip(1).any(|column| first + 2 + column.width > style.width) {
        return caption + &records(&columns, style);
    }
    let mut rendered = caption;
    let mut from = 1.min(columns.len());
    loop {
        let mut width = first;
        let fits = columns[from..].iter().take_while(|column| {
            width += 2 + column.width;
            width <= style.width
        });
        // At least one column per part, so that the loop ends.
        let to = (from + fits.count().max(1)).min(columns.len());
        let shown: Vec<&TextColumn> = columns.iter().take(1).chain(&columns[from..to]).collect();
        rendered += &part(&shown, style);
        if to == columns.len() {
            return rendered;
        }
        rendered.push('\n');
        from = to;
    }
}

/// Renders each row as a record: its name, then a line for every other cell, with the note in parentheses.
fn records(columns: &[TextColumn], style: Style) -> String {
    let mut text = String::new();
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        for (place, column) in columns.iter().enumerate() {
            let ([value, note], mark) = &column.cells[row];
            if place == 0 {
                text += &painted(&filled(value, "  ", style), |line| style.bold(line));
            } else if !value.is_empty() {
                let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
                let head = if column.head.is_empty() { String::new() } else { format!("{}: ", column.head) };
                let lines = filled(&format!("{head}{value}{note}"), "    ", style);
                text += &painted(&lines, |line| marked(line, *mark, style));
            }
        }
    }
    text
}

/// A column: its heading, then text and note of every row.
struct TextColumn {
    head: String,
    cells: Vec<([String; 2], Option<TableMark>)>,
    width: usize,
    right: bool,
}

impl TextColumn {
    fn of(table: &ResultTable, at: usize) -> TextColumn {
        let entries = || table.rows.iter().map(|row| row.get(at));
        let head = plain(table.columns.get(at).map_or("", String::as_str));
        let cells: Vec<_> =
            entries().map(|entry| entry.map_or_else(Default::default, |entry| (cell(entry), entry.mark))).collect();
        let width =
            cells.iter().flat_map(|(lines, _)| lines).chain([&head]).map(|text| text.width()).max().unwrap_or(0);
        let right = at > 0 && entries().flatten().any(|entry| entry.number.is_some());
        TextColumn { head, cells, width, right }
    }

    /// Pads a text to the width of the column, numbers on the left, other texts on the right.
    fn set(&self, text: &str, painted: &str) -> String {
        // The width is that of the text without colour codes.
        let gap = " ".repeat(self.width.saturating_sub(text.width()));
        if self.right { format!("{gap}{painted}") } else { format!("{painted}{gap}") }
    }
}

/// Renders some columns of a table, row by row.
fn part(columns: &[&TextColumn], style: Style) -> String {
    let line = |set: &dyn Fn(&TextColumn) -> String| {
        let cells: Vec<String> = columns.iter().map(|column| set(column)).collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned() + "\n"
    };
    let mut part = line(&|column| column.set(&column.head, &style.bold(&column.head)));
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        part += &line(&|column| {
            let ([text, _], mark) = &column.cells[row];
            column.set(text, &marked(text, *mark, style))
        });
        if columns.iter().any(|column| !column.cells[row].0[1].is_empty()) {
            part += &line(&|column| {
                let [_, note] = &column.cells[row].0;
                column.set(note, &if note.is_empty() { String::new() } else { style.dim(note) })
            });
        }
    }
    part
}

fn marked(text: &str, mark: Option<TableMark>, style: Style) -> String {
    match mark {
        Some(TableMark::Best) => style.paint("32", text),
        Some(TableMark::Worse) => style.paint("31", text),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Style, render_table, text};
    use crate::finding::{Answer, Finding, ResultTable, TableCell, TableMark, Verdict};
    use unicode_width::UnicodeWidthStr;

    fn table() -> ResultTable {
        let entry = |text: &str, number| TableCell { text: text.into(), number, ..TableCell::default() };
        let marked =
            TableCell { mark: Some(TableMark::Best), note: Some("paper 0.9".into()), ..entry("0.93", Some(0.93)) };
        ResultTable {
            caption: "Leaves".into(),
            columns: vec!["algorithm".into(), "将棋".into(), "chess".into()],
            rows: vec![
                vec![entry("mtd-f", None), marked, entry("1.02", Some(1.02))],
                vec![entry("αβ", None), entry("1.2", Some(1.2)), entry("10.01", Some(10.01))],
            ],
            ..ResultTable::default()
        }
    }

    #[test]
    fn columns_stand_in_line_by_their_width_on_the_screen() {
        let expected = "
  Leaves
  algorithm       将棋  chess
  mtd-f         ★ 0.93   1.02
             paper 0.9
  αβ               1.2  10.01
";
        assert_eq!(render_table(&table(), Style::default()), expected[1..]);
        let parts = "
  Leaves
  algorithm       将棋
  mtd-f         ★ 0.93
             paper 0.9
  αβ               1.2

  algorithm  chess
  mtd-f       1.02
  αβ         10.01
";
        assert_eq!(render_table(&table(), Style { width: 25, colour: false }), parts[1..]);
        let records = "
  Leaves
  mtd-f
    将棋: ★ 0.93 (paper 0.9)
    chess: 1.02
  αβ
    将棋: 1.2
    chess: 10.01
";
        // Even a very narrow terminal gets lines of twenty characters.
        let narrow = render_table(&table(), Style { width: 20, colour: false });
        assert_eq!(narrow.replace("0.93 (paper\n    0.9)", "0.93 (paper 0.9)"), records[1..]);
        assert_eq!(render_table(&ResultTable::default(), Style::default()).trim(), "");
    }

    #[test]
    fn colours_come_only_when_asked_for_and_nothing_else_drives_the_terminal() {
        let verdict = Verdict {
            claim: "a\x1b[2J".into(),
            answer: Answer::Refuted,
            measured: "b\rc".into(),
            ..Verdict::default()
        };
        let finding =
            Finding { title: "t\x07".into(), verdicts: vec![verdict], tables: vec![table()], ..Finding::default() };
        let findings = [finding];
        let plain = text(&findings, Style::default());
        assert!(!plain.contains(['\x1b', '\r', '\x07']), "{plain:?}");
        assert!(plain.contains("✗ refuted"));
        let coloured = text(&findings, Style { colour: true, ..Style::default() });
        assert!(coloured.contains("\x1b[1;31m✗ refuted\x1b[0m"), "{coloured:?}");
        assert!(!coloured.contains("\x1b[2J"));
    }

    #[test]
    fn the_summary_comes_first_and_undecided_is_grey() {
        let verdict = |claim: &str, answer, measured: &str| Verdict {
            claim: claim.into(),
            answer,
            measured: measured.into(),
            ..Verdict::default()
        };
        let finding = Finding {
            name: "leaves".into(),
            title: "Leaves".into(),
            verdicts: vec![
                verdict("first", Answer::Undecided, "0.95"),
                verdict("second", Answer::Confirmed, "0.85"),
                verdict("third", Answer::Refuted, "1.25"),
            ],
            self_checks: vec![verdict("All values agree", Answer::Confirmed, "in 8 positions")],
            comparisons: 52,
            ..Finding::default()
        };
        let expected = "\
1 of 3 claims confirmed, 1 refuted, 1 undecided; 1 self-check passed
Each interval at 99.904 %: Bonferroni over 52 comparisons, so that all of them together are right
with 95 %.
  ✗ refuted leaves
    third
    1.25
  ? undecided leaves
    first
    0.95

Leaves

  ? undecided
    first
  ✓ confirmed
    second
    0.85
  ✗ refuted
    third
  ✓ self-check passed
    All values agree: in 8 positions
";
        let findings = [finding];
        assert_eq!(text(&findings, Style::default()), expected);
        let coloured = text(&findings, Style { colour: true, ..Style::default() });
        assert_eq!(coloured.matches("\x1b[90m? undecided\x1b[0m").count(), 2, "{coloured:?}");
    }

    #[test]
    fn long_lines_are_broken() {
        let finding = Finding {
            question: "why is that so ".repeat(30),
            remarks: vec!["word ".repeat(50)],
            missing: 2,
            searches: 3,
            ..Finding::default()
        };
        let shown = text(&[finding], Style { width: 60, colour: false });
        assert!(shown.lines().all(|line| line.width() <= 60), "{shown}");
        assert!(shown.contains("Not complete: 2 searches of 5 missing"));
    }
}
