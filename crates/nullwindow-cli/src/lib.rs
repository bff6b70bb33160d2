//! The program `nullwindow` as a library: compare, solve, analyse and experiment, with the games of a [`Catalogue`].
//!
//! A program with its own game gets every command for it:
//!
//! ```no_run
//! use nullwindow_cli::{Catalogue, Program};
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     Program::new("nullwindow", Catalogue::shipped()).run()
//! }
//! ```

mod analyze;
mod answer;
mod bench;
mod check;
mod compare;
mod completions;
mod engine_config;
mod gtp;
mod help;
mod hub;
mod interrupt;
mod job;
mod lab;
mod lines;
mod man;
mod matches;
mod nboard;
mod nearest;
mod new;
mod output;
mod perft;
mod play;
mod proof;
mod quick;
mod read_tree;
mod serve;
mod serve_lines;
mod serving;
mod solve;
mod trace;
mod tree;
mod uci;
mod value_parsers;
mod verify;

pub use nullwindow_engine::Catalogue;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use output::Ui;
use std::ffi::OsString;
use std::process::ExitCode;

/// A program that has every command for the games of its catalogue.
#[derive(Debug)]
pub struct Program {
    name: &'static str,
    catalogue: Catalogue,
}

impl Program {
    /// Returns a program of this name, as users type it, with these games.
    #[must_use]
    pub fn new(name: &'static str, catalogue: Catalogue) -> Program {
        Program { name, catalogue }
    }

    /// Runs the command that the process arguments name, and returns the exit code.
    #[must_use]
    pub fn run(self) -> ExitCode {
        self.run_arguments(std::env::args_os())
    }

    /// Runs the command that these arguments name, the first of which is the path of the program, and returns the exit
    /// code as a number. It is for programs whose process arguments are not their own, such as scripts.
    ///
    /// Help, and arguments that cannot be parsed, end the process.
    ///
    /// ```
    /// use nullwindow_cli::{Catalogue, Program};
    ///
    /// let program = Program::new("nullwindow", Catalogue::shipped());
    /// assert_eq!(program.run_with(["nullwindow", "solve", "tictactoe", "--json"]), 0);
    /// let program = Program::new("nullwindow", Catalogue::shipped());
    /// assert_eq!(program.run_with(["nullwindow", "solve", "tictactoe", "no position"]), 2);
    /// ```
    #[must_use]
    pub fn run_with(self, arguments: impl IntoIterator<Item: Into<OsString>>) -> u8 {
        let code = self.run_arguments(arguments.into_iter().map(Into::into));
        // An `ExitCode` can be compared, but not read.
        (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
    }

    fn run_arguments(self, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
        let arguments = serving::arguments(self.name, arguments);
        let matches = quick::matches(self.name, &arguments).unwrap_or_else(|| {
            let command = help::fitted(Cli::command(), self.name, &self.catalogue);
            value_parsers::with_negative_numbers(command).get_matches_from(&arguments)
        });
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let app = App { ui: Ui::new(&cli.output), name: self.name, catalogue: self.catalogue };
        interrupt::listen();
        let result = cli.command.run(&app);
        result.unwrap_or_else(|error| app.ui.fail(&error))
    }
}

/// The context of every command.
#[derive(Debug)]
pub(crate) struct App {
    /// The output.
    pub(crate) ui: Ui,
    /// The name of the program.
    pub(crate) name: &'static str,
    /// The games.
    pub(crate) catalogue: Catalogue,
}

/// Every fixed-depth minimax search, from Alpha-Beta to SSS*, as calls of one null-window test.
#[derive(Parser, Debug)]
#[command(name = "nullwindow", version, propagate_version = true, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    output: output::OutputArgs,
    #[command(subcommand)]
    command: CliCommand,
}

const EXAMPLES: &str = "\
Examples:
  nullwindow compare                      # positions of three games, all algorithms, a few seconds
  nullwindow solve connect4 44444
  nullwindow analyze othello --depth 8
  nullwindow tree pearl --algorithm mtd+inf
  nullwindow lab list

