//! Marks of moves by what they lose.

use nullwindow::Score;
use std::fmt;

/// The losses from which a move is marked, in scores of the game.
///
/// ```
/// use nullwindow::Score;
/// use nullwindow_games::{Judging, MoveMark};
///
/// let pawns = Judging::in_units(100);
/// assert_eq!(pawns.mark(pawns.loss(Score::new(20), Score::new(-90))), MoveMark::Mistake);
/// assert_eq!(pawns.loss(Score::new(1500), Score::new(1200)), 0, "both win");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judging {
    /// The loss of an inaccuracy, `?!`.
    pub inaccuracy: i32,
    /// The loss of a mistake, `?`.
    pub mistake: i32,
    /// The loss of a blunder, `??`.
    pub blunder: i32,
    /// The score beyond which more is worth nothing: a won game stays won. Scores are cut off here before a loss is
    /// computed.
    pub enough: i32,
}

/// The mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveMark {
    /// No mark.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judging {
    /// Returns thresholds of half a unit, one unit and three units, with scores cut off at ten, where a unit is worth
    /// `scale`: those that chess players use with pawns.
    #[must_use]
    pub fn in_units(scale: i32) -> Judging {
        let half = if scale > 1 { scale / 2 } else { 1 };
        Judging { inaccuracy: half, mistake: scale, blunder: 3 * scale, enough: 10 * scale }
    }

    /// Returns thresholds for games in which only win, draw and loss count: `least` is the smallest win. To miss a win
    /// or a draw is a blunder.
    #[must_use]
    pub fn of_outcomes(least: i32) -> Judging {
        let part = |parts: i32| if least >= 4 { least * parts / 4 } else { least };
        Judging { inaccuracy: part(1), mistake: part(2), blunder: part(3), enough: least }
    }

    /// Returns the loss of a move worth `played` where the best one is worth `best`, both for the player to move.
    #[must_use]
    pub fn loss(&self, best: Score, played: Score) -> i32 {
        let cut = |score: Score| score.get().clamp(-self.enough, self.enough);
        (cut(best) - cut(played)).max(0)
    }

    /// Returns the mark of a move that loses this much.
    #[must_use]
    pub fn mark(&self, loss: i32) -> MoveMark {
        match loss {
            loss if loss >= self.blunder => MoveMark::Blunder,
            loss if loss >= self.mistake => MoveMark::Mistake,
            loss if loss >= self.inaccuracy => MoveMark::Inaccuracy,
            _ => MoveMark::Good,
        }
    }
}

impl fmt::Display for MoveMark {
    /// Writes the mark as players do; nothing for a good move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MoveMark::Good => "",
            MoveMark::Inaccuracy => "?!",
            MoveMark::Mistake => "?",
            MoveMark::Blunder => "??",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_outcomes_count_where_the_game_says_so() {
        let judging = Judging::of_outcomes(1000);
        assert_eq!(judging.loss(Score::new(18_000), Score::new(2000)), 0, "a slower win");
        assert_eq!(judging.mark(judging.loss(Score::new(2000), Score::new(7))), MoveMark::Blunder);
        assert_eq!(judging.mark(judging.loss(Score::new(20), Score::new(7))), MoveMark::Good);
        let least = Judging::of_outcomes(1);
        assert_eq!(least.mark(least.loss(Score::new(0), Score::new(-3))), MoveMark::Blunder);
        assert_eq!(least.mark(0), MoveMark::Good);
    }
}
