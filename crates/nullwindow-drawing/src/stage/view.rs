//! The state of a search between two steps: a view of every node, and the lists.
//!
//! A view is small and can be copied: a step of a long search stores two of them for every node that it changes. Fields
//! that are absent or false are not serialised.

use crate::captions::score;
use nullwindow::{Score, Window};
use serde::{Serialize, Serializer};

/// A node between two steps. Scores are seen from MAX; a bound that is `None` is infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct NodeView {
    /// The number of the last pass that visited the node, from 0; `None` before its first visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<usize>,
    /// True if the node was skipped, by a cutoff at its parent or because an ancestor was solved without it, and has not
    /// been visited since.
    #[serde(skip_serializing_if = "is_false")]
    pub cut: bool,
    /// The window of the last search of the node, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowView>,
    /// The lower edge of that window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<i32>,
    /// The upper edge of that window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<i32>,
    /// The status while the node is in OPEN: true if it is live, false if it is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<bool>,
    /// The merit of the node in OPEN, or its bound in the solution tree G of SSS-2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merit: Option<Merit>,
    /// True if the node is in the solution tree G of SSS-2.
    #[serde(skip_serializing_if = "is_false")]
    pub g: bool,
    /// The entry of the node in BACKUP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<BackupView>,
    /// The lower bound known so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i32>,
    /// The upper bound known so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i32>,
    /// True if the node is in the max solution tree that proves the upper bound of the root.
    #[serde(skip_serializing_if = "is_false")]
    pub max: bool,
    /// True if the node is in the min solution tree that proves the lower bound of the root.
    #[serde(skip_serializing_if = "is_false")]
    pub min: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A window for MAX, which is serialised as text: `(5, 6)`, `(+inf-1, +inf)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowView(pub Window);

impl std::fmt::Display for WindowView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", score(self.0.alpha()), score(self.0.beta()))
    }
}

impl Serialize for WindowView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A merit, which is serialised as a number, or as the text `inf` or `-inf`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Merit(pub Score);

impl Serialize for Merit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Score::INFINITY => serializer.serialize_str("inf"),
            Score::NEG_INFINITY => serializer.serialize_str("-inf"),
            finite => serializer.serialize_i32(finite.get()),
        }
    }
}

/// An entry of BACKUP in the view of its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BackupView {
    /// The number of its sons that are or were in OPEN.
    pub last: u16,
    /// The lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<i32>,
    /// The upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<i32>,
}

/// An entry of the OPEN list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StageOpenEntry {
    /// The index of the node.
    pub node: usize,
    /// True if the state is solved, false if it is live.
    pub solved: bool,
    /// The merit.
    pub merit: Merit,
}

/// An entry of the BACKUP list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StageBackupEntry {
    /// The index of the node.
    pub node: usize,
    /// The number of its sons that are or were in OPEN.
    pub last: u16,
    /// The lower bound.
    pub low: Option<i32>,
    /// The upper bound.
    pub high: Option<i32>,
}

/// The order of the OPEN list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OpenOrder {
    /// The highest merit is at the front, as in SSS*.
    Falling,
    /// The lowest merit is at the front, as in DUAL*.
    Rising,
}

impl OpenOrder {
    /// Returns the OPEN list, best first: the nodes whose views are in it, by their merits and then from left to right.
    #[must_use]
    pub fn list(self, views: &[NodeView]) -> Vec<StageOpenEntry> {
        let entry =
            |(node, view): (usize, &NodeView)| Some(StageOpenEntry { node, solved: !view.live?, merit: view.merit? });
        let mut open: Vec<StageOpenEntry> = views.iter().enumerate().filter_map(entry).collect();
        // The sort is stable, and preorder runs from left to right.
        open.sort_by_key(|entry| entry.merit.0.flip_if(self == OpenOrder::Falling));
        open
    }
}

/// Returns the BACKUP list, from left to right.
#[must_use]
pub fn backup_list(views: &[NodeView]) -> Vec<StageBackupEntry> {
    let entry = |(node, view): (usize, &NodeView)| {
        let BackupView { last, low, high } = view.backup?;
        Some(StageBackupEntry { node, last, low, high })
    };
    views.iter().enumerate().filter_map(entry).collect()
}

/// The counts of a search up to a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct StageCounts {
    /// Distinct leaves visited.
    pub leaves: usize,
    /// Leaf visits, including repeated ones.
    pub visits: usize,
    /// Probes of memory.
    pub probes: usize,
    /// Probes that found a bound.
    pub hits: usize,
}

/// The state of a search after some of its steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StageState {
    /// The number of steps performed.
    pub step: usize,
    /// The number of the pass, from 0.
    pub pass: usize,
    /// The view of every node, in the order of the stage's nodes.
    pub nodes: Vec<NodeView>,
    /// The OPEN list, best first.
    pub open: Vec<StageOpenEntry>,
    /// The BACKUP list, from left to right.
    pub backup: Vec<StageBackupEntry>,
    /// The counts.
    #[serde(flatten)]
    pub counts: StageCounts,
}
