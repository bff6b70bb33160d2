//! The prediction of the final difference in discs.
//!
//! **Cost.** [`patterns::features`], and a sum of 48 weights out of a table of 330 KiB for the number of discs, which is
//! made when a position with so many discs is first seen.

use super::patterns;
use super::weights::{OthelloWeights, STORED_UNITS, STRIDE, anchor};
use std::sync::{LazyLock, OnceLock};

/// The parts of a disc in which predictions are made.
pub const UNITS: i32 = 256;

/// An evaluation made of weights.
#[derive(Debug)]
pub struct PatternEvaluation {
    weights: OthelloWeights,
    /// The weights of all features for each number of discs, in 1/256 disc.
    tables: [OnceLock<Box<[i16]>>; 65],
}

/// The evaluation that comes with the program.
///
/// The weights were fitted to tournament games of the `WThor` base by the program `othello` of `nullwindow-train`.
pub(super) static TRAINED: LazyLock<PatternEvaluation> = LazyLock::new(|| {
    let weights = OthelloWeights::from_bytes(include_bytes!("weights.bin"));
    PatternEvaluation::new(weights.expect("the embedded weights are those that a test has read"))
});

impl PatternEvaluation {
    /// The evaluation that comes with the program: that of [`Othello`](super::Othello).
    #[must_use]
    pub fn trained() -> &'static PatternEvaluation {
        &TRAINED
    }

    /// The evaluation with these weights.
    #[must_use]
    pub fn new(weights: OthelloWeights) -> PatternEvaluation {
        PatternEvaluation { weights, tables: [const { OnceLock::new() }; 65] }
    }

    /// The final difference in discs that is expected for the owner of `own`, who is to move, in 1/[`UNITS`] disc.
    #[inline]
    #[must_use]
    pub fn predict(&self, own: u64, other: u64) -> i32 {
        let discs = (own | other).count_ones();
        let table = self.tables[discs as usize].get_or_init(|| self.table(discs));
        patterns::features(own, other).iter().map(|&feature| i32::from(table[feature as usize])).sum()
    }

    /// [`PatternEvaluation::predict`] in whole discs, from -64 to 64.
    #[inline]
    #[must_use]
    pub fn discs(&self, own: u64, other: u64) -> i32 {
        let predicted = self.predict(own, other);
        // Halves are rounded away from zero, so that the sign does not matter.
        ((predicted + predicted.signum() * (UNITS / 2)) / UNITS).clamp(-64, 64)
    }

    #[cold]
    fn table(&self, discs: u32) -> Box<[i16]> {
        let (anchor, part) = anchor(discs);
        let (below, above) = (self.weights.of_anchor(anchor), self.weights.of_anchor(anchor + 1));
        let stride = STRIDE.cast_signed();
        let part = part.cast_signed();
        let blended = |weight: u32| {
            let weight = weight as usize;
            let sum = i32::from(below[weight]) * (stride - part) + i32::from(above[weight]) * part;
            let scaled = sum * (UNITS / STORED_UNITS) / stride;
            i16::try_from(scaled).unwrap_or(if scaled > 0 { i16::MAX } else { i16::MIN })
        };
        patterns::SHARED.weight.iter().map(|&weight| blended(weight)).collect()
    }
}
