//! MTD(f): start at a guess and follow the answers to the value.
//!
//! **Source.** \[PSPB96\], Fig. 11; \[PSPB94\], section 3.
//! **Cost.** Two passes if the guess is right; three to six in practice.
//! **When to use it.** Under iterative deepening with a table: the papers' best algorithm.
//!
//! ```text
//! MTD(n, f, if g < bound then bound := g else bound := g + 1)
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// The driver that starts at a guess. It goes down like SSS* after a fail-low, and up like DUAL* after a fail-high.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct F {
    /// Points added to the guess.
    shift: i32,
}

/// MTD(f).
pub type MtdF = Mtd<F>;

impl MtdF {
    /// Returns the driver from a guess.
    #[must_use]
    pub fn new() -> Self {
        Mtd(F::default())
    }

    /// Returns the driver that starts `shift` points above the guess, or below it if `shift` is negative.
    ///
    /// \[PSPB96\], section 5.2.3, reports that shifts of 1 to 4 points save two to three percent of the leaves.
    #[must_use]
    pub fn with_shift(shift: i32) -> Self {
        Mtd(F { shift })
    }
}

impl Driver for F {
    fn name(&self) -> String {
        match self.shift {
            0 => "mtd-f".to_owned(),
            shift => format!("mtd-f({shift:+})"),
        }
    }

    fn first(&self, guess: Score) -> Score {
        Score::saturating(guess.get().saturating_add(self.shift))
    }

    fn next(&self, last: &Pass, _: Bounds) -> Score {
        if last.answer < last.window.beta() { last.answer } else { last.answer.succ() }
    }
}
