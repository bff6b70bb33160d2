//! Elo from the scores of game pairs, and the generalised sequential probability ratio test on them.
//!
//! Both games of a pair begin with the same opening, with the sides exchanged. Their results depend on each other, so the
//! unit of the statistics is the pair, with five possible scores: a pentanomial distribution. The expected score of an
//! Elo difference is that of the logistic model, `1 / (1 + 10^(-elo / 400))`.
//!
//! The test compares two hypotheses about the expected score, `s0` and `s1`. The likelihood of a hypothesis is that of the
//! most likely distribution of pair scores with this expectation; the logarithm of the ratio, LLR, ends the test when it
//! leaves `[ln(beta / (1 - alpha)), ln((1 - beta) / alpha)]`. For small differences
//! `LLR ~ N (s1 - s0) (2 m - s0 - s1) / (2 v)` with the mean `m` and the variance `v` of `N` pairs (M. Van den Bergh, The
//! generalized maximum likelihood ratio for the expectation value of a distribution).

use std::fmt;
use std::str::FromStr;

/// The scores of a pair, as shares of its two points.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The standard normal quantile of a two-sided interval of 95 %.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The Elo of a score that no number describes: all games won.
const MOST_ELO: f64 = 2400.0;

/// Counts of pairs by their score for one player: 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Counts a pair in which the player got this many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score and the variance of a pair's score; `None` without a pair.
    #[must_use]
    pub fn moments(&self) -> Option<(f64, f64)> {
        let shares = self.shares()?;
        let mean: f64 = shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * score).sum();
        let variance = shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum();
        Some((mean, variance))
    }

    /// Estimates the Elo difference with an interval of 95 %; `None` without a pair. If all pairs have the same score, there
    /// is no interval: their spread is unknown.
    ///
    /// ```
    /// use nullwindow_lab::matches::PairCounts;
    ///
    /// let even = PairCounts([0, 10, 80, 10, 0]).elo().unwrap();
    /// assert_eq!(even.elo, 0.0);
    /// assert!(even.interval.is_some_and(|(low, high)| (high - 15.2).abs() < 0.1 && (low + high).abs() < 1e-9));
    /// assert_eq!(PairCounts([0, 0, 0, 0, 2]).elo().unwrap().interval, None);
    /// ```
    #[must_use]
    pub fn elo(&self) -> Option<EloEstimate> {
        let (mean, variance) = self.moments()?;
        let error = NORMAL_95 * (variance / count(self.pairs())).sqrt();
        let interval = (error > 0.0).then(|| (elo_of_score(mean - error), elo_of_score(mean + error)));
        Some(EloEstimate { elo: elo_of_score(mean), interval })
    }

    /// Returns the share of each score; `None` without a pair.
    fn shares(&self) -> Option<[f64; 5]> {
        let pairs = count(self.pairs());
        (pairs > 0.0).then(|| self.0.map(|number| count(number) / pairs))
    }
}

/// An Elo difference with its interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The estimate.
    pub elo: f64,
    /// The ends of the interval; `None` if the spread is unknown.
    pub interval: Option<(f64, f64)>,
}

impl EloEstimate {
    /// Writes the interval: `[-5.1, +12.0]`.
    #[must_use]
    pub fn interval_text(&self) -> String {
        // Adding zero turns -0 into 0.
        self.interval.map_or_else(|| "?".to_owned(), |(low, high)| format!("[{:+.1}, {:+.1}]", low + 0.0, high + 0.0))
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} Elo", self.elo + 0.0)?;
        match self.interval {
            Some(_) => write!(f, ", 95 % in {}", self.interval_text()),
            None => f.write_str(", no interval: all pairs have the same score"),
        }
    }
}

/// Returns the expected score of an Elo difference, by the logistic model.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the Elo difference of an expected score, at most 2400.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        return -MOST_ELO;
    }
    if score >= 1.0 {
        return MOST_ELO;
    }
    (-400.0 * (1.0 / score - 1.0).log10()).clamp(-MOST_ELO, MOST_ELO)
}

/// A sequential test of two hypotheses about the Elo difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the hypothesis H1, which is greater.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtDecision {
    /// More games are needed.
    Continue,
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
}

