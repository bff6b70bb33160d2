//! Pearl's Test and Scout.
//!
//! **Source.** \[PSPB96\], section 2; \[PSPB94\], section 2.1; after Pearl, *Scout: A Simple Game-Searching Algorithm
//! with Proven Optimal Properties* (1980).
//! **Cost.** Often fewer leaves than Alpha-Beta, but, in spite of the literature, not always (from depth 4 on); it
//! visits leaves more than once.
//! **When to use it.** To see the origin of null windows.
//!
//! **Differences from the paper**, which describes it in words:
//! 1. One case for both players: scores are seen from the mover.
//! 2. `Test` uses only `>`: for integers `f >= v` is `f > v - 1`.
//!
//! ```text
//! Scout(n): if n is a leaf return eval(n)
//!     v := Scout(first child)
//!     for the other children c: if Test(c > v) then v := Scout(c)
//! Test(n > v): if n is a leaf return eval(n) > v
//!     true as soon as one child passes, else false
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::observe::{Exit, Observer, Visit};
use crate::order::Source;
use crate::outcome::SearchReport;
use crate::worker::Expansion;
use crate::{Context, Game, Score, Stopped, Window, Worker};

/// Test and Scout. It uses no memory, even if the search has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Scout;

impl Algorithm for Scout {
    fn name(&self) -> String {
        "scout".to_owned()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        worker.pass(task, Window::FULL, report, |worker, visit| {
            let score = scout(worker, visit)?;
            Ok(worker.value_at_root(score))
        })?;
        Ok(())
    }
}

/// Returns the value of a node.
fn scout<C: Context>(worker: &mut Worker<'_, C>, visit: Visit<'_, C::Position>) -> Result<Score, Stopped> {
    worker.tick()?;
    worker.observer.enter(visit, Window::FULL);
    worker.pv.enter(visit.ply);
    let list = match worker.expand_ranked(visit) {
        Expansion::Leaf(value) => return Ok(value.score),
        Expansion::Inner(_) if worker.budget.is_too_deep(visit.ply, &visit) => return Err(Stopped::Endless),
        Expansion::Inner(list) => list,
    };
    let mover = worker.game.mover(visit.position);
    let mut best = Score::NEG_INFINITY;
    for next in list.start..worker.moves.entries.len() {
        let entry = worker.moves.entries[next];
        let child = worker.game.play(visit.position, entry.play);
        let flip = worker.game.mover(&child) != mover;
        let child = Visit { position: &child, ply: visit.ply + 1, depth: visit.depth.child(), place: entry.index };
        let later = next > list.start;
        if later && !beats(worker, child, flip, best)? {
            continue;
        }
        best = scout(worker, child)?.flip_if(flip);
        worker.pv.raise(visit.ply, entry.play, true);
        if visit.ply == 0 {
            worker.root_best = Some((entry.index, entry.play));
        }
    }
    worker.moves.close(list);
    worker.observer.leave(visit.ply, best, Exit::Searched);
    Ok(best)
}

/// Returns whether the child is worth more than `value` to its parent's mover.
fn beats<C: Context>(
    worker: &mut Worker<'_, C>,
    child: Visit<'_, C::Position>,
    flip: bool,
    value: Score,
) -> Result<bool, Stopped> {
    if flip {
        // c > v for the parent is not (c >= -v), that is not (c > -v - 1), for the child's mover.
        Ok(!test(worker, child, (-value).pred())?)
    } else {
        test(worker, child, value)
    }
}

/// Runs Pearl's Test: returns whether the node is worth more than `value` to its mover.
fn test<C: Context>(worker: &mut Worker<'_, C>, visit: Visit<'_, C::Position>, value: Score) -> Result<bool, Stopped> {
    worker.tick()?;
    worker.observer.enter(visit, Window::null(value.succ()));
    let list = match worker.expand_ranked(visit) {
        Expansion::Leaf(leaf) => return Ok(leaf.score > value),
        Expansion::Inner(_) if worker.budget.is_too_deep(visit.ply, &visit) => return Err(Stopped::Endless),
        Expansion::Inner(list) => list,
    };
    let mover = worker.game.mover(visit.position);
    for next in list.start..worker.moves.entries.len() {
        let entry = worker.moves.entries[next];
        let child = worker.game.play(visit.position, entry.play);
        let flip = worker.game.mover(&child) != mover;
        let child = Visit { position: &child, ply: visit.ply + 1, depth: visit.depth.child(), place: entry.index };
        if beats(worker, child, flip, value)? {
            worker.moves.close(list);
            let exit = Exit::Cut { tried: next - list.start + 1, source: Source::Generated };
            worker.observer.leave(visit.ply, value.succ(), exit);
            return Ok(true);
        }
    }
    worker.moves.close(list);
    worker.observer.leave(visit.ply, value, Exit::Searched);
    Ok(false)
}
