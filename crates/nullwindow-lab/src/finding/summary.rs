//! Counts the verdicts of findings.

use super::verdict::FAMILY_ERROR;
use super::{Answer, Finding, Verdict, formatting};
use std::fmt;

/// The verdicts of some findings, counted. Self-checks are not claims, and are counted apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct VerdictCounts {
    /// The claims confirmed.
    pub confirmed: usize,
    /// The claims refuted.
    pub refuted: usize,
    /// The claims undecided.
    pub undecided: usize,
    /// The self-checks passed.
    pub passed: usize,
    /// The self-checks failed.
    pub failed: usize,
    /// The comparisons among which the level of the intervals is shared.
    pub comparisons: usize,
}

impl VerdictCounts {
    /// Counts the verdicts of findings.
    #[must_use]
    pub fn of(findings: &[Finding]) -> VerdictCounts {
        let count = |verdicts: fn(&Finding) -> &Vec<Verdict>, answer: Answer| {
            findings.iter().flat_map(verdicts).filter(|verdict| verdict.answer == answer).count()
        };
        VerdictCounts {
            confirmed: count(|finding| &finding.verdicts, Answer::Confirmed),
            refuted: count(|finding| &finding.verdicts, Answer::Refuted),
            undecided: count(|finding| &finding.verdicts, Answer::Undecided),
            passed: count(|finding| &finding.self_checks, Answer::Confirmed),
            failed: count(|finding| &finding.self_checks, Answer::Refuted),
            comparisons: findings.iter().map(|finding| finding.comparisons).max().unwrap_or(0),
        }
    }

    /// Returns the number of claims.
    #[must_use]
    pub fn claims(&self) -> usize {
        self.confirmed + self.refuted + self.undecided
    }

    /// States the level of the intervals and the reason for it; empty if nothing was estimated.
    #[must_use]
    pub fn level_text(&self) -> String {
        match self.comparisons {
            0 => String::new(),
            1 => "The interval is at 95 %: there is one comparison.".to_owned(),
            many => format!(
                "Each interval at {}: Bonferroni over {many} comparisons, so that all of them together are right with 95 %.",
                formatting::level(level(many))
            ),
        }
    }
}

impl fmt::Display for VerdictCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VerdictCounts { confirmed, refuted, undecided, passed, failed, .. } = self;
        write!(f, "{confirmed} of {} confirmed", formatting::many(self.claims(), "claim"))?;
        write!(f, ", {refuted} refuted, {undecided} undecided; {} passed", formatting::many(*passed, "self-check"))?;
        if *failed > 0 {
            write!(f, ", {failed} failed")?;
        }
        Ok(())
    }
}

/// Returns the level of each interval if this many comparisons share the error of a report (Bonferroni).
pub(super) fn level(comparisons: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    let comparisons = comparisons.max(1) as f64;
    1.0 - FAMILY_ERROR / comparisons
}
