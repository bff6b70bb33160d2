//! Runs plans: worker threads search the cells, and one [`Sink`] takes the results.
//!
//! Cells run position by position: every search of one position is done before the next position, so that an
//! interrupted run still compares the same positions. Cells that the sink already has are skipped.

#[cfg(feature = "store")]
mod open;
mod pool;
mod sink;
#[cfg(feature = "store")]
mod stored;

#[cfg(feature = "store")]
pub use open::OpenRun;
pub use sink::{MemorySink, Sink, SinkError};

#[cfg(feature = "store")]
use crate::store::StoreError;
use crate::{Cell, Interrupted, Lab, Plan, PlanError, SubjectError};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// Options of a run. The default searches all positions on every core until the end.
#[derive(Default)]
#[non_exhaustive]
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

impl<'a> RunOptions<'a> {
    /// Sets the number of parallel searches.
    #[must_use]
    pub fn with_jobs(self, jobs: u32) -> RunOptions<'a> {
        RunOptions { jobs: Some(jobs), ..self }
    }

    /// Searches only the first positions or seeds per subject that a plan asks for.
    #[must_use]
    pub fn with_positions(self, positions: u32) -> RunOptions<'a> {
        RunOptions { positions: Some(positions), ..self }
    }

    /// Sets the flag that ends the run.
    #[must_use]
    pub fn with_stop(self, stop: &'a AtomicBool) -> RunOptions<'a> {
        RunOptions { stop: Some(stop), ..self }
    }

    /// Sets the callback that receives the progress.
    #[must_use]
    pub fn with_progress(self, progress: &'a mut dyn FnMut(&RunProgress)) -> RunOptions<'a> {
        RunOptions { progress: Some(progress), ..self }
    }

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
#[non_exhaustive]
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
#[non_exhaustive]
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
    #[cfg(feature = "store")]
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

    /// Checks that every subject that the plans name exists, and that no plan asks for too many searches. A run does
    /// this check first.
    ///
    /// # Errors
    /// If a subject is unknown or a plan too large, with the line of the plan.
    pub fn check(&self, plans: &[Plan]) -> Result<(), PlanError> {
        plans.iter().try_for_each(Plan::check_size)?;
        plans.iter().try_for_each(|plan| plan.check_subjects(|name| self.subject(name).map(|_| ())))
    }
}
