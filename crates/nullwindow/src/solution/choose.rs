//! The steps of an extraction at a node: expanding it, and, where one move is needed, choosing one that is known to
//! prove the bound.

use super::extract::{ExtractError, Extraction};
use super::tree::SolutionKind;
use crate::depth_first::Mt;
use crate::distance::{bounds_at_node, from_root};
use crate::knowledge::known_value;
use crate::memory::Memory;
use crate::observe::Visit;
use crate::{Bounds, Context, Depth, Evaluator, Game, Score, Stopped, Window};

/// A bound for MAX that holds at every node of its tree.
#[derive(Clone, Copy)]
pub(super) struct BoundClaim {
    pub(super) kind: SolutionKind,
    pub(super) bound: Score,
}

/// A node, expanded by the rules alone.
pub(super) enum ExtractedNode<M> {
    /// A leaf and its value for MAX.
    Leaf(Score),
    /// An inner node and its moves.
    Inner(Vec<M>),
}

impl<C: Context> Extraction<'_, '_, C> {
    /// Returns whether the player that moves at the root moves here.
    pub(super) fn is_max(&self, position: &C::Position) -> bool {
        self.worker.game.mover(position) == self.worker.game.mover(self.root)
    }

    /// Expands a node by the rules of the game and what it knows, without memory.
    pub(super) fn expand(
        &mut self,
        position: &C::Position,
        depth: Depth,
        path: &[u16],
    ) -> Result<ExtractedNode<C::Move>, ExtractError> {
        let worker = &mut *self.worker;
        if let Some(value) = known_value(worker.game, position, depth, path.len()) {
            return Ok(ExtractedNode::Leaf(value.flip_if(!self.is_max(position))));
        }
        let list = worker.moves.open();
        let over = worker.game.moves(position, &mut worker.moves);
        let plays: Vec<C::Move> = worker.moves.iter().collect();
        worker.moves.close(list);
        if over.is_none() && !depth.is_horizon() && !plays.is_empty() {
            // Only here, as in a search: a leaf at the limit has its value.
            if worker.budget.is_too_deep(path.len(), &path) {
                return Err(ExtractError::Stopped { path: path.to_vec(), reason: Stopped::Endless });
            }
            return Ok(ExtractedNode::Inner(plays));
        }
        let score = over.unwrap_or_else(|| worker.game.evaluate(position));
        let score = from_root(worker.game, score, path.len());
        Ok(ExtractedNode::Leaf(score.flip_if(!self.is_max(position))))
    }

    /// Returns the index of a move that is known to prove the claim, at a node that needs one.
    pub(super) fn choose(
        &mut self,
        claim: BoundClaim,
        position: &C::Position,
        depth: Depth,
        plays: &[C::Move],
        path: &[u16],
    ) -> Result<u16, ExtractError> {
        let hint = self.worker.memory.probe(self.worker.memory.key(self.worker.game, position), depth).best;
        let hinted = hint.map(usize::from).filter(|&place| place < plays.len());
        // The move from memory first: it is the one that the search proved.
        let mut places = hinted.into_iter().chain(0..plays.len());
        let game = self.worker.game;
        let found =
            places.find(|&place| self.proves(claim, &game.play(position, plays[place]), depth.child(), path.len() + 1));
        match found.and_then(|place| u16::try_from(place).ok()) {
            Some(place) => Ok(place),
            None if self.complete => self.search_again(claim, position, depth, path),
            None => Err(ExtractError::Lost { path: path.to_vec() }),
        }
    }

    /// Returns whether the rules, the game or memory prove the claim at a node.
    ///
    /// From the game only an exact value counts: the tree must be verifiable by play.
    fn proves(&mut self, claim: BoundClaim, position: &C::Position, depth: Depth, ply: usize) -> bool {
        let worker = &mut *self.worker;
        let over = worker.over(position).map(|score| from_root(worker.game, score, ply));
        let known = match over.or_else(|| known_value(worker.game, position, depth, ply)) {
            Some(value) => Bounds::exactly(value),
            None if depth.is_horizon() => Bounds::exactly(from_root(worker.game, worker.game.evaluate(position), ply)),
            None => worker.probe_from_root(worker.memory.key(worker.game, position), depth, ply).bounds,
        };
        let known = known.flip_if(!self.is_max(position));
        match claim.kind {
            SolutionKind::Max => known.upper <= claim.bound,
            SolutionKind::Min => known.lower >= claim.bound,
        }
    }

    /// Runs MT at a node that needs one move, and returns the move that caused the cutoff.
    fn search_again(
        &mut self,
        claim: BoundClaim,
        position: &C::Position,
        depth: Depth,
        path: &[u16],
    ) -> Result<u16, ExtractError> {
        let flip = !self.is_max(position);
        let worker = &mut *self.worker;
        // The bound seen from the node, which is the root of this search.
        let bound = Bounds::at_least(claim.bound.flip_if(flip));
        let gamma = bounds_at_node(worker.game, bound, path.len()).lower.clamp(Score::MIN, Score::INFINITY);
        worker.moves.clear();
        worker.root_best = None;
        // At ply 0 memory does not answer, so the search leaves its best move in `root_best`.
        let visit = Visit { position, ply: 0, depth, place: 0 };
        let value = worker
            .search_shared::<Mt>(visit, Window::null(gamma))
            .map_err(|reason| ExtractError::Stopped { path: path.to_vec(), reason })?;
        match worker.root_best {
            Some((place, _)) if value.score >= gamma => Ok(place),
            _ => {
                let value = from_root(worker.game, value.score, path.len()).flip_if(flip);
                Err(ExtractError::Untrue { path: path.to_vec(), value })
            }
        }
    }
}
