//! What the game knows by its database.

use super::byte::outcome;
use super::store::{EndgameDatabase, EndgameOutcome};
use crate::checkers::board::{Colour, Sides};
use crate::checkers::{Checkers, Position};
use nullwindow::Score;

/// What a database says of a position in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::checkers) enum DatabaseVerdict {
    /// How the game ends, for certain.
    Certain(EndgameOutcome),
    /// How it ends if neither the limit of plies without progress nor repetition comes first.
    Likely(EndgameOutcome),
}

impl Checkers {
    /// The value of a position to the end of the game, if the database has it and it is true here.
    #[inline]
    pub(in crate::checkers) fn database_value(&self, position: &Position) -> Option<Score> {
        let database = self.database.as_deref()?;
        if position.pieces() > database.pieces() {
            return None;
        }
        match self.classify(database, position.downward(), position.quiet) {
            DatabaseVerdict::Certain(EndgameOutcome::Draw) => Some(Score::ZERO),
            DatabaseVerdict::Certain(EndgameOutcome::Win(plies)) => Some(Checkers::WIN.offset(-i32::from(plies))),
            DatabaseVerdict::Certain(EndgameOutcome::Loss(plies)) => Some((-Checkers::WIN).offset(plies.into())),
            DatabaseVerdict::Likely(_) => None,
        }
    }

    /// What the database says of a position with `quiet` plies without progress, if it has it.
    #[inline(always)]
    pub(in crate::checkers) fn probe_database<C: Colour>(&self, sides: Sides, quiet: u8) -> Option<DatabaseVerdict> {
        let database = self.database.as_deref()?;
        if (sides.own | sides.other).count_ones() > database.pieces() {
            return None;
        }
        Some(self.classify(database, if C::DOWN { sides } else { sides.turned() }, quiet))
    }

    /// A draw is one whatever else makes draws. A win or a loss is certain only if it is over before the limit of plies
    /// without progress could be reached, even if nothing resets their count; and only if no position that has been
    /// on the board twice can come up on the way.
    fn classify(&self, database: &EndgameDatabase, sides: Sides, quiet: u8) -> DatabaseVerdict {
        let outcome = outcome(database.byte(sides));
        let (EndgameOutcome::Win(plies) | EndgameOutcome::Loss(plies)) = outcome else {
            return DatabaseVerdict::Certain(outcome);
        };
        let in_time = u32::from(quiet) + u32::from(plies) <= u32::from(Checkers::LIMIT);
        if in_time && !self.record.may_return((sides.own | sides.other).count_ones()) {
            DatabaseVerdict::Certain(outcome)
        } else {
            DatabaseVerdict::Likely(outcome)
        }
    }
}
