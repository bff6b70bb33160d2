//! Laws about rules of selective search: they are reproducible, their scores are evaluations, their depths end every
//! search, and they leave known bounds alone.

use super::flaw::Breach;
use super::law::Law;
use super::sample::{NodeId, PositionSample, ROOT};
use super::shrink::Counterexample;
use super::{Check, Verdict};
use crate::selective::{MoveRules, NodeRules, RuledNode, rank_statically};
use crate::{Bounds, Depth, Evaluator, Keyed, MoveBuf, Score, Window};

/// The number of positions whose rules are checked.
const CHECKED: usize = 400;
/// The greatest depth in plies at which rules are asked for.
const DEEPEST: u32 = 8;

/// Checks the rules of positions in the sample, at small depths.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, ()> {
    if !kit.game.is_selective() || !kit.holds(Law::SelectiveRules) {
        return Ok(());
    }
    let stride = order.len().div_ceil(CHECKED).max(1);
    for &id in order.iter().step_by(stride).take_while(|_| !kit.is_stopped()) {
        if let Some(evidence) = breach(kit.game, &sample.nodes[id].position) {
            let found = Counterexample { witness: sample.witness(id), evidence };
            return Err(kit.shrunk(&sample.nodes[ROOT].position, found, |position| breach(kit.game, position)));
        }
    }
    Ok(())
}

/// Returns a rule of a position that breaks a law.
fn breach<G: Evaluator>(game: &G, position: &G::Position) -> Option<Breach> {
    if game.moves(position, &mut MoveBuf::new()).is_some() {
        return None;
    }
    (1..=DEEPEST).map(Depth::plies).find_map(|depth| {
        let wrong = of_node(game, position, depth).or_else(|| of_moves(game, position, depth))?;
        Some(Breach::at(Law::SelectiveRules, depth, format!("at depth {depth}, {wrong}")))
    })
}

/// Describes what is wrong with the rules of a node.
fn of_node<G: Evaluator>(game: &G, position: &G::Position, depth: Depth) -> Option<String> {
    let rules = game.node_rules(position, depth);
    if rules != game.node_rules(position, depth) {
        return Some("the rules of the node are others when asked again".to_owned());
    }
    let known = game.proven_bounds(position, depth, Window::FULL);
    if rules != NodeRules::NONE && known != Bounds::UNKNOWN && known.exact().is_none() {
        return Some(format!("the node has rules, and the game knows {known} of it"));
    }
    let cap = rules.pass.map_or(Score::INFINITY, |pass| pass.cap);
    let scores = [
        ("floor", rules.floor, Score::NEG_INFINITY),
        ("ceiling", rules.ceiling, Score::INFINITY),
        ("null move's cap", cap, Score::INFINITY),
    ];
    let out_of_range = scores.into_iter().find(|&(_, score, none)| !is_evaluation(game, score, none));
    if let Some((name, score, _)) = out_of_range {
        return Some(format!("the {name} {score} is no evaluation"));
    }
    let depths =
        [("null move", rules.pass.map(|pass| pass.depth)), ("shallow search", rules.near.map(|near| near.depth))];
    let (name, to) = depths.into_iter().find_map(|(name, to)| Some((name, to.filter(|&to| to >= depth)?)))?;
    Some(format!("the {name} is searched to depth {to}"))
}

/// Describes what is wrong with the rules of the moves.
fn of_moves<G: Evaluator>(game: &G, position: &G::Position, depth: Depth) -> Option<String> {
    rules_of_moves(game, position, depth).into_iter().find_map(|(play, next, rules, again)| {
        if rules != again {
            return Some(format!("the rules of {play:?} are others when asked again"));
        }
        if !is_evaluation(game, rules.cap, Score::INFINITY) {
            return Some(format!("the cap {} of {play:?} is no evaluation", rules.cap));
        }
        if rules.depth > depth || rules.reduced.is_some_and(|reduced| reduced >= rules.depth) {
            let reduced = rules.reduced.map_or("none".to_owned(), |reduced| reduced.to_string());
            return Some(format!("{play:?} is searched to depth {}, reduced: {reduced}", rules.depth));
        }
        let over = game.moves(&next, &mut MoveBuf::new()).is_some();
        if rules.depth < depth || over {
            return None;
        }
        let keeps = |(_, _, rules, _): &(G::Move, G::Position, MoveRules, MoveRules)| rules.depth >= depth;
        let (then, ..) = rules_of_moves(game, &next, depth).into_iter().find(keeps)?;
        Some(format!("{play:?} and then {then:?} keep the depth: a search might not end"))
    })
}

/// Returns the moves that have rules, the positions after them, and their rules, asked for twice.
fn rules_of_moves<G: Evaluator>(
    game: &G,
    position: &G::Position,
    depth: Depth,
) -> Vec<(G::Move, G::Position, MoveRules, MoveRules)> {
    let rules = game.node_rules(position, depth);
    if !rules.moves {
        return Vec::new();
    }
    let mut moves = MoveBuf::new();
    let _ = game.moves(position, &mut moves);
    if rules.places {
        rank_statically(game, position, &mut moves);
    }
    let node = RuledNode { position, depth, rules: &rules };
    let of_move = |(place, play): (u16, G::Move)| {
        let (next, place) = (game.play(position, play), if rules.places { place } else { 0 });
        let ask = || game.move_rules(&node, play, place, &next);
        let (rules, again) = (ask(), ask());
        (play, next, rules, again)
    };
    (0..).zip(moves.iter().collect::<Vec<_>>()).map(of_move).collect()
}

/// Returns whether a score of a rule is an evaluation, or `none`, the infinity that stands for no rule.
fn is_evaluation<G: Evaluator>(game: &G, score: Score, none: Score) -> bool {
    score == none || (score < game.win_threshold() && score > -game.win_threshold())
}
