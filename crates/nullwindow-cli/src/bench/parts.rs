//! The parts of a benchmark, from the games of a catalogue.

use nullwindow_engine::{BenchSettings, Catalogue, Engine, ProblemSet};
use std::fmt;
use std::sync::Arc;

/// A part of the benchmark, selected by its name.
pub(super) struct BenchPart {
    pub(super) name: String,
    pub(super) work: BenchWork,
}

/// The work of a part.
pub(super) enum BenchWork {
    /// Counts move sequences of every game.
    Perft(Vec<BenchGame>),
    /// Searches positions of a game by the algorithms that use a table.
    Searches(BenchGame),
    /// Searches random trees, also by the algorithms that keep lists.
    Trees(Arc<dyn Engine>),
    /// Solves the positions of a collection.
    Problems(ProblemWork),
    /// Compares one thread with two on collections and on test sets.
    Threads(Vec<ProblemWork>, Vec<BenchGame>),
    /// Compares exact leaves with windowed ones on test sets.
    Leaves(Vec<BenchGame>),
    /// Switches techniques off one at a time, on collections and on test sets.
    Techniques(Vec<ProblemWork>, Vec<BenchGame>),
}

/// A game with the benchmark settings of its profile.
#[derive(Clone)]
pub(super) struct BenchGame {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) bench: BenchSettings,
}

/// A collection of positions with the engine that solves them.
#[derive(Clone)]
pub(super) struct ProblemWork {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) set: ProblemSet,
}

impl BenchPart {
    /// Returns whether the part runs by default: it takes only a few seconds.
    pub(super) fn is_quick(&self) -> bool {
        matches!(self.work, BenchWork::Perft(_) | BenchWork::Searches(_) | BenchWork::Trees(_))
    }

    /// Returns whether the part has an option for the number of threads.
    pub(super) fn takes_threads(&self) -> bool {
        matches!(self.work, BenchWork::Problems(_))
    }
}

impl fmt::Debug for BenchPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BenchPart").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns the parts for the games of a catalogue, the quick parts first.
pub(super) fn parts(catalogue: &Catalogue) -> Vec<BenchPart> {
    let engines: Vec<Arc<dyn Engine>> =
        catalogue.names().into_iter().filter_map(|name| catalogue.engine(name).ok()).collect();
    let profile = |engine: &Arc<dyn Engine>| engine.profile(nullwindow_engine::Purpose::FixedDepth);
    let games: Vec<BenchGame> = engines
        .iter()
        .filter_map(|engine| Some(BenchGame { engine: Arc::clone(engine), bench: profile(engine).bench? }))
        .collect();
    let sets: Vec<ProblemWork> = engines
        .iter()
        .flat_map(|engine| engine.problems().into_iter().map(|set| ProblemWork { engine: Arc::clone(engine), set }))
        .collect();
    let mut parts = Vec::new();
    if !games.is_empty() {
        parts.push(BenchPart { name: "perft".to_owned(), work: BenchWork::Perft(games.clone()) });
    }
    for game in &games {
        parts.push(BenchPart { name: game.engine.game().to_owned(), work: BenchWork::Searches(game.clone()) });
    }
    if let Ok(trees) = catalogue.engine("uniform 8x6") {
        parts.push(BenchPart { name: "trees".to_owned(), work: BenchWork::Trees(trees) });
    }
    for problems in &sets {
        parts.push(BenchPart { name: problems.set.name.to_owned(), work: BenchWork::Problems(problems.clone()) });
    }
    let sets: Vec<ProblemWork> = sets.into_iter().filter(|problems| problems.set.compares_threads).collect();
    let games: Vec<BenchGame> = games.into_iter().filter(|game| game.bench.threads_depth.is_some()).collect();
    if !games.is_empty() {
        parts.push(BenchPart { name: "leaves".to_owned(), work: BenchWork::Leaves(games.clone()) });
    }
    if !(sets.is_empty() && games.is_empty()) {
        let work = BenchWork::Threads(sets.clone(), games.clone());
        parts.push(BenchPart { name: "threads".to_owned(), work });
        parts.push(BenchPart { name: "techniques".to_owned(), work: BenchWork::Techniques(sets, games) });
    }
    parts
}
