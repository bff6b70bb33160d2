//! Classifies errors by the exit code of the program.

use crate::interrupt;
use nullwindow::algorithm::UnknownAlgorithm;
use nullwindow_engine::EngineError;
use nullwindow_games::ParseError;
use nullwindow_lab::store::ExportError;
use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// The error of wrong usage or input. The exit code is 2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsageFailure(pub String);

impl fmt::Display for UsageFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageFailure {}

/// Returns an error of wrong usage or input.
pub fn usage(text: impl fmt::Display) -> anyhow::Error {
    UsageFailure(text.to_string()).into()
}

/// The error of interrupted work, whose results so far have been written. The exit code is 130.
pub use nullwindow_lab::Interrupted;

type Cause<'c> = &'c (dyn Error + 'static);

/// The kind of a failure, which determines the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FailureKind {
    Failure,
    Usage,
    Interrupted,
    ClosedPipe,
}

impl FailureKind {
    pub(super) fn of(error: &anyhow::Error) -> FailureKind {
        let wrong = |cause: Cause| {
            cause.is::<UsageFailure>()
                || cause.is::<ParseError>()
                || cause.is::<UnknownAlgorithm>()
                || is_refusal(cause)
        };
        // The whole chain is examined, because context is added in front of the cause.
        if error.chain().any(wrong) {
            FailureKind::Usage
        } else if error.chain().any(<dyn Error>::is::<Interrupted>) {
            FailureKind::Interrupted
        } else if error.chain().any(FailureKind::is_closed_pipe) {
            FailureKind::ClosedPipe
        } else {
            FailureKind::Failure
        }
    }

    /// Returns whether an error is that of a closed pipe.
    fn is_closed_pipe(cause: Cause) -> bool {
        // `ExportError` is transparent: the chain continues with the source of the I/O error and skips the error
        // itself.
        let hidden = match cause.downcast_ref() {
            Some(ExportError::Write(error)) => Some(error),
            _ => None,
        };
        hidden.or_else(|| cause.downcast_ref()).is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }

    pub(super) fn is_error(self) -> bool {
        matches!(self, FailureKind::Failure | FailureKind::Usage)
    }

    pub(super) fn code(self) -> ExitCode {
        match self {
            FailureKind::Failure => ExitCode::FAILURE,
            FailureKind::Usage => ExitCode::from(2),
            FailureKind::Interrupted => ExitCode::from(interrupt::CODE),
            FailureKind::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

/// Returns whether the engine refuses the request itself. Any other error of an engine is a failure.
fn is_refusal(cause: Cause) -> bool {
    match cause.downcast_ref() {
        Some(EngineError::Extract(_) | EngineError::Stopped(_)) | None => false,
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn kinds_are_found_behind_added_context() {
        let wrong: anyhow::Result<()> = Err(usage("no such game"));
        assert_eq!(FailureKind::of(&wrong.context("in line 3").unwrap_err()), FailureKind::Usage);
        assert_eq!(FailureKind::of(&Interrupted.into()), FailureKind::Interrupted);
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(FailureKind::of(&anyhow::Error::from(pipe).context("writing")), FailureKind::ClosedPipe);
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(FailureKind::of(&ExportError::from(pipe).into()), FailureKind::ClosedPipe);
        assert_eq!(FailureKind::of(&anyhow::anyhow!("disk full")), FailureKind::Failure);
    }
}
