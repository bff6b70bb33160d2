//! Means, spreads, ratios and confidence intervals over positions.

mod distribution;
mod interval;

pub use interval::{Interval, SampleEstimate, Share};

/// Summary statistics of some numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The count of the numbers.
    pub count: usize,
    /// The mean.
    pub mean: f64,
    /// The sample standard deviation; zero for a single number.
    pub deviation: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The minimum.
    pub least: f64,
    /// The lower quartile.
    pub lower_quartile: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper_quartile: f64,
    /// The maximum.
    pub most: f64,
}

impl Summary {
    /// Summarises some numbers, or returns `None` if there are none.
    ///
    /// ```
    /// let summary = nullwindow_lab::stats::Summary::of([2.0, 4.0, 4.0, 6.0]).unwrap();
    /// assert_eq!((summary.mean, summary.median), (4.0, 4.0));
    /// ```
    #[must_use]
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Summary> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (&least, &most) = (sorted.first()?, sorted.last()?);
        let count = sorted.len();
        let mean = sorted.iter().sum::<f64>() / size(count);
        let deviation = deviation(sorted.iter().map(|number| number - mean), count);
        Some(Summary {
            count,
            mean,
            deviation,
            error: deviation / size(count).sqrt(),
            least,
            lower_quartile: quantile(&sorted, 0.25),
            median: quantile(&sorted, 0.5),
            upper_quartile: quantile(&sorted, 0.75),
            most,
        })
    }
}

/// The ratio of two costs over many positions.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Ratio {
    /// The sum of the costs, divided by the sum of the base costs.
    pub of_sums: f64,
    /// The standard error of `of_sums`, from the residuals when the ratio predicts each position.
    pub error: f64,
    /// The ratios of the single positions.
    pub each: Summary,
    /// The number of positions with a ratio below 1.
    pub below: usize,
    /// The number of positions with a ratio above 1.
    pub above: usize,
}

impl Ratio {
    /// Computes the ratio of pairs `(cost, base)`, or returns `None` if there is no pair or the base costs sum to zero.
    /// A pair with a base of zero counts in the sums only.
    ///
    /// ```
    /// let ratio = nullwindow_lab::stats::Ratio::of(&[(90.0, 100.0), (33.0, 20.0)]).unwrap();
    /// assert_eq!(ratio.of_sums, 1.025);
    /// assert_eq!((ratio.below, ratio.above), (1, 1));
    /// ```
    #[must_use]
    pub fn of(pairs: &[(f64, f64)]) -> Option<Ratio> {
        let sum = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>();
        let (cost, base) = (sum(|pair| pair.0), sum(|pair| pair.1));
        let each = Summary::of(pairs.iter().filter(|pair| pair.1 != 0.0).map(|(cost, base)| cost / base))?;
        let of_sums = cost / base;
        // The base costs sum to zero.
        if !of_sums.is_finite() {
            return None;
        }
        // The ratio estimator: residuals are taken about the ratio of sums, not about the mean of ratios.
        let left = deviation(pairs.iter().map(|(cost, base)| cost - of_sums * base), pairs.len());
        Some(Ratio {
            of_sums,
            // The standard error of the summed residuals, divided by the sum of the base costs.
            error: left * size(pairs.len()).sqrt() / base,
            each,
            below: pairs.iter().filter(|(cost, base)| cost < base).count(),
            above: pairs.iter().filter(|(cost, base)| cost > base).count(),
        })
    }
}

/// Returns the sample standard deviation, from distances to the mean.
fn deviation(distances: impl Iterator<Item = f64>, count: usize) -> f64 {
    if count < 2 {
        return 0.0;
    }
    // Bessel's correction: the mean was estimated from the same numbers.
    (distances.map(|distance| distance * distance).sum::<f64>() / size(count - 1)).sqrt()
}

/// Returns the quantile at `part`, interpolated linearly between neighbours.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the list")]
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * size(sorted.len() - 1);
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn size(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn summary_by_hand() {
        let summary = Summary::of([7.0, 1.0, 3.0, 5.0, 4.0]).unwrap();
        assert_eq!(summary.count, 5);
        near(summary.mean, 4.0);
        // (9 + 9 + 1 + 1 + 0) / 4 = 5
        near(summary.deviation, 5f64.sqrt());
        near(summary.error, 1.0);
        assert_eq!((summary.least, summary.most), (1.0, 7.0));
        assert_eq!((summary.lower_quartile, summary.median, summary.upper_quartile), (3.0, 4.0, 5.0));
    }

    #[test]
    fn quartiles_between_neighbours() {
        let summary = Summary::of([10.0, 20.0, 30.0, 50.0]).unwrap();
        assert_eq!((summary.lower_quartile, summary.median, summary.upper_quartile), (17.5, 25.0, 35.0));
    }

    #[test]
    fn one_number_has_no_spread_and_none_no_summary() {
        let summary = Summary::of([3.0]).unwrap();
        assert_eq!((summary.mean, summary.deviation, summary.error, summary.median), (3.0, 0.0, 0.0, 3.0));
        assert_eq!(Summary::of([]), None);
    }

    #[test]
    fn ratio_by_hand() {
        let ratio = Ratio::of(&[(8.0, 10.0), (33.0, 30.0), (19.0, 20.0)]).unwrap();
        near(ratio.of_sums, 1.0);
        // Residuals: -2, 3, -1: (4 + 9 + 1) / 2 = 7; sqrt(7) * sqrt(3) / 60.
        near(ratio.error, 21f64.sqrt() / 60.0);
        near(ratio.each.mean, (0.8 + 1.1 + 0.95) / 3.0);
        assert_eq!((ratio.below, ratio.above, ratio.each.median), (2, 1, 0.95));
    }

    #[test]
    fn a_base_of_zero() {
        assert_eq!(Ratio::of(&[]), None);
        assert_eq!(Ratio::of(&[(1.0, 0.0)]), None);
        let ratio = Ratio::of(&[(1.0, 0.0), (3.0, 2.0)]).unwrap();
        assert_eq!((ratio.of_sums, ratio.each.count, ratio.each.most), (2.0, 1, 1.5));
    }
}
