//! Errors of jobs.

use nullwindow::algorithm::UnknownAlgorithm;
use nullwindow_engine::EngineError;
use thiserror::Error;

/// The reason that a job has no result, or that results cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// The text is not a job.
    #[error("not a job: {0}")]
    Json(#[source] serde_json::Error),
    /// There is no such algorithm.
    #[error(transparent)]
    Algorithm(#[from] UnknownAlgorithm),
    /// A number is outside of its range.
    #[error("{field}: {found} is out of range; expected {expected}")]
    Range {
        /// The field.
        field: &'static str,
        /// The number.
        found: String,
        /// The range.
        expected: &'static str,
    },
    /// The engine refused the position, a move or the request.
    #[error("{}", with_causes(.0))]
    Engine(#[source] EngineError),
    /// The job has no limit, and the search to the end of the game need not end.
    #[error("the search of {game} to the end of the game may never end: give the job a depth, nodes or seconds")]
    Endless {
        /// The game.
        game: String,
    },
    /// The game cannot be solved in parts.
    #[error("{game} cannot be solved in parts: {reason}")]
    Undivided {
        /// The game.
        game: String,
        /// The reason.
        reason: &'static str,
    },
    /// Two results contradict each other.
    #[error("the results contradict each other: at '{position}' the value is at least {lower} and at most {upper}")]
    Contradiction {
        /// The position.
        position: String,
        /// The proven lower bound.
        lower: i32,
        /// The proven upper bound.
        upper: i32,
    },
    /// The result belongs to no job of this solution.
    #[error("the result {id} belongs to no job of this solution")]
    Foreign {
        /// The id.
        id: String,
    },
    /// The result claims to be complete, and its bounds do not decide the test of its job.
    #[error("the result {id} does not answer the question of its job")]
    NoAnswer {
        /// The id.
        id: String,
    },
    /// The ledger cannot be read or written.
    #[error("the ledger: {0}")]
    Ledger(#[from] rusqlite::Error),
    /// The file is not a ledger.
    #[error("{0} is not a ledger of jobs; choose another file")]
    NoLedger(String),
}

impl From<EngineError> for JobError {
    fn from(error: EngineError) -> JobError {
        JobError::Engine(error)
    }
}

/// Writes an error with its causes on one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
