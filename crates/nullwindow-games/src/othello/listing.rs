//! Othello among other games: names, units, usual depths, how to solve it.

use super::{Board, Othello};
use crate::playable::describe;
use crate::{Listing, Notation, Playable, Profile, Purpose, SizeError, Solving};
use nullwindow::Score;
use nullwindow::check::Check;

impl Playable for Othello {
    fn profile(&self) -> Profile {
        // The evaluation predicts the final score, and one more iteration costs little beside the endgame. Short searches
        // order moves better than the evaluation does, which pays where the tree behind them is large.
        let solving = Solving::ToTheEnd { guess: 11, order: Othello::SOLVING };
        Profile::default().with_unit("discs", 1).with_usual(Some(6), 20).with_tour(7, 4).with_solving(solving)
    }

    fn describe_value(&self, position: &Board, value: Score) -> String {
        describe(self, position, value, |winner, discs| format!("{winner} wins by {discs} discs"))
    }

    fn kit(&self) -> Check<'_, Othello> {
        Check::new(self).same(|a, b| a == b).mirror(Board::exchanged).nodes(1000)
    }
}

/// Lists [`Othello`].
#[derive(Clone, Copy, Debug)]
pub struct OthelloListing;

impl Listing for OthelloListing {
    type Game = Othello;

    fn name(&self) -> &str {
        Othello::NAME
    }

    fn aliases(&self) -> &[&str] {
        &["reversi"]
    }

    fn create(&self, size: &[&str], purpose: Purpose) -> Result<Othello, SizeError> {
        SizeError::unless_empty(Othello::NAME, size)?;
        Ok(match purpose {
            Purpose::FixedDepth | Purpose::Solve => Othello::new(),
            Purpose::Proof => Othello::new().without_knowledge(),
        })
    }
}
