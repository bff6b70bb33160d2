//! The weights of the features, and their text form.

use super::features::{GROUPS, LEN, MoveFeatures, PHASES, PieceFeatures};
use crate::ParseError;
use crate::chess::fen::split_words;
use cozy_chess::{Piece, Square};
use std::fmt;
use std::sync::LazyLock;

/// The names of the pieces in the text form.
const PIECES: [&str; Piece::NUM] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The weights of all features, in hundredths of a natural logarithm of odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LikelihoodWeights([i16; LEN]);

impl LikelihoodWeights {
    /// Creates weights, one per feature. Missing ones are zero.
    #[must_use]
    pub fn new(weights: &[i16]) -> LikelihoodWeights {
        let mut own = [0; LEN];
        own.iter_mut().zip(weights).for_each(|(own, &weight)| *own = weight);
        LikelihoodWeights(own)
    }

    /// Returns the shipped weights, which were fitted to the best moves of searches.
    #[must_use]
    pub fn tuned() -> &'static LikelihoodWeights {
        static TUNED: LazyLock<LikelihoodWeights> = LazyLock::new(|| {
            let weights = LikelihoodWeights::parse(include_str!("weights.txt"));
            weights.expect("the weights of the repository are complete: a test reads them")
        });
        &TUNED
    }

    /// Returns the part of a rank that all moves of a piece share.
    #[inline]
    pub(in crate::chess) fn of_piece(&self, piece: &PieceFeatures) -> i32 {
        let [square, danger] = piece.leaves();
        i32::from(self.0[square]) + i32::from(self.0[danger])
    }

    /// Returns the part of a rank that depends on the target of a quiet move.
    #[inline]
    pub(in crate::chess) fn of_target(&self, features: &MoveFeatures, piece: &PieceFeatures, to: Square) -> i32 {
        let mut rank = 0;
        features.enter(piece, to, |feature| rank += i32::from(self.0[feature]));
        rank
    }

    /// Reads weights: a line for each phase, piece and group in order, its name and its numbers. Lines that begin with `#`
    /// are comments.
    ///
    /// # Errors
    /// If a line is missing, or has another name or another count of numbers.
    pub fn parse(text: &str) -> Result<LikelihoodWeights, ParseError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let mut weights = Vec::with_capacity(LEN);
        for (name, len) in names() {
            let missing = || ParseError::new("", 0, format!("a line `{name}`")).at_line(text.lines().count() + 1);
            let (number, line) = lines.next().ok_or_else(missing)?;
            weights.extend(parse_line(line, &name, len).map_err(|error| error.at_line(number))?);
        }
        match lines.next() {
            Some((number, line)) => Err(ParseError::new(line, 0, "the end of the text").at_line(number)),
            None => Ok(LikelihoodWeights::new(&weights)),
        }
    }
}

/// Returns the names and lengths of the lines.
fn names() -> impl Iterator<Item = (String, usize)> {
    let pieces = PHASES.into_iter().flat_map(|phase| PIECES.map(|piece| (phase, piece)));
    pieces.flat_map(|(phase, piece)| GROUPS.map(|(group, len)| (format!("{piece}.{group}.{phase}"), len)))
}

fn parse_line(line: &str, name: &str, len: usize) -> Result<Vec<i16>, ParseError> {
    let mut words = split_words(line);
    if words.next().is_none_or(|(_, word)| word != name) {
        return Err(ParseError::new(line, 0, format!("`{name}`")));
    }
    let number = |(at, word): (usize, &str)| word.parse().map_err(|_| ParseError::new(line, at, "a small number"));
    let numbers: Vec<i16> = words.map(number).collect::<Result<_, _>>()?;
    if numbers.len() == len { Ok(numbers) } else { Err(ParseError::new(line, line.len(), format!("{len} numbers"))) }
}

/// Writes the text that [`LikelihoodWeights::parse`] reads.
impl fmt::Display for LikelihoodWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &self.0[..];
        for (name, len) in names() {
            let (group, others) = rest.split_at(len);
            rest = others;
            write!(f, "{name}")?;
            group.iter().try_for_each(|weight| write!(f, " {weight}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_as_they_are_read() {
        let shipped = LikelihoodWeights::tuned();
        assert_eq!(LikelihoodWeights::parse(&shipped.to_string()).as_ref(), Ok(shipped));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let text = LikelihoodWeights::tuned().to_string();
        let cut = text.lines().take(5).collect::<Vec<_>>().join("\n");
        assert!(LikelihoodWeights::parse(&cut).unwrap_err().to_string().contains("pawn.checks.mg"));
        let more = format!("{text}\nmore 1");
        assert!(LikelihoodWeights::parse(&more).is_err());
        let wrong = text.replacen("pawn.castles.mg", "pawn.castle.mg", 1);
        assert!(LikelihoodWeights::parse(&wrong).unwrap_err().to_string().contains("pawn.castles.mg"));
    }
}
