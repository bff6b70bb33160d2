//! Runs of plans whose results go to a [`Store`].

use super::{RunError, RunOptions, RunSummary, Sink, SinkError, pool};
use crate::plan::Cells;
use crate::store::{Origin, Setting, Store, StoreError};
use crate::{Cell, CellResult, Finding, Lab, Plan, PlanForm, Stop};
use std::collections::HashMap;
use std::sync::Arc;

impl Lab {
    /// Runs a plan. See [`Lab::run_all`].
    ///
    /// # Errors
    /// If the plan names something unknown, or the rows cannot be written.
    pub fn run(
        &self,
        plan: &Plan,
        form: PlanForm,
        store: &mut Store,
        options: &mut RunOptions<'_>,
    ) -> Result<RunSummary, RunError> {
        self.run_all(std::slice::from_ref(plan), form, store, options)
    }

    /// Runs plans one after the other. A search that several plans ask for runs once. Every search is written to the
    /// store as soon as it is complete; searches that the store already has from this setting are skipped.
    ///
    /// # Errors
    /// If a plan names something unknown, or the rows cannot be written.
    pub fn run_all(
        &self,
        plans: &[Plan],
        form: PlanForm,
        store: &mut Store,
        options: &mut RunOptions<'_>,
    ) -> Result<RunSummary, RunError> {
        self.check(plans)?;
        // Held until the run ends.
        let _lock = store.lock_for_run()?;
        let setting = Setting::here(options.jobs());
        let request = PlanCells::new(plans, form, options.positions);
        let last = self.last_positions(request.subjects());
        // A plan may ask for more positions than the game has. Their cells become `None`.
        let cells = request.cells().map(|cell| cell.filter(|cell| is_there(cell, &last)));
        pool::run(self, cells, &mut StoreSink { store, setting: &setting, request: &request }, options)
    }

    /// Returns the other settings in which the store has searches of these plans, with their counts. A run repeats
    /// those searches, because times are compared within one setting only.
    ///
    /// # Errors
    /// If the store cannot be read, or the stop flag of the options is set.
    pub fn other_settings(
        &self,
        plans: &[Plan],
        form: PlanForm,
        store: &Store,
        options: &RunOptions<'_>,
    ) -> Result<Vec<(Setting, usize)>, StoreError> {
        let (here, stop) = (Setting::here(options.jobs()), Stop::from(options.stop));
        let others = store.settings()?.into_iter().filter(|setting| *setting != here);
        let mut counts: Vec<(Setting, usize)> = others.map(|setting| (setting, 0)).collect();
        // The common case, which saves enumerating all cells.
        if counts.is_empty() {
            return Ok(counts);
        }
        let request = PlanCells::new(plans, form, options.positions);
        let last = self.last_positions(request.subjects());
        for cell in request.cells() {
            stop.check()?;
            let Some(cell) = cell.filter(|cell| is_there(cell, &last)) else { continue };
            // A search that this setting has is not repeated.
            if !store.has(&here, &cell)? {
                for (setting, count) in &mut counts {
                    *count += usize::from(store.has(setting, &cell)?);
                }
            }
        }
        counts.retain(|(_, count)| *count > 0);
        Ok(counts)
    }

    /// Evaluates the stored rows of a plan: counts by all of them, times by those of one setting.
    ///
    /// # Errors
    /// If the store cannot be read, or a stop is requested.
    pub fn find(&self, plan: &Plan, form: PlanForm, store: &Store, stop: Stop<'_>) -> Result<Finding, StoreError> {
        let found = store.rows_for(plan.cells(form), stop)?;
        let mut finding = crate::finding::find_stored(plan, form, &found, stop)?;
        let last = self.last_positions(Cells::of(plan, form, None).subjects());
        let mut beyond = 0;
        for cell in plan.cells(form) {
            stop.check()?;
            beyond += usize::from(!is_there(&cell, &last));
        }
        // Positions that the game does not have are not missing.
        finding.missing = finding.missing.saturating_sub(beyond);
        Ok(finding)
    }

    /// Returns the number of the last position of each subject. A plan may ask for more positions than a game has.
    pub(super) fn last_positions(&self, subjects: impl IntoIterator<Item = String>) -> HashMap<String, u32> {
        let last = |name: &str| self.subject(name).ok()?.positions();
        let with_last = |name: String| {
            let last = last(&name).unwrap_or(u32::MAX);
            (name, last)
        };
        subjects.into_iter().map(with_last).collect()
    }
}

/// Returns whether the subject of a cell has its position.
pub(super) fn is_there(cell: &Cell, last: &HashMap<String, u32>) -> bool {
    last.get(&cell.subject).is_none_or(|&last| cell.instance <= last)
}

/// The cells of all plans of a run.
#[derive(Clone, Debug)]
pub(super) struct PlanCells {
    plans: Arc<[(Origin, Arc<Cells>)]>,
}

impl PlanCells {
    pub(super) fn new(plans: &[Plan], form: PlanForm, positions: Option<u32>) -> PlanCells {
        let plans = plans.iter().map(|plan| (Origin::of(plan, form), Cells::of(plan, form, positions)));
        PlanCells { plans: plans.collect() }
    }

    /// Iterates over the cells plan by plan, in each plan instance by instance. Yields `None` for a cell that an earlier plan
    /// has, so that the caller can check the stop flag during a long run of them.
    pub(super) fn cells(&self) -> impl Iterator<Item = Option<Cell>> + Clone + Send + use<> {
        let plans = Arc::clone(&self.plans);
        (0..plans.len()).flat_map(move |number| {
            let plans = Arc::clone(&plans);
            let cells = plans[number].1.by_instance();
            let new = move |cell: &Cell| !plans[..number].iter().any(|(_, cells)| cells.contains(cell));
            cells.map(move |cell| Some(cell).filter(&new))
        })
    }

    pub(super) fn subjects(&self) -> impl Iterator<Item = String> {
        self.plans.iter().flat_map(|(_, cells)| cells.subjects())
    }

    /// Returns the first plan that asks for a cell.
    pub(super) fn origin(&self, cell: &Cell) -> Option<&Origin> {
        self.plans.iter().find(|(_, cells)| cells.contains(cell)).map(|(origin, _)| origin)
    }
}

/// A sink that writes results to a store, each in its own transaction.
struct StoreSink<'a> {
    store: &'a mut Store,
    setting: &'a Setting,
    request: &'a PlanCells,
}

impl Sink for StoreSink<'_> {
    fn put(&mut self, cell: &Cell, result: CellResult) -> Result<(), SinkError> {
        let origin = self.request.origin(cell).ok_or_else(|| format!("no plan asks for {cell}"))?;
        Ok(self.store.put(self.setting, origin, cell, &result.rows)?)
    }

    fn has(&mut self, cell: &Cell) -> Result<bool, SinkError> {
        Ok(self.store.has(self.setting, cell)?)
    }
}
