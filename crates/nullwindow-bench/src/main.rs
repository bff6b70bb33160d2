//! `nullwindow-bench`: what a search costs, and whether its value is right.

use nullwindow_bench::request::{HELP, Request};
use nullwindow_bench::{forest, games, kernel, versus};
use std::process::ExitCode;

fn main() -> ExitCode {
    match Request::from_args(std::env::args().skip(1)) {
        Ok(Request::Help) => print!("{HELP}"),
        Ok(Request::ConnectFour(plan)) => versus::run(&plan),
        Ok(Request::Trees(plan)) => forest::run(&plan),
        Ok(Request::Games(plan)) => games::run(&plan),
        Ok(Request::Kernel(plan)) => kernel::run(plan),
        Err(error) => {
            eprintln!("nullwindow-bench: {error}\nTry 'nullwindow-bench help'.");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
