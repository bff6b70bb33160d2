//! All games of a match, on several threads.

use super::elo::{Sprt, SprtDecision};
use super::openings::OpeningBook;
use super::player::{MatchPlayer, PlayerError};
use super::referee::{GameReferee, MatchGame, MatchRules};
use super::score::MatchScore;
use crate::Stop;
use nullwindow_engine::{Engine, EngineError, PositionText};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Makes a player. Every thread makes its own.
pub type PlayerMaker<'p> = dyn Fn() -> Result<Box<dyn MatchPlayer>, PlayerError> + Sync + 'p;

/// A match between A and B.
pub struct MatchSetup<'p> {
    /// The game.
    pub engine: Arc<dyn Engine>,
    /// The makers of A and B.
    pub players: [&'p PlayerMaker<'p>; 2],
    /// The rules.
    pub rules: MatchRules,
    /// The openings.
    pub book: OpeningBook,
    /// The number of games, which is even.
    pub games: u32,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The number of games that are played at once.
    pub concurrency: u32,
}

impl fmt::Debug for MatchSetup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchSetup")
            .field("game", &self.engine.name())
            .field("rules", &self.rules)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

/// The outcome of [`run_match`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MatchRun {
    /// The finished games by their numbers, old and new.
    pub games: BTreeMap<u32, MatchGame>,
    /// The result.
    pub score: MatchScore,
    /// The number of games that were played now.
    pub played: u32,
    /// True if a stop was requested before the match was over.
    pub stopped: bool,
    /// The number of openings that repeat an earlier one.
    pub repeated_openings: u32,
}

/// An error that ends a match.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError<E> {
    /// A player cannot be started.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An opening is refused.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A finished game could not be kept.
    #[error("{0}")]
    Sink(E),
}

/// What a thread reports.
type Report = Result<Option<MatchGame>, MatchError<std::convert::Infallible>>;

/// Plays the games of a match that are not in `done`. `keep` receives each finished game at once, before it counts, and
/// the result so far.
///
/// Games are taken in the order of their numbers. The test is applied to complete pairs in order, so that its decision
/// does not depend on the number of threads.
///
/// # Errors
/// If a player cannot be started, an opening is refused, or `keep` fails. All games kept before are complete.
pub fn run_match<E>(
    setup: MatchSetup<'_>,
    done: BTreeMap<u32, MatchGame>,
    stop: Stop<'_>,
    mut keep: impl FnMut(&MatchGame, &MatchScore) -> Result<(), E>,
) -> Result<MatchRun, MatchError<E>> {
    let sprt = setup.sprt.as_ref();
    let mut run =
        MatchRun { games: done, score: MatchScore::new(sprt), played: 0, stopped: false, repeated_openings: 0 };
    run.games.retain(|&number, _| number < setup.games);
    run.score.extend(|number| run.games.get(&number), sprt);
    let missing: Vec<u32> = (0..setup.games).filter(|number| !run.games.contains_key(number)).collect();
    if missing.is_empty() || run.score.decision != SprtDecision::Continue {
        return Ok(run);
    }
    let over = AtomicBool::new(false);
    let book = Mutex::new(setup.book);
    let work = MatchWork { missing: &missing, next: AtomicUsize::new(0), book: &book, over: &over, stop };
    let (engine, rules, players) = (&*setup.engine, &setup.rules, setup.players);
    let threads = (setup.concurrency.max(1) as usize).min(missing.len());
    let result = std::thread::scope(|scope| {
        let (sender, reports) = channel();
        for _ in 0..threads {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work.play_games(engine, rules, players, &sender));
        }
        drop(sender);
        for report in reports {
            let Some(game) = report.map_err(|error| {
                // The other threads end after their moves.
                over.store(true, Relaxed);
                match error {
                    MatchError::Player(error) => MatchError::Player(error),
                    MatchError::Engine(error) => MatchError::Engine(error),
                    MatchError::Sink(never) => match never {},
                }
            })?
            else {
                continue;
            };
            run.played += 1;
            run.games.insert(game.number, game.clone());
            run.score.extend(|number| run.games.get(&number), sprt);
            if let Err(error) = keep(&game, &run.score) {
                over.store(true, Relaxed);
                return Err(MatchError::Sink(error));
            }
            if run.score.decision != SprtDecision::Continue {
                over.store(true, Relaxed);
            }
        }
        Ok(())
    });
    result?;
    run.repeated_openings = book.into_inner().unwrap_or_else(PoisonError::into_inner).repeated();
    run.stopped = stop.is_requested() && run.score.decision == SprtDecision::Continue && run.score.games < setup.games;
    Ok(run)
}

/// The work that threads share.
struct MatchWork<'w> {
    missing: &'w [u32],
    next: AtomicUsize,
    book: &'w Mutex<OpeningBook>,
    /// True when the match is decided or has failed.
    over: &'w AtomicBool,
    stop: Stop<'w>,
}

impl MatchWork<'_> {
    /// Plays one game after the other, until there is none left or the match is over.
    fn play_games(
        &self,
        engine: &dyn Engine,
        rules: &MatchRules,
        [a, b]: [&PlayerMaker<'_>; 2],
        reports: &Sender<Report>,
    ) {
        let mut players = match a().and_then(|a| Ok([a, b()?])) {
            Ok(players) => players,
            Err(error) => {
                let _ = reports.send(Err(error.into()));
                return;
            }
        };
        while !self.over.load(Relaxed) && !self.stop.is_requested() {
            let Some(&number) = self.missing.get(self.next.fetch_add(1, Relaxed)) else { return };
            let game = self.opening(number / 2).and_then(|opening| {
                let referee = GameReferee::new(engine, rules, number, opening);
                // A game that runs when the match is decided is dropped: it would not count.
                referee.play(number, &mut players, &|| self.stop.is_requested() || self.over.load(Relaxed))
            });
            // The receiver is gone if the match has failed.
            if reports.send(game.map_err(MatchError::Engine)).is_err() {
                return;
            }
        }
    }

    fn opening(&self, pair: u32) -> Result<PositionText, EngineError> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner).opening(pair)
    }
}
