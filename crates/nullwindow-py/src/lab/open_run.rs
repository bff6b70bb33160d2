//! A run whose searches are done on a cluster: the caller is the only writer of the database.

use super::{PlanText, ProgressTuple, as_tuple, parse, parse_form, run_error, store_error, summarise};
use crate::errors::wrong;
use crate::interruptible;
use nullwindow_lab::run::{OpenRun, RunError};
use nullwindow_lab::store::{Setting, Store};
use nullwindow_lab::{Cell, Interrupted, Lab, Row, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A setting as Python passes it: program, machine, jobs.
type SettingTuple = (String, String, u32);

/// A run whose cells Python passes to workers, and whose results it brings back.
#[pyclass(frozen, module = "nullwindow._native")]
pub(super) struct LabRun {
    /// `None` after the end.
    run: Mutex<Option<OpenRun>>,
}

/// What a worker has answered: see `lab_search`.
#[derive(Deserialize)]
#[serde(untagged)]
enum WorkerAnswer {
    Found {
        program: String,
        machine: String,
        seconds: f64,
        rows: Vec<Row>,
    },
    Failed {
        error: String,
    },
    Stopped {
        #[allow(dead_code, reason = "its presence is the answer")]
        stopped: bool,
    },
}

#[pymethods]
impl LabRun {
    #[new]
    fn new(
        py: Python<'_>,
        plans: Vec<PlanText>,
        form: &str,
        database: PathBuf,
        positions: Option<u32>,
        settings: Vec<SettingTuple>,
    ) -> PyResult<LabRun> {
        let (plans, form, lab) = (parse(&plans)?, parse_form(form)?, Lab::new());
        // Checked before the database is created.
        lab.check(&plans).map_err(|error| run_error(&error.into()))?;
        let store = Store::open(database).map_err(|error| store_error(&error))?;
        let setting = |(program, machine, jobs)| Setting { program, machine, jobs };
        let settings = settings.into_iter().map(setting).collect();
        let run = stoppable(py, |stop| OpenRun::new(&lab, &plans, form, store, positions, settings, stop))?;
        Ok(LabRun { run: Mutex::new(Some(run)) })
    }

    /// Returns the settings in which the database has pending searches, as text, with the numbers of searches.
    fn repeated(&self, py: Python<'_>) -> PyResult<Vec<(String, usize)>> {
        let settings = stoppable(py, |stop| self.with(|run| run.repeated(stop)))?;
        Ok(settings.into_iter().map(|(setting, count)| (setting.to_string(), count)).collect())
    }

    /// Takes the next cells, as JSON; fewer than `most` at the end only.
    fn take(&self, py: Python<'_>, most: usize) -> PyResult<Vec<String>> {
        let cells = stoppable(py, |stop| self.with(|run| run.take_cells(most, stop)))?;
        cells.iter().map(|cell| serde_json::to_string(cell).map_err(wrong)).collect()
    }

    /// Writes what a worker has answered. Returns false if the worker was stopped: the cell is still pending.
    fn put(&self, py: Python<'_>, cell: &str, answer: &str, jobs: u32) -> PyResult<bool> {
        let cell: Cell = serde_json::from_str(cell).map_err(wrong)?;
        let written = py.detach(|| {
            let answer: WorkerAnswer = serde_json::from_str(answer).map_err(wrong)?;
            let put = |run: &mut OpenRun| match answer {
                WorkerAnswer::Found { program, machine, seconds, rows } => {
                    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
                    run.put(&Setting { program, machine, jobs }, &cell, &rows, time).map(|()| true)
                }
                WorkerAnswer::Failed { error } => {
                    run.fail(cell, error);
                    Ok(true)
                }
                WorkerAnswer::Stopped { .. } => Ok(false),
            };
            Ok(self.with(put))
        });
        written.and_then(|written| written.map_err(|error| run_error(&error)))
    }

    /// Notes that a cell cannot be searched.
    fn fail(&self, cell: &str, message: String) -> PyResult<()> {
        let cell: Cell = serde_json::from_str(cell).map_err(wrong)?;
        let noted = self.with(|run| {
            run.fail(cell, message);
            Ok(())
        });
        noted.map_err(|error| run_error(&error))
    }

    /// Returns done, total, seconds left and the text of the last cell.
    fn progress(&self, jobs: u32) -> PyResult<ProgressTuple> {
        self.with(|run| Ok(as_tuple(run.progress(jobs)))).map_err(|error| run_error(&error))
    }

    /// Ends the run, closes the database, and returns the summary as JSON.
    fn finish(&self, interrupted: bool) -> PyResult<String> {
        let run = self.lock().take().ok_or_else(|| PyRuntimeError::new_err("the run has ended"))?;
        Ok(summarise(&run.finish(), interrupted))
    }
}

impl LabRun {
    fn lock(&self) -> MutexGuard<'_, Option<OpenRun>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, work: impl FnOnce(&mut OpenRun) -> Result<T, RunError>) -> Result<T, RunError> {
        match self.lock().as_mut() {
            Some(run) => work(run),
            None => Err(RunError::Write { cause: "the run has ended".into(), done: 0 }),
        }
    }
}

/// Runs work that Ctrl-C ends with `KeyboardInterrupt`.
fn stoppable<T: Send>(py: Python<'_>, work: impl FnOnce(Stop<'_>) -> Result<T, RunError> + Send) -> PyResult<T> {
    let finished = interruptible::run(py, |stop| work(stop.into()))?;
    if finished.interrupted {
        return Err(run_error(&Interrupted.into()));
    }
    finished.result.map_err(|error| run_error(&error))
}
