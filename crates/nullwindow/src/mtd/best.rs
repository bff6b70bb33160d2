//! MTD-best: proves the best move rather than its value.
//!
//! **Source.** \[PSPB94\], sections 3 and 4.6, after Berliner's B*.
//! **Cost.** May be less than the minimal tree, as no upper bound of the best move is needed; more than MTD(f) if the
//! best move changes.
//! **When to use it.** To choose a move whose value does not matter.
//!
//! **Differences from the paper**, which describes it in words:
//! 1. Every root move has its own pair of bounds, refined by MT on its successor.
//! 2. Prove-best tests the favourite against the guess. While no move has a lower bound, it tests the others against
//!    the same guess, and then all moves against the highest upper bound. Once a move has a lower bound, it tests the
//!    rival with the highest upper bound against this bound plus one.
//! 3. Disprove-rest tests the others first, against the guess plus one.
//! 4. With one legal move it searches nothing and proves nothing about the value.
//!
//! ```text
//! until f-(best move) >= f+(other moves)        proven
//! ```

use super::MtdF;
use super::stall::Stall;
use crate::algorithm::{Algorithm, Task};
use crate::depth_first::Mt;
use crate::observe::{Exit, Observer, Visit};
use crate::outcome::{Pass, SearchReport};
use crate::worker::Expansion;
use crate::{Bounds, Context, Evaluator, Game, Score, Stopped, Window, Worker};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The strategy while no move has a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strategy {
    /// Establishes a lower bound of the favourite, then upper bounds of the others.
    #[default]
    ProveBest,
    /// Establishes upper bounds of the others, then a lower bound of the favourite.
    DisproveRest,
}

/// MTD-best. Its outcome is a proven best move, and bounds on the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MtdBest {
    strategy: Strategy,
}

impl MtdBest {
    /// Creates MTD-best with this strategy.
    #[must_use]
    pub fn new(strategy: Strategy) -> MtdBest {
        MtdBest { strategy }
    }
}

/// A root move with bounds on its value for the mover at the root.
struct Candidate<M, P> {
    place: u16,
    play: M,
    child: P,
    flip: bool,
    bounds: Bounds,
}

/// The root moves, sorted by their bounds: a scan of all moves after every test took a minute with 65,534 of them.
struct Candidates<M, P> {
    moves: Vec<Candidate<M, P>>,
    // Sorted by bound, and equal ones by descending index, so that the last entry is the first of the best moves.
    by_lower: BTreeSet<(Score, Reverse<usize>)>,
    by_upper: BTreeSet<(Score, Reverse<usize>)>,
    /// The moves before this one are known not to reach the bound that the opening tests.
    opened: usize,
}

impl<M, P> Candidates<M, P> {
    fn new(moves: Vec<Candidate<M, P>>) -> Candidates<M, P> {
        let sorted = |bound: fn(&Bounds) -> Score| {
            moves.iter().enumerate().map(|(index, each)| (bound(&each.bounds), Reverse(index))).collect()
        };
        let (by_lower, by_upper) = (sorted(|bounds| bounds.lower), sorted(|bounds| bounds.upper));
        Candidates { moves, by_lower, by_upper, opened: 0 }
    }

    /// Adds what a test has shown about a move.
    fn learn(&mut self, index: usize, bounds: Bounds) {
        let old = self.moves[index].bounds;
        let new = old.and(bounds);
        self.moves[index].bounds = new;
        replace(&mut self.by_lower, (old.lower, Reverse(index)), new.lower);
        replace(&mut self.by_upper, (old.upper, Reverse(index)), new.upper);
    }

    /// Returns the move with the highest lower bound, the first among equals.
    fn leader(&self) -> usize {
        self.by_lower.last().map_or(0, |&(_, Reverse(index))| index)
    }

