//! The program `nullwindow`, called by the console script of the package.

use nullwindow_cli::{Catalogue, Program};
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command that the arguments name, the first of which is the program, and returns its exit code. From then on
/// the program handles Ctrl-C, no longer Python.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| Program::new("nullwindow", Catalogue::shipped()).run_with(arguments))
}

/// Adds the function to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_command, module)?)
}
