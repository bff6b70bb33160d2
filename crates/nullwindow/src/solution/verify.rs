//! Checks a solution tree by the rules of the game alone.
//!
//! **Source.** Paper 000, section 3 (the shape of a solution tree, and Lemma 3). **Cost.** The moves of every
//! inner node and the evaluation of every leaf, once; no recursion.
//! **When to use it.** On every proof whose origin you do not trust: one read from a file, one that a
//! parallel search found. Nothing here knows of searches or memory.
//!
//! **Contract.** `Ok(bound)` only if, at the tree's depth, the value of `root` is at most (max) or at least
//! (min) `bound`, and that is the bound which the tree states.

use super::tree::{SolutionKind, SolutionNode, SolutionTree};
use crate::distance::from_root;
use crate::knowledge::known_value;
use crate::{Depth, Evaluator, MoveBuf, Player, Score};
use std::fmt;

/// What is wrong with a tree, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofFlaw {
    /// The node, by the places of the moves from the root.
    pub path: Vec<u16>,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a node.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The game goes on here, and the horizon is further away; but the tree has a leaf.
    Unfinished {
        /// How many moves there are.
        moves: usize,
    },
    /// The node is at the horizon or the game is over; but the tree goes on.
    PastTheEnd {
        /// How many sons the tree has.
        sons: u16,
    },
    /// All moves are needed, and the tree has more or fewer.
    NotAll {
        /// How many moves there are.
        moves: usize,
        /// How many sons the tree has.
        sons: u16,
    },
    /// One move is needed, and the tree has several.
    NotOne {
        /// How many sons the tree has.
        sons: u16,
    },
    /// All moves are needed, each once and in the order of generation, and this is another.
    WrongPlace {
        /// The place whose turn it is.
        expected: u16,
    },
    /// There is no such move.
    NoSuchMove {
        /// How many moves there are.
        moves: usize,
    },
    /// The value that the tree states, for MAX, is not the one that the rules give.
    Value {
        /// What the tree says.
        stated: Score,
        /// What it is.
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

struct TreeVerifier<'t, G: Evaluator> {
    game: &'t G,
    tree: &'t SolutionTree,
    max: Player,
    /// The inner nodes above the one that is looked at.
    open: Vec<InnerNode<G>>,
    path: Vec<u16>,
}

/// An inner node whose sons are being looked at.
struct InnerNode<G: Evaluator> {
    at: usize,
    position: G::Position,
    depth: Depth,
    plays: Vec<G::Move>,
    /// How many sons are done.
    done: u16,
    /// What those prove.
    value: Option<Score>,
}

impl<G: Evaluator> TreeVerifier<'_, G> {
    /// Returns the position of a node, by its move from the one above it.
    fn enter(&self, root: &G::Position, node: &SolutionNode) -> Result<(G::Position, Depth), Fault> {
        let Some(above) = self.open.last() else { return Ok((root.clone(), self.tree.depth())) };
        let moves = above.plays.len();
        if !self.needs_one(&above.position) && node.place != above.done {
            return Err(Fault::WrongPlace { expected: above.done });
        }
        let play = above.plays.get(usize::from(node.place)).ok_or(Fault::NoSuchMove { moves })?;
        Ok((self.game.play(&above.position, *play), above.depth.child()))
    }

    /// Checks a node, and those above it that it completes.
    fn judge(&mut self, at: usize, position: G::Position, depth: Depth) -> Result<(), Fault> {
        let node = &self.tree.nodes()[at];
        let ply = self.open.len();
        let mut moves = MoveBuf::new();
        let over = self.game.moves(&position, &mut moves);
        let known = known_value(self.game, &position, depth, ply);
        // A position that is not over has a move; one that breaks this rule is evaluated.
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

    /// Compares the value of a node that is done, and goes up to the first that is not.
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

    /// Returns whether the tree needs one move here: MIN's in a max solution tree, MAX's in a min.
    fn needs_one(&self, position: &G::Position) -> bool {
        let max_moves = self.game.mover(position) == self.max;
        match self.tree.kind() {
            SolutionKind::Max => !max_moves,
            SolutionKind::Min => max_moves,
        }
    }
}