    /// Returns the highest upper bound of all moves except `but`, and the first move that has it.
    fn highest(&self, but: Option<usize>) -> Option<(Score, usize)> {
        let mut others = self.by_upper.iter().rev().map(|&(upper, Reverse(index))| (upper, index));
        others.find(|&(_, index)| Some(index) != but)
    }

    /// Returns the highest upper bound of all moves except `but`.
    fn rest_upper(&self, but: usize) -> Score {
        self.highest(Some(but)).map_or(Score::NEG_INFINITY, |(upper, _)| upper)
    }

    /// Returns the first move, from `skip` on, whose upper bound reaches `bound`. Upper bounds only fall, so that moves
    /// passed once stay behind, until [`Candidates::restart`].
    fn open(&mut self, skip: usize, bound: Score) -> Option<usize> {
        let from = self.opened.max(skip);
        self.opened = (from..self.moves.len()).find(|&index| self.moves[index].bounds.upper >= bound)?;
        Some(self.opened)
    }

    /// Starts to look for open moves from the first one, for a lower bound than before.
    fn restart(&mut self) {
        self.opened = 0;
    }

    /// Returns the bounds on the value of the root.
    fn bounds(&self) -> Bounds {
        let last = |set: &BTreeSet<(Score, Reverse<usize>)>| set.last().map(|&(bound, _)| bound);
        Bounds {
            lower: last(&self.by_lower).unwrap_or(Score::NEG_INFINITY),
            upper: last(&self.by_upper).unwrap_or(Score::INFINITY),
        }
    }
}

/// Gives an entry a new bound.
fn replace(set: &mut BTreeSet<(Score, Reverse<usize>)>, old: (Score, Reverse<usize>), bound: Score) {
    if old.0 != bound {
        set.remove(&old);
        set.insert((bound, old.1));
    }
}

impl Algorithm for MtdBest {
    fn name(&self) -> String {
        match self.strategy {
            Strategy::ProveBest => "mtd-best".to_owned(),
            Strategy::DisproveRest => "mtd-best-rest".to_owned(),
        }
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        // Its tests of single moves would leave out the rules of the root.
        if worker.game.is_selective() && worker.rules_at_root {
            return MtdF::new().search(worker, task, report);
        }
        let guess = task.guess.unwrap_or_else(|| worker.evaluate(task.root));
        // -inf as a bound would test nothing.
        let mut gamma = guess.clamp(Score::MIN, Score::INFINITY);
        worker.tick()?;
        let mut moves = Candidates::new(candidates(worker, task));
        let mut stall = Stall::default();
        worker.answered_window = false;
        // Every test that is not settled clears it.
        report.settled = true;
        loop {
            let leader = moves.leader();
            let lower = moves.moves[leader].bounds.lower;
            if lower >= moves.rest_upper(leader) {
                report.prove(moves.moves[leader].place, moves.moves[leader].play);
                report.best_is_proven = true;
                return Ok(());
            }
            let last = report.passes.last();
            let (index, bound) = if lower > Score::NEG_INFINITY {
                rival(&moves, leader, last, &mut stall, &mut worker.answered_window)
            } else {
                self.opening(&mut moves, &mut gamma, last, &mut stall, &mut worker.answered_window)
            };
            test(worker, task, &mut moves, index, bound, report)?;
            report.bounds = moves.bounds();
            if let Some(pass) = report.passes.last_mut() {
                pass.bounds = report.bounds;
            }
        }
    }
}

impl MtdBest {
    /// Returns the move to test, and the bound to test it against, while no move has a lower bound.
    fn opening<M, P>(
        &self,
        moves: &mut Candidates<M, P>,
        gamma: &mut Score,
        last: Option<&Pass>,
        stall: &mut Stall,
        by_window: &mut bool,
    ) -> (usize, Score) {
        let (skip, first_bound) = match self.strategy {
            Strategy::ProveBest => (0, *gamma),
            Strategy::DisproveRest => (1, gamma.succ()),
        };
        if let Some(index) = moves.open(skip, first_bound) {
            return (index, first_bound);
        }
        let (upper, index) = moves.highest(None).unwrap_or((Score::INFINITY, 0));
        let bound = match self.strategy {
            Strategy::ProveBest => upper,
            Strategy::DisproveRest => moves.rest_upper(index).min(upper),
        };
        let open = Bounds { lower: Score::NEG_INFINITY, upper };
        let bound = lengthened(bound, last, open, stall, by_window);
        if self.strategy == Strategy::ProveBest {
            *gamma = bound;
            moves.restart();
        }
        (index, bound)
    }
}

