//! The upper tree as a graph: positions, their bounds, and what is known of them.

use crate::{Job, JobResult};
use nullwindow::{Bounds, Score};
use nullwindow_engine::PositionText;
use std::collections::HashMap;

/// The number of a node.
pub(crate) type NodeNumber = usize;

/// A position of the upper tree. Scores are those of MAX, the player to move at the root.
#[derive(Debug)]
pub(crate) struct GraphNode {
    pub(crate) position: PositionText,
    /// The position as the game writes it.
    pub(crate) notation: String,
    /// True if MAX is to move.
    pub(crate) is_max: bool,
    /// The plies from the root.
    pub(crate) ply: u32,
    /// True if the game is over.
    pub(crate) is_over: bool,
    pub(crate) bounds: Bounds,
    /// The value that a shallow search expects.
    pub(crate) estimate: i32,
    /// The moves and the nodes they lead to; `None` at the frontier.
    pub(crate) children: Option<Vec<(String, NodeNumber)>>,
    pub(crate) parents: Vec<NodeNumber>,
    /// The jobs that searched this position.
    pub(crate) results: Vec<(Job, JobResult)>,
    /// True if a job reached its node limit here.
    pub(crate) is_hard: bool,
}

impl GraphNode {
    /// Returns whether the value is at least `gamma`, if the bounds tell.
    pub(crate) fn test(&self, gamma: Score) -> Option<bool> {
        if self.bounds.lower >= gamma {
            Some(true)
        } else if self.bounds.upper < gamma {
            Some(false)
        } else {
            None
        }
    }

    /// Returns bounds for MAX as the player to move sees them, or the reverse.
    pub(crate) fn turned(&self, bounds: Bounds) -> Bounds {
        bounds.flip_if(!self.is_max)
    }

    /// Returns the bound that the player to move tests for MAX's test `gamma`.
    ///
    /// For the other player `v >= gamma` is `-v <= -gamma`: the test whether its value is at least `1 - gamma` fails.
    pub(crate) fn tested_bound(&self, gamma: Score) -> Score {
        if self.is_max { gamma } else { -gamma.pred() }
    }
}

/// The nodes, and the way from a position to its node: moves that transpose lead to the same one.
#[derive(Debug, Default)]
pub(crate) struct UpperGraph {
    pub(crate) nodes: Vec<GraphNode>,
    by_key: HashMap<String, NodeNumber>,
    /// The nodes that are new, or whose bounds or children changed, since they were last drained.
    changed: Vec<NodeNumber>,
}

impl UpperGraph {
    /// Returns the node of a position.
    pub(crate) fn find(&self, key: &str) -> Option<NodeNumber> {
        self.by_key.get(key).copied()
    }

    pub(crate) fn add(&mut self, key: String, node: GraphNode) -> NodeNumber {
        let number = self.nodes.len();
        self.nodes.push(node);
        self.changed.push(number);
        self.by_key.insert(key, number);
        number
    }

    /// Sets the children of a node.
    pub(crate) fn expand(&mut self, parent: NodeNumber, children: Vec<(String, NodeNumber)>) {
        for &(_, child) in &children {
            if !self.nodes[child].parents.contains(&parent) {
                self.nodes[child].parents.push(parent);
            }
        }
        self.nodes[parent].children = Some(children);
        self.changed.push(parent);
    }

    /// Marks a node as changed by something that the graph does not know, such as a job.
    pub(crate) fn mark(&mut self, node: NodeNumber) {
        self.changed.push(node);
    }

    /// Returns the nodes that changed since the last call.
    pub(crate) fn drain_changed(&mut self) -> Vec<NodeNumber> {
        std::mem::take(&mut self.changed)
    }

    /// Narrows the bounds of a node, and of all nodes above it that follow from them.
    ///
    /// # Errors
    /// The first node whose bounds cross, which means that two results contradict each other.
    pub(crate) fn narrow(&mut self, node: NodeNumber, by: Bounds) -> Result<(), NodeNumber> {
        if self.intersect(node, by)? {
            for parent in self.nodes[node].parents.clone() {
                self.back_up(parent)?;
            }
        }
        Ok(())
    }

    /// Computes the bounds of a node from those of its children, and of all nodes above it that follow from them.
    ///
    /// # Errors
    /// As [`UpperGraph::narrow`].
    pub(crate) fn back_up(&mut self, node: NodeNumber) -> Result<(), NodeNumber> {
        let mut changed = vec![node];
        while let Some(node) = changed.pop() {
            let Some(bounds) = self.bounds_by_children(node) else { continue };
            if self.intersect(node, bounds)? {
                changed.extend(&self.nodes[node].parents);
            }
        }
        Ok(())
    }

    /// Returns whether a path of undecided nodes connects a node to the root. `known` keeps the answers about other nodes.
    pub(crate) fn is_open(
        &self,
        root: NodeNumber,
        node: NodeNumber,
        gamma: Score,
        known: &mut HashMap<NodeNumber, bool>,
    ) -> bool {
        if let Some(&open) = known.get(&node) {
            return open;
        }
        let at = &self.nodes[node];
        let open = at.test(gamma).is_none()
            && (node == root || at.parents.iter().any(|&parent| self.is_open(root, parent, gamma, known)));
        known.insert(node, open);
        open
    }

    fn bounds_by_children(&self, node: NodeNumber) -> Option<Bounds> {
        let at = &self.nodes[node];
        let best = |a: Score, b: Score| if at.is_max { a.max(b) } else { a.min(b) };
        let bounds = at.children.as_ref()?.iter().map(|&(_, child)| self.nodes[child].bounds);
        bounds.reduce(|a, b| Bounds { lower: best(a.lower, b.lower), upper: best(a.upper, b.upper) })
    }

    fn intersect(&mut self, node: NodeNumber, by: Bounds) -> Result<bool, NodeNumber> {
        let bounds = &mut self.nodes[node].bounds;
        let narrow = bounds.and(by);
        let changed = narrow != *bounds;
        *bounds = narrow;
        if changed {
            self.changed.push(node);
        }
        if narrow.lower > narrow.upper { Err(node) } else { Ok(changed) }
    }
}
