//! Self-play games, of which quiet positions are written with their results.

use crate::arena::{ArenaGame, play};
use crate::arguments::{TABLE, count, depth, named, threads, weights_or_by_hand};
use crate::openings;
use crate::samples::ChessSample;
use clap::Args;
use indicatif::{ParallelProgressIterator, ProgressBar};
use nullwindow::{Evaluator, Game, Player};
use nullwindow_games::chess::Chess;
use nullwindow_train::output;
use rayon::prelude::*;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Play {
    /// Openings as PGN, plain or in a zip archive.
    #[arg(long)]
    openings: PathBuf,
    /// Weights to play with; the hand-written ones by default.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Number of games.
    #[arg(long, default_value_t = 2000, value_parser = count())]
    games: usize,
    /// Number of openings to skip, for a second run with others.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Search depth in plies, without the quiescence search.
    #[arg(long, default_value_t = 3, value_parser = depth())]
    depth: u32,
    /// File to write positions to.
    #[arg(long)]
    out: PathBuf,
    /// Seed for the order of openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; the games do not depend on it.
    #[arg(long, default_value_t = 2, value_parser = threads())]
    threads: usize,
}

impl Play {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        output::check_writable(&self.out)?;
        rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global()?;
        let openings = openings::read(&self.openings, self.seed)?;
        let chess = Chess::new().selective().with_weights(weights_or_by_hand(self.weights.as_ref())?);
        let chosen: Vec<_> = openings.iter().enumerate().skip(self.skip).take(self.games).collect();
        if chosen.is_empty() {
            return Err(format!("all {} openings are skipped: no game to play", openings.len()).into());
        }
        let unwritten = |error: io::Error| named(&self.out, &error);
        let mut out = BufWriter::new(File::create(&self.out).map_err(unwritten)?);
        let bar = ProgressBar::new(chosen.len() as u64);
        let (mut results, mut written) = ([0; 3], 0);
        // Written a hundred games at a time, so that an interrupted run loses little.
        for batch in chosen.chunks(100) {
            let games: Vec<(usize, ArenaGame)> = batch
                .par_iter()
                .progress_with(bar.clone())
                .map(|&(number, opening)| (number, play([&chess, &chess], opening, self.depth, TABLE)))
                .collect();
            for (number, game) in &games {
                results[usize::from(game.half_points)] += 1;
                for sample in quiet(&chess, *number, game) {
                    writeln!(out, "{sample}").map_err(unwritten)?;
                    written += 1;
                }
            }
            out.flush().map_err(unwritten)?;
        }
        let [black, drawn, white] = results;
        writeln!(
            io::stdout(),
            "games: White won {white}, Black won {black}, {drawn} drawn; {written} quiet positions"
        )?;
        Ok(())
    }
}

/// Selects quiet positions: not in check, with a quiet move played, and no capture better than standing pat.
fn quiet(chess: &Chess, game: usize, played: &ArenaGame) -> Vec<ChessSample> {
    let moments = played.moments.iter().filter(|moment| {
        let position = &moment.position;
        // Lopsided positions teach little: their result is certain whatever the weights.
        let still = !moment.noisy && position.board().checkers().is_empty() && moment.value.abs() < 2000;
        still && chess.evaluate(position) == chess.static_evaluation(position)
    });
    moments
        .map(|moment| {
            let white = chess.mover(&moment.position) == Player::First;
            let value = if white { moment.value } else { -moment.value };
            ChessSample { game, half_points: played.half_points, value, position: moment.position.clone() }
        })
        .collect()
}
