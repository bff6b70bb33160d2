//! The bounds of children in memory, read before any child is searched ([`Order::transpositions`](crate::Order)).
//!
//! - A bound that reaches beta is a cutoff without a search: an enhanced transposition cutoff.
//! - A bound that does not exceed alpha refutes the child: `retrieve c.f+; ... else g' := c.f+` of MT (\[PSPB94\],
//!   Fig. 1). The child leaves the list of moves, and its bound enters `g`.
//!
//! The probes of all children together cost less than one visit after the other: their cache misses overlap, and the
//! moves of refuted children are not ranked. So a null-window driver walks again cheaply through nodes that failed low
//! in an earlier pass, where most children are refuted by what that pass stored: in chess to depth 6, MTD(f) enters
//! twice as many nodes that memory answers as Aspiration NegaScout does.

use super::best::Best;
use super::node::ExpandedNode;
use crate::halt::Halt;
use crate::memory::{Memory, ProbeResult};
use crate::observe::{Exit, Observer};
use crate::order::Source;
use crate::selective::MoveRules;
use crate::worker::Worker;
use crate::{Bounds, Context, Depth, Evaluator, Game, Score};

/// The fewest plies below a node whose children are probed. With fewer, a search costs less than the probes.
const PROBED_FROM: u32 = 3;
/// The same for a node that failed low before at this depth: memory refutes most of its children.
const PROBED_AGAIN_FROM: u32 = 2;
/// The number of children whose entries are prefetched together.
const PREFETCHED: usize = 16;

/// A child in memory.
#[derive(Clone, Copy)]
struct ChildKey {
    key: u64,
    /// True if the other player moves there.
    flip: bool,
    rules: MoveRules,
}

impl ChildKey {
    const NONE: ChildKey = ChildKey { key: 0, flip: false, rules: MoveRules::to(Depth::ZERO) };
}

impl<C: Context> Worker<'_, C> {
    /// Returns a child whose bound in memory reaches beta. If there is none, removes the children that memory refutes
    /// from the open list and adds their bounds to `node.refuted`. `failed_low` states that memory knows an upper bound:
    /// the node was searched before at this depth and failed low.
    ///
    /// # Errors
    /// If the search is stopped: refuted children count as visited nodes.
    #[inline(never)]
    pub(super) fn probe_children(
        &mut self,
        node: &mut ExpandedNode<'_, C::Position>,
        failed_low: bool,
    ) -> Result<Option<Best>, Halt> {
        if !self.is_worth_probing(node, failed_low) {
            return Ok(None);
        }
        let (start, end) = (node.list.start, self.moves.entries.len());
        let mut kept = start;
        let mut keys = [ChildKey::NONE; PREFETCHED];
        for chunk in (start..end).step_by(PREFETCHED) {
            let chunk_end = end.min(chunk + PREFETCHED);
            // All entries of a chunk are requested before the first is read, so that the cache misses overlap.
            for (place, child) in (chunk..chunk_end).zip(&mut keys) {
                let position = self.game.play(node.visit.position, self.moves.entries[place].play);
                let key = self.memory.key(self.game, &position);
                self.memory.prefetch(key);
                let rules = if self.game.is_selective() && self.rules_here().moves {
                    self.rules_of_move(node, place, &position)
                } else {
                    MoveRules::to(node.visit.depth.child())
                };
                *child = ChildKey { key, flip: self.game.mover(&position) != node.mover, rules };
            }
            for (place, &child) in (chunk..chunk_end).zip(&keys) {
                let probe = self.probe_child(node, child);
                if probe.bounds.lower >= node.window.beta() {
                    return Ok(Some(self.cut_by_memory(node, place, &probe)));
                }
                if probe.bounds.upper <= node.window.alpha() {
                    node.refuted.refute(&probe);
                } else {
                    self.moves.entries[kept] = self.moves.entries[place];
                    kept += 1;
                }
            }
        }
        self.moves.entries.truncate(kept);
        self.count_refuted(node.visit.ply, end - kept).map(|()| None)
    }

    #[inline]
    fn is_worth_probing(&self, node: &ExpandedNode<'_, C::Position>, failed_low: bool) -> bool {
        let (visit, child) = (node.visit, node.visit.depth.child());
        match self.plies_below(visit.ply, visit.depth) {
            // Children at the smallest stored depth are cheap to search: a probe of each of them does not pay, unless
            // it is likely to refute them.
            PROBED_FROM.. if self.memory.stores(child.child()) => true,
            PROBED_AGAIN_FROM.. => failed_low && self.memory.stores(child),
            _ => false,
        }
    }

    /// Returns the bounds of a move from memory, and from its rules. The result is seen from the mover of the node.
    #[inline]
    fn probe_child(&self, node: &ExpandedNode<'_, C::Position>, child: ChildKey) -> ProbeResult {
        let mut probe = self.probe_to(node, child, child.rules.depth);
        if self.game.is_selective() && !child.rules.is_plain() {
            // The smallest of all terms: of their lower bounds, and of their upper bounds.
            let reduced = child.rules.reduced.map(|depth| self.probe_to(node, child, depth).bounds);
            let terms = [Bounds::exactly(child.rules.cap), reduced.unwrap_or(Bounds::exactly(Score::INFINITY))];
            for term in terms {
                probe.bounds.lower = probe.bounds.lower.min(term.lower);
                probe.bounds.upper = probe.bounds.upper.min(term.upper);
            }
        }
        probe
    }

    /// Probes memory for a child at a depth. The result is seen from the mover of the node.
    #[inline]
    fn probe_to(&self, node: &ExpandedNode<'_, C::Position>, child: ChildKey, depth: Depth) -> ProbeResult {
        let probe = self.probe_from_root(child.key, depth, node.visit.ply + 1);
        let bounds = probe.bounds.flip_if(child.flip);
        let (lower_settled, upper_settled) = if child.flip {
            (probe.upper_settled, probe.lower_settled)
        } else {
            (probe.lower_settled, probe.upper_settled)
        };
        ProbeResult { bounds, lower_settled, upper_settled, ..probe }
    }

    /// Counts children that memory has refuted as nodes where it answered, up to the limit of nodes.
    fn count_refuted(&mut self, ply: usize, children: usize) -> Result<(), Halt> {
        let (mut counted, mut limit) = (0, Ok(()));
        while counted < children && limit.is_ok() {
            limit = self.budget.tick();
            counted += usize::from(limit.is_ok());
        }
        if counted > 0 {
            self.observer.refuted(ply, counted);
        }
        limit
    }

    fn cut_by_memory(&mut self, node: &ExpandedNode<'_, C::Position>, place: usize, probe: &ProbeResult) -> Best {
        let (score, settled) = (probe.bounds.lower, probe.lower_settled);
        let exit = Exit::Cut { tried: 0, source: Source::Transposition };
        self.observer.leave(node.visit.ply, self.below_ceiling(score), exit);
        // No other child was searched, so nothing settles an upper bound.
        Best { score, settled, all_settled: false, place: Some(self.moves.entries[place].index) }
    }
}
