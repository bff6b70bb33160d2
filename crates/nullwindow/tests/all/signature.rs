//! Node counts, pinned: a change of search behaviour shows as a change of `signature.txt`.
//!
//! To accept new counts, run with `NULLWINDOW_SIGNATURE=write`, and say in the commit why they changed.

use crate::common::*;
use nullwindow::memory::Table;
use nullwindow::trees::{IncrementalTree, OrderedTree, UniformTree};
use nullwindow::{AnyAlgorithm, Depth, Evaluator, Order, Search};
use std::fmt::Write;

fn line<M: Memories<G>, G: Evaluator>(out: &mut String, what: &str, game: &G, root: &G::Position, depth: u32) {
    for algorithm in AnyAlgorithm::all() {
        let mut row = format!("{what:<24}{algorithm:<14}");
        for order in [Order::GENERATED, Order::ALL, Order::ALL.with_transpositions(true)] {
            let mut search =
                Search::new(game).with_memory(M::table(Table::with_bytes(1 << 14).unwrap())).with_order(order);
            let deepened = search.deepen(&algorithm, root, Depth::plies(depth));
            let cost = deepened.cost();
            write!(row, "{:>9}{:>9}{:>9}", cost.leaf_visits, cost.interior, cost.answered).unwrap();
        }
        let mut search = Search::new(game).with_memory(M::exact()).with_order(Order::BEST);
        let outcome = search.run(&algorithm, root, Depth::plies(depth));
        let cost = outcome.counts.cost;
        writeln!(
            out,
            "{row}{:>9}{:>9}{:>9}{:>5}",
            cost.leaf_visits,
            cost.interior,
            cost.answered,
            outcome.passes.len()
        )
        .unwrap();
    }
}

fn signature() -> String {
    let mut out = String::from(
        "# leaves, interior, answered: deepening in a table of 16 KiB with no order, all, all and transpositions;\n\
         # then one search in an exact map, and its passes\n",
    );
    let tree = UniformTree::new(5, 6).unwrap().with_values(0..=99).unwrap();
    line::<Direct, _>(&mut out, "uniform 5x6", &tree, &tree.root(), 6);
    let tree = OrderedTree::new(6, 5).unwrap().with_order(3).unwrap();
    line::<Any, _>(&mut out, "ordered 6x5 R3", &tree, &tree.root(), 5);
    let tree = IncrementalTree::new(6, 6).unwrap();
    line::<Any, _>(&mut out, "incremental 6x6", &tree, &tree.root(), 6);
    let graph = Graph { seed: 11, layers: 14, breadth: 40, most: 50 };
    line::<Direct, _>(&mut out, "graph", &graph, &graph.root(), 9);
    out
}

#[test]
fn two_runs_give_the_same_counts_and_they_are_the_pinned_ones() {
    let counts = signature();
    assert_eq!(counts, signature(), "two runs differ");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/signature.txt");
    if std::env::var("NULLWINDOW_SIGNATURE").as_deref() == Ok("write") {
        std::fs::write(path, &counts).unwrap();
    }
    let pinned = std::fs::read_to_string(path).unwrap();
    for (new, old) in counts.lines().zip(pinned.lines()) {
        assert_eq!(new, old, "search behaviour has changed");
    }
    assert_eq!(counts, pinned);
}
