//! Jobs, and positions solved by many of them.

use crate::arguments::options;
use crate::errors::raised;
use crate::interruptible;
use crate::json::to_python;
use nullwindow_engine::Catalogue;
use nullwindow_jobs::{
    DistributedSolve, Job, JobError, JobProof, JobResult, Ledger, SimulatedRun, Simulation, SolveSettings,
};
use pyo3::prelude::*;
use serde_json::json;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

static SHIPPED: LazyLock<Catalogue> = LazyLock::new(Catalogue::shipped);

/// The flags of the jobs that run in this process, by their tokens.
static RUNNING: LazyLock<Mutex<HashMap<String, Arc<AtomicBool>>>> = LazyLock::new(Mutex::default);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn job_error(py: Python<'_>, error: &JobError) -> PyErr {
    let class = match error {
        JobError::Contradiction { .. } | JobError::Foreign { .. } | JobError::NoAnswer { .. } | JobError::Ledger(_) => {
            "NullwindowError"
        }
        _ => "RequestError",
    };
    raised(py, class, error.to_string())
}

/// Returns the id of a job, with the canonical names of game and algorithm.
#[pyfunction]
fn job_id(py: Python<'_>, job: &str) -> PyResult<String> {
    job.parse::<Job>().map(|job| job.canonical(&SHIPPED).id()).map_err(|error| job_error(py, &error))
}

/// Runs a job on a thread of its own. Ctrl-C ends it.
#[pyfunction]
fn run_job(py: Python<'_>, job: &str) -> PyResult<String> {
    let job: Job = job.parse().map_err(|error| job_error(py, &error))?;
    let finished = interruptible::run(py, |stop| job.run(&SHIPPED, stop))?;
    finished.result.map(|result| result.to_json()).map_err(|error| job_error(py, &error))
}

/// Runs a job on the calling thread, which need not be the main one. `cancel_jobs` ends it by its token.
#[pyfunction]
fn run_worker_job(py: Python<'_>, job: &str, token: String) -> PyResult<String> {
    let job: Job = job.parse().map_err(|error| job_error(py, &error))?;
    let stop = Arc::new(AtomicBool::new(false));
    lock(&RUNNING).insert(token.clone(), Arc::clone(&stop));
    let result = py.detach(|| job.run(&SHIPPED, &stop));
    lock(&RUNNING).remove(&token);
    result.map(|result| result.to_json()).map_err(|error| job_error(py, &error))
}

/// Ends the jobs of this process with these tokens, and returns how many there were.
#[pyfunction]
fn cancel_jobs(tokens: Vec<String>) -> usize {
    let running = lock(&RUNNING);
    let flags = tokens.iter().filter_map(|token| running.get(token));
    // Relaxed: the flag guards no data.
    flags.map(|stop| stop.store(true, Relaxed)).count()
}

options! {
    /// The settings of a distributed solution, as the fields of a dictionary.
    struct DistributedOptions {
        budget: u64,
        table: u64,
        split_plies: u32,
        estimate_depth: u32,
        spread: f64,
    }
}

impl DistributedOptions {
    fn settings(&self) -> SolveSettings {
        let mut settings = SolveSettings::default();
        (settings.budget, settings.table) = (self.budget, self.table);
        (settings.split_plies, settings.estimate_depth) = (self.split_plies, self.estimate_depth);
        settings.spread = self.spread;
        settings
    }
}

fn open_ledger(path: Option<&str>) -> Result<Ledger, JobError> {
    path.map_or_else(Ledger::in_memory, Ledger::open)
}

/// The upper tree of a position that many workers solve.
#[pyclass(frozen, name = "DistributedSolve", module = "nullwindow._native")]
struct PyDistributedSolve(Mutex<DistributedSolve>);

