//! The contract of every window search, at every window around the value.

use crate::common::*;
use nullwindow::depth_first::{AlphaBeta, Mt, NegaScout, TtAlphaBeta, WindowSearch};
use nullwindow::memory::{AnyMemory, Memory, Table};
use nullwindow::{Algorithm, Depth, Evaluator, Order, Request, Score, Search, Window};

/// `g <= alpha => f <= g`, `g >= beta => f >= g`, between them `g == f`; and a move that proves it.
fn check<G: Evaluator, M: Memory<G>>(
    game: &G,
    root: &G::Position,
    window: Window,
    algorithm: &impl Algorithm,
    memory: M,
    order: Order,
) {
    let f = oracle(game, root, Depth::END);
    let outcome = Search::new(game).with_memory(memory).with_order(order).run(algorithm, root, Depth::END);
    let [pass] = outcome.passes[..] else { panic!("{} makes one pass", algorithm.name()) };
    let g = pass.answer;
    let kept = if g <= window.alpha() {
        f <= g
    } else if g >= window.beta() {
        f >= g
    } else {
        f == g
    };
    assert!(kept, "{}: answer {g} to {window}, value {f}", algorithm.name());
    assert_eq!(
        outcome.best.is_some(),
        g > window.alpha(),
        "{}: a move exactly if it proves something",
        algorithm.name()
    );
    if let Some(best) = outcome.best {
        assert!(after(game, root, best, Depth::END) >= outcome.bounds.lower);
    }
}

fn every_window<M: Memories<G>, G: Evaluator>(game: &G, root: &G::Position) {
    let f = oracle(game, root, Depth::END).get();
    let around: Vec<Score> = (f - 3..=f + 3).map(Score::new).collect();
    for (i, &alpha) in around.iter().enumerate() {
        check(game, root, Window::null(alpha), &Mt::at(alpha), M::exact(), Order::GENERATED);
        check(game, root, Window::null(alpha), &Mt::at(alpha), M::none(), Order::ALL);
        for &beta in &around[i + 1..] {
            let window = Window::new(alpha, beta);
            check(game, root, window, &AlphaBeta.within(window), M::none(), Order::GENERATED);
            check(game, root, window, &TtAlphaBeta.within(window), M::exact(), Order::GENERATED);
            check(game, root, window, &NegaScout.within(window), M::none(), Order::GENERATED);
            check(game, root, window, &NegaScout.within(window), M::table(Table::with_bytes(128).unwrap()), Order::ALL);
        }
    }
}

#[test]
fn on_uniform_trees() {
    uniform_trees(400).for_each(|tree| every_window::<Direct, _>(&tree, &tree.root()));
}

#[test]
fn on_trees_with_extra_turns() {
    variable_trees(400).for_each(|tree| every_window::<Any, _>(&tree, &tree.root()));
}

#[test]
fn on_graphs_with_transpositions() {
    graphs(400).for_each(|game| every_window::<Direct, _>(&game, &game.root()));
}

#[test]
fn a_narrower_window_visits_a_subset_of_the_leaves() {
    for tree in uniform_trees(1000) {
        let f = oracle(&tree, &tree.root(), Depth::END).get();
        let leaves = |low: i32, high: i32| {
            let window = Window::new(Score::new(f + low), Score::new(f + high));
            watch_with(&tree, &tree.root(), &AlphaBeta.within(window), AnyMemory::none(), None)
        };
        for (low, high) in [(-3, 3), (-1, 2), (0, 4), (-4, 0)] {
            let wide = leaves(low - 2, high + 2);
            assert!(leaves(low, high).within(&wide), "{tree:?}");
        }
    }
}

#[test]
fn a_window_at_the_ends_of_the_range_is_no_trouble() {
    let tree = tree("((1999999999 -1999999999) (0 5))");
    for gamma in [Score::MIN, Score::MAX, Score::INFINITY, Score::NEG_INFINITY] {
        let outcome = watching(&tree, AnyMemory::none()).run(&Mt::at(gamma), &tree.root(), Depth::END);
        assert!(outcome.bounds.contains(Score::ZERO));
    }
    for algorithm in nullwindow::AnyAlgorithm::all() {
        let mut search = watching(&tree, AnyMemory::exact());
        let outcome = search.run(&algorithm, &tree.root(), Request::to(Depth::END).with_guess(Score::MAX));
        assert!(outcome.bounds.contains(Score::ZERO), "{algorithm}");
    }
}
