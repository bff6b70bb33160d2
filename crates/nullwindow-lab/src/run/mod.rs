//! Runs plans: worker threads search the cells, and one [`Sink`] takes the results.
//!
//! Cells run position by position: every search of one position is done before the next position, so that an
//! interrupted run still compares the same positions. Cells that the sink already has are skipped.

mod pool;
mod sink;

pub use sink::{MemorySink, Sink, SinkError};

use crate::plan::Cells;
use crate::store::{Setting, Store, StoreError};
use crate::{Cell, Finding, Interrupted, Lab, Plan, PlanError, PlanForm, Stop, SubjectError};
use sink::{PlanCells, StoreSink};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// Options of a run. The default searches all positions on every core until the end.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// The number of parallel searches, or `None` for one per core.
    pub jobs: Option<u32>,
    /// Only the first N positions or seeds per subject that a plan asks for.
    pub positions: Option<u32>,
    /// A flag that ends the run. Completed searches are kept.
    pub stop: Option<&'a AtomicBool>,
    /// A callback that receives the progress after every search and several times a second.
    pub progress: Option<&'a mut dyn FnMut(&RunProgress)>,
}

impl RunOptions<'_> {
    /// Returns the number of parallel searches.
    #[must_use]
    pub fn jobs(&self) -> u32 {
        let cores = || thread::available_parallelism().ok().and_then(|cores| u32::try_from(cores.get()).ok());
        self.jobs.or_else(cores).unwrap_or(1).max(1)
    }
}

impl fmt::Debug for RunOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOptions")
            .field("jobs", &self.jobs)
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

/// The progress of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunProgress {
    /// Searches done in this run.
    pub done: usize,
    /// Searches in this run.
    pub total: usize,
    /// The estimated time left, or `None` while too little is known.
    pub left: Option<Duration>,
    /// The text of the cell searched last.
    pub last: String,
}

/// The summary of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunSummary {
    /// Searches done and written.
    pub done: usize,
    /// Searches that the sink already had.
    pub known: usize,
    /// Searches left because the run was stopped.
    pub left: usize,
    /// Searches that failed, with their errors.
    pub failed: Vec<(Cell, SubjectError)>,
}

/// The error of a run that could not start or continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A plan names something unknown, or asks for too much.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The rows cannot be read, or another run uses the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The run was stopped before its first search.
    #[error("the run was stopped before its first search")]
    Interrupted(#[from] Interrupted),
    /// The sink failed: the result of a search could not be written.
    #[error("kept {done} {} of this run", if *done == 1 { "search" } else { "searches" })]
    Write {
        /// The error of the sink.
        #[source]
        cause: SinkError,
        /// The number of searches of this run that were written before.
        done: usize,
    },
}

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

    /// Runs cells, which need not come from a plan, in their order and passes the results to a sink. Cells that the
    /// sink already has are skipped. [`RunOptions::positions`] applies to plans only.
    ///
    /// The iterator is traversed twice: once to count the cells, and once to run them.
    ///
    /// # Errors
    /// If the sink fails, or the run is stopped before its first search.
    ///
    /// ```
    /// use nullwindow_lab::run::{MemorySink, RunOptions};
    /// use nullwindow_lab::{Lab, Plan, PlanForm};
    ///
    /// let cells = Plan::named("open-price")?.cells(PlanForm::Quick).take(3);
    /// let mut sink = MemorySink::new().with_on_result(|cell, result| {
    ///     println!("{cell}: {:?}", result.rows[0].value);
    ///     Ok(())
    /// });
    /// let summary = Lab::new().run_cells(cells, &mut sink, &mut RunOptions::default())?;
    /// assert_eq!((summary.done, sink.results.len()), (3, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_cells(
        &self,
        cells: impl Iterator<Item = Cell> + Clone,
        sink: &mut dyn Sink,
        options: &mut RunOptions<'_>,
    ) -> Result<RunSummary, RunError> {
        pool::run(self, cells.map(Some), sink, options)
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

    /// Checks that every subject that the plans name exists, and that no plan asks for too many searches. A run does
    /// this check first.
    ///
    /// # Errors
    /// If a subject is unknown or a plan too large, with the line of the plan.
    pub fn check(&self, plans: &[Plan]) -> Result<(), PlanError> {
        plans.iter().try_for_each(Plan::check_size)?;
        plans.iter().try_for_each(|plan| plan.check_subjects(|name| self.subject(name).map(|_| ())))
    }

    /// Returns the number of the last position of each subject. A plan may ask for more positions than a game has.
    fn last_positions(&self, subjects: impl IntoIterator<Item = String>) -> HashMap<String, u32> {
        let last = |name: &str| self.subject(name).ok()?.positions();
        let with_last = |name: String| {
            let last = last(&name).unwrap_or(u32::MAX);
            (name, last)
        };
        subjects.into_iter().map(with_last).collect()
    }

    /// Evaluates the stored rows of a plan.
    ///
    /// # Errors
    /// If the store cannot be read, or a stop is requested.
    pub fn find(&self, plan: &Plan, form: PlanForm, store: &Store, stop: Stop<'_>) -> Result<Finding, StoreError> {
        let rows = store.rows_for(plan.cells(form), stop)?.rows;
        let mut finding = crate::finding::find(plan, form, &rows, stop)?;
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
}

/// Returns whether the subject of a cell has its position.
fn is_there(cell: &Cell, last: &HashMap<String, u32>) -> bool {
    last.get(&cell.subject).is_none_or(|&last| cell.place <= last)
}
