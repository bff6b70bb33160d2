//! Verdicts on claims, by the rule that the module [`finding`](super) states.

use super::formatting;
use super::{Finding, summary};
use crate::stats::{Interval, SampleEstimate};
use serde::Serialize;

/// The probability that any verdict of a report is wrong by chance.
pub const FAMILY_ERROR: f64 = 0.05;

/// The tolerance of a limit: ratios that differ only by rounding are equal.
const EPSILON: f64 = 1e-9;

/// The number of cases up to which all are listed. Of more, only the extremes are.
const MAX_LISTED: usize = 4;

/// The answer to a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The rows support the claim beyond their error.
    Confirmed,
    /// The rows allow no conclusion: the number is too close to the limit for its error, or there are no rows.
    #[default]
    Undecided,
    /// The rows contradict the claim beyond their error.
    Refuted,
}

/// A claim with its answer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verdict {
    /// The text of the claim.
    pub claim: String,
    /// The answer.
    pub answer: Answer,
    /// The measured numbers with their intervals, as text.
    pub measured: String,
    /// The numbers behind the answer.
    pub cases: Vec<Case>,
    /// True if it is enough that one case satisfies the claim.
    pub any: bool,
}

/// A number that a claim was checked against.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Case {
    /// The game or the family of trees.
    pub subject: String,
    /// The depth, or the greatest depth that the number is over; `None` for the end of the game.
    pub depth: Option<u32>,
    /// The number.
    pub value: f64,
    /// The standard error; `None` for a single position.
    pub se: Option<f64>,
    /// The number of positions.
    pub n: usize,
    /// The minimum over positions.
    pub min: Option<f64>,
    /// The maximum over positions.
    pub max: Option<f64>,
    /// The number of positions with a higher cost than the baseline.
    pub above: Option<usize>,
    /// The answer for this number alone.
    pub answer: Answer,
    /// The confidence interval: of the number, or for a claim about the lowest cost, of the difference between the best
    /// cost in the claimed range and the best outside. `None` if the number was counted, or the sample is too small.
    pub interval: Option<Interval>,
    /// The level of the interval.
    pub level: Option<f64>,
    /// The subject and depth, as text.
    #[serde(skip)]
    pub name: String,
    /// The number with its spread, as text.
    #[serde(skip)]
    pub words: String,
    /// The evidence that decides the answer.
    #[serde(skip)]
    pub basis: Basis,
}

/// The evidence for or against a claim.
#[derive(Clone, PartialEq, Debug)]
pub enum Basis {
    /// A count: true if everything counted is as claimed.
    Count(bool),
    /// An estimated number, and the limits between which the claim expects it.
    Limits {
        /// The number.
        estimate: SampleEstimate,
        /// The lower limit.
        least: f64,
        /// The upper limit.
        most: f64,
    },
    /// The place of a minimum: paired differences of costs, which are negative if the first is better.
    Minimum {
        /// The best place in the claimed range, minus each place outside.
        inside: Vec<SampleEstimate>,
        /// The best place outside, minus each place in the range.
        outside: Vec<SampleEstimate>,
        /// The best place in the range, minus the best outside.
        between: SampleEstimate,
    },
}

impl Default for Basis {
    fn default() -> Basis {
        Basis::Count(false)
    }
}

impl Basis {
    /// Returns the number of comparisons that could be wrong by chance.
    fn comparisons(&self) -> usize {
        match self {
            Basis::Count(_) => 0,
            // Without an interval there is no answer that could be wrong.
            Basis::Limits { estimate, .. } => usize::from(estimate.has_interval()),
            // The best place is chosen by the same rows. A wrong confirmation needs one wrong comparison of some place
            // in the range, a wrong refutation one of some place outside: at most one per place.
            Basis::Minimum { inside, outside, between } if between.has_interval() => inside.len() + outside.len(),
            Basis::Minimum { .. } => 0,
        }
    }

    /// Returns the answer and the interval at this level.
    fn decide(&self, level: f64) -> (Answer, Option<Interval>) {
        match self {
            Basis::Count(true) => (Answer::Confirmed, None),
            Basis::Count(false) => (Answer::Refuted, None),
            Basis::Limits { estimate, least, most } => {
                let interval = estimate.interval(level);
                (interval.map_or(Answer::Undecided, |interval| within(interval, *least, *most)), interval)
            }
            Basis::Minimum { inside, outside, between } => {
                let better = |one: &SampleEstimate| one.interval(level).is_some_and(|difference| difference.high < 0.0);
                let beats = |all: &[SampleEstimate]| !all.is_empty() && all.iter().all(better);
                let answer = match (beats(inside), beats(outside)) {
                    (true, _) => Answer::Confirmed,
                    (_, true) => Answer::Refuted,
                    _ => Answer::Undecided,
                };
                (answer, between.interval(level))
            }
        }
    }
}

