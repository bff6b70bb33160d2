//! What a drawing shows, as plain data. Scores are those of MAX; none is an infinity.

use super::shape::{DiagramNode, DiagramNodeKind};
use serde::Serialize;

/// A tree as an algorithm searched it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Drawing {
    /// The algorithm's name.
    pub algorithm: String,
    /// What the tree is called.
    pub title: String,
    /// The tree as text.
    pub position: String,
    /// The depth searched to; none to the ends.
    pub depth: Option<u32>,
    /// The value, where it was found exactly.
    pub value: Option<i32>,
    /// What was proven: at least this.
    pub lower: Option<i32>,
    /// What was proven: at most this.
    pub upper: Option<i32>,
    /// The place of the move that proves the lower bound, counted from 0.
    #[serde(rename = "move")]
    pub best: Option<u16>,
    /// How many leaves the tree has.
    pub all_leaves: usize,
    /// Distinct leaves visited.
    pub leaves: u64,
    /// Leaves, every visit counted.
    pub leaf_visits: u64,
    /// Inner nodes, every visit counted.
    pub interior: u64,
    /// Leaf visits, interior nodes and nodes where memory answered.
    pub total: u64,
    /// How many passes there are.
    pub passes: usize,
    /// The nodes in preorder.
    pub nodes: Vec<DiagramNode>,
    /// One for every pass, the last one showing the end.
    pub pictures: Vec<Picture>,
    /// The operator's work on its lists, step by step, for algorithms that have them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<GammaStep>,
}

/// The tree at the end of a pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Picture {
    /// The question, in words.
    pub question: String,
    /// The answer, in words.
    pub reply: String,
    /// The window's lower edge.
    pub alpha: Option<i32>,
    /// The window's upper edge.
    pub beta: Option<i32>,
    /// The answer.
    pub answer: Option<i32>,
    /// What is known of the root: at least this.
    pub lower: Option<i32>,
    /// What is known of the root: at most this.
    pub upper: Option<i32>,
    /// Distinct leaves visited so far.
    pub leaves: usize,
    /// Of these, those of this pass.
    pub new_leaves: usize,
    /// Every node in this picture, in the order of [`Drawing::nodes`].
    pub states: Vec<NodeState>,
    /// The OPEN list, best first, of algorithms that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<OpenListEntry>>,
    /// The BACKUP list, of PS*.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub backup: Vec<BackupListEntry>,
}

/// A node in a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Default)]
pub struct NodeState {
    /// Which node to be visited it was, counted from 1.
    pub visit: Option<u32>,
    /// Whether this pass came here.
    pub now: bool,
    /// Whether this pass came here first.
    pub new: bool,
    /// Whether memory answered here in this pass.
    pub recalled: bool,
    /// Whether its parent was visited and it was not: the edge to it is cut.
    pub cut: bool,
    /// What is known: at least this.
    pub lower: Option<i32>,
    /// What is known: at most this.
    pub upper: Option<i32>,
    /// Whether it is in the max solution tree, which proves the root's upper bound.
    pub max_tree: bool,
    /// Whether it is in the min solution tree, which proves the root's lower bound.
    pub min_tree: bool,
    /// Whether it is on the line of best play, which both trees share once the bounds have met.
    pub line: bool,
}

/// An entry of OPEN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenListEntry {
    /// The node's name.
    pub name: String,
    /// Whether it is solved; else it is live.
    pub solved: bool,
    /// Its merit.
    pub merit: Option<i32>,
    /// Its merit as text, with the sign of an infinity.
    #[serde(skip)]
    pub text: String,
}

/// An entry of BACKUP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BackupListEntry {
    /// The node's name.
    pub name: String,
    /// How many of its sons are or were in OPEN.
    pub last: u16,
    /// Its lower bound.
    pub low: Option<i32>,
    /// Its upper bound.
    pub high: Option<i32>,
}

/// One application of the operator Gamma.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GammaStep {
    /// The state taken off the front.
    pub taken: OpenListEntry,
    /// The case that applied; 0 for the end.
    pub case: u8,
    /// OPEN after it.
    pub open: Vec<OpenListEntry>,
    /// The number of its pass, from 0.
    pub pass: usize,
}

impl Drawing {
    /// The last picture: the end of the search.
    ///
    /// # Panics
    /// Never: there is always one.
    #[must_use]
    pub fn last(&self) -> &Picture {
        self.pictures.last().expect("there is at least one picture")
    }

    /// The answers of all passes: `41 -> 36 -> 35 -> 35`.
    #[must_use]
    pub fn answers(&self) -> String {
        let text = |picture: &Picture| picture.answer.map_or("?".to_owned(), |answer| answer.to_string());
        self.pictures.iter().map(text).collect::<Vec<_>>().join(" -> ")
    }

    /// Value, leaves and passes, in words.
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
            passes @ 2..=12 => format!("{passes} passes: {}", self.answers()),
            passes => format!("{passes} passes"),
        };
        [value, leaves, passes]
    }

    /// The values of the leaves that a picture selects, from left to right.
    #[must_use]
    pub fn leaves_where(&self, picture: &Picture, select: impl Fn(&NodeState) -> bool) -> Vec<i32> {
        let nodes = self.nodes.iter().zip(&picture.states);
        nodes.filter(|(_, state)| select(state)).filter_map(|(node, _)| node.value).collect()
    }

    /// The values of the leaves in the order of their first visit.
    #[must_use]
    pub fn leaf_sequence(&self) -> Vec<i32> {
        let nodes = self.nodes.iter().zip(&self.last().states).filter(|(node, _)| node.kind == DiagramNodeKind::Leaf);
        let mut leaves: Vec<_> = nodes.filter_map(|(node, state)| Some((state.visit?, node.value?))).collect();
        leaves.sort_unstable();
        leaves.into_iter().map(|(_, value)| value).collect()
    }

    /// The drawing with nothing left but the nodes that the last picture selects, which must be a tree.
    #[must_use]
    pub fn only(&self, select: impl Fn(&NodeState) -> bool) -> Drawing {
        let keep: Vec<usize> = (0..self.nodes.len()).filter(|&n| n == 0 || select(&self.last().states[n])).collect();
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
