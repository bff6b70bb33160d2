//! The conclusion of a comparison: which algorithm visited the fewest leaves and which was the fastest, with the error.
//!
//! All comparisons with the baseline share an error of 5 % (Bonferroni): the conclusion picks the best of many
//! algorithms, and a wide table would otherwise find a difference by chance.

use super::request::CompareRequest;
use super::tally::{AlgorithmTotals, baseline};
use crate::output::ratio;
use nullwindow_lab::Measure;
use nullwindow_lab::stats::{Interval, Ratio, SampleEstimate};
use serde_json::{Value, json};

/// The probability that any of the intervals of a comparison misses.
const ERROR: f64 = 0.05;

/// The conclusion from the totals of a request.
pub(super) struct Conclusion {
    base: String,
    /// The measure of the first sentence: leaves, or nodes where distinct leaves were not counted, or the depth
    /// completed where time was limited.
    counted: CostMeasure,
    /// Every algorithm but the baseline.
    others: Vec<AlgorithmShares>,
    positions: usize,
    what: &'static str,
}

/// The costs of an algorithm relative to the baseline.
struct AlgorithmShares {
    name: String,
    /// Leaves, nodes, or plies: see [`Conclusion::counted`].
    counted: Share,
    /// The time, or the number of nodes where time was limited.
    second: Share,
}

/// The measure that the first sentence compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CostMeasure {
    Leaves,
    Nodes,
    /// Plies completed; more is better.
    Depth,
}

/// A cost as a fraction of the baseline's, or the difference of depths in plies.
#[derive(Clone, Copy)]
struct Share {
    value: f64,
    /// `None` for a single position.
    interval: Option<Interval>,
}

/// The decision about a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Below,
    Above,
    /// The interval contains equality.
    NoDifference,
    /// There is no interval.
    Undecided,
}

impl Share {
    fn of_pairs(pairs: &[(f64, f64)], level: f64) -> Option<Share> {
        let ratio = Ratio::of(pairs)?;
        let estimate = SampleEstimate::Mean { mean: ratio.of_sums, error: ratio.error, count: pairs.len() };
        Some(Share { value: ratio.of_sums, interval: estimate.interval(level) })
    }

    /// Returns the mean of differences.
    fn of_differences(pairs: &[(f64, f64)], level: f64) -> Option<Share> {
        let estimate = SampleEstimate::mean(pairs.iter().map(|(own, base)| own - base))?;
        let SampleEstimate::Mean { mean, .. } = estimate else { return None };
        Some(Share { value: mean, interval: estimate.interval(level) })
    }

    /// Compares with `equal`: 1 for shares, 0 for differences.
    fn verdict(&self, equal: f64) -> Verdict {
        match self.interval {
            None => Verdict::Undecided,
            Some(interval) if interval.high < equal => Verdict::Below,
            Some(interval) if interval.low > equal => Verdict::Above,
            Some(_) => Verdict::NoDifference,
        }
    }

    /// Returns the reciprocal: the speed relative to the baseline, instead of the time.
    fn inverse(&self) -> Share {
        let interval =
            self.interval.map(|its| Interval { low: 1.0 / its.high.max(f64::MIN_POSITIVE), high: 1.0 / its.low });
        // An interval of a ratio may reach 0, whose inverse has no upper end.
        Share { value: 1.0 / self.value, interval: interval.filter(|its| its.high.is_finite() && its.high > 0.0) }
    }

    /// Writes value and error: `0.97 ± 0.01`.
    fn text(&self) -> String {
        let reach = self.interval.map(|its| (self.value - its.low).max(its.high - self.value));
        match reach {
            Some(reach) => format!("{} ± {}", ratio(self.value), ratio(reach)),
            None => ratio(self.value),
        }
    }

    fn record(&self, equal: f64) -> Value {
        let verdict = match self.verdict(equal) {
            Verdict::Below => "below",
            Verdict::Above => "above",
            Verdict::NoDifference => "no difference",
            Verdict::Undecided => "undecided",
        };
        json!({ "value": self.value, "interval": self.interval, "verdict": verdict })
    }
}

