//! MTD(-inf): DUAL* as a sequence of null-window searches.
//!
//! **Source.** MT-DUAL*, paper 001 Fig. 8; paper 002 section 3. **Cost.** DUAL*'s leaves, in DUAL*'s order.
//! **When to use it.** Where SSS* is used and the depth is odd: its solution trees are smaller.
//!
//! ```text
//! MTD(n, -inf, bound := g + 1)
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// From below: each pass raises the lower bound, the last one fails low.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MinusInfinity;

/// MTD(-inf), which visits the leaves of DUAL* in its order.
pub type MtdMinusInfinity = Mtd<MinusInfinity>;

impl MtdMinusInfinity {
    /// Returns the driver from below.
    #[must_use]
    pub fn new() -> Self {
        Mtd(MinusInfinity)
    }
}

impl Driver for MinusInfinity {
    fn name(&self) -> String {
        "mtd-inf".to_owned()
    }

    fn first(&self, _: Score) -> Score {
        Score::NEG_INFINITY.succ()
    }

    fn next(&self, last: &Pass, _: Bounds) -> Score {
        last.answer.succ()
    }
}
