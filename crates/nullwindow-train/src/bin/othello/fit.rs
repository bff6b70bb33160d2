//! Least squares by conjugate gradients.
//!
//! The weights `w` minimise the sum over positions of (prediction - result)^2, plus `ridge` times the sum of w^2, plus
//! `smooth` times the sum of squared differences between weights of neighbouring anchors. The gradient is linear in
//! `w`, so this is a system of linear equations with a positive matrix. The matrix is too large to store, but its
//! product with a vector takes one pass over the positions.

use crate::OthelloArguments;
use crate::games::{OthelloSample, OthelloSamples};
use indicatif::{ProgressBar, ProgressStyle};
use nullwindow_games::othello::patterns::{self, FEATURES, features};
use nullwindow_games::othello::weights::{ANCHORS, OthelloWeights, STRIDE, anchor};
use nullwindow_train::output::print_line;
use rayon::prelude::*;
use std::error::Error;

/// A vector of all weights, anchor by anchor.
type Vector = Vec<f64>;

/// The index of each feature's weight.
struct WeightMap(Vec<u32>);

/// The positions with one number of discs, and the shares of their two anchors.
struct DiscGroup<'a> {
    samples: &'a [OthelloSample],
    anchor: usize,
    parts: [f64; 2],
}

/// The equations.
struct System<'a> {
    groups: Vec<DiscGroup<'a>>,
    sharing: WeightMap,
    ridge: f64,
    smooth: f64,
}

/// Fits weights to `samples`, and prints the progress measured on `held`.
pub fn fit(
    samples: &OthelloSamples,
    held: &OthelloSamples,
    request: &OthelloArguments,
) -> Result<OthelloWeights, Box<dyn Error>> {
    let system = System::new(samples, request.ridge, request.smooth);
    let control = System::new(held, 0.0, 0.0);
    print_line(format_args!("{} positions, {} weights", system.positions(), ANCHORS * patterns::weights()))?;
    let bar = ProgressBar::new(request.steps.into());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}") {
        bar.set_style(style);
    }
    // Jacobi preconditioning: weights of rare features converge as fast as those of common ones.
    let diagonal = system.diagonal();
    let mut weights = vec![0.0; ANCHORS * patterns::weights()];
    let mut residual = system.collect(|sample, _| sample.result, &weights);
    let mut steepest: Vector = residual.iter().zip(&diagonal).map(|(r, d)| r / d).collect();
    let mut direction = steepest.clone();
    let mut progress = dot(&residual, &steepest);
    for step in 1..=request.steps {
        let image = system.multiply(&direction);
        let length = progress / dot(&direction, &image);
        if !length.is_normal() {
            // The residual is zero, or the numbers have overflowed.
            bar.suspend(|| print_line(format_args!("stopped after {} steps", step - 1)))?;
            break;
        }
        add(&mut weights, length, &direction);
        add(&mut residual, -length, &image);
        steepest = residual.iter().zip(&diagonal).map(|(r, d)| r / d).collect();
        let next = dot(&residual, &steepest);
        let turn = next / progress;
        progress = next;
        direction.iter_mut().zip(&steepest).for_each(|(d, s)| *d = s + turn * *d);
        bar.inc(1);
        if step % 5 == 0 || step == request.steps {
            let line = format!("step {step}: mean error {:.4} on games held out", control.mean_error(&weights));
            bar.set_message(line.clone());
            bar.suspend(|| print_line(line))?;
        }
    }
    bar.finish_and_clear();
    Ok(OthelloWeights::rounded(&weights)?)
}

