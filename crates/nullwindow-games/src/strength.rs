//! The measured strength of an engine: the chances that a score gives, and the limits that make it weaker.

use crate::ParseError;
use std::fmt;

/// Relates scores to results, and limits of the search to Elo. Both are fitted to games of the engine against itself.
///
/// ```
/// use nullwindow_games::StrengthModel;
///
/// let model = StrengthModel::parse("even 100\nspread 80\nlevel 1000 500 0\nlevel 2000 8000 0\n")?;
/// assert_eq!(model.chances(0), [223, 554, 223]);
/// assert_eq!(model.level(1500).nodes, 2000);
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct StrengthModel {
    even: f64,
    spread: f64,
    levels: Vec<StrengthLevel>,
}

/// The limits of a player, and the Elo that they give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrengthLevel {
    /// The rating.
    pub elo: i32,
    /// The node limit of a move.
    pub nodes: u64,
    /// The largest random number that is added to the value of each move before the best one is chosen, in the game's
    /// own scale.
    pub noise: i32,
}

const NUMBER: &str = "a finite number above 0";

impl StrengthModel {
    /// Creates a model. A player wins one game in two at the score `even`; `spread` is the width of the logistic curve.
    /// Levels are sorted by their Elo.
    #[must_use]
    pub fn new(even: f64, spread: f64, mut levels: Vec<StrengthLevel>) -> StrengthModel {
        levels.sort_by_key(|level| level.elo);
        StrengthModel { even, spread, levels }
    }

    /// Reads the form that [`Display`](fmt::Display) writes: a line `even NUMBER`, a line `spread NUMBER`, and lines
    /// `level ELO NODES NOISE`, at least one. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// If a line has another form, or one is missing.
    pub fn parse(text: &str) -> Result<StrengthModel, ParseError> {
        let (mut even, mut spread, mut levels) = (None, None, Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |expected: &'static str| ParseError::new(line, 0, expected).at_line(number);
            let positive = |text: &str| {
                let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
                number.ok_or_else(|| wrong(NUMBER))
            };
            match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
                [] => {}
                [first, ..] if first.starts_with('#') => {}
                ["even", value] => even = Some(positive(value)?),
                ["spread", value] => spread = Some(positive(value)?),
                ["level", elo, nodes, noise] => {
                    let level = || Some((elo.parse().ok()?, nodes.parse().ok()?, noise.parse().ok()?));
                    let (elo, nodes, noise) = level().ok_or_else(|| wrong("`level ELO NODES NOISE`"))?;
                    levels.push(StrengthLevel { elo, nodes, noise });
                }
                _ => return Err(wrong("`even`, `spread` or `level`")),
            }
        }
        let missing = |expected: &'static str| ParseError::new(text, text.len(), expected);
        let (even, spread) = (even.ok_or_else(|| missing("`even`"))?, spread.ok_or_else(|| missing("`spread`"))?);
        if levels.is_empty() {
            return Err(missing("`level`"));
        }
        Ok(StrengthModel::new(even, spread, levels))
    }

    /// Returns the chances of a win, a draw and a loss at a score of the player to move, in permille.
    #[must_use]
    pub fn chances(&self, score: i32) -> [u16; 3] {
        let [win, loss] = [score, score.saturating_neg()].map(|score| self.wins(score));
        // Rounding may add up to one too many.
        let loss = loss.min(1000 - win);
        [win, 1000 - win - loss, loss]
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    fn wins(&self, score: i32) -> u16 {
        let rate = 1.0 / (1.0 + ((self.even - f64::from(score)) / self.spread).exp());
        // Half of the games are won by one of the players at most, as `even` is above 0.
        (1000.0 * rate).round() as u16
    }

    /// Returns the lowest and the highest Elo of the levels.
    #[must_use]
    pub fn range(&self) -> (i32, i32) {
        let elo = |level: Option<&StrengthLevel>| level.map_or(0, |level| level.elo);
        (elo(self.levels.first()), elo(self.levels.last()))
    }

    /// Returns the levels, weakest first.
    #[must_use]
    pub fn levels(&self) -> &[StrengthLevel] {
        &self.levels
    }

    /// Returns the limits that give this Elo: interpolated between the two nearest levels, in the logarithm of the nodes;
    /// the weakest or strongest level beyond the range. Between a level with random numbers and one without it is the
    /// nearer one: values of all moves cost many nodes, so that a player with few random numbers is not a little weaker
    /// than one with none.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "in range")]
    pub fn level(&self, elo: i32) -> StrengthLevel {
        let above = self.levels.partition_point(|level| level.elo < elo);
        let (Some(low), Some(high)) = (self.levels.get(above.saturating_sub(1)), self.levels.get(above)) else {
            let unlimited = StrengthLevel { elo, nodes: u64::MAX, noise: 0 };
            return self.levels.last().copied().unwrap_or(unlimited);
        };
        if above == 0 || low.elo == high.elo {
            return *high;
        }
        let share = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        if (low.noise == 0) != (high.noise == 0) {
            return if share < 0.5 { *low } else { *high };
        }
        let between = |low: f64, high: f64| low + share * (high - low);
        let nodes = between((low.nodes.max(1) as f64).ln(), (high.nodes.max(1) as f64).ln()).exp().round() as u64;
        StrengthLevel { elo, nodes, noise: between(low.noise.into(), high.noise.into()).round() as i32 }
    }
}

