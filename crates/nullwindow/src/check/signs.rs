//! Laws about turns and signs, which no single position can violate.
//!
//! Signs are tested by rank correlation over many positions, and only overwhelming evidence counts. All scores are
//! converted to the view of the first player, as if they were those of the mover. Two relations are tested:
//!
//! - *agreement*: between the evaluation and the result of games that end soon, separately by the player to move here
//!   and the player to move at the end;
//! - *continuity*: between the evaluation and that one ply later, if the turn changes.
//!
//! Both should be positive. Every error of signs has a pattern of its own:
//!
//! | wrong sign | agreement is negative | continuity |
//! |---|---|---|
//! | the evaluation, for one player | where this player is to move | negative |
//! | final scores, for one player | where this player would be to move at the end | positive |
//! | both, for one player: all scores are from one side | where the two movers are not the same | negative |
//! | one of the two, for both | everywhere | positive |
//!
//! A law is named only if its pattern alone fits. Continuity alone is weak evidence: an evaluation that favours the
//! mover may change sign with every move and be correct. Positions are therefore compared only with those of the same
//! ply and mover, which removes whatever they have in common; and agreement with results takes precedence.

use super::flaw::Breach;
use super::law::Law;
use super::sample::{NodeId, PositionSample, ROOT, SampleNode};
use super::{Check, Verdict};
use crate::{Evaluator, Keyed, Player, Score};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// The largest distance from the end, in plies, at which evaluations are compared with the result.
const NEAR: usize = 4;
/// The smallest number of positions that proves anything about signs.
const LEAST: usize = 20;
/// The sample size from which a constant mover is a flaw: more positions than this,
const MANY_MOVES: usize = 30;
/// and a line of at least this many plies.
const MANY_PLIES: usize = 4;

pub(super) const BOTH: [Player; 2] = [Player::First, Player::Second];

/// Checks that not the same player has every move.
pub(super) fn check_mover<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
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

/// An error of signs: the scores that are negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SignFlip {
    /// The evaluations with this player to move.
    evaluation: [bool; 2],
    /// The final scores with this player to move.
    result: [bool; 2],
}

impl SignFlip {
    /// The possible errors. Negating everything only exchanges the names of the players, so one error of each
    /// complementary pair suffices.
    const ALL: [SignFlip; 6] = {
        const NONE: [bool; 2] = [false, false];
        const FIRST: [bool; 2] = [true, false];
        const SECOND: [bool; 2] = [false, true];
        const EACH: [bool; 2] = [true, true];
        [
            SignFlip { evaluation: FIRST, result: NONE },
            SignFlip { evaluation: SECOND, result: NONE },
            SignFlip { evaluation: NONE, result: FIRST },
            SignFlip { evaluation: NONE, result: SECOND },
            SignFlip { evaluation: SECOND, result: SECOND },
            SignFlip { evaluation: EACH, result: NONE },
        ]
    };

    /// Returns whether this error explains the observed agreement.
    fn fits(self, seen: &Agreement) -> bool {
        let Some(agree) = seen.trend.sign() else { return true };
        match seen.last {
            Some(last) => agree == (self.evaluation[seen.mover.index()] == self.result[last.index()]),
            // If one half of the results were negated, all of them would be the same.
            None => {
                self.result[0] == self.result[1] && agree == (self.evaluation[seen.mover.index()] == self.result[0])
            }
        }
    }

    /// Returns whether evaluations along a line alternate in sign.
    fn alternate(self) -> bool {
        self.evaluation[0] != self.evaluation[1]
    }

    fn law(self) -> Law {
        match (self.alternate(), self.result[0] != self.result[1]) {
            (true, false) => Law::EvaluationSign,
            (false, true) => Law::FinalSign,
            (true, true) => Law::ScoresFromOneSide,
            (false, false) => Law::SignsOpposed,
        }
    }
}

/// The agreement of evaluations with `mover` to move and results of games that end with `last` to move.
struct Agreement {
    mover: Player,
    /// The player to move at the end. `None` combines both, if each alone says nothing: the player to move at the end
    /// always loses, for example.
    last: Option<Player>,
    trend: Trend,
}

/// The number of positions that show correct signs; zero if the evidence does not suffice.
#[derive(Clone, Copy)]
pub(super) struct SignCases {
    /// Agreement with results is positive, for either player to move at the end.
    pub(super) agreeing: usize,
    /// Continuity is positive too.
    pub(super) sides: usize,
}

/// The evidence about signs from many positions.
pub(super) struct Signs {
    agreements: Vec<Agreement>,
    /// By the mover: the correlation of the evaluation with the mean evaluation after a move that changes the turn.
    continuity: [Trend; 2],
    /// True if one player wins all games, both those that end with that player to move and those that end with the
    /// other.
    one_winner: bool,
}

