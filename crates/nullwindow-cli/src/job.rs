//! The command `job`: searches as JSON lines.

use crate::App;
use crate::interrupt::EndAtOnce;
use crate::serving::standard_output;
use anyhow::Context;
use nullwindow_jobs::JobLines;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

const HELP: &str = "\
A job is a JSON object with these fields; only `game` is required:

  game       othello, connect4 6x5, uniform 4x6, ...
  position   a position in the game's notation     [default: the start]
  moves      a list of moves played from it        [default: none]
  algorithm  the algorithm                         [default: mtd-f]
  depth      the depth in plies                    [default: to the end of the game]
  at_least   test whether the value is at least this, by one null-window search, instead of finding it
  nodes      stop after this many nodes
  seconds    stop after this many seconds; the result then depends on the machine
  table      entries of the transposition table    [default: 4194304]
  threads    threads of the search                 [default: 1]

A job on a game whose lines of play need not end, such as chess and checkers, needs `depth`, `nodes` or `seconds`.

The result is a JSON object with `id`, `value`, `lower`, `upper`, `move`, `line`, `nodes` and the rest. The id is a hash of \
the job's content, with the canonical names of game and algorithm. With one thread and no time limit, everything but \
`seconds` depends on the job alone, on every machine.

A line that is no job, or that cannot be run, is answered by an object with `error` and the number of the line; the next \
lines are answered all the same. A blank line is skipped, and counted.

Exit code: 0 every job was run; 1 one was not; 130 interrupted.

Examples:
  nullwindow job --workers 8 < jobs.jsonl > results.jsonl
  printf '{\"game\":\"connect4\",\"position\":\"44444\"}\\n' | nullwindow job
  parallel --pipe -N 10 nullwindow job --workers 1 < jobs.jsonl > results.jsonl";

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Run a search per line: JSON jobs in, JSON results out.

Jobs are read from standard input, and their results are written to standard output in the same order, for queues and \
clusters of any kind.";

/// The arguments of `job`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Number of jobs that are run at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = JobLines::new(&app.catalogue).with_workers(args.workers.map_or_else(cores, usize::from));
    // Every result is written as soon as possible: an interrupt loses none.
    let _at_once = EndAtOnce::begin();
    let never = AtomicBool::new(false);
    let counts = jobs.run(std::io::stdin().lock(), &standard_output(), &never).context("cannot read standard input")?;
    Ok(if counts.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
