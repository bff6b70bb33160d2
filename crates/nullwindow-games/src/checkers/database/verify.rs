//! Verification of a database: the byte of each position must follow from those of its successors.
//!
//! Given correct rules, this is a proof. A loss in 0 plies is a player that cannot move. By induction over plies, every
//! win and every loss is right, and as short or long as stated; and from a draw there is a move to a draw, and none to
//! a lost position of the opponent.

use super::build::successor;
use super::byte::{SuccessorSummary, outcome};
use super::chunks;
use super::slice::Material;
use super::store::{EndgameDatabase, EndgameOutcome};
use crate::checkers::Position;
use crate::checkers::board::{Black, Sides};
use crate::checkers::generate::each_move;
use nullwindow::Player;

/// A position whose outcome does not follow from those of its successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{material}: {stored:?} is stored, and {follows:?} follows from the moves of {position:?}")]
#[non_exhaustive]
pub struct Inconsistency {
    /// The pieces, from the mover's point of view.
    pub material: Material,
    /// The position, with Black to move.
    pub position: Position,
    /// The stored outcome.
    pub stored: EndgameOutcome,
    /// The outcome that follows from the successors.
    pub follows: EndgameOutcome,
}

impl EndgameDatabase {
    /// Checks every position against its successors and returns the number of positions.
    ///
    /// # Errors
    /// The first inconsistent position that was found.
    pub fn verify(&self) -> Result<usize, Inconsistency> {
        for part in &self.parts {
            // Chunks of 1,024 positions amortize the scheduling.
            chunks::try_each(&part.bytes, 1 << 10, |first, bytes| {
                (first..)
                    .zip(bytes)
                    .try_for_each(|(index, &stored)| self.check(part.slice.material, part.slice.sides(index), stored))
            })?;
        }
        Ok(self.positions())
    }

    /// Compares the stored byte of a position with the one that follows from its successors.
    fn check(&self, material: Material, sides: Sides, stored: u8) -> Result<(), Inconsistency> {
        let follows = self.follows(sides);
        if stored == follows {
            return Ok(());
        }
        let Sides { own: black, other: white, kings } = sides;
        let position = Position { black, white, kings, mover: Player::First, quiet: 0 };
        let (stored, follows) = (outcome(stored), outcome(follows));
        Err(Inconsistency { material, position, stored, follows })
    }

    fn follows(&self, sides: Sides) -> u8 {
        let mut summary = SuccessorSummary::NONE;
        each_move::<Black>(sides, |raw| summary.add(self.byte(successor(sides, raw))));
        summary.byte()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_byte_is_found() {
        let right = EndgameDatabase::build(2, &|_| ()).expect("two pieces");
        assert_eq!(right.verify(), Ok(right.positions()));
        for (place, part) in right.parts.iter().enumerate() {
            for index in (0..part.bytes.len()).step_by(131) {
                for wrong in [0, 1, 2, 9, part.bytes[index] + 2].into_iter().filter(|&byte| byte != part.bytes[index]) {
                    let mut database = right.clone();
                    database.parts[place].bytes[index] = wrong;
                    assert!(database.verify().is_err(), "{wrong} at {index} of {}", part.slice.material);
                }
            }
        }
    }
}