impl CostMeasure {
    fn name(self) -> &'static str {
        match self {
            CostMeasure::Leaves => "leaves",
            CostMeasure::Nodes => "nodes",
            CostMeasure::Depth => "depth",
        }
    }

    /// Returns the share at which two algorithms are equal.
    fn equal(self) -> f64 {
        if self == CostMeasure::Depth { 0.0 } else { 1.0 }
    }
}

impl Conclusion {
    /// Draws the conclusion, or returns `None` if there is nothing to compare.
    pub(super) fn of(request: &CompareRequest, tallies: &[AlgorithmTotals<'_>]) -> Option<Conclusion> {
        let base = baseline(tallies)?;
        let others = || tallies.iter().filter(|tally| tally.algorithm != base.algorithm);
        let counted = match () {
            () if request.time.is_some() => CostMeasure::Depth,
            () if request.counts_distinct_leaves() => CostMeasure::Leaves,
            () => CostMeasure::Nodes,
        };
        #[allow(clippy::cast_precision_loss, reason = "a few algorithms")]
        let level = 1.0 - ERROR / others().count().max(1) as f64;
        let shares = |tally: &AlgorithmTotals<'_>| {
            let pairs = |of: &dyn Fn(usize, &AlgorithmTotals<'_>) -> f64| -> Vec<(f64, f64)> {
                (0..base.searches.len().min(tally.searches.len())).map(|at| (of(at, tally), of(at, base))).collect()
            };
            let sums = |measure| pairs(&|at, its| its.searches[at].sum(measure));
            let (counted, second) = match counted {
                CostMeasure::Leaves => (Share::of_pairs(&sums(Measure::Leaves), level), Measure::Seconds),
                CostMeasure::Nodes => (Share::of_pairs(&sums(Measure::Total), level), Measure::Seconds),
                CostMeasure::Depth => {
                    let depths = pairs(&|at, its| f64::from(its.searches[at].depth()));
                    (Share::of_differences(&depths, level), Measure::Total)
                }
            };
            let second = Share::of_pairs(&sums(second), level)?;
            Some(AlgorithmShares { name: tally.algorithm.to_string(), counted: counted?, second })
        };
        let others: Vec<AlgorithmShares> = others().filter_map(shares).collect();
        let what = if request.is_random() { "tree" } else { "position" };
        let base_name = base.algorithm.to_string();
        let positions = base.searches.len();
        (!others.is_empty()).then_some(Conclusion { base: base_name, counted, others, positions, what })
    }

    /// Writes the conclusion as sentences for people.
    pub(super) fn text(&self) -> String {
        let mut parts = vec![self.fewest()];
        if self.counted != CostMeasure::Depth {
            parts.push(self.fastest());
        }
        let text = parts.join("; ");
        match self.positions {
            1 => format!("{text}; undecided: a single {} gives no error", self.what),
            _ => text,
        }
    }

    /// Compares the algorithm with the fewest leaves, or the greatest depth, with the baseline.
    fn fewest(&self) -> String {
        let (base, order) =
            (&self.base, |a: &&AlgorithmShares, b: &&AlgorithmShares| a.counted.value.total_cmp(&b.counted.value));
        if self.counted == CostMeasure::Depth {
            // The first of several equal ones: `max_by` would return the last.
            let Some(best) = self.others.iter().rev().max_by(order) else { return String::new() };
            return deeper(base, best);
        }
        let Some(best) = self.others.iter().min_by(order) else { return String::new() };
        let (name, text, what) = (&best.name, best.counted.text(), self.counted.name());
        match best.counted.verdict(1.0) {
            Verdict::NoDifference => {
                format!("{what}: no difference beyond the error, {name} visited {text} of {base}'s")
            }
            _ => format!("{name} visited {text} of {base}'s {what}"),
        }
    }

    /// Compares the fastest algorithm with the baseline; if that is the baseline, with the second fastest.
    fn fastest(&self) -> String {
        let Some(best) = self.others.iter().min_by(|a, b| a.second.value.total_cmp(&b.second.value)) else {
            return String::new();
        };
        let (first, second, share) = match best.second.value < 1.0 {
            true => (&best.name, &self.base, best.second.inverse()),
            false => (&self.base, &best.name, best.second),
        };
        let text = share.text();
        match best.second.verdict(1.0) {
            Verdict::NoDifference => {
                format!("time: no difference beyond the error, {first} was {text} times as fast as {second}")
            }
            _ => format!("fastest: {first}, {text} times as fast as {second}"),
        }
    }

