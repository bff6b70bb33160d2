//! MTD(f): begin at a guess, then go where the value is.
//!
//! **Source.** Paper 001, Fig. 11; paper 002, section 3. **Cost.** Two passes if the guess is right; three
//! to six in practice. **When to use it.** Under iterative deepening with a table: the papers' best.
//!
//! ```text
//! MTD(n, f, if g < bound then bound := g else bound := g + 1)
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// From a guess: after a low failure down like SSS*, after a high one up like DUAL*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct F;

/// MTD(f).
pub type MtdF = Mtd<F>;

impl MtdF {
    /// Returns the driver from a guess.
    #[must_use]
    pub fn new() -> Self {
        Mtd(F)
    }
}

impl Driver for F {
    fn name(&self) -> String {
        "mtd-f".to_owned()
    }

    fn first(&self, guess: Score) -> Score {
        guess
    }

    fn next(&self, last: &Pass, _: Bounds) -> Score {
        if last.answer < last.window.beta() { last.answer } else { last.answer.succ() }
    }
}
