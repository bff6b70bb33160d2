//! `nullwindow`: compare, solve, analyse and experiment.

use nullwindow_cli::{Catalogue, Program};
use std::process::ExitCode;

fn main() -> ExitCode {
    Program::new("nullwindow", Catalogue::shipped()).run()
}
