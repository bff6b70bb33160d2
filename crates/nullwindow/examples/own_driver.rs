//! A driver of your own for the memory-enhanced test: where to begin, and where to go on.
//!
//! `cargo run --release --example own_driver` compares it with the papers' drivers.

use nullwindow::memory::ExactMap;
use nullwindow::mtd::driver;
use nullwindow::trees::IncrementalTree;
use nullwindow::{Algorithm, AnyAlgorithm, Depth, Order, Score, Search};

fn show(tree: &IncrementalTree, algorithm: &impl Algorithm) {
    let mut search = Search::new(tree).with_memory(ExactMap::new()).with_order(Order::GENERATED);
    let outcome = search.run(algorithm, &tree.root(), Depth::END);
    let answers: Vec<String> = outcome.passes.iter().take(10).map(|pass| pass.answer.to_string()).collect();
    let (leaves, passes) = (outcome.counts.cost.leaf_visits, outcome.passes.len());
    let more = if passes > answers.len() { " ..." } else { "" };
    println!(
        "{:<8} value {:>3}  leaves {leaves:>5}  passes {passes:>3}: {}{more}",
        algorithm.name(),
        outcome.bounds.lower,
        answers.join(" ")
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Begins at the guess and leaps by 20 until the value is between two bounds; then it bisects.
    let gallop = driver(
        "gallop",
        |guess| guess,
        |_, open| match (open.lower, open.upper) {
            (lower, Score::INFINITY) => lower.offset(20),
            (Score::NEG_INFINITY, upper) => upper.offset(-20),
            (lower, upper) => upper.offset((lower.get() - upper.get()) / 2),
        },
    );
    let tree = IncrementalTree::new(8, 6)?.with_seed(4);
    show(&tree, &gallop);
    for name in ["mtd-f", "mtd-bi", "mtd+inf"] {
        show(&tree, &name.parse::<AnyAlgorithm>()?);
    }
    Ok(())
}
