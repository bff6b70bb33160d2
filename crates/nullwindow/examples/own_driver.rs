//! A driver of your own for the memory-enhanced test: where to begin, and where to go on.
//!
//! `cargo run --release --example own_driver` compares it with the papers' drivers.

use nullwindow::memory::ExactMap;
use nullwindow::mtd::{Driver, Mtd};
use nullwindow::trees::IncrementalTree;
use nullwindow::{Algorithm, AnyAlgorithm, Bounds, Depth, Order, Pass, Score, Search};

/// Begins at the guess; while nobody knows the other bound, it doubles its step, and then bisects.
struct Gallop;

impl Driver for Gallop {
    fn name(&self) -> String {
        "gallop".to_owned()
    }

    fn first(&self, guess: Score) -> Score {
        guess
    }

    fn next(&self, last: &Pass, open: Bounds) -> Score {
        let stride =
            (last.answer.get() - last.window.beta().get()).saturating_abs().saturating_mul(2).saturating_add(1);
        match (open.lower.is_finite(), open.upper.is_finite()) {
            (true, true) => open.upper.offset(-((open.upper.get() - open.lower.get()) / 2)),
            (true, false) => open.lower.offset(stride),
            _ => open.upper.offset(-stride),
        }
    }
}

fn show(tree: &IncrementalTree, algorithm: &impl Algorithm) {
    let mut search = Search::new(tree).memory(ExactMap::new()).order(Order::GENERATED);
    let outcome = search.run(algorithm, &tree.root(), Depth::END);
    let passes: Vec<String> = outcome.passes.iter().take(12).map(|pass| pass.answer.to_string()).collect();
    println!(
        "{:<8} value {:>4}  leaves {:>6}  answers {}",
        algorithm.name(),
        outcome.bounds.lower,
        outcome.counts.cost.leaf_visits,
        passes.join(" ")
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tree = IncrementalTree::new(8, 6)?.seed(4);
    show(&tree, &Mtd(Gallop));
    for name in ["mtd-f", "mtd-bi", "mtd+inf"] {
        show(&tree, &name.parse::<AnyAlgorithm>()?);
    }
    Ok(())
}
