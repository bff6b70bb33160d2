//! The events of a session.

use std::time::Duration;

/// Reports the progress or the answer of a search for a move.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum SessionEvent<'e> {
    /// News of the search.
    Info(&'e SearchInfo),
    /// The search of a root move begins.
    CurrentMove {
        /// The depth of the iteration; `None` for the end of the game.
        depth: Option<u32>,
        /// The move.
        name: &'e str,
        /// Its number in the order of search, from 1.
        number: u32,
    },
    /// The search is over. This is the last event of every search.
    BestMove(&'e ChosenMove),
}

/// The relation of a score to the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreKind {
    /// The score is the value.
    Exact,
    /// The value is at least the score.
    LowerBound,
    /// The value is at most the score.
    UpperBound,
}

/// Describes the state of a search: an iteration, or a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchInfo {
    /// The depth in plies; `None` for the end of the game.
    pub depth: Option<u32>,
    /// The place of the move among the best ones, from 1.
    pub rank: u16,
    /// The score for the player to move, in the game's own scale.
    pub score: i32,
    /// The relation of the score to the value.
    pub kind: ScoreKind,
    /// True if the score holds at every greater depth, and so to the end of the game.
    pub settled: bool,
    /// The plies to the end of the game, if the score is a win or a loss that encodes its distance.
    pub win_distance: Option<u32>,
    /// The nodes of the whole search so far.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The share of used table entries in permille.
    pub table_use: u16,
    /// The best line of play, as far as it is known; empty with a bound.
    pub line: Vec<String>,
}

impl SearchInfo {
    /// Returns the nodes per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        // A tenth of a millisecond is the shortest time that says something.
        let micros = self.time.as_micros().max(100);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// The move that a search has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ChosenMove {
    /// The move; `None` only if the game is over.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
}
