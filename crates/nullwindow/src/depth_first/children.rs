//! The children of a node, one after the other: `FirstChild` and `NextBrother` of the figures.
//!
//! A cursor determines which child comes next. [`InOrder`] follows the order of `ordering.rs`. Threads that share a
//! tree use the cursor of `parallel/shared_children.rs`, which also claims children and defers those that another
//! thread searches. The loops are generic over the cursor, so that a search on one thread contains no code for several.

use super::node::{Answer, Arrival, ExpandedNode, Loop};
use super::ordering::Ordering;
use crate::halt::Halt;
use crate::observe::Visit;
use crate::worker::{Value, Worker};
use crate::{Context, Depth, Evaluator, Game, Score, Window};

/// A cursor over the children of a node.
pub(crate) trait Children: Sized {
    /// Returns a cursor before the first child of an expanded node.
    fn first<C: Context>(worker: &mut Worker<'_, C>, node: &ExpandedNode<'_, C::Position>) -> Self;

    /// Moves to the next child, and returns whether there is one.
    ///
    /// # Errors
    /// If move ordering runs a search and that is stopped, or if another thread has answered the node.
    // It does not return the child: as part of an enum, it would be copied byte by byte.
    fn advance<C: Context>(
        &mut self,
        worker: &mut Worker<'_, C>,
        node: &ExpandedNode<'_, C::Position>,
    ) -> Result<bool, Halt>;

    /// Returns the child that the cursor is at.
    fn child<C: Context>(&self, worker: &mut Worker<'_, C>, node: &ExpandedNode<'_, C::Position>) -> Child<C>;

    /// Returns the number of children up to the one that the cursor is at.
    fn tried(&self, start: usize) -> usize;

    /// Runs the loop at a node that the search enters.
    fn enter<L: Loop, C: Context>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer;
}

/// A child of an expanded node.
pub(crate) struct Child<C: Context> {
    pub(crate) position: C::Position,
    pub(crate) ply: usize,
    pub(crate) depth: Depth,
    pub(super) play: C::Move,
    /// The index of the move in the order of generation.
    pub(super) place: u16,
    /// True if the other player moves here.
    flip: bool,
}

impl<C: Context> Child<C> {
    /// Plays the move at index `next` of the buffer.
    #[inline(always)]
    pub(crate) fn new(worker: &mut Worker<'_, C>, node: &ExpandedNode<'_, C::Position>, next: usize) -> Child<C> {
        let entry = worker.moves.entries[next];
        let (ply, depth) = (node.visit.ply + 1, node.visit.depth.child());
        // The position is played where it stays: a copy would wait for the stores of its parts.
        let mut child = Child {
            position: worker.game.play(node.visit.position, entry.play),
            ply,
            depth,
            play: entry.play,
            place: entry.index,
            flip: false,
        };
        child.flip = worker.game.mover(&child.position) != node.mover;
        if worker.game.is_selective() {
            child.depth = worker.enter_move(node, next, &child.position);
        }
        child
    }

    /// Searches the child by the loop `L` with the window `(alpha, beta)` of its parent, and returns the answer for the
    /// parent's mover.
    #[inline(always)]
    pub(super) fn search<L: Loop, K: Children>(&self, worker: &mut Worker<'_, C>, alpha: Score, beta: Score) -> Answer {
        if worker.game.is_selective() && !worker.move_here().is_plain() {
            return self.search_by_rules::<L, K>(worker, alpha, beta);
        }
        self.search_to::<L, K>(worker, self.depth, alpha, beta)
    }

    /// Searches the child to a depth, as [`Child::search`] does.
    #[inline(always)]
    pub(super) fn search_to<L: Loop, K: Children>(
        &self,
        worker: &mut Worker<'_, C>,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Answer {
        let visit = Visit { position: &self.position, ply: self.ply, depth, place: self.place };
        let window = Window::between(alpha, beta).flip_if(self.flip);
        let value: Value = worker.descend::<L, K>(visit, window)?;
        Ok(value.flip_if(self.flip))
    }
}

/// The cursor of a search on one thread.
#[derive(Debug)]
pub(crate) struct InOrder {
    ordering: Ordering,
    next: usize,
    end: usize,
}

impl Children for InOrder {
    #[inline(always)]
    fn first<C: Context>(worker: &mut Worker<'_, C>, node: &ExpandedNode<'_, C::Position>) -> InOrder {
        let ordering = worker.ordering(node);
        InOrder { ordering, next: node.list.start, end: worker.moves.entries.len() }
    }

    #[inline(always)]
    fn advance<C: Context>(
        &mut self,
        worker: &mut Worker<'_, C>,
        node: &ExpandedNode<'_, C::Position>,
    ) -> Result<bool, Halt> {
        if self.next == self.end {
            return Ok(false);
        }
        worker.select_next(&mut self.ordering, node, self.next, self.end)?;
        self.next += 1;
        Ok(true)
    }

    #[inline(always)]
    fn child<C: Context>(&self, worker: &mut Worker<'_, C>, node: &ExpandedNode<'_, C::Position>) -> Child<C> {
        Child::new(worker, node, self.next - 1)
    }

    #[inline(always)]
    fn tried(&self, start: usize) -> usize {
        self.next - start
    }

    #[inline(always)]
    fn enter<L: Loop, C: Context>(worker: &mut Worker<'_, C>, n: &Arrival<'_, C::Position>) -> Answer {
        L::node::<C, InOrder>(worker, n)
    }
}
