//! `lab plan`: writes a built-in plan, as a template for the user's own.

use super::plans;
use crate::App;
use crate::output::{OutFile, usage};
use nullwindow_lab::Plan;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `lab plan`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  nullwindow lab plan leaves
  nullwindow lab plan phased --out my-plan.toml
  nullwindow lab run --plan my-plan.toml --db my.db")]
pub struct Args {
    /// The experiment; see `lab list`
    #[arg(value_name = "NAME")]
    name: String,
    /// The file to write, which must not exist [default: -, standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let plan = plans::named(&args.name)?;
    let file = args.out.as_deref().filter(|file| *file != Path::new("-"));
    let text = with_header(&plan, app.name, file);
    let Some(file) = file else {
        OutFile::write(Path::new("-"), &text)?;
        return Ok(ExitCode::SUCCESS);
    };
    // The user's changes to an earlier copy must not be lost.
    if file.exists() {
        return Err(usage(format!("{} exists; choose another file, or remove it first", file.display())));
    }
    OutFile::write(file, &text)?;
    app.ui.note(format_args!("wrote {}; to run it: {} lab run --plan {0}", file.display(), app.name));
    Ok(ExitCode::SUCCESS)
}

/// Returns the text of a plan, after comments that say how it is used.
fn with_header(plan: &Plan, program: &str, file: Option<&Path>) -> String {
    let name = plan.name();
    let file = file.map_or_else(|| format!("my-{name}.toml"), |file| file.display().to_string());
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "\
# The plan '{name}' of {program} {version}, as a template for your own.
#
#   {program} lab plan {name} --out {file}    # this copy
#   {program} lab run --plan {file} --quick --db my.db
#   {program} lab show --plan {file} --db my.db
#   {program} lab report --plan {file} --db my.db --out report.html
#
# Searches that are in the database are not repeated, so you can change the plan and run it again. `quick` in a
# table of [[searches]] overrides its fields for --quick. Without --db the rows go to the database of the built-in plans.

{}",
        plan.text()
    )
}
