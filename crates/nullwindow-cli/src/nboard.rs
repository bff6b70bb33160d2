//! The command `nboard`: an engine for NBoard.

use crate::App;
use crate::answer::request::ThreadArgs;
use crate::serving::{engine_for, serve_standard_input, standard_output};
use nullwindow_protocols::{NBoard, nboard};
use std::process::ExitCode;

/// The arguments of `nboard`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Serve an Othello client by the protocol of NBoard.

The engine reads commands from standard input and answers on standard output: it plays, gives hints for any number of \
moves, and analyses games. Clients that accept a path without arguments start it by a link of the name \
`nullwindow-nboard` to this program.";

const EXAMPLES: &str = "\
Examples:
  nullwindow nboard
  nullwindow nboard --threads 2";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let engine = engine_for(app, nboard::PROTOCOL)?;
    // The engine was found by its profile, which names the protocol.
    let nboard = NBoard::new(engine, args.threads.threads, standard_output())?;
    let Some(mut nboard) = nboard else { return Ok(ExitCode::FAILURE) };
    serve_standard_input(&mut nboard)
}