Exit codes: 0 success; 1 a negative answer or a failure; 2 wrong usage or input; 130 interrupted.";

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Search positions with every algorithm and compare their costs
    #[command(long_about = compare::ABOUT)]
    Compare(compare::Args),
    /// Find the exact value and the principal variation of a position
    Solve(solve::Args),
    /// Search a position by iterative deepening, or judge a game
    #[command(visible_alias = "analyse")]
    Analyze(analyze::Args),
    /// Draw a small tree and the search of it
    Tree(tree::Args),
    /// Write a search as JSON lines
    Trace(trace::Args),
    /// Write a solution tree that proves a bound, as a certificate
    Proof(proof::Args),
    /// Check a certificate by the rules of the game alone, without a search
    Verify(verify::Args),
    /// Count move sequences
    #[command(long_about = perft::ABOUT)]
    Perft(perft::Args),
    /// Run the conformance kit on a game
    #[command(long_about = check::ABOUT)]
    Check(check::Args),
    /// Play a game in the terminal
    #[command(long_about = play::ABOUT)]
    Play(play::Args),
    /// Play a match between two players, and measure the difference of their strength
    #[command(long_about = matches::ABOUT)]
    Match(Box<matches::Args>),
    /// Serve a chess client by the UCI protocol
    #[command(long_about = uci::ABOUT)]
    Uci(uci::Args),
    /// Serve an Othello client by the Go Text Protocol (GTP)
    #[command(long_about = gtp::ABOUT)]
    Gtp(gtp::Args),
    /// Serve an Othello client by the protocol of NBoard
    #[command(name = "nboard", long_about = nboard::ABOUT)]
    NBoard(nboard::Args),
    /// Serve a draughts client by the Hub protocol
    #[command(long_about = hub::ABOUT)]
    Hub(hub::Args),
    /// Solve a position per line, several at a time
    #[command(long_about = lines::ABOUT)]
    Lines(lines::Args),
    /// Run a search per line: JSON jobs in, JSON results out
    #[command(long_about = job::ABOUT)]
    Job(job::Args),
    /// Serve a program by JSON lines: play and analyse any game
    #[command(long_about = serve_lines::ABOUT)]
    ServeLines(serve_lines::Args),
    /// Serve the web page: watch searches, analyse and play in a browser
    #[command(long_about = serve::ABOUT)]
    Serve(serve::Args),
    /// Print what to enter into a client to use an engine
    #[command(long_about = engine_config::ABOUT)]
    EngineConfig(engine_config::Args),
    /// Measure the speed in nodes per second, with a signature of all counts
    Bench(bench::Args),
    /// Run the papers' experiments and report on them
    Lab(lab::Args),
    /// Create a project with a game to change
    #[command(long_about = new::ABOUT)]
    New(new::Args),
    /// Write a completion script for a shell
    Completions(completions::Args),
    /// Write manual pages
    Man(man::Args),
}

impl CliCommand {
    fn run(self, app: &App) -> anyhow::Result<ExitCode> {
        let ui = &app.ui;
        match self {
            CliCommand::Compare(args) => compare::run(&args, app),
            CliCommand::Solve(args) => solve::run(&args, app),
            CliCommand::Analyze(args) => analyze::run(&args, app),
            CliCommand::Tree(args) => tree::run(args, ui),
            CliCommand::Trace(args) => trace::run(&args, app),
            CliCommand::Proof(args) => proof::run(&args, app),
            CliCommand::Verify(args) => verify::run(&args, app),
            CliCommand::Perft(args) => perft::run(&args, app),
            CliCommand::Check(args) => check::run(&args, app),
            CliCommand::Play(args) => play::run(&args, app),
            CliCommand::Match(args) => matches::run(&args, app),
            CliCommand::Uci(args) => uci::run(&args, app),
            CliCommand::Gtp(args) => gtp::run(&args, app),
            CliCommand::NBoard(args) => nboard::run(&args, app),
            CliCommand::Hub(args) => hub::run(&args, app),
            CliCommand::Lines(args) => lines::run(&args, app),
            CliCommand::Job(args) => job::run(&args, app),
            CliCommand::ServeLines(args) => serve_lines::run(&args, app),
            CliCommand::Serve(args) => serve::run(&args, app),
            CliCommand::EngineConfig(args) => engine_config::run(&args, app),
            CliCommand::Bench(args) => bench::run(&args, app),
            CliCommand::Lab(args) => lab::run(args, app),
            CliCommand::New(args) => new::run(&args, app),
            CliCommand::Completions(args) => completions::run(&args, app),
            CliCommand::Man(args) => man::run(&args, app),
        }
    }
}
