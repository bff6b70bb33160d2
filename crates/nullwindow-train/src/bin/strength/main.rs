//! Measures the strength of an engine: the chances that a score gives, and the Elo of limited players.
//!
//! It plays games of the engine against itself, fits the curve of results by score, measures the differences of
//! neighbouring levels by matches, and writes the file that the game includes:
//!
//! ```text
//! cargo run --release -p nullwindow-train --bin strength -- chess --games 100 \
//!     --anchor 8000=1900 --output crates/nullwindow-games/src/chess/strength.txt
//! ```
//!
//! A difference of Elo says nothing about its place on the scale of other engines: `--anchor` gives the Elo of one level, as
//! a match against an engine of known strength has measured it (`tests/clients/uci.py --opponent`).

mod curve;
mod games;

use clap::Parser;
use curve::fit_curve;
use games::{Match, MatchRules, Sample, play_match};
use nullwindow_engine::{Catalogue, Engine, StrengthLevel, StrengthModel};
use nullwindow_train::output::{check_writable, print_line, write};
use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Measures the strength of an engine, and writes the file that its game includes.
#[derive(Parser, Debug)]
#[command(name = "strength", version)]
struct StrengthArguments {
    /// The game
    game: String,
    /// Games of each match; half of them with either player first
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Levels, weakest first: nodes, and the largest random number added to a value
    #[arg(long, value_delimiter = ',', value_parser = level, default_value = LADDER)]
    levels: Vec<(u64, i32)>,
    /// Nodes per move of the games from which the curve of results is fitted
    #[arg(long, default_value_t = 8000)]
    nodes: u64,
    /// The Elo of the level with this many nodes and no random numbers
    #[arg(long, value_name = "NODES=ELO", value_parser = anchor)]
    anchor: (u64, i32),
    /// Random plies before a game
    #[arg(long, default_value_t = 8)]
    opening: u32,
    /// Games at a time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of openings and of weak players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long)]
    output: PathBuf,
}

/// The usual levels: random choices among all moves, then twice the nodes at each step. Values of all moves cost many
/// nodes, so that the first player without random numbers needs fewer than the last one with them.
const LADDER: &str = "2000+400,2000+200,2000+100,2000+50,1000,2000,4000,8000,16000";

/// Reads a level: `2000+400` or `8000`.
fn level(text: &str) -> Result<(u64, i32), String> {
    let (nodes, noise) = text.split_once('+').unwrap_or((text, "0"));
    let level = nodes.parse().ok().filter(|&nodes: &u64| nodes > 0).zip(noise.parse().ok().filter(|&noise| noise >= 0));
    level.ok_or_else(|| "expected NODES or NODES+NOISE, such as 2000+400".to_owned())
}

/// Reads an anchor: `8000=1900`.
fn anchor(text: &str) -> Result<(u64, i32), String> {
    let parts = text.split_once('=').and_then(|(nodes, elo)| Some((nodes.parse().ok()?, elo.parse().ok()?)));
    parts.ok_or_else(|| "expected NODES=ELO, such as 8000=1900".to_owned())
}

