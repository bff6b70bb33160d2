//! The positions that a check examines: a tree of lines from the root, grown breadth-first and by random games.
//!
//! A line is one node, so that a small tree is not counted repeatedly.

use super::flaw::{Breach, Witness};
use super::law::Law;
use crate::{Evaluator, Keyed, MoveBuf, MovesToRank, Player, Score};
use std::collections::VecDeque;
use std::fmt::Debug;

/// All answers of a game about a position.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Facts<M> {
    pub(super) mover: Player,
    pub(super) over: Option<Score>,
    /// The moves with their ranks.
    pub(super) moves: Vec<(M, i64)>,
    /// The evaluation of an unfinished position.
    pub(super) evaluation: Option<Score>,
    pub(super) key: u64,
}

impl<M: Copy + Eq + Debug> Facts<M> {
    /// Collects the answers of the game, with `junk` in the buffer below the open list.
    pub(super) fn of<G>(game: &G, position: &G::Position, junk: &[(M, i64)]) -> Facts<M>
    where
        G: Evaluator<Move = M> + Keyed,
    {
        let mut buffer = MoveBuf::new();
        junk.iter().for_each(|&(play, _)| buffer.push(play));
        let list = buffer.open();
        let over = game.moves(position, &mut buffer);
        let moves = buffer.entries.get_mut(list.start..).unwrap_or_default();
        if game.ranks_on_demand() {
            game.rank(position, &mut MovesToRank::new(moves));
        }
        Facts {
            mover: game.mover(position),
            over,
            moves: moves.iter().map(|entry| (entry.play, entry.rank)).collect(),
            evaluation: if over.is_none() { Some(game.evaluate(position)) } else { None },
            key: game.key(position),
        }
    }

    /// Returns the first difference from later answers.
    pub(super) fn change(&self, again: &Facts<M>) -> Option<Breach> {
        if self.mover != again.mover {
            return Some(Breach::new(Law::MoverVaries, format!("{:?}, then {:?}", self.mover, again.mover)));
        }
        if self.over != again.over {
            let seen = format!("a final score of {}, then {}", shown(self.over), shown(again.over));
            return Some(Breach::new(Law::MovesVary, seen));
        }
        if self.moves != again.moves {
            return Some(Breach::new(Law::MovesVary, self.first_other_move(again)));
        }
        if self.evaluation != again.evaluation {
            let seen = format!("an evaluation of {}, then {}", shown(self.evaluation), shown(again.evaluation));
            return Some(Breach::new(Law::EvaluationVaries, seen));
        }
        (self.key != again.key)
            .then(|| Breach::new(Law::KeyVaries, format!("the key {:#x}, then {:#x}", self.key, again.key)))
    }

    /// Describes the first move that differs.
    fn first_other_move(&self, again: &Facts<M>) -> String {
        let index = self.moves.iter().zip(&again.moves).take_while(|(a, b)| a == b).count();
        let name = |facts: &Facts<M>| {
            facts.moves.get(index).map_or("no move".to_owned(), |(play, rank)| format!("{play:?} of rank {rank}"))
        };
        let (count, counted) = (self.moves.len(), again.moves.len());
        format!("{count} moves, then {counted}; at index {index} {}, then {}", name(self), name(again))
    }
}

/// Formats a score, or its absence.
pub(super) fn shown(score: Option<Score>) -> String {
    score.map_or("none".to_owned(), |score| score.to_string())
}

pub(super) type NodeId = usize;

pub(super) const ROOT: NodeId = 0;

/// A position and the move that led to it.
#[derive(Debug)]
pub(super) struct SampleNode<P, M> {
    pub(super) position: P,
    pub(super) facts: Facts<M>,
    pub(super) ply: usize,
    /// The parent, and the index of the move.
    pub(super) from: Option<(NodeId, usize)>,
    /// The sons by move index; empty until the first is visited.
    sons: Vec<Option<NodeId>>,
}

/// A sample of positions as a tree.
#[derive(Debug)]
pub(super) struct PositionSample<P, M> {
    pub(super) nodes: Vec<SampleNode<P, M>>,
    /// The last node of every random game.
    pub(super) ends: Vec<NodeId>,
}

