//! One search of a plan, as a worker of a cluster does it: a cell as JSON in, rows as JSON out.

use super::with_causes;
use crate::errors::wrong;
use nullwindow_lab::store::Setting;
use nullwindow_lab::{Cell, CellResult, Lab, Subject, SubjectError};
use pyo3::prelude::*;
use serde_json::json;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two questions whether the search is still wanted.
const POLL: Duration = Duration::from_millis(100);

/// The stack of the searching thread, as much as the main thread of a program has on Linux.
const STACK: usize = 8 << 20;

/// The subjects that this process has searched. Searches with an offset share the values that a subject keeps.
static SUBJECTS: LazyLock<Mutex<HashMap<String, Arc<Subject>>>> = LazyLock::new(Mutex::default);

/// Searches a cell. The result has the rows, the setting of this machine and the wall time; or `error`; or `stopped`, if
/// `is_released` has returned true.
#[pyfunction]
pub(super) fn lab_search(py: Python<'_>, cell: &str, is_released: Option<Py<PyAny>>) -> PyResult<String> {
    let cell: Cell = serde_json::from_str(cell).map_err(wrong)?;
    let start = Instant::now();
    let result = py.detach(|| search(&cell, is_released.as_ref()))?;
    let here = Setting::here(1);
    let answer = match result {
        Err(error) => json!({ "error": with_causes(&error) }),
        Ok(result) if result.stopped => json!({ "stopped": true }),
        Ok(result) => json!({
            "program": here.program,
            "machine": here.machine,
            "seconds": start.elapsed().as_secs_f64(),
            "rows": result.rows,
        }),
    };
    Ok(answer.to_string())
}

fn search(cell: &Cell, is_released: Option<&Py<PyAny>>) -> PyResult<Result<CellResult, SubjectError>> {
    let stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let work = move || drop(sender.send(subject(&cell.subject).and_then(|subject| subject.search(cell, stop))));
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let message = "the search has failed; its message is on standard error of the worker".to_owned();
                    return Ok(Err(SubjectError::Elsewhere { message }));
                }
            }
            let Some(is_released) = is_released else { continue };
            let released = Python::attach(|py| is_released.call0(py).and_then(|answer| answer.is_truthy(py)));
            // Relaxed: the flag guards no data. An exception ends the search too, and is raised at once.
            stop.store(!matches!(released, Ok(false)), Relaxed);
            released?;
        }
    })
}

fn subject(name: &str) -> Result<Arc<Subject>, SubjectError> {
    let mut subjects = SUBJECTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(subject) = subjects.get(name) {
        return Ok(Arc::clone(subject));
    }
    let subject = Lab::new().subject(name)?;
    subjects.insert(name.to_owned(), Arc::clone(&subject));
    Ok(subject)
}
