//! Laws about the bounds that a game knows without a search: they are reproducible, they are true, and they agree
//! between narrow windows and the full one.

use super::flaw::Breach;
use super::law::Law;
use super::oracle::Oracle;
use super::sample::{NodeId, PositionSample, ROOT};
use super::shrink::Counterexample;
use super::{Check, Verdict};
use crate::knowledge::answer;
use crate::memory::BoundsCache;
use crate::{Bounds, Depth, Evaluator, Keyed, Score, Window};

/// The number of positions on which known bounds are compared with minimax.
const COMPARED: usize = 400;

/// The number of positions with known bounds, and of those whose bounds were compared with a value.
#[derive(Clone, Copy, Default)]
pub(super) struct KnownCount {
    pub(super) known: usize,
    pub(super) compared: usize,
}

/// Checks the known bounds of the positions in the sample.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, KnownCount> {
    if !kit.holds(Law::Knowledge) {
        return Ok(KnownCount::default());
    }
    let root = &sample.nodes[ROOT];
    let knows =
        |position| kit.depths().any(|depth| kit.game.proven_bounds(position, depth, Window::FULL) != Bounds::UNKNOWN);
    let known: Vec<NodeId> = order
        .iter()
        .copied()
        .take_while(|_| !kit.is_stopped())
        .filter(|&id| knows(&sample.nodes[id].position))
        .collect();
    // The stride covers all plies: near the end a game usually knows more than near the start.
    let stride = known.len().div_ceil(COMPARED).max(1);
    let mut compared = 0;
    for &id in known.iter().step_by(stride).take_while(|_| !kit.is_stopped()) {
        let values = values(kit, &sample.nodes[id].position);
        if let Some(evidence) = breach(kit, &sample.nodes[id].position, &values) {
            let found = Counterexample { witness: sample.witness(id), evidence };
            let fails = |position: &_| breach(kit, position, &self::values(kit, position));
            return Err(kit.shrunk(&root.position, found, fails));
        }
        // Only a value to the end of the game can contradict bounds of every kind.
        compared += usize::from(values.last().is_some_and(Option::is_some));
    }
    Ok(KnownCount { known: known.len(), compared })
}

/// Returns the values at all depths, the end of the game last.
fn values<G: Evaluator>(kit: &Check<'_, G>, position: &G::Position) -> Vec<Option<Score>> {
    kit.depths().map(|depth| value(kit, position, depth)).collect()
}

/// Returns a known bound of a position that is wrong.
fn breach<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    position: &G::Position,
    values: &[Option<Score>],
) -> Option<Breach> {
    let depths: Vec<Depth> = kit.depths().collect();
    depths.iter().enumerate().find_map(|(place, &depth)| {
        let known = kit.game.proven_bounds(position, depth, Window::FULL);
        let wrong = |seen: String| Some(Breach::at(Law::Knowledge, depth, format!("at depth {depth}, {seen}")));
        if known != kit.game.proven_bounds(position, depth, Window::FULL) {
            return wrong(format!("{known}, and something else when asked again"));
        }
        if known.lower > known.upper {
            return wrong(format!("{known}, which is no value"));
        }
        for (&greater, &value) in depths[place..].iter().zip(&values[place..]) {
            // A position with a known value is a leaf at every depth. Only a search to the end of the game can
            // contradict it.
            let Some(value) = value.filter(|_| known.exact().is_none() || greater == Depth::END) else { continue };
            if !known.contains(value) {
                return wrong(format!("{known}; minimax to depth {greater} {value}"));
            }
        }
        let worth = known.exact().or(values[place])?;
        // Each answer may use what the earlier ones have left in the cache.
        let mut cache = BoundsCache::new();
        windows(known, worth).find_map(|window| {
            let narrow = kit.game.proven_bounds(position, depth, window);
            let cached = kit.game.proven_bounds_with(position, depth, window, &mut cache);
            let is_wrong = |narrow: &Bounds| {
                let silent = known.exact().is_some() && answer(*narrow, window).is_none();
                silent || !narrow.contains(worth)
            };
            let narrow = [narrow, cached].into_iter().find(is_wrong)?;
            wrong(format!("{known}, but asked about {window:?} {narrow}; the value is {worth}"))
        })
    })
}

/// Returns the value by minimax; to the end of the game, by the rules alone.
fn value<G: Evaluator>(kit: &Check<'_, G>, position: &G::Position, depth: Depth) -> Option<Score> {
    let oracle = Oracle::new(kit.game, kit.nodes);
    let mut oracle = if depth == Depth::END { oracle.by_rules_alone() } else { oracle };
    oracle.value(position, depth)
}

/// Returns windows around the value and around the known bounds.
fn windows(known: Bounds, value: Score) -> impl Iterator<Item = Window> {
    let near = [value.offset(-7), value.pred(), value, value.succ(), value.offset(8), known.lower, known.upper];
    let nulls = near.into_iter().filter(|score| score.is_finite()).map(Window::null);
    nulls.chain([Window::new(value.offset(-2), value.offset(2)), Window::new(value.offset(-9), value)])
}
