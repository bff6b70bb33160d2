//! The left-most minimal graph that a search has found: what it would visit if it knew every answer.
//!
//! **Source.** Paper 001, sections 3.3 and 6: programs are compared with their theoretical lower bound, the
//! minimal tree; where moves transpose, a graph. **Cost.** A visit of each of its nodes.
//! **When to use it.** To see how far from the optimum a search on a real game is. It is the graph of the
//! moves that memory holds, and so an upper bound on the smallest one.
//!
//! Nodes are of three types. At an *exact* node one son keeps the value and is exact too; the others are
//! refuted. A *lower* node is proven to be worth at least the value to MAX, by one move of MAX or all of
//! MIN; an *upper* node is the dual. A position counts once for each type in which it occurs at a depth.
//! Without transpositions the graph is the critical tree.

use super::choose::{BoundClaim, ExtractedNode};
use super::extract::{ExtractError, Extraction};
use super::tree::SolutionKind;
use crate::memory::Memory;

use crate::{Context, Depth, Game, Score};
use std::collections::HashSet;

/// Nodes counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodeTally {
    /// Positions at the horizon or finished.
    pub leaves: u64,
    /// The others.
    pub interior: u64,
}

impl NodeTally {
    /// Returns both together.
    #[must_use]
    pub fn total(self) -> u64 {
        self.leaves + self.interior
    }
}

/// The size of a minimal graph, by the type of its nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct MinimalGraph {
    /// Nodes whose value must be known.
    pub exact: NodeTally,
    /// Nodes that must be proven to be worth enough to MAX.
    pub lower: NodeTally,
    /// Nodes that must be proven to be worth no more.
    pub upper: NodeTally,
}

impl MinimalGraph {
    /// Returns all types together.
    #[must_use]
    pub fn all(&self) -> NodeTally {
        let each = [self.exact, self.lower, self.upper];
        NodeTally {
            leaves: each.iter().map(|tally| tally.leaves).sum(),
            interior: each.iter().map(|tally| tally.interior).sum(),
        }
    }

    fn of(&mut self, proof: NodeType) -> &mut NodeTally {
        match proof {
            NodeType::Exact => &mut self.exact,
            NodeType::Lower => &mut self.lower,
            NodeType::Upper => &mut self.upper,
        }
    }
}

/// What must be proven of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum NodeType {
    Exact,
    Lower,
    Upper,
}

/// A position's key, its depth (zero for leaves), whether MAX moves there, and what is to be proven.
type VisitedSet = HashSet<(u64, Depth, bool, NodeType)>;

struct GraphWalk {
    value: Score,
    count: MinimalGraph,
    seen: VisitedSet,
    path: Vec<u16>,
}

impl<C: Context> Extraction<'_, '_, C> {
    /// Measures the minimal graph in memory that proves the value to be `value`. The limit of nodes is on
    /// the graph.
    ///
    /// # Errors
    /// See [`ExtractError`].
    pub fn minimal_graph(mut self, value: Score) -> Result<MinimalGraph, ExtractError> {
        self.worker.moves.clear();
        self.worker.budget.measure_stack(&value);
        let (root, depth) = (self.root, self.depth);
        let mut graph = GraphWalk { value, count: MinimalGraph::default(), seen: VisitedSet::new(), path: Vec::new() };
        self.walk(NodeType::Exact, root, depth, &mut graph)?;
        Ok(graph.count)
    }

    fn walk(
        &mut self,
        proof: NodeType,
        position: &C::Position,
        depth: Depth,
        graph: &mut GraphWalk,
    ) -> Result<(), ExtractError> {
        let look = self.expand(position, depth, &graph.path)?;
        let leaf = matches!(look, ExtractedNode::Leaf(_));
        if C::HAS_MEMORY {
            let key = self.worker.memory.key(self.worker.game, position);
            let at = if leaf { Depth::ZERO } else { depth };
            if !graph.seen.insert((key, at, self.is_max(position), proof)) {
                return Ok(());
            }
        }
        if graph.count.all().total() >= self.limit as u64 {
            return Err(ExtractError::TooLarge { limit: self.limit });
        }
        let tally = graph.count.of(proof);
        match look {
            ExtractedNode::Leaf(value) => {
                tally.leaves += 1;
                check(proof, graph, value)
            }
            ExtractedNode::Inner(plays) => {
                tally.interior += 1;
                self.walk_sons(proof, position, depth, &plays, graph)
            }
        }
    }

    fn walk_sons(
        &mut self,
        proof: NodeType,
        position: &C::Position,
        depth: Depth,
        plays: &[C::Move],
        graph: &mut GraphWalk,
    ) -> Result<(), ExtractError> {
        // The tree that needs one son here, and what it proves.
        let (kind, one) = if self.is_max(position) {
            (SolutionKind::Min, NodeType::Lower)
        } else {
            (SolutionKind::Max, NodeType::Upper)
        };
        let others = if one == NodeType::Lower { NodeType::Upper } else { NodeType::Lower };
        let chosen = if proof == others {
            None
        } else {
            let claim = BoundClaim { kind, bound: graph.value };
            Some(self.choose(claim, position, depth, plays, &graph.path)?)
        };
        let game = self.worker.game;
        for (place, &play) in (0u16..).zip(plays) {
            let need = match proof {
                _ if chosen == Some(place) => proof,
                NodeType::Exact => others,
                _ if chosen.is_none() => proof,
                _ => continue,
            };
            graph.path.push(place);
            self.walk(need, &game.play(position, play), depth.child(), graph)?;
            graph.path.pop();
        }
        Ok(())
    }
}

/// Returns whether a leaf is worth what it must be.
fn check(proof: NodeType, graph: &GraphWalk, value: Score) -> Result<(), ExtractError> {
    let holds = match proof {
        NodeType::Exact => value == graph.value,
        NodeType::Lower => value >= graph.value,
        NodeType::Upper => value <= graph.value,
    };
    if holds { Ok(()) } else { Err(ExtractError::Untrue { path: graph.path.clone(), value }) }
}
