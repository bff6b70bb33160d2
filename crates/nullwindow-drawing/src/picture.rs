//! The content of a drawing, as plain data. Scores are seen from MAX; `None` stands for an infinity.

use super::shape::{DiagramNode, DiagramNodeKind};
use super::walk::WalkStep;
use serde::Serialize;

/// A tree as an algorithm searched it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Drawing {
    /// The algorithm's name.
    pub algorithm: String,
    /// The title of the tree.
    pub title: String,
    /// The tree as text.
    pub position: String,
    /// The search depth, or `None` for the whole tree.
    pub depth: Option<u32>,
    /// The value, if the search found it exactly.
    pub value: Option<i32>,
    /// The proven lower bound.
    pub lower: Option<i32>,
    /// The proven upper bound.
    pub upper: Option<i32>,
    /// The number of the move that proves the lower bound, from 0.
    #[serde(rename = "move")]
    pub best: Option<u16>,
    /// The number of leaves in the tree.
    pub all_leaves: usize,
    /// Distinct leaves visited.
    pub leaves: u64,
    /// Leaf visits, including repeated ones.
    pub leaf_visits: u64,
    /// Interior node visits, including repeated ones.
    pub interior: u64,
    /// The sum of leaf visits, interior nodes and nodes answered by the memory.
    pub total: u64,
    /// The number of passes.
    pub passes: usize,
    /// The nodes in preorder.
    pub nodes: Vec<DiagramNode>,
    /// One picture per pass; the last shows the end of the search.
    pub pictures: Vec<Picture>,
    /// The steps of the operator Gamma, for algorithms that keep lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<GammaStep>,
    /// The steps of all other algorithms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub walk: Vec<WalkStep>,
}

/// The tree after a pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Picture {
    /// The query as text.
    pub question: String,
    /// The answer as text.
    pub reply: String,
    /// The lower edge of the window.
    pub alpha: Option<i32>,
    /// The upper edge of the window.
    pub beta: Option<i32>,
    /// The answer.
    pub answer: Option<i32>,
    /// The lower bound of the root.
    pub lower: Option<i32>,
    /// The upper bound of the root.
    pub upper: Option<i32>,
    /// Distinct leaves visited so far.
    pub leaves: usize,
    /// Distinct leaves first visited in this pass.
    pub new_leaves: usize,
    /// The state of every node, in the order of [`Drawing::nodes`].
    pub states: Vec<NodeState>,
    /// The OPEN list, best first, for algorithms that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<OpenListEntry>>,
    /// The BACKUP list of PS*.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub backup: Vec<BackupListEntry>,
}

/// The state of a node in a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Default)]
#[non_exhaustive]
pub struct NodeState {
    /// The rank of the node in the order of first visits, from 1.
    pub visit: Option<u32>,
    /// True if this pass visited the node.
    pub now: bool,
    /// True if this pass visited the node for the first time.
    pub new: bool,
    /// True if the memory answered at the node in this pass.
    pub recalled: bool,
    /// True if the parent was visited and the node was not: the edge to it is cut off.
    pub cut: bool,
    /// The lower bound known so far.
    pub lower: Option<i32>,
    /// The upper bound known so far.
    pub upper: Option<i32>,
    /// True if the node is in the max solution tree, which proves the upper bound of the root.
    pub max_tree: bool,
    /// True if the node is in the min solution tree, which proves the lower bound of the root.
    pub min_tree: bool,
    /// True if the node is on the principal variation, which both solution trees share once the bounds meet.
    pub line: bool,
}

/// An entry of the OPEN list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct OpenListEntry {
    /// The name of the node.
    pub name: String,
    /// True if the state is solved, false if it is live.
    pub solved: bool,
    /// The merit.
    pub merit: Option<i32>,
    /// The merit as text, with the sign of an infinity.
    #[serde(skip)]
    pub text: String,
}

/// An entry of the BACKUP list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BackupListEntry {
    /// The name of the node.
    pub name: String,
    /// The number of its sons that are or were in OPEN.
    pub last: u16,
    /// The lower bound.
    pub low: Option<i32>,
    /// The upper bound.
    pub high: Option<i32>,
}

