//! Numbers over positions: ratios to a base line, means, shares.

use super::data::{PlanRows, RowFilter};
use crate::Measure;
use crate::stats::{Ratio, Summary};

/// The kind of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NumberKind {
    /// The ratio of the sums over positions to those of the base line; for times, the median of the ratios.
    Relative,
    /// The mean over positions.
    Mean,
    /// The share of positions with a higher cost than the base line.
    Share,
}

/// A number over positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Number {
    /// The value.
    pub value: f64,
    /// The standard error.
    pub error: f64,
    /// The minimum and maximum over positions.
    pub range: (f64, f64),
    /// The number of positions.
    pub count: usize,
    /// The number of positions with a higher cost than the base line; zero for means.
    pub above: usize,
}

impl Number {
    /// Returns a number that is not an average.
    pub fn single(value: f64) -> Number {
        Number { value, error: 0.0, range: (value, value), count: 1, above: 0 }
    }
}

/// The definition of a number: kind, subject, algorithm, base line and measure.
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
            return Summary::of(sample.into_values()).map(|summary| Number {
                value: summary.mean,
                error: summary.error,
                range: (summary.least, summary.most),
                count: summary.count,
                above: 0,
            });
        }
        let pairs: Vec<(f64, f64)> = self.pairs(data, filter).into_iter().map(|(_, cost, base)| (cost, base)).collect();
        match (self.kind, self.y) {
            (NumberKind::Share, _) => share(&pairs),
            (_, Measure::Seconds) => median(&pairs),
            _ => relative(&pairs),
        }
    }

    /// Returns the costs of algorithm and base line for each position.
    pub fn pairs(&self, data: &PlanRows<'_>, filter: RowFilter) -> Vec<(u32, f64, f64)> {
        let Some(base) = self.base else { return Vec::new() };
        let of = |name: &str, y: Measure| data.sample(self.subject, name, y, filter);
        let (costs, bases) = (of(self.algorithm, self.y), of(base, self.y));
        let leaves = [of(self.algorithm, Measure::Leaves), of(base, Measure::Leaves)];
        // Where one of them visited no leaf, nothing was searched, as by MTD-best at a root with one move. Such a
        // position is not comparable.
        let searched = |place: &u32| leaves.iter().all(|leaves| leaves.get(place).is_some_and(|&leaves| leaves > 0.0));
        let both = costs.into_iter().filter(|(place, _)| searched(place));
        both.filter_map(|(place, cost)| Some((place, cost, *bases.get(&place)?))).collect()
    }

    /// Returns the depths at which there are rows to compare.
    pub fn depths(&self, data: &PlanRows<'_>) -> std::collections::BTreeSet<u32> {
        let names: Vec<&str> = [Some(self.algorithm), self.base].into_iter().flatten().collect();
        data.depths(self.subject, &names)
    }

    /// Computes the number over all iterations: the mean per position, or all iterations pooled.
    pub fn over_all(&self, data: &PlanRows<'_>, filter: RowFilter) -> Option<Number> {
        let depths = self.depths(data);
        match self.kind {
            NumberKind::Relative => self.at(data, RowFilter { depth: *depths.last()?, cumulative: true, ..filter }),
            NumberKind::Mean => {
                let mut by_place: std::collections::BTreeMap<u32, Vec<f64>> = std::collections::BTreeMap::new();
                for &depth in &depths {
                    for (place, number) in
                        data.sample(self.subject, self.algorithm, self.y, RowFilter { depth, ..filter })
                    {
                        by_place.entry(place).or_default().push(number);
                    }
                }
                let means = by_place.into_values().filter_map(|numbers| Some(Summary::of(numbers)?.mean));
                let summary = Summary::of(means)?;
                let range = (summary.least, summary.most);
                Some(Number { value: summary.mean, error: summary.error, range, count: summary.count, above: 0 })
            }
            NumberKind::Share => {
                let each: Vec<Number> =
                    depths.iter().filter_map(|&depth| self.at(data, RowFilter { depth, ..filter })).collect();
                let (above, count) =
                    each.iter().fold((0, 0), |(above, count), one| (above + one.above, count + one.count));
                part(above, count)
            }
        }
    }
}

fn relative(pairs: &[(f64, f64)]) -> Option<Number> {
    Ratio::of(pairs).map(|ratio| Number {
        value: ratio.of_sums,
        error: ratio.error,
        range: (ratio.each.least, ratio.each.most),
        count: pairs.len(),
        above: ratio.above,
    })
}

/// Returns the median of ratios, with its standard error for a normal distribution.
#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn median(pairs: &[(f64, f64)]) -> Option<Number> {
    Ratio::of(pairs).map(|ratio| Number {
        // A sum of times would be spoilt by one search that another program has delayed.
        value: ratio.each.median,
        // For a normal distribution the standard error of the median is 1.2533 sigma / sqrt(n), and the distance
        // between the quartiles is 1.349 sigma: 1.2533 / 1.349 = 0.93.
        error: 0.93 * (ratio.each.upper_quartile - ratio.each.lower_quartile) / (pairs.len() as f64).sqrt(),
        range: (ratio.each.least, ratio.each.most),
        count: pairs.len(),
        above: ratio.above,
    })
}

fn share(pairs: &[(f64, f64)]) -> Option<Number> {
    part(pairs.iter().filter(|(cost, base)| cost > base).count(), pairs.len())
}

/// Returns a share with its binomial standard error.
#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn part(above: usize, count: usize) -> Option<Number> {
    let value = above as f64 / count as f64;
    let error = (value * (1.0 - value) / count as f64).sqrt();
    (count > 0).then_some(Number { value, error, range: (0.0, 1.0), count, above })
}
