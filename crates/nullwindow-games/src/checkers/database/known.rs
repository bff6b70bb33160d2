//! What the game knows by its database.

use super::byte::outcome;
use super::store::{Database, Outcome};
use crate::checkers::board::{Colour, Sides};
use crate::checkers::{Checkers, Position};
use nullwindow::Score;

/// What a database says of a position in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::checkers) enum Told {
    /// How the game ends, for certain.
    Certain(Outcome),
    /// How it ends if neither the limit of plies without progress nor repetition comes first.
    Likely(Outcome),
}

impl Checkers {
    /// The value of a position to the end of the game, if the database has it and it is true here.
    #[inline]
    pub(in crate::checkers) fn database_value(&self, position: &Position) -> Option<Score> {
        let database = self.database.as_deref()?;
        if position.pieces() > database.pieces() {
            return None;
        }
        match self.told(database, position.downward(), position.quiet) {
            Told::Certain(Outcome::Draw) => Some(Score::ZERO),
            Told::Certain(Outcome::Win(plies)) => Some(Checkers::WIN.offset(-i32::from(plies))),
            Told::Certain(Outcome::Loss(plies)) => Some((-Checkers::WIN).offset(plies.into())),
            Told::Likely(_) => None,
        }
    }

    /// What the database says of a position with `quiet` plies without progress, if it has it.
    #[inline(always)]
    pub(in crate::checkers) fn database_tells<C: Colour>(&self, sides: Sides, quiet: u8) -> Option<Told> {
        let database = self.database.as_deref()?;
        if (sides.own | sides.other).count_ones() > database.pieces() {
            return None;
        }
        Some(self.told(database, if C::DOWN { sides } else { sides.turned() }, quiet))
    }

    /// A draw is one whatever else makes draws. A win or a loss is certain only if it is over before the limit of plies
    /// without progress could be reached, even if nothing resets their count; and only if no position that has been
    /// on the board twice can come up on the way.
    fn told(&self, database: &Database, sides: Sides, quiet: u8) -> Told {
        let outcome = outcome(database.byte(sides));
        let (Outcome::Win(plies) | Outcome::Loss(plies)) = outcome else { return Told::Certain(outcome) };
        let in_time = u32::from(quiet) + u32::from(plies) <= u32::from(Checkers::LIMIT);
        if in_time && !self.record.may_return((sides.own | sides.other).count_ones()) {
            Told::Certain(outcome)
        } else {
            Told::Likely(outcome)
        }
    }
}
