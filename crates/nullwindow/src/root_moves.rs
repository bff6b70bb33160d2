//! The exact value of every root move (MultiPV).

use crate::algorithm::{Algorithm, Task};
use crate::distance::from_root;
use crate::memory::Memory;
use crate::mtd::MtdF;
use crate::observe::Visit;
use crate::order::by_rank;
use crate::outcome::Outcome;
use crate::worker::Look;
use crate::{Context, Depth, Game, Score, Stopped, Worker};

/// A root move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub play: M,
    /// Its value for the player to move at the root.
    pub value: Score,
    /// Best play, beginning with the move.
    pub line: Vec<M>,
    /// What the search of its successor told, seen from the mover there.
    pub outcome: Outcome<M>,
}

impl<C: Context> Worker<'_, C> {
    /// Searches every root move; see [`Search::root_moves`](crate::Search::root_moves).
    pub(crate) fn root_moves(
        &mut self,
        algorithm: &impl Algorithm,
        root: &C::Position,
        depth: Depth,
    ) -> Result<Vec<RootMove<C::Move>>, Stopped> {
        self.begin_root(root);
        self.memory.begin();
        self.moves.clear();
        if depth.is_horizon() {
            return Ok(Vec::new());
        }
        self.tick()?;
        let visit = Visit { position: root, ply: 0, depth, place: 0 };
        let Look::Inner(list) = self.look(visit) else { return Ok(Vec::new()) };
        let plays: Vec<C::Move> = self.moves.iter().collect();
        self.moves.close(list);
        let (game, mover) = (self.game, self.game.mover(root));
        let mut found = Vec::with_capacity(plays.len());
        for play in plays {
            let child = game.play(root, play);
            let guess = found.last().map(|last: &RootMove<C::Move>| last.value);
            let flip = game.mover(&child) != mover;
            let guess = guess.map(|value| value.flip_if(flip));
            self.learned.forget_root();
            let task = Task { root: &child, depth: depth.child(), guess };
            let mut outcome = self.run_task(algorithm, &task);
            if outcome.value().is_none() && outcome.stopped.is_none() {
                outcome = self.run_task(&MtdF::new(), &task);
            }
            let Some(value) = outcome.value() else {
                return Err(outcome.stopped.unwrap_or(Stopped::Nodes));
            };
            let line = std::iter::once(play).chain(outcome.line.iter().copied()).collect();
            let value = from_root(game, value, 1).flip_if(flip);
            found.push(RootMove { play, value, line, outcome });
        }
        found.sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
        Ok(found)
    }

    /// The moves of the open list at the root, in the order in which to search them.
    pub(crate) fn ranked(&mut self) -> Vec<(u16, C::Move)> {
        let by_game = self.moves.is_ranked() && self.order.ranks;
        let list = self.moves.open_list();
        self.learned.rank_root(self.order, by_game, list);
        by_rank(list);
        list.iter().map(|entry| (entry.index, entry.play)).collect()
    }
}
