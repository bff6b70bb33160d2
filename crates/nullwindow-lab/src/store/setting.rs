//! The conditions that measured times depend on.

use rusqlite::{Connection, Row, params};
use std::fmt;

/// A program version, a machine and a number of parallel searches. Times are comparable within one setting only.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// The version of the program.
    pub program: String,
    /// Processor, number of cores and operating system.
    pub machine: String,
    /// The number of parallel searches.
    pub jobs: u32,
}

impl Setting {
    /// Returns the setting of this program on this machine.
    #[must_use]
    pub fn here(jobs: u32) -> Setting {
        Setting { program: env!("CARGO_PKG_VERSION").to_owned(), machine: machine(), jobs }
    }

    /// Reads a setting from its columns.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Setting> {
        Ok(Setting { program: row.get(0)?, machine: row.get(1)?, jobs: row.get(2)? })
    }

    /// Returns the id of the setting in a store, which is inserted if it is new.
    pub(super) fn id(&self, connection: &Connection) -> rusqlite::Result<i64> {
        let values = params![self.program, self.machine, self.jobs];
        // Usually the setting exists already, and the insertion is ignored.
        let insert = "INSERT OR IGNORE INTO settings (program, machine, jobs) VALUES (?1, ?2, ?3)";
        connection.prepare_cached(insert)?.execute(values)?;
        let select = "SELECT id FROM settings WHERE program = ?1 AND machine = ?2 AND jobs = ?3";
        connection.prepare_cached(select)?.query_row(values, |row| row.get(0))
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nullwindow {} on {}, jobs: {}", self.program, self.machine, self.jobs)
    }
}

/// Returns processor, number of cores and operating system as text.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let system = std::env::consts::OS;
    let processor = processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    format!("{processor}, {cores} core{}, {system}", if cores == 1 { "" } else { "s" })
}

/// Returns the processor's model name, where the system reports it.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}
