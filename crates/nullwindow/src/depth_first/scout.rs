//! Pearl's Test and Scout.
//!
//! **Source.** Paper 001, section 2; paper 002, section 2.1; after Pearl, *Scout: A Simple Game-Searching
//! Algorithm with Proven Optimal Properties* (1980). **Cost.** Often fewer leaves than Alpha-Beta, in
//! spite of the literature not always (from depth 4 on); leaves are visited more than once.
//! **When to use it.** To see where null windows come from.
//!
//! **Differences from the paper**, which describes it in words:
//! 1. One case for both players: scores are seen from the mover.
//! 2. `Test` is asked with `>` only: for integers `f >= v` is `f > v - 1`.
//!
//! ```text
//! Scout(n): if n is a leaf return eval(n)
//!     v := Scout(first child)
//!     for the other children c: if Test(c > v) then v := Scout(c)
//! Test(n > v): if n is a leaf return eval(n) > v
//!     true as soon as one child passes, else false
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::limits::Budget;
use crate::memory::Memory;
use crate::observe::{Exit, Observer, Visit};
use crate::order::Source;
use crate::outcome::Report;
use crate::search::Look;
use crate::{Evaluator, Score, Search, Stopped, Window};

/// Test and Scout. It uses no memory, even if the search has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Scout;

impl Algorithm for Scout {
    fn name(&self) -> String {
        "scout".to_owned()
    }

    fn search<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        search.pass(task, Window::FULL, report, |search, visit| {
            let score = scout(search, visit)?;
            Ok(search.value_at_root(score))
        })?;
        Ok(())
    }
}

/// The value of a node.
fn scout<G: Evaluator, M: Memory<G>, O: Observer<G>>(
    search: &mut Search<'_, G, M, O>,
    visit: Visit<'_, G::Position>,
) -> Result<Score, Stopped> {
    search.budget.tick()?;
    search.observer.enter(visit, Window::FULL);
    search.lines.enter(visit.ply);
    let list = match search.look_ranked(visit) {
        Look::Leaf(value) => return Ok(value.score),
        Look::Inner(_) if visit.ply >= Budget::MAX_PLY => return Err(Stopped::Endless),
        Look::Inner(list) => list,
    };
    let mover = search.game.mover(visit.position);
    let mut best = Score::NEG_INFINITY;
    for next in list.start..search.moves.entries.len() {
        let entry = search.moves.entries[next];
        let child = search.game.play(visit.position, entry.play);
        let flip = search.game.mover(&child) != mover;
        let child = Visit { position: &child, ply: visit.ply + 1, depth: visit.depth.child(), place: entry.index };
        let later = next > list.start;
        if later && !beats(search, child, flip, best)? {
            continue;
        }
        best = scout(search, child)?.flip_if(flip);
        search.lines.raise(visit.ply, entry.play, true);
        if visit.ply == 0 {
            search.root_best = Some((entry.index, entry.play));
        }
    }
    search.moves.close(list);
    search.observer.leave(visit.ply, best, Exit::Searched);
    Ok(best)
}

/// Whether the child is worth more than `value` to its parent's mover.
fn beats<G: Evaluator, M: Memory<G>, O: Observer<G>>(
    search: &mut Search<'_, G, M, O>,
    child: Visit<'_, G::Position>,
    flip: bool,
    value: Score,
) -> Result<bool, Stopped> {
    if flip {
        // c > v for the parent is not (c >= -v), that is not (c > -v - 1), for the child's mover.
        Ok(!test(search, child, (-value).pred())?)
    } else {
        test(search, child, value)
    }
}

/// Pearl's Test: whether the node is worth more than `value` to its mover.
fn test<G: Evaluator, M: Memory<G>, O: Observer<G>>(
    search: &mut Search<'_, G, M, O>,
    visit: Visit<'_, G::Position>,
    value: Score,
) -> Result<bool, Stopped> {
    search.budget.tick()?;
    search.observer.enter(visit, Window::null(value.succ()));
    let list = match search.look_ranked(visit) {
        Look::Leaf(leaf) => return Ok(leaf.score > value),
        Look::Inner(_) if visit.ply >= Budget::MAX_PLY => return Err(Stopped::Endless),
        Look::Inner(list) => list,
    };
    let mover = search.game.mover(visit.position);
    for next in list.start..search.moves.entries.len() {
        let entry = search.moves.entries[next];
        let child = search.game.play(visit.position, entry.play);
        let flip = search.game.mover(&child) != mover;
        let child = Visit { position: &child, ply: visit.ply + 1, depth: visit.depth.child(), place: entry.index };
        if beats(search, child, flip, value)? {
            search.moves.close(list);
            let exit = Exit::Cut { tried: next - list.start + 1, source: Source::Generated };
            search.observer.leave(visit.ply, value.succ(), exit);
            return Ok(true);
        }
    }
    search.moves.close(list);
    search.observer.leave(visit.ply, value, Exit::Searched);
    Ok(false)
}
