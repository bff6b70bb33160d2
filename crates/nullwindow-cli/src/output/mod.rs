//! What all commands share in speaking to the user: formats, colours, tables, progress, errors.

mod failure;
mod file;
mod numbers;
mod progress;
mod reader;
mod records;
pub mod style;
mod table;

pub use failure::{Interrupted, usage};
pub use file::OutFile;
pub use numbers::{bar, bytes, duration, rate, ratio, signed, thousands};
pub use progress::ProgressLine;
pub use reader::{ResultOutput, reader_is_gone, unless_gone};
pub use records::{Record, Records};
pub use table::{Align, TextCell, TextTable};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Options of every command.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write JSON, one object a line
    #[arg(long, global = true, conflicts_with = "csv")]
    json: bool,
    /// Write CSV with a header line
    #[arg(long, global = true)]
    csv: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// Leave out progress and remarks
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A format of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Tables and charts for people.
    Human,
    /// One object a line.
    Json,
    /// One line a result.
    Csv,
}

/// How to speak to the user.
///
/// Results go to standard output, by [`Ui::out`] for people and by [`Ui::records`] for programs, never mixed. Remarks,
/// progress and errors go to standard error.
#[derive(Debug)]
pub struct Ui {
    /// The format asked for.
    pub format: OutputFormat,
    quiet: bool,
    colors: ColorChoice,
}

impl Ui {
    /// As the options say.
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

    /// Whether people read the results.
    pub fn is_human(&self) -> bool {
        self.format == OutputFormat::Human
    }

    /// Whether results come to a terminal, where lines may be written again.
    pub fn is_live(&self) -> bool {
        self.is_human() && io::stdout().is_terminal()
    }

    /// Returns standard output, which removes colours where they are not wanted. A reader that has gone away is no error
    /// ([`reader_is_gone`]), so that a command goes on to its exit code.
    pub fn out(&self) -> ResultOutput {
        ResultOutput::new(self.choice(&io::stdout()))
    }

    /// Whether standard output takes colours.
    pub fn has_colors(&self) -> bool {
        self.choice(&io::stdout()) != ColorChoice::Never
    }

    /// Writes results as JSON or CSV. A command calls this only if [`Ui::is_human`] is false.
    pub fn records(&self) -> Records {
        Records::new(self.format)
    }

    /// A remark on standard error, for people only.
    pub fn note(&self, text: impl std::fmt::Display) {
        if !self.quiet {
            let _ = writeln!(self.err(), "{text}");
        }
    }

    /// Returns whether progress is shown.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// A bar on standard error that shows how far the work has come, and when it will be done; if it takes long enough
    /// for that to matter, and somebody looks.
    pub fn progress(&self, steps: u64, what: &str) -> ProgressLine {
        ProgressLine::new(steps, what, self.shows_progress())
    }

    /// The same for work that knows better than its steps how long it will take.
    pub fn timed_progress(&self, what: &str) -> ProgressLine {
        ProgressLine::timed(what, self.shows_progress())
    }

    /// How many characters a line has; 80 if nobody knows.
    #[allow(clippy::unused_self, reason = "belongs to how to speak to the user")]
    pub fn width(&self) -> usize {
        let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        told.or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0.into())).unwrap_or(80)
    }

    /// Says on standard error what went wrong, and what the program ends with: 2 for wrong usage or input, 130 if it was
    /// interrupted, 1 for all else. A reader that has gone away, as `head` does, is no error.
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

    /// Whether this stream takes colours.
    fn choice<S: anstream::stream::RawStream>(&self, stream: &S) -> ColorChoice {
        match self.colors {
            ColorChoice::Auto => AutoStream::choice(stream),
            always_or_never => always_or_never,
        }
    }
}
