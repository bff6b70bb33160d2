//! Running plans: cells go out to threads, results come back to one [`Sink`].
//!
//! The order of cells is that of positions: all that is asked of one is done before the next, so that a run that is
//! interrupted still compares like with like. What the sink has already is left out.

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

/// How to run: on every core, all positions, to the end, unless said otherwise.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// Searches at once; none for one a core.
    pub jobs: Option<u32>,
    /// Only the first so many positions or seeds that a plan asks for, of every subject.
    pub positions: Option<u32>,
    /// Ends the run when it is set. What is done by then is kept.
    pub stop: Option<&'a AtomicBool>,
    /// Is told how far the run has come, after every search and several times a second.
    pub progress: Option<&'a mut dyn FnMut(&RunProgress)>,
}

impl RunOptions<'_> {
    /// Searches at once.
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

/// How far a run has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunProgress {
    /// Searches done in this run.
    pub done: usize,
    /// Searches of this run.
    pub total: usize,
    /// How long the rest will take; none before there is anything to tell by.
    pub left: Option<Duration>,
    /// The search that was done last.
    pub last: String,
}

/// What a run did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunSummary {
    /// Searches done and written.
    pub done: usize,
    /// Searches that were in the store already.
    pub known: usize,
    /// Searches that are left, because the run was stopped.
    pub left: usize,
    /// Searches that could not be done, and why.
    pub failed: Vec<(Cell, SubjectError)>,
}

/// A run that could not begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A plan asks for what is not there.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The rows cannot be read, or another run is at work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The run was stopped before its first search.
    #[error("the run was stopped before its first search")]
    Interrupted(#[from] Interrupted),
    /// The sink failed: the result of a search could not be written.
    #[error("kept {done} {} of this run", if *done == 1 { "search" } else { "searches" })]
    Write {
        /// Why.
        #[source]
        cause: SinkError,
        /// How many searches of this run were written before.
        done: usize,
    },
}

impl Lab {
    /// Runs a plan. See [`Lab::run_all`].
    ///
    /// # Errors
    /// If the plan names what is not there, or the rows cannot be written.
    pub fn run(
        &self,
        plan: &Plan,
        form: PlanForm,
        store: &mut Store,
        options: &mut RunOptions<'_>,
    ) -> Result<RunSummary, RunError> {
        self.run_all(std::slice::from_ref(plan), form, store, options)
    }

    /// Runs plans one after the other, each search once, whoever asks for it. Every search is written to the store as
    /// soon as it is done; those that are there already, from this setting, are not done again.
    ///
    /// # Errors
    /// If a plan names what is not there, or the rows cannot be written.
    pub fn run_all(
        &self,
        plans: &[Plan],
        form: PlanForm,
        store: &mut Store,
        options: &mut RunOptions<'_>,
    ) -> Result<RunSummary, RunError> {
        self.check(plans)?;
        let _lock = store.lock_for_run()?;
        let setting = Setting::here(options.jobs());
        let request = PlanCells::new(plans, form, options.positions);
        let last = self.last_positions(request.subjects());
        let cells = request.cells().map(|cell| cell.filter(|cell| is_there(cell, &last)));
        pool::run(self, cells, &mut StoreSink { store, setting: &setting, request: &request }, options)
    }

    /// Runs cells that need not be from a plan, in their order, and passes the results to a sink. Those that the sink has are
    /// left out; [`RunOptions::positions`] is about plans and does nothing here.
    ///
    /// The cells are gone through twice: once to count them, and once to run them, as they are needed.
    ///
    /// # Errors
    /// If the sink fails, or the run is stopped before its first search.
    ///
    /// ```
    /// use nullwindow_lab::run::{MemorySink, RunOptions};
    /// use nullwindow_lab::{PlanForm, Lab, Plan};
    ///
    /// let cells = Plan::named("open-price")?.cells(PlanForm::Quick).take(3);
    /// let mut sink = MemorySink::new().with_on_result(|cell, searched| {
    ///     println!("{cell}: {:?}", searched.rows[0].value);
    ///     Ok(())
    /// });
    /// let ran = Lab::new().run_cells(cells, &mut sink, &mut RunOptions::default())?;
    /// assert_eq!((ran.done, sink.results.len()), (3, 3));
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

    /// The settings other than that of a run in which searches that it is to do have been done before, and how many in
    /// each. It does them again, since times are compared within one setting only.
    ///
    /// # Errors
    /// If the store cannot be read, or the stop flag of the options is set.
    pub fn elsewhere(
        &self,
        plans: &[Plan],
        form: PlanForm,
        store: &Store,
        options: &RunOptions<'_>,
    ) -> Result<Vec<(Setting, usize)>, StoreError> {
        let (here, stop) = (Setting::here(options.jobs()), Stop::from(options.stop));
        let others = store.settings()?.into_iter().filter(|setting| *setting != here);
        let mut counts: Vec<(Setting, usize)> = others.map(|setting| (setting, 0)).collect();
        if counts.is_empty() {
            return Ok(counts);
        }
        let request = PlanCells::new(plans, form, options.positions);
        let last = self.last_positions(request.subjects());
        for cell in request.cells() {
            stop.check()?;
            let Some(cell) = cell.filter(|cell| is_there(cell, &last)) else { continue };
            if !store.has(&here, &cell)? {
                for (setting, count) in &mut counts {
                    *count += usize::from(store.has(setting, &cell)?);
                }
            }
        }
        counts.retain(|(_, count)| *count > 0);
        Ok(counts)
    }

    /// Checks that everything that plans name is there, and that none asks for too much. A run looks before it begins.
    ///
    /// # Errors
    /// If something is not, or one does: where the plan says so.
    pub fn check(&self, plans: &[Plan]) -> Result<(), PlanError> {
        plans.iter().try_for_each(Plan::check_size)?;
        plans.iter().try_for_each(|plan| plan.check_subjects(|name| self.subject(name).map(|_| ())))
    }

    /// Returns the last position of each of these subjects. A plan may ask for more positions than a game has.
    fn last_positions(&self, subjects: impl IntoIterator<Item = String>) -> HashMap<String, u32> {
        let last = |name: &str| self.subject(name).ok()?.positions();
        let with_last = |name: String| {
            let last = last(&name).unwrap_or(u32::MAX);
            (name, last)
        };
        subjects.into_iter().map(with_last).collect()
    }

    /// Returns what the rows say of a plan.
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
        finding.missing = finding.missing.saturating_sub(beyond);
        Ok(finding)
    }
}

/// Returns whether the position of a cell is one that its subject has.
fn is_there(cell: &Cell, last: &HashMap<String, u32>) -> bool {
    last.get(&cell.subject).is_none_or(|&last| cell.place <= last)
}
