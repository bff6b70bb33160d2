//! Tables for ProbCut: how far the value of a search lies from that of a shallower one.
//!
//! The program `probcut` of the crate `nullwindow-train` measures a game: the mean and the standard deviation of `v(d) - v(d')`
//! over positions of real games, by the material on the board. A line of its text is
//!
//! ```text
//! 20 8 4 -35 214      with at least 20 discs, v(8) - v(4) is -0.35 on average, with a deviation of 2.14
//! ```
//!
//! In checkers the mean is 0, and the deviation is the root mean square of the changes against the side that is ahead.
//!
//! See [`nullwindow::selective`] for the rule.

use crate::ParseError;
use std::fmt;

/// The deepest search that a table covers by itself. Deeper ones use the deviation of the deepest measured.
const DEEPEST: u32 = 64;

/// A measurement of one depth, with at least some material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProbCutRow {
    /// The smallest material for which the row holds, up to that of the next phase.
    pub material: u32,
    /// The depth, in plies.
    pub depth: u32,
    /// The depth of the shallower search.
    pub check: u32,
    /// The mean difference, in hundredths of a point.
    pub mean: i32,
    /// The standard deviation, in hundredths of a point.
    pub deviation: i32,
}

impl ProbCutRow {
    /// Creates a row.
    #[must_use]
    pub fn new([material, depth, check]: [u32; 3], [mean, deviation]: [i32; 2]) -> ProbCutRow {
        ProbCutRow { material, depth, check, mean, deviation }
    }

    fn parse(line: &str) -> Result<ProbCutRow, ParseError> {
        let mut words = line.split_ascii_whitespace();
        let mut next = || {
            let word = words.next().ok_or_else(|| ParseError::new(line, line.len(), "five numbers"))?;
            // A word is a subslice of the line: the difference of their addresses is the offset.
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            word.parse::<i32>().map_err(|_| ParseError::new(line, at, "a number"))
        };
        let [material, depth, check, mean, deviation] = [next()?, next()?, next()?, next()?, next()?];
        let count = |number: i32| u32::try_from(number).map_err(|_| ParseError::new(line, 0, "positive numbers"));
        let (depth, check) = (count(depth)?, count(check)?);
        if check >= depth || deviation < 0 {
            return Err(ParseError::new(line, 0, "a smaller check depth, and a positive deviation"));
        }
        Ok(ProbCutRow { material: count(material)?, depth, check, mean, deviation })
    }
}

impl fmt::Display for ProbCutRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProbCutRow { material, depth, check, mean, deviation } = self;
        write!(f, "{material} {depth} {check} {mean} {deviation}")
    }
}

/// The margins of a node: its value lies at most `below` below and `above` above that of a search to `check`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProbCutMargins {
    pub(crate) check: u32,
    pub(crate) below: i32,
    pub(crate) above: i32,
}

/// The margins by material and depth.
#[derive(Clone, Debug)]
pub(crate) struct ProbCutTable {
    /// The smallest material of each phase, and the margins by depth.
    phases: Vec<(u32, Vec<Option<ProbCutMargins>>)>,
}

impl ProbCutTable {
    /// Reads rows, sorted by material and depth. A margin is `confidence` hundredths of a deviation, and the shallower search
    /// is that of `check_depth`. Lines that begin with `#` are comments.
    pub(crate) fn parse(text: &str, confidence: i32, check_depth: fn(u32) -> u32) -> Result<ProbCutTable, ParseError> {
        let mut phases: Vec<(u32, Vec<Option<ProbCutMargins>>)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            let row = ProbCutRow::parse(line).map_err(|error| error.at_line(number))?;
            if phases.last().is_none_or(|&(material, _)| material != row.material) {
                phases.push((row.material, vec![None; DEEPEST as usize + 1]));
            }
            let Some((_, margins)) = phases.last_mut() else { continue };
            // Deeper searches of the same parity have the deviation of this one, until a deeper row replaces it.
            for depth in (row.depth..=DEEPEST).step_by(2) {
                margins[depth as usize] = Some(margins_of(&row, check_depth(depth), confidence));
            }
        }
        Ok(ProbCutTable { phases })
    }

    /// Returns the margins of a node with this material and depth.
    #[inline]
    pub(crate) fn margins(&self, material: u32, depth: u32) -> Option<ProbCutMargins> {
        let (_, margins) = self.phases.iter().rev().find(|&&(least, _)| material >= least)?;
        *margins.get(depth as usize)?
    }
}

fn margins_of(row: &ProbCutRow, check: u32, confidence: i32) -> ProbCutMargins {
    let margin = row.deviation * confidence / 100;
    // Rounded to whole points, up: scores are whole.
    let points = |hundredths: i32| (hundredths.max(0) + 99) / 100;
    ProbCutMargins { check, below: points(margin - row.mean), above: points(margin + row.mean) }
}

/// Returns the depth of the shallower search: half of the depth, and even or odd as the depth is, because evaluations of
/// positions with different movers differ systematically.
#[must_use]
pub fn check_depth(depth: u32) -> u32 {
    let half = depth / 2;
    half.saturating_sub(half.abs_diff(depth) % 2)
}
