//! The order in which the kernel tries moves, in stages, so that a node that the first move cuts off never
//! pays for ranking the others:
//!
//! 1. the table's move;
//! 2. the two killers of the ply;
//! 3. the others by rank: the game's own ranks, or what their successors look like, and then history; where much is
//!    left to search, what a search of a few plies says of them.
//!
//! At the root all moves are ranked at once, those first that were best in earlier iterations.

use super::children::InOrder;
use super::node::ExpandedNode;
use super::tt_alpha_beta::TtAlphaBeta;
use crate::halt::Halt;
use crate::observe::Visit;
use crate::order::{KILLERS, TABLE_MOVE, by_rank, pick, to_front};
use crate::worker::Worker;
use crate::{Context, Depth, Evaluator, Game, Window};

/// Where the successors are worth a look: with fewer plies to go, searching costs less than looking.
const SUCCESSORS_FROM: Depth = Depth::plies(3);
/// Where history is worth a look-up.
const HISTORY_FROM: Depth = Depth::plies(2);

/// Choosing the highest rank among the rest is linear, and mostly one of the first few moves cuts off. Where none of
/// [`PICKS`] has, and more than [`LONG`] are left, the rest is sorted once, into the same order.
const PICKS: usize = 8;
const LONG: usize = 64;

/// How many plies to search before the search, with so many to go; `None` where that costs more than it brings. Where a game
/// cannot tell how far its end is, the successors are evaluated and no more.
#[inline]
fn presearch_depth(plies_to_go: u32) -> Option<Depth> {
    match plies_to_go {
        0..4 => None,
        4..8 | u32::MAX => Some(Depth::ZERO),
        _ => Some(Depth::plies(((plies_to_go - 5) / 3).min(4))),
    }
}

/// How far the ordering of a node's moves has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ordering {
    stage: Stage,
    /// The stage after the table's move and the killers.
    rest: Stage,
    /// True if the game ranked its moves, and the search uses such ranks.
    by_game: bool,
    /// True if the game ranked its moves.
    ranked: bool,
    /// True if the others are ranked by their successors.
    by_successors: bool,
    /// How far a search looks before the search.
    presearch: Option<Depth>,
    /// True if killers are tried: what a successor looks like tells more.
    killers: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove(u16),
    Killer(usize),
    Rank,
    /// By rank, the highest first.
    Ranked,
    /// As generated.
    Generated,
}

