//! Measures how far the value of a search lies from that of a shallower one: the table of ProbCut. In Othello on positions of
//! games. In checkers on positions after a few random moves, as a search meets them, where one side is ahead, and only
//! changes against that side.
//!
//! `cargo run --release -p nullwindow-train --bin probcut -- othello games.txt.xz --out probcut.txt`

use clap::{Parser, ValueEnum};
use indicatif::{ParallelProgressIterator, ProgressBar};
use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{Deepening, Depth, Evaluator, Game, Keyed, MoveBuf, Search};
use nullwindow_games::checkers::{Checkers, Position, probcut_check_depth, read_games};
use nullwindow_games::othello::{Othello, OthelloBoard, transcript};
use nullwindow_games::probcut::{ProbCutRow, check_depth};
use nullwindow_train::output::{self, print_line};
use rayon::prelude::*;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// The size of a table in bytes.
const TABLE: usize = 16 << 20;
/// The smallest depth with a shallower search of the same parity that is no evaluation.
const SHALLOWEST: u32 = 3;
/// The score from which a value is that of a win: far beyond evaluations.
const DECIDED: i32 = 10_000;
/// The smallest number of positions that describe a phase.
const FEWEST: usize = 20;
/// The most random moves that are played after a position of a game of checkers.
const RANDOM_MOVES: u64 = 5;
/// The largest setback in checkers, in points: two men decide a game, and more do not matter.
const LARGEST_SETBACK: i32 = 250;

/// Measures how far the value of a search lies from that of a shallower one, over positions of real games.
#[derive(Parser, Debug)]
#[command(name = "probcut", version)]
struct ProbCutArguments {
    /// The game.
    game: ProbCutGame,
    /// The games as text, plain or as xz: a line each.
    games: PathBuf,
    /// File to write the table to.
    #[arg(long)]
    out: PathBuf,
    /// The deepest search, in plies.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(3..=20))]
    depth: u32,
    /// The number of positions per phase of the game.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..))]
    positions: u32,
    /// Number of threads; the table does not depend on it.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum ProbCutGame {
    Othello,
    Checkers,
}

/// A phase: the smallest material on the board, and positions.
struct Phase<P> {
    material: u32,
    positions: Vec<P>,
}

fn main() -> ExitCode {
    match run(&ProbCutArguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(request: &ProbCutArguments) -> Result<(), Box<dyn Error>> {
    output::check_writable(&request.out)?;
    rayon::ThreadPoolBuilder::new().num_threads(request.threads as usize).build_global()?;
    let text = nullwindow_train::read_text(&request.games)?;
    let path = request.games.display();
    let lines = match request.game {
        ProbCutGame::Othello => {
            let positions = othello_positions(&text).map_err(|error| format!("{path}: {error}"))?;
            let discs = |board: &OthelloBoard| 64 - board.empty().count_ones();
            let phases = phases(positions, [12, 20, 28, 36, 44, 52], discs, request);
            measure(&Othello::new(), phases, request, deviations)?
        }
        ProbCutGame::Checkers => {
            let games: Vec<_> =
                read_games(&text).collect::<Result<_, _>>().map_err(|error| format!("{path}: {error}"))?;
            let positions = games.iter().flat_map(|game| game.positions().to_vec()).collect();
            let phases = phases(wander(positions), [4, 8, 12, 16, 20], Position::pieces, request);
            measure(&Checkers::new(), phases, request, setbacks)?
        }
    };
    output::write(&request.out, lines.as_bytes())?;
    Ok(())
}

/// Returns the positions of all games.
fn othello_positions(text: &str) -> Result<Vec<OthelloBoard>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let moves = line.split_ascii_whitespace().nth(1).ok_or_else(|| format!("line {number}: no moves"))?;
        let mut board = OthelloBoard::START;
        for play in transcript::read(&board, moves).map_err(|error| format!("line {number}: {error}"))? {
            board = board.play(play);
            positions.push(board);
        }
    }
    Ok(positions)
}

/// Chooses positions of each phase, evenly from all games.
fn phases<P: Clone, const N: usize>(
    all: Vec<P>,
    starts: [u32; N],
    material: impl Fn(&P) -> u32,
    request: &ProbCutArguments,
) -> Vec<Phase<P>> {
    let mut found = starts.map(|material| Phase { material, positions: Vec::new() });
    for position in all {
        let own = material(&position);
        if let Some(phase) = found.iter_mut().rev().find(|phase| own >= phase.material) {
            phase.positions.push(position);
        }
    }
    for phase in &mut found {
        // A step that is odd visits positions of both players.
        let step = (phase.positions.len() / request.positions as usize).max(1) | 1;
        phase.positions = phase.positions.iter().step_by(step).take(request.positions as usize).cloned().collect();
    }
    found.into_iter().filter(|phase| phase.positions.len() > 1).collect()
}

