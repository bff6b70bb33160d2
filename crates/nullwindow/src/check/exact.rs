//! Evaluations against results: the winner of positions that can be solved within the node budget, and the mean result
//! of random games from one position.
//!
//! One random game says little about an evaluation if both players lose won positions all the time. Here positions near
//! the end of the random games are solved by the rules alone, and the evaluation must not be *lower* where the player to
//! move wins. Only the sign of a result is computed: a win found at once needs no proof that there is no higher one.
//! Where too few positions can be solved, several random games from each of them take the place of the exact result.
//!
//! As in [`signs`](super::signs), only positions of about the same ply and the same mover are compared, and only
//! overwhelming evidence counts.

use super::flaw::Breach;
use super::law::Law;
use super::numbered::{NumberedGame, PositionId, Rules, START};
use super::sample::{Dice, NodeId, PositionSample, SampleNode};
use super::signs::{ScorePair, SignCases, Trend, for_first};
use super::{Check, Verdict};
use crate::{Evaluator, Keyed, MoveBuf, Player, Score};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// The largest distance from the end of a random game, in plies, of a position that is solved.
const NEAR: usize = 8;
/// The part of [`Check::nodes`] that one position may take, as a divisor: many positions are worth more than hard ones.
const PART: usize = 4;
/// The nodes for all positions, as a multiple of [`Check::nodes`].
const TOTAL: usize = 10;
/// The number of random games from one position,
const GAMES: usize = 8;
/// and the number of plies of all of them together.
const PLIES: usize = 30_000;
/// The plies that count as one: a mean for every single ply would leave too little to compare.
const ABOUT: usize = 4;
/// The coefficient below which evaluations are opposed to results. A correct evaluation may be worthless near the end
/// of a game; it is not the opposite of the truth.
const OPPOSED: f64 = -0.3;
/// The same as standard deviations from no correlation.
const OVERWHELMING: f64 = -5.0;

/// A result for the player to move at the start of the rules, if it can be found.
type Truth<'a> = &'a mut dyn FnMut(&dyn Rules) -> Option<f64>;

