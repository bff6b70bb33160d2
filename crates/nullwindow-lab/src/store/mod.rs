//! The store of rows: one SQLite file.
//!
//! All rows of a completed search are written at once, in one transaction with the entry that marks the cell as done.
//! So a run may be killed at any moment: the next run finds every cell either complete or absent.
//!
//! | table | one line per |
//! |---|---|
//! | `settings` | program version, machine and number of jobs, which times depend on |
//! | `cells` | search, with its setting, the plan that asked for it, and the time of day |
//! | `rows` | iteration of a search: a [`Row`] |
//! | `matches`, `match_games` | match, and finished game of a match: see [`matches`](crate::matches) |
//! | `records` | row: a view that joins the three tables, for readers and exports |
//!
//! Plans share cells. A cell measured for one plan is not measured again for another in the same setting.

mod columns;
mod error;
mod export;
mod matches;
mod run_lock;
mod schema;
mod setting;

pub use error::StoreError;
pub use export::{ExportError, StoredRecord};
pub(crate) use run_lock::RunLock;
pub use setting::Setting;

use crate::{Cell, Plan, PlanForm, Row, Stop};
use columns::ROW;
use error::WithPath;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params, params_from_iter};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time to wait for another program that holds a lock on the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A database of rows.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// The plan that asked for a search.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The plan's name.
    pub plan: String,
    /// The hash of its text.
    pub hash: u64,
    /// The form in which it was run.
    pub form: PlanForm,
}

impl Origin {
    /// Returns the origin of a plan run in one of its forms.
    #[must_use]
    pub fn of(plan: &Plan, form: PlanForm) -> Origin {
        Origin { plan: plan.name().to_owned(), hash: plan.hash(), form }
    }
}

