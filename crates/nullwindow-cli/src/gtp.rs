//! The command `gtp`: an engine for clients of the Go Text Protocol.

use crate::App;
use crate::answer::request::{ThreadArgs, seconds};
use crate::serving::{engine_for, serve_standard_input, standard_output};
use nullwindow_protocols::{Gtp, gtp};
use std::process::ExitCode;
use std::time::Duration;

/// The arguments of `gtp`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Time for a move while the client sets no clock, in seconds [default: 1, or no limit with --depth]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Depth of the deepest search, in plies
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=254))]
    depth: Option<u32>,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Serve an Othello client by the Go Text Protocol (GTP).

The engine reads commands from standard input and answers on standard output. Clients that accept a path without \
arguments start it by a link of the name `nullwindow-gtp` to this program.";

const EXAMPLES: &str = "\
Examples:
  nullwindow gtp
  nullwindow gtp --depth 8
  nullwindow gtp --time 5 --threads 2";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let engine = engine_for(app, gtp::PROTOCOL)?;
    let mut options = gtp::GtpOptions::default();
    let usual = options.move_time.filter(|_| args.depth.is_none());
    (options.depth, options.move_time, options.threads) = (args.depth, args.time.or(usual), args.threads.threads);
    // The engine was found by its profile, which names the protocol.
    let Some(mut gtp) = Gtp::new(engine, options, standard_output())? else { return Ok(ExitCode::FAILURE) };
    serve_standard_input(&mut gtp)
}
