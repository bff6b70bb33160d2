//! MTD(+inf): SSS* as a sequence of null-window searches.
//!
//! **Source.** MT-SSS*, \[PSPB96\] Fig. 8; \[PSPB94\] Fig. 2.
//! **Cost.** The leaves of SSS*, in its order.
//! **When to use it.** To see that SSS* is Alpha-Beta with memory.
//!
//! ```text
//! MTD(n, +inf, bound := g)
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// The driver from above: each pass lowers the upper bound, and the last one fails high.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlusInfinity;

/// MTD(+inf), which visits the leaves of SSS* in its order.
pub type MtdPlusInfinity = Mtd<PlusInfinity>;

impl MtdPlusInfinity {
    /// Returns the driver from above.
    #[must_use]
    pub fn new() -> Self {
        Mtd(PlusInfinity)
    }
}

impl Driver for PlusInfinity {
    fn name(&self) -> String {
        "mtd+inf".to_owned()
    }

    fn first(&self, _: Score) -> Score {
        Score::INFINITY
    }

    fn next(&self, last: &Pass, _: Bounds) -> Score {
        last.answer
    }
}