/// Compares an interval with the limits of a claim.
fn within(interval: Interval, least: f64, most: f64) -> Answer {
    if interval.low >= least - EPSILON && interval.high <= most + EPSILON {
        Answer::Confirmed
    } else if interval.low > most + EPSILON || interval.high < least - EPSILON {
        Answer::Refuted
    } else {
        Answer::Undecided
    }
}

impl Verdict {
    /// Returns the verdict on a claim, to be decided by [`judge`].
    pub(super) fn new(claim: &str, any: bool, cases: Vec<Case>) -> Verdict {
        Verdict { claim: claim.to_owned(), cases, any, ..Verdict::default() }
    }

    /// Returns the level of the intervals; `None` if the claim was counted.
    #[must_use]
    pub fn level(&self) -> Option<f64> {
        self.cases.iter().find_map(|case| case.level)
    }

    fn decide(&mut self, level: f64) {
        for case in &mut self.cases {
            (case.answer, case.interval) = case.basis.decide(level);
            case.level = case.interval.map(|_| level);
        }
        let all = |answer: Answer| self.cases.iter().all(|case| case.answer == answer);
        let some = |answer: Answer| self.cases.iter().any(|case| case.answer == answer);
        let (confirmed, refuted) = if self.any {
            (some(Answer::Confirmed), all(Answer::Refuted))
        } else {
            (all(Answer::Confirmed), some(Answer::Refuted))
        };
        self.answer = match (self.cases.is_empty(), confirmed, refuted) {
            (true, ..) => Answer::Undecided,
            (_, true, _) => Answer::Confirmed,
            (_, _, true) => Answer::Refuted,
            _ => Answer::Undecided,
        };
        self.measured = self.describe();
    }

    /// Describes the cases: all if they are few, else the counts, the extremes, and which are not confirmed.
    fn describe(&self) -> String {
        let cases = &self.cases;
        if self.any {
            let best = cases.iter().min_by_key(|case| case.answer);
            return best.map_or_else(no_rows, |best| format!("the best of {} is {}", cases.len(), best.describe()));
        }
        match cases.as_slice() {
            [] => no_rows(),
            [one] => one.describe(),
            few if few.len() <= MAX_LISTED => {
                let line = |case: &Case| format!("{}: {}", case.describe(), case.answer.label());
                few.iter().map(line).collect::<Vec<String>>().join("; ")
            }
            many => {
                let least = many.iter().min_by(|a, b| a.value.total_cmp(&b.value));
                let most = many.iter().max_by(|a, b| a.value.total_cmp(&b.value));
                let range: Vec<String> = [least, most].into_iter().flatten().map(Case::describe).collect();
                let confirmed = many.iter().filter(|case| case.answer == Answer::Confirmed).count();
                let others = [Answer::Refuted, Answer::Undecided].map(|answer| named(many, answer)).concat();
                format!("confirmed for {confirmed} of {}: from {}{others}", many.len(), range.join(" to "))
            }
        }
    }
}

fn no_rows() -> String {
    "no rows to decide it".to_owned()
}

/// Lists the cases with this answer.
fn named(cases: &[Case], answer: Answer) -> String {
    let names: Vec<&str> = cases.iter().filter(|case| case.answer == answer).map(|case| case.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("; {} for {}", answer.label(), names.join(", ")) }
}

impl Case {
    fn describe(&self) -> String {
        let interval = match (&self.basis, self.interval) {
            (Basis::Count(_), _) => String::new(),
            (_, Some(interval)) => format!(", interval {}", formatting::interval(interval)),
            (_, None) => ", too few positions for an interval".to_owned(),
        };
        format!("{} {}{interval}", self.name, self.words).trim_start().to_owned()
    }
}

/// Decides all claims of some findings together, as one family: the level of every interval is 1 - 5 % / comparisons.
///
/// [`find`](super::find) judges a finding alone. Findings that are shown together are to be judged together, because
/// among more comparisons more are wrong by chance.
pub fn judge(findings: &mut [Finding]) {
    let verdicts = findings.iter().flat_map(|finding| &finding.verdicts);
    let comparisons = verdicts.flat_map(|verdict| &verdict.cases).map(|case| case.basis.comparisons()).sum();
    let level = summary::level(comparisons);
    for finding in findings {
        finding.comparisons = comparisons;
        finding.verdicts.iter_mut().for_each(|verdict| verdict.decide(level));
    }
}
