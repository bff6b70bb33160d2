//! The players of a match.

use nullwindow::AnyAlgorithm;
use nullwindow_engine::{
    Engine, EngineError, GameClock, GoLimits, PlayedPosition, PositionText, Session, SessionEvent,
};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The request for a move.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct MoveRequest<'m> {
    /// The game.
    pub engine: &'m dyn Engine,
    /// The position with the moves that led to it.
    pub position: &'m PositionText,
    /// The description of the position.
    pub played: &'m PlayedPosition,
    /// The limits of the move, with the clock of the player to move.
    pub limits: &'m GoLimits,
    /// The clocks of both players, first mover first.
    pub clocks: Option<[GameClock; 2]>,
}

impl fmt::Debug for MoveRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveRequest")
            .field("position", self.position)
            .field("limits", self.limits)
            .finish_non_exhaustive()
    }
}

/// The move that a player has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerAnswer {
    /// The move, in any notation of the game.
    pub name: String,
    /// The score for the player, in the scale of the game.
    pub score: Option<i32>,
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
}

/// A player that cannot go on: it loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlayerError(pub String);

impl From<EngineError> for PlayerError {
    fn from(error: EngineError) -> PlayerError {
        PlayerError(error.to_string())
    }
}

/// A player of a match, which plays one game after the other.
pub trait MatchPlayer: Send {
    /// Prepares for a new game. What was learned in earlier games is forgotten.
    ///
    /// # Errors
    /// If the player cannot play.
    fn begin(&mut self) -> Result<(), PlayerError>;

    /// Chooses a move.
    ///
    /// # Errors
    /// If the player cannot go on.
    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<PlayerAnswer, PlayerError>;
}

/// The settings of a player of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchSettings {
    /// The algorithm, one that finds a best move.
    pub algorithm: AnyAlgorithm,
    /// The number of threads. Games are the same in every match only with one.
    pub threads: u16,
    /// The size of the transposition table.
    pub table_bytes: u64,
    /// True to search by the game's rules of selective search, if it has any.
    pub selective: bool,
    /// The time that a move on a clock loses outside of the search.
    pub overhead: Duration,
}

impl SearchSettings {
    /// The usual size of the table: enough for a second per move, and cleared quickly.
    pub const USUAL_TABLE: u64 = 16 << 20;

    /// Returns the usual settings: one thread, a table of 16 MiB.
    #[must_use]
    pub fn new(algorithm: AnyAlgorithm) -> SearchSettings {
        let overhead = Duration::from_millis(5);
        SearchSettings { algorithm, threads: 1, table_bytes: SearchSettings::USUAL_TABLE, selective: true, overhead }
    }
}

/// A player of this program: an algorithm with its limits.
#[derive(Debug)]
pub struct SearchPlayer {
    session: Session,
    overhead: Duration,
}

impl SearchPlayer {
    /// Creates a player.
    ///
    /// # Errors
    /// If its table does not fit into memory.
    pub fn new(engine: &Arc<dyn Engine>, settings: &SearchSettings) -> Result<SearchPlayer, PlayerError> {
        let mut session = Session::new(Arc::clone(engine))?;
        session.set_table_bytes(settings.table_bytes)?;
        session.set_options(|options| {
            (options.algorithm, options.threads) = (settings.algorithm, settings.threads);
            options.selective = settings.selective;
        });
        Ok(SearchPlayer { session, overhead: settings.overhead })
    }
}

impl MatchPlayer for SearchPlayer {
    fn begin(&mut self) -> Result<(), PlayerError> {
        self.session.clear_table();
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<PlayerAnswer, PlayerError> {
        // A time per move has no overhead that the next moves would miss.
        let overhead = if request.limits.clock.is_some() { self.overhead } else { Duration::ZERO };
        self.session.set_options(|options| options.move_overhead = overhead);
        self.session.set_position(request.position.clone())?;
        let mut answer = PlayerAnswer::default();
        let mut best = None;
        self.session.prepare(request.limits)?.run(&mut |event| match event {
            // Bounds of an iteration that is not complete have no line. They are reported after a second only, so that a
            // slow machine would change the score of a game that nodes limit.
            SessionEvent::Info(info) if !info.line.is_empty() => {
                (answer.score, answer.nodes) = (Some(info.score), Some(info.nodes));
                answer.depth = info.depth.or(answer.depth);
            }
            SessionEvent::BestMove(chosen) => best.clone_from(&chosen.best),
            _ => {}
        });
        answer.name = best.ok_or_else(|| PlayerError("found no move".to_owned()))?;
        Ok(answer)
    }
}
