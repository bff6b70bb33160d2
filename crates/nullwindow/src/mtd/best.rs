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

use crate::algorithm::{Algorithm, Task};
use crate::depth_first::Mt;
use crate::observe::{Exit, Observer, Visit};
use crate::outcome::{Pass, SearchReport};
use crate::worker::Expansion;
use crate::{Bounds, Context, Game, Score, Stopped, Window, Worker};

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
        let guess = task.guess.unwrap_or_else(|| worker.evaluate(task.root));
        // -inf as a bound would test nothing.
        let mut gamma = guess.clamp(Score::MIN, Score::INFINITY);
        worker.tick()?;
        let mut moves = candidates(worker, task);
        // Every test that is not settled clears it.
        report.settled = true;
        loop {
            let leader = leader(&moves);
            let rest = rest_upper(&moves, leader);
            let lower = moves[leader].bounds.lower;
            if lower >= rest {
                report.prove(moves[leader].place, moves[leader].play);
                report.best_is_proven = true;
                return Ok(());
            }
            let (index, bound) = if lower > Score::NEG_INFINITY {
                (highest(&moves, Some(leader)), lower.succ())
            } else {
                self.opening(&moves, &mut gamma)
            };
            test(worker, task, &mut moves[index], bound, report)?;
            let all = |f: fn(&Bounds) -> Score| moves.iter().map(|m| f(&m.bounds)).max();
            report.bounds = Bounds {
                lower: all(|b| b.lower).unwrap_or(Score::NEG_INFINITY),
                upper: all(|b| b.upper).unwrap_or(Score::INFINITY),
            };
            if let Some(pass) = report.passes.last_mut() {
                pass.bounds = report.bounds;
            }
        }
    }
}

impl MtdBest {
    /// Returns the move to test, and the bound to test it against, while no move has a lower bound.
    fn opening<M, P>(&self, moves: &[Candidate<M, P>], gamma: &mut Score) -> (usize, Score) {
        let open = |skip: usize, above: Score| (skip..moves.len()).find(|&index| moves[index].bounds.upper >= above);
        match self.strategy {
            Strategy::ProveBest => {
                let index = open(0, *gamma).unwrap_or_else(|| {
                    let index = highest(moves, None);
                    *gamma = moves[index].bounds.upper;
                    index
                });
                (index, *gamma)
            }
            Strategy::DisproveRest => match open(1, gamma.succ()) {
                Some(index) => (index, gamma.succ()),
                None => {
                    let index = highest(moves, None);
                    let rest = rest_upper(moves, index);
                    (index, rest.min(moves[index].bounds.upper))
                }
            },
        }
    }
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
    candidate: &mut Candidate<C::Move, C::Position>,
    bound: Score,
    report: &mut SearchReport<C::Move>,
) -> Result<(), Stopped> {
    let window = Window::null(bound);
    worker.observer.pass(window);
    let before = worker.cost();
    let visit = Visit { position: &candidate.child, ply: 1, depth: task.depth.child(), place: candidate.place };
    // One thread: the result is a move, and which bounds are sharper would depend on the fastest thread.
    let value = worker.search_unshared::<Mt>(visit, window.flip_if(candidate.flip))?.flip_if(candidate.flip);
    worker.observer.answer(value.score);
    worker.observer.leave(0, value.score, Exit::Searched);
    let cost = worker.cost() - before;
    candidate.bounds = candidate.bounds.and(window.learn(value.score));
    report.settled &= value.settled;
    if value.score >= bound {
        report.prove(candidate.place, candidate.play);
    }
    report.passes.push(Pass { window, answer: value.score, bounds: candidate.bounds, cost });
    Ok(())
}

/// Returns the move with the highest lower bound, the first among equals.
fn leader<M, P>(moves: &[Candidate<M, P>]) -> usize {
    // `max_by_key` returns the last maximum: reversed, that is the first move.
    (0..moves.len()).rev().max_by_key(|&index| moves[index].bounds.lower).unwrap_or(0)
}

/// Returns the move with the highest upper bound except `but`, the first among equals.
fn highest<M, P>(moves: &[Candidate<M, P>], but: Option<usize>) -> usize {
    let others = (0..moves.len()).rev().filter(|&index| Some(index) != but);
    others.max_by_key(|&index| moves[index].bounds.upper).unwrap_or(0)
}

/// Returns the highest upper bound of all moves except `but`.
fn rest_upper<M, P>(moves: &[Candidate<M, P>], but: usize) -> Score {
    let others = moves.iter().enumerate().filter(|&(index, _)| index != but);
    others.map(|(_, m)| m.bounds.upper).max().unwrap_or(Score::NEG_INFINITY)
}
