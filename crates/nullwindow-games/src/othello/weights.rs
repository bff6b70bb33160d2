//! The weights of the evaluation: a file of a few hundred kilobytes, compiled into the program.
//!
//! **Model.** The prediction of the final difference in discs is a sum of weights, one per [feature](super::patterns)
//! of the position. There is a set of weights for each of ten *anchors*, at 10, 16, ..., 64 discs on the board. Between
//! two anchors weights are interpolated linearly; below the first anchor they are constant.
//!
//! **File.** All numbers are little-endian.
//!
//! ```text
//! bytes  0- 7   the magic "NWOTHEL1": the name and the version of the format
//! bytes  8-11   how many anchors
//! bytes 12-15   how many weights each has
//! bytes 16-23   the FNV-1a hash (64 bits) of all that follows
//! bytes 24-     the weights, anchor by anchor, in 1/32 disc
//! ```
//!
//! A weight w other than 0 is stored as 2w if positive and -2w - 1 if negative, in groups of seven bits, lowest first,
//! one byte each, with the highest bit set in all but the last. A byte 0 followed by a number in the same encoding
//! stands for that number of zero weights.

use super::patterns;

const MAGIC: [u8; 8] = *b"NWOTHEL1";
const HEADER: usize = 24;

/// The number of sets of weights.
pub const ANCHORS: usize = 10;
const FIRST_ANCHOR: u32 = 10;
/// The number of discs between two anchors.
pub const STRIDE: u32 = 6;
/// The number of units per disc in stored weights.
pub const STORED_UNITS: i32 = 32;

/// Returns the anchor below a number of discs, and the weight of the next anchor out of [`STRIDE`].
#[inline]
#[must_use]
pub fn anchor(discs: u32) -> (usize, u32) {
    let beyond = discs.clamp(FIRST_ANCHOR, 64) - FIRST_ANCHOR;
    // 64 discs belong to the last interval, whose upper anchor they are.
    let anchor = (beyond / STRIDE).min(8);
    (anchor as usize, beyond - STRIDE * anchor)
}

/// An error of reading weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The magic number is wrong.
    #[error("not a file of Othello weights, or of another version")]
    Magic,
    /// The weights are for other patterns.
    #[error("weights for other patterns: {anchors} sets of {weights}")]
    Shape {
        /// The number of sets in the file.
        anchors: u32,
        /// The number of weights per set.
        weights: u32,
    },
    /// The checksum is wrong.
    #[error("damaged: the checksum is wrong")]
    Checksum,
    /// The contents end too early or too late, or a number is too large.
    #[error("damaged: the weights do not fill their place")]
    Contents,
}

/// Weights in units of 1/[`STORED_UNITS`] disc, [`patterns::weights`] for each of [`ANCHORS`] anchors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OthelloWeights {
    values: Vec<i16>,
}

impl OthelloWeights {
    /// Rounds weights in discs, anchor by anchor.
    ///
    /// # Errors
    /// If there are not as many as the patterns need.
    pub fn rounded(discs: &[f64]) -> Result<OthelloWeights, WeightsError> {
        if discs.len() != ANCHORS * patterns::weights() {
            return Err(WeightsError::Contents);
        }
        #[allow(clippy::cast_possible_truncation, reason = "clamped")]
        // 2047 units are almost 64 discs, the largest score.
        let round = |weight: &f64| (weight * f64::from(STORED_UNITS)).round().clamp(-2047.0, 2047.0) as i16;
        Ok(OthelloWeights { values: discs.iter().map(round).collect() })
    }

    /// Returns the weights of one anchor.
    #[must_use]
    pub fn of_anchor(&self, anchor: usize) -> &[i16] {
        self.values.chunks(patterns::weights()).nth(anchor).unwrap_or_default()
    }

    /// Encodes the weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut rest = self.values.as_slice();
        while let Some(&first) = rest.first() {
            let zeros = rest.iter().take_while(|&&weight| weight == 0).count();
            if zeros > 0 {
                body.push(0);
                write_number(&mut body, u32::try_from(zeros).unwrap_or(u32::MAX));
            } else {
                let weight = i32::from(first);
                write_number(&mut body, (weight << 1 ^ weight >> 31).cast_unsigned());
            }
            rest = &rest[zeros.max(1)..];
        }
        let mut bytes = MAGIC.to_vec();
        for count in [ANCHORS, patterns::weights()] {
            bytes.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
        }
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Decodes the weights of a file.
    ///
    /// # Errors
    /// If it holds no weights for these patterns.
    pub fn from_bytes(bytes: &[u8]) -> Result<OthelloWeights, WeightsError> {
        let (header, mut body) = bytes.split_at_checked(HEADER).ok_or(WeightsError::Magic)?;
        if header[..8] != MAGIC {
            return Err(WeightsError::Magic);
        }
        let word = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (anchors, weights) = (word(8), word(12));
        if (anchors as usize, weights as usize) != (ANCHORS, patterns::weights()) {
            return Err(WeightsError::Shape { anchors, weights });
        }
        if u64::from(word(16)) | u64::from(word(20)) << 32 != checksum(body) {
            return Err(WeightsError::Checksum);
        }
        let length = ANCHORS * patterns::weights();
        let mut values = Vec::with_capacity(length);
        while !body.is_empty() {
            let number = read_number(&mut body).ok_or(WeightsError::Contents)?;
            if number == 0 {
                let zeros = read_number(&mut body).ok_or(WeightsError::Contents)? as usize;
                // The check comes before the allocation: a damaged file must not exhaust memory.
                if zeros > length - values.len() {
                    return Err(WeightsError::Contents);
                }
                values.resize(values.len() + zeros, 0);
            } else {
                let weight = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
                values.push(i16::try_from(weight).map_err(|_| WeightsError::Contents)?);
            }
        }
        if values.len() == length { Ok(OthelloWeights { values }) } else { Err(WeightsError::Contents) }
    }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number.to_le_bytes()[0] | 128);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// Computes the FNV-1a hash.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
