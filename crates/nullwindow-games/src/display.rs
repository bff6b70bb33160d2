//! Moves and outcomes as text in the notation of a game.
//!
//! The notation of a move may depend on the position (`Nf3` or `Ngf3`), so moves do not implement `Display` themselves.

use crate::Notation;
use nullwindow::Outcome;
use std::fmt;

/// A sequence of moves from a position, in the game's notation; made by [`Notation::display_line`].
#[derive(Debug)]
pub struct DisplayLine<'d, G: Notation + ?Sized> {
    game: &'d G,
    position: &'d G::Position,
    line: &'d [G::Move],
}

impl<'d, G: Notation + ?Sized> DisplayLine<'d, G> {
    pub(crate) fn new(game: &'d G, position: &'d G::Position, line: &'d [G::Move]) -> DisplayLine<'d, G> {
        DisplayLine { game, position, line }
    }
}

impl<G: Notation + ?Sized> DisplayLine<'_, G> {
    /// Returns the text of every move.
    fn names(&self) -> Vec<String> {
        let mut position = self.position.clone();
        let name = |&play: &G::Move| {
            let name = self.game.format_move(&position, play);
            position = self.game.play(&position, play);
            name
        };
        self.line.iter().map(name).collect()
    }
}

impl<G: Notation + ?Sized> fmt::Display for DisplayLine<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join(" "))
    }
}

/// The outcome of a search of a position, with its moves in the game's notation; made by
/// [`Notation::display_outcome`].
#[derive(Debug)]
pub struct DisplayOutcome<'d, G: Notation + ?Sized> {
    game: &'d G,
    position: &'d G::Position,
    outcome: &'d Outcome<G::Move>,
}

impl<'d, G: Notation + ?Sized> DisplayOutcome<'d, G> {
    pub(crate) fn new(game: &'d G, position: &'d G::Position, outcome: &'d Outcome<G::Move>) -> DisplayOutcome<'d, G> {
        DisplayOutcome { game, position, outcome }
    }
}

impl<G: Notation + ?Sized> fmt::Display for DisplayOutcome<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = self.outcome.best.map(|best| self.game.format_move(self.position, best));
        let line = DisplayLine::new(self.game, self.position, &self.outcome.line).names();
        write!(f, "{}", self.outcome.with_moves(best, line))
    }
}
