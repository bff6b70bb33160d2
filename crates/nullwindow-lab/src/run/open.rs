//! Runs whose searches are done elsewhere, such as on the machines of a cluster.
//!
//! The caller takes cells, has them searched, and returns their rows. The run counts, estimates and is the only writer
//! of the store: one transaction per search, as in [`Lab::run_all`].

use super::stored::{PlanCells, is_there};
use super::{RunError, RunProgress, RunSummary};
use crate::estimate::Estimate;
use crate::store::{RunLock, Setting, Store, StoreError};
use crate::{Cell, Lab, Plan, PlanForm, Row, Stop, SubjectError};
use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, Instant};

/// A run of plans whose searches the caller has done elsewhere. It holds the lock of its store.
///
/// A search is skipped if the store has it from one of the settings of the run: those of the machines at work.
///
/// ```
/// use nullwindow_lab::run::OpenRun;
/// use nullwindow_lab::store::{Setting, Store};
/// use nullwindow_lab::{Lab, Plan, PlanForm, Stop};
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// # let directory = tempfile::tempdir()?;
/// let (lab, plans) = (Lab::new(), [Plan::named("growing-partitions")?]);
/// let store = Store::open(directory.path().join("rows.db"))?;
/// let here = Setting::here(1);
/// let mut run = OpenRun::new(&lab, &plans, PlanForm::Quick, store, None, vec![here.clone()], Stop::NEVER)?;
/// for cell in run.take_cells(2, Stop::NEVER)? {
///     // On another machine:
///     let result = lab.subject(&cell.subject)?.search(&cell, &AtomicBool::new(false))?;
///     run.put(&here, &cell, &result.rows, Duration::from_millis(1))?;
/// }
/// assert_eq!(run.finish().done, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OpenRun {
    store: Store,
    _lock: RunLock,
    request: PlanCells,
    cells: Box<dyn Iterator<Item = Option<Cell>> + Send>,
    /// The number of the last position of each subject.
    last: HashMap<String, u32>,
    settings: Vec<Setting>,
    estimate: Estimate,
    progress: RunProgress,
    summary: RunSummary,
    start: Instant,
}

impl OpenRun {
    /// Starts a run. `positions` restricts it as [`RunOptions::positions`](super::RunOptions::positions) does.
    ///
    /// # Errors
    /// If a plan names something unknown, another run uses the store, or a stop is requested.
    pub fn new(
        lab: &Lab,
        plans: &[Plan],
        form: PlanForm,
        store: Store,
        positions: Option<u32>,
        settings: Vec<Setting>,
        stop: Stop<'_>,
    ) -> Result<OpenRun, RunError> {
        lab.check(plans)?;
        let lock = store.lock_for_run()?;
        let request = PlanCells::new(plans, form, positions);
        let last = lab.last_positions(request.subjects());
        // A plan may ask for more positions than the game has. Their cells become `None`.
        let there = last.clone();
        let cells = request.cells().map(move |cell| cell.filter(|cell| is_there(cell, &there)));
        let mut run = OpenRun {
            store,
            _lock: lock,
            request,
            cells: Box::new(cells.clone()),
            last,
            settings,
            estimate: Estimate::new(1),
            progress: RunProgress::default(),
            summary: RunSummary::default(),
            start: Instant::now(),
        };
        for cell in cells {
            stop.check()?;
            let Some(cell) = cell else { continue };
            if run.is_known(&cell)? {
                run.summary.known += 1;
            } else {
                run.progress.total += 1;
                run.estimate.expect(&cell);
            }
        }
        run.start = Instant::now();
        Ok(run)
    }

    fn is_known(&self, cell: &Cell) -> Result<bool, StoreError> {
        for setting in &self.settings {
            if self.store.has(setting, cell)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes the next cells to search, at most this many. There are fewer at the end of the run only.
    ///
    /// # Errors
    /// If the store cannot be read, or a stop is requested.
    pub fn take_cells(&mut self, most: usize, stop: Stop<'_>) -> Result<Vec<Cell>, RunError> {
        let mut taken = Vec::new();
        while taken.len() < most {
            stop.check()?;
            let Some(cell) = self.cells.next() else { break };
            let Some(cell) = cell else { continue };
            if !self.is_known(&cell)? {
                taken.push(cell);
            }
        }
        Ok(taken)
    }

    /// Returns the settings other than those of the run in which the store has pending searches, with their counts. The
    /// run repeats those searches, because times are compared within one setting only.
    ///
    /// # Errors
    /// If the store cannot be read, or a stop is requested.
    pub fn repeated(&self, stop: Stop<'_>) -> Result<Vec<(Setting, usize)>, RunError> {
        let others = self.store.settings()?.into_iter().filter(|setting| !self.settings.contains(setting));
        let mut counts: Vec<(Setting, usize)> = others.map(|setting| (setting, 0)).collect();
        // The common case, which saves enumerating all cells.
        if counts.is_empty() {
            return Ok(counts);
        }
        for cell in self.request.cells() {
            stop.check()?;
            let Some(cell) = cell.filter(|cell| is_there(cell, &self.last)) else { continue };
            if !self.is_known(&cell)? {
                for (setting, count) in &mut counts {
                    *count += usize::from(self.store.has(setting, &cell)?);
                }
            }
        }
        counts.retain(|(_, count)| *count > 0);
        Ok(counts)
    }

    /// Writes the rows of a search in one transaction. `time` is the wall time of the search.
    ///
    /// # Errors
    /// If the rows cannot be written, or no plan of the run asks for the cell.
    pub fn put(&mut self, setting: &Setting, cell: &Cell, rows: &[Row], time: Duration) -> Result<(), RunError> {
        let done = self.summary.done;
        let origin = self
            .request
            .origin(cell)
            .ok_or_else(|| RunError::Write { cause: format!("no plan asks for {cell}").into(), done })?;
        self.store.put(setting, origin, cell, rows).map_err(|cause| RunError::Write { cause: cause.into(), done })?;
        self.summary.done += 1;
        self.estimate.done(cell, time);
        self.progress.last = cell.to_string();
        Ok(())
    }

    /// Notes that a search cannot be done. The run continues and lists it in [`RunSummary::failed`].
    pub fn fail(&mut self, cell: Cell, message: String) {
        // The time of a failed search is unknown.
        self.estimate.done(&cell, Duration::ZERO);
        self.progress.last = cell.to_string();
        self.summary.failed.push((cell, SubjectError::Elsewhere { message }));
    }

    /// Returns the progress, with an estimate for this many searches at a time.
    pub fn progress(&mut self, jobs: u32) -> RunProgress {
        self.estimate.set_jobs(jobs);
        self.progress.done = self.summary.done + self.summary.failed.len();
        self.progress.left = self.estimate.left(self.start.elapsed());
        self.progress.clone()
    }

    /// Ends the run, closes the store, and returns the summary.
    #[must_use]
    pub fn finish(self) -> RunSummary {
        let left = self.progress.total.saturating_sub(self.summary.done + self.summary.failed.len());
        RunSummary { left, ..self.summary }
    }
}

impl fmt::Debug for OpenRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenRun").field("store", &self.store).field("summary", &self.summary).finish_non_exhaustive()
    }
}
