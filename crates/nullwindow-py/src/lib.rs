//! The native half of the Python package `nullwindow`; the other half is in `python/nullwindow`.

#![allow(clippy::needless_pass_by_value, reason = "Python passes the arguments of functions by value")]

use pyo3::prelude::*;

mod arguments;
mod board;
mod command;
mod compare;
mod errors;
mod game_handle;
mod interruptible;
mod jobs;
mod json;
mod lab;
mod listing;
mod player;
mod proof;
mod python_game;
mod records;
mod search;
mod solve;
mod tree;

/// The native half of the package. Import `nullwindow` instead.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    board::add(module)?;
    command::add(module)?;
    compare::add(module)?;
    jobs::add(module)?;
    lab::add(module)?;
    listing::add(module)?;
    player::add(module)?;
    proof::add(module)?;
    python_game::add(module)?;
    search::add(module)?;
    solve::add(module)?;
    tree::add(module)?;
    Ok(())
}
