//! The ledger: the results that are known, in an SQLite file.
//!
//! Results are appended and never changed; a result is unique by the id of its job. Each is a transaction of its own, so
//! that a process killed at any moment leaves a ledger with every result that was reported before.

use crate::{Job, JobError, JobResult};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// The tables. The triggers keep anyone from changing what was appended.
const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS results (
    number   INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    job      TEXT NOT NULL,
    result   TEXT NOT NULL,
    worker   TEXT NOT NULL,
    appended TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS splits (
    game     TEXT NOT NULL,
    position TEXT NOT NULL,
    UNIQUE (game, position)
);
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON results
BEGIN SELECT RAISE(ABORT, 'a ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON results
BEGIN SELECT RAISE(ABORT, 'a ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS no_update_of_splits BEFORE UPDATE ON splits
BEGIN SELECT RAISE(ABORT, 'a ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS no_delete_of_splits BEFORE DELETE ON splits
BEGIN SELECT RAISE(ABORT, 'a ledger is append-only'); END;
";

/// Marks a file as a ledger (`PRAGMA application_id`): the letters `nwjl`.
const APPLICATION_ID: i32 = 0x6e77_6a6c;

/// The time to wait for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// Results by the ids of their jobs, in a file.
#[derive(Debug)]
pub struct Ledger {
    connection: Connection,
}

/// A job with its result, and the worker that ran it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LedgerEntry {
    /// The job.
    pub job: Job,
    /// Its result.
    pub result: JobResult,
    /// The worker, as it names itself.
    pub worker: String,
}

impl Ledger {
    /// Opens a ledger, or creates it.
    ///
    /// # Errors
    /// If the file cannot be written, or is not a ledger.
    pub fn open(path: impl AsRef<Path>) -> Result<Ledger, JobError> {
        let path = path.as_ref();
        let connection = Connection::open(path)?;
        let no_ledger = |_| JobError::NoLedger(path.display().to_string());
        let (application, objects): (i32, i64) = connection
            .query_row(
                "SELECT (SELECT application_id FROM pragma_application_id), count(*) FROM sqlite_schema",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .map_err(no_ledger)?;
        if application != APPLICATION_ID && objects > 0 {
            return Err(JobError::NoLedger(path.display().to_string()));
        }
        // A committed transaction outlives the death of the process; only the last ones could be lost with the machine.
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        Ledger::of(connection)
    }

    /// Creates a ledger in memory.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn in_memory() -> Result<Ledger, JobError> {
        Ledger::of(Connection::open_in_memory()?)
    }

    fn of(connection: Connection) -> Result<Ledger, JobError> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.execute_batch(SCHEMA)?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        Ok(Ledger { connection })
    }

    /// Appends a result. Returns false if the job has one already: the first one stays.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, job: &Job, result: &JobResult, worker: &str) -> Result<bool, JobError> {
        let mut statement = self
            .connection
            .prepare_cached("INSERT OR IGNORE INTO results (id, job, result, worker) VALUES (?1, ?2, ?3, ?4)")?;
        Ok(statement.execute(params![result.id, job.to_json(), result.to_json(), worker])? == 1)
    }

    /// Returns the result of a job; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn result(&self, id: &str) -> Result<Option<JobResult>, JobError> {
        let mut statement = self.connection.prepare_cached("SELECT result FROM results WHERE id = ?1")?;
        let text: Option<String> = statement.query_row([id], |row| row.get(0)).optional()?;
        text.map(|text| serde_json::from_str(&text).map_err(JobError::Json)).transpose()
    }

    /// Returns all results, in the order in which they were appended.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn entries(&self) -> Result<Vec<LedgerEntry>, JobError> {
        let mut statement = self.connection.prepare("SELECT job, result, worker FROM results ORDER BY number")?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?)))?;
        rows.map(|row| {
            let (job, result, worker) = row?;
            let result = serde_json::from_str(&result).map_err(JobError::Json)?;
            Ok(LedgerEntry { job: job.parse()?, result, worker })
        })
        .collect()
    }

    /// Appends that a distributed solution has split a position: it continues at the positions after its moves.
    pub(crate) fn append_split(&mut self, game: &str, position: &str) -> Result<(), JobError> {
        let mut statement =
            self.connection.prepare_cached("INSERT OR IGNORE INTO splits (game, position) VALUES (?1, ?2)")?;
        statement.execute([game, position])?;
        Ok(())
    }

    /// Returns the positions of a game that were split.
    pub(crate) fn splits(&self, game: &str) -> Result<HashSet<String>, JobError> {
        let mut statement = self.connection.prepare("SELECT position FROM splits WHERE game = ?1")?;
        let positions = statement.query_map([game], |row| row.get(0))?;
        Ok(positions.collect::<Result<_, _>>()?)
    }

    /// Returns the number of results.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<u64, JobError> {
        let count: i64 = self.connection.query_row("SELECT count(*) FROM results", [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }
}
