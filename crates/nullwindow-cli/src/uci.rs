//! The command `uci`: an engine for chess clients.

use crate::App;
use crate::interrupt;
use crate::output::{Interrupted, usage};
use crate::serving::{serve_standard_input, standard_output};
use nullwindow_engine::{Engine, PositionText};
use nullwindow_protocols::{Uci, uci};
use std::process::ExitCode;
use std::sync::Arc;

/// The arguments of `uci`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// `bench` counts the nodes of fixed searches, and their speed, instead of serving a client
    #[arg(value_name = "COMMAND", value_parser = ["bench"])]
    command: Option<String>,
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Serve a chess client by the UCI protocol.

The engine reads commands from standard input and answers on standard output. Clients that accept a path without \
arguments start it by a link of the name `nullwindow-uci` to this program.";

const EXAMPLES: &str = "\
Examples:
  nullwindow uci
  nullwindow uci bench";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let engine = engine(app)?;
    if args.command.is_some() {
        let line = uci::usual_bench(&*engine, &interrupt::STOP)?.ok_or(Interrupted)?;
        standard_output().line(&line);
        return Ok(ExitCode::SUCCESS);
    }
    let mut uci = Uci::new(engine, standard_output())?.ok_or_else(no_game)?;
    serve_standard_input(&mut uci)
}

/// Returns the first game of the program that has a notation of UCI.
fn engine(app: &App) -> anyhow::Result<Arc<dyn Engine>> {
    for name in app.catalogue.names() {
        let engine = app.catalogue.engine(name)?;
        if engine.uci_moves(&PositionText::start())?.is_some() {
            return Ok(engine);
        }
    }
    Err(no_game())
}

fn no_game() -> anyhow::Error {
    usage("no game of this program has a notation of UCI")
}
