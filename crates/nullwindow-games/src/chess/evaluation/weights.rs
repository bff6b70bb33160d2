//! The weights of the features, and their text form.

use super::features::{GROUPS, LEN, MATERIAL, SQUARES};
use crate::ParseError;
use cozy_chess::{Piece, Square};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The weights of a feature, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WeightPair {
    /// The weight while all pieces are on the board.
    pub middlegame: i16,
    /// The weight when only pawns are left.
    pub endgame: i16,
}

/// The weights of all features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChessWeights {
    pairs: Vec<WeightPair>,
    /// Both weights in one number, the endgame's in the upper half: one addition sums both.
    pub(super) packed: [i32; LEN],
    /// The sum of the weights of a piece and its square.
    pub(super) squares: [[i32; Square::NUM]; Piece::NUM],
    /// The same, middlegame and endgame added up, to compare squares.
    worth: [[i16; Square::NUM]; Piece::NUM],
    /// The grain, in hundredths of a pawn: see [`ChessWeights::with_grain`].
    grain: i32,
}

/// The largest grain: a pawn.
pub(in crate::chess) const LARGEST_GRAIN: i32 = 100;

/// The largest weight: with it, no sum of features overflows 16 bits in play.
const LARGEST: i16 = 3000;

#[inline]
pub(super) fn square_index(square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    4 * rank + file.min(7 - file)
}

/// Splits a packed sum into middlegame and endgame.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "each half has 16 bits")]
pub(super) fn split(packed: i32) -> (i32, i32) {
    let middle = packed as i16;
    // A negative low half has borrowed one from the upper half; adding 0x8000 rounds it back.
    let end = (packed.wrapping_add(0x8000) >> 16) as i16;
    (i32::from(middle), i32::from(end))
}

impl ChessWeights {
    /// Creates weights from one pair per feature, in the order of [`GROUPS`]. Numbers beyond 3000 are clamped, and
    /// missing ones are zero.
    #[must_use]
    pub fn new(pairs: &[WeightPair]) -> ChessWeights {
        let cut = |weight: i16| weight.clamp(-LARGEST, LARGEST);
        let mut own: Vec<WeightPair> = pairs.iter().take(LEN).copied().collect();
        own.resize(LEN, WeightPair::default());
        for pair in &mut own {
            *pair = WeightPair { middlegame: cut(pair.middlegame), endgame: cut(pair.endgame) };
        }
        let mut packed = [0; LEN];
        for (packed, pair) in packed.iter_mut().zip(&own) {
            *packed = i32::from(pair.middlegame) + (i32::from(pair.endgame) << 16);
        }
        let mut squares = [[0; Square::NUM]; Piece::NUM];
        let mut worth = [[0; Square::NUM]; Piece::NUM];
        for piece in Piece::ALL {
            // Piece and square are merged into one table: one lookup per piece instead of two.
            let man = if piece == Piece::King { 0 } else { packed[MATERIAL + piece as usize] };
            for square in 0..Square::NUM {
                let place = man.wrapping_add(packed[SQUARES + 32 * piece as usize + square_index(square)]);
                let (middle, end) = split(place);
                squares[piece as usize][square] = place;
                // At most four weights, which fit into 16 bits.
                worth[piece as usize][square] = i16::try_from(middle + end).unwrap_or(i16::MAX);
            }
        }
        ChessWeights { pairs: own, packed, squares, worth, grain: 1 }
    }

    /// Rounds evaluations to multiples of the grain, in hundredths of a pawn from 1 to 100; 1 does not round.
    ///
    /// Drivers that follow the answers of null-window tests, such as MTD(f), need fewer passes if values are further
    /// apart: with the shipped grain of 8 MTD(f) takes less time than Aspiration NegaScout, with 1 it takes more.
    #[must_use]
    pub fn with_grain(mut self, hundredths: i32) -> ChessWeights {
        self.grain = hundredths.clamp(1, LARGEST_GRAIN);
        self
    }

    /// Returns the grain, in hundredths of a pawn: evaluations are multiples of it.
    #[must_use]
    pub fn grain(&self) -> i32 {
        self.grain
    }

    /// Rounds an evaluation to a multiple of the grain, alike for both players.
    #[inline]
    pub(super) fn round(&self, evaluation: i32) -> i32 {
        (evaluation.abs() + self.grain / 2) / self.grain * self.grain * evaluation.signum()
    }

