//! Arguments that several commands have.

use super::searcher::Until;
use super::written::WrittenTree;
use crate::compare::TableSize;
use crate::games::{self, Job, Playable};
use crate::output::{Ui, usage};
use crate::read_tree;
use crate::words::{algorithm, suggest};
use anyhow::Context;
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Depth, Order};
use nullwindow_games::Notation;
use std::time::{Duration, Instant};

/// How to search.
#[derive(clap::Args, Clone, Debug)]
pub struct Engine {
    /// The algorithm; `nullwindow compare` lists all of them
    #[arg(long, short, value_name = "NAME", default_value = "mtd-f", alias = "algorithms", hide_possible_values = true, value_parser = algorithm())]
    pub algorithm: AnyAlgorithm,
    /// The size of the transposition table, in entries (2^24) or bytes (256M)
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub table: TableSize,
}

impl Engine {
    /// # Errors
    /// If the algorithm asks for less than the value.
    pub fn finds_value(&self) -> anyhow::Result<()> {
        match self.algorithm {
            AnyAlgorithm::Mt(_) | AnyAlgorithm::MtdBest(_) => {
                Err(usage(format!("--algorithm: {} does not find the value", self.algorithm)))
            }
            _ => Ok(()),
        }
    }

    /// The table.
    ///
    /// # Errors
    /// If there is not enough memory for it.
    pub fn table(&self) -> anyhow::Result<Table> {
        table(self.table)
    }
}

/// A table of this size.
///
/// # Errors
/// If there is not enough memory for it.
pub fn table(size: TableSize) -> anyhow::Result<Table> {
    let entries = usize::try_from(size.entries).unwrap_or(usize::MAX);
    let wrong = |error| usage(format!("--table: no table of {}: {error}", TableSize::describe(size.entries)));
    Table::with_entries(entries).map_err(wrong)
}

/// What is searched: a game, or a tree written out.
#[derive(clap::Args, Clone, Debug)]
pub struct Subject {
    #[arg(value_name = "GAME", help = games::HELP, hide_possible_values = true, value_parser = suggest(games::NAMES))]
    game: Vec<String>,
    #[arg(long, help = read_tree::HELP, conflicts_with_all = ["game", "position"])]
    tree: Option<String>,
    /// The position, as the game writes it: columns, a board, FEN, moves; without it the first one
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
}

impl Subject {
    /// Its name, as `with` takes it, with its size.
    pub fn name(&self) -> String {
        if self.tree.is_some() { WrittenTree::NAME.to_owned() } else { games::full_name(&self.game.join(" ")) }
    }

    /// The position as it was given.
    pub fn given<G: Playable>(&self, game: &G, root: &G::Position) -> String {
        given(game, root, self.position.as_deref())
    }

    /// Does a job with it. A tree is searched in the order in which it is written.
    ///
    /// # Errors
    /// If there is no such game, or the text is no tree.
    pub fn with<J: Job>(&self, job: J) -> anyhow::Result<J::Output> {
        match &self.tree {
            Some(text) => Ok(job.run(&WrittenTree(read_tree::read_tree(text)?), Order::GENERATED)),
            None if self.game.is_empty() => {
                Err(usage(format!("expected a GAME or --tree TREE; GAME is {}", games::HELP)))
            }
            None => games::with_game(&self.name(), job),
        }
    }
}

/// A depth on a command line: plies, or `end`.
pub fn depth(text: &str) -> Result<Depth, String> {
    match text.parse() {
        Ok(plies @ 1..=254) => Ok(Depth::plies(plies)),
        _ if text == "end" => Ok(Depth::END),
        _ => Err("expected a number of plies from 1 to 254, or 'end'".to_owned()),
    }
}

/// How many threads search.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Threads that search a position together, on one table. They put each question at the root at the same time, and
    /// the first answer is that of all; within it they share subtrees through the table, as in ABDADA. Value and move are
    /// those of one thread, counts differ from run to run; algorithms without memory, and mtd-best, run on one
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

impl Threads {
    /// How many search by this algorithm; if it is one that cannot share, that is told.
    pub fn of(self, algorithm: &AnyAlgorithm, ui: &Ui) -> u16 {
        self.note_lone([algorithm], ui);
        if algorithm.uses_threads() { self.threads } else { 1 }
    }

    /// Tells which of these algorithms run on one thread although more were asked for.
    pub fn note_lone<'a>(self, algorithms: impl IntoIterator<Item = &'a AnyAlgorithm>, ui: &Ui) {
        let mut lone: Vec<String> = Vec::new();
        for name in algorithms.into_iter().filter(|its| !its.uses_threads()).map(ToString::to_string) {
            if !lone.contains(&name) {
                lone.push(name);
            }
        }
        if self.threads > 1 && !lone.is_empty() {
            ui.note(format_args!("on one thread, because threads cannot share its work: {}", lone.join(", ")));
        }
    }
}

/// Seconds on a command line.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 5 or 0.5".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// A stop at the end of `time` from now, or after so many nodes.
pub fn until(time: Option<Duration>, nodes: Option<u64>) -> Until {
    Until { deadline: time.and_then(|time| Instant::now().checked_add(time)), nodes }
}

/// The position that a text stands for; the first of the game without one.
///
/// # Errors
/// If the text is no position: where, and what was expected.
pub fn position<G: Playable>(game: &G, text: Option<&str>) -> anyhow::Result<G::Position> {
    match text {
        None => Ok(game.start()),
        Some(text) => {
            game.parse_position(text).with_context(|| format!("--position: '{text}' is no position of {}", G::NAME))
        }
    }
}

/// The position as it was given, for what is written about it; as the game writes it, if it was not, or takes several lines.
pub fn given<G: Playable>(game: &G, root: &G::Position, text: Option<&str>) -> String {
    match text.map(str::trim) {
        Some(text) if !text.is_empty() && !text.contains(char::is_control) => text.to_owned(),
        _ => game.format_position(root),
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
