//! What was looked at when nothing was found to be wrong.

use std::fmt;

/// A game without a flaw, as far as was looked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CheckReport {
    /// Positions that were looked at, each line of moves counted once.
    pub positions: usize,
    /// Random games that were played.
    pub playouts: usize,
    /// How many of them came to an end.
    pub finished: usize,
    /// Plies of the longest line.
    pub longest: usize,
    /// Pairs of positions with one key that were compared.
    pub shared_keys: usize,
    /// Positions of which the game knew something without a search.
    pub known: usize,
    /// Searches that were compared with minimax.
    pub searches: usize,
    /// What is not wrong, but good to know.
    pub notes: Vec<Note>,
    /// True if the check was [stopped](super::Check::stop) before it had looked at everything.
    pub stopped: bool,
}

/// Something that is not wrong, but good to know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Note {
    /// Some random games had not ended when they were given up: the game may be endless, and then it can
    /// be searched to fixed depths only.
    Endless {
        /// How many.
        playouts: usize,
        /// After how many plies they were given up.
        plies: usize,
    },
    /// Every finished random game had the same result: the sign of final scores was not tested.
    /// [`Check::mirror`](super::Check::mirror) would test it.
    OneResult,
    /// Every evaluation was the same: no sign was tested. [`Check::mirror`](super::Check::mirror) would test
    /// that of final scores.
    FlatEvaluation,
    /// Evaluations tell too little about those of the next ply, or about the result: whether scores are those
    /// of the player to move was not tested. [`Check::mirror`](super::Check::mirror) would test it.
    SignsUntested,
    /// Searches that took hundreds of times the nodes of minimax and were given up.
    SearchesStopped {
        /// How many.
        searches: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Endless { playouts, plies } => {
                write!(f, "{playouts} random games had not ended after {plies} plies: search to fixed depths only")
            }
            Note::OneResult => f.write_str(
                "every finished random game had the same result: the sign of final scores was not tested \
                 (Check::mirror tests it)",
            ),
            Note::FlatEvaluation => f.write_str(
                "every evaluation was the same: whether scores are those of the player to move was not tested \
                 (Check::mirror tests it)",
            ),
            Note::SignsUntested => f.write_str(
                "evaluations tell too little about the result: whether scores are those of the player to move \
                 was not tested (Check::mirror tests it)",
            ),
            Note::SearchesStopped { searches } => {
                write!(f, "{searches} searches took hundreds of times the nodes of minimax and were given up")
            }
        }
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckReport { positions, playouts, finished, longest, shared_keys, known, searches, notes, stopped } = self;
        write!(
            f,
            "no flaw in {positions} positions, {playouts} random games ({finished} finished, up to {longest} plies), \
             {shared_keys} pairs of one key, {searches} searches"
        )?;
        if *known > 0 {
            write!(f, ", {known} positions known without a search")?;
        }
        if *stopped {
            f.write_str("; the check was stopped before its end")?;
        }
        notes.iter().try_for_each(|note| write!(f, "\n  note: {note}"))
    }
}