    /// Returns the shipped weights, which were fitted to games.
    pub(in crate::chess) fn tuned() -> Arc<ChessWeights> {
        static TUNED: LazyLock<Arc<ChessWeights>> = LazyLock::new(|| {
            let weights = ChessWeights::parse(include_str!("weights.txt"));
            Arc::new(weights.expect("the weights of the repository are complete: a test reads them"))
        });
        Arc::clone(&TUNED)
    }

    /// Returns the weights, one pair per feature, in the order of [`GROUPS`].
    #[must_use]
    pub fn pairs(&self) -> &[WeightPair] {
        &self.pairs
    }

    /// Returns the worth of a piece of White on every square, summed over middlegame and endgame.
    #[inline]
    pub(in crate::chess) fn worth_of_squares(&self, piece: Piece) -> &[i16; Square::NUM] {
        &self.worth[piece as usize]
    }

    /// Reads weights: one line per group and phase, `name.mg` or `name.eg` and its numbers. A line `grain` and a number
    /// may be added. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a line names no group, repeats one or has the wrong count of numbers, or a group is missing.
    pub fn parse(text: &str) -> Result<ChessWeights, ParseError> {
        let mut pairs = vec![WeightPair::default(); LEN];
        let mut seen = vec![[false; 2]; GROUPS.len()];
        let (mut lines, mut grain) = (0, 1);
        for (number, line) in (1..).zip(text.lines()) {
            lines = number;
            if let Some(rest) = line.strip_prefix("grain ") {
                grain = parse_grain(line, rest).map_err(|error| error.at_line(number))?;
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                parse_line(line, &mut pairs, &mut seen).map_err(|error| error.at_line(number))?;
            }
        }
        for (group, [middle, end]) in GROUPS.iter().zip(seen) {
            if !(middle && end) {
                let phase = if middle { "eg" } else { "mg" };
                return Err(ParseError::new("", 0, format!("a line `{}.{phase}`", group.name)).at_line(lines + 1));
            }
        }
        Ok(ChessWeights::new(&pairs).with_grain(grain))
    }
}

fn parse_grain(line: &str, number: &str) -> Result<i32, ParseError> {
    let grain = number.trim().parse().ok().filter(|grain| (1..=LARGEST_GRAIN).contains(grain));
    grain.ok_or_else(|| ParseError::new(line, line.len() - number.len(), "a number from 1 to 100"))
}

fn parse_line(line: &str, pairs: &mut [WeightPair], seen: &mut [[bool; 2]]) -> Result<(), ParseError> {
    let mut words = crate::chess::fen::split_words(line);
    let (_, name) = words.next().unwrap_or((0, ""));
    let unknown = || ParseError::new(line, 0, "the name of a group with `.mg` or `.eg`");
    let (group_name, phase) = name.split_once('.').ok_or_else(unknown)?;
    let phase = match phase {
        "mg" => 0,
        "eg" => 1,
        _ => return Err(unknown()),
    };
    let place = GROUPS.iter().position(|group| group.name == group_name).ok_or_else(unknown)?;
    let group = GROUPS[place];
    if std::mem::replace(&mut seen[place][phase], true) {
        return Err(ParseError::new(line, 0, "each line once"));
    }
    for pair in &mut pairs[group.start..group.start + group.len] {
        let (at, word) =
            words.next().ok_or_else(|| ParseError::new(line, line.len(), format!("{} numbers", group.len)))?;
        let weight = word.parse::<i16>().ok().filter(|weight| weight.unsigned_abs() <= LARGEST.unsigned_abs());
        let weight = weight.ok_or_else(|| ParseError::new(line, at, "a number from -3000 to 3000"))?;
        *if phase == 0 { &mut pair.middlegame } else { &mut pair.endgame } = weight;
    }
    match words.next() {
        Some((at, _)) => Err(ParseError::new(line, at, "the end of the line")),
        None => Ok(()),
    }
}

/// Writes the text that [`ChessWeights::parse`] reads.
impl fmt::Display for ChessWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in GROUPS {
            let pairs = &self.pairs[group.start..group.start + group.len];
            for (phase, weight) in
                [("mg", WeightPair::middlegame as fn(&WeightPair) -> i16), ("eg", WeightPair::endgame)]
            {
                write!(f, "{}.{phase}", group.name)?;
                pairs.iter().try_for_each(|pair| write!(f, " {}", weight(pair)))?;
                writeln!(f)?;
            }
        }
        if self.grain > 1 {
            writeln!(f, "grain {}", self.grain)?;
        }
        Ok(())
    }
}

impl WeightPair {
    #[inline]
    fn middlegame(&self) -> i16 {
        self.middlegame
    }

    #[inline]
    fn endgame(&self) -> i16 {
        self.endgame
    }
}