impl<P: Clone, M: Copy + Eq + Debug> PositionSample<P, M> {
    pub(super) fn new<G>(game: &G, root: &P) -> PositionSample<P, M>
    where
        G: Evaluator<Position = P, Move = M> + Keyed,
    {
        let facts = Facts::of(game, root, &[]);
        let root = SampleNode { position: root.clone(), facts, ply: 0, from: None, sons: Vec::new() };
        PositionSample { nodes: vec![root], ends: Vec::new() }
    }

    /// Returns the son by the move with index `index`, and creates it if needed.
    pub(super) fn son<G>(&mut self, game: &G, id: NodeId, index: usize) -> NodeId
    where
        G: Evaluator<Position = P, Move = M> + Keyed,
    {
        let next = self.nodes.len();
        let node = &mut self.nodes[id];
        if node.sons.is_empty() {
            node.sons.resize(node.facts.moves.len(), None);
        }
        if let Some(son) = node.sons[index] {
            return son;
        }
        node.sons[index] = Some(next);
        let position = game.play(&node.position, node.facts.moves[index].0);
        let facts = Facts::of(game, &position, &[]);
        let son = SampleNode { position, facts, ply: node.ply + 1, from: Some((id, index)), sons: Vec::new() };
        self.nodes.push(son);
        next
    }

    /// Returns the son by a move, if the game continues and the move is legal.
    pub(super) fn son_by<G>(&mut self, game: &G, id: NodeId, play: M) -> Option<NodeId>
    where
        G: Evaluator<Position = P, Move = M> + Keyed,
    {
        let index = self.nodes[id].facts.moves.iter().position(|&(legal, _)| legal == play)?;
        self.goes_on(id).then(|| self.son(game, id, index))
    }

    /// Returns whether the game continues from here.
    pub(super) fn goes_on(&self, id: NodeId) -> bool {
        let facts = &self.nodes[id].facts;
        facts.over.is_none() && !facts.moves.is_empty()
    }

    /// Adds the `budget` positions nearest to this one, below it.
    pub(super) fn grow<G>(&mut self, game: &G, from: NodeId, budget: usize)
    where
        G: Evaluator<Position = P, Move = M> + Keyed,
    {
        let mut seen = 1;
        let mut queue = VecDeque::from([from]);
        while let Some(id) = queue.pop_front() {
            if !self.goes_on(id) {
                continue;
            }
            for index in 0..self.nodes[id].facts.moves.len() {
                if seen >= budget {
                    return;
                }
                seen += 1;
                queue.push_back(self.son(game, id, index));
            }
        }
    }

    /// Plays a random game.
    pub(super) fn playout<G>(&mut self, game: &G, dice: &mut Dice, longest: usize)
    where
        G: Evaluator<Position = P, Move = M> + Keyed,
    {
        let mut id = ROOT;
        for _ in 0..longest {
            if !self.goes_on(id) {
                break;
            }
            let index = dice.below(self.nodes[id].facts.moves.len());
            id = self.son(game, id, index);
        }
        self.ends.push(id);
    }

    /// Returns all nodes, shortest lines first.
    pub(super) fn by_ply(&self) -> Vec<NodeId> {
        let mut ids: Vec<NodeId> = (0..self.nodes.len()).collect();
        ids.sort_by_key(|&id| self.nodes[id].ply);
        ids
    }

    /// Returns the node and its ancestors, up to the root.
    pub(super) fn back(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.nodes[id].from.map(|(before, _)| before))
    }

    /// Returns the position of a node and the line to it.
    pub(super) fn witness(&self, id: NodeId) -> Witness<P, M> {
        let mut line: Vec<M> = self
            .back(id)
            .filter_map(|id| self.nodes[id].from.map(|(before, index)| self.nodes[before].facts.moves[index].0))
            .collect();
        line.reverse();
        Witness { line, position: self.nodes[id].position.clone() }
    }
}

/// A random number generator (splitmix64).
#[derive(Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Returns a number below `n`, which is not zero.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        usize::try_from(x % n.max(1) as u64).unwrap_or(0)
    }
}
