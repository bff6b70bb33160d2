//! Longer steps for a driver whose passes say no more than their window.
//!
//! A game may answer only the window that it is asked ([`Evaluator::proven_bounds`](crate::Evaluator::proven_bounds),
//! [`Evaluator::evaluate_within`](crate::Evaluator::evaluate_within)). If such an answer reaches the root, a pass moves
//! its bound by one point, and MTD(+inf) would walk through four thousand million scores. After [`FREE_PASSES`] such passes
//! in a row the steps double, and once the value lies between two finite bounds their range is halved.
//!
//! A pass over exact leaves alone is never counted, so the equivalences with SSS* and DUAL* hold however dense the
//! scores are.

use super::bi::middle;
use crate::outcome::Pass;
use crate::{Bounds, Score};

/// Passes of one point that a driver may make in a row. Fewer would change the steps of ordinary searches, whose scores
/// can be neighbours.
const FREE_PASSES: u32 = 8;

/// The number of passes in a row that moved their bound by one point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stall {
    passes: u32,
}

impl Stall {
    /// Counts a pass. `by_window` is true if it used an answer that depends on its window.
    pub(super) fn count(&mut self, pass: &Pass, by_window: bool) {
        let at_edge = pass.answer == pass.window.alpha() || pass.answer == pass.window.beta();
        // An exact pass at the edge neither starts nor ends a stall.
        self.passes = if at_edge { self.passes + u32::from(by_window) } else { 0 };
    }

    /// Returns the bound to ask for after `last`: that of the driver, or one farther from it.
    pub(super) fn lengthen(self, bound: Score, last: &Pass, open: Bounds) -> Score {
        let Some(doublings) = self.passes.checked_sub(FREE_PASSES) else { return bound };
        // 30 doublings: the largest power of two in an i32.
        let step = 1 << doublings.min(30);
        match (open.lower.is_finite(), open.upper.is_finite()) {
            (true, true) => middle(open),
            _ if last.answer >= last.window.beta() => bound.max(last.answer.offset(step)),
            _ => bound.min(last.answer.offset(-step)),
        }
    }
}
