//! Matches in the store of the laboratory.
//!
//! | table | one line per |
//! |---|---|
//! | `matches` | match in a setting: its text, which names everything that its games depend on |
//! | `match_games` | finished game |
//!
//! Each finished game is one transaction. A match that was killed has every game whole or not at all, and the next run
//! plays those that are missing.

use super::referee::MatchGame;
use crate::store::{RunLock, Setting, Store, StoreError};
use std::collections::BTreeMap;
use std::path::Path;

/// The games of one match in a store. While it exists, no other run uses the store.
#[derive(Debug)]
pub struct MatchStore {
    store: Store,
    id: i64,
    _lock: RunLock,
}

impl MatchStore {
    /// Opens the games of a match. The text names everything that its games depend on; games of another setting belong
    /// to another match.
    ///
    /// # Errors
    /// If the file cannot be written, is not a database of this program, or another run uses it.
    pub fn open(path: impl AsRef<Path>, setting: &Setting, text: &str) -> Result<MatchStore, StoreError> {
        let mut store = Store::open(path)?;
        let lock = store.lock_for_run()?;
        let id = store.match_id(setting, text)?;
        Ok(MatchStore { store, id, _lock: lock })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    /// Returns the finished games by their numbers.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games(&self) -> Result<BTreeMap<u32, MatchGame>, StoreError> {
        self.store.match_games(self.id)
    }

    /// Stores a finished game. One that is there already stays.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&mut self, game: &MatchGame) -> Result<(), StoreError> {
        self.store.put_match_game(self.id, game)
    }

    /// Removes all games of the match.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn clear(&mut self) -> Result<(), StoreError> {
        self.store.clear_match(self.id)
    }
}
