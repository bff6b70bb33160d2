//! The command `serve-lines`: an engine of any game for programs, by JSON lines.

use crate::App;
use crate::serving::{serve_standard_input, standard_output};
use nullwindow_protocols::JsonLines;
use std::process::ExitCode;

/// The arguments of `serve-lines`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", required = true)]
    game: Vec<String>,
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Serve a program by JSON lines: play and analyse any game.

The engine reads one JSON object per line from standard input and answers with one per line on standard output: \
position, go, stop, ponderhit, setoption, newgame, ping, quit; info, bestmove, error.";

const EXAMPLES: &str = "\
Examples:
  nullwindow serve-lines othello
  nullwindow serve-lines connect4 8x7";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let engine = app.catalogue.engine(&args.game.join(" "))?;
    let mut lines = JsonLines::new(engine, standard_output())?;
    serve_standard_input(&mut lines)
}
