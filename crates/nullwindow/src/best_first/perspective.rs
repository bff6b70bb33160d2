//! How a list algorithm sees a game: as a tree of MAX and MIN.
//!
//! MAX is the player to move at the root, and values are his. The dual of an algorithm is the algorithm
//! itself on the tree with the two players exchanged: then MAX is the other one, and values are his.

use crate::Game;
use crate::{Player, Score};

/// Who is MAX.
#[derive(Clone, Copy, Debug)]
pub(super) struct Perspective {
    max: Player,
    root_is_max: bool,
}

impl Perspective {
    /// MAX moves at the root.
    pub(super) fn straight<G: Game>(game: &G, root: &G::Position) -> Perspective {
        Perspective { max: game.mover(root), root_is_max: true }
    }

    /// MIN moves at the root.
    pub(super) fn dual<G: Game>(game: &G, root: &G::Position) -> Perspective {
        Perspective { max: game.mover(root).other(), root_is_max: false }
    }

    #[inline]
    pub(super) fn is_max(self, mover: Player) -> bool {
        mover == self.max
    }

    /// Returns a score for `mover`, seen from MAX.
    #[inline]
    pub(super) fn value(self, score: Score, mover: Player) -> Score {
        score.flip_if(!self.is_max(mover))
    }

    /// Returns a value for MAX, seen from the mover at the root.
    #[inline]
    pub(super) fn at_root(self, value: Score) -> Score {
        value.flip_if(!self.root_is_max)
    }
}
