//! `nullwindow-bench`: measures the cost of searches and checks their values.

use nullwindow_bench::request::{BenchRequest, HELP};
use nullwindow_bench::{games, kernel, random_trees, report, versus};
use std::process::ExitCode;

fn main() -> ExitCode {
    match BenchRequest::from_args(std::env::args().skip(1)) {
        Ok(BenchRequest::Help) => print!("{HELP}"),
        Ok(BenchRequest::ConnectFour(plan)) => versus::run(&plan),
        Ok(BenchRequest::Trees(plan)) => random_trees::run(&plan),
        Ok(BenchRequest::Games(plan)) => games::run(&plan),
        Ok(BenchRequest::Kernel(plan)) => kernel::run(plan),
        Ok(BenchRequest::Report(plan)) => {
            if let Err(error) = report::run(&plan) {
                eprintln!("nullwindow-bench: {error}");
                return ExitCode::FAILURE;
            }
        }
        Err(error) => {
            eprintln!("nullwindow-bench: {error}\nTry 'nullwindow-bench help'.");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
