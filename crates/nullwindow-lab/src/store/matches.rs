//! The tables of matches. They are created by the first match, so that older programs still read the file.

use super::error::{StoreError, WithPath};
use super::{Setting, Store};
use crate::matches::MatchGame;
use rusqlite::{Connection, TransactionBehavior, params};
use std::collections::BTreeMap;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS matches (
        id INTEGER PRIMARY KEY, setting INTEGER NOT NULL REFERENCES settings, text TEXT NOT NULL,
        at TEXT NOT NULL, UNIQUE (setting, text));
    CREATE TABLE IF NOT EXISTS match_games (
        match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
        a_is_first INTEGER NOT NULL, plies INTEGER NOT NULL, a_nodes INTEGER, b_nodes INTEGER, a_seconds REAL,
        b_seconds REAL, game TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;";

/// The time of day, in SQL.
const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

impl Store {
    /// Returns the id of a match, which is inserted if it is new.
    pub(crate) fn match_id(&mut self, setting: &Setting, text: &str) -> Result<i64, StoreError> {
        let find = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute_batch(TABLES)?;
            let setting = setting.id(&transaction)?;
            let insert = format!("INSERT OR IGNORE INTO matches (setting, text, at) VALUES (?1, ?2, {NOW})");
            transaction.execute(&insert, params![setting, text])?;
            let select = "SELECT id FROM matches WHERE setting = ?1 AND text = ?2";
            let id = transaction.query_row(select, params![setting, text], |row| row.get(0))?;
            transaction.commit()?;
            Ok(id)
        };
        find(&mut self.connection).at(&self.path)
    }

    /// Returns the finished games of a match by their numbers.
    pub(crate) fn match_games(&self, id: i64) -> Result<BTreeMap<u32, MatchGame>, StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT game FROM match_games WHERE match = ?1").at(&self.path)?;
        let texts = query.query_map([id], |row| row.get::<_, String>(0));
        let texts: Vec<String> = texts.and_then(Iterator::collect).at(&self.path)?;
        // A game that this version cannot read is played again.
        let games = texts.iter().filter_map(|text| serde_json::from_str::<MatchGame>(text).ok());
        Ok(games.map(|game| (game.number, game)).collect())
    }

    /// Stores a finished game in one transaction.
    pub(crate) fn put_match_game(&mut self, id: i64, game: &MatchGame) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT OR REPLACE INTO match_games
             (match, number, result, reason, a_is_first, plies, a_nodes, b_nodes, a_seconds, b_seconds, game, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, {NOW})"
        );
        let text = serde_json::to_string(game).unwrap_or_default();
        let nodes = game.work.map(|work| i64::try_from(work.nodes).unwrap_or(i64::MAX));
        let values = params![
            id,
            game.number,
            game.result,
            game.reason,
            game.a_is_first(),
            i64::try_from(game.moves.len()).unwrap_or(i64::MAX),
            nodes[0],
            nodes[1],
            game.work[0].seconds,
            game.work[1].seconds,
            text
        ];
        self.connection.prepare_cached(&sql).and_then(|mut insert| insert.execute(values)).at(&self.path)?;
        Ok(())
    }

    /// Removes the games of a match.
    pub(crate) fn clear_match(&mut self, id: i64) -> Result<(), StoreError> {
        self.connection.execute("DELETE FROM match_games WHERE match = ?1", [id]).at(&self.path)?;
        Ok(())
    }
}
