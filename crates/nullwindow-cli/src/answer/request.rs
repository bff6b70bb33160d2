//! Arguments shared by several commands.

use super::subject::{FileSubject, PositionArgs};
use crate::App;
use crate::compare::TableSize;
use crate::output::{Interrupted, Ui, usage};
use crate::value_parsers::{algorithm, name_and_value};
use crate::{help, read_tree};
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Depth, Stopped};
use nullwindow_engine::{Engine, EngineError, PositionText, Purpose};
use std::sync::Arc;
use std::time::Duration;

pub use super::subject::SearchSubject;

/// The algorithm and its table.
#[derive(clap::Args, Clone, Debug)]
pub struct SearchArgs {
    /// The algorithm; `nullwindow compare` uses all of them
    #[arg(long, short, value_name = "NAME", default_value = "mtd-f", alias = "algorithms", hide_possible_values = true, value_parser = algorithm())]
    pub algorithm: AnyAlgorithm,
    /// The size of the transposition table, in entries (2^24) or bytes (256M) [default: 256M, less in games of few
    /// positions]
    #[arg(long, value_name = "SIZE")]
    table: Option<TableSize>,
}

impl SearchArgs {
    /// Returns the size of the table in bytes, if it is given.
    pub fn table_bytes(&self) -> Option<u64> {
        self.table.map(|size| size.entries.saturating_mul(Table::ENTRY_BYTES as u64))
    }

    /// Allocates the transposition table for a game.
    ///
    /// # Errors
    /// If there is not enough memory for it.
    pub fn table(&self, engine: &dyn Engine) -> anyhow::Result<Arc<Table>> {
        const USUAL: u64 = 1 << 24;
        // Twice the entries that the game can fill, because keys are not spread evenly.
        let filled = engine.profile(Purpose::Solve).positions.map(|positions| 2 * positions.next_power_of_two());
        let size = self.table.unwrap_or(TableSize { entries: filled.map_or(USUAL, |entries| entries.min(USUAL)) });
        table(size).map(Arc::new)
    }
}

/// Allocates a transposition table of this size.
///
/// # Errors
/// If there is not enough memory for it.
pub fn table(size: TableSize) -> anyhow::Result<Table> {
    let entries = usize::try_from(size.entries).unwrap_or(usize::MAX);
    let wrong = |error| usage(format!("--table: no table of {}: {error}", TableSize::describe(size.entries)));
    // As the engines do for tables of their own.
    Ok(Table::with_entries(entries).map_err(wrong)?.with_min_depth(Depth::plies(1)))
}

/// The settings of the game.
#[derive(clap::Args, Clone, Debug)]
pub struct SettingArgs {
    /// Change a setting of the game, such as evaluation=weights.txt. May be repeated; a wrong name lists the settings
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    set: Vec<(String, String)>,
}

impl SettingArgs {
    /// Returns the engine with the settings.
    ///
    /// # Errors
    /// If the game has no such setting or value, or a file cannot be read.
    pub fn apply(&self, engine: Arc<dyn Engine>) -> anyhow::Result<Arc<dyn Engine>> {
        if self.set.is_empty() { Ok(engine) } else { engine.with_settings(&self.set).map_err(refused) }
    }
}

/// A position of a game.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct GameArgs {
    /// The game
    #[arg(value_name = "GAME", required = true)]
    game: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
}

impl GameArgs {
    /// Returns the position with its engine.
    ///
    /// # Errors
    /// If the game is unknown, or there are several positions. The engine parses the position later.
    pub fn subject(&self, app: &App) -> anyhow::Result<SearchSubject> {
        self.position.subject(app, &self.game)
    }

    /// Returns whether every game of a file is meant.
    pub fn is_whole_file(&self) -> bool {
        self.position.is_whole_file()
    }

    /// Returns the games of the file, if there is one.
    ///
    /// # Errors
    /// If the game is unknown, or the file cannot be read as games of it.
    pub fn file(&self, app: &App) -> anyhow::Result<Option<FileSubject>> {
        self.position.file(app, &self.game)
    }
}

/// A position of a game, or an explicit tree.
#[derive(clap::Args, Clone, Debug)]
pub struct GameOrTreeArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: Vec<String>,
    #[arg(long, help = read_tree::HELP, conflicts_with_all = ["game", "position", "file"])]
    tree: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
}

impl GameOrTreeArgs {
    /// Returns the position with its engine.
    ///
    /// # Errors
    /// If the game is unknown, or the text is no tree. The engine parses the position later.
    pub fn subject(&self, app: &App) -> anyhow::Result<SearchSubject> {
        match &self.tree {
            Some(text) => {
                let engine = app.catalogue.engine(&format!("tree {}", read_tree::read_tree(text)?))?;
                let name = engine.game().to_owned();
                Ok(SearchSubject { engine, position: PositionText::start(), name })
            }
            None if self.game.is_empty() => {
                let games = help::game_help(&app.catalogue);
                Err(usage(format!("expected a GAME or --tree TREE; GAME is {games}")))
            }
            None => self.position.subject(app, &self.game),
        }
    }

