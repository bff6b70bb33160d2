//! Random numbers as a function of seed and node: the same node has the same number whenever it is visited.

use std::ops::RangeInclusive;

/// Returns a random word for `node`. Different values of `salt` give independent words.
#[inline]
pub(super) fn word(seed: u64, node: u64, salt: u64) -> u64 {
    // The mixing function of splitmix64.
    let mut x = seed
        .wrapping_add(salt.wrapping_mul(0xd1b5_4a32_d192_ed03))
        .wrapping_add(node.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Maps a random word to a number below `n`.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the product's upper half is below n")]
pub(super) fn below(word: u64, n: u64) -> u64 {
    ((u128::from(word) * u128::from(n)) >> 64) as u64
}

/// Maps a random word to a number within `range`.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the sum lies within the range")]
pub(super) fn within(word: u64, range: &RangeInclusive<i32>) -> i32 {
    let (low, high) = (i64::from(*range.start()), i64::from(*range.end()));
    (low + below(word, (high - low).cast_unsigned() + 1).cast_signed()) as i32
}

/// Maps a random word to a number in 0..1.
#[inline]
#[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
pub(super) fn fraction(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 53) as f64
}
