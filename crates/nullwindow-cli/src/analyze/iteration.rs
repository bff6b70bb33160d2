//! One iteration: what it found and what it cost.

use crate::answer::searcher::Leader;
use crate::answer::solver::is_decided;
use crate::games::Playable;
use nullwindow::observe::Cost;
use nullwindow::{Algorithm, Bounds, Deepening, Depth, Outcome, RootMove, Score};

/// A completed iteration.
#[derive(Debug)]
pub struct Iteration<M> {
    /// How deep.
    pub depth: u32,
    /// What it proves of the value at this depth.
    pub bounds: Bounds,
    /// Whether that holds at every greater depth.
    pub settled: bool,
    /// The best moves with their lines, the best one first.
    pub lines: Vec<Line<M>>,
    /// What it cost.
    pub cost: Cost,
    /// Questions put at the root.
    pub passes: u64,
    /// Distinct leaves; none if there are many, or several threads.
    pub leaves: Option<u64>,
}

/// A move, its value and best play behind it.
#[derive(Debug)]
pub struct Line<M> {
    /// Exact, or none if the algorithm asks for less.
    pub value: Option<Score>,
    /// The move and best play, as far as memory holds it.
    pub moves: Vec<M>,
}

/// Deepens, and hands on every iteration.
pub fn single<G: Playable>(
    game: &G,
    search: &mut Leader<'_, G>,
    algorithm: &impl Algorithm,
    root: &G::Position,
    depth: u32,
    mut each: impl FnMut(Iteration<G::Move>),
) {
    search.deepen_with(algorithm, root, &Deepening::to(Depth::plies(depth)), |outcome| each(of_outcome(game, outcome)));
}

fn of_outcome<G: Playable>(game: &G, outcome: &Outcome<G::Move>) -> Iteration<G::Move> {
    let moves = if outcome.line.is_empty() { outcome.best.into_iter().collect() } else { outcome.line.clone() };
    Iteration {
        depth: outcome.depth.get().unwrap_or_default(),
        bounds: outcome.bounds,
        settled: is_decided(game, outcome),
        lines: vec![Line { value: outcome.value(), moves }],
        cost: outcome.counts.cost,
        passes: outcome.passes.len() as u64,
        leaves: outcome.counts.distinct_leaves,
    }
}

/// Deepens with the exact value of every move, and hands on the best `most` of each iteration.
pub fn several<G: Playable>(
    game: &G,
    search: &mut Leader<'_, G>,
    algorithm: &impl Algorithm,
    root: &G::Position,
    depth: u32,
    most: usize,
    mut each: impl FnMut(Iteration<G::Move>),
) {
    for depth in 1..=depth {
        let Ok(moves) = search.root_moves(algorithm, root, Depth::plies(depth)) else { return };
        let Some(iteration) = of_moves(game, depth, &moves, most) else {
            return single(game, search, algorithm, root, depth, each); // the game is over
        };
        let settled = iteration.settled;
        each(iteration);
        if settled {
            return;
        }
    }
}

fn of_moves<G: Playable>(game: &G, depth: u32, moves: &[RootMove<G::Move>], most: usize) -> Option<Iteration<G::Move>> {
    let best = moves.first()?;
    let mut cost = Cost::default();
    moves.iter().for_each(|each| cost += each.outcome.counts.cost);
    let line = |each: &RootMove<G::Move>| Line { value: Some(each.value), moves: each.line.clone() };
    Some(Iteration {
        depth,
        bounds: Bounds::exactly(best.value),
        settled: moves.iter().all(|each| is_decided(game, &each.outcome)),
        lines: moves.iter().take(most).map(line).collect(),
        cost,
        passes: moves.iter().map(|each| each.outcome.passes.len() as u64).sum(),
        leaves: moves.iter().map(|each| each.outcome.counts.distinct_leaves).sum(),
    })
}
