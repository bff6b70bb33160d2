//! Confidence intervals.

use super::distribution::{beta_quantile, student};
use super::{Summary, size};

/// A closed interval.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

/// A quantity that was estimated from a sample, with what its confidence interval is computed from.
#[derive(Clone, PartialEq, Debug)]
pub enum SampleEstimate {
    /// A mean of independent numbers. The interval is Student's.
    Mean {
        /// The mean.
        mean: f64,
        /// Its standard error.
        error: f64,
        /// The size of the sample.
        count: usize,
    },
    /// The median of these numbers, in ascending order. The interval ends at two of them, and assumes no distribution.
    Median(Vec<f64>),
    /// A share of independent trials. The interval is that of Clopper and Pearson.
    Share(Share),
    /// The second share minus the first, of independent samples. The interval is Newcombe's.
    Change(Share, Share),
}

/// A share of independent trials.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The share, from 0 to 1.
    pub share: f64,
    /// The number of independent trials. It need not be whole: correlated trials count for less.
    pub trials: f64,
}

impl SampleEstimate {
    /// Returns the estimate of a mean from its sample, or `None` if the sample is empty.
    #[must_use]
    pub fn mean(sample: impl IntoIterator<Item = f64>) -> Option<SampleEstimate> {
        Summary::of(sample).map(|summary| SampleEstimate::from(&summary))
    }

    /// Returns the estimate of a median from its sample.
    #[must_use]
    pub fn median(sample: impl IntoIterator<Item = f64>) -> SampleEstimate {
        let mut sorted: Vec<f64> = sample.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        SampleEstimate::Median(sorted)
    }

    /// Returns whether some level has an interval: a single number has no spread to derive one from.
    #[must_use]
    pub fn has_interval(&self) -> bool {
        match self {
            SampleEstimate::Mean { count, .. } => *count > 1,
            SampleEstimate::Median(sorted) => sorted.len() > 1,
            SampleEstimate::Share(share) => share.trials > 0.0,
            SampleEstimate::Change(first, second) => first.trials > 0.0 && second.trials > 0.0,
        }
    }

    /// Returns the two-sided confidence interval, or `None` if the sample is too small for this level.
    ///
    /// ```
    /// use nullwindow_lab::stats::SampleEstimate;
    ///
    /// // The mean is 1 and its error 0.1; Student's t for one degree of freedom is 12.71.
    /// let interval = SampleEstimate::mean([0.9, 1.1]).and_then(|mean| mean.interval(0.95)).unwrap();
    /// assert!((interval.high - 2.2706).abs() < 1e-4);
    /// assert_eq!(SampleEstimate::mean([0.9]).and_then(|mean| mean.interval(0.95)), None);
    /// ```
    #[must_use]
    pub fn interval(&self, level: f64) -> Option<Interval> {
        if !self.has_interval() {
            return None;
        }
        Some(match self {
            // Equal numbers: infinity times zero would be no number.
            SampleEstimate::Mean { mean, error, .. } if *error == 0.0 => Interval { low: *mean, high: *mean },
            SampleEstimate::Mean { mean, error, count } => {
                let reach = error * student(level, size(count - 1));
                Interval { low: mean - reach, high: mean + reach }
            }
            SampleEstimate::Median(sorted) => return median(sorted, level),
            SampleEstimate::Share(share) => share.interval(level),
            SampleEstimate::Change(first, second) => change(*first, *second, level),
        })
    }
}

impl From<&Summary> for SampleEstimate {
    fn from(summary: &Summary) -> SampleEstimate {
        SampleEstimate::Mean { mean: summary.mean, error: summary.error, count: summary.count }
    }
}

impl Share {
    fn interval(self, level: f64) -> Interval {
        let (tail, above) = ((1.0 - level) / 2.0, self.share * self.trials);
        let below = self.trials - above;
        let low = if above <= 0.0 { 0.0 } else { beta_quantile(above, below + 1.0, tail) };
        let high = if below <= 0.0 { 1.0 } else { beta_quantile(above + 1.0, below, 1.0 - tail) };
        Interval { low, high }
    }
}

/// Returns the interval between the outermost numbers whose tails are improbable enough if half of all lie below the
/// median.
fn median(sorted: &[f64], level: f64) -> Option<Interval> {
    let tail = (1.0 - level) / 2.0;
    let (mut below, mut exactly, mut left_out) = (0.0, 0.5f64.powf(size(sorted.len())), 0);
    // `below` is the probability that fewer than `left_out` numbers lie below the median.
    while below + exactly <= tail {
        below += exactly;
        left_out += 1;
        exactly *= size(sorted.len() + 1 - left_out) / size(left_out);
    }
    let outermost = left_out.checked_sub(1)?;
    Some(Interval { low: sorted[outermost], high: sorted[sorted.len() - 1 - outermost] })
}

fn change(first: Share, second: Share, level: f64) -> Interval {
    let (from, to) = (first.interval(level), second.interval(level));
    let value = second.share - first.share;
    Interval {
        low: value - (second.share - to.low).hypot(from.high - first.share),
        high: value + (to.high - second.share).hypot(first.share - from.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Interval, low: f64, high: f64) {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-4;
        assert!(close(interval.low, low) && close(interval.high, high), "{interval:?} is not {low} to {high}");
    }

    #[test]
    fn means_by_hand() {
        // Mean 2, deviation 1, error 0.57735; t = 4.30265 for two degrees of freedom.
        near(SampleEstimate::mean([1.0, 2.0, 3.0]).unwrap().interval(0.95).unwrap(), -0.48414, 4.48414);
        near(SampleEstimate::mean([3.0, 3.0]).unwrap().interval(0.999).unwrap(), 3.0, 3.0);
        assert_eq!(SampleEstimate::mean([]), None);
    }

    #[test]
    fn medians_by_hand() {
        // All six on one side has probability 1/64 per tail: enough for 95 %, not for 99 %.
        let six = SampleEstimate::median([6.0, 1.0, 5.0, 2.0, 4.0, 3.0]);
        near(six.interval(0.95).unwrap(), 1.0, 6.0);
        assert_eq!(six.interval(0.99), None);
        // (1 + 9) / 512 = 0.0195 per tail with one left out; with two, (1 + 9 + 36) / 512 = 0.0898.
        near(SampleEstimate::median((1..=9).map(f64::from)).interval(0.95).unwrap(), 2.0, 8.0);
        near(SampleEstimate::median((1..=9).map(f64::from)).interval(0.80).unwrap(), 3.0, 7.0);
    }

    #[test]
    fn shares_by_hand() {
        let share = |above: f64, trials: f64| Share { share: above / trials, trials };
        // 0.025^(1/10) = 0.69150.
        near(SampleEstimate::Share(share(0.0, 10.0)).interval(0.95).unwrap(), 0.0, 0.30850);
        near(SampleEstimate::Share(share(10.0, 10.0)).interval(0.95).unwrap(), 0.69150, 1.0);
        // The published interval of 5 in 10.
        near(SampleEstimate::Share(share(5.0, 10.0)).interval(0.95).unwrap(), 0.18709, 0.81291);
        // From 10 of 10 to 0 of 10: 0 - 1, and both ends 0.3085 away.
        near(SampleEstimate::Change(share(10.0, 10.0), share(0.0, 10.0)).interval(0.95).unwrap(), -1.0, -0.56371);
    }
}
