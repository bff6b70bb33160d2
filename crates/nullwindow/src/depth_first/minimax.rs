//! Minimax: the oracle. Nobody optimises it.
//!
//! **Source.** Paper 000, Fig. 2. **Cost.** Every leaf of the tree, once.
//! **When to use it.** To check every other algorithm.
//!
//! **Differences from the paper.** One case for both players: scores are seen from the mover.
//!
//! ```text
//! if n is a leaf then g := eval(n)          Look::Leaf
//! g := -inf; c := FirstChild(n)
//! while c is well defined do
//!     g := max(g, minimax(c))               the loop
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::limits::Budget;
use crate::memory::Memory;
use crate::observe::{Exit, Observer, Visit};
use crate::outcome::Report;
use crate::search::{Look, Value};
use crate::{Evaluator, Score, Search, Stopped, Window};

/// Minimax without any cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Minimax;

impl Algorithm for Minimax {
    fn name(&self) -> String {
        "minimax".to_owned()
    }

    fn search<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        search.pass(task, Window::FULL, report, |search, visit| minimax(search, visit))?;
        Ok(())
    }
}

fn minimax<G: Evaluator, M: Memory<G>, O: Observer<G>>(
    search: &mut Search<'_, G, M, O>,
    visit: Visit<'_, G::Position>,
) -> Result<Value, Stopped> {
    search.budget.tick()?;
    search.observer.enter(visit, Window::FULL);
    search.lines.enter(visit.ply);
    if let Some(value) = search.known_leaf(visit) {
        return Ok(value);
    }
    let list = match search.look(visit) {
        Look::Leaf(value) => return Ok(value),
        Look::Inner(_) if visit.ply >= Budget::MAX_PLY => return Err(Stopped::Endless),
        Look::Inner(list) => list,
    };
    let mover = search.game.mover(visit.position);
    let mut best = Value { score: Score::NEG_INFINITY, settled: true };
    for next in list.start..search.moves.entries.len() {
        let entry = search.moves.entries[next];
        let child = search.game.play(visit.position, entry.play);
        let flip = search.game.mover(&child) != mover;
        let child = Visit { position: &child, ply: visit.ply + 1, depth: visit.depth.child(), place: entry.index };
        let value = minimax(search, child)?.flip_if(flip);
        best.settled &= value.settled;
        if value.score > best.score {
            best.score = value.score;
            search.lines.raise(visit.ply, entry.play, true);
            if visit.ply == 0 {
                search.root_best = Some((entry.index, entry.play));
            }
        }
    }
    search.moves.close(list);
    search.observer.leave(visit.ply, best.score, Exit::Searched);
    Ok(best)
}