    /// Returns whether a tree is searched.
    pub fn is_tree(&self) -> bool {
        self.tree.is_some()
    }
}

/// Adds the option that caused an engine's error.
pub fn refused(error: EngineError) -> anyhow::Error {
    let option = match &error {
        EngineError::Position { .. } | EngineError::Move { .. } => "--position",
        EngineError::FindsNoValue(_) => "--algorithm",
        EngineError::FollowsNoRules(_) => return anyhow::anyhow!("--selective: {error}; use --full-width"),
        EngineError::Table(_) => "--table",
        EngineError::Setting(_) => "--set",
        EngineError::Endless { .. } => "--depth",
        EngineError::Stopped(Stopped::Flag) => return Interrupted.into(),
        _ => return error.into(),
    };
    anyhow::Error::from(error).context(option)
}

/// Parses a depth: plies, or `end`.
pub fn depth(text: &str) -> Result<Depth, String> {
    match text.parse() {
        // 254 plies are the greatest finite depth.
        Ok(plies @ 1..=254) => Ok(Depth::plies(plies)),
        _ if text == "end" => Ok(Depth::END),
        _ => Err("expected a number of plies from 1 to 254, or 'end'".to_owned()),
    }
}

/// The choice between selective search and the full width.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct WidthArgs {
    /// Search by the game's rules of selective search, such as null moves and reductions. The value is the same for every
    /// algorithm that follows them, but not that of the full width [default for games that have such rules]
    #[arg(long, conflicts_with = "full_width")]
    selective: bool,
    /// Search every move to the same depth
    #[arg(long)]
    full_width: bool,
}

impl WidthArgs {
    /// Returns whether to search selectively. Says so if the game has no rules, or the algorithm does not follow them.
    ///
    /// # Errors
    /// If the rules were asked for, and the algorithm does not follow them.
    pub fn is_selective(self, engine: &dyn Engine, algorithm: &AnyAlgorithm, ui: &Ui) -> anyhow::Result<bool> {
        if !engine.is_selective() {
            if self.selective {
                ui.note(format_args!(
                    "{} has no rules of selective search: it is searched in full width",
                    engine.name()
                ));
            }
            return Ok(false);
        }
        if !algorithm.follows_rules() {
            if self.selective {
                return Err(usage(format!("--selective: {algorithm} searches the full width only; use --full-width")));
            }
            if !self.full_width {
                ui.note(format_args!("{algorithm} searches the full width only"));
            }
            return Ok(false);
        }
        Ok(!self.full_width)
    }
}

/// The number of threads.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Number of threads that search a position. They run the same query at the root on one table, share its subtrees as
    /// in ABDADA, and use the first answer. Value and move are those of one thread; counts differ from run to run.
    /// Algorithms without memory, and mtd-best, use one thread
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

impl ThreadArgs {
    /// Returns the number of threads for an algorithm, and prints a note if it can use one only.
    pub fn of(self, algorithm: &AnyAlgorithm, ui: &Ui) -> u16 {
        self.note_single_threaded([algorithm], ui);
        if algorithm.uses_threads() { self.threads } else { 1 }
    }

    /// Prints a note with the algorithms that use one thread although more were requested.
    pub fn note_single_threaded<'a>(self, algorithms: impl IntoIterator<Item = &'a AnyAlgorithm>, ui: &Ui) {
        let mut single_threaded: Vec<String> = Vec::new();
        for name in algorithms.into_iter().filter(|its| !its.uses_threads()).map(ToString::to_string) {
            if !single_threaded.contains(&name) {
                single_threaded.push(name);
            }
        }
        if self.threads > 1 && !single_threaded.is_empty() {
            ui.note(format_args!("these algorithms run on one thread: {}", single_threaded.join(", ")));
        }
    }
}

/// Parses a time: a number of seconds, or a number with a unit, `500ms`, `2s` or `3min`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("min", 60.0), ("s", 1.0)];
    let with_unit = units.iter().find_map(|&(unit, worth)| Some((text.strip_suffix(unit)?, worth)));
    let (number, worth) = with_unit.unwrap_or((text, 1.0));
    let wrong = |_| "expected a number of seconds, such as 5 or 0.5, or a time such as 500ms or 3min".to_owned();
    let number: f64 = number.trim_end().parse().map_err(wrong)?;
    match Duration::try_from_secs_f64(number * worth) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_plies_or_the_end() {
        assert_eq!(depth("12"), Ok(Depth::plies(12)));
        assert_eq!(depth("end"), Ok(Depth::END));
        for wrong in ["0", "255", "-1", "", "deep"] {
            assert!(depth(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_positive() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("20ms"), Ok(Duration::from_millis(20)));
        assert_eq!((seconds("2s"), seconds("1.5min")), (Ok(Duration::from_secs(2)), Ok(Duration::from_secs(90))));
        for wrong in ["", "0", "-1", "x", "nan", "inf", "ms", "5h", "0s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
