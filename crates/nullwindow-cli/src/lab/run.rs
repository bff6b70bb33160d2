//! `lab run`: measures the searches of plans.

use super::cluster::{self, ClusterEnd};
use super::plans::{MeasuredPlan, chosen, names};
use super::{DatabaseArgs, show};
use crate::output::style::{NAME, WARN};
use crate::output::{Interrupted, ProgressLine, Ui, thousands, usage};
use crate::{App, interrupt};
use nullwindow_lab::finding::judge;
use nullwindow_lab::run::{self, RunOptions, RunSummary};
use nullwindow_lab::store::{Setting, Store};
use nullwindow_lab::{Finding, Lab, Plan, PlanForm, Stop};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The arguments of `lab run`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Experiments by name; see `lab list`
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// All built-in experiments
    #[arg(long, conflicts_with = "names")]
    all: bool,
    /// Run the quick form: small depths and few positions (the default)
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Run the full form: the papers' depths and twenty positions, which takes much longer
    #[arg(long)]
    full: bool,
    /// A plan of your own
    #[arg(long = "plan", value_name = "FILE")]
    plans: Vec<PathBuf>,
    #[command(flatten)]
    database: DatabaseArgs,
    /// Number of parallel searches [default: one per core]. Times are compared only within one setting (number of jobs,
    /// version, machine): searches that the database has from another setting are repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Use only the first N positions or seeds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Search on the Dask cluster of the scheduler at this address; --jobs is then the number of searches on
    /// the whole cluster [default: one per thread of a worker]. Needs Python with the package nullwindow
    #[arg(long, value_name = "ADDRESS")]
    dask: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let ui = &app.ui;
    if args.names.is_empty() && args.plans.is_empty() && !args.all {
        return Err(usage(format!("name an experiment, or use --all; {}", names())));
    }
    let mut plans = chosen(&args.names, &args.plans)?;
    if args.all && !args.plans.is_empty() {
        plans = [Plan::built_in(), plans].concat();
    }
    let form = if args.full { PlanForm::Full } else { PlanForm::Quick };
    let lab = Lab::with_catalogue(app.catalogue.clone());
    // Checked before the database is created.
    lab.check(&plans).map_err(usage)?;
    let some_failed = match &args.dask {
        Some(address) => match cluster::measure(address, &args.for_cluster())? {
            ClusterEnd::Complete { some_failed } => some_failed,
            ClusterEnd::Failed(code) => return Ok(code),
        },
        None => measure_here(&lab, args, &plans, form, ui)?,
    };
    let store = Store::read(&args.database.db)?;
    let stop = Stop::from(&interrupt::STOP);
    let findings = plans.iter().map(|plan| Ok(MeasuredPlan::of(plan, Some(form), &store, stop)?.finding(stop)?));
    let mut findings = findings.collect::<anyhow::Result<Vec<Finding>>>()?;
    judge(&mut findings);
    show::verdicts(&findings, ui)?;
    Ok(if some_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Args {
    /// Returns the arguments for the Python package, which has the same options.
    fn for_cluster(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["--db".into(), self.database.db.clone().into()];
        let flags = [("--all", self.all), ("--full", self.full), ("--quick", self.quick)];
        arguments.extend(flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag.into()));
        for plan in &self.plans {
            arguments.extend(["--plan".into(), plan.clone().into()]);
        }
        for (option, number) in [("--jobs", self.jobs), ("--positions", self.positions)] {
            arguments.extend(number.into_iter().flat_map(|number| [option.into(), number.to_string().into()]));
        }
        arguments.push("--".into());
        arguments.extend(self.names.iter().map(OsString::from));
        arguments
    }
}

/// Measures on this machine. Returns whether some searches could not be done.
fn measure_here(lab: &Lab, args: &Args, plans: &[Plan], form: PlanForm, ui: &Ui) -> anyhow::Result<bool> {
    let mut store = Store::open(&args.database.db)?;
    let summary = measure(lab, args, plans, form, &mut store, ui)?;
    note_summary(&summary, &store, ui);
    if interrupt::stopped() && summary.left > 0 {
        ui.note(format!("interrupted: {} left. The same command resumes the run.", searches(summary.left)));
        return Err(Interrupted.into());
    }
    Ok(!summary.failed.is_empty())
}

fn measure(
    lab: &Lab,
    args: &Args,
    plans: &[Plan],
    form: PlanForm,
    store: &mut Store,
    ui: &Ui,
) -> anyhow::Result<RunSummary> {
    // The bar shows time, not searches, because the last searches take longest.
    let (bar, start) = (ui.timed_progress("measuring"), Instant::now());
    let mut progress = |progress: &run::RunProgress| show_progress(&bar, progress, start.elapsed());
    let mut options = RunOptions::default().with_stop(&interrupt::STOP).with_progress(&mut progress);
    (options.jobs, options.positions) = (args.jobs, args.positions);
    note_repeated_searches(&lab.other_settings(plans, form, store, &options)?, options.jobs(), ui);
    Ok(lab.run_all(plans, form, store, &mut options)?)
}

/// Prints the searches that are repeated because they were measured in another setting.
fn note_repeated_searches(other_settings: &[(Setting, usize)], jobs: u32, ui: &Ui) {
    for (setting, count) in other_settings {
        // If only the number of jobs differs, an option can continue with the other setting.
        let here = Setting { jobs: setting.jobs, ..Setting::here(jobs) };
        let go_on = if here == *setting {
            format!("--jobs {} continues with those", setting.jobs)
        } else {
            format!("here: {}", Setting::here(jobs))
        };
        let are = if *count == 1 { "is" } else { "are" };
        ui.note(format!(
            "{} {are} in the database from another setting ({setting}) and {are} measured again, since times are \
             compared within one setting only; {go_on}",
            searches(*count)
        ));
    }
}

fn show_progress(bar: &ProgressLine, progress: &run::RunProgress, elapsed: Duration) {
    bar.time(elapsed, progress.left);
    bar.message(format!("{} of {}", thousands(progress.done as u64), searches(progress.total)));
}

fn searches(count: usize) -> String {
    format!("{} {}", thousands(count as u64), if count == 1 { "search" } else { "searches" })
}

/// Prints the number of searches, and the location of the rows.
fn note_summary(summary: &RunSummary, store: &Store, ui: &Ui) {
    let known = if summary.known > 0 {
        format!("; {} were already in the database", searches(summary.known))
    } else {
        String::new()
    };
    ui.note(format!(
        "measured {}{known}; rows are in {NAME}{}{NAME:#}",
        searches(summary.done),
        store.path().display()
    ));
    for (cell, error) in summary.failed.iter().take(10) {
        ui.note(format!("{WARN}not measured{WARN:#}: {cell}: {error}"));
    }
    if summary.failed.len() > 10 {
        ui.note(format!("and {} more", summary.failed.len() - 10));
    }
}
