//! The settings of checkers.

use super::{Checkers, CheckersRule, DatabaseError, EndgameDatabase};
use crate::settings::switch;
use crate::{GameSetting, Notation, SettingError};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

/// The settings.
pub(super) const SETTINGS: [GameSetting; 4] = [
    GameSetting::new("database", GameSetting::FILE, "the endgame database, as the training program writes it")
        .of_knowledge(),
    GameSetting::rule(CheckersRule::ProbCut.name(), "the side ahead loses little against a shallower search"),
    GameSetting::rule(CheckersRule::LateMoveReduction.name(), "late moves are searched less deep first"),
    GameSetting::rule(CheckersRule::CaptureExtension.name(), "the last capture of an exchange is searched deeper"),
];

const CONTENTS: &str = "an endgame database, as the program checkers-database of nullwindow-train writes it";

/// Applies a setting.
pub(super) fn apply(checkers: Checkers, name: &str, value: &str) -> Result<Checkers, SettingError> {
    match name {
        "database" => {
            let database = shared(Path::new(value)).map_err(|error| {
                let (file, text) = (format!("{value}: "), error.to_string());
                SettingError::file(name, value, text.strip_prefix(&file).unwrap_or(&text), CONTENTS)
            })?;
            Ok(checkers.with_database(database))
        }
        _ => match CheckersRule::EACH.into_iter().find(|rule| rule.name() == name) {
            Some(rule) => Ok(checkers.with_rule(rule, switch(name, value)?)),
            None => Err(SettingError::unknown(Checkers::NAME, name, &SETTINGS)),
        },
    }
}

/// A state of a file: its name, length and time.
type FileState = (PathBuf, u64, Option<SystemTime>);

/// Returns the database of a file; the same one while a game uses it and the file has not changed. The games of several
/// purposes and players share it: a database of five pieces has 156 megabytes.
fn shared(path: &Path) -> Result<Arc<EndgameDatabase>, DatabaseError> {
    static READ: Mutex<Vec<(FileState, Weak<EndgameDatabase>)>> = Mutex::new(Vec::new());
    let state = |found: Metadata| (path.to_owned(), found.len(), found.modified().ok());
    let Ok(state) = std::fs::metadata(path).map(state) else {
        // Explains why there is none.
        return EndgameDatabase::load(path).map(Arc::new);
    };
    // A push is complete or has not happened: a panic elsewhere leaves no damage.
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.retain(|(_, database)| database.strong_count() > 0);
    let known = read.iter().find(|(known, _)| *known == state).and_then(|(_, database)| database.upgrade());
    if let Some(database) = known {
        return Ok(database);
    }
    let database = Arc::new(EndgameDatabase::load(path)?);
    read.push((state, Arc::downgrade(&database)));
    Ok(database)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playable;
    use nullwindow::{Bounds, Depth, Evaluator, Window};

    #[test]
    fn databases_are_read_once_and_used() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("two.db");
        EndgameDatabase::build(2, &|_| {}).unwrap().save(&path).unwrap();
        let with = |game: &Checkers| game.with_setting("database", path.to_str().unwrap()).unwrap();
        let (one, other) = (with(&Checkers::new()), with(&Checkers::new().with_counted_keys()));
        assert_eq!(one.database().map(EndgameDatabase::pieces), Some(2));
        assert!(one.database.as_ref().zip(other.database.as_ref()).is_some_and(|(one, other)| Arc::ptr_eq(one, other)));
        let position = one.parse_position("B:WK1:BK10").unwrap();
        let bounds = |game: &Checkers| game.proven_bounds(&position, Depth::END, Window::FULL);
        assert_eq!((bounds(&Checkers::new()), bounds(&one) == Bounds::UNKNOWN), (Bounds::UNKNOWN, false));
        // A changed file is read again.
        EndgameDatabase::build(1, &|_| {}).unwrap().save(&path).unwrap();
        assert_eq!(with(&Checkers::new()).database().map(EndgameDatabase::pieces), Some(1));
    }
}
