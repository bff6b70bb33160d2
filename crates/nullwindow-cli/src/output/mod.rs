//! The output shared by all commands: formats, colours, tables, progress, errors.

mod failure;
mod file;
mod fold;
mod numbers;
mod progress;
mod reader;
mod records;
pub mod style;
mod table;

pub use failure::{Interrupted, usage};
pub use file::OutFile;
pub use fold::fold;
pub use numbers::{bar, bytes, duration, rate, ratio, thousands};
pub use progress::ProgressLine;
pub use reader::{ResultOutput, reader_is_gone, unless_gone};
pub use records::{Record, Records};
pub use table::{Align, TextCell, TextTable};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The options of every command.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write JSON, one object per line
    #[arg(long, global = true, conflicts_with = "csv")]
    json: bool,
    /// Write CSV with a header line
    #[arg(long, global = true)]
    csv: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// Print no progress and no remarks
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// The use of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Tables and charts for people.
    Human,
    /// One JSON object per line.
    Json,
    /// One CSV line per result.
    Csv,
}

/// Returns the width of a line on standard output in columns: that of the terminal; 80 in a pipe or a file. The variable
/// `COLUMNS` overrides both, so that scripts and tests can set it.
pub fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    let terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    columns.or_else(terminal).unwrap_or(80)
}

/// The user interface of a command.
///
/// Results go to standard output, by [`Ui::out`] for people and by [`Ui::records`] for programs, never mixed. Remarks,
/// progress and errors go to standard error.
#[derive(Debug)]
pub struct Ui {
    /// The requested format.
    pub format: OutputFormat,
    quiet: bool,
    colors: ColorChoice,
}

impl Ui {
    /// Returns the interface that the options select.
    pub fn new(options: &OutputArgs) -> Ui {
        let format = match (options.json, options.csv) {
            (true, _) => OutputFormat::Json,
            (_, true) => OutputFormat::Csv,
            _ => OutputFormat::Human,
        };
        let colors = match options.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        colors.write_global();
        Ui { format, quiet: options.quiet, colors }
    }

    /// Returns whether the results are for people.
    pub fn is_human(&self) -> bool {
        self.format == OutputFormat::Human
    }

    /// Returns whether the results go to a terminal, where lines can be rewritten.
    pub fn is_live(&self) -> bool {
        self.is_human() && io::stdout().is_terminal()
    }

    /// Returns standard output, without colours where they are not wanted. A closed pipe is no error
    /// ([`reader_is_gone`]), so that a command reaches its exit code.
    pub fn out(&self) -> ResultOutput {
        ResultOutput::new(self.choice(&io::stdout()))
    }

    /// Returns whether standard output shows colours.
    pub fn has_colors(&self) -> bool {
        self.choice(&io::stdout()) != ColorChoice::Never
    }

    /// Returns a writer of JSON or CSV. It is used only if [`Ui::is_human`] is false.
    pub fn records(&self) -> Records {
        Records::new(self.format)
    }

    /// Prints a remark on standard error, unless the output is quiet.
    pub fn note(&self, text: impl std::fmt::Display) {
        if !self.quiet {
            let _ = writeln!(self.err(), "{text}");
        }
    }

    /// Returns whether progress is shown.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Returns a progress bar on standard error, which appears only on a terminal and only if the work takes long
    /// enough.
    pub fn progress(&self, steps: u64, what: &str) -> ProgressLine {
        ProgressLine::new(steps, what, self.shows_progress())
    }

    /// Returns a progress bar for work that estimates its remaining time itself.
    pub fn timed_progress(&self, what: &str) -> ProgressLine {
        ProgressLine::timed(what, self.shows_progress())
    }

    /// Returns the width of a line: see [`width`].
    #[allow(clippy::unused_self, reason = "callers need not know that the width is global")]
    pub fn width(&self) -> usize {
        width()
    }

    /// Writes lines of text to standard output, folded to the width of a line.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn say(&self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out(), "{}", fold(&text.to_string(), width()))
    }

    /// Prints an error on standard error and returns the exit code: 2 for wrong usage or input, 130 if interrupted,
    /// else 1. A closed pipe is no error.
    pub fn fail(&self, error: &anyhow::Error) -> ExitCode {
        let kind = failure::FailureKind::of(error);
        if kind.is_error() {
            let style = style::BAD;
            let _ = writeln!(self.err(), "{style}error{style:#}: {error:#}");
        }
        kind.code()
    }

    fn err(&self) -> AutoStream<io::StderrLock<'static>> {
        AutoStream::new(io::stderr().lock(), self.choice(&io::stderr()))
    }

    /// Returns whether a stream shows colours.
    fn choice<S: anstream::stream::RawStream>(&self, stream: &S) -> ColorChoice {
        match self.colors {
            ColorChoice::Auto => AutoStream::choice(stream),
            always_or_never => always_or_never,
        }
    }
}
