//! A match between two sets of weights.

use crate::arena::play;
use crate::arguments::{TABLE, count, depth, threads, weights_or_by_hand, weights_or_shipped};
use crate::openings;
use clap::Args;
use indicatif::ParallelProgressIterator;
use nullwindow_games::chess::Chess;
use rayon::prelude::*;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Match {
    /// Openings as PGN, plain or in a zip archive.
    #[arg(long)]
    openings: PathBuf,
    /// Weights under test; the shipped ones by default.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Weights of the opponent; the hand-written ones by default.
    #[arg(long)]
    against: Option<PathBuf>,
    /// Number of openings; each is played with both colours.
    #[arg(long, default_value_t = 100, value_parser = count())]
    pairs: usize,
    /// Search depth in plies, without the quiescence search.
    #[arg(long, default_value_t = 3, value_parser = depth())]
    depth: u32,
    /// Seed for the openings; use another one than for training.
    #[arg(long, default_value_t = 2)]
    seed: u64,
    /// Number of threads; the games do not depend on it.
    #[arg(long, default_value_t = 2, value_parser = threads())]
    threads: usize,
}

impl Match {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global()?;
        let openings = openings::read(&self.openings, self.seed)?;
        let on_trial = Chess::new().selective().with_weights(weights_or_shipped(self.weights.as_ref())?);
        let opponent = Chess::new().selective().with_weights(weights_or_by_hand(self.against.as_ref())?);
        let chosen = &openings[..self.pairs.min(openings.len())];
        let games: Vec<[u8; 2]> = chosen
            .par_iter()
            .progress()
            .map(|opening| {
                let white = play([&on_trial, &opponent], opening, self.depth, TABLE).half_points;
                let black = play([&opponent, &on_trial], opening, self.depth, TABLE).half_points;
                [white, 2 - black]
            })
            .collect();
        report(&games.concat())?;
        Ok(())
    }
}

/// Prints wins, draws and losses, the score, and the Elo difference with its standard error.
#[allow(clippy::cast_precision_loss, reason = "a few thousand games")]
fn report(points: &[u8]) -> io::Result<()> {
    let count = |wanted| points.iter().filter(|&&half| half == wanted).count();
    let games = points.len() as f64;
    let mean = points.iter().map(|&half| f64::from(half) / 2.0).sum::<f64>() / games;
    let variance = points.iter().map(|&half| (f64::from(half) / 2.0 - mean).powi(2)).sum::<f64>() / games;
    let error = (variance / games).sqrt();
    // Clamped: a perfect score has an infinite Elo difference.
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(1e-6, 1.0 - 1e-6) - 1.0).log10();
    let mut out = io::stdout();
    writeln!(out, "won {}, drawn {}, lost {} of {}", count(2), count(1), count(0), points.len())?;
    writeln!(
        out,
        "score {:.1} % (standard error {:.1} %), Elo {:+.0} [{:+.0} to {:+.0} at two standard errors]",
        100.0 * mean,
        100.0 * error,
        elo(mean),
        elo(mean - 2.0 * error),
        elo(mean + 2.0 * error)
    )
}
