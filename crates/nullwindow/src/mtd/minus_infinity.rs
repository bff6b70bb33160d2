//! MTD(-inf): DUAL* as a sequence of null-window searches.
//!
//! **Source.** MT-DUAL*, \[PSPB96\] Fig. 8; \[PSPB94\] section 3.
//! **Cost.** The leaves of DUAL*, in its order.
//! **When to use it.** Like SSS*, for odd depths: its solution trees are smaller there.
//!
//! ```text
//! MTD(n, -inf, bound := g + 1)
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// The driver from below: each pass raises the lower bound, and the last one fails low.
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
        // Not -inf itself: every value is at least that.
        Score::NEG_INFINITY.succ()
    }

    fn next(&self, last: &Pass, _: Bounds) -> Score {
        last.answer.succ()
    }
}
