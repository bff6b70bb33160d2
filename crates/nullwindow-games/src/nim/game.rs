//! The rules, and the known values.

use super::{Heaps, HeapsError, Take};
use crate::Perft;
use nullwindow::{Bounds, Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score, Window};

/// Nim from given heaps.
#[derive(Clone, Debug)]
pub struct Nim {
    start: Heaps,
    uses_knowledge: bool,
}

impl Nim {
    /// The score of a win; a loss is its negative.
    pub const WIN: Score = Score::new(1);

    /// Creates Nim with these heaps at the start.
    ///
    /// # Errors
    /// If there are none, or more than [`Heaps::MOST`].
    pub fn new(heaps: &[u8]) -> Result<Nim, HeapsError> {
        Ok(Nim { start: Heaps::new(heaps, Player::First)?, uses_knowledge: false })
    }

    /// Gives searches the exact value of every position, so that one ply decides. Without it, searches find values by
    /// themselves, which is the purpose of a game this small.
    #[must_use]
    pub fn with_knowledge(self) -> Nim {
        Nim { uses_knowledge: true, ..self }
    }

    /// Returns the start position.
    #[must_use]
    pub fn heaps(&self) -> Heaps {
        self.start
    }

    /// Returns the value for the player to move: a loss if the xor of the heaps is zero, else a win.
    #[must_use]
    pub fn value_by_xor(&self, heaps: &Heaps) -> Score {
        if heaps.xor() == 0 { -Nim::WIN } else { Nim::WIN }
    }
}

impl Default for Nim {
    /// Creates heaps of three, four and five.
    fn default() -> Nim {
        Nim::new(&[3, 4, 5]).expect("three heaps are some and not too many")
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    #[inline]
    fn mover(&self, heaps: &Heaps) -> Player {
        heaps.mover()
    }

    #[inline]
    fn moves(&self, heaps: &Heaps, moves: &mut MoveBuf<Take>) -> Option<Score> {
        for (heap, &size) in (0..).zip(heaps.heaps()) {
            // Large takes first: they shorten the game most.
            for things in (1..=size).rev() {
                moves.push(Take { heap, things });
            }
        }
        moves.is_empty().then_some(-Nim::WIN)
    }

    #[inline]
    fn play(&self, heaps: &Heaps, take: Take) -> Heaps {
        heaps.after(take)
    }

    #[inline]
    fn over(&self, heaps: &Heaps, _: &mut MoveBuf<Take>) -> Option<Score> {
        heaps.heaps().iter().all(|&heap| heap == 0).then_some(-Nim::WIN)
    }
}

impl Evaluator for Nim {
    #[inline]
    fn proven_bounds(&self, heaps: &Heaps, _: Depth, _: Window) -> Bounds {
        if self.uses_knowledge { Bounds::exactly(self.value_by_xor(heaps)) } else { Bounds::UNKNOWN }
    }
}

impl Keyed for Nim {
    /// Returns the sorted heaps as one number. Their order does not matter, nor does the player to move, since both
    /// have the same moves.
    #[inline]
    fn key(&self, heaps: &Heaps) -> u64 {
        heaps.key()
    }
}

impl Perft for Nim {
    fn count_moves(&self, heaps: &Heaps) -> u64 {
        heaps.heaps().iter().map(|&heap| u64::from(heap)).sum()
    }
}
