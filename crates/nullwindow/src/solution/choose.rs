//! What an extraction does at a node: look at it, and where one move is needed choose the one that is known to
//! prove the bound.

use super::extract::{ExtractError, Extraction};
use super::tree::Kind;
use crate::depth_first::kernel::Mindful;
use crate::limits::Budget;
use crate::memory::Memory;
use crate::observe::{Observer, Visit};
use crate::{Depth, Evaluator, Score, Stopped, Window};

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
        let list = search.moves.open();
        let over = search.game.moves(position, &mut search.moves);
        let plays: Vec<G::Move> = search.moves.iter().collect();
        search.moves.close(list);
        if over.is_none() && !depth.is_horizon() && !plays.is_empty() {
            return Ok(Look::Inner(plays));
        }
        let score = over.unwrap_or_else(|| search.game.evaluate(position));
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
        let found = places.find(|&place| self.knows(claim, &game.play(position, plays[place]), depth.child()));
        match found.and_then(|place| u16::try_from(place).ok()) {
            Some(place) => Ok(place),
            None if self.complete => self.search_again(claim, position, depth, path),
            None => Err(ExtractError::Lost { path: path.to_vec() }),
        }
    }

    /// Whether what is known of a node proves the claim there.
    fn knows(&mut self, claim: Claim, position: &G::Position, depth: Depth) -> bool {
        let known = self.search.known(position, depth).flip_if(!self.is_max(position));
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
        let gamma = claim.bound.flip_if(flip).clamp(Score::MIN, Score::INFINITY);
        let search = &mut *self.search;
        search.moves.clear();
        search.root_best = None;
        // At ply 0 memory does not answer, and the kernel leaves its best move in `root_best`.
        let visit = Visit { position, ply: 0, depth, place: 0 };
        let value = search
            .kernel::<Mindful>(visit, Window::null(gamma))
            .map_err(|reason| ExtractError::Stopped { path: path.to_vec(), reason })?;
        match search.root_best {
            Some((place, _)) if value.score >= gamma => Ok(place),
            _ => Err(ExtractError::Untrue { path: path.to_vec(), value: value.score.flip_if(flip) }),
        }
    }
}
