//! Runs an algorithm on a small tree and records it.

use super::picture::Drawing;
use super::recorder::{Recorder, Recording};
use super::shape::DiagramTree;
use nullwindow::trees::ExplicitTree;
use nullwindow::{AnyAlgorithm, Depth, Game, Order, Player, Score};
use nullwindow_engine::{
    Catalogue, Control, DistinctLeaves, FirstGuess, Horizon, MemoryChoice, SearchAnswer, SearchRecord, SearchRequest,
    finite,
};
use std::sync::atomic::AtomicBool;

/// Searches `tree` to the depth of `shape`, with a memory that keeps every position and moves in the order of the text.
///
/// # Panics
/// Never: the text of a tree can be parsed again, and the search has no limit.
#[must_use]
pub fn watch(shape: &DiagramTree, tree: &ExplicitTree, algorithm: &AnyAlgorithm, guess: Option<i32>) -> Drawing {
    let flip = tree.mover(&tree.root()) == Player::Second;
    let answer = search(tree, algorithm, (shape.depth, guess), u64::MAX);
    let recording = Recorder::new(shape, algorithm, flip).run(&answer.trace.unwrap_or_default());
    let record = answer.records.into_iter().next_back().unwrap_or_default();
    finish(shape, tree, (flip, &record), recording)
}

/// Searches the whole tree or to a depth, and records at most `events` events. The guess is a value for MAX.
pub(super) fn search(
    tree: &ExplicitTree,
    algorithm: &AnyAlgorithm,
    (depth, guess): (Option<u32>, Option<i32>),
    events: u64,
) -> SearchAnswer {
    let depth = depth.map_or(Depth::END, Depth::plies);
    let flip = tree.mover(&tree.root()) == Player::Second;
    let mut request = SearchRequest::new(*algorithm, Horizon::Fixed(depth), MemoryChoice::Everything);
    request.order = Some(Order::GENERATED);
    (request.distinct, request.trace) = (DistinctLeaves::All, Some(events));
    let guess = guess.map(|guess| (depth, Score::saturating(guess).flip_if(flip)));
    request.guess = guess.map_or(FirstGuess::Iterations, |guess| FirstGuess::Given(vec![guess]));
    let engine = Catalogue::new().engine(&format!("tree {tree}")).expect("a tree that was written out");
    let never = AtomicBool::new(false);
    engine.search(&request, &mut Control::new(&never)).expect("a search of a tree's root")
}

fn finish(
    shape: &DiagramTree,
    tree: &ExplicitTree,
    (flip, record): (bool, &SearchRecord),
    recording: Recording,
) -> Drawing {
    let known = record.bounds().flip_if(flip);
    let Recording { pictures, steps, walk } = recording;
    Drawing {
        algorithm: record.algorithm.clone(),
        title: shape.title.clone(),
        position: tree.to_string(),
        depth: shape.depth,
        value: known.exact().map(Score::get),
        lower: finite(known.lower),
        upper: finite(known.upper),
        best: record.best.as_ref().and_then(|best| best.parse().ok()),
        all_leaves: shape.leaf_count(),
        leaves: record.leaves.unwrap_or(record.leaf_visits),
        leaf_visits: record.leaf_visits,
        interior: record.interior,
        total: record.total,
        passes: pictures.len(),
        nodes: shape.nodes.clone(),
        pictures,
        steps,
        walk,
    }
}
