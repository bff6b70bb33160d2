//! `lab report`: writes one HTML file, or the main tables as Markdown, and the charts as SVG files.

use super::DatabaseArgs;
use super::plans::{MeasuredPlan, chosen};
use super::show::{self, FindingArgs};
use crate::interrupt::STOP;
use crate::output::style::NAME;
use crate::output::{OutFile, Ui, thousands, usage};
use nullwindow_lab::finding::judge;
use nullwindow_lab::report::{Meta, Report, html, markdown, svg};
use nullwindow_lab::store::Store;
use nullwindow_lab::{Finding, Plan, PlanForm, Stop};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `lab report`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "With --json or --csv the verdicts go to standard output, and no file is written unless --out names one."
)]
pub struct Args {
    /// Experiments by name [default: all that have measurements]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The file to write: HTML, or Markdown if its name ends in .md; - for standard output [default: report.html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write every chart as an SVG file into this directory
    #[arg(long, value_name = "DIRECTORY")]
    svg: Option<PathBuf>,
    /// Also report on this plan of your own; may be repeated
    #[arg(long = "plan", value_name = "FILE")]
    plans: Vec<PathBuf>,
    #[command(flatten)]
    which: FindingArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// Runs the command.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let stop = Stop::from(&STOP);
    let store = Store::read(&args.database.db)?;
    let file = args.out.clone().or_else(|| ui.is_human().then(|| "report.html".into()));
    file.iter().try_for_each(|file| args.database.refuse_overwrite(file))?;
    let measured = measured(args, &store)?;
    let mut findings: Vec<Finding> =
        measured.iter().map(|measured| measured.finding(stop)).collect::<Result<_, _>>()?;
    judge(&mut findings);
    if !ui.is_human() {
        show::verdicts(&findings, ui)?;
    }
    if let Some(directory) = &args.svg {
        draw(&findings, directory, &args.database, ui)?;
    }
    let Some(file) = file else { return Ok(ExitCode::SUCCESS) };
    let count = findings.len();
    let report = Report { meta: meta(&measured, &store)?, findings };
    let is_markdown = file.extension().is_some_and(|name| name.eq_ignore_ascii_case("md"));
    let text = if is_markdown { in_markdown(&report) } else { html(&report, stop)? };
    stop.check()?;
    // A report is written completely or not at all.
    OutFile::write(&file, &text)?;
    if file != Path::new("-") {
        let experiments = if count == 1 { "1 experiment".to_owned() } else { format!("{count} experiments") };
        let size = thousands(text.len().div_ceil(1024) as u64);
        let open = if is_markdown { "" } else { "; open it in a browser" };
        ui.note(format!("{experiments} in {NAME}{}{NAME:#}, {size} KiB{open}", file.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the report on all built-in experiments that have measurements, as HTML.
pub fn page(database: &Path, stop: Stop<'_>) -> anyhow::Result<String> {
    let store = Store::read(database)?;
    let measured = with_rows(&Plan::built_in(), None, &store, stop)?;
    let findings = measured.iter().map(|measured| measured.finding(stop));
    let mut findings: Vec<Finding> = findings.collect::<Result<_, _>>()?;
    judge(&mut findings);
    Ok(html(&Report { meta: meta(&measured, &store)?, findings }, stop)?)
}

/// Returns the plans that have rows.
fn with_rows(
    plans: &[Plan],
    form: Option<PlanForm>,
    store: &Store,
    stop: Stop<'_>,
) -> anyhow::Result<Vec<MeasuredPlan>> {
    let all = plans.iter().map(|plan| MeasuredPlan::of(plan, form, store, stop));
    let all = all.collect::<anyhow::Result<Vec<MeasuredPlan>>>()?;
    Ok(all.into_iter().filter(|measured| measured.found.cells > 0).collect())
}

/// Returns the chosen plans that have rows.
fn measured(args: &Args, store: &Store) -> anyhow::Result<Vec<MeasuredPlan>> {
    let mut plans = chosen(&args.names, &[])?;
    if !args.plans.is_empty() {
        plans.extend(chosen(&[], &args.plans)?);
    }
    let some = with_rows(&plans, args.which.form(), store, Stop::from(&STOP))?;
    if some.is_empty() {
        let file = store.path().display();
        return Err(usage(if store.is_empty()? || !args.plans.is_empty() || !args.names.is_empty() {
            format!("{file} has no rows of these experiments; run them first: nullwindow lab run --all")
        } else {
            format!("{file} has only rows of other plans; name these plans: nullwindow lab report --plan FILE")
        }));
    }
    Ok(some)
}

/// Returns the origin of the numbers.
fn meta(measured: &[MeasuredPlan], store: &Store) -> anyhow::Result<Meta> {
    let mut settings: Vec<_> = measured.iter().filter_map(|measured| measured.found.setting.as_ref()).collect();
    settings.dedup();
    let each = |field: &dyn Fn(&nullwindow_lab::store::Setting) -> String| {
        let mut texts: Vec<String> = settings.iter().map(|setting| field(setting)).collect();
        texts.dedup();
        texts.join("; ")
    };
    let mut forms: Vec<String> = measured.iter().map(|measured| measured.form.to_string()).collect();
    forms.sort();
    forms.dedup();
    let names: Vec<&str> = measured.iter().map(|measured| measured.plan.name()).collect();
    let all = Plan::built_in().iter().all(|plan| names.contains(&plan.name()));
    // The shortest command that reproduces the rows.
    let names = if all { "--all".to_owned() } else { names.join(" ") };
    let jobs = each(&|setting| setting.jobs.to_string());
    let runs = forms.iter().map(|form| format!("nullwindow lab run {names} --{form} --jobs {jobs}"));
    Ok(Meta {
        program: each(&|setting| format!("nullwindow {}", setting.program)),
        machine: each(&|setting| setting.machine.clone()),
        date: store.latest()?.unwrap_or_default(),
        command: runs.collect::<Vec<_>>().join(" && "),
        form: forms.join(" and "),
    })
}

/// Renders the origin of the numbers and every finding as Markdown.
fn in_markdown(report: &Report) -> String {
    let Meta { program, machine, date, command, .. } = &report.meta;
    let head = format!("Measured {date} by {program} on {machine}:\n\n```sh\n{command}\n```\n");
    format!("{head}\n{}", markdown(&report.findings))
}

/// Writes every chart into a directory, which is created if needed.
fn draw(findings: &[Finding], directory: &Path, database: &DatabaseArgs, ui: &Ui) -> anyhow::Result<()> {
    let cannot = |error| anyhow::anyhow!("cannot create the directory {}: {error}", directory.display());
    std::fs::create_dir_all(directory).map_err(cannot)?;
    let mut taken = HashSet::new();
    let charts: Vec<_> = findings.iter().flat_map(|finding| &finding.charts).collect();
    for chart in &charts {
        Stop::from(&STOP).check()?;
        let file = directory.join(file_name(&chart.id, &mut taken));
        database.refuse_overwrite(&file)?;
        OutFile::write(&file, &svg(chart))?;
    }
    ui.note(format!("{} charts in {NAME}{}{NAME:#}", charts.len(), directory.display()));
    Ok(())
}

/// Returns a unique file name that is valid on every system: lowercase letters, digits and hyphens, with a number to
/// distinguish equal names.
fn file_name(id: &str, taken: &mut HashSet<String>) -> String {
    let plain = id.to_lowercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let name = if words.is_empty() { "chart".to_owned() } else { words.join("-") };
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| taken.insert(name.clone()));
    format!("{}.svg", free.unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_charts_are_safe_and_differ() {
        let mut taken = HashSet::new();
        let mut name = |id| file_name(id, &mut taken);
        assert_eq!(name("leaves-1"), "leaves-1.svg");
        assert_eq!(name("../../Etc/x: y\\ä.z"), "etc-x-y-z.svg");
        assert_eq!(name("leaves-1"), "leaves-1-2.svg");
        assert_eq!(name("LEAVES 1"), "leaves-1-3.svg");
        assert_eq!(name("*"), "chart.svg");
    }
}
