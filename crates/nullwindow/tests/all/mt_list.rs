//! The list operations inside MT-SSS* are those of SSS*, one by one (\[PSPB96\], Theorems A.1 and A.2).

use crate::common::{tree, uniform_trees};
use nullwindow::best_first::SssStar;
use nullwindow::memory::{ExactMap, StoredBounds};
use nullwindow::mtd::MtdPlusInfinity;
use nullwindow::observe::trace::{Event, OpenState};
use nullwindow::observe::{MtList, Trace};
use nullwindow::trees::{ExplicitTree, OrderedTree};
use nullwindow::{Depth, Evaluator, Game, Keyed, Order, Search};

/// One step of SSS*: the case, the node, and OPEN after the step.
type SssStep = (u8, Vec<u16>, Vec<OpenState>);

/// Runs SSS* and returns its steps but the last one, which finds the root solved.
fn steps_of_sss_star<G: Evaluator + Game<Move = u16>>(game: &G, root: &G::Position) -> Vec<SssStep> {
    let mut search = Search::new(game).with_observer(Trace::new()).with_order(Order::GENERATED);
    search.run(&SssStar, root, Depth::END);
    let trace = search.into_observer();
    let (mut replay, mut steps) = (trace.replay(), Vec::<SssStep>::new());
    while let Some(event) = replay.step() {
        match event {
            Event::Take(_, 0) => break,
            Event::Take(state, case) => steps.push((*case, state.path.clone(), Vec::new())),
            _ => {
                if let Some((.., open)) = steps.last_mut() {
                    *open = replay.open().to_vec();
                }
            }
        }
    }
    steps
}

/// Asserts that MTD(+inf) performs the steps of SSS*, and that every precondition holds.
fn check<G: Evaluator + Keyed + Game<Move = u16>>(game: &G, root: &G::Position, stored: StoredBounds, what: &str) {
    let memory = ExactMap::with_stored_bounds(stored);
    let mut search = Search::new(game).with_memory(memory).with_observer(MtList::new()).with_order(Order::GENERATED);
    search.run(&MtdPlusInfinity::new(), root, Depth::END);
    let list = search.into_observer();
    assert_eq!(list.violation(), None, "{what}");
    let steps = steps_of_sss_star(game, root);
    assert_eq!(list.operations().len(), steps.len(), "{what}");
    for (number, (operation, (case, path, open))) in list.operations().iter().zip(steps).enumerate() {
        assert_eq!((operation.case, &operation.path), (case, &path), "step {number} on {what}");
        assert_eq!(operation.list, open, "after step {number}, case {case} at {path:?}, on {what}");
    }
}

#[test]
fn the_list_equals_open_at_every_step_on_pearls_tree() {
    let pearl = tree(ExplicitTree::PSPB96_FIG_3);
    check(&pearl, &pearl.root(), StoredBounds::Latest, "Pearl's tree");
}

#[test]
fn the_list_equals_open_at_every_step_on_random_trees() {
    for tree in uniform_trees(2000) {
        for stored in [StoredBounds::Latest, StoredBounds::Both] {
            check(&tree, &tree.root(), stored, &format!("{tree:?}, {stored:?}"));
        }
    }
}

#[test]
fn the_list_equals_open_at_every_step_on_ordered_trees() {
    for seed in 0..200 {
        let tree = OrderedTree::new(4, 5).unwrap().with_seed(seed);
        check(&tree, &tree.root(), StoredBounds::Latest, &format!("{tree:?}"));
    }
}
