//! The game tree as a best-first algorithm sees it: with the players MAX and MIN.
//!
//! MAX is the player to move at the root, and values are seen from MAX. The dual of an algorithm is the algorithm
//! itself on the tree with the two players exchanged: then MAX is the other player.

use crate::Game;
use crate::{Player, Score};

/// The assignment of MAX to one of the players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Perspective {
    max: Player,
    root_is_max: bool,
}

impl Perspective {
    /// Returns the perspective in which MAX moves at the root.
    pub(super) fn straight<G: Game>(game: &G, root: &G::Position) -> Perspective {
        Perspective { max: game.mover(root), root_is_max: true }
    }

    /// Returns the perspective in which MIN moves at the root.
    pub(super) fn dual<G: Game>(game: &G, root: &G::Position) -> Perspective {
        Perspective { max: game.mover(root).other(), root_is_max: false }
    }

    #[inline]
    pub(super) fn is_max(self, mover: Player) -> bool {
        mover == self.max
    }

    /// Converts a score for `mover` to a value for MAX.
    #[inline]
    pub(super) fn value(self, score: Score, mover: Player) -> Score {
        score.flip_if(!self.is_max(mover))
    }

    /// Converts a value for MAX to a score for the mover at the root.
    #[inline]
    pub(super) fn at_root(self, value: Score) -> Score {
        value.flip_if(!self.root_is_max)
    }
}
