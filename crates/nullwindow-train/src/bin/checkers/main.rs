//! Fits the evaluation of checkers to the results of tournament games.

mod duel;
mod fit;
mod predict;
mod samples;
mod settle;
mod write;

use clap::{Parser, value_parser};
use duel::{DuelScore, duel};
use nullwindow_games::checkers::PlayedGame;
use nullwindow_games::checkers::evaluation::{TERMS, WEIGHTS};
use nullwindow_train::output::{self, print_line};
use predict::Judge;
use samples::CheckersSamples;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// The weights of each term for a full board and for an empty one.
type CheckersWeights = [[f64; 2]; TERMS];

/// Fits the evaluation of checkers to the results of games, and reports how well it predicts results and moves of
/// held-out games.
#[derive(Parser, Debug)]
struct CheckersArguments {
    /// File of games in PDN; it is decompressed if its name ends in `.xz`.
    games: PathBuf,
    /// Seed for the selection of held-out games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One game in this many is held out.
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(2..))]
    held_out: u64,
    /// First ply to use: earlier positions are shared by many games.
    #[arg(long, default_value_t = 6)]
    first_ply: usize,
    /// Depth in plies of the search that replaces each position by the leaf of its principal variation.
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(..=20))]
    depth: u32,
    /// Number of optimizer steps; the fit of material alone takes a quarter of them.
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u32).range(4..))]
    rounds: u32,
    /// Weight decay, from 0 to 1.
    #[arg(long, default_value_t = 1e-5, value_parser = decay)]
    decay: f64,
    /// Number of openings from which the fitted weights play against material and against the shipped weights.
    #[arg(long, default_value_t = 0)]
    pairs: usize,
    /// Search depth of these games in plies.
    #[arg(long, default_value_t = 5, value_parser = value_parser!(u32).range(1..=20))]
    duel_depth: u32,
    /// File to write the weights to, as Rust source.
    #[arg(long)]
    write: Option<PathBuf>,
}

fn decay(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1 was expected".to_owned())
}

fn main() -> ExitCode {
    match run(&CheckersArguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &CheckersArguments) -> Result<(), Box<dyn std::error::Error>> {
    if let Some(path) = &arguments.write {
        output::check_writable(path)?;
    }
    let name = arguments.games.display();
    let text = nullwindow_train::read_text(&arguments.games)?;
    let games = samples::read(&text).map_err(|error| format!("{name}: {error}"))?;
    if games.is_empty() {
        return Err(format!("{name}: there are no games").into());
    }
    let (fitted, held_out) = samples::split(games, arguments.seed, arguments.held_out);
    print_line(format_args!("{} games to fit to, {} held out", fitted.len(), held_out.len()))?;
    let training = CheckersSamples::of(&fitted, arguments.first_ply, arguments.depth);
    let testing = CheckersSamples::of(&held_out, arguments.first_ply, arguments.depth);
    print_line(format_args!("{} positions to fit to, {} held out", training.len(), testing.len()))?;
    for (samples, what) in [(&training, "to fit to"), (&testing, "held out")] {
        if samples.len() == 0 {
            let needed = "more games with a result, or a smaller --first-ply or --held-out, are needed";
            return Err(format!("{name}: there are no positions {what}: {needed}").into());
        }
    }

    // Material alone is the baseline of the report.
    let rounds = arguments.rounds as usize;
    let material = fit::fit(&training, rounds / 4, 0.0, fit::is_material);
    let all = fit::fit(&training, rounds, arguments.decay, |_| true);
    let shipped = WEIGHTS.map(|pair| pair.map(f64::from));
    let scaled =
        |weights| fit::scaled(&weights).ok_or_else(|| format!("{name}: these games give a man no positive value"));
    let (material, fitted) = (scaled(material)?, scaled(all)?);
    let judges = [
        ("material", Judge { weights: &material, resolves: true }),
        ("as shipped", Judge { weights: &shipped, resolves: true }),
        ("fitted", Judge { weights: &fitted, resolves: true }),
        ("fitted, unresolved", Judge { weights: &fitted, resolves: false }),
    ];
    report(&judges, &training, &testing, &held_out)?;
    for (name, other) in judges.iter().filter(|(name, _)| arguments.pairs > 0 && *name != "fitted") {
        let pair = [judges[2].1, *other];
        let DuelScore([wins, draws, losses]) = duel(&held_out, 8, arguments.pairs, arguments.duel_depth, pair);
        print_line(format_args!("fitted against {name}: {wins} wins, {draws} draws, {losses} losses"))?;
    }
    if let Some(path) = &arguments.write {
        write::write(path, &fitted).map_err(|error| format!("{}: cannot be written: {error}", path.display()))?;
        print_line(format_args!("{}: written", path.display()))?;
    }
    Ok(())
}

/// Prints how well the evaluations predict results and moves.
fn report(
    judges: &[(&str, Judge<'_>)],
    training: &CheckersSamples,
    testing: &CheckersSamples,
    held_out: &[PlayedGame],
) -> io::Result<()> {
    print_line(format_args!("\n{:<20} {:>9} {:>9} {:>11}", "evaluation", "fitted to", "held out", "moves found"))?;
    for &(name, judge) in judges {
        let unit = fit::best_unit(training, judge.weights);
        let (own, other) = (fit::loss(training, judge.weights, unit), fit::loss(testing, judge.weights, unit));
        let found = 100.0 * predict::rate(held_out, judge);
        print_line(format_args!("{name:<20} {own:>9.5} {other:>9.5} {found:>10.2}%"))?;
    }
    Ok(())
}
