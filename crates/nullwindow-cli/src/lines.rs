//! The command `lines`: exact scores of positions, one per line.

use crate::App;
use crate::answer::request::{self, SearchArgs};
use crate::interrupt::EndAtOnce;
use crate::output::usage;
use crate::serving::standard_output;
use anyhow::Context;
use nullwindow_protocols::SolveLines;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const HELP: &str = "\
A line of the input is a position: in Connect Four the columns played, 4455323. A line of the output is the same text, a \
blank and the score for the player to move, as `solve` finds it; in Connect Four 0 for a draw, and n for a win with n own \
stones left, the winning one included. An empty line is the start of the game. With --costs the nodes and the microseconds \
of the search follow.

Answers have the order of the questions, and each is written as soon as it and all before it are known. A line that is no \
position, or is not solved within --time, is answered by a line that begins with `error: `; the next lines are answered \
all the same.

Exit code: 0 every line was solved; 1 one was not; 130 interrupted.

Examples:
  nullwindow lines connect4 < positions.txt
  nullwindow lines connect4 --costs --threads 2 < positions.txt
  nullwindow lines othello --time 10 < positions.txt";

/// The arguments of `lines`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", required = true)]
    game: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Number of lines that are solved at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Stop the search of a line after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = request::seconds)]
    time: Option<Duration>,
    /// Write nodes and microseconds after the score
    #[arg(long)]
    costs: bool,
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Solve a position per line, several at a time.

Positions are read from standard input, and their scores are written to standard output, for programs that ask for many of \
them.";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let engine = app.catalogue.engine(&args.game.join(" "))?;
    let algorithm = args.search.algorithm;
    if !algorithm.finds_value() {
        return Err(usage(format!("--algorithm: {algorithm} does not find the value")));
    }
    let table = args.search.table(&*engine)?;
    let workers = args.threads.map_or_else(cores, usize::from);
    let lines =
        SolveLines::new(engine, algorithm, table).with_workers(workers).with_time(args.time).with_costs(args.costs);
    // Every answer is written as soon as possible: an interrupt loses none.
    let _at_once = EndAtOnce::begin();
    let never = AtomicBool::new(false);
    let solved =
        lines.run(std::io::stdin().lock(), &standard_output(), &never).context("cannot read standard input")?;
    Ok(if solved.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