impl Sprt {
    /// Creates a test; `None` unless `elo0 < elo1` and both errors are above 0 and below 1/2.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Sprt> {
        let is_error = |error: f64| error > 0.0 && error < 0.5;
        let is_elo = |elo: f64| elo.is_finite() && elo.abs() < MOST_ELO / 2.0;
        let valid = is_elo(elo0) && is_elo(elo1) && elo0 < elo1 && is_error(alpha) && is_error(beta);
        valid.then_some(Sprt { elo0, elo1, alpha, beta })
    }

    /// Returns the values of the log-likelihood ratio at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of H1 to H0.
    #[must_use]
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        // A score that never occurred would have the likelihood 0. A thousandth of a pair stands for each.
        let counts = pairs.0.map(|number| count(number).max(1e-3));
        let all: f64 = counts.iter().sum();
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let shares = counts.map(|number| number / all);
        let likely = |elo: f64| most_likely(&shares, score_of_elo(elo));
        let (under0, under1) = (likely(self.elo0), likely(self.elo1));
        counts.iter().zip(under0.iter().zip(under1)).map(|(number, (p0, p1))| number * (p1 / p0).ln()).sum()
    }

    /// Returns the state of the test after these pairs.
    #[must_use]
    pub fn decision(&self, pairs: &PairCounts) -> SprtDecision {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= low => SprtDecision::AcceptH0,
            llr if llr >= high => SprtDecision::AcceptH1,
            _ => SprtDecision::Continue,
        }
    }
}

