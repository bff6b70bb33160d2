//! The report of a check that found no flaw.

use super::coverage::{Coverage, Property};
use std::fmt;

/// The extent of a check that found no flaw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CheckReport {
    /// The number of positions checked; each line of moves counts once.
    pub positions: usize,
    /// The number of random games.
    pub playouts: usize,
    /// The number of random games that ended.
    pub finished: usize,
    /// The plies of the longest line.
    pub longest: usize,
    /// The number of pairs of positions with the same key that were compared.
    pub shared_keys: usize,
    /// The number of positions for which the game knew bounds without a search.
    pub known: usize,
    /// The number of searches compared with minimax.
    pub searches: usize,
    /// Every property with the number of cases that tested it.
    pub coverage: Vec<Coverage>,
    /// Observations that are no flaws.
    pub notes: Vec<Note>,
    /// True if the check was [stopped](super::Check::stop) before its end.
    pub stopped: bool,
}

impl CheckReport {
    /// Returns the properties that were tested, with the number of cases.
    pub fn tested(&self) -> impl Iterator<Item = Coverage> + '_ {
        self.coverage.iter().copied().filter(|coverage| coverage.cases > 0)
    }

    /// Returns the properties that could not be tested. [`Property::remedy`] says what each needs.
    pub fn untested(&self) -> impl Iterator<Item = Property> + '_ {
        self.coverage.iter().filter(|coverage| coverage.cases == 0).map(|coverage| coverage.property)
    }
}

/// An observation that is no flaw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Note {
    /// Some random games were abandoned: the game may be infinite, and then only searches to fixed depths end.
    Endless {
        /// The number of games.
        playouts: usize,
        /// The plies after which they were abandoned.
        plies: usize,
    },
    /// Every finished random game had the same result, so the sign of final scores was not tested.
    /// [`Check::mirror`](super::Check::mirror) would test it.
    OneResult,
    /// Every evaluation was the same, so no sign was tested. [`Check::mirror`](super::Check::mirror) would test that of
    /// final scores.
    FlatEvaluation,
    /// Evaluations predict neither those of the next ply nor the result well enough, so signs were not tested.
    /// [`Check::mirror`](super::Check::mirror) would test them.
    SignsUntested,
    /// Neither random games nor exact results say whether evaluations and final scores have the same sign.
    /// [`Check::mirror`](super::Check::mirror) cannot test it: a game with all evaluations negated is as symmetric as
    /// before.
    NegationUntested,
    /// Some searches took hundreds of times the nodes of minimax and were abandoned.
    SearchesStopped {
        /// The number of searches.
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
            Note::NegationUntested => f.write_str(
                "evaluations tell too little about the result: whether they have the sign of final scores was not \
                 tested (Check::mirror cannot test it)",
            ),
            Note::SearchesStopped { searches } => {
                write!(f, "{searches} searches took hundreds of times the nodes of minimax and were given up")
            }
        }
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckReport {
            positions, playouts, finished, longest, shared_keys, known, searches, notes, stopped, ..
        } = self;
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
        notes.iter().try_for_each(|note| write!(f, "\n  note: {note}"))?;
        self.untested().try_for_each(|property| write!(f, "\n  not tested: {property} ({})", property.remedy()))
    }
}
