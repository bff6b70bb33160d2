//! The evaluation: a prediction of the final difference in discs.
//!
//! **Cost.** The numbers of 46 patterns, two mobilities, and a sum of 48 weights from a table per number of discs, built
//! when a position with that number is first evaluated. A search reads at most 330 KiB of it.

use super::patterns::{self, PADDED, mobilities};
use super::weights::{OthelloWeights, STORED_UNITS, STRIDE, anchor};
use std::fmt;
use std::sync::OnceLock;

/// The number of units per disc in predictions.
pub const UNITS: i32 = 256;

/// An evaluation by pattern weights.
pub struct PatternEvaluation {
    /// The weights; those of the program until others are set.
    weights: OnceLock<OthelloWeights>,
    /// The weights of all features for each number of discs, in 1/256 disc, built on first use.
    tables: [OnceLock<Box<[i16]>>; 65],
}

/// The shipped evaluation.
///
/// The program `othello` of `nullwindow-train` fitted the weights to tournament games of the `WThor` base.
///
/// Its weights are decoded when the first table is built: a static that is initialized on first use would be checked at
/// every evaluation.
pub(super) static TRAINED: PatternEvaluation =
    PatternEvaluation { weights: OnceLock::new(), tables: [const { OnceLock::new() }; 65] };

impl PatternEvaluation {
    /// Returns the shipped evaluation, which [`Othello`](super::Othello) uses.
    #[must_use]
    pub fn trained() -> &'static PatternEvaluation {
        &TRAINED
    }

    /// Creates an evaluation with these weights.
    #[must_use]
    pub fn new(weights: OthelloWeights) -> PatternEvaluation {
        PatternEvaluation { weights: weights.into(), tables: [const { OnceLock::new() }; 65] }
    }

    /// Returns the weights.
    #[must_use]
    pub fn weights(&self) -> &OthelloWeights {
        self.weights.get_or_init(|| {
            let weights = OthelloWeights::from_bytes(include_bytes!("weights.bin"));
            weights.expect("the embedded weights are those that a test has read")
        })
    }

    /// Returns the predicted final difference in discs for the owner of `own`, the mover, in 1/[`UNITS`] disc.
    #[inline(always)]
    #[must_use]
    pub fn predict(&self, own: u64, other: u64) -> i32 {
        self.sum(own, other, mobilities(own, other))
    }

    /// Returns [`PatternEvaluation::predict`], given the mobility of both players.
    // A call, so that the code is not copied into every search loop.
    #[inline(never)]
    fn sum(&self, own: u64, other: u64, moves: [u32; 2]) -> i32 {
        let discs = (own | other).count_ones();
        let table = self.tables[discs as usize].get_or_init(|| self.table(discs));
        patterns::sum(table, own, other, moves)
    }

    /// Returns [`PatternEvaluation::predict`] in whole discs, from -64 to 64.
    #[inline(always)]
    #[must_use]
    pub fn discs(&self, own: u64, other: u64) -> i32 {
        let predicted = self.predict(own, other);
        // Halves are rounded away from zero, so that both players get the same absolute value.
        ((predicted + predicted.signum() * (UNITS / 2)) / UNITS).clamp(-64, 64)
    }

    #[cold]
    fn table(&self, discs: u32) -> Box<[i16]> {
        let (anchor, part) = anchor(discs);
        let (below, above) = (self.weights().of_anchor(anchor), self.weights().of_anchor(anchor + 1));
        let stride = STRIDE.cast_signed();
        let part = part.cast_signed();
        let blended = |weight: u32| {
            let weight = weight as usize;
            let sum = i32::from(below[weight]) * (stride - part) + i32::from(above[weight]) * part;
            // Interpolation in integers makes predictions the same on all machines.
            let scaled = sum * (UNITS / STORED_UNITS) / stride;
            i16::try_from(scaled).unwrap_or(if scaled > 0 { i16::MAX } else { i16::MIN })
        };
        let mut table: Box<[i16]> = vec![0; PADDED].into();
        table.iter_mut().zip(&patterns::SHARED.weight).for_each(|(to, &weight)| *to = blended(weight));
        table
    }
}

/// Compares the weights.
impl PartialEq for PatternEvaluation {
    fn eq(&self, other: &PatternEvaluation) -> bool {
        std::ptr::eq(self, other) || self.weights() == other.weights()
    }
}

impl Eq for PatternEvaluation {}

/// Writes no weights: there are half a million.
impl fmt::Debug for PatternEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternEvaluation").finish_non_exhaustive()
    }
}