/// Compares evaluations with exact results, then with random games, and returns the number of positions if they agree.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
) -> Verdict<G, SignCases> {
    let (mut nodes, mut plies, mut dice) = (TOTAL * kit.nodes, PLIES, Dice::new(kit.seed));
    let mut exact = |rules: &dyn Rules| result(rules, &mut nodes, kit.nodes / PART);
    let mut random = |rules: &dyn Rules| mean_result(rules, &mut plies, &mut dice);
    let truths: [(&str, Truth<'_>); 2] =
        [("the sign of the exact result", &mut exact), ("the mean result of random games", &mut random)];
    let candidates = candidates(sample);
    // Exact results first: random games are consulted only where too few positions can be solved.
    for (name, truth) in truths {
        let trends = trends(kit, sample, &candidates, truth);
        if let Some((law, trend)) = opposed(&trends)
            && let Some(point) = trend.witness().filter(|_| kit.holds(law))
        {
            let mover = sample.nodes[point.id].facts.mover;
            let what = format!("the evaluation with {mover:?} to move and {name}");
            return Err(Breach::new(law, trend.describe(&what, point)).flaw(sample.witness(point.id)));
        }
        let cases = agreeing(&trends);
        if cases.agreeing > 0 {
            return Ok(cases);
        }
    }
    Ok(SignCases { agreeing: 0, sides: 0 })
}

/// Returns the correlation of evaluations and results, by the player to move.
fn trends<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    candidates: &[NodeId],
    truth: Truth<'_>,
) -> [Trend; 2] {
    let mut points: [Vec<ScorePair>; 2] = [Vec::new(), Vec::new()];
    for &id in candidates.iter().take_while(|_| !kit.is_stopped()) {
        let SampleNode { position, facts, ply, .. } = &sample.nodes[id];
        let sign = if facts.mover == Player::Second { -1.0 } else { 1.0 };
        if let Some(evaluation) = facts.evaluation
            && let Some(later) = truth(&NumberedGame::new(kit.game, position))
        {
            let here = for_first(evaluation, facts.mover);
            points[facts.mover.index()].push(ScorePair { id, ply: ply / ABOUT, here, later: sign * later });
        }
    }
    points.map(Trend::new)
}

/// Returns the positions near the ends of finished random games, each once, those nearest to an end first.
fn candidates<P: Clone, M: Copy + Eq + Debug>(sample: &PositionSample<P, M>) -> Vec<NodeId> {
    let mut seen = BTreeSet::new();
    let ended = || sample.ends.iter().filter(|&&id| sample.nodes[id].facts.over.is_some());
    let back = |plies: usize| ended().filter_map(move |&id| sample.back(id).nth(plies));
    (1..=NEAR)
        .flat_map(back)
        .filter(|&id| {
            // Positions that differ in neither would count one observation twice.
            let facts = &sample.nodes[id].facts;
            seen.insert((facts.key, facts.evaluation))
        })
        .collect()
}

/// Returns the law that overwhelming evidence shows to be violated, and the evidence.
#[allow(clippy::cast_precision_loss, reason = "at most two")]
fn opposed(trends: &[Trend; 2]) -> Option<(Law, &Trend)> {
    let usable = |trend: &&Trend| trend.favours_both(|point| point.here, 10);
    let against: Vec<&Trend> = trends.iter().filter(usable).filter(|trend| trend.sign() == Some(false)).collect();
    // Stouffer's method: independent deviations add up, divided by the root of their number.
    let deviations = against.iter().map(|trend| trend.deviations()).sum::<f64>() / (against.len() as f64).sqrt();
    let plainest = against.iter().copied().min_by(|a, b| a.deviations().total_cmp(&b.deviations()))?;
    if deviations > OVERWHELMING || plainest.coefficient() > OPPOSED {
        return None;
    }
    let one_side = trends.iter().any(|trend| trend.sign() == Some(true));
    Some((if one_side { Law::EvaluationSign } else { Law::SignsOpposed }, plainest))
}

/// Returns the number of positions if evaluations agree with results: for the players whose positions say anything, and
/// for each of the two.
fn agreeing(trends: &[Trend; 2]) -> SignCases {
    let right = |trend: &&Trend| trend.sign() == Some(true);
    let positions: usize = trends.iter().map(|trend| trend.points.len()).sum();
    let (agree, oppose) = (trends.iter().filter(right).count(), trends.iter().any(|trend| trend.sign() == Some(false)));
    SignCases {
        agreeing: if agree > 0 && !oppose { positions } else { 0 },
        sides: if agree == trends.len() { positions } else { 0 },
    }
}

/// Returns the result for the player to move, as one, zero or minus one, if `most` nodes and those left suffice.
fn result(rules: &dyn Rules, left: &mut usize, most: usize) -> Option<f64> {
    /// The greatest depth, for the sake of the stack.
    const DEEPEST: u32 = 64;
    let nodes = most.min(*left);
    let mut solver = Solver { rules, left: nodes };
    let bounds = (0..=DEEPEST).map_while(|depth| solver.node(START, depth)).find(|(least, most)| least == most);
    *left -= nodes - solver.left;
    bounds.map(|(sign, _)| f64::from(sign))
}

/// Returns the mean sign of the results of random games for the player to move, if they end within the plies left.
fn mean_result(rules: &dyn Rules, left: &mut usize, dice: &mut Dice) -> Option<f64> {
    let mover = rules.mover(START);
    let mut sum = 0.0;
    for _ in 0..GAMES {
        let mut at = START;
        let mut moves = MoveBuf::new();
        let score = loop {
            moves.clear();
            match rules.moves(at, &mut moves) {
                Some(score) => break score.flip_if(rules.mover(at) != mover),
                None if moves.is_empty() => return None,
                None => *left = left.checked_sub(1)?,
            }
            at = rules.play(at, u16::try_from(dice.below(moves.len())).ok()?);
        };
        sum += f64::from(score.get().signum());
    }
    #[allow(clippy::cast_precision_loss, reason = "a few games")]
    Some(sum / GAMES as f64)
}

/// Bounds on the sign of a value by iterative deepening: a position at the horizon may be worth anything.
struct Solver<'r> {
    rules: &'r dyn Rules,
    left: usize,
}

impl Solver<'_> {
    fn node(&mut self, at: PositionId, depth: u32) -> Option<(i32, i32)> {
        self.left = self.left.checked_sub(1)?;
        if depth == 0 {
            return Some(self.rules.over(at).map_or((-1, 1), sign));
        }
        let mut moves = MoveBuf::new();
        if let Some(score) = self.rules.moves(at, &mut moves) {
            return Some(sign(score));
        }
        let mover = self.rules.mover(at);
        let (mut least, mut most) = (-1, -1);
        for place in moves.iter() {
            let next = self.rules.play(at, place);
            let (low, high) = self.node(next, depth - 1)?;
            let (low, high) = if self.rules.mover(next) == mover { (low, high) } else { (-high, -low) };
            (least, most) = (least.max(low), most.max(high));
            // No sign is higher than a win's.
            if least == 1 {
                break;
            }
        }
        Some((least, most))
    }
}

fn sign(score: Score) -> (i32, i32) {
    let sign = score.get().signum();
    (sign, sign)
}
