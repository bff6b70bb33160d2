//! Fits weights to results: mean squared error of logistic predictions, full batches, Adam.
//!
//! A logistic curve turns the evaluation of a position into an expected score. Its steepness is fitted to the initial
//! weights and then kept. The loss is the mean squared difference from the target: the result of the game, blended with
//! the value that the search found. Games are split, not positions: every tenth game is held out.

use crate::arguments::{above_zero, count, from_zero, named, part, weights_or_by_hand};
use crate::samples::ChessSample;
use clap::Args;
use indicatif::ProgressIterator;
use nullwindow_games::chess::evaluation::{ChessWeights, LEN, WeightPair, trace};
use nullwindow_train::{output, read_text};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Fit {
    /// Files of positions, as `play` writes them.
    #[arg(long, required = true, num_args = 1..)]
    positions: Vec<PathBuf>,
    /// Initial weights; the hand-written ones by default.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// File to write the weights to.
    #[arg(long)]
    out: PathBuf,
    /// Number of optimizer steps.
    #[arg(long, default_value_t = 250, value_parser = count())]
    steps: usize,
    /// Length of a step, in hundredths of a pawn.
    #[arg(long, default_value_t = 1.5, value_parser = above_zero)]
    rate: f32,
    /// Part of the target that is the value of the search; the rest is the result.
    #[arg(long, default_value_t = 0.4, value_parser = part)]
    blend: f32,
    /// Penalty for leaving the initial weights: the loss of a pawn away from there.
    #[arg(long, default_value_t = 1e-4, value_parser = from_zero)]
    hold: f32,
}

/// A position as features and target.
struct FitRow {
    features: Vec<(u16, i16)>,
    middlegame: f32,
    scale: (f32, f32),
    result: f32,
    value: f32,
}

impl FitRow {
    fn new(sample: &ChessSample) -> FitRow {
        let trace = trace(&sample.position);
        #[allow(clippy::cast_precision_loss, reason = "evaluations are small")]
        let value = sample.value as f32;
        let result = f32::from(sample.half_points) / 2.0;
        FitRow { features: trace.features, middlegame: trace.middlegame, scale: trace.scale, result, value }
    }

    /// Returns the evaluation for White, and its scale.
    fn evaluate(&self, weights: &[[f32; 2]]) -> (f32, f32) {
        let (mut middle, mut end) = (0.0, 0.0);
        for &(feature, count) in &self.features {
            let [its_middle, its_end] = weights[usize::from(feature)];
            middle += its_middle * f32::from(count);
            end += its_end * f32::from(count);
        }
        let mixed = middle * self.middlegame + end * (1.0 - self.middlegame);
        let scale = if mixed > 0.0 { self.scale.0 } else { self.scale.1 };
        (mixed * scale, scale)
    }
}

