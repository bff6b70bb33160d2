//! Measures how far the value of a search lies from that of a shallower one: the table of ProbCut.
//!
//! `cargo run --release -p nullwindow-train --bin probcut -- othello games.txt.xz --out probcut.txt`

use clap::{Parser, ValueEnum};
use indicatif::{ParallelProgressIterator, ProgressBar};
use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{Deepening, Depth, Evaluator, Keyed, MoveBuf, Search};
use nullwindow_games::checkers::{Checkers, read_games};
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
    let rows = match request.game {
        ProbCutGame::Othello => {
            let positions = othello_positions(&text).map_err(|error| format!("{path}: {error}"))?;
            let discs = |board: &OthelloBoard| 64 - board.empty().count_ones();
            measure(&Othello::new(), phases(positions, [12, 20, 28, 36, 44, 52], discs, request), request)?
        }
        ProbCutGame::Checkers => {
            let games: Vec<_> =
                read_games(&text).collect::<Result<_, _>>().map_err(|error| format!("{path}: {error}"))?;
            let positions = games.iter().flat_map(|game| game.positions().to_vec()).collect();
            measure(
                &Checkers::new(),
                phases(positions, [4, 8, 12, 16, 20], nullwindow_games::checkers::Position::pieces, request),
                request,
            )?
        }
    };
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
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

/// Searches all positions to all depths, and compares.
fn measure<G>(
    game: &G,
    phases: Vec<Phase<G::Position>>,
    request: &ProbCutArguments,
) -> Result<Vec<ProbCutRow>, Box<dyn Error>>
where
    G: Evaluator + Keyed + Sync,
    G::Position: Sync + Send,
{
    let mut rows = Vec::new();
    for Phase { material, positions } in phases {
        let bar = ProgressBar::new(positions.len() as u64);
        let values: Vec<Vec<i32>> =
            positions.par_iter().progress_with(bar).map(|position| values(game, position, request.depth)).collect();
        for depth in SHALLOWEST..=request.depth {
            let check = check_depth(depth);
            let difference = |values: &Vec<i32>| Some(values.get(depth as usize)? - values[check as usize]);
            let differences: Vec<f64> = values.iter().filter_map(difference).map(f64::from).collect();
            if let Some((mean, deviation)) = moments(&differences) {
                let row =
                    ProbCutRow::new([material, depth, check], [rounded(100.0 * mean), rounded(100.0 * deviation)]);
                print_line(format_args!("{row} ({} positions)", differences.len()))?;
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// Returns the values to depth 0, 1, ... `depth`; fewer if the end of the game comes into reach, or a win.
fn values<G: Evaluator + Keyed>(game: &G, position: &G::Position, depth: u32) -> Vec<i32> {
    if game.over(position, &mut MoveBuf::new()).is_some() {
        return Vec::new();
    }
    let table = Table::with_bytes(TABLE).expect("a small table");
    let mut search = Search::new(game).with_memory(&table);
    let found = search.deepen(&MtdF::new(), position, Deepening::to(Depth::plies(depth)));
    let deeper = found.iterations.iter().map_while(nullwindow::Outcome::value);
    // Wins that are seen have scores far beyond evaluations.
    let limit = game.win_threshold().get().min(100_000);
    let all = std::iter::once(game.evaluate(position)).chain(deeper).map(nullwindow::Score::get);
    all.take_while(|score| score.abs() < limit / 10).collect()
}

/// Returns the mean and the standard deviation.
#[allow(clippy::cast_precision_loss, reason = "counts of positions")]
fn moments(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 20 {
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
