//! A lock that admits one run at a time.

use super::Store;
use super::error::{StoreError, WithPath};
use rusqlite::{Connection, ErrorCode};
use std::fs;
use std::path::PathBuf;

/// Keeps other runs off a store until it is dropped. It holds a lock on a file beside the store, which the system
/// releases however the program ends.
#[derive(Debug)]
pub(crate) struct RunLock {
    _lock: Connection,
    path: PathBuf,
}

impl Store {
    /// Locks the store against other runs. They would repeat the same searches and disturb the times.
    ///
    /// # Errors
    /// If another run holds the lock, or the lock file cannot be created.
    pub(crate) fn lock_for_run(&self) -> Result<RunLock, StoreError> {
        let mut name = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone()).into_os_string();
        name.push("-lock");
        let path = PathBuf::from(name);
        // A plain lock file would survive a crash and block every later run; an SQLite lock does not.
        let lock = Connection::open(&path).at(&path)?;
        lock.busy_timeout(std::time::Duration::ZERO).at(&path)?;
        let locked = lock.execute_batch("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
        if locked.as_ref().is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)) {
            return Err(StoreError::Running { path: self.path.clone() });
        }
        locked.at(&path)?;
        Ok(RunLock { _lock: lock, path })
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