impl fmt::Display for StrengthModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "even {:.1}\nspread {:.1}", self.even, self.spread)?;
        self.levels.iter().try_for_each(|level| writeln!(f, "level {} {} {}", level.elo, level.nodes, level.noise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "even 100.0\nspread 80.0\nlevel 800 2000 400\nlevel 1000 2000 300\nlevel 1500 500 0\nlevel 2000 8000 0\n";

    #[test]
    fn texts_are_read_and_written() {
        let model = StrengthModel::parse(&format!("# a comment\n\n{TEXT}")).unwrap();
        assert_eq!(model.to_string(), TEXT);
        assert_eq!(model.range(), (800, 2000));
        for (wrong, line) in [
            ("", None),
            ("even 100\nspread 80\n", None),
            ("even 0\nspread 80\nlevel 1 1 1\n", Some(1)),
            ("even 1\nspread nan\nlevel 1 1 1\n", Some(2)),
            ("even 1\nspread 2\nlevel 1 1\n", Some(3)),
            ("even 1\nspread 2\nlevel 1 -1 0\n", Some(3)),
        ] {
            assert_eq!(StrengthModel::parse(wrong).map_err(|error| error.line), Err(line), "{wrong}");
        }
    }

    #[test]
    fn chances_are_complete_and_symmetric() {
        let model = StrengthModel::parse(TEXT).unwrap();
        assert_eq!(model.chances(100)[0], 500);
        for score in [-2_000_000, -500, -100, -1, 0, 1, 99, 100, 1000, i32::MAX, i32::MIN] {
            let [win, draw, loss] = model.chances(score);
            assert_eq!(win + draw + loss, 1000, "{score}");
            assert_eq!(model.chances(score.saturating_neg()), [loss, draw, win], "{score}");
        }
        assert_eq!(model.chances(1_000_000), [1000, 0, 0]);
    }

    #[test]
    fn levels_are_interpolated() {
        let model = StrengthModel::parse(TEXT).unwrap();
        let level = |elo| (model.level(elo).nodes, model.level(elo).noise);
        assert_eq!(
            [level(0), level(800), level(900), level(1000)],
            [(2000, 400), (2000, 400), (2000, 350), (2000, 300)]
        );
        assert_eq!([level(1200), level(1300)], [(2000, 300), (500, 0)], "nothing is between these two");
        assert_eq!([level(1500), level(1750), level(2000), level(9999)], [(500, 0), (2000, 0), (8000, 0), (8000, 0)]);
    }
}