impl Signs {
    pub(super) fn of<P: Clone, M: Copy + Eq + Debug>(sample: &PositionSample<P, M>) -> Signs {
        let agreement = |mover: Player, last: Option<Player>| {
            let mut trend = Trend::new(results(sample, mover, last));
            // A count of the mover's own moves, for example, may fall when the mover wins.
            let told = trend.favours_both(|point| point.here, 10) && last.is_none_or(|last| tells_winner(sample, last));
            trend.correlation = trend.correlation.filter(|_| told);
            Agreement { mover, last, trend }
        };
        let by_last_mover = |mover| BOTH.map(|last| agreement(mover, Some(last)));
        let mut agreements: Vec<Agreement> = BOTH.into_iter().flat_map(by_last_mover).collect();
        let one_winner = one_winner(sample);
        if !agreements.iter().any(|seen| seen.trend.is_strong()) {
            agreements = BOTH.map(|mover| agreement(mover, None)).into();
            agreements.retain(|_| !one_winner);
        }
        let continuity = BOTH.map(|mover| Trend::new(turns(sample, mover)));
        Signs { agreements, continuity, one_winner }
    }

    /// Returns the number of positions that show correct signs.
    pub(super) fn cases(&self) -> SignCases {
        let asked = |seen: &&Agreement| seen.trend.points.len() >= LEAST;
        let right = |trend: &Trend| trend.sign() == Some(true);
        let agree = self.agreements.iter().any(|seen| right(&seen.trend))
            && self.agreements.iter().filter(asked).all(|seen| right(&seen.trend));
        let agreeing = if agree { self.agreements.iter().map(|seen| seen.trend.points.len()).sum() } else { 0 };
        SignCases { agreeing, sides: if self.continuity.iter().any(right) { agreeing } else { 0 } }
    }

    /// Returns whether evaluations alternate so clearly that no agreement is needed as proof.
    ///
    /// If the player to move at the end always loses, final scores from one side make the same player win all games;
    /// and if few games end, there is no other evidence. Evaluations that grow for the mover with the tension of a
    /// position alternate too, but they favour the mover.
    fn alternate_plainly(&self) -> bool {
        let few = self.agreements.iter().all(|seen| seen.trend.points.len() < LEAST);
        self.continuity.iter().all(|trend| {
            let no_favour = || trend.favours_both(|point| point.here, 4) && trend.favours_both(|point| point.later, 4);
            trend.correlation.is_some_and(|r| r.coefficient < -0.7 && r.deviations < -6.0)
                && (self.one_winner || few && no_favour())
        })
    }

    /// Returns the most significant negative agreement, if all of them together are overwhelming evidence.
    #[allow(clippy::cast_precision_loss, reason = "at most four")]
    fn disagreement(&self) -> Option<&Agreement> {
        let against: Vec<&Agreement> = self.agreements.iter().filter(|seen| seen.trend.sign() == Some(false)).collect();
        let deviations =
            against.iter().map(|seen| seen.trend.deviations()).sum::<f64>() / (against.len() as f64).sqrt();
        let plainest = against.into_iter().min_by(|a, b| a.trend.deviations().total_cmp(&b.trend.deviations()))?;
        (deviations < -5.0 && plainest.trend.correlation?.coefficient < -0.5).then_some(plainest)
    }

    /// Returns the errors that explain the evidence.
    fn explained(&self) -> Vec<SignFlip> {
        let explains = |turned: &SignFlip| {
            let alternates = |trend: &Trend| trend.sign().is_none_or(|on| on != turned.alternate());
            self.agreements.iter().all(|seen| turned.fits(seen)) && self.continuity.iter().all(alternates)
        };
        SignFlip::ALL.into_iter().filter(explains).collect()
    }
}

/// Checks that evaluations do not alternate with the turn, and agree with final scores.
pub(super) fn check_signs<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    signs: &Signs,
) -> Verdict<G, ()> {
    let explained = signs.explained();
    let Some(law) = explained.first().map(|turned| turned.law()) else { return Ok(()) };
    let alternate = explained.iter().all(|turned| turned.alternate());
    let law = match law {
        law if explained.iter().all(|turned| turned.law() == law) => law,
        _ if alternate => Law::ScoresFromOneSide,
        _ => Law::SignsOpposed,
    };
    let turns = BOTH.into_iter().zip(&signs.continuity).filter(|(_, trend)| trend.is_against());
    let turn = turns.min_by(|(_, a), (_, b)| a.deviations().total_cmp(&b.deviations()));
    let end = signs.disagreement();
    let (what, trend) = match (turn, end) {
        (Some((mover, trend)), _) if alternate && (end.is_some() || signs.alternate_plainly()) => {
            (format!("the evaluation with {mover:?} to move and that one ply later"), trend)
        }
        (_, Some(Agreement { mover, last, trend })) => {
            let end = last.map_or(String::new(), |last| format!(" of games that end with {last:?} to move"));
            (format!("the evaluation with {mover:?} to move and the mean result{end}"), trend)
        }
        _ => return Ok(()),
    };
    report(kit, sample, law, &what, trend)
}

