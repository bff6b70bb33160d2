//! Move-sequence counts (perft).

use super::{RootPosition, moves};
use crate::announcer::{Announce, Announcer};
use crate::engine::is_stopped;
use crate::request::Control;
use nullwindow_games::Playable;
use std::sync::atomic::AtomicBool;

/// The number of plies counted without polling the stop flag. A game of eight heaps of 255 has 2040 moves, so four
/// plies would take years; two are at most some million positions in any game.
const BULK: u32 = 2;
/// The number of plies after which each sequence is a step of progress.
const STEPS: u32 = 2;

impl<G: Playable> RootPosition<'_, G> {
    /// Counts the sequences of `depth` plies; `None` if stopped.
    pub(super) fn perft(&self, depth: u32, control: &mut Control<'_>) -> Option<u64> {
        let stop = control.stop;
        let announcer = Announcer::of(control);
        // Short counts finish before the first progress event.
        let total = if depth > STEPS { self.game.perft(&self.position, STEPS) } else { 0 };
        let mut count = PerftCounter { game: &*self.game, stop, announcer: &announcer, done: 0, total };
        count.from(&self.position, depth, depth.saturating_sub(STEPS))
    }

    /// Counts the sequences that begin with each move.
    pub(super) fn divide(&self, depth: u32, control: &mut Control<'_>) -> Vec<(String, u64)> {
        let stop = control.stop;
        let announcer = Announcer::of(control);
        let plays = self.moves();
        let total = plays.len() as u64;
        let mut count = PerftCounter { game: &*self.game, stop, announcer: &announcer, done: 0, total };
        let each = |play| {
            let next = self.game.play(&self.position, play);
            let sequences = count.from(&next, depth.saturating_sub(1), depth.saturating_sub(1))?;
            Some((self.game.format_move(&self.position, play), sequences))
        };
        plays.into_iter().map_while(each).collect()
    }

    /// Returns the legal moves in UCI notation, if the game has it.
    pub(super) fn uci_moves(&self) -> Option<Vec<String>> {
        self.moves().into_iter().map(|play| self.game.format_uci_move(&self.position, play)).collect()
    }

    /// Returns the published numbers for this position.
    pub(super) fn published(&self) -> &'static [u64] {
        let game = &*self.game;
        let here = game.format_position(&self.position);
        // Compared as text: positions need not implement equality.
        let same = |text: &str| match text {
            "" => game.format_position(&game.start()) == here,
            text => game.parse_position(text).is_ok_and(|position| game.format_position(&position) == here),
        };
        game.published().iter().find(|(text, _)| same(text)).map_or(&[], |(_, counts)| counts)
    }
}

/// A count that can be stopped.
struct PerftCounter<'c, G> {
    game: &'c G,
    stop: &'c AtomicBool,
    announcer: &'c dyn Announce,
    done: u64,
    total: u64,
}

impl<G: Playable> PerftCounter<'_, G> {
    /// Counts the sequences of `depth` plies from a position. A position with `step` plies to go is a step of progress.
    fn from(&mut self, position: &G::Position, depth: u32, step: u32) -> Option<u64> {
        if is_stopped(self.stop) {
            return None;
        }
        // An empty list also stands for a finished game: both are counted by the game itself, by its own convention.
        let plays = if depth <= BULK { Vec::new() } else { moves(self.game, position) };
        let count = if plays.is_empty() {
            self.game.perft(position, depth)
        } else {
            let mut sum = 0;
            for play in plays {
                sum += self.from(&self.game.play(position, play), depth - 1, step)?;
            }
            sum
        };
        if depth == step {
            self.done += 1;
            self.announcer.step(self.done, self.total);
        }
        Some(count)
    }
}
