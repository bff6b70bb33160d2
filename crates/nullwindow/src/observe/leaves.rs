//! Records the leaves that a search visits, in order: the evidence for the theorems.

use super::{Cost, Counters, Counts, Exit, LeafKind, Observer, Visit};
use crate::memory::ProbeResult;
use crate::{Keyed, Score, Window};
use std::collections::HashSet;

/// An observer that counts like [`Counters`] and identifies leaves by their keys: the distinct leaves in the order of
/// their first visits.
#[derive(Clone, Debug, Default)]
pub struct Leaves {
    counters: Counters,
    seen: HashSet<u64>,
    first_visits: Vec<u64>,
}

impl Leaves {
    /// Returns an observer without leaves.
    #[must_use]
    pub fn new() -> Leaves {
        Leaves::default()
    }

    /// Returns the keys of the leaves, in the order of their first visit.
    #[must_use]
    pub fn first_visits(&self) -> &[u64] {
        &self.first_visits
    }

    /// Returns the keys of the leaves as a set.
    #[must_use]
    pub fn set(&self) -> &HashSet<u64> {
        &self.seen
    }
}

impl<G: Keyed + ?Sized> Observer<G> for Leaves {
    fn pass(&mut self, window: Window) {
        Observer::<G>::pass(&mut self.counters, window);
    }

    fn probe(&mut self, ply: usize, probe: &ProbeResult, answer: Option<Score>) {
        Observer::<G>::probe(&mut self.counters, ply, probe, answer);
    }

    fn leaf(&mut self, game: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        Observer::<G>::leaf(&mut self.counters, game, visit, value, kind);
        let key = game.key(visit.position);
        if self.seen.insert(key) {
            self.first_visits.push(key);
        }
    }

    fn quiescence(&mut self, nodes: u64) {
        Observer::<G>::quiescence(&mut self.counters, nodes);
    }

    fn expand(&mut self, ply: usize, moves: usize) {
        Observer::<G>::expand(&mut self.counters, ply, moves);
    }

    fn refuted(&mut self, ply: usize, children: usize) {
        Observer::<G>::refuted(&mut self.counters, ply, children);
    }

    fn ruled(&mut self, ply: usize, value: Score) {
        Observer::<G>::ruled(&mut self.counters, ply, value);
    }

    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        Observer::<G>::leave(&mut self.counters, ply, value, exit);
    }

    fn lists(&mut self, open: usize, backup: usize) {
        Observer::<G>::lists(&mut self.counters, open, backup);
    }

    fn cost(&self) -> Cost {
        Observer::<G>::cost(&self.counters)
    }

    fn counts(&self) -> Counts {
        Counts { distinct_leaves: Some(self.first_visits.len() as u64), ..Observer::<G>::counts(&self.counters) }
    }
}
