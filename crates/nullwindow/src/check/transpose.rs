//! Lines that reach one position on two ways, so that keys can be compared far from the root too.
//!
//! - *swaps*: a player makes two moves in either order, with the same reply between them;
//! - *cycles*: both players move to and fro. A key that forgets what such moves lose, such as the right to castle or to
//!   capture en passant, is again that of the first position.

use super::Check;
use super::sample::{Dice, NodeId, PositionSample, ROOT};
use crate::{Evaluator, Keyed};

/// The number of positions from which swaps are tried.
const SWAPS: usize = 100;
/// The number of cycles that are tried.
const CYCLES: usize = 32;
/// The tries after which a game without a single cycle is taken to have none.
const ENOUGH: usize = 8;
/// The number of moves played to find cycles.
const PLAYS: usize = 20_000;

impl<G: Evaluator + Keyed> Check<'_, G> {
    /// Adds swaps and cycles to the sample.
    pub(super) fn transpose(&self, sample: &mut PositionSample<G::Position, G::Move>) {
        // A generator of its own: the random games stay those of the seed.
        let mut dice = Dice::new(!self.seed);
        let all = sample.nodes.len();
        // Near the root most rights that can be lost still exist.
        let near = all.min(self.positions);
        for turn in (0..SWAPS.min(self.positions)).take_while(|_| !self.is_stopped()) {
            let from = dice.below(if turn % 2 == 0 { near } else { all });
            self.swap(sample, &mut dice, from);
        }
        let (mut plays, mut found) = (PLAYS, 0);
        for turn in (0..CYCLES.min(self.positions)).take_while(|_| !self.is_stopped()) {
            let from = if turn % 2 == 0 { ROOT } else { dice.below(all) };
            found += usize::from(self.cycle(sample, &mut dice, from, &mut plays));
            if plays == 0 || found == 0 && turn >= ENOUGH {
                break;
            }
        }
    }

    /// Adds the moves `a`, `b`, `c` and the moves `c`, `b`, `a`, if they exist.
    fn swap(&self, sample: &mut PositionSample<G::Position, G::Move>, dice: &mut Dice, from: NodeId) {
        let Some([a, b, c]) = self.random_line(sample, dice, from) else { return };
        for line in [[a, b, c], [c, b, a]] {
            let mut at = Some(from);
            for play in line {
                at = at.and_then(|id| sample.son_by(self.game, id, play));
            }
        }
    }

    /// Returns three random moves that can be made one after the other.
    fn random_line(
        &self,
        sample: &mut PositionSample<G::Position, G::Move>,
        dice: &mut Dice,
        from: NodeId,
    ) -> Option<[G::Move; 3]> {
        let mut id = from;
        let mut line = Vec::with_capacity(3);
        for _ in 0..3 {
            let moves = &sample.nodes[id].facts.moves;
            let &(play, _) = moves.get(dice.below(moves.len()))?;
            line.push(play);
            id = sample.son_by(self.game, id, play)?;
        }
        line.try_into().ok()
    }

    /// Adds a move of each player and the moves after which the key is that of `from` again, and returns whether there
    /// are such moves.
    fn cycle(
        &self,
        sample: &mut PositionSample<G::Position, G::Move>,
        dice: &mut Dice,
        from: NodeId,
        plays: &mut usize,
    ) -> bool {
        let mut id = from;
        for _ in 0..2 {
            if !sample.goes_on(id) {
                return false;
            }
            let index = dice.below(sample.nodes[id].facts.moves.len());
            id = sample.son(self.game, id, index);
        }
        let (key, here) = (sample.nodes[from].facts.key, sample.nodes[id].position.clone());
        for back in self.list(&here) {
            let there = self.game.play(&here, back);
            let replies = self.list(&there);
            *plays = plays.saturating_sub(replies.len());
            let mut closing = replies.into_iter().filter(|&reply| self.game.key(&self.game.play(&there, reply)) == key);
            if let Some(reply) = closing.next() {
                let next = sample.son_by(self.game, id, back);
                return next.and_then(|next| sample.son_by(self.game, next, reply)).is_some();
            }
        }
        false
    }

    /// Returns the moves of a position; none if the game is over.
    fn list(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = crate::MoveBuf::new();
        match self.game.moves(position, &mut moves) {
            Some(_) => Vec::new(),
            None => moves.iter().collect(),
        }
    }
}
