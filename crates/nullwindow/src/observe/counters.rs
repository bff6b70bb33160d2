//! Node counts, as the papers count.
//!
//! - A *leaf* is a node at the horizon, at the end of the game, or one that the game knows without a search. Every
//!   visit counts. For distinct leaves, use [`Leaves`](super::Leaves).
//! - The nodes of a *quiescence* search, which is part of the evaluation of a leaf, are counted separately.
//! - An *interior* node is one whose children are generated.
//! - *Total* is leaves, interior nodes, nodes where memory answered and nodes that rules of selective search decided. Those
//!   where memory answered include children that memory refuted before any child of their parent was searched.

use super::{Exit, LeafKind, Observer, Visit};
use crate::memory::ProbeResult;
use crate::order::Source;
use crate::{Game, Score, Window};
use std::ops::{AddAssign, Sub};

/// The cost of a search, or of a part of it, in nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Cost {
    /// Leaves, every visit counted.
    pub leaf_visits: u64,
    /// Nodes whose children were generated.
    pub interior: u64,
    /// Nodes where memory answered.
    pub answered: u64,
    /// Nodes that rules of selective search decided before their children were generated.
    pub ruled: u64,
}

impl Cost {
    /// Returns the sum of leaves, interior nodes, and nodes where memory or rules answered.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.leaf_visits + self.interior + self.answered + self.ruled
    }
}

impl Sub for Cost {
    type Output = Cost;
    fn sub(self, earlier: Cost) -> Cost {
        Cost {
            leaf_visits: self.leaf_visits - earlier.leaf_visits,
            interior: self.interior - earlier.interior,
            answered: self.answered - earlier.answered,
            ruled: self.ruled - earlier.ruled,
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.leaf_visits += other.leaf_visits;
        self.interior += other.interior;
        self.answered += other.answered;
        self.ruled += other.ruled;
    }
}

/// The cutoffs of one ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct CutsAtPly {
    /// Nodes with a cutoff.
    pub cuts: u64,
    /// Nodes where the first move caused it.
    pub by_first_move: u64,
    /// Nodes where memory caused it through the bound of a successor, before any move was searched.
    pub by_memory: u64,
    /// Moves searched at all of these nodes.
    pub moves_tried: u64,
}

/// All counts of [`Counters`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Counts {
    /// Nodes by kind.
    pub cost: Cost,
    /// Distinct leaves, if the observer identifies leaves.
    pub distinct_leaves: Option<u64>,
    /// Leaves where the game was over.
    pub over: u64,
    /// Leaves that the game knew without a search.
    pub known: u64,
    /// Positions visited by evaluations beyond the evaluated ones.
    pub quiescence: u64,
    /// Probes that found an entry, of whatever depth.
    pub probe_hits: u64,
    /// Passes over the tree.
    pub passes: u64,
    /// Cutoffs by ply, the root first; the last ply counts all beyond it.
    pub cuts: Vec<CutsAtPly>,
    /// Cutoffs by the source of the cutting move, in the order of [`Source::EACH`].
    pub cuts_by_source: [u64; Source::EACH.len()],
    /// The largest sizes of OPEN and BACKUP in a best-first algorithm.
    pub longest_lists: (usize, usize),
}

impl Counts {
    /// Returns the counts since `earlier`. The largest list sizes do not subtract.
    #[must_use]
    pub fn since(&self, earlier: &Counts) -> Counts {
        let mut new = self.clone();
        new.cost = self.cost - earlier.cost;
        new.distinct_leaves = self.distinct_leaves.map(|leaves| leaves - earlier.distinct_leaves.unwrap_or(0));
        new.over -= earlier.over;
        new.known -= earlier.known;
        new.quiescence -= earlier.quiescence;
        new.probe_hits -= earlier.probe_hits;
        new.passes -= earlier.passes;
        for (new, old) in new.cuts.iter_mut().zip(&earlier.cuts) {
            new.cuts -= old.cuts;
            new.by_first_move -= old.by_first_move;
            new.by_memory -= old.by_memory;
            new.moves_tried -= old.moves_tried;
        }
        for (new, old) in new.cuts_by_source.iter_mut().zip(&earlier.cuts_by_source) {
            *new -= old;
        }
        new
    }

    /// Returns the cutoffs of all plies.
    #[must_use]
    pub fn all_cuts(&self) -> CutsAtPly {
        self.cuts.iter().fold(CutsAtPly::default(), |sum, ply| CutsAtPly {
            cuts: sum.cuts + ply.cuts,
            by_first_move: sum.by_first_move + ply.by_first_move,
            by_memory: sum.by_memory + ply.by_memory,
            moves_tried: sum.moves_tried + ply.moves_tried,
        })
    }
}