/// Returns the move with the highest upper bound besides the leader, and the bound to test it against: the leader's
/// lower bound plus one.
fn rival<M, P>(
    moves: &Candidates<M, P>,
    leader: usize,
    last: Option<&Pass>,
    stall: &mut Stall,
    by_window: &mut bool,
) -> (usize, Score) {
    let lower = moves.moves[leader].bounds.lower;
    let (upper, index) = moves.highest(Some(leader)).unwrap_or((Score::INFINITY, leader));
    // A rival that fails low just above the leader is out of the race: that is progress, however small the step.
    if last.is_some_and(|last| last.answer == lower && last.window.alpha() == lower) {
        *stall = Stall::default();
    }
    (index, lengthened(lower.succ(), last, Bounds { lower, upper }, stall, by_window))
}

/// Returns the bound, or one farther away if the last tests have said no more than their windows.
fn lengthened(bound: Score, last: Option<&Pass>, open: Bounds, stall: &mut Stall, by_window: &mut bool) -> Score {
    let Some(last) = last else { return bound };
    // Since the last count there may have been several tests at the same bound.
    stall.count(last, std::mem::take(by_window));
    stall.lengthen(bound, last, open).clamp(open.lower.succ(), open.upper)
}

/// Returns the root moves; the best one of the last iteration comes first.
fn candidates<C: Context>(
    worker: &mut Worker<'_, C>,
    task: &Task<'_, C::Position>,
) -> Vec<Candidate<C::Move, C::Position>> {
    let visit = Visit { position: task.root, ply: 0, depth: task.depth, place: 0 };
    let Expansion::Inner(list) = worker.expand(visit, Window::FULL) else { return Vec::new() };
    let (game, mover) = (worker.game, worker.game.mover(task.root));
    let ranked = worker.ranked(visit, &list);
    worker.moves.close(list);
    ranked
        .into_iter()
        .map(|(place, play)| {
            let child = game.play(task.root, play);
            let flip = game.mover(&child) != mover;
            Candidate { place, play, child, flip, bounds: Bounds::UNKNOWN }
        })
        .collect()
}

/// Tests whether a root move is worth at least `bound`.
fn test<C: Context>(
    worker: &mut Worker<'_, C>,
    task: &Task<'_, C::Position>,
    moves: &mut Candidates<C::Move, C::Position>,
    index: usize,
    bound: Score,
    report: &mut SearchReport<C::Move>,
) -> Result<(), Stopped> {
    let window = Window::null(bound);
    worker.observer.pass(window);
    let before = worker.cost();
    let candidate = &moves.moves[index];
    let visit = Visit { position: &candidate.child, ply: 1, depth: task.depth.child(), place: candidate.place };
    // One thread: the result is a move, and which bounds are sharper would depend on the fastest thread.
    let value = worker.search_unshared::<Mt>(visit, window.flip_if(candidate.flip))?.flip_if(candidate.flip);
    worker.observer.answer(value.score);
    worker.observer.leave(0, value.score, Exit::Searched);
    let cost = worker.cost() - before;
    report.settled &= value.settled;
    if value.score >= bound {
        report.prove(candidate.place, candidate.play);
    }
    moves.learn(index, window.learn(value.score));
    let number = report.passes.len() + 1;
    report.passes.push(Pass { number, window, answer: value.score, bounds: moves.moves[index].bounds, cost });
    Ok(())
}