impl<'a> System<'a> {
    fn new(samples: &'a OthelloSamples, ridge: f64, smooth: f64) -> System<'a> {
        let groups = (0..).zip(samples).filter(|(_, samples)| !samples.is_empty()).map(|(discs, samples)| {
            let (anchor, part) = anchor(discs);
            let part = f64::from(part) / f64::from(STRIDE);
            DiscGroup { samples, anchor, parts: [1.0 - part, part] }
        });
        let features = u32::try_from(FEATURES).unwrap_or(u32::MAX);
        let sharing = WeightMap((0..features).filter_map(patterns::weight_of).collect());
        System { groups: groups.collect(), sharing, ridge, smooth }
    }

    fn positions(&self) -> usize {
        self.groups.iter().map(|group| group.samples.len()).sum()
    }

    /// Sums `term` over the positions that have each weight. The term may depend on the position's sum of `weights`.
    fn collect(&self, term: impl Fn(&OthelloSample, f32) -> f32 + Sync, weights: &Vector) -> Vector {
        // Collected before they are added, so that the sum does not depend on the threads.
        let sums: Vec<Vector> =
            self.groups.par_iter().map(|group| group.collect(&self.sharing, &term, weights)).collect();
        let mut total = vec![0.0; weights.len()];
        for (group, sums) in self.groups.iter().zip(&sums) {
            for (near, part) in group.parts.iter().enumerate() {
                add(slice(&mut total, group.anchor + near), *part, sums);
            }
        }
        total
    }

    /// Multiplies the matrix by `vector`.
    fn multiply(&self, vector: &Vector) -> Vector {
        let mut image = self.collect(|_, sum| sum, vector);
        add(&mut image, self.ridge, vector);
        let one = patterns::weights();
        for i in one..vector.len() {
            let step = self.smooth * (vector[i] - vector[i - one]);
            image[i] += step;
            image[i - one] -= step;
        }
        image
    }

    /// Returns the diagonal of the matrix.
    fn diagonal(&self) -> Vector {
        let mut diagonal = vec![self.ridge + 2.0 * self.smooth; ANCHORS * patterns::weights()];
        let none = vec![0.0; diagonal.len()];
        let counts: Vec<Vector> =
            self.groups.par_iter().map(|group| group.collect(&self.sharing, &|_, _| 1.0, &none)).collect();
        for (group, counts) in self.groups.iter().zip(&counts) {
            for (near, part) in group.parts.iter().enumerate() {
                add(slice(&mut diagonal, group.anchor + near), part * part, counts);
            }
        }
        // A weight that no position has would divide by 0.
        diagonal.iter_mut().for_each(|entry| *entry = entry.max(1e-9));
        diagonal
    }

    /// Returns the mean of |prediction - result| over all positions.
    fn mean_error(&self, weights: &Vector) -> f64 {
        let errors = self.groups.par_iter().map(|group| {
            let table = group.table(&self.sharing, weights);
            group.samples.iter().map(|sample| f64::from((sum(&table, sample).1 - sample.result).abs())).sum::<f64>()
        });
        errors.collect::<Vec<f64>>().iter().sum::<f64>() / self.positions() as f64
    }
}

impl DiscGroup<'_> {
    /// Returns the weight of each feature at this number of discs.
    fn table(&self, sharing: &WeightMap, weights: &Vector) -> Vec<f32> {
        let one = patterns::weights();
        let (below, above) = (&weights[self.anchor * one..][..one], &weights[(self.anchor + 1) * one..][..one]);
        #[allow(clippy::cast_possible_truncation, reason = "single precision is enough for sums of a few dozen")]
        let blended =
            |&weight: &u32| (self.parts[0] * below[weight as usize] + self.parts[1] * above[weight as usize]) as f32;
        sharing.0.iter().map(blended).collect()
    }

    fn collect(&self, sharing: &WeightMap, term: &impl Fn(&OthelloSample, f32) -> f32, weights: &Vector) -> Vector {
        let table = self.table(sharing, weights);
        let mut sums = vec![0f32; FEATURES];
        for sample in self.samples {
            let (features, sum) = sum(&table, sample);
            let term = term(sample, sum);
            features.iter().for_each(|&feature| sums[feature as usize] += term);
        }
        let mut shared = vec![0.0; patterns::weights()];
        sharing.0.iter().zip(sums).for_each(|(&weight, sum)| shared[weight as usize] += f64::from(sum));
        shared
    }
}

fn sum(table: &[f32], sample: &OthelloSample) -> ([u32; patterns::ACTIVE], f32) {
    let features = features(sample.own, sample.other);
    (features, features.iter().map(|&feature| table[feature as usize]).sum())
}

/// Returns the part of a vector that belongs to an anchor.
fn slice(vector: &mut Vector, anchor: usize) -> &mut [f64] {
    let one = patterns::weights();
    &mut vector[anchor * one..][..one]
}

fn add(to: &mut [f64], times: f64, vector: &[f64]) {
    to.iter_mut().zip(vector).for_each(|(to, entry)| *to += times * entry);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
