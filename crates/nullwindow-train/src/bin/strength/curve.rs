//! Fits the curve of results by score.

use super::games::{OwnResult, Sample};

/// Fits the curve `win = 1 / (1 + exp((even - score) / spread))`, with the same for losses and draws between, by maximum
/// likelihood. Returns `even` and `spread`; `None` if all results are alike.
pub fn fit_curve(samples: &[Sample]) -> Option<(f64, f64)> {
    let has = |result| samples.iter().any(|sample| sample.result == result);
    if !has(OwnResult::Win) || !has(OwnResult::Loss) {
        return None;
    }
    // The likelihood has one maximum: a search that halves its steps finds it.
    let (mut best, mut step) = ((100.0_f64, 100.0_f64), 64.0);
    let mut value = likelihood(samples, best);
    while step > 0.05 {
        let near = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step), (step, step), (-step, -step)];
        let points = near.map(|(even, spread)| (best.0 + even, best.1 + spread));
        let better = points.into_iter().filter(|&(even, spread)| even >= 1.0 && spread >= 1.0).find_map(|point| {
            let its = likelihood(samples, point);
            (its > value).then_some((point, its))
        });
        match better {
            Some((point, its)) => (best, value) = (point, its),
            None => step /= 2.0,
        }
    }
    Some(best)
}

/// Returns the logarithm of the likelihood of all results.
fn likelihood(samples: &[Sample], (even, spread): (f64, f64)) -> f64 {
    let wins = |score: f64| 1.0 / (1.0 + ((even - score) / spread).exp());
    let chance = |sample: &Sample| {
        let (win, loss) = (wins(sample.score.into()), wins(f64::from(-sample.score)));
        match sample.result {
            OwnResult::Win => win,
            OwnResult::Loss => loss,
            OwnResult::Draw => 1.0 - win - loss,
        }
    };
    samples.iter().map(|sample| chance(sample).max(1e-9).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_curve_is_found_again() {
        let (even, spread) = (120.0, 80.0);
        let mut samples = Vec::new();
        for score in (-600..=600).step_by(20) {
            let wins = |score: f64| 1.0 / (1.0 + ((even - score) / spread).exp());
            let (win, loss) = (wins(f64::from(score)), wins(f64::from(-score)));
            for part in 0..200 {
                let share = (f64::from(part) + 0.5) / 200.0;
                let result = if share < win {
                    OwnResult::Win
                } else if share < win + loss {
                    OwnResult::Loss
                } else {
                    OwnResult::Draw
                };
                samples.push(Sample { score, result });
            }
        }
        let found = fit_curve(&samples).unwrap();
        assert!((found.0 - even).abs() < 3.0 && (found.1 - spread).abs() < 3.0, "{found:?}");
        assert!(fit_curve(&samples[..1]).is_none());
    }
}
