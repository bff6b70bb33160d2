//! `breakthrough`: every command of nullwindow for a game of your own.

use breakthrough::BreakthroughListing;
use nullwindow_cli::{Catalogue, Program};
use std::process::ExitCode;

fn main() -> ExitCode {
    // `Catalogue::shipped()` instead of `Catalogue::new()` keeps chess, Othello and the others beside it.
    Program::new("breakthrough", Catalogue::new().with_listing(BreakthroughListing)).run()
}
