//! MTD(step): from above, or from below, in larger steps.
//!
//! **Source.** \[PSPB96\], section 4; \[PSPB94\], section 3.
//! **Cost.** Fewer passes than SSS* or DUAL*, larger trees.
//! **When to use it.** If a pass is expensive and there is no guess.
//!
//! **Differences from the paper.** Its dual, which the paper mentions, is the other [`StepStart`].
//!
//! ```text
//! MTD(n, +inf, bound := max(f- + 1, g - stepsize))
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// The end of the range at which a stepping driver starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepStart {
    /// Starts at plus infinity and goes down.
    Above,
    /// Starts at minus infinity and goes up.
    Below,
}

/// The driver that moves by at least one step per pass, until it has passed the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StepDriver {
    start: StepStart,
    size: i32,
}

/// MTD(step).
pub type MtdStep = Mtd<StepDriver>;

impl MtdStep {
    /// The step of the plain name `mtd-step`.
    pub const DEFAULT_SIZE: i32 = 10;

    /// Returns the driver with steps of `size`, starting at `start`; a size below 1 counts as 1.
    #[must_use]
    pub fn new(start: StepStart, size: i32) -> Self {
        Mtd(StepDriver { start, size: size.max(1) })
    }
}

impl Default for StepDriver {
    fn default() -> StepDriver {
        StepDriver { start: StepStart::Above, size: MtdStep::DEFAULT_SIZE }
    }
}

impl Driver for StepDriver {
    fn name(&self) -> String {
        let start = match self.start {
            StepStart::Above => "mtd-step",
            StepStart::Below => "mtd-step-up",
        };
        match self.size {
            MtdStep::DEFAULT_SIZE => start.to_owned(),
            size => format!("{start}({size})"),
        }
    }

    fn first(&self, _: Score) -> Score {
        match self.start {
            StepStart::Above => Score::INFINITY,
            StepStart::Below => Score::NEG_INFINITY.succ(),
        }
    }

    fn next(&self, last: &Pass, bounds: Bounds) -> Score {
        match self.start {
            // At least f- + 1: the value is known to reach f-.
            StepStart::Above => bounds.lower.succ().max(last.answer.offset(-self.size)),
            StepStart::Below => bounds.upper.min(last.answer.succ().offset(self.size)),
        }
    }
}
