//! MTD(gallop): start at a guess, move away from it in doubling steps until the value is passed, and bisect.
//!
//! **Source.** Ours. \[PSPB96\], section 4, suggests larger steps and bisection; galloping is unbounded search by Bentley
//! and Yao (1976).
//! **Cost.** Two passes if the guess is right, and about `2 log2 |value - guess|` at most.
//! **When to use it.** With a fine-grained evaluation and a guess that may be far off: there MTD(f) takes many passes of a
//! few points each, and every pass walks through interior nodes again. With the evaluations of the shipped games MTD(f)
//! takes no more time (the plan `drivers` of the laboratory).
//!
//! ```text
//! MTD(n, f, while one bound is infinite:   bound := g - step  or  g + 1 + step;  step := 0, 2, 4, 8, ...
//!           afterwards:                    bound := ceil(avg(f+, f-)))
//! ```
//!
//! The first step is zero: near a good guess it asks as MTD(f) does.

use super::bi::middle;
use super::{Driver, Mtd};
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// The driver that starts at a guess, doubles its steps, and bisects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Gallop;

/// MTD(gallop).
pub type MtdGallop = Mtd<Gallop>;

impl MtdGallop {
    /// Returns the galloping driver.
    #[must_use]
    pub fn new() -> Self {
        Mtd(Gallop)
    }
}

impl Driver for Gallop {
    fn name(&self) -> String {
        "mtd-gallop".to_owned()
    }

    fn first(&self, guess: Score) -> Score {
        guess
    }

    fn next(&self, last: &Pass, bounds: Bounds) -> Score {
        if bounds.lower.is_finite() && bounds.upper.is_finite() {
            return middle(bounds);
        }
        // With one bound infinite, every pass so far was answered on the same side.
        let step = step(last.number);
        if last.answer < last.window.beta() { last.answer.offset(-step) } else { last.answer.succ().offset(step) }
    }
}

/// Returns the step after this many passes on one side: 0, 2, 4, 8, ...
fn step(passes: usize) -> i32 {
    // 2^30 is the largest power of two of an i32.
    if passes <= 1 { 0 } else { 1 << (passes - 1).min(30) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Window;
    use crate::observe::Cost;

    fn after(number: usize, gamma: i32, answer: i32, bounds: (i32, i32)) -> i32 {
        let bounds = Bounds { lower: Score::saturating(bounds.0), upper: Score::saturating(bounds.1) };
        let (window, answer) = (Window::null(Score::new(gamma)), Score::new(answer));
        Gallop.next(&Pass { number, window, answer, bounds, cost: Cost::default() }, bounds).get()
    }

    #[test]
    fn steps_double_on_one_side_and_then_the_range_is_halved() {
        assert_eq!(after(1, 50, 40, (i32::MIN, 40)), 40, "the first step is that of MTD(f)");
        assert_eq!(after(2, 40, 38, (i32::MIN, 38)), 36);
        assert_eq!(after(3, 36, 33, (i32::MIN, 33)), 29);
        assert_eq!(after(4, 29, 30, (30, 33)), 32);
        assert_eq!(after(1, 50, 50, (50, i32::MAX)), 51);
        assert_eq!(after(2, 51, 60, (60, i32::MAX)), 63);
        assert_eq!(after(99, 63, 63, (63, i32::MAX)), 64 + (1 << 30));
    }
}
