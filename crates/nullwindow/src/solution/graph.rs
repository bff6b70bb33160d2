//! The left-most minimal graph of a search: the nodes that it would visit if it knew every answer.
//!
//! **Source.** \[PSPB96\], sections 3.3 and 6: programs are compared with their theoretical lower bound, the minimal
//! tree; with transpositions, a graph.
//! **Cost.** One visit of each of its nodes.
//! **When to use it.** To measure the distance of a search from the optimum in a real game. It is the graph of the
//! moves in memory, and so an upper bound on the smallest one.
//!
//! Nodes have three types. At an *exact* node one son keeps the value and is exact too; the others are refuted. A
//! *lower* node is proven to be worth at least the value to MAX, by one move of MAX or all moves of MIN; an *upper*
//! node is the dual. A position counts once per type and depth in which it occurs. Without transpositions the graph is
//! the critical tree.

use super::choose::{BoundClaim, ExtractedNode};
use super::extract::{ExtractError, Extraction};
use super::tree::SolutionKind;
use crate::memory::Memory;

use crate::{Context, Depth, Game, Score};
use std::collections::HashSet;

/// A count of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct NodeTally {
    /// The positions at the horizon or at the end of the game.
    pub leaves: u64,
    /// The other positions.
    pub interior: u64,
}

impl NodeTally {
    /// Returns the sum of both.
    #[must_use]
    pub fn total(self) -> u64 {
        self.leaves + self.interior
    }
}

/// The size of a minimal graph, by the type of its nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct MinimalGraph {
    /// The exact nodes: their value must be known.
    pub exact: NodeTally,
    /// The lower nodes: they must be worth enough to MAX.
    pub lower: NodeTally,
    /// The upper nodes: they must not be worth more to MAX.
    pub upper: NodeTally,
}

impl MinimalGraph {
    /// Returns the sum over all types.
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

/// The type of a node: what must be proven of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum NodeType {
    Exact,
    Lower,
    Upper,
}

/// The visited nodes: the key of the position, its depth (zero for leaves), whether MAX moves there, and the type.
type VisitedSet = HashSet<(u64, Depth, bool, NodeType)>;

/// The state of the walk.
struct GraphWalk {
    value: Score,
    count: MinimalGraph,
    seen: VisitedSet,
    path: Vec<u16>,
}

impl<C: Context> Extraction<'_, '_, C> {
    /// Measures the minimal graph in memory that proves the value to be `value`. The node limit applies to the graph.
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

    /// Visits a node and what must be proven below it.
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
            // A leaf is the same node at every depth.
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

    /// Visits the sons that the proof of a node needs.
    fn walk_sons(
        &mut self,
        proof: NodeType,
        position: &C::Position,
        depth: Depth,
        plays: &[C::Move],
        graph: &mut GraphWalk,
    ) -> Result<(), ExtractError> {
        // The kind of solution tree that needs one son here, and what it proves.
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

/// Checks the value of a leaf against the type of its node.
fn check(proof: NodeType, graph: &GraphWalk, value: Score) -> Result<(), ExtractError> {
    let holds = match proof {
        NodeType::Exact => value == graph.value,
        NodeType::Lower => value >= graph.value,
        NodeType::Upper => value <= graph.value,
    };
    if holds { Ok(()) } else { Err(ExtractError::Untrue { path: graph.path.clone(), value }) }
}
