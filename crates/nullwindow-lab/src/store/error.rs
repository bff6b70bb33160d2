//! Errors of a store, with a remedy for each.

use crate::Interrupted;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// The error of a store. Rows written before are still there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file does not exist.
    #[error("there is no database {}; 'nullwindow lab run' makes one, '--db FILE' names another", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a database of this program.
    #[error("{} is not a database of this program: {found}; name another file with '--db FILE'", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// A description of the file.
        found: &'static str,
    },
    /// A later version of the program wrote the file.
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
        /// The latest version that this program knows.
        known: i64,
    },
    /// The file cannot be opened or created.
    #[error("cannot open {}: {cause}; see that its directory is there and can be written, or name another file with '--db FILE'", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        cause: rusqlite::Error,
    },
    /// The file cannot be written.
    #[error("cannot write {}: the file or its directory is read-only; make it writable, or name another file with '--db FILE'", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full.
    #[error("cannot write {}: {cause}; make room and run the same command again, it goes on where it was", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        cause: rusqlite::Error,
    },
    /// Another program has locked the file.
    #[error("{} is in use by another program; wait for it, or name another file with '--db FILE'", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Another run uses the file.
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
    /// Any other error of SQLite.
    #[error("{}: {cause}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
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
            // A limit on the file size is reported as an I/O failure.
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::Full { path, cause },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked { path },
            _ => StoreError::Other { path, cause },
        }
    }
}

/// Converts an SQLite error into a [`StoreError`] with the path of the file.
pub(super) trait WithPath<T> {
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T> WithPath<T> for rusqlite::Result<T> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|cause| StoreError::new(path, cause))
    }
}
