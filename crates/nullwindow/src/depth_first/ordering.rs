//! The order in which the loops try moves. It works in stages, so that a node with a cutoff by the first move never
//! pays for ranking the others:
//!
//! 1. the best move in memory;
//! 2. the two killers of the ply;
//! 3. the others by rank: the ranks of the game, which may compute them only now ([`Game::rank`]), or the evaluations of
//!    the successors, and then history; with many plies left, the results of shallow searches.
//!
//! At the root all moves are ranked at once; those that were best in earlier iterations come first.

use super::children::InOrder;
use super::node::ExpandedNode;
use super::tt_alpha_beta::TtAlphaBeta;
use crate::halt::Halt;
use crate::observe::Visit;
use crate::order::{KILLERS, MoveClass, Presearch, TABLE_MOVE, by_rank, pick, to_front};
use crate::worker::Worker;
use crate::{Context, Depth, Evaluator, Game, Window};

/// The smallest depth at which successors are evaluated for ordering: with fewer plies left, a search costs less.
const SUCCESSORS_FROM: Depth = Depth::plies(3);
/// The smallest depth at which history is looked up.
const HISTORY_FROM: Depth = Depth::plies(2);

// Choosing the highest rank among the rest is linear, and usually one of the first few moves causes a cutoff. If none
// of `PICKS` has, and more than `LONG` are left, the rest is sorted once, into the same order.

/// The moves chosen one by one before a long rest is sorted.
const PICKS: usize = 8;
/// The longest rest that is never sorted.
const LONG: usize = 64;

/// Returns the depth of the shallow searches that order the moves of a node, or `None` where they cost more than they
/// save.
#[inline]
fn presearch_depth(plies_to_go: u32) -> Option<Depth> {
    match plies_to_go {
        0..4 => None,
        // u32::MAX: without an estimate of the length, the successors are evaluated and no more.
        4..8 | u32::MAX => Some(Depth::ZERO),
        _ => Some(Depth::plies(((plies_to_go - 5) / 3).min(4))),
    }
}

/// The progress of ordering the moves of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ordering {
    stage: OrderingStage,
    /// The stage after the best move in memory and the killers.
    rest: OrderingStage,
    /// True if the game ranks its moves, when it generates them or on demand, and the search uses such ranks.
    by_game: bool,
    /// True if the game ranked its moves when it generated them.
    ranked: bool,
    /// True if the others are ranked by the evaluations of their successors.
    by_successors: bool,
    /// The depth of the shallow searches, if there are any.
    presearch: Option<Depth>,
    /// True if killers are tried. They are not if successors are evaluated, which predicts more.
    killers: bool,
}

/// The next step of ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OrderingStage {
    TableMove(u16),
    Killer(usize),
    Rank,
    /// Takes the highest rank of the rest.
    Ranked,
    /// Takes the moves as they are.
    Generated,
}

