//! Findings for people: one HTML file, charts as SVG, text for the terminal, Markdown for documents.
//!
//! Nothing is computed here. What a finding says is drawn and escaped, and that is all.

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
pub use text::{Style, text};

/// A report: findings, and where they come from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Where the numbers come from.
    pub meta: Meta,
    /// One for every experiment.
    pub findings: Vec<Finding>,
}

/// Where the numbers of a report come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meta {
    /// Program and version.
    pub program: String,
    /// The machine: processor, cores, system.
    pub machine: String,
    /// The day of the report.
    pub date: String,
    /// The command that measured.
    pub command: String,
    /// The form of the plans: `quick` or `full`.
    pub form: String,
}

impl Answer {
    /// In words.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Answer::Holds => "holds",
            Answer::Partly => "holds in part",
            Answer::Fails => "does not hold",
            Answer::Unknown => "unknown",
        }
    }

    /// A sign that can be told from the others without its colour.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Answer::Holds => "✓",
            Answer::Partly => "≈",
            Answer::Fails => "✗",
            Answer::Unknown => "?",
        }
    }
}

impl Verdict {
    /// The answer in words, and whether it hangs on chance.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}{}", self.answer.label(), if self.doubtful { ", within error" } else { "" })
    }
}

impl TableMark {
    /// A sign that stands beside the number.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            TableMark::Best => "★",
            TableMark::Worse => "▲",
        }
    }

    /// What the sign means.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            TableMark::Best => "best",
            TableMark::Worse => "worse than the base line, or outside what the paper claims",
        }
    }
}

/// What to say when searches of the plan are missing.
fn missing(finding: &Finding) -> Option<String> {
    let searches = |count: usize| if count == 1 { "1 search".to_owned() } else { format!("{count} searches") };
    (finding.missing > 0).then(|| {
        let all = finding.missing + finding.searches;
        format!("Not complete: {} of {all} missing. What follows is from the others.", searches(finding.missing))
    })
}