impl AddAssign<&Counts> for Counts {
    /// Adds the counts of another thread. Distinct leaves do not add.
    fn add_assign(&mut self, other: &Counts) {
        self.cost += other.cost;
        self.over += other.over;
        self.known += other.known;
        self.quiescence += other.quiescence;
        self.probe_hits += other.probe_hits;
        self.passes += other.passes;
        // The other thread may have searched deeper.
        self.cuts.resize(self.cuts.len().max(other.cuts.len()), CutsAtPly::default());
        for (own, new) in self.cuts.iter_mut().zip(&other.cuts) {
            own.cuts += new.cuts;
            own.by_first_move += new.by_first_move;
            own.by_memory += new.by_memory;
            own.moves_tried += new.moves_tried;
        }
        for (own, new) in self.cuts_by_source.iter_mut().zip(&other.cuts_by_source) {
            *own += new;
        }
    }
}

/// The plies that are counted separately.
const PLIES: usize = 64;

/// An observer that counts nodes, probes, cutoffs and passes.
#[derive(Clone, Debug)]
pub struct Counters {
    cost: Cost,
    over: u64,
    known: u64,
    quiescence: u64,
    probe_hits: u64,
    passes: u64,
    // A fixed array: counting must not allocate.
    cuts: [CutsAtPly; PLIES],
    cuts_by_source: [u64; Source::EACH.len()],
    longest_lists: (usize, usize),
}

impl Counters {
    /// Returns all counts zero.
    #[must_use]
    pub fn new() -> Counters {
        Counters {
            cost: Cost::default(),
            over: 0,
            known: 0,
            quiescence: 0,
            probe_hits: 0,
            passes: 0,
            cuts: [CutsAtPly::default(); PLIES],
            cuts_by_source: [0; Source::EACH.len()],
            longest_lists: (0, 0),
        }
    }
}

impl Default for Counters {
    fn default() -> Counters {
        Counters::new()
    }
}

impl<G: Game + ?Sized> Observer<G> for Counters {
    #[inline]
    fn pass(&mut self, _: Window) {
        self.passes += 1;
    }

    #[inline]
    fn probe(&mut self, _: usize, probe: &ProbeResult, answer: Option<Score>) {
        self.probe_hits += u64::from(probe.found);
        self.cost.answered += u64::from(answer.is_some());
    }

    #[inline]
    fn leaf(&mut self, _: &G, _: Visit<'_, G::Position>, _: Score, kind: LeafKind) {
        self.cost.leaf_visits += 1;
        self.over += u64::from(kind == LeafKind::Over);
        self.known += u64::from(kind == LeafKind::Known);
    }

    #[inline]
    fn quiescence(&mut self, nodes: u64) {
        self.quiescence += nodes;
    }

    #[inline]
    fn expand(&mut self, _: usize, _: usize) {
        self.cost.interior += 1;
    }

    #[inline]
    fn refuted(&mut self, _: usize, children: usize) {
        self.probe_hits += children as u64;
        self.cost.answered += children as u64;
    }

    #[inline]
    fn ruled(&mut self, _: usize, _: Score) {
        self.cost.ruled += 1;
    }

    #[inline]
    fn leave(&mut self, ply: usize, _: Score, exit: Exit) {
        if let Exit::Cut { tried, source } = exit {
            let at = &mut self.cuts[ply.min(PLIES - 1)];
            at.cuts += 1;
            at.by_first_move += u64::from(tried == 1);
            at.by_memory += u64::from(tried == 0);
            at.moves_tried += tried as u64;
            let place = Source::EACH.iter().position(|&each| each == source).unwrap_or(0);
            self.cuts_by_source[place] += 1;
        }
    }

    #[inline]
    fn lists(&mut self, open: usize, backup: usize) {
        self.longest_lists.0 = self.longest_lists.0.max(open);
        self.longest_lists.1 = self.longest_lists.1.max(backup);
    }

    #[inline]
    fn cost(&self) -> Cost {
        self.cost
    }

    fn counts(&self) -> Counts {
        let deepest = self.cuts.iter().rposition(|ply| ply.cuts > 0).map_or(0, |ply| ply + 1);
        Counts {
            cost: self.cost,
            distinct_leaves: None,
            over: self.over,
            known: self.known,
            quiescence: self.quiescence,
            probe_hits: self.probe_hits,
            passes: self.passes,
            cuts: self.cuts[..deepest].to_vec(),
            cuts_by_source: self.cuts_by_source,
            longest_lists: self.longest_lists,
        }
    }
}
