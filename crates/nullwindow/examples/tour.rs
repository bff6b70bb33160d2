//! Every algorithm of the papers on their own tree and on trees of three kinds, side by side.
//!
//! `cargo run --release --example tour`

use nullwindow::memory::ExactMap;
use nullwindow::observe::Leaves;
use nullwindow::trees::{ExplicitTree, IncrementalTree, OrderedTree, UniformTree};
use nullwindow::{AnyAlgorithm, Depth, Evaluator, Keyed, Order, Score, Search};

/// The value an algorithm proves, if it does, and the distinct leaves it looks at.
fn visit<G: Evaluator + Keyed>(game: &G, root: &G::Position, algorithm: &AnyAlgorithm) -> (Option<Score>, usize) {
    let mut search =
        Search::new(game).with_memory(ExactMap::new()).with_observer(Leaves::new()).with_order(Order::GENERATED);
    let value = search.run(algorithm, root, Depth::END).value();
    (value, search.observer().set().len())
}

/// Pearl's tree as SSS* searches it: which leaf it looks at in which pass of MTD(+inf).
fn picture() -> Result<(), Box<dyn std::error::Error>> {
    let tree: ExplicitTree = ExplicitTree::PSPB96_FIG_3.parse()?;
    let mut search =
        Search::new(&tree).with_memory(ExactMap::new()).with_observer(Leaves::new()).with_order(Order::GENERATED);
    let outcome = search.run(&"mtd+inf".parse::<AnyAlgorithm>()?, &tree.root(), Depth::END);
    let order = search.observer().first_visits();
    println!("Pearl's tree (Plaat et al. 1996, Fig. 3) as MTD(+inf), that is SSS*, searches it:\n");
    let mut seen = 0;
    for (number, pass) in (1..).zip(&outcome.passes) {
        seen += usize::try_from(pass.cost.leaf_visits)?;
        let cells: Vec<String> = (0u64..)
            .zip(tree.leaves())
            .map(|(key, &leaf)| match order[..seen].iter().position(|&k| k == key) {
                Some(_) => format!("{:>4}", tree.value(leaf)),
                None => "   .".to_owned(),
            })
            .collect();
        println!("pass {number}  is it {:>4} or more?  {}   {}", pass.window.beta(), cells.join(""), pass.bounds);
    }
    println!();
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    picture()?;
    let pearl: ExplicitTree = ExplicitTree::PSPB96_FIG_3.parse()?;
    let uniform = UniformTree::new(8, 6)?.with_seed(1);
    let ordered = OrderedTree::new(8, 6)?.with_order(4)?.with_seed(1);
    let incremental = IncrementalTree::new(8, 6)?.with_seed(1);
    println!("Distinct leaves looked at to prove the value (minimal tree of the 8x6 trees: 1023):\n");
    println!("{:<14}{:>8}{:>12}{:>12}{:>14}", "algorithm", "Pearl", "8x6 random", "8x6 order 4", "8x6 edge sums");
    let mut all_agree = true;
    for algorithm in AnyAlgorithm::all() {
        let found = [
            visit(&pearl, &pearl.root(), &algorithm),
            visit(&uniform, &uniform.root(), &algorithm),
            visit(&ordered, &ordered.root(), &algorithm),
            visit(&incremental, &incremental.root(), &algorithm),
        ];
        let values = found.map(|(value, _)| value);
        let minimax = "minimax".parse::<AnyAlgorithm>()?;
        let expected = [
            visit(&pearl, &pearl.root(), &minimax).0,
            visit(&uniform, &uniform.root(), &minimax).0,
            visit(&ordered, &ordered.root(), &minimax).0,
            visit(&incremental, &incremental.root(), &minimax).0,
        ];
        all_agree &= values.iter().zip(&expected).all(|(value, right)| value.is_none() || value == right);
        let note = if values.contains(&None) { "   a bound, or the best move only" } else { "" };
        let [a, b, c, d] = found.map(|(_, leaves)| leaves);
        println!("{:<14}{a:>8}{b:>12}{c:>12}{d:>14}{note}", algorithm.to_string());
    }
    println!("\nall values agree with minimax: {}", if all_agree { "yes" } else { "NO" });
    Ok(())
}
