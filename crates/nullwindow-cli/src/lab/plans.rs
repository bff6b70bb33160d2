//! Selects experiments and their forms, and loads their rows.

use crate::nearest::unknown;
use crate::output::usage;
use nullwindow_lab::store::{Store, StoredRows};
use nullwindow_lab::{Finding, Interrupted, Plan, PlanForm, Stop};
use std::path::{Path, PathBuf};

/// Returns the plans with these names and files, or all built-in plans if there are none.
pub fn chosen(names: &[String], files: &[PathBuf]) -> anyhow::Result<Vec<Plan>> {
    if names.is_empty() && files.is_empty() {
        return Ok(Plan::built_in());
    }
    let named = names.iter().map(|name| named(name));
    let read = files.iter().map(|file| read(file));
    named.chain(read).collect()
}

/// Returns the plan with this name. A file name gets a hint to use `--plan`.
pub fn named(name: &str) -> anyhow::Result<Plan> {
    // A file instead of a name is a likely mistake, so the error has a hint.
    let is_file = Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    Plan::named(name).map_err(|wrong| {
        if is_file || Path::new(name).is_file() {
            return usage(format!("'{name}' is a file; use --plan {name}"));
        }
        usage(
            unknown("experiment", name, wrong.names.iter().map(String::as_str))
                + "; for a plan of your own, use --plan FILE",
        )
    })
}

/// Returns a sentence with the names of the built-in plans.
pub fn names() -> String {
    let names: Vec<String> = Plan::built_in().iter().map(|plan| plan.name().to_owned()).collect();
    format!("the experiments are: {}", names.join(", "))
}

fn read(file: &Path) -> anyhow::Result<Plan> {
    let text =
        std::fs::read_to_string(file).map_err(|error| usage(format!("cannot read {}: {error}", file.display())))?;
    Plan::parse(&file.display().to_string(), &text).map_err(usage)
}

/// A plan with its stored rows.
pub struct MeasuredPlan {
    pub plan: Plan,
    pub form: PlanForm,
    /// The number of searches of the form.
    pub cells: usize,
    pub found: StoredRows,
}

impl MeasuredPlan {
    /// Loads the rows of a plan in this form, or by default in the form with the larger share of measured searches.
    pub fn of(plan: &Plan, form: Option<PlanForm>, store: &Store, stop: Stop<'_>) -> anyhow::Result<MeasuredPlan> {
        let forms: &[PlanForm] = match form {
            Some(PlanForm::Quick) => &[PlanForm::Quick],
            Some(PlanForm::Full) => &[PlanForm::Full],
            None => &[PlanForm::Quick, PlanForm::Full],
        };
        let mut best: Option<MeasuredPlan> = None;
        for &form in forms {
            let cells = count(plan, form, stop)?;
            let found = store.rows_for(plan.cells(form), stop)?;
            let this = MeasuredPlan { plan: plan.clone(), form, cells, found };
            // Of equal shares the later, full form is chosen.
            if best.as_ref().is_none_or(|best| this.share() >= best.share()) {
                best = Some(this);
            }
        }
        best.ok_or_else(|| usage("the plan has no form"))
    }

    /// Returns the share of measured searches.
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    fn share(&self) -> f64 {
        self.searches() as f64 / self.cells.max(1) as f64
    }

    /// Returns the number of measured searches, in whatever setting.
    fn searches(&self) -> usize {
        self.found.cells + self.found.other_settings.iter().map(|(_, count)| count).sum::<usize>()
    }

    /// Computes the finding: counts from all rows, times from those of one setting.
    pub fn finding(&self, stop: Stop<'_>) -> Result<Finding, Interrupted> {
        nullwindow_lab::finding::find_stored(&self.plan, self.form, &self.found, stop)
    }
}

/// Counts the searches of a plan.
pub fn count(plan: &Plan, form: PlanForm, stop: Stop<'_>) -> Result<usize, Interrupted> {
    plan.cells(form).try_fold(0, |count, _| stop.check().map(|()| count + 1))
}
