//! Numbers over positions: ratios to a baseline, means, shares.

use super::data::{PlanRows, RowFilter};
use crate::Measure;
use crate::stats::{Ratio, SampleEstimate, Share, Summary};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NumberKind {
    /// The mean over positions of the ratio to the baseline; for times, the median of the ratios.
    Relative,
    /// The mean over positions.
    Mean,
    /// The share of positions with a higher cost than the baseline.
    Share,
}

/// A number over positions.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Number {
    /// The value.
    pub value: f64,
    /// The standard error.
    pub error: f64,
    /// The minimum and maximum over positions.
    pub range: (f64, f64),
    /// The number of positions.
    pub count: usize,
    /// The number of positions with a higher cost than the baseline; zero for means.
    pub above: usize,
    /// The source of the confidence interval.
    pub estimate: SampleEstimate,
}

impl Number {
    fn mean(summary: &Summary, above: usize) -> Number {
        Number {
            value: summary.mean,
            error: summary.error,
            range: (summary.least, summary.most),
            count: summary.count,
            above,
            estimate: summary.into(),
        }
    }
}

/// The definition of a number: kind, subject, algorithm, baseline and measure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NumberQuery<'a> {
    pub kind: NumberKind,
    pub subject: &'a str,
    pub algorithm: &'a str,
    pub base: Option<&'a str>,
    pub y: Measure,
}

impl NumberQuery<'_> {
    /// Computes the number for the selected rows, or returns `None` if there are none.
    pub fn at(&self, data: &PlanRows<'_>, filter: RowFilter) -> Option<Number> {
        if self.kind == NumberKind::Mean {
            let sample = data.sample(self.subject, self.algorithm, self.y, filter);
            return Summary::of(sample.into_values()).map(|summary| Number::mean(&summary, 0));
        }
        let pairs: Vec<(f64, f64)> = self.pairs(data, filter).into_iter().map(|(_, cost, base)| (cost, base)).collect();
        match (self.kind, self.y) {
            (NumberKind::Share, _) => share(&pairs.iter().map(|(cost, base)| vec![cost > base]).collect::<Vec<_>>()),
            (_, Measure::Seconds) => median(&pairs),
            _ => relative(&pairs),
        }
    }

    /// Returns the costs of algorithm and baseline for each position.
    pub fn pairs(&self, data: &PlanRows<'_>, filter: RowFilter) -> Vec<(u32, f64, f64)> {
        let Some(base) = self.base else { return Vec::new() };
        let of = |name: &str, y: Measure| data.sample(self.subject, name, y, filter);
        let (costs, bases) = (of(self.algorithm, self.y), of(base, self.y));
        let leaves = [of(self.algorithm, Measure::Leaves), of(base, Measure::Leaves)];
        // Where one of them visited no leaf, nothing was searched, as by MTD-best at a root with one move. Such a
        // position is not comparable.
        let searched =
            |instance: &u32| leaves.iter().all(|leaves| leaves.get(instance).is_some_and(|&leaves| leaves > 0.0));
        let both = costs.into_iter().filter(|(instance, _)| searched(instance));
        both.filter_map(|(instance, cost)| Some((instance, cost, *bases.get(&instance)?))).collect()
    }

    /// Returns the ratio to the baseline for each position.
    pub fn ratios(&self, data: &PlanRows<'_>, filter: RowFilter) -> BTreeMap<u32, f64> {
        let pairs = self.pairs(data, filter).into_iter().filter(|(.., base)| *base != 0.0);
        pairs.map(|(instance, cost, base)| (instance, cost / base)).collect()
    }

    /// Estimates the difference between two sets of ratios from the positions that both have. Pairing them removes the
    /// spread that they share: a position that is hard for both does not count.
    pub fn difference(&self, first: &BTreeMap<u32, f64>, second: &BTreeMap<u32, f64>) -> Option<SampleEstimate> {
        let both = first.iter().filter_map(|(instance, ratio)| Some(ratio - second.get(instance)?));
        match self.y {
            Measure::Seconds => Some(SampleEstimate::median(both)),
            _ => SampleEstimate::mean(both),
        }
    }

    /// Returns the depths at which there are rows to compare.
    pub fn depths(&self, data: &PlanRows<'_>) -> BTreeSet<u32> {
        let names: Vec<&str> = [Some(self.algorithm), self.base].into_iter().flatten().collect();
        data.depths(self.subject, &names)
    }

    /// Computes the number over all iterations: the mean per position, or all iterations pooled.
    pub fn over_all(&self, data: &PlanRows<'_>, filter: RowFilter) -> Option<Number> {
        let depths = self.depths(data);
        match self.kind {
            NumberKind::Relative => self.at(data, RowFilter { depth: *depths.last()?, cumulative: true, ..filter }),
            NumberKind::Mean => {
                let mut by_instance: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
                for &depth in &depths {
                    for (instance, number) in
                        data.sample(self.subject, self.algorithm, self.y, RowFilter { depth, ..filter })
                    {
                        by_instance.entry(instance).or_default().push(number);
                    }
                }
                let means = by_instance.into_values().filter_map(|numbers| Some(Summary::of(numbers)?.mean));
                Some(Number::mean(&Summary::of(means)?, 0))
            }
            NumberKind::Share => {
                let mut by_instance: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
                for &depth in &depths {
                    for (instance, cost, base) in self.pairs(data, RowFilter { depth, ..filter }) {
                        by_instance.entry(instance).or_default().push(cost > base);
                    }
                }
                share(&by_instance.into_values().collect::<Vec<Vec<bool>>>())
            }
        }
    }
}

