//! Database probes during a search.

use super::byte::outcome;
use super::store::{EndgameDatabase, EndgameOutcome};
use crate::checkers::board::{Colour, Sides};
use crate::checkers::{Checkers, Position};
use nullwindow::Score;

/// The result of a database probe in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::checkers) enum DatabaseVerdict {
    /// The exact outcome.
    Certain(EndgameOutcome),
    /// The outcome unless the no-progress limit or a repetition comes first.
    Likely(EndgameOutcome),
}

impl Checkers {
    /// Returns the value of a position to the end of the game, if the database covers it and the value is exact in this
    /// game.
    #[inline]
    pub(in crate::checkers) fn database_value(&self, position: &Position) -> Option<Score> {
        let database = self.database.as_deref()?;
        // The common case at most nodes: a popcount and a comparison.
        if position.pieces() > database.pieces() {
            return None;
        }
        let may_recur = self.record.is_reachable(position.black | position.white, position.kings);
        match classify(database, position.downward(), position.quiet, may_recur) {
            DatabaseVerdict::Certain(EndgameOutcome::Draw) => Some(Score::ZERO),
            DatabaseVerdict::Certain(EndgameOutcome::Win(plies)) => Some(Checkers::WIN.offset(-i32::from(plies))),
            DatabaseVerdict::Certain(EndgameOutcome::Loss(plies)) => Some((-Checkers::WIN).offset(plies.into())),
            DatabaseVerdict::Likely(_) => None,
        }
    }

    /// Probes the database for a position with `quiet` plies without progress; `None` if it has too many pieces.
    #[inline(always)]
    pub(in crate::checkers) fn probe_database<C: Colour>(&self, sides: Sides, quiet: u8) -> Option<DatabaseVerdict> {
        let database = self.database.as_deref()?;
        if (sides.own | sides.other).count_ones() > database.pieces() {
            return None;
        }
        let may_recur = self.record.is_reachable(sides.own | sides.other, sides.kings);
        Some(classify(database, if C::DOWN { sides } else { sides.turned() }, quiet, may_recur))
    }
}

/// Classifies a database entry. A draw is always exact. A win or a loss is exact only if it ends before the no-progress
/// limit even if nothing resets the count, and if no position of the game may recur on the way.
fn classify(database: &EndgameDatabase, sides: Sides, quiet: u8, may_recur: bool) -> DatabaseVerdict {
    let outcome = outcome(database.byte(sides));
    let (EndgameOutcome::Win(plies) | EndgameOutcome::Loss(plies)) = outcome else {
        return DatabaseVerdict::Certain(outcome);
    };
    let in_time = u32::from(quiet) + u32::from(plies) <= u32::from(Checkers::LIMIT);
    if in_time && !may_recur { DatabaseVerdict::Certain(outcome) } else { DatabaseVerdict::Likely(outcome) }
}
