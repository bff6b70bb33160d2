//! MTD-best: proves the best move, not its value.
//!
//! **Source.** Paper 002, sections 3 and 4.6, after Berliner's B*. **Cost.** May be less than the minimal
//! tree, as no upper bound of the best move is needed; more than MTD(f) where the best move changes.
//! **When to use it.** To choose a move when its value does not matter.
//!
//! **Differences from the paper**, which describes it in words:
//! 1. Every root move has its own pair of bounds, refined by MT on its successor.
//! 2. Prove-best: the favourite is asked for the guess; while nobody has a lower bound, the others are
//!    asked the same, and then everybody for the highest upper bound. Once a move has a lower bound,
//!    the rival of the highest upper bound is asked for one more.
//! 3. Disprove-rest: the others are asked first, for one more than the guess.
//! 4. With one legal move nothing is searched, and nothing is known of the value.
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

/// What to do before any move has a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strategy {
    /// Establish a lower bound of the favourite, then upper bounds of the others.
    #[default]
    ProveBest,
    /// Establish upper bounds of the others, then a lower bound of the favourite.
    DisproveRest,
}

/// MTD-best. Its outcome is a proven best move and bounds of the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MtdBest {
    strategy: Strategy,
}

impl MtdBest {
    /// MTD-best with this strategy.
    #[must_use]
    pub fn new(strategy: Strategy) -> MtdBest {
        MtdBest { strategy }
    }
}

/// A root move and what is known of it, for the mover at the root.
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
        let mut gamma = guess.clamp(Score::MIN, Score::INFINITY);
        worker.tick()?;
        let mut moves = candidates(worker, task);
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
            let (place, bound) = if lower > Score::NEG_INFINITY {
                (highest(&moves, Some(leader)), lower.succ())
            } else {
                self.opening(&moves, &mut gamma)
            };
            test(worker, task, &mut moves[place], bound, report)?;
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
    /// Whom to ask what while no move has a lower bound.
    fn opening<M, P>(&self, moves: &[Candidate<M, P>], gamma: &mut Score) -> (usize, Score) {
        let open = |skip: usize, above: Score| (skip..moves.len()).find(|&place| moves[place].bounds.upper >= above);
        match self.strategy {
            Strategy::ProveBest => {
                let place = open(0, *gamma).unwrap_or_else(|| {
                    let place = highest(moves, None);
                    *gamma = moves[place].bounds.upper;
                    place
                });
                (place, *gamma)
            }
            Strategy::DisproveRest => match open(1, gamma.succ()) {
                Some(place) => (place, gamma.succ()),
                None => {
                    let place = highest(moves, None);
                    let rest = rest_upper(moves, place);
                    (place, rest.min(moves[place].bounds.upper))
                }
            },
        }
    }
}

/// Returns the root moves, the one that was best before first.
fn candidates<C: Context>(
    worker: &mut Worker<'_, C>,
    task: &Task<'_, C::Position>,
) -> Vec<Candidate<C::Move, C::Position>> {
    let visit = Visit { position: task.root, ply: 0, depth: task.depth, place: 0 };
    let Expansion::Inner(list) = worker.expand(visit) else { return Vec::new() };
    let (game, mover) = (worker.game, worker.game.mover(task.root));
    let ranked = worker.ranked();
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

/// Asks whether a root move is worth at least `bound`.
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

/// Returns the move of the highest lower bound, the first of equals.
fn leader<M, P>(moves: &[Candidate<M, P>]) -> usize {
    (0..moves.len()).rev().max_by_key(|&place| moves[place].bounds.lower).unwrap_or(0)
}

/// Returns the move of the highest upper bound but for `but`, the first of equals.
fn highest<M, P>(moves: &[Candidate<M, P>], but: Option<usize>) -> usize {
    let others = (0..moves.len()).rev().filter(|&place| Some(place) != but);
    others.max_by_key(|&place| moves[place].bounds.upper).unwrap_or(0)
}

/// Returns the highest upper bound of the moves other than `but`.
fn rest_upper<M, P>(moves: &[Candidate<M, P>], but: usize) -> Score {
    let others = moves.iter().enumerate().filter(|&(place, _)| place != but);
    others.map(|(_, m)| m.bounds.upper).max().unwrap_or(Score::NEG_INFINITY)
}