    /// Writes the conclusion for programs.
    pub(super) fn record(&self) -> Value {
        let (counted, second) = match self.counted {
            CostMeasure::Depth => ("depth_difference", "total"),
            CostMeasure::Leaves => ("leaves", "seconds"),
            CostMeasure::Nodes => ("total", "seconds"),
        };
        let each = |its: &AlgorithmShares| {
            let equal = self.counted.equal();
            json!({ "algorithm": its.name, counted: its.counted.record(equal), second: its.second.record(1.0) })
        };
        json!({
            "base": self.base,
            "positions": self.positions,
            "confidence": 1.0 - ERROR,
            "algorithms": self.others.iter().map(each).collect::<Vec<_>>(),
            "text": self.text(),
        })
    }
}

/// Compares the depths that two algorithms reached.
fn deeper(base: &str, best: &AlgorithmShares) -> String {
    let (name, share) = (&best.name, best.counted);
    let reach = share.interval.map_or(String::new(), |its| format!(" ± {:.2}", (its.high - its.low) / 2.0));
    let value = share.value;
    match share.verdict(0.0) {
        Verdict::NoDifference => {
            format!(
                "depth: no difference beyond the error, {name} reached {value:+.2}{reach} plies compared with {base}"
            )
        }
        _ if value < 0.0 => format!("deepest: {base}, {:.2}{reach} plies more than {name}", -value),
        _ => format!("deepest: {name}, {value:.2}{reach} plies more than {base}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(pairs: &[(f64, f64)]) -> Share {
        Share::of_pairs(pairs, 0.95).expect("a share")
    }

    #[test]
    fn a_difference_beyond_the_error_is_detected() {
        let fewer = share(&[(90.0, 100.0), (92.0, 100.0), (91.0, 100.0)]);
        assert!(fewer.verdict(1.0) == Verdict::Below && fewer.text() == "0.91 ± 0.02", "{}", fewer.text());
        assert!(fewer.inverse().verdict(1.0) == Verdict::Above);
        let either = share(&[(90.0, 100.0), (110.0, 100.0), (101.0, 100.0)]);
        assert!(either.verdict(1.0) == Verdict::NoDifference, "{}", either.text());
        let one = share(&[(90.0, 100.0)]);
        assert!(one.verdict(1.0) == Verdict::Undecided && one.text() == "0.90");
    }

    fn conclusion(counted: CostMeasure, leaves: &[(f64, f64)], seconds: &[(f64, f64)]) -> Conclusion {
        let counted_share = match counted {
            CostMeasure::Depth => Share::of_differences(leaves, 0.95).expect("differences"),
            _ => share(leaves),
        };
        let others = vec![AlgorithmShares { name: "mtd-f".to_owned(), counted: counted_share, second: share(seconds) }];
        Conclusion { base: "aspiration".to_owned(), counted, others, positions: leaves.len(), what: "position" }
    }

    #[test]
    fn sentences_say_what_is_known() {
        let fewer = [(90.0, 100.0), (92.0, 100.0), (91.0, 100.0)];
        let either = [(90.0, 100.0), (110.0, 100.0), (101.0, 100.0)];
        let text = conclusion(CostMeasure::Leaves, &fewer, &fewer).text();
        assert_eq!(
            text,
            "mtd-f visited 0.91 ± 0.02 of aspiration's leaves; fastest: mtd-f, 1.10 ± 0.03 times as fast as aspiration"
        );
        let text = conclusion(CostMeasure::Nodes, &either, &either).text();
        assert!(
            text.starts_with("nodes: no difference beyond the error") && text.contains("time: no difference"),
            "{text}"
        );
        let text = conclusion(CostMeasure::Leaves, &fewer[..1], &fewer[..1]).text();
        assert!(text.ends_with("undecided: a single position gives no error"), "{text}");
        let deeper = [(9.0, 8.0), (10.0, 9.0), (9.0, 8.0)];
        assert_eq!(
            conclusion(CostMeasure::Depth, &deeper, &fewer).text(),
            "deepest: mtd-f, 1.00 ± 0.00 plies more than aspiration"
        );
    }
}
