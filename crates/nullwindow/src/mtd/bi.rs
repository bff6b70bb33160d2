//! MTD(bi): bisection of the open range; Coplan's C*.
//!
//! **Source.** \[PSPB96\], section 4; \[PSPB94\], section 3.
//! **Cost.** As many passes as the range of values has bits.
//! **When to use it.** If nothing is known of the value and passes are expensive.
//!
//! **Differences from the paper.** The printed `floor(avg(f+, f-))` asks for f- again when f+ = f- + 1, and never ends.
//! The bound must lie in `(f-, f+]`: the average is rounded up.
//!
//! ```text
//! MTD(n, avg(+inf, -inf), bound := ceil(avg(f+, f-)))
//! ```

use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// The driver that halves the open range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bi;

/// MTD(bi), also known as C*.
pub type MtdBi = Mtd<Bi>;

impl MtdBi {
    /// Returns the bisecting driver.
    #[must_use]
    pub fn new() -> Self {
        Mtd(Bi)
    }
}

impl Driver for Bi {
    fn name(&self) -> String {
        "mtd-bi".to_owned()
    }

    fn first(&self, _: Score) -> Score {
        middle(Bounds::UNKNOWN)
    }

    fn next(&self, _: &Pass, bounds: Bounds) -> Score {
        middle(bounds)
    }
}

/// Returns the average of the bounds, rounded up.
pub(super) fn middle(bounds: Bounds) -> Score {
    // 64 bits: the sum of two scores may exceed 32.
    let sum = i64::from(bounds.lower.get()) + i64::from(bounds.upper.get());
    let up = (sum + 1).div_euclid(2);
    Score::new(i32::try_from(up).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_lies_above_the_lower_bound() {
        for (lower, upper) in [(3, 4), (-4, -3), (-1, 0), (0, 1), (-7, 12), (i32::MIN, i32::MAX)] {
            let bounds = Bounds { lower: Score::saturating(lower), upper: Score::saturating(upper) };
            let middle = middle(bounds);
            assert!(bounds.lower < middle && middle <= bounds.upper, "{bounds}: {middle}");
        }
    }
}
