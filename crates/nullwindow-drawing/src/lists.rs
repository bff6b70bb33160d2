//! The lists of the best-first algorithms, with node names.

use super::captions::number;
use super::picture::{BackupListEntry, OpenListEntry};
use super::shape::DiagramTree;
use nullwindow::AnyAlgorithm;
use nullwindow::observe::Status;
use nullwindow::observe::trace::{BackupEntry, OpenState};

/// The meaning of a pass, by the way an algorithm works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PassKind {
    /// A depth-first search: a pass is a query at the root.
    Walk,
    /// A search with an OPEN list: a pass ends when the highest merit in OPEN changes.
    Open,
    /// Like `Open`, on the tree with the players exchanged.
    Dual,
    /// Like `Open`, with a BACKUP list: a pass ends when the highest merit rises, which starts a new partition.
    Phased,
    /// The refinement of one solution tree: a pass ends when the root gets a new bound.
    Refine,
}

impl PassKind {
    pub(super) fn of(algorithm: &AnyAlgorithm) -> PassKind {
        match algorithm {
            AnyAlgorithm::SssStar(_) | AnyAlgorithm::RecSssStar(_) => PassKind::Open,
            AnyAlgorithm::DualStar(_) | AnyAlgorithm::RecDualStar(_) => PassKind::Dual,
            AnyAlgorithm::PsStar(_) => PassKind::Phased,
            AnyAlgorithm::Sss2(_) => PassKind::Refine,
            _ => PassKind::Walk,
        }
    }

    pub(super) fn has_open(self) -> bool {
        matches!(self, PassKind::Open | PassKind::Dual | PassKind::Phased)
    }
}

/// Converts an OPEN state. Its merit is seen from the algorithm's MAX; `flip` if that is MIN of the tree.
pub(super) fn listed(shape: &DiagramTree, state: &OpenState, flip: bool) -> OpenListEntry {
    named(name(shape, &state.path), state, flip)
}

/// Converts an OPEN state of a node with this name.
pub(super) fn named(name: String, state: &OpenState, flip: bool) -> OpenListEntry {
    let merit = state.merit.flip_if(flip);
    OpenListEntry { name, solved: state.status == Status::Solved, merit: number(merit), text: merit.to_string() }
}

pub(super) fn open(shape: &DiagramTree, open: &[OpenState], flip: bool) -> Vec<OpenListEntry> {
    open.iter().map(|state| listed(shape, state, flip)).collect()
}

pub(super) fn backup(shape: &DiagramTree, backup: &[BackupEntry], flip: bool) -> Vec<BackupListEntry> {
    backup.iter().map(|entry| named_backup(name(shape, &entry.path), entry, flip)).collect()
}

/// Converts a BACKUP entry of a node with this name.
pub(super) fn named_backup(name: String, entry: &BackupEntry, flip: bool) -> BackupListEntry {
    let (low, high) = if flip { (-entry.high, -entry.low) } else { (entry.low, entry.high) };
    BackupListEntry { name, last: entry.last, low: number(low), high: number(high) }
}

fn name(shape: &DiagramTree, path: &[u16]) -> String {
    shape.at(path).map_or_else(|| format!("{path:?}"), |n| shape.nodes[n].name.clone())
}

impl std::fmt::Display for OpenListEntry {
    /// Writes the state as the papers do: `(e,41)`, or `(e,live,41)` for a live state.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let OpenListEntry { name, solved, text, .. } = self;
        if *solved { write!(f, "({name},{text})") } else { write!(f, "({name},live,{text})") }
    }
}

impl std::fmt::Display for BackupListEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |bound: Option<i32>, infinite: &str| bound.map_or(infinite.to_owned(), |bound| bound.to_string());
        write!(f, "({},{},{},{})", self.name, self.last, text(self.low, "-inf"), text(self.high, "+inf"))
    }
}
