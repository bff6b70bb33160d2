//! Laws about single positions: moves, end of the game, scores, and reproducible answers.

use super::flaw::Breach;
use super::law::Law;
use super::sample::{Facts, NodeId, PositionSample, ROOT, shown};
use super::shrink::Counterexample;
use super::{Check, Verdict};
use crate::{Evaluator, Game, Keyed, MoveBuf, Score, Window};
use std::collections::HashMap;

/// Moves of another position, left in the buffer below the open list as in a real search.
type Junk<G> = [(<G as Game>::Move, i64)];

/// Checks every position of the sample, shortest lines first.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, ()> {
    let root = &sample.nodes[ROOT];
    let junk = &root.facts.moves;
    for &id in order.iter().take_while(|_| !kit.is_stopped()) {
        let node = &sample.nodes[id];
        let Some(breach) = breaches(kit, &node.position, &node.facts, junk).into_iter().find(|b| kit.holds(b.law))
        else {
            continue;
        };
        let law = breach.law;
        let found = Counterexample { witness: sample.witness(id), evidence: breach };
        return Err(kit.shrunk(&root.position, found, |position| {
            let facts = Facts::of(kit.game, position, &[]);
            breaches(kit, position, &facts, junk).into_iter().find(|breach| breach.law == law)
        }));
    }
    Ok(())
}

/// Returns all violations at a position, given the earlier answers `facts` of the game.
fn breaches<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    position: &G::Position,
    facts: &Facts<G::Move>,
    junk: &Junk<G>,
) -> Vec<Breach> {
    let mut found: Vec<Breach> = lists(facts).into_iter().chain(ends(facts)).chain(range(facts)).collect();
    found.extend(wins(facts, kit.game.win_threshold()));
    found.extend(over(kit.game, position, facts, junk));
    found.extend(facts.change(&Facts::of(kit.game, position, &[])));
    found.extend(facts.change(&Facts::of(kit.game, position, junk)));
    found.extend(leaf_windows(kit.game, position, facts));
    found.extend(replay(kit, position, facts));
    found.extend(still(kit, position, facts));
    if let Some(fresh) = &kit.fresh_key {
        let (key, fresh) = (facts.key, fresh(position));
        if key != fresh {
            found.push(Breach::new(Law::KeyStale, format!("the key {key:#x}, computed afresh {fresh:#x}")));
        }
    }
    found
}

/// Returns a duplicate move.
fn lists<M: Copy + Eq + std::hash::Hash + std::fmt::Debug>(facts: &Facts<M>) -> Option<Breach> {
    let mut places = HashMap::with_capacity(facts.moves.len());
    facts.moves.iter().enumerate().find_map(|(place, &(play, _))| {
        let before = places.insert(play, place)?;
        Some(Breach::new(Law::DuplicateMove, format!("{play:?} at places {before} and {place}")))
    })
}

/// Returns a contradiction between the final score and the moves.
fn ends<M: std::fmt::Debug>(facts: &Facts<M>) -> Option<Breach> {
    match (facts.over, facts.moves.first()) {
        (Some(score), Some((play, _))) => {
            let seen = format!("a final score of {score} and {} moves, {play:?} first", facts.moves.len());
            Some(Breach::new(Law::MovesAfterEnd, seen))
        }
        (None, None) => Some(Breach::new(Law::NoMoves, "no final score and no moves")),
        _ => None,
    }
}

/// Returns a score that is infinite.
fn range<M>(facts: &Facts<M>) -> Option<Breach> {
    let named = [("a final score", facts.over), ("an evaluation", facts.evaluation)];
    named.into_iter().find_map(|(name, score)| {
        let score = score.filter(|score| !score.is_finite())?;
        Some(Breach::new(Law::ScoreOutOfRange, format!("{name} of {score}")))
    })
}

/// Returns an evaluation in the range of wins.
fn wins<M>(facts: &Facts<M>, first: Score) -> Option<Breach> {
    let score = facts.evaluation.filter(|&score| score >= first || score <= -first)?;
    Some(Breach::new(Law::EvaluationWins, format!("an evaluation of {score}, wins from {first}")))
}

