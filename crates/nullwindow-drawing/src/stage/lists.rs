//! The merits in OPEN, with the highest at the front, and the nodes that are in OPEN or BACKUP.

use nullwindow::Score;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The merits in OPEN, as the algorithm sees them, and the nodes in any list.
pub(super) struct OpenSet {
    /// A superset of the nodes in OPEN and BACKUP: those below a node are found without a scan of its subtree.
    listed: BTreeSet<usize>,
    merits: Vec<Option<Score>>,
    counts: BTreeMap<Score, usize>,
}

impl OpenSet {
    pub(super) fn new(nodes: usize) -> OpenSet {
        OpenSet { listed: BTreeSet::new(), merits: vec![None; nodes], counts: BTreeMap::new() }
    }

    pub(super) fn insert(&mut self, node: usize, merit: Score) {
        self.remove(node);
        self.listed.insert(node);
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

    /// Adds a node that enters BACKUP.
    pub(super) fn list(&mut self, node: usize) {
        self.listed.insert(node);
    }

    /// Removes the nodes of a range from both lists, and returns those that may have been in one.
    pub(super) fn purge(&mut self, nodes: Range<usize>) -> Vec<usize> {
        let purged: Vec<usize> = self.listed.range(nodes).copied().collect();
        for &node in &purged {
            self.listed.remove(&node);
            self.remove(node);
        }
        purged
    }

    /// Returns the merit at the front.
    pub(super) fn front(&self) -> Option<Score> {
        self.counts.last_key_value().map(|(merit, _)| *merit)
    }
}
