//! The database schema and its version.

use super::columns::{ROW, column};
use super::error::{StoreError, WithPath};
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// The version of the schema, stored as `user_version`. A later program increments it and converts older files.
///
/// Version 2 added `windowed_leaves` to the rows; the rows before it have exact leaves.
pub(super) const VERSION: i64 = 2;

/// The application id of our SQLite files: "NWLB".
const APPLICATION: i64 = 0x4e57_4c42;

/// Creates the tables of a new file, and checks any other file.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    if is_new(connection).at(path)? {
        create(connection).at(path)?;
    }
    check(connection, path)?;
    convert(connection).at(path)?;
    // A committed transaction survives the end of the program, even a crash.
    connection.pragma_update(None, "journal_mode", "WAL").at(path)?;
    // NORMAL may lose the last searches at a power failure, never the consistency of the file.
    connection.pragma_update(None, "synchronous", "NORMAL").at(path)?;
    // A small log: on a disk that is nearly full, the rows need the space.
    connection.pragma_update(None, "wal_autocheckpoint", 64).at(path)?;
    Ok(())
}

/// Checks that this is a database of this program that this version can read.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let found = pragma(connection, "user_version").at(path)?;
    // The version of a foreign file has no meaning, so its application is checked first.
    if pragma(connection, "application_id").at(path)? != APPLICATION {
        let found = if is_new(connection).at(path)? { "it is empty" } else { "it belongs to another program" };
        return Err(StoreError::Foreign { path: path.to_owned(), found });
    }
    if found < 1 {
        let found = "the number of its layout is none of ours";
        return Err(StoreError::Foreign { path: path.to_owned(), found });
    }
    if found > VERSION {
        return Err(StoreError::Newer { path: path.to_owned(), found, known: VERSION });
    }
    // SQLite reports a damaged first page at the first access to a table.
    connection.prepare("SELECT cell FROM records").map(|_| ()).at(path)
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

fn is_new(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables == 0 && pragma(connection, "user_version")? == 0)
}

/// Creates all tables in one transaction, so that no other program sees a part of them.
fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have created the tables since the first check.
    if is_new(&transaction)? {
        transaction.execute_batch(&tables())?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Converts a file of version 1.
fn convert(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Under the lock: another program may have converted the file since it was checked.
    if pragma(&transaction, "user_version")? == 1 {
        let batch = format!(
            "ALTER TABLE rows ADD COLUMN windowed_leaves INTEGER; DROP VIEW records; CREATE VIEW records AS {};",
            records("rows", "cells", "settings")
        );
        transaction.execute_batch(&batch)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Makes a file of version 1 look like one of this version to a reader, which cannot convert it.
pub(super) fn adapt(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    if pragma(connection, "user_version").at(path)? > 1 {
        return Ok(());
    }
    // Names are looked up in the temporary schema first.
    let batch = format!(
        "CREATE TEMP VIEW rows AS SELECT *, NULL AS windowed_leaves FROM main.rows;
         CREATE TEMP VIEW records AS {};",
        records("rows", "main.cells", "main.settings")
    );
    connection.execute_batch(&batch).at(path)
}

/// Returns the query of the view of all records.
fn records(rows: &str, cells: &str, settings: &str) -> String {
    let names = ROW.map(|(name, _)| format!("rows.{}", column(name))).join(", ");
    format!(
        "SELECT cells.id AS search, program, machine, jobs, plan, plan_hash, form, at, text AS cell, iteration, {names}
             FROM {rows} AS rows JOIN {cells} AS cells ON cells.id = rows.cell
             JOIN {settings} AS settings ON settings.id = cells.setting"
    )
}

fn tables() -> String {
    let columns = ROW.map(|(name, kind)| format!("{} {}", column(name), kind.sql())).join(", ");
    let records = records("rows", "cells", "settings");
    format!(
        "CREATE TABLE settings (
             id INTEGER PRIMARY KEY, program TEXT NOT NULL, machine TEXT NOT NULL, jobs INTEGER NOT NULL,
             UNIQUE (program, machine, jobs));
         CREATE TABLE cells (
             id INTEGER PRIMARY KEY, setting INTEGER NOT NULL REFERENCES settings, text TEXT NOT NULL,
             plan TEXT NOT NULL, plan_hash TEXT NOT NULL, form TEXT NOT NULL, at TEXT NOT NULL,
             UNIQUE (setting, text));
         CREATE TABLE rows (
             cell INTEGER NOT NULL REFERENCES cells, iteration INTEGER NOT NULL, {columns},
             PRIMARY KEY (cell, iteration)) WITHOUT ROWID;
         CREATE VIEW records AS {records};"
    )
}