fn main() -> ExitCode {
    match run(&StrengthArguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &StrengthArguments) -> Result<(), Box<dyn Error>> {
    check_writable(&arguments.output)?;
    let engine = Catalogue::shipped().engine(&arguments.game)?;
    let samples = self_play(arguments, &engine)?;
    let (even, spread) = fit_curve(&samples).ok_or("the results are all alike: play more games")?;
    print_line(format_args!("{} positions: even {even:.1}, spread {spread:.1}", samples.len()))?;
    let (levels, notes) = ladder(arguments, &engine)?;
    let model = StrengthModel::new(even, spread, levels);
    let text = format!("{}# Scores and results: {} positions.\n{notes}{model}", head(arguments), samples.len());
    StrengthModel::parse(&text)?;
    write(&arguments.output, text.as_bytes())?;
    Ok(print_line(text)?)
}

/// Plays the engine against itself at full strength for its nodes.
fn self_play(arguments: &StrengthArguments, engine: &Arc<dyn Engine>) -> Result<Vec<Sample>, Box<dyn Error>> {
    let own = StrengthLevel { elo: 0, nodes: arguments.nodes, noise: 0 };
    let played = play_match(&Match { engine, players: [own, own], rules: arguments.rules(), seed: arguments.seed })?;
    Ok(played.samples)
}

/// Plays neighbouring levels against each other, and returns them with their Elo, and lines that describe the matches.
fn ladder(
    arguments: &StrengthArguments,
    engine: &Arc<dyn Engine>,
) -> Result<(Vec<StrengthLevel>, String), Box<dyn Error>> {
    let anchored = arguments.levels.iter().position(|&(nodes, noise)| (nodes, noise) == (arguments.anchor.0, 0));
    let anchored = anchored.ok_or("--anchor: expected the nodes of a level without random numbers")?;
    let (mut elo, mut above, mut notes) = (vec![0.0], 0.0, String::new());
    for (number, pair) in (1..).zip(arguments.levels.windows(2)) {
        let players = [pair[1], pair[0]].map(|(nodes, noise)| StrengthLevel { elo: 0, nodes, noise });
        let seed = arguments.seed + 1000 * number;
        let played = play_match(&Match { engine, players, rules: arguments.rules(), seed })?;
        let (difference, error) = played.elo();
        above += difference;
        elo.push(above);
        let line = format!(
            "# {}+{} against {}+{}: {played}, {difference:+.0} +/- {error:.0} Elo",
            pair[1].0, pair[1].1, pair[0].0, pair[0].1
        );
        print_line(&line)?;
        writeln!(notes, "{line}")?;
    }
    let shift = f64::from(arguments.anchor.1) - elo[anchored];
    #[allow(clippy::cast_possible_truncation, reason = "some thousands")]
    let rated =
        |(&(nodes, noise), elo): (&(u64, i32), &f64)| StrengthLevel { elo: (elo + shift).round() as i32, nodes, noise };
    Ok((arguments.levels.iter().zip(&elo).map(rated).collect(), notes))
}

impl StrengthArguments {
    fn rules(&self) -> MatchRules {
        MatchRules { games: self.games, opening: self.opening, threads: self.threads }
    }
}

/// Returns the lines that say how the file was written.
fn head(arguments: &StrengthArguments) -> String {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (year, month, day) = date();
    format!(
        "# The measured strength of the engine of {}: a score at which every other game is won, the spread of the\n\
         # logistic curve, and levels with their Elo, nodes and random numbers. Written on {year}-{month:02}-{day:02} by\n\
         # cargo run --release -p nullwindow-train --bin strength -- {}\n",
        arguments.game,
        words.join(" ")
    )
}

/// Returns the date of today (UTC): year, month and day.
fn date() -> (u64, u64, u64) {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    civil(seconds / 86_400)
}

/// Converts days since 1970-01-01 to a date. Years begin in March here, so that a leap day is the last of its year.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + u64::from(month <= 2), month, of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        assert_eq!([civil(0), civil(59), civil(11_016)], [(1970, 1, 1), (1970, 3, 1), (2000, 2, 29)]);
        assert_eq!([civil(11_017), civil(20_774)], [(2000, 3, 1), (2026, 11, 17)]);
    }

    #[test]
    fn levels_and_anchors_are_read() {
        assert_eq!([level("2000+400"), level("8000")], [Ok((2000, 400)), Ok((8000, 0))]);
        assert_eq!(anchor("8000=1900"), Ok((8000, 1900)));
        for wrong in ["", "0", "+5", "5+", "5+-1", "x"] {
            assert!(level(wrong).is_err(), "{wrong}");
        }
        assert!(LADDER.split(',').all(|text| level(text).is_ok()));
    }
}
