//! Arguments shared by several commands.

use crate::App;
use crate::compare::TableSize;
use crate::output::{Interrupted, Ui, usage};
use crate::value_parsers::algorithm;
use crate::{help, read_tree};
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Depth, Stopped};
use nullwindow_engine::{Engine, EngineError, PositionText};
use std::sync::Arc;
use std::time::Duration;

/// The algorithm and its table.
#[derive(clap::Args, Clone, Debug)]
pub struct SearchArgs {
    /// The algorithm; `nullwindow compare` lists all of them
    #[arg(long, short, value_name = "NAME", default_value = "mtd-f", alias = "algorithms", hide_possible_values = true, value_parser = algorithm())]
    pub algorithm: AnyAlgorithm,
    /// The size of the transposition table, in entries (2^24) or bytes (256M)
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub table: TableSize,
}

impl SearchArgs {
    /// Allocates the transposition table.
    ///
    /// # Errors
    /// If there is not enough memory for it.
    pub fn table(&self) -> anyhow::Result<Arc<Table>> {
        table(self.table).map(Arc::new)
    }
}

/// Allocates a transposition table of this size.
///
/// # Errors
/// If there is not enough memory for it.
pub fn table(size: TableSize) -> anyhow::Result<Table> {
    let entries = usize::try_from(size.entries).unwrap_or(usize::MAX);
    let wrong = |error| usage(format!("--table: no table of {}: {error}", TableSize::describe(size.entries)));
    Table::with_entries(entries).map_err(wrong)
}

/// A position of a game.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct GameArgs {
    /// The game
    #[arg(value_name = "GAME", required = true)]
    game: Vec<String>,
    /// The position, as the game writes it: columns, a board, FEN, moves; without it the first one
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

impl GameArgs {
    /// Returns the position with its engine.
    ///
    /// # Errors
    /// If the game is unknown. The engine parses the position later.
    pub fn subject(&self, app: &App) -> anyhow::Result<SearchSubject> {
        SearchSubject::of_game(app, &self.game, self.position.as_deref())
    }
}

/// A position of a game, or an explicit tree.
#[derive(clap::Args, Clone, Debug)]
pub struct GameOrTreeArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: Vec<String>,
    #[arg(long, help = read_tree::HELP, conflicts_with_all = ["game", "position"])]
    tree: Option<String>,
    /// The position, as the game writes it: columns, a board, FEN, moves; without it the first one
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
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
            None => SearchSubject::of_game(app, &self.game, self.position.as_deref()),
        }
    }

    /// Returns whether a tree is searched.
    pub fn is_tree(&self) -> bool {
        self.tree.is_some()
    }
}

/// An engine, and a position that it has not parsed yet.
pub struct SearchSubject {
    /// The engine.
    pub engine: Arc<dyn Engine>,
    /// The position.
    pub position: PositionText,
    /// The name in results: that of the game with its size, or `tree`.
    pub name: String,
}

impl SearchSubject {
    fn of_game(app: &App, game: &[String], position: Option<&str>) -> anyhow::Result<SearchSubject> {
        let engine = app.catalogue.engine(&game.join(" "))?;
        let name = engine.name().to_owned();
        Ok(SearchSubject { engine, position: PositionText::new(position), name })
    }
}

/// Adds the name of the option that an engine refuses.
pub fn refused(error: EngineError) -> anyhow::Error {
    let option = match &error {
        EngineError::Position { .. } | EngineError::Move { .. } => "--position",
        EngineError::FindsNoValue(_) => "--algorithm",
        EngineError::Table(_) => "--table",
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

/// The number of threads.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Threads that search a position together, on one table. They put the same query at the root, and the first answer
    /// counts for all; within it they share subtrees through the table, as in ABDADA. Value and move are those of one
    /// thread, counts differ from run to run; algorithms without memory, and mtd-best, use one thread
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
            ui.note(format_args!(
                "on one thread, because threads cannot share its work: {}",
                single_threaded.join(", ")
            ));
        }
    }
}

/// Parses a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 5 or 0.5".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
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
        for wrong in ["", "0", "-1", "x", "nan", "inf"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
