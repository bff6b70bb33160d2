//! Logistic regression: finds the weights that make the results most likely.

use crate::CheckersWeights;
use crate::samples::{CheckersSample, CheckersSamples};
use indicatif::{ProgressBar, ProgressStyle};
use nullwindow_games::checkers::evaluation::TERMS;
use rayon::prelude::*;

/// The number of positions that a worker thread takes at a time; fixed, so that floating-point sums are reproducible.
const CHUNK: usize = 1 << 13;

/// Returns whether a term is a single piece.
pub fn is_material(term: usize) -> bool {
    term < 64
}

fn score(sample: CheckersSample<'_>, weights: &CheckersWeights) -> f64 {
    let mut sums = [0.0; 2];
    for &(term, count) in sample.terms {
        let [full, empty] = weights[usize::from(term)];
        sums[0] += full * f64::from(count);
        sums[1] += empty * f64::from(count);
    }
    sums[0] * sample.full + sums[1] * (1.0 - sample.full)
}

fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// Returns the mean loss, in nats, of predicting the results by scores multiplied by `unit`.
pub fn loss(samples: &CheckersSamples, weights: &CheckersWeights, unit: f64) -> f64 {
    let one = |sample: CheckersSample<'_>| {
        // Clamped, because the logarithm of 0 is infinite.
        let chance = chance(score(sample, weights) * unit).clamp(1e-12, 1.0 - 1e-12);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.range(0..samples.len()).map(one).sum::<f64>() / samples.len() as f64
}

/// Returns the unit with the smallest loss.
pub fn best_unit(samples: &CheckersSamples, weights: &CheckersWeights) -> f64 {
    // Ternary search on a logarithmic scale: the loss has one minimum. 24 steps narrow the range to 1e-4 of its width.
    let (mut low, mut high) = (1e-4f64.ln(), 4.0f64.ln());
    for _ in 0..24 {
        let third = (high - low) / 3.0;
        let (one, two) = (low + third, high - third);
        if loss(samples, weights, one.exp()) < loss(samples, weights, two.exp()) { high = two } else { low = one }
    }
    low.midpoint(high).exp()
}

/// Returns rounded weights, scaled so that the mean of all men is worth 100; `None` if men are worth nothing.
pub fn scaled(weights: &CheckersWeights) -> Option<CheckersWeights> {
    // Men stand on 28 squares; on the king row they are kings.
    let men: f64 = weights[..28].iter().map(|[full, empty]| full.midpoint(*empty)).sum();
    let scaled = weights.map(|pair| pair.map(|weight| (weight * 100.0 * 28.0 / men).round()));
    (men > 0.0 && scaled.iter().flatten().all(|weight| weight.is_finite())).then_some(scaled)
}

/// Fits the weights of the terms for which `free` holds; the others stay zero. If not all terms are free, material has
/// the same weight on every square.
pub fn fit(samples: &CheckersSamples, rounds: usize, decay: f64, free: impl Fn(usize) -> bool) -> CheckersWeights {
    let mut weights = [[0.0; 2]; TERMS];
    let mut adam = Adam::new();
    let all_free = (0..TERMS).all(&free);
    let bar = ProgressBar::new(rounds as u64);
    let template = "{wide_bar} {pos}/{len} rounds, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    for round in 0..rounds {
        let mut slope = slope(samples, &weights);
        for (term, pair) in slope.iter_mut().enumerate() {
            for (side, slope) in pair.iter_mut().enumerate() {
                *slope = if free(term) { *slope + decay * weights[term][side] } else { 0.0 };
            }
        }
        if !all_free {
            tie(&mut slope[..32]);
            tie(&mut slope[32..64]);
        }
        // The rate falls linearly, so that the weights settle at the end.
        adam.step(&mut weights, &slope, 0.05 * (1.0 - round as f64 / rounds as f64).max(0.02));
        bar.inc(1);
    }
    bar.finish_and_clear();
    weights
}

/// Sets all slopes to their sum, so that the weights stay equal, on a full board and an empty one.
fn tie(slopes: &mut [[f64; 2]]) {
    let sum: f64 = slopes.iter().flatten().sum();
    slopes.fill([sum; 2]);
}

/// Returns the gradient of the mean loss.
fn slope(samples: &CheckersSamples, weights: &CheckersWeights) -> CheckersWeights {
    let chunks: Vec<usize> = (0..samples.len()).step_by(CHUNK).collect();
    let parts: Vec<CheckersWeights> = chunks
        .into_par_iter()
        .map(|begin| {
            let mut slope = [[0.0; 2]; TERMS];
            for sample in samples.range(begin..(begin + CHUNK).min(samples.len())) {
                let error = chance(score(sample, weights)) - sample.result;
                for &(term, count) in sample.terms {
                    let by = error * f64::from(count);
                    slope[usize::from(term)][0] += by * sample.full;
                    slope[usize::from(term)][1] += by * (1.0 - sample.full);
                }
            }
            slope
        })
        .collect();
    // Parts are added in order: floating-point addition is not associative.
    let mut sum = [[0.0; 2]; TERMS];
    for part in &parts {
        for (sum, part) in sum.iter_mut().flatten().zip(part.iter().flatten()) {
            *sum += part / samples.len() as f64;
        }
    }
    sum
}

/// The Adam optimizer (Kingma and Ba, 2015).
struct Adam {
    mean: CheckersWeights,
    square: CheckersWeights,
    steps: i32,
}

impl Adam {
    fn new() -> Adam {
        Adam { mean: [[0.0; 2]; TERMS], square: [[0.0; 2]; TERMS], steps: 0 }
    }

    fn step(&mut self, weights: &mut CheckersWeights, slope: &CheckersWeights, rate: f64) {
        // The decay rates that the paper recommends.
        const KEEP: (f64, f64) = (0.9, 0.999);
        self.steps += 1;
        let (first, second) = (1.0 - KEEP.0.powi(self.steps), 1.0 - KEEP.1.powi(self.steps));
        for term in 0..TERMS {
            for side in 0..2 {
                let slope = slope[term][side];
                let (mean, square) = (&mut self.mean[term][side], &mut self.square[term][side]);
                *mean += (slope - *mean) * (1.0 - KEEP.0);
                *square += (slope * slope - *square) * (1.0 - KEEP.1);
                weights[term][side] -= rate * (*mean / first) / ((*square / second).sqrt() + 1e-9);
            }
        }
    }
}
