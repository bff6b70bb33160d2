//! Errors of Rust as Python exceptions. Their classes are in `python/nullwindow/_errors.py`.

use nullwindow_engine::EngineError;
use pyo3::prelude::*;
use std::error::Error;
use std::fmt::Display;

/// Returns a `RequestError` about an argument.
pub(crate) fn wrong(message: impl Display) -> PyErr {
    Python::attach(|py| raised(py, "RequestError", message.to_string()))
}

/// Returns whether an exception is of a class of the package.
pub(crate) fn is_a(py: Python<'_>, error: &PyErr, class: &str) -> bool {
    let class = py.import("nullwindow._errors").and_then(|module| module.getattr(class));
    class.is_ok_and(|class| error.is_instance(py, &class))
}

/// Returns the exception for an error of an engine. Its text is that of the error and of its causes, as the program
/// prints it.
pub(crate) fn engine_error(py: Python<'_>, error: &EngineError) -> PyErr {
    let class = match error {
        EngineError::Position { .. } | EngineError::Positions { .. } => "PositionError",
        EngineError::Move { .. } => "MoveError",
        EngineError::Table(_) => "TableError",
        EngineError::Extract(_) | EngineError::Stopped(_) => "NullwindowError",
        _ => "RequestError",
    };
    raised(py, class, with_causes(error))
}

/// Returns an exception of a class of the package.
pub(crate) fn raised(py: Python<'_>, class: &str, message: String) -> PyErr {
    let class = py.import("nullwindow._errors").and_then(|module| module.getattr(class));
    match class.and_then(|class| class.call1((message,))) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Writes an error and its causes: `'9' is no position of connect4: column 1: ...`.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let cause_text = error.to_string();
        // Some messages include that of their cause.
        if !text.ends_with(&cause_text) {
            text += &format!(": {cause_text}");
        }
        cause = error.source();
    }
    text
}