/// Distances from the value at which windows are tried: around it, at typical errors, and beyond most evaluations.
const DISTANCES: [i32; 9] = [-1000, -40, -2, -1, 0, 1, 2, 40, 1000];

/// Returns an answer of [`Evaluator::evaluate_within`] that is not true.
fn leaf_windows<G: Evaluator>(game: &G, position: &G::Position, facts: &Facts<G::Move>) -> Option<Breach> {
    let value = facts.evaluation.filter(|value| value.is_finite())?;
    // A game that does not use windows is asked with the full one only.
    let narrow = if G::USES_WINDOW { &DISTANCES[..] } else { &[] };
    let edges = narrow.iter().map(|&distance| value.offset(distance).clamp(Score::MIN.offset(50), Score::MAX));
    let windows = edges.flat_map(|beta| [Window::null(beta), Window::new(beta.offset(-7), beta)]);
    std::iter::once(Window::FULL).chain(windows).find_map(|window| {
        let answer = game.evaluate_within(position, window, &mut 0);
        // An evaluation that changes is another flaw.
        let wrong = !window.learn(answer).contains(value) && game.evaluate(position) == value;
        wrong.then(|| Breach::new(Law::EvaluationWindow, format!("{answer} for {window}, the evaluation is {value}")))
    })
}

/// Compares [`Game::over`] with [`Game::moves`], with an empty buffer and, as in a search, with the moves of a parent
/// below the open list.
fn over<G: Game>(game: &G, position: &G::Position, facts: &Facts<G::Move>, junk: &Junk<G>) -> Option<Breach> {
    [&[][..], junk].into_iter().find_map(|below| {
        let mut scratch = MoveBuf::new();
        below.iter().for_each(|&(play, _)| scratch.push(play));
        scratch.open();
        let over = game.over(position, &mut scratch);
        if over == facts.over {
            return None;
        }
        let buffer = if below.is_empty() { "an empty buffer" } else { "a buffer that holds another position's moves" };
        let seen = format!("by moves {}, by over, with {buffer}, {}", shown(facts.over), shown(over));
        Some(Breach::new(Law::OverDisagrees, seen))
    })
}

/// Plays the first and the last move twice, and compares the results.
fn replay<G: Evaluator + Keyed>(kit: &Check<'_, G>, position: &G::Position, facts: &Facts<G::Move>) -> Option<Breach> {
    if facts.over.is_some() {
        return None;
    }
    let ends = [facts.moves.first(), facts.moves.last()];
    ends.into_iter().flatten().find_map(|&(play, _)| {
        let (once, twice) = (kit.game.play(position, play), kit.game.play(position, play));
        let names = |position| (kit.game.key(position), kit.game.mover(position));
        let ((key, mover), (key_again, mover_again)) = (names(&once), names(&twice));
        let other = kit.same.as_ref().is_some_and(|same| !same(&once, &twice));
        if (key, mover) == (key_again, mover_again) && !other {
            return None;
        }
        // If even one position has changing answers, those are the flaw, and not the move.
        let fickle = (0..3).any(|_| names(&once) != (key, mover));
        let seen = format!(
            "{play:?} leads to the key {key:#x} and {mover:?} to move, then to {key_again:#x} and {mover_again:?}"
        );
        (!fickle).then(|| Breach::new(Law::PlayVaries, seen))
    })
}

/// Returns a move that leads to the position itself. A pass is a move, but it changes the player to move.
fn still<G: Evaluator + Keyed>(kit: &Check<'_, G>, position: &G::Position, facts: &Facts<G::Move>) -> Option<Breach> {
    // Among many moves there is hardly one that does nothing; to play all of them in every position is expensive.
    const FEW: usize = 3;
    if facts.over.is_some() || facts.moves.len() > FEW {
        return None;
    }
    facts.moves.iter().find_map(|&(play, _)| {
        let next = kit.game.play(position, play);
        let equal = kit.same.as_ref().is_none_or(|same| same(position, &next));
        let still = equal && kit.game.key(&next) == facts.key && kit.game.mover(&next) == facts.mover;
        (still && Facts::of(kit.game, &next, &[]) == *facts).then(|| {
            Breach::new(Law::StandStill, format!("after {play:?}, {:?} is to move in the same position", facts.mover))
        })
    })
}
