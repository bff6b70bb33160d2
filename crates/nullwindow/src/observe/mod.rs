//! Events out of a search. The search pushes them to an observer and knows nothing of counting,
//! tracing or drawing; the observer `()` compiles to nothing.
//!
//! - [`counters`]: the numbers the papers report;
//! - [`leaves`]: which leaves were visited, in which order;
//! - [`trace`]: everything, to be replayed step by step.

pub mod counters;
pub mod leaves;
pub mod trace;

pub use counters::{Cost, Counters, Counts};
pub use leaves::Leaves;
pub use trace::{Event, Replay, Trace};

use crate::memory::ProbeResult;
use crate::order::Source;
use crate::{Depth, Game, Score, Window};

/// A node as a search meets it.
#[derive(Debug)]
pub struct Visit<'a, P> {
    /// The position.
    pub position: &'a P,
    /// Distance from the root.
    pub ply: usize,
    /// Distance to the horizon.
    pub depth: Depth,
    /// The place, in the order of generation, of the move that led here; 0 at the root.
    pub place: u16,
}

impl<P> Clone for Visit<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Visit<'_, P> {}

/// Why a node is a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafKind {
    /// It is at the horizon, and was evaluated.
    Horizon,
    /// The game is over there.
    Over,
    /// The game knew enough without a search ([`Evaluator::known`](crate::Evaluator::known)): the value, or a bound
    /// that answered the question.
    Known,
}

/// How a search left an inner node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// A move cut off: it was the `tried`-th that was searched, and `source` had put it there.
    Cut {
        /// How many moves were searched, the cutting one included.
        tried: usize,
        /// Why the cutting move was tried when it was.
        source: Source,
    },
    /// Every move was searched.
    Searched,
}

/// The state of a node in an OPEN list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Not expanded yet.
    Live,
    /// Its value is at least its merit.
    Solved,
}

/// What a best-first algorithm does to its lists. Nodes are named by their paths from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListStep<'a> {
    /// The state at the front of OPEN is taken off; `case` of the operator Gamma applies to it.
    Take {
        /// The node.
        path: &'a [u16],
        /// Its state.
        status: Status,
        /// Its merit.
        merit: Score,
        /// The case of the operator, 1 to 6; 0 for the end.
        case: u8,
    },
    /// A state is put into OPEN, behind states of higher merit and behind equal ones to its left.
    Put {
        /// The node.
        path: &'a [u16],
        /// Its state.
        status: Status,
        /// Its merit.
        merit: Score,
    },
    /// All states below the node leave OPEN, and BACKUP where there is one.
    Purge {
        /// The node.
        path: &'a [u16],
    },
    /// The node joins the solution tree G, or its bound there changes (SSS-2).
    Join {
        /// The node.
        path: &'a [u16],
        /// Its bound; infinite as long as none is known.
        bound: Score,
    },
    /// The node and all below it leave G (SSS-2).
    Part {
        /// The node.
        path: &'a [u16],
    },
    /// The node's entry in BACKUP is new or has changed (PS*).
    Backup {
        /// The node.
        path: &'a [u16],
        /// The place after the last son in OPEN.
        last: u16,
        /// Its lower bound.
        low: Score,
        /// Its upper bound.
        high: Score,
    },
}

/// Receives the events of a search on the game `G`. Every method does nothing by default.
pub trait Observer<G: Game + ?Sized> {
    /// Returns whether [`Observer::step`] is wanted. Paths are made only if it is.
    #[inline]
    fn wants_steps(&self) -> bool {
        false
    }

    /// A pass over the tree begins with this question.
    #[inline]
    fn pass(&mut self, window: Window) {
        let _ = window;
    }

    /// The pass has ended with this answer.
    #[inline]
    fn answer(&mut self, answer: Score) {
        let _ = answer;
    }

    /// A depth-first search comes to a node.
    #[inline]
    fn enter(&mut self, visit: Visit<'_, G::Position>, window: Window) {
        let _ = (visit, window);
    }

    /// Memory was asked. If it answered, the node is left with its value.
    #[inline]
    fn probe(&mut self, ply: usize, probe: &ProbeResult, answer: Option<Score>) {
        let _ = (ply, probe, answer);
    }

    /// A leaf has this value for its mover; of one that is known it may be a bound.
    #[inline]
    fn leaf(&mut self, game: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        let _ = (game, visit, value, kind);
    }

    /// An evaluation has looked at this many positions beyond the one it was asked about.
    #[inline]
    fn quiescence(&mut self, nodes: u64) {
        let _ = nodes;
    }

    /// The moves of an inner node were generated.
    #[inline]
    fn expand(&mut self, ply: usize, moves: usize) {
        let _ = (ply, moves);
    }

    /// A depth-first search leaves an inner node with this value.
    #[inline]
    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        let _ = (ply, value, exit);
    }

    /// A best-first algorithm works on its lists; asked for by [`Observer::wants_steps`].
    #[inline]
    fn step(&mut self, step: ListStep<'_>) {
        let _ = step;
    }

    /// OPEN and BACKUP have this many entries now.
    #[inline]
    fn lists(&mut self, open: usize, backup: usize) {
        let _ = (open, backup);
    }

    /// Returns the cost so far, for observers that count.
    #[inline]
    fn cost(&self) -> Cost {
        Cost::default()
    }

    /// Returns all counts so far, for observers that count.
    fn counts(&self) -> Counts {
        Counts::default()
    }
}

/// No observer, no cost.
impl<G: Game + ?Sized> Observer<G> for () {}

/// Two observers at once; the first one's counts are reported.
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