impl Fit {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        output::check_writable(&self.out)?;
        let begin: Vec<[f32; 2]> = numbers(&weights_or_by_hand(self.weights.as_ref())?);
        let (training, held_out) = self.read()?;
        let mut out = io::stdout();
        let steepness = steepness(&training, &begin);
        writeln!(out, "{} positions to fit, {} held out; steepness {steepness:.5}", training.len(), held_out.len())?;
        writeln!(
            out,
            "before: loss {:.6}, held out {:.6}",
            loss(&training, &begin, steepness),
            loss(&held_out, &begin, steepness)
        )?;
        let fitted = self.descend(&training, &begin, steepness);
        let rounded = rounded(&fitted);
        let after = numbers(&rounded);
        std::fs::write(&self.out, rounded.to_string()).map_err(|error| named(&self.out, &error))?;
        writeln!(
            out,
            "after:  loss {:.6}, held out {:.6}",
            loss(&training, &after, steepness),
            loss(&held_out, &after, steepness)
        )?;
        Ok(())
    }

    fn read(&self) -> Result<(Vec<FitRow>, Vec<FitRow>), Box<dyn Error>> {
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for path in &self.positions {
            for (number, line) in (1..).zip(read_text(path)?.lines()) {
                let sample =
                    ChessSample::parse(line).map_err(|error| format!("{}, line {number}: {error}", path.display()))?;
                // By game: positions of one game resemble each other and would leak into the held-out set.
                let rows = if sample.game % 10 == 0 { &mut held_out } else { &mut training };
                rows.push(FitRow::new(&sample));
            }
        }
        if training.is_empty() || held_out.is_empty() {
            let (fitted, held) = (training.len(), held_out.len());
            let counts = format!("{fitted} positions to fit and {held} to hold out");
            return Err(format!("{counts}: every tenth game is held out, so positions of ten games are needed").into());
        }
        Ok((training, held_out))
    }

    /// Runs Adam, with a penalty on the distance from the initial weights.
    #[allow(clippy::cast_precision_loss, reason = "counts of positions and steps")]
    fn descend(&self, rows: &[FitRow], begin: &[[f32; 2]], steepness: f32) -> Vec<[f32; 2]> {
        // The decay rates that the paper recommends (Kingma and Ba, 2015).
        let (keep_mean, keep_square) = (0.9_f32, 0.999_f32);
        let mut weights = begin.to_vec();
        let mut means = vec![[0.0_f32; 2]; LEN];
        let mut squares = vec![[0.0_f32; 2]; LEN];
        for step in (0..self.steps).progress() {
            let slope = self.gradient(rows, &weights, steepness);
            let rate = self.rate * (1.0 - step as f32 / self.steps as f32).max(0.05);
            let exponent = i32::try_from(step + 1).unwrap_or(i32::MAX);
            let (mean_part, square_part) = (1.0 - keep_mean.powi(exponent), 1.0 - keep_square.powi(exponent));
            for feature in 0..LEN {
                for phase in 0..2 {
                    let away = (weights[feature][phase] - begin[feature][phase]) / 1e4;
                    let slope = slope[feature][phase] / rows.len() as f32 + 2.0 * self.hold * away;
                    let (mean, square) = (&mut means[feature][phase], &mut squares[feature][phase]);
                    *mean = keep_mean * *mean + (1.0 - keep_mean) * slope;
                    *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
                    let length = (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-12);
                    weights[feature][phase] -= rate * length;
                }
            }
        }
        weights
    }

    /// Returns the gradient of the summed loss.
    fn gradient(&self, rows: &[FitRow], weights: &[[f32; 2]], steepness: f32) -> Vec<[f32; 2]> {
        let mut slope = vec![[0.0; 2]; LEN];
        for row in rows {
            let (value, scale) = row.evaluate(weights);
            let expected = logistic(steepness * value);
            let target = (1.0 - self.blend) * row.result + self.blend * logistic(steepness * row.value);
            let outer = 2.0 * (expected - target) * expected * (1.0 - expected) * steepness * scale;
            let (middle, end) = (outer * row.middlegame, outer * (1.0 - row.middlegame));
            for &(feature, count) in &row.features {
                let its = &mut slope[usize::from(feature)];
                its[0] += middle * f32::from(count);
                its[1] += end * f32::from(count);
            }
        }
        slope
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the mean squared difference of expected scores from results.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a count, and a mean below one")]
fn loss(rows: &[FitRow], weights: &[[f32; 2]], steepness: f32) -> f32 {
    let square = |row: &FitRow| f64::from(logistic(steepness * row.evaluate(weights).0) - row.result).powi(2);
    (rows.iter().map(square).sum::<f64>() / rows.len() as f64) as f32
}

/// Returns the steepness of the curve that fits results best, by ternary search.
fn steepness(rows: &[FitRow], weights: &[[f32; 2]]) -> f32 {
    let (mut low, mut high) = (0.0005_f32, 0.02_f32);
    for _ in 0..24 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(rows, weights, left) < loss(rows, weights, right) { high = right } else { low = left }
    }
    f32::midpoint(low, high)
}

fn numbers(weights: &ChessWeights) -> Vec<[f32; 2]> {
    weights.pairs().iter().map(|pair| [f32::from(pair.middlegame), f32::from(pair.endgame)]).collect()
}

fn rounded(weights: &[[f32; 2]]) -> ChessWeights {
    #[allow(clippy::cast_possible_truncation, reason = "clamped")]
    // The range that `ChessWeights` accepts.
    let round = |weight: f32| weight.round().clamp(-3000.0, 3000.0) as i16;
    let pairs: Vec<WeightPair> =
        weights.iter().map(|&[middle, end]| WeightPair { middlegame: round(middle), endgame: round(end) }).collect();
    ChessWeights::new(&pairs)
}
