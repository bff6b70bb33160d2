//! The command `hub`: an engine for draughts clients.

use crate::App;
use crate::output::usage;
use crate::serving::{serve_standard_input, standard_output};
use nullwindow_engine::{Engine, Purpose};
use nullwindow_protocols::{Hub, hub};
use std::process::ExitCode;
use std::sync::Arc;

/// The arguments of `hub`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Serve a draughts client by the Hub protocol, version 2.

The engine plays English draughts (checkers). It reads commands from standard input and answers on standard output; \
nothing is written to standard error. Clients that accept a path without arguments start it by a link of the name \
`nullwindow-hub` to this program.

The parameter `frame` says how the client writes positions: `plain`, Black moves first from squares 1 to 12; `turned`, with \
the board turned and the colours exchanged; `auto`, the default, recognizes it by the start position or by the moves.";

const EXAMPLES: &str = "\
Examples:
  nullwindow hub";

/// Runs the command.
pub fn run(_: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let mut hub = Hub::new(engine(app)?, standard_output())?.ok_or_else(no_game)?;
    serve_standard_input(&mut hub)
}

/// Returns the first game of the program that has a notation of Hub.
fn engine(app: &App) -> anyhow::Result<Arc<dyn Engine>> {
    for name in app.catalogue.names() {
        let engine = app.catalogue.engine(name)?;
        if engine.profile(Purpose::FixedDepth).protocols.contains(&hub::NAME) {
            return Ok(engine);
        }
    }
    Err(no_game())
}

fn no_game() -> anyhow::Error {
    usage("no game of this program has a notation of Hub")
}
