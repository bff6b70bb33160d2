//! Observers of a search. The search pushes events to an observer and knows nothing of counting, tracing or drawing;
//! the observer `()` compiles to nothing.
//!
//! - [`counters`]: the numbers that the papers report;
//! - [`leaves`]: the leaves visited, in order;
//! - [`trace`]: every event, for replay step by step.

pub mod counters;
pub mod leaves;
pub mod mt_list;
pub mod trace;

pub use counters::{Cost, Counters, Counts};
pub use leaves::Leaves;
pub use mt_list::{ListOperation, MtList};
pub use trace::{Event, Replay, Trace};

use crate::memory::ProbeResult;
use crate::order::Source;
use crate::{Depth, Game, Score, Window};

/// A visit of a node.
#[derive(Debug)]
#[non_exhaustive]
pub struct Visit<'a, P> {
    /// The position.
    pub position: &'a P,
    /// The distance from the root in plies.
    pub ply: usize,
    /// The depth left to the horizon.
    pub depth: Depth,
    /// The index, in the order of generation, of the move that led here; 0 at the root.
    pub place: u16,
}

impl<P> Clone for Visit<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Visit<'_, P> {}

/// The reason why a node is a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafKind {
    /// The node is at the horizon, and was evaluated.
    Horizon,
    /// The game is over there.
    Over,
    /// The game knew enough without a search ([`Evaluator::proven_bounds`](crate::Evaluator::proven_bounds)): the value, or a bound
    /// that decides the window.
    Known,
}

/// The way in which a search left an inner node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// A move caused a cutoff.
    Cut {
        /// The number of moves searched, including the cutting one.
        tried: usize,
        /// The reason why the cutting move was tried at this point.
        source: Source,
    },
    /// Every move was searched.
    Searched,
}

/// The state of a node in an OPEN list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The node is not expanded yet.
    Live,
    /// The value of the node is at least its merit.
    Solved,
}

/// A step of a best-first algorithm on its lists. Nodes are identified by their paths from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListStep<'a> {
    /// The front entry of OPEN is removed; `case` of the operator Gamma applies to it.
    Take {
        /// The node.
        path: &'a [u16],
        /// Its state.
        status: Status,
        /// Its merit.
        merit: Score,
        /// The case of the operator, 1 to 6; 0 at the end.
        case: u8,
    },
    /// An entry is inserted into OPEN, behind entries of higher merit and behind equal ones to its left.
    Put {
        /// The node.
        path: &'a [u16],
        /// Its state.
        status: Status,
        /// Its merit.
        merit: Score,
    },
    /// All entries below the node are removed from OPEN, and from BACKUP if there is one.
    Purge {
        /// The node.
        path: &'a [u16],
    },
    /// The node is added to the solution tree G, or its bound there changes (SSS-2).
    Add {
        /// The node.
        path: &'a [u16],
        /// Its bound; infinite while none is known.
        bound: Score,
    },
    /// The node and its subtree are removed from G (SSS-2).
    Remove {
        /// The node.
        path: &'a [u16],
    },
    /// The entry of the node in BACKUP is new or has changed (PS*).
    Backup {
        /// The node.
        path: &'a [u16],
        /// The index after the last son in OPEN.
        last: u16,
        /// Its lower bound.
        low: Score,
        /// Its upper bound.
        high: Score,
    },
}

/// Receives the events of a search on the game `G`. Every method does nothing by default.
pub trait Observer<G: Game + ?Sized> {
    /// Returns whether the observer wants [`Observer::step`]. Paths are computed only if it does.
    #[inline]
    fn wants_steps(&self) -> bool {
        false
    }

    /// Called at the start of a pass with its window.
    #[inline]
    fn pass(&mut self, window: Window) {
        let _ = window;
    }

    /// Called at the end of a pass with its answer.
    #[inline]
    fn answer(&mut self, answer: Score) {
        let _ = answer;
    }

    /// Called when a depth-first search enters a node.
    #[inline]
    fn enter(&mut self, visit: Visit<'_, G::Position>, window: Window) {
        let _ = (visit, window);
    }

