//! `lab show`: the tables and verdicts of experiments on the terminal.

use super::DatabaseArgs;
use super::plans::{MeasuredPlan, chosen, names};
use crate::interrupt::STOP;
use crate::output::style::{BAD, DIM, GOOD, HEAD, NAME, WARN};
use crate::output::{Record, Ui, usage};
use nullwindow_lab::finding::{Answer, Finding, Verdict};
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
    /// The quick form [default: the one of which more is measured]
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// The full form
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
        return Err(usage(format!("name an experiment; {}; a plan of your own: --plan FILE", names())));
    }
    let plans = chosen(&args.names, &args.plans)?;
    let store = Store::read(&args.database.db)?;
    let findings = plans.iter().map(|plan| finding(plan, args.which.form(), &store));
    let findings = findings.collect::<anyhow::Result<Vec<Finding>>>()?;
    if !ui.is_human() {
        verdicts(&findings, ui)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = ui.out();
    for (place, finding) in findings.iter().enumerate() {
        // The output stream removes colours where they are not wanted.
        let style = Style { colour: true, width: ui.width() };
        write!(out, "{}{}", if place > 0 { "\n" } else { "" }, report::text(finding, style))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn finding(plan: &Plan, form: Option<PlanForm>, store: &Store) -> anyhow::Result<Finding> {
    let stop = Stop::from(&STOP);
    let measured = MeasuredPlan::of(plan, form, store, stop)?;
    if measured.found.cells == 0 {
        return Err(usage(format!("{0} is not measured yet; run: nullwindow lab run {0}", measured.plan.name())));
    }
    Ok(measured.finding(stop)?)
}

/// Prints the verdicts only.
pub fn verdicts(findings: &[Finding], ui: &Ui) -> anyhow::Result<()> {
    if ui.is_human() {
        return findings.iter().try_for_each(|finding| print(finding, &mut ui.out()));
    }
    let mut records = ui.records();
    for finding in findings {
        finding.verdicts.iter().try_for_each(|verdict| records.write(&record(finding, verdict)))?;
    }
    Ok(())
}

fn print(finding: &Finding, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "\n{NAME}{}{NAME:#}  {HEAD}{}{HEAD:#}", finding.name, finding.title)?;
    for verdict in &finding.verdicts {
        let style = match verdict.answer {
            Answer::Holds => GOOD,
            Answer::Partly => WARN,
            Answer::Fails => BAD,
            Answer::Unknown => DIM,
        };
        let (sign, words) = (verdict.answer.sign(), verdict.label());
        writeln!(out, "  {style}{sign} {words}{style:#}: {}", verdict.claim)?;
        writeln!(out, "    {DIM}{}{DIM:#}", verdict.measured)?;
    }
    Ok(())
}

fn record(finding: &Finding, verdict: &Verdict) -> Record {
    let fields = [
        ("experiment", finding.name.as_str()),
        ("title", &finding.title),
        ("claim", &verdict.claim),
        ("answer", verdict.answer.label()),
        ("measured", &verdict.measured),
    ];
    let mut record: Record = fields.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect();
    record.insert("doubtful".to_owned(), verdict.doubtful.into());
    record.insert("cases".to_owned(), serde_json::to_value(&verdict.cases).unwrap_or_default());
    record.insert("searches".to_owned(), finding.searches.into());
    record.insert("missing".to_owned(), finding.missing.into());
    record
}
