//! The verification of a solution tree by the rules of the game alone.
//!
//! **Source.** \[dBP96\], section 3 (the form of a solution tree, and Lemma 3).
//! **Cost.** The moves of every inner node and the evaluation of every leaf, once; no recursion.
//! **When to use it.** On every proof of untrusted origin: read from a file, or found by a parallel search. This module
//! uses neither search nor memory.
//!
//! **Contract.** `Ok(bound)` only if, at the depth of the tree, the value of `root` is at most (max) or at least (min)
//! `bound`, and the tree states this bound.

use super::tree::{SolutionKind, SolutionNode, SolutionTree};
use crate::distance::from_root;
use crate::knowledge::known_value;
use crate::{Depth, Evaluator, MoveBuf, Player, Score};
use std::fmt;

/// The first error of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProofFlaw {
    /// The path of the node, as move indices from the root.
    pub path: Vec<u16>,
    /// The error at this node.
    pub fault: Fault,
}

/// An error at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The tree has a leaf, but the game continues and the horizon is further away.
    Unfinished {
        /// The number of moves.
        moves: usize,
    },
    /// The tree continues, but the node is at the horizon or the game is over.
    PastTheEnd {
        /// The number of sons in the tree.
        sons: u16,
    },
    /// All moves are needed, but the tree has more or fewer.
    NotAll {
        /// The number of moves.
        moves: usize,
        /// The number of sons in the tree.
        sons: u16,
    },
    /// One move is needed, but the tree has several.
    NotOne {
        /// The number of sons in the tree.
        sons: u16,
    },
    /// All moves are needed, once each and in the order of generation, but this is another one.
    WrongPlace {
        /// The expected index.
        expected: u16,
    },
    /// There is no such move.
    NoSuchMove {
        /// The number of moves.
        moves: usize,
    },
    /// The value in the tree, for MAX, is not the one by the rules.
    Value {
        /// The value in the tree.
        stated: Score,
        /// The value by the rules.
        actual: Score,
    },
}

impl fmt::Display for ProofFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a proof: at {:?} ", self.path)?;
        match self.fault {
            Fault::Unfinished { moves } => write!(f, "the tree ends, but there are {moves} moves"),
            Fault::PastTheEnd { sons } => write!(f, "the tree has {sons} sons, but expected a leaf"),
            Fault::NotAll { moves, sons } => write!(f, "expected all {moves} moves, found {sons}"),
            Fault::NotOne { sons } => write!(f, "expected one move, found {sons}"),
            Fault::WrongPlace { expected } => write!(f, "expected the move at place {expected}"),
            Fault::NoSuchMove { moves } => write!(f, "there is no such move, only {moves}"),
            Fault::Value { stated, actual } => write!(f, "the value is {actual}, not {stated}"),
        }
    }
}

impl std::error::Error for ProofFlaw {}

/// Replays a tree from `root`, and returns the bound that it proves for the player to move there.
///
/// # Errors
/// If the tree proves nothing, or not what it states.
pub fn verify<G: Evaluator>(game: &G, root: &G::Position, tree: &SolutionTree) -> Result<Score, ProofFlaw> {
    let mut check = TreeVerifier { game, tree, max: game.mover(root), open: Vec::new(), path: Vec::new() };
    for (at, node) in tree.nodes().iter().enumerate() {
        if at > 0 {
            check.path.push(node.place);
        }
        let checked = check.enter(root, node).and_then(|(position, depth)| check.judge(at, position, depth));
        checked.map_err(|fault| ProofFlaw { path: check.path.clone(), fault })?;
    }
    Ok(tree.bound())
}

/// The state of a verification.
struct TreeVerifier<'t, G: Evaluator> {
    game: &'t G,
    tree: &'t SolutionTree,
    max: Player,
    /// The inner nodes above the current one.
    open: Vec<InnerNode<G>>,
    path: Vec<u16>,
}

/// An inner node whose sons are being verified.
struct InnerNode<G: Evaluator> {
    at: usize,
    position: G::Position,
    depth: Depth,
    plays: Vec<G::Move>,
    /// The number of sons done.
    done: u16,
    /// The value that they prove.
    value: Option<Score>,
}

impl<G: Evaluator> TreeVerifier<'_, G> {
    /// Returns the position of a node, by its move from its parent.
    fn enter(&self, root: &G::Position, node: &SolutionNode) -> Result<(G::Position, Depth), Fault> {
        let Some(above) = self.open.last() else { return Ok((root.clone(), self.tree.depth())) };
        let moves = above.plays.len();
        if !self.needs_one(&above.position) && node.place != above.done {
            return Err(Fault::WrongPlace { expected: above.done });
        }
        let play = above.plays.get(usize::from(node.place)).ok_or(Fault::NoSuchMove { moves })?;
        Ok((self.game.play(&above.position, *play), above.depth.child()))
    }

    /// Verifies a node, and its ancestors that it completes.
    fn judge(&mut self, at: usize, position: G::Position, depth: Depth) -> Result<(), Fault> {
        let node = &self.tree.nodes()[at];
        let ply = self.open.len();
        let mut moves = MoveBuf::new();
        let over = self.game.moves(&position, &mut moves);
        let known = known_value(self.game, &position, depth, ply);
        // A position that is not over must have a move; one that breaks this rule is evaluated.
        if over.is_some() || known.is_some() || depth.is_horizon() || moves.is_empty() {
            if node.sons > 0 {
                return Err(Fault::PastTheEnd { sons: node.sons });
            }
            let leaf = || from_root(self.game, over.unwrap_or_else(|| self.game.evaluate(&position)), ply);
            let score = known.unwrap_or_else(leaf);
            return self.close(at, score.flip_if(self.game.mover(&position) != self.max));
        }
        let one = self.needs_one(&position);
        match node.sons {
            0 => return Err(Fault::Unfinished { moves: moves.len() }),
            1 if one => {}
            sons if one => return Err(Fault::NotOne { sons }),
            sons if usize::from(sons) != moves.len() => return Err(Fault::NotAll { moves: moves.len(), sons }),
            _ => {}
        }
        self.open.push(InnerNode { at, position, depth, plays: moves.iter().collect(), done: 0, value: None });
        Ok(())
    }

    /// Compares the value of a complete node, and continues with its ancestors up to the first incomplete one.
    fn close(&mut self, mut at: usize, mut actual: Score) -> Result<(), Fault> {
        loop {
            let stated = self.tree.nodes()[at].value;
            if stated != actual {
                return Err(Fault::Value { stated, actual });
            }
            self.path.pop();
            let Some(above) = self.open.last_mut() else { return Ok(()) };
            above.done += 1;
            let value = above.value.map_or(actual, |value| self.tree.kind().select(value, actual));
            above.value = Some(value);
            if above.done < self.tree.nodes()[above.at].sons {
                return Ok(());
            }
            (at, actual) = (above.at, value);
            self.open.pop();
        }
    }

    /// Returns whether the tree needs one move here: of MIN in a max solution tree, of MAX in a min solution tree.
    fn needs_one(&self, position: &G::Position) -> bool {
        let max_moves = self.game.mover(position) == self.max;
        match self.tree.kind() {
            SolutionKind::Max => !max_moves,
            SolutionKind::Min => max_moves,
        }
    }
}
