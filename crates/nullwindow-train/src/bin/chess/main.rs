//! Fits the weights of the chess evaluation to games that the library plays against itself.
//!
//! `start` prints hand-written weights, `play` plays games from openings and writes their quiet positions, `fit` fits
//! weights to the results, `match` plays two sets of weights against each other, and `sts` runs the Strategic Test
//! Suite.
//!
//! The games are those of selective searches, as they are played. The shipped weights come from one run of each: `play
//! --depth 4` with the weights before, stopped after 5,300 games, then `fit --steps 400 --hold 3e-5` from the same weights,
//! with hand-written ones for the features that were new.
//!
//! The likelihood of quiet moves comes from `best-moves --games 6000` and `likelihood` with its defaults.

mod arena;
mod arguments;
mod best_moves;
mod fit;
mod likelihood;
mod openings;
mod play;
mod rivals;
mod samples;
mod start;
mod suite;

use clap::{Parser, Subcommand};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// Fits the weights of the chess evaluation to games that the library plays against itself.
///
/// In this order: `start` prints hand-written weights, `play` plays games and writes quiet positions, `fit` fits
/// weights to them, `match` and `sts` measure weights. The shipped weights are those that nullwindow-games is built
/// with.
#[derive(Parser, Debug)]
#[command(name = "chess", version)]
struct ChessArguments {
    #[command(subcommand)]
    command: ChessCommand,
}

#[derive(Subcommand, Debug)]
enum ChessCommand {
    /// Prints hand-written weights, where tuning begins.
    Start,
    /// Plays games against itself and writes quiet positions with results.
    Play(play::Play),
    /// Fits weights to positions with results.
    Fit(fit::Fit),
    /// Plays two sets of weights against each other.
    Match(rivals::Match),
    /// Solves the Strategic Test Suite at a fixed depth.
    Sts(suite::Suite),
    /// Writes positions with the best moves of deep searches.
    BestMoves(best_moves::BestMoves),
    /// Fits the likelihood of quiet moves to best moves.
    Likelihood(likelihood::Likelihood),
}

fn main() -> ExitCode {
    match run(&ChessArguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe.
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &ChessArguments) -> Result<(), Box<dyn Error>> {
    match &arguments.command {
        ChessCommand::Start => write!(io::stdout(), "{}", start::weights())?,
        ChessCommand::Play(play) => play.run()?,
        ChessCommand::Fit(fit) => fit.run()?,
        ChessCommand::Match(rivals) => rivals.run()?,
        ChessCommand::Sts(suite) => suite.run()?,
        ChessCommand::BestMoves(best_moves) => best_moves.run()?,
        ChessCommand::Likelihood(likelihood) => likelihood.run()?,
    }
    Ok(())
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
