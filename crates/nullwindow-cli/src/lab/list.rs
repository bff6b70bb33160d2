//! `lab list`: prints the experiments, and the number of measured searches of each.

use super::{DatabaseArgs, plans};
use crate::interrupt::STOP;
use crate::output::style::{DIM, GOOD, NAME, WARN};
use crate::output::{Align, Record, TextCell, TextTable, Ui, thousands};
use nullwindow_lab::store::{Store, StoreError};
use nullwindow_lab::{Plan, PlanForm, Stop};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `lab list`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// List this plan of your own too; may be repeated
    #[arg(long = "plan", value_name = "FILE")]
    plans: Vec<PathBuf>,
}

/// A plan with the numbers of measured and of all searches per form.
struct PlanListing {
    plan: Plan,
    forms: [(PlanForm, usize, usize); 2],
}

/// Opens a database, if there is one: plans can be listed before anything is measured.
fn open(database: &Path) -> Result<Option<Store>, StoreError> {
    match Store::read(database) {
        Err(StoreError::Missing { .. }) => Ok(None),
        other => other.map(Some),
    }
}

/// Returns the built-in experiments with their numbers of searches, one record each.
pub fn records(database: &Path) -> anyhow::Result<Vec<Record>> {
    let store = open(database)?;
    let listings = Plan::built_in().into_iter().map(|plan| PlanListing::new(plan, store.as_ref()));
    listings.map(|listing| Ok(listing?.record())).collect()
}

/// Runs the command.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let store = open(&args.database.db)?;
    let mut all = Plan::built_in();
    if !args.plans.is_empty() {
        all.extend(plans::chosen(&[], &args.plans)?);
    }
    let lines = all
        .into_iter()
        .map(|plan| PlanListing::new(plan, store.as_ref()))
        .collect::<anyhow::Result<Vec<PlanListing>>>()?;
    if ui.is_human() {
        print(&lines, ui)?;
    } else {
        let mut records = ui.records();
        lines.iter().try_for_each(|line| records.write(&line.record()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl PlanListing {
    fn new(plan: Plan, store: Option<&Store>) -> anyhow::Result<PlanListing> {
        let count = |form| -> anyhow::Result<(PlanForm, usize, usize)> {
            let stop = Stop::from(&STOP);
            let measured = store.map(|store| store.count_of(plan.cells(form), stop)).transpose()?;
            Ok((form, measured.unwrap_or(0), plans::count(&plan, form, stop)?))
        };
        let forms = [count(PlanForm::Quick)?, count(PlanForm::Full)?];
        Ok(PlanListing { plan, forms })
    }

    fn record(&self) -> Record {
        let mut record = Record::new();
        record.insert("name".to_owned(), self.plan.name().into());
        record.insert("title".to_owned(), self.plan.title().into());
        record.insert("sources".to_owned(), self.plan.sources().join("; ").into());
        for (form, measured, all) in self.forms {
            record.insert(format!("{form}_searches"), all.into());
            record.insert(format!("{form}_measured"), measured.into());
        }
        record
    }
}

fn print(lines: &[PlanListing], ui: &Ui) -> anyhow::Result<()> {
    let columns = [("name", Align::Left), ("quick", Align::Right), ("full", Align::Right), ("experiment", Align::Left)];
    let mut table = TextTable::new(columns);
    for line in lines {
        let [quick, full] = line.forms.map(|(_, measured, all)| amount(measured, all));
        let title = format!("{} ({})", line.plan.title(), line.plan.sources().join("; "));
        table.row([TextCell::new(line.plan.name(), NAME), quick, full, title.into()]);
    }
    table.print(&mut ui.out())?;
    let hint =
        "The columns quick and full count searches, and those already measured. Run one: nullwindow lab run NAME";
    Ok(ui.say(format_args!("\n{DIM}{hint}{DIM:#}"))?)
}

fn amount(measured: usize, all: usize) -> TextCell {
    let text = thousands(all as u64);
    match measured {
        0 => TextCell::new(text, DIM),
        _ if measured == all => TextCell::new(format!("all {text}"), GOOD),
        _ => TextCell::new(format!("{} of {text}", thousands(measured as u64)), WARN),
    }
}
