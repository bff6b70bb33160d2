//! Laws about turns and signs, which no single position can break.
//!
//! A sign is judged by rank correlation over many positions, and only by overwhelming evidence: a
//! coefficient below -0.5 that is five standard deviations from none. All scores are taken from the view
//! of the first player, and positions are told apart by their mover: an evaluation that is not turned
//! round for the second player is right in one half of the positions and wrong in the other.

use super::flaw::Breach;
use super::law::Law;
use super::sample::{NodeId, ROOT, Sample};
use super::{Check, Verdict};
use crate::{Evaluator, Keyed, Player, Score};
use std::collections::{BTreeMap, BTreeSet};

/// Evaluations are compared with the result when the end is at most so many plies away.
const NEAR: usize = 4;
/// Moves and plies before a constant mover is suspicious.
const MANY_MOVES: usize = 30;
const MANY_PLIES: usize = 4;

const BOTH: [Player; 2] = [Player::First, Player::Second];

/// Two numbers that should rise and fall together, and the position they are of.
struct Point {
    id: NodeId,
    evaluation: f64,
    result: f64,
}

/// The same player has every move.
pub(super) fn check_mover<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &Sample<G::Position, G::Move>,
    order: &[NodeId],
) -> Verdict<G, ()> {
    let mover = sample.nodes[ROOT].facts.mover;
    let constant = sample.nodes.iter().all(|node| node.facts.mover == mover);
    let long = order.iter().find(|&&id| sample.nodes[id].ply >= MANY_PLIES);
    match long {
        Some(&id) if constant && order.len() > MANY_MOVES && kit.holds(Law::MoverConstant) => {
            let seen = format!("{mover:?} to move in all of {} positions", order.len());
            Err(Breach::new(Law::MoverConstant, seen).flaw(sample.witness(id)))
        }
        _ => Ok(()),
    }
}

/// Evaluations that change sides with the turn, or that disagree with final scores.
pub(super) fn check_signs<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &Sample<G::Position, G::Move>,
) -> Verdict<G, ()> {
    for mover in BOTH {
        let points = turns(sample, mover);
        if let Some(r) = correlation(&points).filter(Correlation::is_against) {
            let what = "its evaluation for the first player and that one ply later";
            report(kit, sample, Law::EvaluationSign, &points, &format!("{mover:?} to move: {what}"), r)?;
        }
    }
    let near = BOTH.map(|mover| BOTH.map(|last| results(sample, mover, &[last])));
    let cell = near.each_ref().map(|row| row.each_ref().map(|points| correlation(points)));
    let what = "its evaluation and the mean result, for the first player";
    for (this, other) in [(0, 1), (1, 0)] {
        let against = cell.iter().filter_map(|row| row[this]).collect::<Vec<_>>();
        let with = cell.iter().filter_map(|row| row[other]).any(|r| r.coefficient > 0.0);
        if let Some(&r) = against.first()
            && against.iter().all(Correlation::is_against)
            && with
        {
            let points = near.iter().map(|row| &row[this]).find(|points| correlation(points).is_some());
            let what = format!("games that end with {:?} to move: {what}", BOTH[this]);
            report(kit, sample, Law::FinalSign, points.map_or(&[], Vec::as_slice), &what, r)?;
        }
    }
    let rows = BOTH.map(|mover| results(sample, mover, &BOTH));
    let against = rows.each_ref().map(|points| correlation(points).filter(Correlation::is_against));
    let law = if against.iter().all(Option::is_some) { Law::SignsOpposed } else { Law::EvaluationSign };
    for (row, mover) in BOTH.into_iter().enumerate() {
        if let Some(r) = against[row] {
            report(kit, sample, law, &rows[row], &format!("{mover:?} to move: {what}"), r)?;
        }
    }
    Ok(())
}

/// The flaw, with the shortest line to a position that shows it.
fn report<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &Sample<G::Position, G::Move>,
    law: Law,
    points: &[Point],
    what: &str,
    r: Correlation,
) -> Verdict<G, ()> {
    let shows = |point: &&Point| point.evaluation * point.result < 0.0;
    let shortest = points.iter().filter(shows).min_by_key(|point| sample.nodes[point.id].ply).or(points.first());
    let Some(point) = shortest.filter(|_| kit.holds(law)) else { return Ok(()) };
    let Correlation { coefficient, positions } = r;
    let (evaluation, result) = (point.evaluation, point.result);
    let seen =
        format!("{what}: here {evaluation} and {result}; correlation {coefficient:.2} over {positions} positions");
    Err(Breach::new(law, seen).flaw(sample.witness(point.id)))
}

