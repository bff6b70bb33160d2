//! Errors by what the program ends with.

use crate::interrupt;
use nullwindow::algorithm::UnknownAlgorithm;
use nullwindow_engine::EngineError;
use nullwindow_games::ParseError;
use nullwindow_lab::store::ExportError;
use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Wrong usage or input: the program ends with 2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsageFailure(pub String);

impl fmt::Display for UsageFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageFailure {}

/// Wrong usage, or wrong input.
pub fn usage(text: impl fmt::Display) -> anyhow::Error {
    UsageFailure(text.to_string()).into()
}

/// The work was interrupted, and what there was of it has been written: the program ends with 130.
pub use nullwindow_lab::Interrupted;

type Cause<'c> = &'c (dyn Error + 'static);

/// What kind of end an error is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FailureKind {
    Failure,
    Usage,
    Interrupted,
    NobodyReads,
}

impl FailureKind {
    pub(super) fn of(error: &anyhow::Error) -> FailureKind {
        let wrong = |cause: Cause| {
            cause.is::<UsageFailure>()
                || cause.is::<ParseError>()
                || cause.is::<UnknownAlgorithm>()
                || is_refusal(cause)
        };
        if error.chain().any(wrong) {
            FailureKind::Usage
        } else if error.chain().any(<dyn Error>::is::<Interrupted>) {
            FailureKind::Interrupted
        } else if error.chain().any(FailureKind::nobody_reads) {
            FailureKind::NobodyReads
        } else {
            FailureKind::Failure
        }
    }

    /// Whether an error is that of a reader who has gone away. An export that fails says what its cause says, and so hides it.
    fn nobody_reads(cause: Cause) -> bool {
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
            FailureKind::NobodyReads => ExitCode::SUCCESS,
        }
    }
}

/// Returns whether an engine cannot carry out what the user asks for; otherwise it could not do it this time.
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
    fn kinds_are_found_behind_what_was_added() {
        let wrong: anyhow::Result<()> = Err(usage("no such game"));
        assert_eq!(FailureKind::of(&wrong.context("in line 3").unwrap_err()), FailureKind::Usage);
        assert_eq!(FailureKind::of(&Interrupted.into()), FailureKind::Interrupted);
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(FailureKind::of(&anyhow::Error::from(pipe).context("writing")), FailureKind::NobodyReads);
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(FailureKind::of(&ExportError::from(pipe).into()), FailureKind::NobodyReads);
        assert_eq!(FailureKind::of(&anyhow::anyhow!("disk full")), FailureKind::Failure);
    }
}