impl<C: Context> Worker<'_, C> {
    /// Begins to order the open list.
    #[inline(always)] // see `Worker::store`
    pub(crate) fn ordering(&mut self, node: &ExpandedNode<'_, C::Position>) -> Ordering {
        let (ply, depth) = (node.visit.ply, node.visit.depth);
        let ranked = self.moves.is_ranked();
        let by_game = ranked && self.order.ranks;
        // A hint may be another position's, where two share a key: it may name no move here.
        let hint = node.probe.best.filter(|&place| self.order.table_move && usize::from(place) < self.moves.len());
        let presearch =
            if self.order.presearch { presearch_depth(self.plies_below(node.visit.position, depth)) } else { None };
        let by_successors = self.order.successors && !by_game && depth >= SUCCESSORS_FROM && presearch.is_none();
        let killers = self.order.killers && !by_successors && presearch.is_none();
        let history = self.order.history && depth >= HISTORY_FROM;
        let rest =
            if by_game || by_successors || history || presearch.is_some() { Stage::Rank } else { Stage::Generated };
        let stage = match hint {
            _ if ply == 0 => {
                self.learned.rank_root(self.order, by_game, self.moves.open_list());
                Stage::Ranked
            }
            Some(place) => Stage::TableMove(place),
            None if killers => Stage::Killer(0),
            None => rest,
        };
        Ordering { stage, rest, by_game, ranked, by_successors, presearch, killers }
    }

    /// Moves the next child to the place `next` of the buffer; the children to choose from go to `end`.
    #[inline(always)]
    pub(crate) fn select_next(
        &mut self,
        ordering: &mut Ordering,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        end: usize,
    ) -> Result<(), Halt> {
        match ordering.stage {
            Stage::Generated => Ok(()),
            // The stage of most moves that are chosen at all: a call would cost a tenth of an ordered search's instructions.
            Stage::Ranked if end - next <= LONG => {
                pick(&mut self.moves.entries[next..end]);
                Ok(())
            }
            _ => self.next_stage(ordering, node, next, end),
        }
    }

    #[inline(never)]
    fn next_stage(
        &mut self,
        ordering: &mut Ordering,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        end: usize,
    ) -> Result<(), Halt> {
        loop {
            match ordering.stage {
                Stage::TableMove(place) => {
                    ordering.stage = if ordering.killers { Stage::Killer(0) } else { ordering.rest };
                    to_front(&mut self.moves.entries[node.list.start..end], usize::from(place));
                    self.moves.entries[next].rank = TABLE_MOVE;
                    return Ok(());
                }
                Stage::Killer(which) => {
                    ordering.stage = if which == 0 { Stage::Killer(1) } else { ordering.rest };
                    let rest = &mut self.moves.entries[next..end];
                    if let Some(place) = self.learned.killer(node.visit.ply, which, rest) {
                        to_front(rest, place);
                        rest[0].rank = KILLERS[which];
                        return Ok(());
                    }
                }
                Stage::Rank => {
                    self.rank_rest(*ordering, node, next, end)?;
                    ordering.stage = Stage::Ranked;
                }
                Stage::Ranked => {
                    let rest = &mut self.moves.entries[next..end];
                    if rest.len() > LONG && next - node.list.start >= PICKS {
                        by_rank(rest);
                        ordering.stage = Stage::Generated;
                    } else {
                        pick(rest);
                    }
                    return Ok(());
                }
                Stage::Generated => return Ok(()),
            }
        }
    }

    /// Ranks the moves from `next` to `end`.
    #[inline(never)] // inside its caller it costs 12 instructions more per node of Connect Four
    fn rank_rest(
        &mut self,
        ordering: Ordering,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        end: usize,
    ) -> Result<(), Halt> {
        let history = self.order.history && node.visit.depth >= HISTORY_FROM;
        if ordering.ranked && !ordering.by_game {
            self.moves.entries[next..end].iter_mut().for_each(|entry| entry.rank = 0);
        }
        if let Some(depth) = ordering.presearch {
            return if end - next > 1 { self.presearch(depth, node, next, end) } else { Ok(()) };
        }
        if ordering.by_successors {
            for i in next..end {
                let child = self.game.play(node.visit.position, self.moves.entries[i].play);
                let flip = self.game.mover(&child) != node.mover;
                let score = self.over(&child).unwrap_or_else(|| self.evaluate(&child));
                self.moves.entries[i].rank = i64::from(score.flip_if(flip).get());
            }
        }
        if history {
            self.learned.add_history(node.mover, &mut self.moves.entries[next..end]);
        }
        Ok(())
    }

    /// Ranks the moves from `next` to `end` by searches of their successors to `depth`. These are small, and no thread
    /// shares them.
    #[inline(never)]
    fn presearch(
        &mut self,
        depth: Depth,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        end: usize,
    ) -> Result<(), Halt> {
        for i in next..end {
            let entry = self.moves.entries[i];
            let child = self.game.play(node.visit.position, entry.play);
            let flip = self.game.mover(&child) != node.mover;
            let score = if depth.is_horizon() {
                self.over(&child).unwrap_or_else(|| self.evaluate(&child))
            } else {
                let child = Visit { position: &child, ply: node.visit.ply + 1, depth, place: entry.index };
                self.descend::<TtAlphaBeta, InOrder>(child, Window::FULL)?.score
            };
            #[allow(clippy::cast_possible_truncation, reason = "a game ranks its moves by 32 bits")]
            let rank = self.moves.entries[i].rank as i32;
            self.moves.entries[i].rank = self.game.promise(rank, score.flip_if(flip));
        }
        Ok(())
    }
}