/// Plays up to [`RANDOM_MOVES`] random moves after each position. Keeps the positions to which the rule applies: one side is
/// ahead, and nothing can be captured.
fn wander(positions: Vec<Position>) -> Vec<Position> {
    let (game, mut state) = (Checkers::new(), 0x9e37_79b9_7f4a_7c15_u64);
    let mut below = |limit: u64| {
        // Xorshift, with the shifts of Marsaglia's paper.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % limit
    };
    let mut wander = |mut position: Position| {
        for left in (0..=below(RANDOM_MOVES + 1)).rev() {
            let mut moves = MoveBuf::new();
            if game.moves(&position, &mut moves).is_some() {
                return None;
            }
            let plays: Vec<_> = moves.iter().collect();
            if left == 0 {
                let applies = position.ahead() != 0 && plays.iter().all(|play| play.captures() == 0);
                return applies.then_some(position);
            }
            let place = below(plays.len() as u64);
            position = game.play(&position, plays[usize::try_from(place).unwrap_or(0)]);
        }
        None
    };
    positions.into_iter().filter_map(&mut wander).collect()
}

/// Searches all positions to all depths, and compares: `rows` describes the values of a phase.
fn measure<G>(
    game: &G,
    phases: Vec<Phase<G::Position>>,
    request: &ProbCutArguments,
    rows: impl Fn(&Phase<G::Position>, &[Vec<i32>], u32) -> Vec<ProbCutRow>,
) -> Result<String, Box<dyn Error>>
where
    G: Evaluator + Keyed + Sync,
    G::Position: Sync + Send,
{
    let mut lines = String::new();
    for phase in phases {
        let bar = ProgressBar::new(phase.positions.len() as u64);
        let positions = phase.positions.par_iter().progress_with(bar);
        let values: Vec<Vec<i32>> = positions.map(|position| values(game, position, request.depth)).collect();
        for row in rows(&phase, &values, request.depth) {
            print_line(row)?;
            lines += &format!("{row}\n");
        }
    }
    Ok(lines)
}

/// Returns the means and deviations of the differences.
fn deviations<P>(phase: &Phase<P>, values: &[Vec<i32>], deepest: u32) -> Vec<ProbCutRow> {
    let row = |depth: u32| {
        let check = check_depth(depth);
        let difference = |values: &Vec<i32>| Some(values.get(depth as usize)? - values[check as usize]);
        let differences: Vec<f64> = values
            .iter()
            .map(|values| undecided(values))
            .filter_map(|values| difference(&values))
            .map(f64::from)
            .collect();
        let (mean, deviation) = moments(&differences)?;
        Some(ProbCutRow::new([phase.material, depth, check], [rounded(100.0 * mean), rounded(100.0 * deviation)]))
    };
    (SHALLOWEST..=deepest).filter_map(row).collect()
}

/// Returns the root mean squares of the setbacks: changes against the side ahead. Other changes count as zero, and so does
/// the mean.
#[allow(clippy::cast_precision_loss, reason = "counts of positions")]
fn setbacks(phase: &Phase<Position>, values: &[Vec<i32>], deepest: u32) -> Vec<ProbCutRow> {
    let row = |depth: u32| {
        let check = probcut_check_depth(depth);
        let setback = |(position, values): (&Position, &Vec<i32>)| {
            let before = *values.get(check as usize).filter(|value| value.abs() < DECIDED)?;
            let change = values.get(depth as usize)? - before;
            Some((-position.ahead() * change).clamp(0, LARGEST_SETBACK))
        };
        let found: Vec<i32> = phase.positions.iter().zip(values).filter_map(setback).collect();
        let squares = found.iter().map(|&setback| f64::from(setback).powi(2)).sum::<f64>();
        let root_mean_square = rounded(100.0 * (squares / found.len() as f64).sqrt());
        (found.len() >= FEWEST).then(|| ProbCutRow::new([phase.material, depth, check], [0, root_mean_square]))
    };
    (SHALLOWEST..=deepest).filter_map(row).collect()
}

/// Returns the values to depth 0, 1, ... `depth`; fewer if the end of the game comes into reach.
fn values<G: Evaluator + Keyed>(game: &G, position: &G::Position, depth: u32) -> Vec<i32> {
    if game.over(position, &mut MoveBuf::new()).is_some() {
        return Vec::new();
    }
    let table = Table::with_bytes(TABLE).expect("a small table");
    let mut search = Search::new(game).with_memory(&table);
    let found = search.deepen(&MtdF::new(), position, Deepening::to(Depth::plies(depth)));
    let deeper = found.iterations.iter().map_while(nullwindow::Outcome::value);
    std::iter::once(game.evaluate(position)).chain(deeper).map(nullwindow::Score::get).collect()
}

/// Returns the values before the first one of a win that is seen.
fn undecided(values: &[i32]) -> Vec<i32> {
    values.iter().copied().take_while(|value| value.abs() < DECIDED).collect()
}

/// Returns the mean and the standard deviation.
#[allow(clippy::cast_precision_loss, reason = "counts of positions")]
fn moments(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < FEWEST {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64;
    Some((mean, variance.sqrt()))
}

#[allow(clippy::cast_possible_truncation, reason = "hundredths of points")]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}
