//! Renders a finding as Markdown: the verdicts and the first table.

use super::missing;
use crate::finding::{Finding, ResultTable, TableCell, TableMark};
use std::fmt::Write as _;

/// Renders the title, the verdicts and the first table of a finding.
#[must_use]
pub fn markdown(finding: &Finding) -> String {
    let mut text = format!("### {}\n\n", escape(&finding.title));
    if !finding.question.trim().is_empty() {
        let _ = write!(text, "{}\n\n", escape(&finding.question));
    }
    if let Some(missing) = missing(finding) {
        let _ = write!(text, "{missing}\n\n");
    }
    for verdict in &finding.verdicts {
        let (claim, measured) = (escape(&verdict.claim), escape(&verdict.measured));
        let _ = writeln!(text, "- {} **{}**: {claim}. Measured: {measured}", verdict.answer.sign(), verdict.label());
    }
    if !finding.verdicts.is_empty() {
        text.push('\n');
    }
    text + &finding.tables.first().map(table).unwrap_or_default()
}

fn table(table: &ResultTable) -> String {
    let numeric = |at: usize| table.rows.iter().filter_map(|row| row.get(at)).any(|entry| entry.number.is_some());
    let rules: Vec<&str> =
        (0..table.columns.len()).map(|at| if at > 0 && numeric(at) { "---:" } else { "---" }).collect();
    let heads: Vec<String> = table.columns.iter().map(|head| escape(head)).collect();
    let mut text = format!("{}\n\n| {} |\n|{}|\n", escape(&table.caption), heads.join(" | "), rules.join("|"));
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

fn cell(entry: &TableCell) -> String {
    let text = escape(&entry.text);
    let text = match entry.mark {
        Some(TableMark::Best) => format!("**{text}**"),
        Some(TableMark::Worse) => format!("{} {text}", TableMark::Worse.sign()),
        None => text,
    };
    entry.note.as_ref().map_or(text.clone(), |note| format!("{text} ({})", escape(note)))
}

/// Escapes the characters with a meaning in Markdown, and joins the text into one line.
fn escape(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().fold(String::new(), |mut escaped, c| {
        match c {
            '\\' | '`' | '*' | '_' | '|' | '[' | ']' | '#' => escaped.extend(['\\', c]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            other => escaped.push(other),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::markdown;
    use crate::finding::{Answer, Finding, ResultTable, TableCell, TableMark, Verdict};

    #[test]
    fn key_table_and_verdicts_with_nothing_that_markdown_would_take_for_its_own() {
        let entry = |text: &str| TableCell { text: text.into(), ..TableCell::default() };
        let number = |text: &str, number, mark| TableCell { number: Some(number), mark, ..entry(text) };
        let finding = Finding {
            title: "Leaves".into(),
            verdicts: vec![Verdict {
                claim: "SSS* | <PS*>".into(),
                answer: Answer::Holds,
                doubtful: true,
                measured: "5 %".into(),
                cases: Vec::new(),
            }],
            tables: vec![ResultTable {
                caption: "Leaves by depth".into(),
                columns: vec!["algorithm".into(), "a|b".into()],
                rows: vec![
                    vec![
                        entry("ps*(2)"),
                        TableCell { note: Some("paper 0.9".into()), ..number("0.93", 0.93, Some(TableMark::Best)) },
                    ],
                    vec![entry("mtd_f"), number("1.2", 1.2, Some(TableMark::Worse))],
                ],
            }],
            ..Finding::default()
        };
        let expected = "\
### Leaves

- ✓ **holds, within error**: SSS\\* \\| &lt;PS\\*&gt;. Measured: 5 %

Leaves by depth

| algorithm | a\\|b |
|---|---:|
| ps\\*(2) | **0.93** (paper 0.9) |
| mtd\\_f | ▲ 1.2 |
";
        assert_eq!(markdown(&finding), expected);
    }
}