/// Reports the flaw with the shortest line to a position that shows it.
fn report<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    law: Law,
    what: &str,
    trend: &Trend,
) -> Verdict<G, ()> {
    match trend.witness().filter(|_| kit.holds(law)) {
        Some(point) => Err(Breach::new(law, trend.describe(what, point)).flaw(sample.witness(point.id))),
        None => Ok(()),
    }
}

/// Returns a score as seen by the first player.
pub(super) fn for_first(score: Score, mover: Player) -> f64 {
    f64::from(score.flip_if(mover == Player::Second).get())
}

/// Two numbers that should be correlated, and their position.
#[derive(Debug)]
pub(super) struct ScorePair {
    pub(super) id: NodeId,
    pub(super) ply: usize,
    pub(super) here: f64,
    pub(super) later: f64,
}

/// Sums over the continuations of positions. Each position counts once, whatever the lines that lead to it.
#[derive(Default)]
struct Sums {
    of_key: BTreeMap<(u64, Score), (NodeId, f64, f64)>,
}

impl Sums {
    fn add<P, M>(&mut self, sample: &PositionSample<P, M>, id: NodeId, later: f64) {
        let facts = &sample.nodes[id].facts;
        let Some(evaluation) = facts.evaluation else { return };
        let (shortest, sum, count) = self.of_key.entry((facts.key, evaluation)).or_insert((id, 0.0, 0.0));
        if sample.nodes[id].ply < sample.nodes[*shortest].ply {
            *shortest = id;
        }
        *sum += later;
        *count += 1.0;
    }

    fn points<P, M>(self, sample: &PositionSample<P, M>, mover: Player) -> Vec<ScorePair> {
        let point = |((_, evaluation), (id, sum, count))| ScorePair {
            id,
            ply: sample.nodes[id].ply,
            here: for_first(evaluation, mover),
            later: sum / count,
        };
        self.of_key.into_iter().map(point).collect()
    }
}

/// Returns, for positions where `mover` moves and then the other player, the evaluation and the mean evaluation one ply
/// later.
fn turns<P: Clone, M: Copy + Eq + Debug>(sample: &PositionSample<P, M>, mover: Player) -> Vec<ScorePair> {
    let mut sums = Sums::default();
    for next in &sample.nodes {
        let Some((id, _)) = next.from else { continue };
        if sample.nodes[id].facts.mover == mover
            && next.facts.mover != mover
            && let Some(then) = next.facts.evaluation
        {
            sums.add(sample, id, for_first(then, mover.other()));
        }
    }
    sums.points(sample, mover)
}

/// Returns, for positions near the end with `mover` to move, the evaluation and the mean result of the games that end
/// with `last` to move, or of all games.
fn results<P: Clone, M: Copy + Eq + Debug>(
    sample: &PositionSample<P, M>,
    mover: Player,
    last: Option<Player>,
) -> Vec<ScorePair> {
    let mut sums = Sums::default();
    for end in 0..sample.nodes.len() {
        let facts = &sample.nodes[end].facts;
        let Some(score) = facts.over.filter(|_| last.is_none_or(|last| last == facts.mover)) else { continue };
        for id in sample.back(end).skip(1).take(NEAR).filter(|&id| sample.nodes[id].facts.mover == mover) {
            sums.add(sample, id, for_first(score, facts.mover));
        }
    }
    sums.points(sample, mover)
}

/// Returns whether the results of games that end with `last` to move say which player did better, and not only that the
/// game was won.
fn tells_winner<P, M>(sample: &PositionSample<P, M>, last: Player) -> bool {
    let ended = sample.nodes.iter().filter(|node| node.facts.mover == last);
    let scores: BTreeSet<Score> = ended.filter_map(|node| node.facts.over).collect();
    scores.len() > 2 || scores.first() < Some(&Score::ZERO) && scores.last() > Some(&Score::ZERO)
}

/// Returns whether the same player wins all games, whichever player is to move at the end.
fn one_winner<P, M>(sample: &PositionSample<P, M>) -> bool {
    let ended = |node: &SampleNode<P, M>| Some((for_first(node.facts.over?, node.facts.mover), node.facts.mover));
    let mut won: Vec<(f64, Player)> = sample.nodes.iter().filter_map(ended).collect();
    won.retain(|&(result, _)| result != 0.0);
    BOTH.iter().all(|last| won.iter().any(|(_, mover)| mover == last))
        && won.iter().all(|(result, _)| result.signum() == won[0].0.signum())
}

