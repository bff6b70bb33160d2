//! `lab run --dask`: the Python package measures on a Dask cluster, since the clients of Dask are written in Python.

use crate::interrupt;
use crate::output::Interrupted;
use std::ffi::OsString;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// The environment variable with the Python interpreter to use.
const PYTHON: &str = "NULLWINDOW_PYTHON";

/// The time between two looks at the stop flag and at the Python process.
const POLL: Duration = Duration::from_millis(20);

/// Answers 0 if the package is there, without importing it.
const HAS_PACKAGE: &str = "import importlib.util as u, sys; sys.exit(not u.find_spec('nullwindow'))";

/// The exit code of Python if the run is complete, but some searches could not be done.
const SOME_FAILED: i32 = 3;

/// The end of a run on a cluster.
pub enum ClusterEnd {
    /// Every search was done, or could not be done.
    Complete {
        /// True if some searches could not be done.
        some_failed: bool,
    },
    /// The run could not start or go on. The reason is on standard error.
    Failed(ExitCode),
}

/// Measures on the cluster of a scheduler.
pub fn measure(address: &str, arguments: &[OsString]) -> anyhow::Result<ClusterEnd> {
    let python = std::env::var_os(PYTHON).filter(|python| !python.is_empty()).unwrap_or_else(|| "python3".into());
    check_package(&python)?;
    let mut child = Command::new(&python)
        .args(["-m", "nullwindow.lab", "--for-program", "--dask", address])
        .args(arguments)
        // Open as long as the run is wanted: its end stops the run, even if this program is killed.
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| no_python(&python, &error))?;
    let status = wait(&mut child)?;
    match status.code() {
        Some(0) => Ok(ClusterEnd::Complete { some_failed: false }),
        Some(SOME_FAILED) => Ok(ClusterEnd::Complete { some_failed: true }),
        Some(1) => Ok(ClusterEnd::Failed(ExitCode::FAILURE)),
        Some(2) => Ok(ClusterEnd::Failed(ExitCode::from(2))),
        _ if interrupt::stopped() => Err(Interrupted.into()),
        Some(code) if code == i32::from(interrupt::CODE) => Err(Interrupted.into()),
        _ => anyhow::bail!(
            "Python ended with {status} during the run; searches measured before are in the database, and the same \
             command resumes the run"
        ),
    }
}

/// Waits for the end of Python. When a stop is requested, it closes the input of Python, which stops the run.
fn wait(child: &mut Child) -> anyhow::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if interrupt::stopped() {
            drop(child.stdin.take());
        }
        thread::sleep(POLL);
    }
}

/// Checks that Python and the package are there.
fn check_package(python: &OsString) -> anyhow::Result<()> {
    let found = Command::new(python).args(["-c", HAS_PACKAGE]).stderr(Stdio::null()).status();
    if found.map_err(|error| no_python(python, &error))?.success() {
        return Ok(());
    }
    anyhow::bail!(
        "{} has no package nullwindow, which --dask needs; install it with 'pip install nullwindow[dask]', or name another \
         interpreter in the environment variable {PYTHON}",
        python.display()
    )
}

fn no_python(python: &OsString, error: &std::io::Error) -> anyhow::Error {
    anyhow::anyhow!(
        "cannot start {}: {error}; --dask needs Python with the package nullwindow: install Python, or name an interpreter \
         in the environment variable {PYTHON}",
        python.display()
    )
}
