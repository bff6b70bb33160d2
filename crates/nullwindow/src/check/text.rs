//! The law of text: a position that is written and read back is the same position.
//!
//! Text shows at most one man on a square. A man that was captured and is still on the board is lost on the way.

use super::flaw::Breach;
use super::law::Law;
use super::sample::{Facts, NodeId, PositionSample, ROOT, shown};
use super::shrink::Counterexample;
use super::{Check, Verdict};
use crate::{Evaluator, Keyed};
use std::collections::HashSet;

/// The number of positions that are written and read back.
const COMPARED: usize = 1000;

/// Writes positions of the sample and reads them back, and returns their number. It is zero if the text of the root
/// cannot be read: the game has no notation of positions.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, usize> {
    let root = &sample.nodes[ROOT].position;
    let Some(read_back) = kit.round_trip.as_ref().filter(|read| kit.holds(Law::Text) && read(root).is_some()) else {
        return Ok(0);
    };
    let fails = |position: &G::Position| differ(kit, position, read_back(position).as_ref());
    let stride = order.len().div_ceil(COMPARED).max(1);
    // A notation may refuse positions in which the game is over.
    let unfinished = order.iter().copied().filter(|&id| sample.goes_on(id));
    let mut compared = 0;
    for id in unfinished.step_by(stride).take_while(|_| !kit.is_stopped()) {
        if let Some(evidence) = fails(&sample.nodes[id].position) {
            return Err(kit.shrunk(root, Counterexample { witness: sample.witness(id), evidence }, fails));
        }
        compared += 1;
    }
    Ok(compared)
}

/// Returns a difference that a reader of the text would meet. History that does not change the rest of the game may
/// be lost.
fn differ<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    position: &G::Position,
    read: Option<&G::Position>,
) -> Option<Breach> {
    let here = Facts::of(kit.game, position, &[]);
    if here.over.is_some() {
        return None;
    }
    let breach = |seen: String| Some(Breach::new(Law::Text, seen));
    let Some(read) = read else { return breach("a text that cannot be read back".to_owned()) };
    let there = Facts::of(kit.game, read, &[]);
    if here.mover != there.mover {
        return breach(format!("{:?} to move, read back {:?}", here.mover, there.mover));
    }
    if (here.over, here.evaluation) != (there.over, there.evaluation) {
        let (one, two) = (shown(here.evaluation), shown(there.evaluation.or(there.over)));
        return breach(format!("an evaluation of {one}, read back {two}"));
    }
    let moves = |facts: &Facts<G::Move>| facts.moves.iter().map(|&(play, _)| play).collect::<HashSet<_>>();
    let (one, two) = (moves(&here), moves(&there));
    let play = one.symmetric_difference(&two).next()?;
    breach(format!("{} moves, read back {}; {play:?} only in one of them", one.len(), two.len()))
}