impl<C: Context> Worker<'_, C> {
    /// Starts to order the open list.
    // Inlined for the reason given at `Worker::store`.
    #[inline(always)]
    pub(crate) fn ordering(&mut self, node: &ExpandedNode<'_, C::Position>) -> Ordering {
        let (ply, depth) = (node.visit.ply, node.visit.depth);
        let ranked = self.moves.is_ranked();
        let by_game = ranked && self.order.ranks || self.asks_for_ranks(depth);
        let hint = node.probe.best.filter(|_| self.order.table_move);
        let presearch =
            if self.order.presearch == Presearch::Off { None } else { presearch_depth(self.plies_below(ply, depth)) };
        let by_successors = self.order.successors && !by_game && depth >= SUCCESSORS_FROM && presearch.is_none();
        let killers = self.order.killers && self.order.killers_below.is_none() && !by_successors && presearch.is_none();
        let history = self.order.history && depth >= HISTORY_FROM;
        let rest = if by_game || by_successors || history || presearch.is_some() {
            OrderingStage::Rank
        } else {
            OrderingStage::Generated
        };
        let stage = match hint {
            // The order of root moves is fixed for an iteration, see `rank_root`.
            _ if ply == 0 => {
                self.rank_by_game(node.visit, node.list.start, self.moves.entries.len());
                self.learned.rank_root(self.order, by_game, self.moves.open_list());
                OrderingStage::Ranked
            }
            Some(place) => OrderingStage::TableMove(place),
            None if killers => OrderingStage::Killer(0),
            None => rest,
        };
        Ordering { stage, rest, by_game, ranked, by_successors, presearch, killers }
    }

    /// Moves the next child to index `next` of the buffer, chosen among the moves before `end`.
    #[inline(always)]
    pub(crate) fn select_next(
        &mut self,
        ordering: &mut Ordering,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        end: usize,
    ) -> Result<(), Halt> {
        match ordering.stage {
            OrderingStage::Generated => Ok(()),
            // Most moves that are chosen at all are chosen here: a call would cost a tenth of the instructions of an
            // ordered search.
            OrderingStage::Ranked if end - next <= LONG => {
                pick(&mut self.moves.entries[next..end]);
                Ok(())
            }
            _ => self.next_stage(ordering, node, next, end),
        }
    }

    /// Continues with the first stage that has a move.
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
                OrderingStage::TableMove(place) => {
                    ordering.stage = if ordering.killers { OrderingStage::Killer(0) } else { ordering.rest };
                    let rest = &mut self.moves.entries[next..end];
                    // The first stage: the move is at its index, or further ahead if memory has refuted others. It is
                    // absent if it was refuted itself, or if the hint belongs to another position with the same key.
                    let here = |at: &usize| rest.get(*at).is_some_and(|entry| entry.index == place);
                    let found = Some(usize::from(place)).filter(here);
                    if let Some(place) = found.or_else(|| rest.iter().position(|entry| entry.index == place)) {
                        to_front(rest, place);
                        rest[0].rank = TABLE_MOVE;
                        return Ok(());
                    }
                }
                OrderingStage::Killer(which) => {
                    ordering.stage = if which == 0 { OrderingStage::Killer(1) } else { ordering.rest };
                    let rest = &mut self.moves.entries[next..end];
                    if let Some(place) = self.learned.killer(node.visit.ply, which, rest) {
                        to_front(rest, place);
                        rest[0].rank = KILLERS[which];
                        return Ok(());
                    }
                }
                OrderingStage::Rank => {
                    self.rank_rest(*ordering, node, next, end)?;
                    ordering.stage = OrderingStage::Ranked;
                }
                OrderingStage::Ranked => {
                    let rest = &mut self.moves.entries[next..end];
                    if rest.len() > LONG && next - node.list.start >= PICKS {
                        by_rank(rest);
                        ordering.stage = OrderingStage::Generated;
                    } else {
                        pick(rest);
                    }
                    return Ok(());
                }
                OrderingStage::Generated => return Ok(()),
            }
        }
    }

    /// Ranks the moves from `next` to `end`.
    // Inlined, it costs 12 instructions more per node of Connect Four.
    #[inline(never)]
    fn rank_rest(
        &mut self,
        ordering: Ordering,
        node: &ExpandedNode<'_, C::Position>,
        next: usize,
        end: usize,
    ) -> Result<(), Halt> {
        let history = self.order.history && node.visit.depth >= HISTORY_FROM;
        // The entries hold ranks of the game that this search does not use.
        if ordering.ranked && !ordering.by_game {
            self.moves.entries[next..end].iter_mut().for_each(|entry| entry.rank = 0);
        }
        // Moves with places have their ranks.
        if ordering.by_game && !(self.game.is_selective() && self.rules_here().places) {
            self.rank_by_game(node.visit, next, end);
        }
        if let Some(depth) = ordering.presearch {
            // A single move needs no rank.
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
            let class = |play| MoveClass::new(node.mover, &play, self.game.move_class(node.visit.position, play));
            self.learned.add_history(self.order, &mut self.moves.entries[next..end], class);
        }
        if let Some(below) = self.order.killers_below {
            let below = i64::from(below) * if history { self.order.rank_weight } else { 1 };
            self.learned.raise_killers(self.cut_node(node), below, &mut self.moves.entries[next..end]);
        }
        Ok(())
    }

    /// Ranks the moves from `next` to `end` by searches of their successors to `depth`. These are small, and threads do
    /// not share them.
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
            self.moves.entries[i].rank = self.order.presearch.priority(rank, score.flip_if(flip));
        }
        Ok(())
    }
}
