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
pub use text::{Style, text};

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
            Answer::Holds => "holds",
            Answer::Partly => "holds in part",
            Answer::Fails => "does not hold",
            Answer::Unknown => "unknown",
        }
    }

    /// Returns a symbol that is distinct from the others without its colour.
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
    /// Returns the answer as text, with a note if it is within error.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}{}", self.answer.label(), if self.doubtful { ", within error" } else { "" })
    }
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
            TableMark::Best => "best",
            TableMark::Worse => "worse than the base line, or outside what the paper claims",
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
