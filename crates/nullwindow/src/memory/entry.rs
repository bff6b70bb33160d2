//! The entries of a table: the layout of their two words, and their replacement priority.
//!
//! ```text
//!  word B   63......40 39......16 15....8 7 6 5....0
//!           lower f-   upper f+   depth   s s age       s: settled, for f- and for f+
//!  word A   63.............................16 15.......11 10......0
//!           check: 48 bits of the mixed key   log2 effort  best move
//! ```
//!
//! **Range.** Best moves beyond the 2,046th in the order of generation are not stored. Bounds beyond 24 bits are
//! weakened to what fits, a lower bound downwards and an upper bound upwards. That costs work and never changes the
//! value.

use super::{NodeResult, ProbeResult};
use crate::{Bounds, Depth, Score};

/// The bits of a mixed key that an entry stores.
pub(super) const CHECK: u64 = (1 << 48) - 1;
/// The largest age. Ages run from 1 to this; an entry of age 0 is empty.
pub(super) const AGES: u8 = 63;

/// Mixes a key by a bijection on 64 bits in which every bit depends on every other. 0 stays 0.
#[inline]
pub(super) fn mix(key: u64) -> u64 {
    let x = (key ^ (key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

/// Returns the mask of word A, which depends on word B.
#[inline]
pub(super) fn scramble(b: u64) -> u64 {
    // Different words B give products whose upper 48 bits differ, unless the difference times this number is below 2^16
    // or above 2^64 - 2^16: so a torn pair of words fails the check. One multiplication suffices here, and every probe
    // of a bucket pays for four.
    b.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Returns the depth of an entry.
#[inline]
pub(super) fn depth(b: u64) -> Depth {
    Depth::from_byte(b.to_le_bytes()[1])
}

/// Returns the number of generations since an entry was stored.
#[inline]
pub(super) fn age_of(b: u64, age: u8) -> u8 {
    let own = b.to_le_bytes()[0] & AGES;
    // Ages wrap around from 63 to 1.
    if age >= own { age - own } else { age + AGES - own }
}

/// Returns the replacement priority of an entry; the smallest is replaced first. The age counts most, then the depth,
/// then the effort.
#[inline]
pub(super) fn replacement_priority(a: u64, b: u64, age: u8) -> u32 {
    let [low, high, ..] = a.to_le_bytes();
    let effort = u16::from_le_bytes([low, high]) >> MOVE_BITS;
    u32::from_be_bytes([0, AGES - age_of(b, age), depth(b).to_byte(), effort.to_le_bytes()[0]])
}

/// An unpacked entry with the depth it was searched to.
pub(super) struct UnpackedEntry {
    pub(super) depth: Depth,
    pub(super) result: ProbeResult,
}

impl UnpackedEntry {
    /// Returns the part of the entry that holds at `depth`: all of it at its own depth, and the settled bounds at a
    /// greater one.
    #[inline]
    pub(super) fn at(self, depth: Depth) -> ProbeResult {
        let mut probe = self.result;
        if self.depth != depth {
            // A settled bound holds at greater depths only: at a smaller one the horizon may cut off its proof.
            let settled = |keep: bool| keep && depth > self.depth;
            probe.lower_settled = settled(probe.lower_settled);
            probe.upper_settled = settled(probe.upper_settled);
            if !probe.lower_settled {
                probe.bounds.lower = Score::NEG_INFINITY;
            }
            if !probe.upper_settled {
                probe.bounds.upper = Score::INFINITY;
            }
        }
        probe
    }
}

/// The bits of a best move; the rest of the two bytes holds the effort.
const MOVE_BITS: u32 = 11;
/// The move index that stands for "no move".
const NO_MOVE: u16 = (1 << MOVE_BITS) - 1;
/// The ends of the 24-bit range, which stand for "unknown".
const TOP: i32 = (1 << 23) - 1;
const BOTTOM: i32 = -(1 << 23);

/// Packs a result into the words A and B.
pub(super) fn pack(check: u64, result: &NodeResult, age: u8) -> (u64, u64) {
    let Bounds { lower, upper } = result.bounds;
    // Bounds beyond the range are weakened towards "unknown", never sharpened.
    let lower = if lower.get() <= BOTTOM { BOTTOM } else { lower.get().min(TOP) };
    let upper = if upper.get() >= TOP { TOP } else { upper.get().max(BOTTOM) };
    let bits = |score: i32| u64::from(score.cast_unsigned() & 0x00ff_ffff);
    let b = bits(lower) << 40
        | bits(upper) << 16
        | u64::from(result.depth.to_byte()) << 8
        | u64::from(result.lower_settled) << 7
        | u64::from(result.upper_settled) << 6
        | u64::from(age);
    let best = result.best.filter(|&best| best < NO_MOVE).unwrap_or(NO_MOVE);
    let effort = u64::from(result.effort.max(1).ilog2().min(31));
    (check << 16 | effort << MOVE_BITS | u64::from(best), b)
}

/// Unpacks the words A and B.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "takes the fields of a word apart")]
pub(super) fn unpack(a: u64, b: u64) -> UnpackedEntry {
    // Shifting left and right by 8 extends the sign of the 24 bits.
    let score = |word: u64| ((word as u32) << 8).cast_signed() >> 8;
    let lower = score(b >> 40);
    let upper = score(b >> 16);
    let best = a as u16 & NO_MOVE;
    UnpackedEntry {
        depth: depth(b),
        result: ProbeResult {
            bounds: Bounds {
                lower: if lower == BOTTOM { Score::NEG_INFINITY } else { Score::saturating(lower) },
                upper: if upper == TOP { Score::INFINITY } else { Score::saturating(upper) },
            },
            lower_settled: b & 1 << 7 != 0,
            upper_settled: b & 1 << 6 != 0,
            best: (best != NO_MOVE).then_some(best),
            found: true,
        },
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a result that is not settled.
    pub(in crate::memory) fn node_result(lower: i32, upper: i32, depth: u32) -> NodeResult {
        NodeResult {
            depth: Depth::plies(depth),
            bounds: Bounds { lower: Score::saturating(lower), upper: Score::saturating(upper) },
            lower_settled: false,
            upper_settled: false,
            best: Some(7),
            effort: 1,
        }
    }

    #[test]
    fn an_entry_survives_packing() {
        for (lower, upper) in [(-5, 9), (0, 0), (-8_388_607, 8_388_606), (i32::MIN, i32::MAX)] {
            let new = NodeResult { lower_settled: true, ..node_result(lower, upper, 12) };
            let (a, b) = pack(0x1234, &new, 5);
            let entry = unpack(a, b);
            assert_eq!(entry.depth, new.depth);
            assert_eq!(entry.result.bounds, new.bounds);
            assert!(entry.result.lower_settled && !entry.result.upper_settled);
            assert_eq!(entry.result.best, Some(7));
            assert_eq!(a >> 16, 0x1234);
        }
    }

    #[test]
    fn bounds_out_of_range_are_weakened_never_sharpened() {
        for (lower, upper) in [(1_000_000_000, 1_000_000_001), (-1_000_000_001, -1_000_000_000)] {
            let (a, b) = pack(0, &node_result(lower, upper, 1), 1);
            let kept = unpack(a, b).result.bounds;
            assert!(kept.lower.get() <= lower && upper <= kept.upper.get(), "{kept}");
        }
    }
}
