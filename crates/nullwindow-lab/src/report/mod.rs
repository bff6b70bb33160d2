//! Renders findings: one HTML file, charts as SVG, text for the terminal, Markdown for documents.
//!
//! Nothing is computed here: the modules only lay out and escape the content of a finding.

mod bar;
mod html;
mod markdown;
mod plot;
mod text;

use crate::finding::{Answer, Finding, TableMark, Verdict};

pub use bar::bar;
pub use html::html;
pub use markdown::markdown;
pub use plot::svg;
pub use text::{Style, summary, text};

/// A report: findings, and the origin of their numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The origin of the numbers.
    pub meta: Meta,
    /// One finding per experiment.
    pub findings: Vec<Finding>,
}

/// The origin of a report's numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meta {
    /// Program and version.
    pub program: String,
    /// The machine: processor, cores, system.
    pub machine: String,
    /// The date of the report.
    pub date: String,
    /// The command that measured the rows.
    pub command: String,
    /// The form of the plans: `quick` or `full`.
    pub form: String,
}

impl Answer {
    /// Returns the answer as text.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Answer::Confirmed => "confirmed",
            Answer::Refuted => "refuted",
            Answer::Undecided => "undecided",
        }
    }

    /// Returns the answer of a self-check as text.
    #[must_use]
    pub fn check_label(self) -> &'static str {
        match self {
            Answer::Confirmed => "self-check passed",
            Answer::Refuted => "self-check failed",
            Answer::Undecided => "not checked",
        }
    }

    /// Returns a symbol that is distinct from the others without its colour.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Answer::Confirmed => "✓",
            Answer::Refuted => "✗",
            Answer::Undecided => "?",
        }
    }
}

/// Returns the claims that the summary lists with their numbers, refuted ones first. The finding itself lists them
/// without, so that no number appears twice.
fn open_claims(findings: &[Finding]) -> Vec<(usize, &Finding, &Verdict)> {
    let of = |answer: Answer| {
        let all = findings.iter().enumerate();
        all.flat_map(move |(at, finding)| {
            let verdicts = finding.verdicts.iter().filter(move |verdict| verdict.answer == answer);
            verdicts.map(move |verdict| (at, finding, verdict))
        })
    };
    of(Answer::Refuted).chain(of(Answer::Undecided)).collect()
}

impl TableMark {
    /// Returns the symbol shown beside the number.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            TableMark::Best => "★",
            TableMark::Worse => "▲",
        }
    }

    /// Returns the meaning of the symbol.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            TableMark::Best => "better than every other, beyond the error of the paired difference",
            TableMark::Worse => "worse than the baseline, or outside what the paper claims",
        }
    }
}

/// Returns a notice if searches of the plan are missing.
fn missing(finding: &Finding) -> Option<String> {
    let searches = |count: usize| if count == 1 { "1 search".to_owned() } else { format!("{count} searches") };
    (finding.missing > 0).then(|| {
        let all = finding.missing + finding.searches;
        format!("Not complete: {} of {all} missing. What follows is from the others.", searches(finding.missing))
    })
}