/// Pairs of numbers and their correlation.
pub(super) struct Trend {
    pub(super) points: Vec<ScorePair>,
    correlation: Option<Correlation>,
}

#[derive(Clone, Copy)]
struct Correlation {
    coefficient: f64,
    /// The distance from no correlation, in standard deviations.
    deviations: f64,
}

impl Trend {
    pub(super) fn new(points: Vec<ScorePair>) -> Trend {
        let correlation = correlation(&points);
        Trend { points, correlation }
    }

    /// Returns whether at least one value in `part` favours the first player, and one in `part` the second, among those
    /// that favour a player.
    pub(super) fn favours_both(&self, value: impl Fn(&ScorePair) -> f64, part: usize) -> bool {
        let first = self.points.iter().filter(|&point| value(point) > 0.0).count();
        let second = self.points.iter().filter(|&point| value(point) < 0.0).count();
        first.min(second) * part > first + second
    }

    pub(super) fn coefficient(&self) -> f64 {
        self.correlation.map_or(0.0, |r| r.coefficient)
    }

    pub(super) fn deviations(&self) -> f64 {
        self.correlation.map_or(0.0, |r| r.deviations)
    }

    /// Returns the position nearest to the root that shows different signs.
    pub(super) fn witness(&self) -> Option<&ScorePair> {
        let shows = |point: &&ScorePair| point.here * point.later < 0.0;
        self.points.iter().filter(shows).min_by_key(|point| point.ply).or(self.points.first())
    }

    /// Describes the correlation, and one position of it.
    pub(super) fn describe(&self, what: &str, point: &ScorePair) -> String {
        let (ScorePair { here, later, .. }, n) = (point, self.points.len());
        format!(
            "{what}, both for First: here {here} and {later:.2}; correlation {:.2} over {n} positions",
            self.coefficient()
        )
    }

    /// Returns whether the correlation is positive, if it is significant.
    pub(super) fn sign(&self) -> Option<bool> {
        let deviations = self.deviations();
        // Three standard deviations suffice here: a flaw needs several signs that agree, or five deviations.
        (deviations.abs() > 3.0).then_some(deviations > 0.0)
    }

    /// Returns whether the correlation is overwhelming evidence.
    fn is_strong(&self) -> bool {
        self.correlation.is_some_and(|r| r.coefficient.abs() > 0.5 && r.deviations.abs() > 5.0)
    }

    /// Returns whether a negative correlation is overwhelming evidence.
    fn is_against(&self) -> bool {
        self.is_strong() && self.deviations() < 0.0
    }
}

/// Computes Spearman's rank correlation, which extreme scores do not distort, among positions of the same ply.
#[allow(clippy::cast_precision_loss, reason = "a number of positions")]
fn correlation(points: &[ScorePair]) -> Option<Correlation> {
    let (here, later) = (|point: &ScorePair| point.here, |point: &ScorePair| point.later);
    let plies: BTreeSet<usize> = points.iter().map(|point| point.ply).collect();
    // Subtracting the mean of each ply costs one degree of freedom per ply.
    let free = (points.len() + 1).checked_sub(plies.len()).filter(|&free| free >= LEAST)?;
    let (x, y) = (ranks(points, here), ranks(points, later));
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (xx, yy) = (sum(&x, &x), sum(&y, &y));
    // All values are equal: the correlation is undefined.
    if xx < 0.5 || yy < 0.5 {
        return None;
    }
    let coefficient = sum(&x, &y) / (xx * yy).sqrt();
    // Fisher's transformation makes the coefficient normally distributed with variance 1 / (n - 3).
    let deviations = coefficient.clamp(-0.999_999, 0.999_999).atanh() * (free as f64 - 3.0).sqrt();
    Some(Correlation { coefficient, deviations })
}

/// Returns ranks relative to the mean of their ply; equal values share a rank.
#[allow(clippy::cast_precision_loss, reason = "a number of positions")]
fn ranks(points: &[ScorePair], value: impl Fn(&ScorePair) -> f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| value(&points[a]).total_cmp(&value(&points[b])));
    let mut ranks = vec![0.0; points.len()];
    let mut below = 0;
    for equals in order.chunk_by(|&a, &b| value(&points[a]).total_cmp(&value(&points[b])).is_eq()) {
        let rank = below as f64 + (equals.len() as f64 - 1.0) / 2.0;
        equals.iter().for_each(|&i| ranks[i] = rank);
        below += equals.len();
    }
    let mut of_ply: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (point, rank) in points.iter().zip(&ranks) {
        let (sum, count) = of_ply.entry(point.ply).or_default();
        *sum += rank;
        *count += 1.0;
    }
    for (point, rank) in points.iter().zip(&mut ranks) {
        let (sum, count) = of_ply[&point.ply];
        *rank -= sum / count;
    }
    ranks
}
