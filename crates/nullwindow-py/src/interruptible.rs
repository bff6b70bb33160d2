//! Runs work on a thread of its own, so that other threads of Python go on and Ctrl-C ends it.
//!
//! ```text
//! calling thread (detached from Python)        thread of the work
//!   wait at most 20 ms            <---------   reports, and at last the result
//!   attach, check signals         --------->   stop flag
//! ```
//!
//! Python runs the handlers of signals on its main thread only, between two instructions of its own or when it is asked
//! to. A call of native code must therefore ask.

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// The time between two checks for signals. A stopped search ends within a few milliseconds, so that this fifth of the
/// 100 ms after Ctrl-C leaves enough for the rest.
const POLL: Duration = Duration::from_millis(20);

/// The stack of the thread, as much as the main thread of a program has on Linux: a search uses stack for every ply.
const STACK: usize = 8 << 20;

/// The time after Ctrl-C that work gets to end by itself before it is abandoned.
const GRACE: Duration = Duration::from_millis(50);

/// The result of work that Ctrl-C can end.
pub(crate) struct Finished<T> {
    /// The result, of a part of the work if it was interrupted.
    pub(crate) result: T,
    /// True if Ctrl-C was pressed before the work was complete.
    pub(crate) interrupted: bool,
}

/// Runs work that ends soon after its flag is set. Ctrl-C sets the flag, and the result is returned nevertheless.
///
/// # Errors
/// The exception of a signal handler other than Python's own handler of Ctrl-C.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<Finished<T>> {
    run_reporting(py, |stop, _: &mut (dyn FnMut(()) + Send)| work(stop), |_, ()| Ok(()))
}

/// Runs work as [`run`] does. The calling thread passes every report of it to `receive`.
///
/// # Errors
/// As [`run`], and the first exception of `receive`, which also ends the work. A `KeyboardInterrupt` counts as Ctrl-C.
pub(crate) fn run_reporting<T: Send, M: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool, &mut (dyn FnMut(M) + Send)) -> T + Send,
    receive: impl FnMut(Python<'_>, M) -> PyResult<()> + Send,
) -> PyResult<Finished<T>> {
    let stop = &Arc::new(AtomicBool::new(false));
    // Detached to the end: the thread may need the interpreter for a game written in Python, even while it is joined.
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let thread = move || {
                let mut send = |report| drop(sender.send(WorkMessage::Report(report)));
                let result = attached_once(stop, || work(stop, &mut send));
                drop(sender.send(WorkMessage::Result(result)));
            };
            Builder::new().name("nullwindow".to_owned()).stack_size(STACK).spawn_scoped(scope, thread)?;
            wait(&receiver, stop, receive)
        })
    })
}

/// Runs work that may not check its flag for long. If it does not end soon after Ctrl-C, it is left to itself and has
/// no result.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_or_abandon<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<Finished<Option<T>>> {
    let stop = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        let (sender, receiver): (Sender<T>, Receiver<T>) = channel();
        let flag = Arc::clone(&stop);
        let thread = move || drop(sender.send(attached_once(&flag, || work(&flag))));
        Builder::new().name("nullwindow".to_owned()).stack_size(STACK).spawn(thread)?;
        let mut ending = WorkEnding { stop: &stop, interrupted: false, raised: None };
        loop {
            let is_last = ending.is_requested();
            match receiver.recv_timeout(if is_last { GRACE } else { POLL }) {
                Ok(result) => return ending.end(Some(result)),
                Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
                Err(RecvTimeoutError::Timeout) if is_last => return ending.end(None),
                Err(RecvTimeoutError::Timeout) => ending.note(check_signals()),
            }
        }
    })
}

thread_local! {
    /// The stop flag of the work on this thread.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Returns whether this thread runs work, and not the code of a caller.
pub(crate) fn is_working() -> bool {
    STOP.with_borrow(Option::is_some)
}

/// Ends the work of this thread soon, for a game whose rules have raised an exception.
pub(crate) fn stop_this() {
    STOP.with_borrow(|stop| stop.iter().for_each(|stop| stop.store(true, Relaxed)));
}

/// Runs work on a thread that Python has not seen yet. Python creates the state of such a thread whenever it attaches, and
/// deletes it afterwards, which would cost a game written in Python more than a short method: so the state is created
/// here.
fn attached_once<T: Send>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> T + Send) -> T {
    STOP.set(Some(Arc::clone(stop)));
    Python::attach(|py| py.detach(work))
}

/// A message of the thread of the work.
enum WorkMessage<T, M> {
    Report(M),
    Result(T),
}

fn wait<T, M>(
    receiver: &Receiver<WorkMessage<T, M>>,
    stop: &AtomicBool,
    mut receive: impl FnMut(Python<'_>, M) -> PyResult<()>,
) -> PyResult<Finished<T>> {
    let mut ending = WorkEnding { stop, interrupted: false, raised: None };
    let mut checked = Instant::now();
    loop {
        match receiver.recv_timeout(POLL) {
            Ok(WorkMessage::Result(result)) => return ending.end(result),
            // Reports after the end of the work was requested are of no use.
            Ok(WorkMessage::Report(_)) if ending.is_requested() => {}
            Ok(WorkMessage::Report(report)) => ending.note(Python::attach(|py| receive(py, report))),
            Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        // Reports may arrive faster than a check is worth.
        if checked.elapsed() >= POLL {
            ending.note(check_signals());
            checked = Instant::now();
        }
    }
}

/// The reason to end the work early.
struct WorkEnding<'e> {
    stop: &'e AtomicBool,
    interrupted: bool,
    /// The first exception that is not Ctrl-C.
    raised: Option<PyErr>,
}

impl WorkEnding<'_> {
    fn is_requested(&self) -> bool {
        self.interrupted || self.raised.is_some()
    }

    /// Returns the result, or the exception.
    fn end<T>(self, result: T) -> PyResult<Finished<T>> {
        self.raised.map_or(Ok(Finished { result, interrupted: self.interrupted }), Err)
    }

    fn note(&mut self, result: PyResult<()>) {
        let Err(error) = result else { return };
        // Relaxed: the flag guards no data.
        self.stop.store(true, Relaxed);
        if Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py)) {
            self.interrupted = true;
        } else {
            self.raised.get_or_insert(error);
        }
    }
}

/// Runs the handlers of signals that have arrived. It has an effect on Python's main thread only.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough over lifetimes")]
fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("the search has failed; its message is on standard error")
}
