//! Renders findings as Markdown: a summary, then the verdicts and the first table of each.

use super::{missing, open_claims};
use crate::finding::{Answer, Finding, ResultTable, TableCell, TableMark, Verdict, VerdictCounts};
use std::fmt::Write as _;

/// Renders a summary of all verdicts, then title, verdicts and first table of each finding.
#[must_use]
pub fn markdown(findings: &[Finding]) -> String {
    let each = findings.iter().map(|finding| format!("\n{}", render_finding(finding)));
    summary(findings) + &each.collect::<String>()
}

/// Renders the counts, the level of the intervals, and the refuted and undecided claims with their numbers.
fn summary(findings: &[Finding]) -> String {
    let counts = VerdictCounts::of(findings);
    let mut text = format!("### Summary\n\n{counts}.");
    if !counts.level_text().is_empty() {
        let _ = write!(text, " {}", counts.level_text());
    }
    text += "\n";
    let open = open_claims(findings);
    if !open.is_empty() {
        text.push('\n');
    }
    for (_, finding, verdict) in open {
        let (claim, measured) = (escape(&verdict.claim), escape(&verdict.measured));
        let name = escape(&finding.name);
        let _ = writeln!(text, "- {} ({name}): {claim}. Measured: {measured}", answer(verdict));
    }
    text
}

fn answer(verdict: &Verdict) -> String {
    format!("{} **{}**", verdict.answer.sign(), verdict.answer.label())
}

fn render_finding(finding: &Finding) -> String {
    let mut text = format!("### {}\n\n", escape(&finding.title));
    if !finding.question.trim().is_empty() {
        let _ = write!(text, "{}\n\n", escape(&finding.question));
    }
    if let Some(missing) = missing(finding) {
        let _ = write!(text, "{missing}\n\n");
    }
    for verdict in &finding.verdicts {
        let claim = escape(&verdict.claim);
        // The summary has the numbers of the others.
        let measured = match verdict.answer {
            Answer::Confirmed => format!(". Measured: {}", escape(&verdict.measured)),
            _ => String::new(),
        };
        let _ = writeln!(text, "- {}: {claim}{measured}", answer(verdict));
    }
    for check in &finding.self_checks {
        let (claim, measured) = (escape(&check.claim), escape(&check.measured));
        let (sign, label) = (check.answer.sign(), check.answer.check_label());
        let _ = writeln!(text, "- {sign} {label}: {claim}: {measured}");
    }
    if !finding.verdicts.is_empty() || !finding.self_checks.is_empty() {
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
            name: "leaves_1".into(),
            verdicts: [(Answer::Undecided, "5 %"), (Answer::Confirmed, "7 %")]
                .map(|(answer, measured)| Verdict {
                    claim: "SSS* | <PS*>".into(),
                    answer,
                    measured: measured.into(),
                    ..Verdict::default()
                })
                .to_vec(),
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
                ..ResultTable::default()
            }],
            ..Finding::default()
        };
        let expected = "\
### Summary

1 of 2 claims confirmed, 0 refuted, 1 undecided; 0 self-checks passed.

- ? **undecided** (leaves\\_1): SSS\\* \\| &lt;PS\\*&gt;. Measured: 5 %

### Leaves

- ? **undecided**: SSS\\* \\| &lt;PS\\*&gt;
- ✓ **confirmed**: SSS\\* \\| &lt;PS\\*&gt;. Measured: 7 %

Leaves by depth

| algorithm | a\\|b |
|---|---:|
| ps\\*(2) | **0.93** (paper 0.9) |
| mtd\\_f | ▲ 1.2 |
";
        assert_eq!(markdown(&[finding]), expected);
    }
}