/// One application of the operator Gamma.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct GammaStep {
    /// The state taken from the front of OPEN.
    pub taken: OpenListEntry,
    /// The number of the case that applied; 0 for the end of the search.
    pub case: u8,
    /// The rule of that case.
    pub rule: &'static str,
    /// The OPEN list after the step.
    pub open: Vec<OpenListEntry>,
    /// The number of the pass, from 0.
    pub pass: usize,
}

impl Drawing {
    /// Returns the last picture, which shows the end of the search.
    ///
    /// # Panics
    /// Never: a drawing has at least one picture.
    #[must_use]
    pub fn last(&self) -> &Picture {
        self.pictures.last().expect("there is at least one picture")
    }

    /// Returns the answers of all passes: `41 -> 36 -> 35 -> 35`.
    #[must_use]
    pub fn answers(&self) -> String {
        let text = |picture: &Picture| picture.answer.map_or("?".to_owned(), |answer| answer.to_string());
        self.pictures.iter().map(text).collect::<Vec<_>>().join(" -> ")
    }

    /// Describes value, leaves and passes.
    #[must_use]
    pub fn facts(&self) -> [String; 3] {
        let value = match (self.value, self.lower, self.upper) {
            (Some(value), ..) => format!("value {value}"),
            (None, Some(lower), Some(upper)) => format!("value between {lower} and {upper}"),
            (None, Some(lower), None) => format!("value at least {lower}"),
            (None, None, Some(upper)) => format!("value at most {upper}"),
            (None, None, None) => "value unknown".to_owned(),
        };
        let mut leaves = format!("{} of {} leaves visited", self.leaves, self.all_leaves);
        if self.leaf_visits > self.leaves {
            leaves += &format!(" in {} visits", self.leaf_visits);
        }
        let passes = match self.passes {
            1 => "1 pass".to_owned(),
            // More answers than these would not fit on a line.
            passes @ 2..=12 => format!("{passes} passes: {}", self.answers()),
            passes => format!("{passes} passes"),
        };
        [value, leaves, passes]
    }

    /// Returns the values of the leaves that `select` accepts in a picture, from left to right.
    #[must_use]
    pub fn leaves_where(&self, picture: &Picture, select: impl Fn(&NodeState) -> bool) -> Vec<i32> {
        let nodes = self.nodes.iter().zip(&picture.states);
        nodes.filter(|(_, state)| select(state)).filter_map(|(node, _)| node.value).collect()
    }

    /// Returns the values of the visited leaves in the order of their first visit.
    #[must_use]
    pub fn leaf_sequence(&self) -> Vec<i32> {
        let nodes = self.nodes.iter().zip(&self.last().states).filter(|(node, _)| node.kind == DiagramNodeKind::Leaf);
        let mut leaves: Vec<_> = nodes.filter_map(|(node, state)| Some((state.visit?, node.value?))).collect();
        leaves.sort_unstable();
        leaves.into_iter().map(|(_, value)| value).collect()
    }

    /// Returns the drawing reduced to the nodes that `select` accepts in the last picture. They must form a tree.
    #[must_use]
    pub fn only(&self, select: impl Fn(&NodeState) -> bool) -> Drawing {
        let keep: Vec<usize> = (0..self.nodes.len()).filter(|&n| n == 0 || select(&self.last().states[n])).collect();
        // Removing nodes changes the indices of the others.
        let new = |old: usize| keep.binary_search(&old).ok();
        let nodes = keep.iter().map(|&n| {
            let mut node = self.nodes[n].clone();
            node.sons = node.sons.iter().filter_map(|&son| new(son)).collect();
            node.parent = node.parent.and_then(new);
            node
        });
        let pictures = self.pictures.iter().map(|picture| {
            let states = keep.iter().map(|&n| picture.states[n].clone()).collect();
            Picture { states, ..picture.clone() }
        });
        Drawing { nodes: nodes.collect(), pictures: pictures.collect(), ..self.clone() }
    }
}
