//! The native half of the Python package `nullwindow`; the other half is in `python/nullwindow`.

use pyo3::prelude::*;

mod game_handle;

/// The native half of the package. Import `nullwindow` instead.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
