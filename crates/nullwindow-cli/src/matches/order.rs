//! One match: its setup, its games in the store, and the run.

use super::spec::PlayerSpec;
use crate::output::{ProgressLine, usage};
use crate::{App, interrupt};
use nullwindow_engine::Engine;
use nullwindow_lab::Stop;
use nullwindow_lab::matches::{
    MatchError, MatchGame, MatchLimits, MatchRules, MatchRun, MatchScore, MatchSetup, MatchStore, OpeningBook,
    OpeningSource, Sprt, run_match,
};
use nullwindow_lab::store::{Setting, StoreError};
use std::path::Path;
use std::sync::Arc;

/// A match that is to be played.
pub struct MatchOrder {
    pub engine: Arc<dyn Engine>,
    pub players: [PlayerSpec; 2],
    pub rules: MatchRules,
    pub source: OpeningSource,
    pub games: u32,
    pub sprt: Option<Sprt>,
    /// True to play all games, although the test has decided.
    pub plays_on: bool,
    pub concurrency: u32,
}

/// A match that was played, as far as it was not interrupted.
pub struct PlayedMatch {
    pub run: MatchRun,
    /// The number of games that the database had before.
    pub stored: usize,
}

impl MatchOrder {
    /// Sets the limits of both players.
    pub fn with_limits(mut self, usual: MatchLimits) -> MatchOrder {
        self.rules.limits = [self.players[0].limits(usual), self.players[1].limits(usual)];
        self
    }

    /// Returns whether the games are the same in every run.
    fn is_reproducible(&self) -> bool {
        self.players.iter().all(PlayerSpec::is_reproducible)
            && self.rules.limits.iter().all(MatchLimits::are_reproducible)
    }

    /// Adds the name of a player to an error of its settings.
    fn of_player<T>(&self, side: usize, result: Result<T, String>) -> anyhow::Result<T> {
        let name = ["--a", "--b"][side];
        result.map_err(|error| usage(format!("{name} '{}': {error}", self.players[side])))
    }

    /// Names everything that the games depend on.
    fn identity(&self) -> anyhow::Result<String> {
        let player = |side: usize| {
            let identity = self.of_player(side, self.players[side].identity(&*self.engine))?;
            anyhow::Ok(format!("{identity} {}", self.rules.limits[side]))
        };
        let (a, b) = (player(0)?, player(1)?);
        let resign = self.rules.resign.map_or(String::new(), |rule| format!(" resign={},{}", rule.score, rule.moves));
        let (game, source, plies) = (self.engine.name(), &self.source, self.rules.max_plies);
        Ok(format!("{game}; A {a}; B {b}; openings {source}; plies={plies}{resign}"))
    }

    /// Plays the games that the database does not have. `seen` hears of each game in the order of their numbers.
    ///
    /// # Errors
    /// If a player cannot be started, an opening is refused, or the database cannot be written.
    pub fn run(
        self,
        database: &Path,
        restart: bool,
        mut seen: impl FnMut(&MatchGame, &MatchScore) -> anyhow::Result<()>,
    ) -> anyhow::Result<PlayedMatch> {
        let engine = |side: usize| self.of_player(side, self.players[side].engine(&self.engine));
        let engines = [engine(0)?, engine(1)?];
        // Times depend on the number of games at once; searches of fixed size do not.
        let setting = Setting::here(if self.is_reproducible() { 1 } else { self.concurrency });
        let mut store = MatchStore::open(database, &setting, &self.identity()?)?;
        if restart {
            store.clear()?;
        }
        let done = store.games()?;
        let stored = done.len();
        let makers = [0, 1].map(|side| {
            let (spec, engine) = (self.players[side].clone(), Arc::clone(&engines[side]));
            move || spec.make(&engine)
        });
        let [a, b] = &makers;
        let setup = MatchSetup {
            engine: Arc::clone(&self.engine),
            players: [a, b],
            rules: self.rules,
            book: OpeningBook::new(Arc::clone(&self.engine), self.source)?,
            games: self.games,
            sprt: self.sprt.filter(|_| !self.plays_on),
            concurrency: self.concurrency,
        };
        let mut waiting = done.clone();
        waiting.retain(|&number, _| number < self.games);
        let (mut next, mut score) = (0, None);
        let mut show = |waiting: &mut std::collections::BTreeMap<u32, MatchGame>, score: &MatchScore| {
            while let Some(game) = waiting.remove(&next) {
                seen(&game, score)?;
                next += 1;
            }
            anyhow::Ok(())
        };
        let stop = Stop::from(&interrupt::STOP);
        let run = run_match(setup, done, stop, |game, now| {
            store.put(game).map_err(KeepError::Store)?;
            waiting.insert(game.number, game.clone());
            score = Some(*now);
            show(&mut waiting, now).map_err(KeepError::Output)
        });
        let mut run = run.map_err(|error| match error {
            MatchError::Sink(KeepError::Store(error)) => error.into(),
            MatchError::Sink(KeepError::Output(error)) => error,
            MatchError::Player(error) => usage(error),
            MatchError::Engine(error) => error.into(),
            other => anyhow::anyhow!("{other}"),
        })?;
        if let Some(sprt) = self.sprt.filter(|_| self.plays_on) {
            run.score = MatchScore::of_all(run.games.values(), &sprt);
        }
        // All games of a match that was complete before; and those beyond a gap if it was interrupted.
        show(&mut waiting, &run.score)?;
        for (_, game) in std::mem::take(&mut waiting) {
            seen(&game, &run.score)?;
        }
        Ok(PlayedMatch { run, stored })
    }
}

/// An error of a game that is being kept.
#[derive(Debug)]
enum KeepError {
    Store(StoreError),
    Output(anyhow::Error),
}

impl std::fmt::Display for KeepError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KeepError::Store(error) => error.fmt(f),
            KeepError::Output(error) => error.fmt(f),
        }
    }
}

/// Shows the state of a running match.
pub fn show_progress(bar: &ProgressLine, what: &str, score: &MatchScore) {
    let elo = score.elo.map_or_else(String::new, |elo| format!(", {elo}"));
    let (wins, draws, losses) = (score.wins, score.draws, score.losses);
    bar.message(format!("{what}: {} games, +{wins} ={draws} -{losses}{elo}", score.games));
}

/// Writes games to a file in the format of the game.
///
/// # Errors
/// If the file cannot be written.
pub fn write_games<'g>(
    engine: &dyn Engine,
    names: [&str; 2],
    games: impl IntoIterator<Item = &'g MatchGame>,
    path: &Path,
) -> anyhow::Result<()> {
    let texts = games.into_iter().map(|game| engine.write_game(&game.text(names)));
    crate::output::OutFile::write(path, &texts.collect::<Result<String, _>>()?)
}

/// Prints where the games are.
pub fn note_database(app: &App, database: &Path, played: u32, stored: usize) {
    let before = match stored {
        0 => String::new(),
        number => format!("; {number} were there before (--restart plays them again)"),
    };
    app.ui.note(format!("played {played} games{before}; they are in {}", database.display()));
}
