//! Counting, with distinct leaves as long as that costs little.

use nullwindow::memory::Recall;
use nullwindow::observe::{Cost, Counters, Counts, Exit, LeafKind, Observer, Visit};
use nullwindow::{Keyed, Score, Window};
use std::collections::HashSet;

/// Counts like [`Counters`], and tells the leaves of each iteration apart as long as there are at most
/// [`FewLeaves::MOST`] of them. `compare` tells them apart however many there are.
#[derive(Debug, Default)]
pub struct FewLeaves {
    counters: Counters,
    /// Keys, with the depth of the iteration.
    seen: HashSet<(u64, Option<u32>)>,
    too_many: bool,
}

impl FewLeaves {
    /// Searches with more leaves are too long to be slowed down.
    pub const MOST: usize = 1 << 16;

    #[inline]
    fn tell_apart<G: Keyed + ?Sized>(&mut self, game: &G, visit: Visit<'_, G::Position>) {
        let horizon = visit.depth.get().zip(u32::try_from(visit.ply).ok()).map(|(depth, ply)| depth + ply);
        self.seen.insert((game.key(visit.position), horizon));
        if self.seen.len() > FewLeaves::MOST {
            self.too_many = true;
            self.seen = HashSet::new();
        }
    }
}

impl<G: Keyed + ?Sized> Observer<G> for FewLeaves {
    fn pass(&mut self, window: Window) {
        Observer::<G>::pass(&mut self.counters, window);
    }

    #[inline]
    fn recall(&mut self, ply: usize, recall: &Recall, answer: Option<Score>) {
        Observer::<G>::recall(&mut self.counters, ply, recall, answer);
    }

    #[inline]
    fn leaf(&mut self, game: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        Observer::<G>::leaf(&mut self.counters, game, visit, value, kind);
        if !self.too_many {
            self.tell_apart(game, visit);
        }
    }

    fn quiescence(&mut self, nodes: u64) {
        Observer::<G>::quiescence(&mut self.counters, nodes);
    }

    #[inline]
    fn expand(&mut self, ply: usize, moves: usize) {
        Observer::<G>::expand(&mut self.counters, ply, moves);
    }

    #[inline]
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
        let distinct_leaves = (!self.too_many).then_some(self.seen.len() as u64);
        Counts { distinct_leaves, ..Observer::<G>::counts(&self.counters) }
    }
}
