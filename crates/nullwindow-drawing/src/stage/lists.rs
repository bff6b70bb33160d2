//! The merits in OPEN, with the highest at the front.

use nullwindow::Score;
use std::collections::BTreeMap;

/// The merits in OPEN, as the algorithm sees them.
pub(super) struct OpenSet {
    merits: Vec<Option<Score>>,
    counts: BTreeMap<Score, usize>,
}

impl OpenSet {
    pub(super) fn new(nodes: usize) -> OpenSet {
        OpenSet { merits: vec![None; nodes], counts: BTreeMap::new() }
    }

    pub(super) fn insert(&mut self, node: usize, merit: Score) {
        self.remove(node);
        self.merits[node] = Some(merit);
        *self.counts.entry(merit).or_default() += 1;
    }

    pub(super) fn remove(&mut self, node: usize) {
        let Some(merit) = self.merits[node].take() else { return };
        if let Some(count) = self.counts.get_mut(&merit) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&merit);
            }
        }
    }

    /// Returns the merit at the front.
    pub(super) fn front(&self) -> Option<Score> {
        self.counts.last_key_value().map(|(merit, _)| *merit)
    }
}
