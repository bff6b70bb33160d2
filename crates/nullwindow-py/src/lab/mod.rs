//! The laboratory: plans, runs, rows and findings. The public half is `python/nullwindow/lab`.
//!
//! Plans, summaries and findings cross the border as JSON text, which `nullwindow.lab` turns into data classes. Rows
//! cross it as Arrow, without copying.

#![allow(clippy::needless_pass_by_value, reason = "Python passes arguments as values")]

mod findings;
mod open_run;
mod rows;
mod search;

use crate::errors::wrong;
use crate::interruptible;
use nullwindow_lab::run::{RunError, RunOptions, RunProgress, RunSummary};
use nullwindow_lab::store::{Setting, Store, StoreError};
use nullwindow_lab::{Interrupted, Lab, Plan, PlanForm};
use pyo3::exceptions::{PyFileNotFoundError, PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time between two reports of progress, unless a search has finished.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Adds the functions of the laboratory to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(lab_plans, module)?)?;
    module.add_function(wrap_pyfunction!(lab_plan, module)?)?;
    module.add_function(wrap_pyfunction!(lab_setting, module)?)?;
    module.add_function(wrap_pyfunction!(lab_run, module)?)?;
    module.add_function(wrap_pyfunction!(search::lab_search, module)?)?;
    module.add_function(wrap_pyfunction!(findings::lab_findings, module)?)?;
    module.add_function(wrap_pyfunction!(findings::lab_report, module)?)?;
    module.add_class::<rows::LabRows>()?;
    module.add_class::<open_run::LabRun>()
}

/// A plan as Python passes it: the name of its file, for messages, and its text.
type PlanText = (String, String);

fn parse(plans: &[PlanText]) -> PyResult<Vec<Plan>> {
    let plan = |(file, text): &PlanText| Plan::parse(file, text).map_err(wrong);
    plans.iter().map(plan).collect()
}

fn parse_form(form: &str) -> PyResult<PlanForm> {
    match form {
        "quick" => Ok(PlanForm::Quick),
        "full" => Ok(PlanForm::Full),
        other => Err(wrong(format!("there is no form '{other}'; the forms are 'quick' and 'full'"))),
    }
}

/// Returns the built-in plans as JSON.
#[pyfunction]
fn lab_plans() -> String {
    Value::Array(Plan::built_in().iter().map(describe).collect()).to_string()
}

/// Checks a plan and returns its description as JSON.
#[pyfunction]
fn lab_plan(file_name: &str, text: &str) -> PyResult<String> {
    let plan = Plan::parse(file_name, text).map_err(wrong)?;
    Ok(describe(&plan).to_string())
}

fn describe(plan: &Plan) -> Value {
    json!({
        "name": plan.name(),
        "title": plan.title(),
        "question": plan.question(),
        "sources": plan.sources(),
        "file_name": plan.file_name(),
        "text": plan.text(),
        "quick_searches": plan.cells(PlanForm::Quick).count(),
        "full_searches": plan.cells(PlanForm::Full).count(),
    })
}

/// Returns program version and machine, which measured times depend on.
#[pyfunction]
fn lab_setting() -> (String, String) {
    let here = Setting::here(1);
    (here.program, here.machine)
}

/// Runs plans on threads of this process and returns the summary as JSON.
#[pyfunction]
fn lab_run(
    py: Python<'_>,
    plans: Vec<PlanText>,
    form: &str,
    database: PathBuf,
    jobs: Option<u32>,
    positions: Option<u32>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let (plans, form) = (parse(&plans)?, parse_form(form)?);
    let work = |stop: &std::sync::atomic::AtomicBool, report: &mut (dyn FnMut(RunProgress) + Send)| {
        let mut throttle = Throttle::default();
        let mut tell = |progress: &RunProgress| {
            if throttle.lets_through(progress) {
                report(progress.clone());
            }
        };
        let mut options = RunOptions::default().with_stop(stop).with_progress(&mut tell);
        (options.jobs, options.positions) = (jobs, positions);
        let lab = Lab::new();
        // Checked before the database is created.
        lab.check(&plans)?;
        let mut store = Store::open(&database)?;
        lab.run_all(&plans, form, &mut store, &mut options)
    };
    let receive = |py: Python<'_>, reported: RunProgress| match &progress {
        None => Ok(()),
        Some(progress) => progress.call1(py, as_tuple(reported)).map(|_| ()),
    };
    let finished = interruptible::run_reporting(py, work, receive)?;
    match finished.result {
        Ok(summary) => Ok(summarise(&summary, finished.interrupted)),
        // It was stopped while it looked for known searches.
        Err(error) if finished.interrupted && is_interrupted(&error) => {
            Ok(json!({ "done": 0, "known": 0, "left": null, "failed": [], "interrupted": true }).to_string())
        }
        Err(error) => Err(run_error(&error)),
    }
}

/// Progress as Python gets it: done, total, seconds left, the text of the last cell.
type ProgressTuple = (usize, usize, Option<f64>, String);

fn as_tuple(progress: RunProgress) -> ProgressTuple {
    (progress.done, progress.total, progress.left.map(|left| left.as_secs_f64()), progress.last)
}

/// Drops reports of progress that say nothing new: a run reports fifty times a second.
#[derive(Default)]
struct Throttle {
    last: Option<(usize, Instant)>,
}

impl Throttle {
    fn lets_through(&mut self, progress: &RunProgress) -> bool {
        let new = self.last.is_none_or(|(done, at)| done != progress.done || at.elapsed() >= REPORT_INTERVAL);
        if new {
            self.last = Some((progress.done, Instant::now()));
        }
        new
    }
}

fn summarise(summary: &RunSummary, interrupted: bool) -> String {
    let failed = summary.failed.iter().map(|(cell, error)| json!([cell.to_string(), with_causes(error)]));
    json!({
        "done": summary.done,
        "known": summary.known,
        "left": summary.left,
        "failed": failed.collect::<Vec<Value>>(),
        "interrupted": interrupted && summary.left > 0,
    })
    .to_string()
}

fn is_interrupted(error: &RunError) -> bool {
    matches!(error, RunError::Interrupted(_) | RunError::Store(StoreError::Interrupted(_)))
}

/// Returns the exception of a run: an argument that is wrong, a file that cannot be used, or Ctrl-C.
fn run_error(error: &RunError) -> PyErr {
    match error {
        RunError::Plan(error) => wrong(with_causes(error)),
        RunError::Store(error) => store_error(error),
        RunError::Interrupted(_) => PyKeyboardInterrupt::new_err(()),
        _ => PyOSError::new_err(with_causes(error)),
    }
}

fn store_error(error: &StoreError) -> PyErr {
    match error {
        StoreError::Missing { .. } => PyFileNotFoundError::new_err(with_causes(error)),
        StoreError::Interrupted(_) => PyKeyboardInterrupt::new_err(()),
        _ => PyOSError::new_err(with_causes(error)),
    }
}

/// Runs work that reads a store. Ctrl-C raises `KeyboardInterrupt`, since a part of the result would be misleading.
fn reading<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(nullwindow_lab::Stop<'_>) -> Result<T, StoreError> + Send,
) -> PyResult<T> {
    let finished = interruptible::run(py, |stop| work(stop.into()))?;
    if finished.interrupted {
        return Err(store_error(&Interrupted.into()));
    }
    finished.result.map_err(|error| store_error(&error))
}

/// Writes an error and its causes.
fn with_causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |&error: &&dyn Error| error.source());
    causes.map(ToString::to_string).collect::<Vec<String>>().join(": ")
}
