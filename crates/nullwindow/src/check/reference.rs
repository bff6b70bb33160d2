//! The rules against a reference: a second implementation, as slow and as plain as it likes, supplied by the author.
//!
//! Nothing else can find a mistake that leaves a game consistent, such as a move that is missing for both players alike.

use super::flaw::{Breach, Flaw, Witness};
use super::law::Law;
use super::sample::{Facts, NodeId, PositionSample, ROOT, shown};
use super::shrink::Counterexample;
use super::{Check, Verdict};
use crate::{Evaluator, Game, Keyed, MoveBuf};
use std::collections::HashSet;

/// Rules on the positions and moves of a game.
type SecondRules<'a, G> = dyn Game<Position = <G as Game>::Position, Move = <G as Game>::Move> + 'a;

/// The second implementation of the rules.
pub(super) enum Reference<'a, G: Game> {
    /// Moves, positions after them, and final scores.
    Rules(Box<SecondRules<'a, G>>),
    /// The moves only.
    Moves(Box<dyn Fn(&G::Position) -> Vec<G::Move> + 'a>),
}

/// The number of comparisons with a reference.
#[derive(Clone, Copy, Default)]
pub(super) struct Compared {
    pub(super) positions: usize,
    pub(super) plays: usize,
    pub(super) ends: usize,
}

/// Compares positions of the sample with the reference, every position after those that lead to it: a reference need
/// not understand a position that the rules do not allow.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, Compared> {
    let Some(reference) = &kit.reference else { return Ok(Compared::default()) };
    let mut compared = Compared::default();
    let mut visited = vec![false; sample.nodes.len()];
    // The stride covers all plies: most captures and all ends are far from the root.
    let stride = order.len().div_ceil(kit.positions.max(1)).max(1);
    for &last in order.iter().step_by(stride) {
        let mut line: Vec<NodeId> = sample.back(last).take_while(|&id| !visited[id]).collect();
        while let Some(id) = line.pop().filter(|_| !kit.is_stopped()) {
            visited[id] = true;
            let node = &sample.nodes[id];
            let Some(evidence) = differ(kit, reference, &node.position) else {
                compared.add(reference, &node.facts);
                continue;
            };
            if !kit.holds(evidence.law) {
                continue;
            }
            let law = evidence.law;
            let found = Counterexample { witness: sample.witness(id), evidence };
            let fails = |position: &_| differ(kit, reference, position).filter(|breach| breach.law == law);
            return Err(with_other(kit, reference, kit.shrunk(&sample.nodes[ROOT].position, found, fails)));
        }
    }
    Ok(compared)
}

impl Compared {
    fn add<G: Game>(&mut self, reference: &Reference<'_, G>, facts: &Facts<G::Move>) {
        self.positions += 1;
        if matches!(reference, Reference::Rules(_)) {
            self.plays += facts.moves.len();
            self.ends += usize::from(facts.over.is_some());
        }
    }
}

/// Returns the first difference from the reference.
fn differ<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    reference: &Reference<'_, G>,
    position: &G::Position,
) -> Option<Breach> {
    let here = Facts::of(kit.game, position, &[]);
    match reference {
        Reference::Moves(moves) => lists(&here, &moves(position)),
        Reference::Rules(rules) => {
            let mut moves = MoveBuf::new();
            let over = rules.moves(position, &mut moves);
            let mover = rules.mover(position);
            if mover != here.mover {
                let seen = format!("{:?} to move, by the reference {mover:?}", here.mover);
                return Some(Breach::new(Law::ReferencePlay, seen));
            }
            if over != here.over {
                let seen = format!("a final score of {}, by the reference {}", shown(here.over), shown(over));
                return Some(Breach::new(Law::ReferenceResult, seen));
            }
            let moves: Vec<G::Move> = moves.iter().collect();
            lists(&here, &moves).or_else(|| plays(kit, &**rules, position, &moves).map(|(_, breach)| breach))
        }
    }
}

/// Returns a move that only one of the two lists has. Their order does not matter.
fn lists<M: Copy + Eq + std::hash::Hash + std::fmt::Debug>(here: &Facts<M>, there: &[M]) -> Option<Breach> {
    let own: HashSet<M> = here.moves.iter().map(|&(play, _)| play).collect();
    let other: HashSet<M> = there.iter().copied().collect();
    let breach = |seen: String| Some(Breach::new(Law::ReferenceMoves, seen));
    if let Some(missing) = there.iter().find(|play| !own.contains(play)) {
        return breach(format!("{missing:?} is missing: {} moves, by the reference {}", own.len(), other.len()));
    }
    let (extra, _) = here.moves.iter().find(|(play, _)| !other.contains(play))?;
    breach(format!("{extra:?} is not a move of the reference: {} moves, by the reference {}", own.len(), other.len()))
}

/// Returns a move that leads to different positions, with the position of the reference.
fn plays<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    rules: &SecondRules<'_, G>,
    position: &G::Position,
    moves: &[G::Move],
) -> Option<((G::Move, G::Position), Breach)> {
    moves.iter().find_map(|&play| {
        let (own, other) = (kit.game.play(position, play), rules.play(position, play));
        let names = |position| (kit.game.key(position), kit.game.mover(position));
        let ((key, mover), (key_there, mover_there)) = (names(&own), names(&other));
        let equal = kit.same.as_ref().is_none_or(|same| same(&own, &other));
        if equal && (key, mover) == (key_there, mover_there) {
            return None;
        }
        let seen = format!(
            "{play:?} leads to the key {key:#x} and {mover:?} to move, by the reference to {key_there:#x} and {mover_there:?}"
        );
        Some(((play, other), Breach::new(Law::ReferencePlay, seen)))
    })
}

/// Adds the position after the move by the reference, if a move leads to different positions.
fn with_other<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    reference: &Reference<'_, G>,
    mut flaw: Box<Flaw<G::Position, G::Move>>,
) -> Box<Flaw<G::Position, G::Move>> {
    let Reference::Rules(rules) = reference else { return flaw };
    if flaw.law == Law::ReferencePlay {
        let mut moves = MoveBuf::new();
        kit.game.moves(&flaw.witness.position, &mut moves);
        let moves: Vec<G::Move> = moves.iter().collect();
        if let Some(((play, position), _)) = plays(kit, &**rules, &flaw.witness.position, &moves) {
            let line = flaw.witness.line.iter().copied().chain([play]).collect();
            flaw.other = Some(Witness { line, position });
        }
    }
    flaw
}
