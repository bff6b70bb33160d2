//! The law of parts: a key covers every part of a position that changes its value or its moves.
//!
//! Random games rarely reach two positions that differ in one part only, such as the right to capture en passant. A
//! position and its variant with one part of another position ([`Check::variants`]) are such a pair, wherever the first
//! has the part.

use super::flaw::Breach;
use super::keys::differ;
use super::law::Law;
use super::sample::{Dice, Facts, NodeId, PositionSample, ROOT};
use super::shrink::Counterexample;
use super::{Check, Verdict};
use crate::{Evaluator, Keyed};

/// The number of positions that are varied.
const VARIED: usize = 4000;
/// The number of variants whose values are compared to the full depth; the others are compared without a search.
const DEEP_VARIANTS: usize = 200;

/// Compares positions with their variants, and returns the number of variants that are other positions.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, usize> {
    let Some(variants) = kit.variants.as_ref().filter(|_| kit.holds(Law::KeyIgnoresPart)) else { return Ok(0) };
    let mut dice = Dice::new(kit.seed);
    let (mut compared, mut deep) = (0, 0);
    let stride = order.len().div_ceil(VARIED).max(1);
    for &id in order.iter().step_by(stride).take_while(|_| !kit.is_stopped()) {
        let here = &sample.nodes[id];
        let other = &sample.nodes[order[dice.below(order.len())]].position;
        for variant in variants(&here.position, other) {
            if is_same(kit, &here.position, &variant) {
                continue;
            }
            compared += 1;
            let nodes = if deep < DEEP_VARIANTS { kit.nodes } else { 1 };
            deep += usize::from(kit.game.key(&variant) == here.facts.key);
            if let Some(evidence) = breach(kit, &here.position, &variant, nodes) {
                let found = Counterexample { witness: sample.witness(id), evidence: (evidence, variant) };
                return Err(shortest(kit, &sample.nodes[ROOT].position, found, (other, nodes)));
            }
        }
    }
    Ok(compared)
}

/// Returns whether a variant is the position itself. Without [`Check::same`], equal answers of the game must do.
fn is_same<G: Evaluator + Keyed>(kit: &Check<'_, G>, position: &G::Position, variant: &G::Position) -> bool {
    match &kit.same {
        Some(same) => same(position, variant),
        None => Facts::of(kit.game, position, &[]) == Facts::of(kit.game, variant, &[]),
    }
}

/// Returns the difference of two positions with the same key.
fn breach<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    position: &G::Position,
    variant: &G::Position,
    nodes: usize,
) -> Option<Breach> {
    if kit.game.key(position) != kit.game.key(variant) {
        return None;
    }
    let found = differ(kit, position, variant, nodes)?;
    Some(Breach { law: Law::KeyIgnoresPart, ..found })
}

/// Returns the flaw with a line that is as short as possible. `other` lends its parts to every position on the way.
fn shortest<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    root: &G::Position,
    found: Counterexample<G::Position, G::Move, (Breach, G::Position)>,
    (other, nodes): (&G::Position, usize),
) -> Box<super::Flaw<G::Position, G::Move>> {
    let found = super::shrink(kit.game, root, found, kit.positions, &mut |position| {
        let variants = kit.variants.as_ref().map_or_else(Vec::new, |variants| variants(position, other));
        let mut others = variants.into_iter().filter(|variant| !is_same(kit, position, variant));
        others.find_map(|variant| Some((breach(kit, position, &variant, nodes)?, variant)))
    });
    let (evidence, variant) = found.evidence;
    let line = found.witness.line.clone();
    let mut flaw = evidence.flaw(found.witness);
    flaw.other = Some(super::Witness { line, position: variant });
    flaw
}
