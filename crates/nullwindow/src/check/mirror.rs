//! The law of symmetry: with the players exchanged, a position has the same value for its mover.

use super::flaw::Breach;
use super::law::Law;
use super::oracle::Oracle;
use super::sample::{Facts, NodeId, PositionSample, ROOT, shown};
use super::shrink::Counterexample;
use super::{Check, Verdict};
use crate::{Evaluator, Keyed};

/// The number of positions whose values are compared to the full depth, after all were compared without a search.
const DEEP: usize = 300;

/// Checks the law on the positions of the sample, and returns their number.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, usize> {
    let Some(mirror) = kit.mirror.as_ref().filter(|_| kit.holds(Law::Mirror)) else { return Ok(0) };
    let root = &sample.nodes[ROOT].position;
    // A difference in the position itself explains more than the difference in value that it causes.
    for (ids, nodes) in [(order, 1), (&order[..order.len().min(DEEP)], kit.nodes)] {
        for &id in ids.iter().take_while(|_| !kit.is_stopped()) {
            let fails = |position: &G::Position| differ(kit, position, &mirror(position), nodes);
            if let Some(evidence) = fails(&sample.nodes[id].position) {
                return Err(kit.shrunk(root, Counterexample { witness: sample.witness(id), evidence }, fails));
            }
        }
    }
    Ok(order.len())
}

/// Returns a difference between a position and its mirror image that must not exist.
fn differ<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    position: &G::Position,
    image: &G::Position,
    nodes: usize,
) -> Option<Breach> {
    let (here, there) = (Facts::of(kit.game, position, &[]), Facts::of(kit.game, image, &[]));
    let breach = |seen: String| Some(Breach::new(Law::Mirror, seen));
    if here.mover == there.mover {
        return breach(format!("{:?} is to move in both", here.mover));
    }
    if here.over != there.over {
        return breach(format!("final scores {} and {}", shown(here.over), shown(there.over)));
    }
    if here.evaluation != there.evaluation {
        return breach(format!("evaluations {} and {}", shown(here.evaluation), shown(there.evaluation)));
    }
    if here.moves.len() != there.moves.len() {
        return breach(format!("{} moves and {} moves", here.moves.len(), there.moves.len()));
    }
    for depth in kit.depths() {
        let value = |position| Oracle::new(kit.game, nodes).value(position, depth);
        let (Some(one), Some(two)) = (value(position), value(image)) else { break };
        if one != two {
            return Some(Breach::at(Law::Mirror, depth, format!("to depth {depth} the values {one} and {two}")));
        }
    }
    None
}
