//! What can be wrong with a file of rows, and what to do about it.

use crate::Interrupted;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// A file of rows that cannot be used. What was written to it before is still there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no database {}; 'nullwindow lab run' makes one, '--db FILE' names another", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{} is not a database of this program: {found}; name another file with '--db FILE'", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: &'static str,
    },
    /// A later version of the program made it.
    #[error(
        "{} was made by a newer version of this program: its layout is number {found}, this program knows up to {known}; \
         use that version, or name another file with '--db FILE'",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its layout.
        found: i64,
        /// The latest version that is known.
        known: i64,
    },
    /// It cannot be opened or made.
    #[error("cannot open {}: {cause}; see that its directory is there and can be written, or name another file with '--db FILE'", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        cause: rusqlite::Error,
    },
    /// It cannot be written.
    #[error("cannot write {}: the file or its directory is read-only; make it writable, or name another file with '--db FILE'", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is no room.
    #[error("cannot write {}: {cause}; make room and run the same command again, it goes on where it was", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        cause: rusqlite::Error,
    },
    /// Another program has locked it.
    #[error("{} is in use by another program; wait for it, or name another file with '--db FILE'", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Another run is at work on it.
    #[error(
        "another run is at work on {}; wait for it to end, since two at once disturb each other's times, or name another \
         file with '--db FILE'",
        path.display()
    )]
    Running {
        /// The file.
        path: PathBuf,
    },
    /// Reading was stopped.
    #[error("reading the database was stopped")]
    Interrupted(#[from] Interrupted),
    /// It is damaged, or something unforeseen.
    #[error("{}: {cause}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        cause: rusqlite::Error,
    },
}

impl StoreError {
    fn new(path: &Path, cause: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match cause.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path, found: "it is no SQLite file" },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Foreign { path, found: "it is damaged" },
            Some(ErrorCode::CannotOpen) => StoreError::Open { path, cause },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly { path },
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::Full { path, cause },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked { path },
            _ => StoreError::Other { path, cause },
        }
    }
}

/// Says in which file something went wrong.
pub(super) trait WithPath<T> {
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T> WithPath<T> for rusqlite::Result<T> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|cause| StoreError::new(path, cause))
    }
}
