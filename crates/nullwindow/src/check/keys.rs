//! Laws about keys: equal keys mean equal values, and equal positions have equal keys.

use super::flaw::{Breach, Flaw, Witness};
use super::law::Law;
use super::oracle::Oracle;
use super::sample::{Facts, NodeId, PositionSample, ROOT, shown};
use super::shrink::{Counterexample, shrink};
use super::{Check, Verdict};
use crate::{Evaluator, Keyed};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of pairs whose values are compared to the full depth; the others are compared without a search.
const DEEP_PAIRS: usize = 500;
/// The number of unequal positions per key that are kept for comparison.
const OF_ONE_KEY: usize = 4;
/// The number of unequal positions with equal facts that are kept for comparison.
const ALIKE: usize = 64;

/// Searches for equal positions with different keys, and returns the number of pairs of equal positions.
pub(super) fn check_split<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, usize> {
    let Some(same) = kit.same.as_ref().filter(|_| kit.holds(Law::KeySplit)) else { return Ok(0) };
    let mut equal = 0;
    let mut alike: HashMap<u64, Vec<NodeId>> = HashMap::new();
    for &id in order.iter().take_while(|_| !kit.is_stopped()) {
        let node = &sample.nodes[id];
        let kin = alike.entry(likeness(&node.facts)).or_default();
        match kin.iter().find(|&&other| same(&sample.nodes[other].position, &node.position)) {
            Some(&other) if sample.nodes[other].facts.key != node.facts.key => {
                return Err(pair(kit, sample, (other, id), |a, b| {
                    let (one, two) = (kit.game.key(a), kit.game.key(b));
                    let split = one != two && same(a, b);
                    split.then(|| Breach::new(Law::KeySplit, format!("the keys {one:#x} and {two:#x}")))
                }));
            }
            Some(_) => equal += 1,
            None if kin.len() < ALIKE => kin.push(id),
            None => {}
        }
    }
    Ok(equal)
}

/// Returns a hash that is equal for equal positions, so that few pairs have to be compared.
fn likeness<M: Hash>(facts: &Facts<M>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (facts.mover, facts.over, facts.evaluation, &facts.moves).hash(&mut hasher);
    hasher.finish()
}

/// Searches for positions with the same key and different values, and returns the number of pairs compared.
pub(super) fn check_shared<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, usize> {
    let (mut pairs, mut deep) = (0, 0);
    let mut of_key: HashMap<u64, Vec<NodeId>> = HashMap::new();
    for &id in order.iter().take_while(|_| !kit.is_stopped()) {
        let node = &sample.nodes[id];
        let known = of_key.entry(node.facts.key).or_default();
        let mut new = true;
        for &other in &*known {
            let there = &sample.nodes[other];
            let equal = kit.same.as_ref().is_some_and(|same| same(&there.position, &node.position));
            // One node compares only what needs no search: enough for equal positions, and cheap for the rest.
            let nodes = if equal || deep >= DEEP_PAIRS { 1 } else { kit.nodes };
            deep += usize::from(nodes > 1);
            pairs += 1;
            new &= !equal;
            if let Some(law) = differ(kit, &there.position, &node.position, nodes).map(|breach| breach.law) {
                return Err(pair(kit, sample, (other, id), |a, b| {
                    let shared = kit.game.key(a) == kit.game.key(b);
                    if shared { differ(kit, a, b, nodes).filter(|breach| breach.law == law) } else { None }
                }));
            }
        }
        if new && known.len() < OF_ONE_KEY {
            known.push(id);
        }
    }
    Ok(pairs)
}

/// Returns a difference between two positions with the same key that must not exist.
pub(super) fn differ<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    a: &G::Position,
    b: &G::Position,
    nodes: usize,
) -> Option<Breach> {
    let (one, two) = (Facts::of(kit.game, a, &[]), Facts::of(kit.game, b, &[]));
    let key = one.key;
    let (of_value, of_moves) = if one.mover == two.mover {
        (Law::KeyShared, Law::KeyIgnoresRules)
    } else {
        (Law::KeyIgnoresMover, Law::KeyIgnoresMover)
    };
    let turns = format!("{:?} and {:?} to move", one.mover, two.mover);
    if kit.holds(of_value) {
        if one.over.is_some() != two.over.is_some() {
            let (one, two) = (shown(one.over), shown(two.over));
            return Some(Breach::new(
                of_value,
                format!("the key {key:#x} twice, {turns}; final scores {one} and {two}"),
            ));
        }
        for depth in kit.depths() {
            let value = |position| Oracle::new(kit.game, nodes).value(position, depth);
            let (Some(one), Some(two)) = (value(a), value(b)) else { break };
            if one != two {
                let seen = format!("the key {key:#x} twice, {turns}; to depth {depth} the values {one} and {two}");
                return Some(Breach::at(of_value, depth, seen));
            }
        }
    }
    let (one, two) = (one.moves.len(), two.moves.len());
    (one != two && kit.holds(of_moves))
        .then(|| Breach::new(of_moves, format!("the key {key:#x} twice, {turns}; {one} moves and {two} moves")))
}

/// Returns the flaw of two positions. Each line is shortened while the other position stays.
fn pair<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    (one, two): (NodeId, NodeId),
    fails: impl Fn(&G::Position, &G::Position) -> Option<Breach>,
) -> Box<Flaw<G::Position, G::Move>> {
    let root = &sample.nodes[ROOT].position;
    let (one, two) = (sample.witness(one), sample.witness(two));
    // A game whose answers change may not reproduce the difference seen in the sample.
    let unseen = || Breach::new(Law::KeyVaries, "the two positions differed when seen first, and not again");
    let evidence = fails(&one.position, &two.position).unwrap_or_else(unseen);
    let shrink = |witness: Witness<_, _>, evidence, fails: &mut dyn FnMut(&G::Position) -> Option<Breach>| {
        shrink(kit.game, root, Counterexample { witness, evidence }, kit.positions, fails)
    };
    let second = shrink(two, evidence, &mut |position| fails(&one.position, position));
    let two = second.witness;
    let first = shrink(one, second.evidence, &mut |position| fails(position, &two.position));
    let mut flaw = first.evidence.flaw(first.witness);
    flaw.other = Some(two);
    flaw
}