#[pymethods]
impl PyDistributedSolve {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        position: Option<&str>,
        ledger: Option<&str>,
        options: DistributedOptions,
    ) -> PyResult<PyDistributedSolve> {
        let created = py.detach(|| {
            let engine = SHIPPED.engine(game)?;
            DistributedSolve::new(engine, position, options.settings(), open_ledger(ledger)?)
        });
        created.map(|solve| PyDistributedSolve(Mutex::new(solve))).map_err(|error| job_error(py, &error))
    }

    /// Returns the next job; `None` if there is none before a result arrives, or the value is known.
    fn take(&self, py: Python<'_>) -> PyResult<Option<(String, String)>> {
        let job = py.detach(|| lock(&self.0).take()).map_err(|error| job_error(py, &error))?;
        Ok(job.map(|job| (job.id(), job.to_json())))
    }

    /// Appends a result to the ledger and uses it.
    fn record(&self, py: Python<'_>, result: &str, worker: &str) -> PyResult<()> {
        let result: JobResult = serde_json::from_str(result).map_err(|error| job_error(py, &JobError::Json(error)))?;
        py.detach(|| lock(&self.0).record(&result, worker)).map_err(|error| job_error(py, &error))
    }

    /// Makes a job available again.
    fn give_back(&self, id: &str) {
        lock(&self.0).give_back(id);
    }

    /// Returns the ids of jobs in flight that are no longer needed.
    fn drain_cancelled(&self) -> Vec<String> {
        lock(&self.0).drain_cancelled()
    }

    /// Returns the state of the solution.
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let solve = lock(&self.0);
        let now = solve.progress();
        let fields = json!({
            "value": solve.value(), "move": solve.best_move(), "lower": now.lower, "upper": now.upper, "gamma": now.gamma,
            "positions": now.positions, "issued": now.issued, "answered": now.answered, "exceeded": now.exceeded,
            "known": now.known, "cancelled": now.cancelled, "in_flight": now.in_flight, "nodes": now.nodes,
            "passes": now.passes,
        });
        to_python(py, &fields)
    }

    /// Returns the certificates of both bounds; `None` if the value is not known.
    fn proof(&self) -> Option<String> {
        let [lower, upper] = lock(&self.0).proofs()?;
        Some(lower.to_text() + &upper.to_text())
    }
}

/// Checks the certificates of a text by the rules, and runs some of their jobs again.
#[pyfunction]
fn verify_job_proofs<'py>(py: Python<'py>, text: &str, rerun: usize) -> PyResult<Bound<'py, PyAny>> {
    let mut proofs: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        match proofs.last_mut() {
            Some(last) if !JobProof::is_begin(line) => last.push_str(line),
            _ => proofs.push(line.to_owned()),
        }
    }
    let check = |text: &String, stop: &AtomicBool| -> Result<serde_json::Value, JobError> {
        let proof = match JobProof::parse(text) {
            Ok(proof) => proof,
            Err(error) => {
                return Ok(
                    json!({ "proven": false, "wrong": error.to_string(), "path": null, "bound": null, "kind": null }),
                );
            }
        };
        let about = |wrong: Option<String>, path: Option<Vec<String>>| {
            json!({
                "proven": wrong.is_none(), "wrong": wrong, "path": path, "bound": proof.bound,
                "kind": proof.kind.to_string(), "game": proof.game, "position": proof.position,
                "nodes": proof.nodes.len(), "jobs": proof.jobs.len(),
            })
        };
        if let Err(fault) = proof.verify(&SHIPPED)? {
            return Ok(about(Some(fault.reason), Some(fault.path)));
        }
        Ok(about(proof.rerun(&SHIPPED, rerun, stop)?.err(), None))
    };
    let finished = interruptible::run(py, |stop| -> Result<Vec<serde_json::Value>, JobError> {
        proofs.iter().map(|text| check(text, stop)).collect()
    })?;
    let checks = finished.result.map_err(|error| job_error(py, &error))?;
    to_python(py, &serde_json::Value::Array(checks))
}

/// Solves a position on simulated workers. After Ctrl-C only complete runs are returned.
#[pyfunction]
fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    position: Option<&str>,
    log: Option<&str>,
    options: DistributedOptions,
    workers: Vec<u32>,
    latency: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let run = |stop: &AtomicBool| -> Result<Vec<SimulatedRun>, JobError> {
        let (engine, log) = (SHIPPED.engine(game)?, open_ledger(log)?);
        let mut simulation = Simulation::new(engine, position, options.settings(), log)?.with_latency(latency);
        let runs = workers.iter().map(|&workers| simulation.run(workers, stop));
        // An interrupted run is the last one, and is left out.
        runs.map(Result::transpose).map_while(|run| run).collect()
    };
    let finished = interruptible::run(py, run)?;
    let runs = finished.result.map_err(|error| job_error(py, &error))?;
    let row = |run: &SimulatedRun| {
        json!({
            "workers": run.workers, "value": run.value, "seconds": run.seconds, "busy_seconds": run.busy_seconds,
            "jobs": run.jobs, "cancelled": run.cancelled, "cancelled_seconds": run.cancelled_seconds,
        })
    };
    let stopped = finished.interrupted.then_some("interrupted");
    to_python(py, &json!({ "runs": runs.iter().map(row).collect::<Vec<_>>(), "stopped": stopped }))
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(job_id, module)?)?;
    module.add_function(wrap_pyfunction!(run_job, module)?)?;
    module.add_function(wrap_pyfunction!(run_worker_job, module)?)?;
    module.add_function(wrap_pyfunction!(cancel_jobs, module)?)?;
    module.add_function(wrap_pyfunction!(verify_job_proofs, module)?)?;
    module.add_function(wrap_pyfunction!(simulate, module)?)?;
    module.add_class::<PyDistributedSolve>()
}