impl Store {
    /// Opens a file for reading and writing, and creates it if it does not exist.
    ///
    /// # Errors
    /// If it cannot be written, or is not a database of this program and version.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Store::connect(path.as_ref(), flags)?;
        schema::prepare(&mut store.connection, &store.path)?;
        Ok(store)
    }

    /// Opens an existing file for reading.
    ///
    /// # Errors
    /// If it does not exist, or is not a database of this program and version.
    pub fn read(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let path = path.as_ref();
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        schema::check(&store.connection, path)?;
        schema::adapt(&store.connection, path)?;
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, StoreError> {
        // SQLite would report only that it cannot open the file.
        if path.is_dir() {
            return Err(StoreError::Foreign { path: path.to_owned(), found: "it is a directory" });
        }
        // NO_MUTEX: Rust already keeps a connection from being used by two threads at once.
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).at(path)?;
        connection.busy_timeout(BUSY_TIMEOUT).at(path)?;
        Ok(Store { connection, path: path.to_owned() })
    }

    /// Sets the time to wait for another program that has locked the file. The default is ten seconds.
    ///
    /// # Errors
    /// If SQLite refuses the setting, which is not known to happen.
    pub fn with_busy_timeout(self, time: Duration) -> Result<Store, StoreError> {
        self.connection.busy_timeout(time).at(&self.path)?;
        Ok(self)
    }

    /// Limits the size of the file to this many pages of 4 KiB. An existing file is never truncated.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn limit_pages(&mut self, pages: u32) -> Result<(), StoreError> {
        self.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).at(&self.path)
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of rows.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn len(&self) -> Result<u64, StoreError> {
        let count: i64 = self.connection.query_row("SELECT count(*) FROM rows", [], |row| row.get(0)).at(&self.path)?;
        Ok(count.unsigned_abs())
    }

    /// Returns whether there are no rows.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// Returns the texts of the cells measured in this setting.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn measured(&self, setting: &Setting) -> Result<HashSet<String>, StoreError> {
        let sql = "SELECT text FROM cells JOIN settings ON settings.id = cells.setting
                   WHERE program = ?1 AND machine = ?2 AND jobs = ?3";
        let mut texts = self.connection.prepare_cached(sql).at(&self.path)?;
        let texts = texts.query_map(params![setting.program, setting.machine, setting.jobs], |row| row.get(0));
        texts.and_then(Iterator::collect).at(&self.path)
    }

    /// Returns whether a cell was measured in this setting. The lookup uses an index.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn has(&self, setting: &Setting, cell: &Cell) -> Result<bool, StoreError> {
        // SQLite does not reorder a CROSS JOIN: the few settings come first, then the index of cells.
        let sql = "SELECT 1 FROM settings CROSS JOIN cells ON cells.setting = settings.id
                   WHERE program = ?1 AND machine = ?2 AND jobs = ?3 AND text = ?4";
        let mut query = self.connection.prepare_cached(sql).at(&self.path)?;
        query.exists(params![setting.program, setting.machine, setting.jobs, cell.to_string()]).at(&self.path)
    }

    /// Returns all settings with measurements, oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn settings(&self) -> Result<Vec<Setting>, StoreError> {
        let mut query =
            self.connection.prepare("SELECT program, machine, jobs FROM settings ORDER BY id").at(&self.path)?;
        let settings = query.query_map([], Setting::read);
        settings.and_then(Iterator::collect).at(&self.path)
    }

    /// Returns the day of the last search, such as `2026-01-31`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn latest(&self) -> Result<Option<String>, StoreError> {
        let sql = "SELECT date(max(at)) FROM cells";
        self.connection.query_row(sql, [], |row| row.get(0)).at(&self.path)
    }

    /// Returns the number of these cells that [`Store::rows_for`] would find in one setting.
    ///
    /// # Errors
    /// If the file cannot be read, or a stop is requested.
    pub fn count_of(&self, cells: impl IntoIterator<Item = Cell>, stop: Stop<'_>) -> Result<usize, StoreError> {
        Ok(self.by_setting(cells, stop)?.first().map_or(0, |best| best.cells.len()))
    }

    /// Stores the rows of a search in one transaction. An existing cell is left unchanged.
    ///
    /// # Errors
    /// If the rows cannot be written. Then none of them is stored, and all earlier rows remain.
    pub fn put(&mut self, setting: &Setting, origin: &Origin, cell: &Cell, rows: &[Row]) -> Result<(), StoreError> {
        let mut written = put(&mut self.connection, setting, origin, cell, rows);
        if written.as_ref().is_err_and(is_full) {
            // The write-ahead log may occupy the space that the rows need; a checkpoint frees it.
            let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            written = put(&mut self.connection, setting, origin, cell, rows);
        }
        written.at(&self.path)
    }

    /// Returns the rows of these cells, in their order, and the number of cells found. Times are comparable only within
    /// one setting, so all of [`StoredRows::rows`] come from one: the setting with the most of these cells, the latest
    /// among equals. Cells that only other settings of the same program version have are in [`StoredRows::elsewhere`].
    ///
    /// # Errors
    /// If the file cannot be read, or a stop is requested.
    pub fn rows_for(&self, cells: impl IntoIterator<Item = Cell>, stop: Stop<'_>) -> Result<StoredRows, StoreError> {
        let mut settings = self.by_setting(cells, stop)?.into_iter();
        let Some(best) = settings.next() else { return Ok(StoredRows::default()) };
        let setting = self.setting(best.setting)?;
        let mut seen: HashSet<usize> = best.cells.iter().map(|(cell, _)| *cell).collect();
        let mut found =
            StoredRows { rows: self.rows_of(&best.cells, stop)?, cells: best.cells.len(), ..StoredRows::default() };
        for mut other in settings {
            let measured_in = self.setting(other.setting)?;
            other.cells.retain(|(cell, _)| !seen.contains(cell));
            // Another version may count other nodes.
            if measured_in.program != setting.program || other.cells.is_empty() {
                continue;
            }
            seen.extend(other.cells.iter().map(|(cell, _)| *cell));
            found.elsewhere.extend(self.rows_of(&other.cells, stop)?);
            found.other_settings.push((measured_in, other.cells.len()));
        }
        found.setting = Some(setting);
        Ok(found)
    }

    /// Reads the rows of cells, given by their ids.
    fn rows_of(&self, cells: &[(usize, i64)], stop: Stop<'_>) -> Result<Vec<Row>, StoreError> {
        let sql = format!("SELECT {} FROM rows WHERE cell = ?1 ORDER BY iteration", columns::names());
        let mut query = self.connection.prepare_cached(&sql).at(&self.path)?;
        let mut rows = Vec::new();
        for (_, id) in cells {
            stop.check()?;
            let read = query.query_map([id], columns::read).and_then(Iterator::collect::<Result<Vec<Row>, _>>);
            rows.extend(read.at(&self.path)?);
        }
        Ok(rows)
    }

    fn setting(&self, id: i64) -> Result<Setting, StoreError> {
        let sql = "SELECT program, machine, jobs FROM settings WHERE id = ?1";
        self.connection.query_row(sql, [id], Setting::read).at(&self.path)
    }

    /// Returns the settings that have some of these cells: the one with the most first, the latest among equals.
    fn by_setting(
        &self,
        cells: impl IntoIterator<Item = Cell>,
        stop: Stop<'_>,
    ) -> Result<Vec<SettingCells>, StoreError> {
        let settings = self.connection.prepare("SELECT id FROM settings").and_then(|mut query| {
            let ids = query.query_map([], |row| row.get(0))?;
            ids.map(|id| Ok(SettingCells { setting: id?, cells: Vec::new() })).collect()
        });
        // Each cell is looked up in the index of (setting, text). Reading all cells into a map first would need memory
        // in proportion to the file.
        let mut found: Vec<SettingCells> = settings.at(&self.path)?;
        let sql = "SELECT id FROM cells WHERE setting = ?1 AND text = ?2";
        let mut query = self.connection.prepare_cached(sql).at(&self.path)?;
        for (number, cell) in cells.into_iter().enumerate() {
            stop.check()?;
            let text = cell.to_string();
            for SettingCells { setting, cells } in &mut found {
                let id = query.query_row(params![*setting, text], |row| row.get::<_, i64>(0)).optional();
                cells.extend(id.at(&self.path)?.map(|id| (number, id)));
            }
        }
        found.retain(|setting| !setting.cells.is_empty());
        // Ids grow with time, so the greatest id is that of the latest search.
        let latest = |cells: &[(usize, i64)]| cells.iter().map(|(_, id)| *id).max();
        found.sort_by_key(|setting| std::cmp::Reverse((setting.cells.len(), latest(&setting.cells))));
        Ok(found)
    }
}

