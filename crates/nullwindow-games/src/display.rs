//! Moves and outcomes as text in the notation of a game.
//!
//! The notation of a move may depend on the position (`Nf3` or `Ngf3`), so moves do not implement `Display` themselves.

use crate::Notation;
use nullwindow::{Depth, Outcome};
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

impl<G: Notation + ?Sized> fmt::Display for DisplayLine<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = self.position.clone();
        for (i, &play) in self.line.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { " " }, self.game.format_move(&position, play))?;
            position = self.game.play(&position, play);
        }
        Ok(())
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
        let outcome = self.outcome;
        match outcome.value() {
            Some(value) => write!(f, "{value}")?,
            None => write!(f, "{}", outcome.bounds)?,
        }
        if let Some(best) = outcome.best {
            write!(f, " by {}", self.game.format_move(self.position, best))?;
        }
        match outcome.depth {
            Depth::END => f.write_str(" at the end of the game")?,
            depth => write!(f, " at depth {depth}")?,
        }
        if !outcome.line.is_empty() {
            write!(f, ": {}", DisplayLine::new(self.game, self.position, &outcome.line))?;
        }
        match outcome.stopped {
            Some(reason) => write!(f, " ({reason})"),
            None => Ok(()),
        }
    }
}
