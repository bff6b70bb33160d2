//! A lock that admits one run at a time.

use super::Store;
use super::error::{StoreError, WithPath};
use rusqlite::{Connection, ErrorCode, OpenFlags};
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
        let path = self.lock_path();
        // A plain lock file would survive a crash and block every later run; an SQLite lock does not.
        let lock = Connection::open(&path).at(&path)?;
        // Longer than a look of `is_running`, which reads the file for less than a millisecond.
        lock.busy_timeout(std::time::Duration::from_millis(100)).at(&path)?;
        let locked = lock.execute_batch("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
        if locked.as_ref().is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)) {
            return Err(StoreError::Running { path: self.path.clone() });
        }
        locked.at(&path)?;
        Ok(RunLock { _lock: lock, path })
    }

    /// Returns whether a run is at work on the store, in this program or another one.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // A file that a killed run has left behind is not locked.
        let Ok(lock) = Connection::open_with_flags(self.lock_path(), flags) else { return false };
        let read = lock
            .busy_timeout(std::time::Duration::ZERO)
            .and_then(|()| lock.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0)));
        read.is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy))
    }

    fn lock_path(&self) -> PathBuf {
        let mut name = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone()).into_os_string();
        name.push("-lock");
        PathBuf::from(name)
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
