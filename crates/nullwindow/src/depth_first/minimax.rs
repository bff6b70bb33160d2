//! Minimax: the oracle, deliberately not optimised.
//!
//! **Source.** \[dBP96\], Fig. 2.
//! **Cost.** Every leaf of the tree, once.
//! **When to use it.** To check every other algorithm.
//!
//! **Differences from the paper.** One case for both players: scores are seen from the mover.
//!
//! ```text
//! if n is a leaf then g := eval(n)          Expansion::Leaf
//! g := -inf; c := FirstChild(n)
//! while c is well defined do
//!     g := max(g, minimax(c))               the loop
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::observe::{Exit, Observer, Visit};
use crate::outcome::SearchReport;
use crate::worker::{Expansion, Value};
use crate::{Context, Game, Score, Stopped, Window, Worker};

/// Minimax without any cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Minimax;

impl Algorithm for Minimax {
    fn name(&self) -> String {
        "minimax".to_owned()
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        worker.pass(task, Window::FULL, report, |worker, visit| minimax(worker, visit))?;
        Ok(())
    }
}

/// Returns the value of a node.
fn minimax<C: Context>(worker: &mut Worker<'_, C>, visit: Visit<'_, C::Position>) -> Result<Value, Stopped> {
    worker.tick()?;
    worker.observer.enter(visit, Window::FULL);
    worker.pv.enter(visit.ply);
    if let Some(value) = worker.known_leaf(visit) {
        return Ok(value);
    }
    let list = match worker.expand(visit, Window::FULL) {
        Expansion::Leaf(value) => return Ok(value),
        Expansion::Inner(_) if worker.budget.is_too_deep(visit.ply, &visit) => return Err(Stopped::Endless),
        Expansion::Inner(list) => list,
    };
    let mover = worker.game.mover(visit.position);
    let mut best = Value { score: Score::NEG_INFINITY, settled: true };
    for next in list.start..worker.moves.entries.len() {
        let entry = worker.moves.entries[next];
        let child = worker.game.play(visit.position, entry.play);
        let flip = worker.game.mover(&child) != mover;
        let child = Visit { position: &child, ply: visit.ply + 1, depth: visit.depth.child(), place: entry.index };
        let value = minimax(worker, child)?.flip_if(flip);
        best.settled &= value.settled;
        if value.score > best.score {
            best.score = value.score;
            worker.pv.raise(visit.ply, entry.play, true);
            if visit.ply == 0 {
                worker.root_best = Some((entry.index, entry.play));
            }
        }
    }
    worker.moves.close(list);
    worker.observer.leave(visit.ply, best.score, Exit::Searched);
    Ok(best)
}