    /// Called after a probe of memory. With `answer`, the search leaves the node with this value.
    #[inline]
    fn probe(&mut self, ply: usize, probe: &ProbeResult, answer: Option<Score>) {
        let _ = (ply, probe, answer);
    }

    /// Called at a leaf with its value for the mover. The value of a [`LeafKind::Known`] leaf may be a bound.
    #[inline]
    fn leaf(&mut self, game: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        let _ = (game, visit, value, kind);
    }

    /// Called after an evaluation that visited positions beyond the evaluated one.
    #[inline]
    fn quiescence(&mut self, nodes: u64) {
        let _ = nodes;
    }

    /// Called when the moves of an inner node are generated.
    #[inline]
    fn expand(&mut self, ply: usize, moves: usize) {
        let _ = (ply, moves);
    }

    /// Called when memory has refuted children of an inner node before any child is searched. They count as nodes where
    /// memory answered, although the search does not enter them.
    #[inline]
    fn refuted(&mut self, ply: usize, children: usize) {
        let _ = (ply, children);
    }

    /// Called when rules of [selective search](crate::selective) decide the window of a node with this value, before its
    /// moves are generated.
    #[inline]
    fn ruled(&mut self, ply: usize, value: Score) {
        let _ = (ply, value);
    }

    /// Called when a depth-first search leaves an inner node with this value.
    #[inline]
    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        let _ = (ply, value, exit);
    }

    /// Called at each step of a best-first algorithm, if [`Observer::wants_steps`].
    #[inline]
    fn step(&mut self, step: ListStep<'_>) {
        let _ = step;
    }

    /// Called with the current sizes of OPEN and BACKUP.
    #[inline]
    fn lists(&mut self, open: usize, backup: usize) {
        let _ = (open, backup);
    }

    /// Returns the node counts so far, if the observer counts.
    #[inline]
    fn cost(&self) -> Cost {
        Cost::default()
    }

    /// Returns all counts so far, if the observer counts.
    fn counts(&self) -> Counts {
        Counts::default()
    }
}

/// The empty observer, without any cost.
impl<G: Game + ?Sized> Observer<G> for () {}

/// Two observers; the counts of the first are reported.
impl<G: Game + ?Sized, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    fn wants_steps(&self) -> bool {
        self.0.wants_steps() || self.1.wants_steps()
    }

    fn pass(&mut self, window: Window) {
        self.0.pass(window);
        self.1.pass(window);
    }

    fn answer(&mut self, answer: Score) {
        self.0.answer(answer);
        self.1.answer(answer);
    }

    fn enter(&mut self, visit: Visit<'_, G::Position>, window: Window) {
        self.0.enter(visit, window);
        self.1.enter(visit, window);
    }

    fn probe(&mut self, ply: usize, probe: &ProbeResult, answer: Option<Score>) {
        self.0.probe(ply, probe, answer);
        self.1.probe(ply, probe, answer);
    }

    fn leaf(&mut self, game: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        self.0.leaf(game, visit, value, kind);
        self.1.leaf(game, visit, value, kind);
    }

    fn quiescence(&mut self, nodes: u64) {
        self.0.quiescence(nodes);
        self.1.quiescence(nodes);
    }

    fn expand(&mut self, ply: usize, moves: usize) {
        self.0.expand(ply, moves);
        self.1.expand(ply, moves);
    }

    fn refuted(&mut self, ply: usize, children: usize) {
        self.0.refuted(ply, children);
        self.1.refuted(ply, children);
    }

    fn ruled(&mut self, ply: usize, value: Score) {
        self.0.ruled(ply, value);
        self.1.ruled(ply, value);
    }

    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        self.0.leave(ply, value, exit);
        self.1.leave(ply, value, exit);
    }

    fn step(&mut self, step: ListStep<'_>) {
        self.0.step(step);
        self.1.step(step);
    }

    fn lists(&mut self, open: usize, backup: usize) {
        self.0.lists(open, backup);
        self.1.lists(open, backup);
    }

    fn cost(&self) -> Cost {
        self.0.cost()
    }

    fn counts(&self) -> Counts {
        self.0.counts()
    }
}
