//! What an extraction does at a node: look at it, and where one move is needed choose the one that is known to
//! prove the bound.

use super::extract::{ExtractError, Extraction};
use super::tree::Kind;
use crate::depth_first::kernel::Mindful;
use crate::distance::{bounds_at_node, from_root};
use crate::knowledge::known_value;
use crate::limits::Budget;
use crate::memory::Memory;
use crate::observe::{Observer, Visit};
use crate::{Bounds, Depth, Evaluator, Score, Stopped, Window};

/// A bound that holds at every node of its tree, for MAX.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) kind: Kind,
    pub(super) bound: Score,
}

/// A node, seen by the rules.
pub(super) enum Look<M> {
    /// A leaf and its value for MAX.
    Leaf(Score),
    /// An inner node and its moves.
    Inner(Vec<M>),
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Extraction<'_, '_, G, M, O> {
    /// Whether the player moves here who moves at the root.
    pub(super) fn is_max(&self, position: &G::Position) -> bool {
        self.search.game.mover(position) == self.search.game.mover(self.root)
    }

    pub(super) fn look(
        &mut self,
        position: &G::Position,
        depth: Depth,
        path: &[u16],
    ) -> Result<Look<G::Move>, ExtractError> {
        if path.len() >= Budget::MAX_PLY {
            return Err(ExtractError::Stopped { path: path.to_vec(), reason: Stopped::Endless });
        }
        let search = &mut *self.search;
        if let Some(value) = known_value(search.game, position, depth, path.len()) {
            return Ok(Look::Leaf(value.flip_if(!self.is_max(position))));
        }
        let list = search.moves.open();
        let over = search.game.moves(position, &mut search.moves);
        let plays: Vec<G::Move> = search.moves.iter().collect();
        search.moves.close(list);
        if over.is_none() && !depth.is_horizon() && !plays.is_empty() {
            return Ok(Look::Inner(plays));
        }
        let score = over.unwrap_or_else(|| search.game.evaluate(position));
        let score = from_root(search.game, score, path.len());
        Ok(Look::Leaf(score.flip_if(!self.is_max(position))))
    }

    /// The place of a move, at a node that needs one, that is known to prove the claim.
    pub(super) fn choose(
        &mut self,
        claim: Claim,
        position: &G::Position,
        depth: Depth,
        plays: &[G::Move],
        path: &[u16],
    ) -> Result<u16, ExtractError> {
        let hint = self.search.memory.recall(self.search.memory.key(self.search.game, position), depth).best;
        let hinted = hint.map(usize::from).filter(|&place| place < plays.len());
        let mut places = hinted.into_iter().chain(0..plays.len());
        let game = self.search.game;
        let found =
            places.find(|&place| self.knows(claim, &game.play(position, plays[place]), depth.child(), path.len() + 1));
        match found.and_then(|place| u16::try_from(place).ok()) {
            Some(place) => Ok(place),
            None if self.complete => self.search_again(claim, position, depth, path),
            None => Err(ExtractError::Lost { path: path.to_vec() }),
        }
    }

    /// Whether what is known of a node proves the claim there.
    ///
    /// What the game knows counts only where it knows the value: a proof is to be checked by play.
    fn knows(&mut self, claim: Claim, position: &G::Position, depth: Depth, ply: usize) -> bool {
        let search = &mut *self.search;
        let over = search.over(position).map(|score| from_root(search.game, score, ply));
        let known = match over.or_else(|| known_value(search.game, position, depth, ply)) {
            Some(value) => Bounds::exactly(value),
            None if depth.is_horizon() => Bounds::exactly(from_root(search.game, search.game.evaluate(position), ply)),
            None => search.remembered(search.memory.key(search.game, position), depth, ply).bounds,
        };
        let known = known.flip_if(!self.is_max(position));
        match claim.kind {
            Kind::Max => known.upper <= claim.bound,
            Kind::Min => known.lower >= claim.bound,
        }
    }

    /// Asks MT at a node that needs one move, and takes the move that cut off.
    fn search_again(
        &mut self,
        claim: Claim,
        position: &G::Position,
        depth: Depth,
        path: &[u16],
    ) -> Result<u16, ExtractError> {
        let flip = !self.is_max(position);
        let search = &mut *self.search;
        // Seen from the node: it is the root of this search.
        let bound = Bounds::at_least(claim.bound.flip_if(flip));
        let gamma = bounds_at_node(search.game, bound, path.len()).lower.clamp(Score::MIN, Score::INFINITY);
        search.moves.clear();
        search.root_best = None;
        // At ply 0 memory does not answer, and the kernel leaves its best move in `root_best`.
        let visit = Visit { position, ply: 0, depth, place: 0 };
        let value = search
            .together::<Mindful>(visit, Window::null(gamma))
            .map_err(|reason| ExtractError::Stopped { path: path.to_vec(), reason })?;
        match search.root_best {
            Some((place, _)) if value.score >= gamma => Ok(place),
            _ => {
                let value = from_root(search.game, value.score, path.len()).flip_if(flip);
                Err(ExtractError::Untrue { path: path.to_vec(), value })
            }
        }
    }
}
