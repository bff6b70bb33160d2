//! `lab show`: the tables and verdicts of experiments on the terminal.

use super::DatabaseArgs;
use super::plans::{MeasuredPlan, chosen, names};
use crate::interrupt::STOP;
use crate::output::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::output::{Record, Ui, usage};
use nullwindow_lab::finding::{Answer, Finding, Verdict, VerdictCounts, judge};
use nullwindow_lab::report::{self, Style};
use nullwindow_lab::store::Store;
use nullwindow_lab::{Plan, PlanForm, Stop};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `lab show`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Experiments by name; see `lab list`
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// A plan of your own
    #[arg(long = "plan", value_name = "FILE")]
    plans: Vec<PathBuf>,
    #[command(flatten)]
    which: FindingArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// The form of the experiment to show.
#[derive(clap::Args, Debug)]
pub struct FindingArgs {
    /// Show the quick form [default: the form with more measurements]
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Show the full form
    #[arg(long)]
    full: bool,
}

impl FindingArgs {
    pub fn form(&self) -> Option<PlanForm> {
        match (self.quick, self.full) {
            (true, _) => Some(PlanForm::Quick),
            (_, true) => Some(PlanForm::Full),
            _ => None,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    if args.names.is_empty() && args.plans.is_empty() {
        return Err(usage(format!("name an experiment; {}; for a plan of your own, use --plan FILE", names())));
    }
    let plans = chosen(&args.names, &args.plans)?;
    let store = Store::read(&args.database.db)?;
    let findings = plans.iter().map(|plan| finding(plan, args.which.form(), &store));
    let mut findings = findings.collect::<anyhow::Result<Vec<Finding>>>()?;
    judge(&mut findings);
    if !ui.is_human() {
        verdicts(&findings, ui)?;
        return Ok(ExitCode::SUCCESS);
    }
    // The output removes the colours where they are not wanted.
    let style = Style { colour: true, width: ui.width() };
    write!(ui.out(), "{}", report::text(&findings, style))?;
    Ok(ExitCode::SUCCESS)
}

fn finding(plan: &Plan, form: Option<PlanForm>, store: &Store) -> anyhow::Result<Finding> {
    let stop = Stop::from(&STOP);
    let measured = MeasuredPlan::of(plan, form, store, stop)?;
    if measured.found.cells == 0 {
        return Err(usage(format!(
            "{0} has no measurements; run it first: nullwindow lab run {0}",
            measured.plan.name()
        )));
    }
    Ok(measured.finding(stop)?)
}

/// Writes the verdicts alone: as a list with their counts, or as records.
pub fn verdicts(findings: &[Finding], ui: &Ui) -> anyhow::Result<()> {
    if ui.is_human() {
        findings.iter().try_for_each(|finding| print(finding, ui))?;
        let counts = VerdictCounts::of(findings);
        ui.say(format_args!("\n{HEAD}{counts}{HEAD:#}\n{DIM}{}{DIM:#}", counts.level_text()))?;
        return Ok(());
    }
    let mut records = ui.records();
    for finding in findings {
        finding.verdicts.iter().try_for_each(|verdict| records.write(&record(finding, verdict, false)))?;
        finding.self_checks.iter().try_for_each(|check| records.write(&record(finding, check, true)))?;
    }
    Ok(())
}

fn print(finding: &Finding, ui: &Ui) -> anyhow::Result<()> {
    ui.say(format_args!("\n{NAME}{}{NAME:#}  {HEAD}{}{HEAD:#}", finding.name, finding.title))?;
    let claims = finding.verdicts.iter().map(|verdict| (verdict, verdict.answer.label()));
    let checks = finding.self_checks.iter().map(|check| (check, check.answer.check_label()));
    for (verdict, words) in claims.chain(checks) {
        let style = match verdict.answer {
            Answer::Confirmed => GOOD,
            Answer::Refuted => BAD,
            Answer::Undecided => DIM,
        };
        ui.say(format_args!("  {style}{} {words}{style:#}: {}", verdict.answer.sign(), verdict.claim))?;
        ui.say(format_args!("    {DIM}{}{DIM:#}", verdict.measured))?;
    }
    Ok(())
}

fn record(finding: &Finding, verdict: &Verdict, self_check: bool) -> Record {
    let fields = [
        ("experiment", finding.name.as_str()),
        ("title", &finding.title),
        ("claim", &verdict.claim),
        ("answer", verdict.answer.label()),
        ("measured", &verdict.measured),
    ];
    let mut record: Record = fields.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect();
    record.insert("doubtful".to_owned(), (verdict.answer == Answer::Undecided).into());
    record.insert("self_check".to_owned(), self_check.into());
    record.insert("level".to_owned(), verdict.level().into());
    record.insert("cases".to_owned(), serde_json::to_value(&verdict.cases).unwrap_or_default());
    record.insert("searches".to_owned(), finding.searches.into());
    record.insert("missing".to_owned(), finding.missing.into());
    record
}
