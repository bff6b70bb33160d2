//! `lab export`: writes all rows for other programs.

use super::DatabaseArgs;
use crate::interrupt::STOP;
use crate::output::{OutFile, OutputFormat, Ui, thousands, usage};
use nullwindow_lab::Stop;
use nullwindow_lab::store::{ExportError, Store};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `lab export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The format is JSON lines, or CSV with --csv. Without either a file's name tells: .csv is CSV; .json, .jsonl and .ndjson \
are JSON lines.")]
pub struct Args {
    /// The file to write [default: -, standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// Runs the command.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let file = args.out.as_deref().filter(|file| *file != Path::new("-"));
    file.iter().try_for_each(|file| args.database.refuse_overwrite(file))?;
    let format = format(file, ui.format)?;
    let store = Store::read(&args.database.db)?;
    let Some(file) = file else {
        export(&store, format, OutFile::stdout())?;
        return Ok(ExitCode::SUCCESS);
    };
    let wrong = |error: io::Error| anyhow::anyhow!("cannot write {}: {error}", file.display());
    let rows = match export(&store, format, OutFile::create(file).map_err(wrong)?) {
        Err(ExportError::Write(error)) => return Err(wrong(error)),
        other => other?,
    };
    ui.note(format!("{} rows in {}", thousands(rows), file.display()));
    Ok(ExitCode::SUCCESS)
}

/// Returns the requested format, else that of the file name, else JSON. They must not contradict each other.
fn format(file: Option<&Path>, requested: OutputFormat) -> anyhow::Result<OutputFormat> {
    let extension = file.and_then(Path::extension).map(|name| name.to_string_lossy().to_lowercase());
    let named = match extension.as_deref() {
        None | Some("txt") => None,
        Some("csv") => Some(OutputFormat::Csv),
        Some("json" | "jsonl" | "ndjson") => Some(OutputFormat::Json),
        Some(other) => {
            return Err(usage(format!(
                "there is no format '{other}'; rows are written as CSV (.csv) or as JSON lines (.jsonl, .ndjson, .json)"
            )));
        }
    };
    match (requested, named) {
        (OutputFormat::Human, named) => Ok(named.unwrap_or(OutputFormat::Json)),
        (requested, Some(named)) if requested != named => {
            let (option, other) = if requested == OutputFormat::Csv { ("--csv", ".csv") } else { ("--json", ".jsonl") };
            let extension = extension.unwrap_or_default();
            Err(usage(format!("{option} contradicts .{extension}; leave out {option}, or name a file {other}")))
        }
        (requested, _) => Ok(requested),
    }
}

fn export(store: &Store, format: OutputFormat, mut out: OutFile) -> Result<u64, ExportError> {
    let stop = Stop::from(&STOP);
    let rows = if format == OutputFormat::Csv {
        store.export_csv(&mut out, stop)?
    } else {
        store.export_json(&mut out, stop)?
    };
    out.flush()?;
    out.finish()?;
    Ok(rows)
}
