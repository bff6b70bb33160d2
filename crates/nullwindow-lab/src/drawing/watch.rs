//! Runs an algorithm on a small tree and watches it.

use super::picture::{Drawing, Picture, Step};
use super::recorder::Recorder;
use super::shape::Shape;
use super::words::number;
use nullwindow::memory::ExactMap;
use nullwindow::observe::{Leaves, Trace};
use nullwindow::trees::ExplicitTree;
use nullwindow::{Algorithm, AnyAlgorithm, Depth, Game, Order, Outcome, Player, Score, Search};

/// Searches `tree` as `shape` has it, with a memory that forgets nothing and moves in the order of the text.
#[must_use]
pub fn watch(shape: &Shape, tree: &ExplicitTree, algorithm: &AnyAlgorithm, guess: Option<i32>) -> Drawing {
    let depth = shape.depth.and_then(|plies| Depth::try_from(plies).ok()).unwrap_or(Depth::END);
    let mut search =
        Search::new(tree).memory(ExactMap::new()).order(Order::GENERATED).observer((Leaves::new(), Trace::new()));
    let root = tree.root();
    let flip = tree.mover(&root) == Player::Second;
    let outcome = search.run_from(algorithm, &root, depth, guess.map(|guess| Score::saturating(guess).flip_if(flip)));
    let (_, trace) = search.into_observer();
    let (pictures, steps) = Recorder::new(shape, algorithm, flip).run(&trace);
    finish(shape, tree, algorithm, (flip, &outcome), pictures, steps)
}

fn finish(
    shape: &Shape,
    tree: &ExplicitTree,
    algorithm: &AnyAlgorithm,
    (flip, outcome): (bool, &Outcome<u16>),
    pictures: Vec<Picture>,
    steps: Vec<Step>,
) -> Drawing {
    let known = outcome.bounds.flip_if(flip);
    let cost = outcome.counts.cost;
    Drawing {
        algorithm: algorithm.name(),
        title: shape.title.clone(),
        position: tree.to_string(),
        depth: shape.depth,
        value: known.exact().map(Score::get),
        lower: number(known.lower),
        upper: number(known.upper),
        best: outcome.best,
        all_leaves: shape.leaf_count(),
        leaves: outcome.counts.distinct_leaves.unwrap_or(cost.leaf_visits),
        leaf_visits: cost.leaf_visits,
        interior: cost.interior,
        total: cost.leaf_visits + cost.interior + cost.answered,
        passes: pictures.len(),
        nodes: shape.nodes.clone(),
        pictures,
        steps,
    }
}
