//! MTD(step): from above, or from below, in bigger steps.
//!
//! **Source.** Paper 001, section 4; paper 002, section 3. **Cost.** Fewer passes than SSS* or DUAL*, larger
//! trees. **When to use it.** Where a pass is dear and there is no guess.
//!
//! **Differences from the paper.** Its dual, which the paper mentions, is the other [`StepStart`].
//!
//! ```text
//! MTD(n, +inf, bound := max(f- + 1, g - stepsize))
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// Where a stepping driver begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepStart {
    /// At plus infinity, going down.
    Above,
    /// At minus infinity, going up.
    Below,
}

/// Goes down or up by at least a step a pass, as long as it fails to pass the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StepDriver {
    start: StepStart,
    size: i32,
}

/// MTD(step).
pub type MtdStep = Mtd<StepDriver>;

impl MtdStep {
    /// The step that the name `mtd-step` alone means.
    pub const DEFAULT_SIZE: i32 = 10;

    /// Returns the driver in steps of `size`, from `start`; a size below 1 counts as 1.
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
            StepStart::Above => bounds.lower.succ().max(last.answer.offset(-self.size)),
            StepStart::Below => bounds.upper.min(last.answer.succ().offset(self.size)),
        }
    }
}
