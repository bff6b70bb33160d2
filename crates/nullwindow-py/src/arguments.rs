//! Reads the arguments that several functions share. Defaults are those of the commands.

use crate::errors::{engine_error, wrong};
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Depth, Stopped};
use nullwindow_engine::{Engine, EngineError, PositionText, Purpose, new_table};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The number of distinct leaves up to which they are counted, as by `solve` and `analyze`.
pub(crate) const MAX_LEAVES: usize = 1 << 16;

/// Declares the options of a function: a structure whose fields are read from a dictionary. An option of a wrong type is a
/// `TypeError` that names the option as its caller does; that of a derived conversion names the structure.
macro_rules! options {
    ($(#[$outer:meta])* struct $name:ident { $($(#[$inner:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$outer])*
        struct $name {
            $($(#[$inner])* $field: $type,)*
        }

        impl<'a, 'py> ::pyo3::FromPyObject<'a, 'py> for $name {
            type Error = ::pyo3::PyErr;

            fn extract(options: ::pyo3::Borrowed<'a, 'py, ::pyo3::PyAny>) -> ::pyo3::PyResult<$name> {
                Ok($name { $($field: $crate::arguments::option(&options, stringify!($field))?,)* })
            }
        }
    };
}
pub(crate) use options;

/// A type that an option may have.
pub(crate) trait OptionType {
    /// Returns what a message says is expected.
    fn expected() -> String;
}

macro_rules! option_type {
    ($($type:ty: $expected:literal,)*) => {
        $(impl OptionType for $type {
            fn expected() -> String {
                $expected.to_owned()
            }
        })*
    };
}

option_type! {
    bool: "a bool",
    i64: "an int",
    u32: "an int",
    u64: "an int",
    f64: "a number",
    String: "a str",
    Vec<String>: "a list of str",
    Vec<(String, String)>: "a mapping of names to values",
}

impl<T: OptionType> OptionType for Option<T> {
    fn expected() -> String {
        T::expected() + " or None"
    }
}

/// Reads an option.
pub(crate) fn option<'py, T>(options: &Bound<'py, PyAny>, name: &str) -> PyResult<T>
where
    T: FromPyObjectOwned<'py> + OptionType,
{
    let value = options.get_item(name)?;
    value.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            return wrong(format!("{name}={value}: the number is out of range"));
        }
        mistyped(name, &T::expected(), &value)
    })
}

/// Returns a `TypeError` about an argument.
pub(crate) fn mistyped(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let class = found.get_type().name().map_or_else(|_| "another object".to_owned(), |class| class.to_string());
    PyTypeError::new_err(format!("{name}: expected {expected}, not {class}"))
}

/// Parses the name of an algorithm.
pub(crate) fn algorithm(name: &str) -> PyResult<AnyAlgorithm> {
    name.parse().map_err(wrong)
}

/// Reads a depth in plies; `None` is the end of the game.
pub(crate) fn depth(plies: Option<i64>) -> PyResult<Depth> {
    plies.map_or(Ok(Depth::END), |plies| Ok(Depth::plies(number("depth", plies, 1, 254)?)))
}

/// Reads a number of threads.
pub(crate) fn threads(threads: i64) -> PyResult<u16> {
    number("threads", threads, 1, 256)
}

/// Reads a number in a range.
pub(crate) fn number<N: TryFrom<i64>>(name: &str, number: i64, from: i64, to: i64) -> PyResult<N> {
    let range = || wrong(format!("{name}={number}: expected a number from {from} to {to}"));
    if !(from..=to).contains(&number) {
        return Err(range());
    }
    N::try_from(number).map_err(|_| range())
}

/// Reads a time limit in seconds.
pub(crate) fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |seconds: f64| match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(wrong(format!("time={seconds}: expected a number of seconds above 0"))),
    };
    seconds.map(read).transpose()
}

/// Reads the size of a table in MiB; returns the number of its entries.
pub(crate) fn entries(table_mb: Option<f64>) -> PyResult<Option<u64>> {
    /// More than any machine has; the allocation fails long before.
    const MOST: f64 = 1e9;
    let Some(size) = table_mb else { return Ok(None) };
    #[allow(clippy::cast_precision_loss, reason = "an entry has 16 bytes")]
    let entries = size * f64::from(1 << 20) / Table::ENTRY_BYTES as f64;
    if !(size <= MOST && entries >= 1.0) {
        return Err(wrong(format!("table_mb={size}: expected a size in MiB above 0")));
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    Ok(Some(entries as u64))
}

/// Allocates a table: of the given size, or of 256 MiB, or less in games of few positions.
pub(crate) fn table(py: Python<'_>, engine: &dyn Engine, table_mb: Option<f64>) -> PyResult<Arc<Table>> {
    const USUAL: u64 = 1 << 24;
    // Twice the entries that the game can fill, because keys are not spread evenly.
    let filled = || engine.profile(Purpose::Solve).positions.map(|positions| 2 * positions.next_power_of_two());
    let entries = entries(table_mb)?.unwrap_or_else(|| filled().map_or(USUAL, |entries| entries.min(USUAL)));
    new_table(entries).map_err(|error| engine_error(py, &error))
}

/// Returns the engine with the settings of the game.
pub(crate) fn with_settings(
    py: Python<'_>,
    engine: &Arc<dyn Engine>,
    settings: &[(String, String)],
) -> PyResult<Arc<dyn Engine>> {
    if settings.is_empty() {
        return Ok(Arc::clone(engine));
    }
    engine.with_settings(settings).map_err(|error| engine_error(py, &error))
}

/// Returns the position with moves played from it.
pub(crate) fn with_moves(mut position: PositionText, moves: Option<Vec<String>>) -> PositionText {
    position.moves.extend(moves.unwrap_or_default());
    position
}

/// Returns whether the game is a family of synthetic trees.
pub(crate) fn is_tree(engine: &dyn Engine) -> bool {
    nullwindow_engine::Catalogue::tree_families().contains(&engine.game())
}

/// Names the reason for a stop.
pub(crate) fn stopped_name(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Nodes => "nodes",
        Stopped::Flag => "interrupted",
        Stopped::Time => "time",
        Stopped::Endless => "endless",
    }
}

/// Converts the error of an engine, after the exception of a game written in Python, which is its cause.
pub(crate) fn answered<T>(
    py: Python<'_>,
    handle: &crate::game_handle::GameHandle,
    answer: Result<T, EngineError>,
) -> PyResult<T> {
    handle.raise_pending(py)?;
    answer.map_err(|error| engine_error(py, &error))
}
