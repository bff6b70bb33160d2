//! The command `lab`: the papers' experiments.

mod cluster;
mod export;
pub mod list;
mod plan;
mod plans;
pub mod report;
mod run;
mod show;

use crate::App;
use crate::output::usage;
use clap::Subcommand;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `lab`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  nullwindow lab list
  nullwindow lab run --all --quick && nullwindow lab report --out report.html
  nullwindow lab run leaves --full --jobs 1
  nullwindow lab plan leaves --out my-plan.toml
  nullwindow lab run --plan my-plan.toml --db my.db
  nullwindow lab run leaves --full --dask tcp://node1:8786
  nullwindow lab export --csv --out rows.csv

A run can be interrupted at any time; the same command resumes it.")]
pub struct Args {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Subcommand, Debug)]
enum LabCommand {
    /// List the experiments, and the number of measured searches of each
    List(list::Args),
    /// Write a built-in plan to a file, as a template for your own
    Plan(plan::Args),
    /// Run experiments; searches that are in the database are not repeated
    Run(run::Args),
    /// Write a report on every experiment to one HTML file
    Report(report::Args),
    /// Print the tables and verdicts of an experiment
    Show(show::Args),
    /// Write all rows as CSV or JSON lines
    Export(export::Args),
}

/// The location of the database.
#[derive(clap::Args, Debug)]
struct DatabaseArgs {
    /// The database of rows
    #[arg(long, value_name = "FILE", default_value = "nullwindow-lab.db")]
    db: PathBuf,
}

impl DatabaseArgs {
    /// Returns an error if `out` is the database, or one of the files that SQLite keeps beside it.
    fn refuse_overwrite(&self, out: &Path) -> anyhow::Result<()> {
        let (out, db) = (canonical(out), canonical(&self.db).into_os_string());
        let beside = |end: &&str| {
            let mut name: OsString = db.clone();
            name.push(end);
            out == Path::new(&name)
        };
        // The database, the files of SQLite, and the lock of a run.
        match ["", "-wal", "-shm", "-journal", "-lock"].iter().find(|end| beside(end)) {
            Some(_) => Err(usage(format!("{} is a file of the database; choose another file", out.display()))),
            None => Ok(()),
        }
    }
}

/// Resolves links and relative parts of a path, whose file need not exist.
fn canonical(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = || Some(parent.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}

/// Runs the command.
pub fn run(args: Args, app: &App) -> anyhow::Result<ExitCode> {
    let ui = &app.ui;
    match args.command {
        LabCommand::List(args) => list::run(&args, ui),
        LabCommand::Plan(args) => plan::run(&args, app),
        LabCommand::Run(args) => run::run(&args, app),
        LabCommand::Report(args) => report::run(&args, ui),
        LabCommand::Show(args) => show::run(&args, ui),
        LabCommand::Export(args) => export::run(&args, ui),
    }
}
