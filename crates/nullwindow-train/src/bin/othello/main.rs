//! Fits the weights of Othello's evaluation to tournament games and reports their accuracy.
//!
//! `cargo run --profile shipping -p nullwindow-train --bin othello -- games.txt.xz --out weights.bin`

mod fit;
mod games;
mod report;

use clap::Parser;
use games::OthelloGame;
use nullwindow_games::othello::{PatternEvaluation, weights::OthelloWeights};
use nullwindow_train::output::{self, print_line};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Fits the weights of Othello's evaluation to tournament games.
///
/// The games are one per line: the year, the moves without passes, and the result, such as `1977 f5d6c3... 34-30`.
/// Every N-th game (`--holdout N`) is held out, and the report is measured on those. Nothing is random: the same games
/// and settings give the same weights.
#[derive(Parser)]
struct OthelloArguments {
    /// The games as text, plain or as xz.
    games: PathBuf,
    /// File to write the weights to.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only measure weights on the held-out games: those of FILE, or the shipped ones without FILE.
    #[arg(long, value_name = "FILE", require_equals = true, conflicts_with = "out")]
    report: Option<Option<PathBuf>>,
    /// Every N-th game is held out.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    holdout: u32,
    /// Number of conjugate gradient steps.
    #[arg(long, default_value_t = 35, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Positions with at most this many empty squares are labelled by best play from there on, and earlier ones as the
    /// first of those; 0 labels by the result of the game. At most 20, which takes long.
    #[arg(long, value_name = "SQUARES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(..=20))]
    solve: u32,
    /// Strength of the pull of each weight to zero, in positions.
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true, value_parser = amount)]
    ridge: f64,
    /// Strength of the pull of each weight to its neighbours in time, in positions.
    #[arg(long, default_value_t = 100.0, allow_negative_numbers = true, value_parser = amount)]
    smooth: f64,
    /// Use every N-th game only, for experiments.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// Parses a number that is not negative.
fn amount(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number that is not negative".to_owned())
}

fn main() -> ExitCode {
    match run(&OthelloArguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(request: &OthelloArguments) -> Result<(), Box<dyn Error>> {
    if let Some(path) = &request.out {
        output::check_writable(path)?;
    }
    let shipped = matches!(request.report, Some(None));
    // Weights are read before the games: a wrong file must fail at once.
    let measured = request.report.iter().flatten().next().map(|path| read_weights(path)).transpose()?;
    let (used, held) = read_games(request)?;
    print_line(format_args!("{} games to fit to, {} held out", used.len(), held.len()))?;
    if shipped {
        return Ok(report::print(PatternEvaluation::trained(), &held, request.solve)?);
    }
    let weights = match measured {
        Some(weights) => weights,
        None => fit::fit(&games::samples(&used, request.solve), &games::samples(&held, request.solve), request)?,
    };
    if let Some(path) = &request.out {
        let bytes = weights.to_bytes();
        output::write(path, &bytes)?;
        print_line(format_args!("{} bytes written to {}", bytes.len(), path.display()))?;
    }
    Ok(report::print(&PatternEvaluation::new(weights), &held, request.solve)?)
}

/// Reads the games to fit to, and those held out.
fn read_games(request: &OthelloArguments) -> Result<(Vec<OthelloGame>, Vec<OthelloGame>), Box<dyn Error>> {
    let path = request.games.display();
    let text = nullwindow_train::read_text(&request.games)?;
    let games = games::read(&text, request.every as usize).map_err(|error| format!("{path}: {error}"))?;
    let count = games.len();
    let (held, used): (Vec<_>, Vec<_>) = (1..).zip(games).partition(|(number, _)| number % request.holdout == 0);
    match (count, held.len()) {
        (0, _) => Err(format!("no games in {path}").into()),
        (_, 0) => {
            let every = request.holdout;
            Err(format!("no game held out: {path} gives {count}, and every {every}-th would be; lower --holdout")
                .into())
        }
        _ => Ok((games::only(used), games::only(held))),
    }
}

fn read_weights(path: &Path) -> Result<OthelloWeights, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(output::named(path))?;
    OthelloWeights::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parsed(arguments: &str) -> Result<OthelloArguments, clap::Error> {
        OthelloArguments::try_parse_from(arguments.split(' '))
    }

    #[test]
    fn arguments_have_ranges() {
        OthelloArguments::command().debug_assert();
        assert!(parsed("othello games --ridge 0 --smooth 2.5 --solve 20 --holdout 2").is_ok());
        for wrong in ["--ridge=-1", "--ridge=NaN", "--smooth=inf", "--smooth=-0.1", "--solve=21", "--holdout=1"] {
            assert!(parsed(&format!("othello games {wrong}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_report_leaves_the_games_alone() {
        let request = parsed("othello --report games").unwrap();
        assert_eq!((request.games, request.report), (PathBuf::from("games"), Some(None)));
        let request = parsed("othello --report=weights games").unwrap();
        assert_eq!((request.games, request.report), (PathBuf::from("games"), Some(Some(PathBuf::from("weights")))));
    }
}
