//! The upper tree of a search: what it found out about the first moves, and what it spent on each of them.

use serde::Serialize;

/// The first plies of the tree that a search has visited, below a path from its root.
///
/// It is that of the last iteration: under iterative deepening, of the search to the full depth with what the iterations
/// before it left in memory. The same request gives the same tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct UpperTree {
    /// The node at the end of the path; the root of the search if the path is empty.
    pub root: UpperNode,
    /// The depth of the iteration in plies; `None` for the end of the game.
    pub depth: Option<u32>,
    /// The value of the position for its player to move, if the algorithm finds it.
    pub value: Option<i32>,
    /// The nodes of the iteration. At the root of the search, [`UpperNode::below`] is the same number.
    pub nodes: u64,
    /// The time of the iteration in seconds, without the time for the tree.
    pub seconds: f64,
}

/// A node of the upper tree.
///
/// Bounds and values are those of the node at the greatest depth to which it was searched, for the player that made the
/// move to it: a larger number is better for the player that chose the move. At the root of the search they are for the player to
/// move.
///
/// The nodes spent on a node are those spent on its children, its own visits, and [`UpperNode::aside`]:
/// `below = visits + aside + (sum of below over the children)`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct UpperNode {
    /// The move that leads to the node; `None` at the root of the search.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// The proven lower bound; `None` if infinite.
    pub lower: Option<i32>,
    /// The proven upper bound; `None` if infinite.
    pub upper: Option<i32>,
    /// The move that proves the node's bound for its player to move: the best reply to the move that leads to the node.
    /// `None` if none was proven, or if the bound came from memory.
    pub best: Option<String>,
    /// The nodes spent on it and below it, over all visits.
    pub below: u64,
    /// The number of visits, those included where memory refuted the node before the search entered it.
    pub visits: u64,
    /// The nodes spent below it outside of its children: children that memory refuted before the search entered them and
    /// that cannot be told, searches to smaller depths, and those of rules of selective search.
    pub aside: u64,
    /// The way in which its last visit ended.
    pub answered: AnsweredBy,
    /// True if a cutoff ended its last visit: children that are not listed were not searched.
    pub cut: bool,
    /// The number of its legal moves; 0 if the game is over.
    pub moves: usize,
    /// The children that the search visited, in the order of generation; `None` if they lie below the plies of the
    /// request.
    pub children: Option<Vec<UpperNode>>,
}

/// The way in which a visit of a node ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum AnsweredBy {
    /// The node was not visited.
    #[default]
    None,
    /// Its moves were searched.
    Search,
    /// Memory answered.
    Table,
    /// It is at the horizon, the game is over, or the game knew enough without a search.
    Leaf,
    /// A rule of selective search decided it.
    Rule,
}