/// A score as the first player sees it.
fn for_first(score: Score, mover: Player) -> f64 {
    f64::from(score.flip_if(mover == Player::Second).get())
}

/// Where `mover` moves and then the other: the evaluation, and the evaluation one ply later.
fn turns<P: Clone, M: Copy + Eq + std::fmt::Debug>(sample: &Sample<P, M>, mover: Player) -> Vec<Point> {
    let mut used = BTreeSet::new();
    let mut points = Vec::new();
    for &end in &sample.ends {
        for after in sample.back(end) {
            let next = &sample.nodes[after];
            let Some((id, _)) = next.from else { continue };
            let here = &sample.nodes[id].facts;
            if here.mover != mover || next.facts.mover == mover {
                continue;
            }
            if let (Some(now), Some(then)) = (here.evaluation, next.facts.evaluation)
                && used.insert(id)
            {
                let (evaluation, result) = (for_first(now, mover), for_first(then, mover.other()));
                points.push(Point { id, evaluation, result });
            }
        }
    }
    points
}

/// Near the end, where `mover` is to move: the evaluation, and the mean result of the games that went
/// through, of those that ended with one of `last` to move.
fn results<P: Clone, M: Copy + Eq + std::fmt::Debug>(
    sample: &Sample<P, M>,
    mover: Player,
    last: &[Player],
) -> Vec<Point> {
    let mut sums: BTreeMap<NodeId, (f64, f64)> = BTreeMap::new();
    for &end in &sample.ends {
        let facts = &sample.nodes[end].facts;
        let Some(score) = facts.over.filter(|_| last.contains(&facts.mover)) else { continue };
        let result = for_first(score, facts.mover);
        for id in sample.back(end).skip(1).take(NEAR).filter(|&id| sample.nodes[id].facts.mover == mover) {
            let (sum, games) = sums.entry(id).or_default();
            *sum += result;
            *games += 1.0;
        }
    }
    let point = |(id, (sum, games)): (NodeId, (f64, f64))| {
        let evaluation = for_first(sample.nodes[id].facts.evaluation?, mover);
        Some(Point { id, evaluation, result: sum / games })
    };
    sums.into_iter().filter_map(point).collect()
}

#[derive(Clone, Copy)]
struct Correlation {
    coefficient: f64,
    positions: usize,
}

impl Correlation {
    /// Fewer positions prove nothing.
    const LEAST: usize = 20;

    /// Fisher's transformation makes the coefficient normal, with variance 1 / (n - 3).
    #[allow(clippy::cast_precision_loss, reason = "a number of positions")]
    fn is_against(&self) -> bool {
        let deviations = self.coefficient.max(-0.999_999).atanh() * (self.positions as f64 - 3.0).sqrt();
        self.coefficient < -0.5 && deviations < -5.0
    }
}

/// Spearman's rank correlation, which extreme scores do not disturb. There is none unless both sides favour
/// now one player and now the other: a count of the mover's own moves, say, may well fall when he wins.
fn correlation(points: &[Point]) -> Option<Correlation> {
    let x: Vec<f64> = points.iter().map(|point| point.evaluation).collect();
    let y: Vec<f64> = points.iter().map(|point| point.result).collect();
    if points.len() < Correlation::LEAST || !favours_both(&x) || !favours_both(&y) {
        return None;
    }
    let (x, y) = (ranks(&x), ranks(&y));
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (xx, yy) = (sum(&x, &x), sum(&y, &y));
    (xx > 0.0 && yy > 0.0).then(|| Correlation { coefficient: sum(&x, &y) / (xx * yy).sqrt(), positions: points.len() })
}

fn favours_both(values: &[f64]) -> bool {
    let tenth = values.len() / 10;
    values.iter().filter(|&&value| value > 0.0).count() > tenth
        && values.iter().filter(|&&value| value < 0.0).count() > tenth
}

/// Ranks around their mean; equals share theirs.
#[allow(clippy::cast_precision_loss, reason = "a number of positions")]
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for equals in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let below = order.partition_point(|&i| values[i].total_cmp(&values[equals[0]]).is_lt());
        let rank = below as f64 + (equals.len() as f64 - 1.0) / 2.0;
        equals.iter().for_each(|&i| ranks[i] = rank - (values.len() as f64 - 1.0) / 2.0);
    }
    ranks
}