/// Returns the distribution with this expectation under which the observed shares are most likely.
///
/// By Lagrange multipliers its shares are `p_i / (1 + x (a_i - s))`, where `x` solves
/// `sum p_i (a_i - s) / (1 + x (a_i - s)) = 0`. The sum falls with `x` between its poles.
fn most_likely(shares: &[f64; 5], score: f64) -> [f64; 5] {
    let sum = |x: f64| -> f64 {
        shares.iter().zip(PAIR_SCORES).map(|(share, a)| share * (a - score) / (1.0 + x * (a - score))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    // Sixty halvings leave an interval of the size of a rounding error.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let mut found = [0.0; 5];
    for (place, (share, a)) in found.iter_mut().zip(shares.iter().zip(PAIR_SCORES)) {
        *place = share / (1.0 + x * (a - score));
    }
    found
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn count(number: u64) -> f64 {
    number as f64
}

/// Reads `elo0,elo1,alpha,beta`; both errors are 0.05 if they are missing.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let wrong = || format!("'{text}' is no test: expected elo0,elo1,alpha,beta, such as 0,10,0.05,0.05");
        let numbers: Vec<f64> =
            text.split(',').map(|word| word.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        let sprt = match *numbers.as_slice() {
            [elo0, elo1] => Sprt::new(elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => Sprt::new(elo0, elo1, alpha, beta),
            _ => None,
        };
        sprt.ok_or_else(|| format!("{}; elo0 is less than elo1, and the errors are between 0 and 0.5", wrong()))
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // By hand: 10^(100 / 400) = 1.778279, so the score is 1 / (1 + 1 / 1.778279) = 0.640065.
        near(score_of_elo(100.0), 0.640_065, 1e-6);
        near(elo_of_score(0.75), 400.0 * 3_f64.log10(), 1e-9);
        assert_eq!(elo_of_score(0.5), 0.0);
        for elo in [-300.0, -5.0, 0.0, 12.5, 800.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0), elo_of_score(-1.0)), (-2400.0, 2400.0, -2400.0));
    }

    #[test]
    fn moments_by_hand() {
        // Ten pairs: scores 0, 1/4, 1/2 (four), 3/4 (three), 1. Sum: 0 + 0.25 + 2 + 2.25 + 1 = 5.5.
        let (mean, variance) = PairCounts([1, 1, 4, 3, 1]).moments().unwrap();
        near(mean, 0.55, 1e-12);
        // 0.3025 + 0.09 + 4 * 0.0025 + 3 * 0.04 + 0.2025 = 0.725, divided by 10.
        near(variance, 0.0725, 1e-12);
        assert_eq!(PairCounts::default().moments(), None);
    }

    #[test]
    fn the_interval_by_hand() {
        // Mean 0.55, standard error sqrt(0.0725 / 10) = 0.085147; 1.96 of it is 0.166885.
        let found = PairCounts([1, 1, 4, 3, 1]).elo().unwrap();
        near(found.elo, -400.0 * (1.0_f64 / 0.55 - 1.0).log10(), 1e-9);
        let (low, high) = found.interval.unwrap();
        near(low, -400.0 * (1.0_f64 / (0.55 - 0.166_885) - 1.0).log10(), 0.01);
        near(high, -400.0 * (1.0_f64 / (0.55 + 0.166_885) - 1.0).log10(), 0.01);
        assert_eq!(PairCounts([0, 1, 3, 1, 0]).elo().unwrap().to_string(), "+0.0 Elo, 95 % in [-98.9, +98.9]");
        assert!(PairCounts([0, 0, 3, 0, 0]).elo().unwrap().to_string().starts_with("+0.0 Elo, no interval"));
        assert_eq!(PairCounts([0, 0, 0, 0, 3]).elo().unwrap().elo, 2400.0);
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (low, high) = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().bounds();
        near(low, -(19_f64.ln()), 1e-12);
        near(high, 19_f64.ln(), 1e-12);
        let (low, high) = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap().bounds();
        near(low, (0.1_f64 / 0.95).ln(), 1e-12);
        near(high, 18_f64.ln(), 1e-12);
    }

    #[test]
    fn the_ratio_by_hand_where_only_two_scores_occur() {
        // With scores 0 and 1 alone the most likely distribution is (1 - s, s): 30 wins and 20 losses of 50 pairs.
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
        let s1 = score_of_elo(50.0);
        let expected = 30.0 * (s1 / 0.5).ln() + 20.0 * ((1.0 - s1) / 0.5).ln();
        near(sprt.llr(&PairCounts([20, 0, 0, 0, 30])), expected, 0.01);
    }

    #[test]
    fn the_ratio_agrees_with_the_published_approximation() {
        for (counts, elo1) in
            [([12, 200, 580, 210, 18], 5.0), ([55, 330, 480, 371, 64], 3.0), ([900, 4500, 9000, 4700, 910], 2.0)]
        {
            let (pairs, sprt) = (PairCounts(counts), Sprt::new(0.0, elo1, 0.05, 0.05).unwrap());
            let (mean, variance) = pairs.moments().unwrap();
            let (s0, s1) = (0.5, score_of_elo(elo1));
            let expected = count(pairs.pairs()) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
            let found = sprt.llr(&pairs);
            near(found, expected, 0.02 * expected.abs() + 0.005);
        }
    }

    #[test]
    fn the_ratio_is_odd_under_exchange_of_the_players() {
        let sprt = Sprt::new(-10.0, 10.0, 0.05, 0.05).unwrap();
        let counts = [3, 17, 40, 28, 9];
        let exchanged = {
            let mut counts = counts;
            counts.reverse();
            counts
        };
        near(sprt.llr(&PairCounts(counts)), -sprt.llr(&PairCounts(exchanged)), 1e-9);
        near(sprt.llr(&PairCounts([5, 10, 30, 10, 5])), 0.0, 1e-9);
        assert_eq!(sprt.llr(&PairCounts::default()), 0.0);
    }

    #[test]
    fn tests_end_when_the_evidence_suffices() {
        let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap();
        assert_eq!(sprt.decision(&PairCounts([0, 20, 60, 20, 0])), SprtDecision::Continue);
        assert_eq!(sprt.decision(&PairCounts([0, 20, 160, 120, 20])), SprtDecision::AcceptH1);
        assert_eq!(sprt.decision(&PairCounts([20, 120, 160, 20, 0])), SprtDecision::AcceptH0);
        assert_eq!(sprt.decision(&PairCounts::default()), SprtDecision::Continue);
        // Draws alone say nothing against a player that is no better.
        assert_eq!(sprt.decision(&PairCounts([0, 0, 500, 0, 0])), SprtDecision::AcceptH0);
    }

    #[test]
    fn tests_are_read_from_text() {
        assert_eq!("0,10,0.05,0.1".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.1 }));
        assert_eq!("-3, 1".parse::<Sprt>().unwrap().to_string(), "-3,1,0.05,0.05");
        for wrong in
            ["", "0", "5,0", "0,5,0.05", "0,5,0,0.05", "0,5,0.6,0.05", "a,b", "0,inf", "nan,1", "0,5,0.05,0.05,1"]
        {
            assert!(wrong.parse::<Sprt>().is_err_and(|error| error.contains("elo0,elo1")), "{wrong}");
        }
    }
}