/// The cells of a request that were measured in one setting.
struct SettingCells {
    /// The id of the setting.
    setting: i64,
    /// The number of each cell in the request, and its id in the store.
    cells: Vec<(usize, i64)>,
}

/// Rows read from a store.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct StoredRows {
    /// The rows, all measured in one setting.
    pub rows: Vec<Row>,
    /// The number of cells they belong to.
    pub cells: usize,
    /// The setting in which they were measured.
    pub setting: Option<Setting>,
    /// The rows of further cells, measured in other settings by the same version of the program. Their counts can be
    /// compared with those of `rows`; their times cannot.
    pub elsewhere: Vec<Row>,
    /// The settings of these further rows, with the numbers of their cells.
    pub other_settings: Vec<(Setting, usize)>,
}

/// Returns whether the disk is full.
fn is_full(error: &rusqlite::Error) -> bool {
    // A limit on the file size (ulimit -f) is reported as an I/O failure.
    matches!(error.sqlite_error_code(), Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure))
}

fn put(
    connection: &mut Connection,
    setting: &Setting,
    origin: &Origin,
    cell: &Cell,
    rows: &[Row],
) -> rusqlite::Result<()> {
    // Immediate: a deferred transaction could fail with "busy" at its first write, after the settings were read.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let setting = setting.id(&transaction)?;
    let sql = "INSERT OR IGNORE INTO cells (setting, text, plan, plan_hash, form, at)
               VALUES (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))";
    let hash = format!("{:016x}", origin.hash);
    let values = params![setting, cell.to_string(), origin.plan, hash, origin.form.to_string()];
    // 0 if the cell exists already; then its rows stay.
    if transaction.prepare_cached(sql)?.execute(values)? == 1 {
        let cell = transaction.last_insert_rowid();
        let marks = vec!["?"; ROW.len() + 2].join(", ");
        let sql = format!("INSERT INTO rows (cell, iteration, {}) VALUES ({marks})", columns::names());
        for (iteration, row) in (1i64..).zip(rows) {
            let keys = [cell, iteration].map(rusqlite::types::Value::from);
            transaction.prepare_cached(&sql)?.execute(params_from_iter(keys.into_iter().chain(columns::write(row))))?;
        }
    }
    transaction.commit()
}

impl Drop for Store {
    /// Leaves a single file behind, which can be read from a read-only directory.
    fn drop(&mut self) {
        if self.connection.is_readonly("main").is_ok_and(|readonly| !readonly) {
            // Write-ahead logging needs write access even for readers. Another open connection keeps the log, which is
            // harmless.
            let _ = self.connection.busy_timeout(Duration::ZERO);
            let _ = self.connection.pragma_update(None, "journal_mode", "DELETE");
        }
    }
}