fn relative(pairs: &[(f64, f64)]) -> Option<Number> {
    // The mean of ratios, not the ratio of sums: a sum is dominated by its largest positions, and its error is known
    // for large samples only.
    Ratio::of(pairs).map(|ratio| Number::mean(&ratio.each, ratio.above))
}

/// Returns the median of ratios, with its standard error for a normal distribution.
#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn median(pairs: &[(f64, f64)]) -> Option<Number> {
    Ratio::of(pairs).map(|ratio| Number {
        // A mean of times would be spoilt by one search that another program has delayed.
        value: ratio.each.median,
        // The median's standard error is 1.2533 s / sqrt(n), and the quartile distance of a normal distribution 1.349
        // s.
        error: 0.93 * (ratio.each.upper_quartile - ratio.each.lower_quartile) / (ratio.each.count as f64).sqrt(),
        range: (ratio.each.least, ratio.each.most),
        count: ratio.each.count,
        above: ratio.above,
        estimate: SampleEstimate::median(pairs.iter().filter(|(_, base)| *base != 0.0).map(|(cost, base)| cost / base)),
    })
}

/// Returns the share of searches that need more; each position has one or several.
#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn share(positions: &[Vec<bool>]) -> Option<Number> {
    let count = positions.iter().map(Vec::len).sum::<usize>();
    let above = positions.iter().flatten().filter(|more| **more).count();
    let (value, all, clusters) = (above as f64 / count as f64, count as f64, positions.len() as f64);
    // Searches of one position resemble each other. The trials that would spread as far as the positions do are fewer
    // than the searches (Korn and Graubard), and never fewer than the positions.
    let residual = |more: &Vec<bool>| more.iter().map(|&more| f64::from(u8::from(more)) - value).sum::<f64>();
    let squares = positions.iter().map(|more| residual(more).powi(2)).sum::<f64>();
    let variance = squares * clusters / (clusters - 1.0) / (all * all);
    let trials = value * (1.0 - value) / variance;
    // If all searches agree, the spread is unknown, not zero.
    let trials = if trials.is_nan() { clusters } else { trials.clamp(clusters, all) };
    (count > 0).then(|| Number {
        value,
        error: (value * (1.0 - value) / trials).sqrt(),
        range: (0.0, 1.0),
        count,
        above,
        estimate: SampleEstimate::Share(Share { share: value, trials }),
    })
}
