//! Memory, order, depth and deepening change the work, never the value.

use crate::common::*;
use nullwindow::deepening::Guess;
use nullwindow::memory::{AnyMemory, ExactMap, Memory, NoMemory, StoredBounds, Table};
use nullwindow::{
    AnyAlgorithm, Deepening, Depth, Evaluator, Keyed, MoveBuf, Order, Outcome, Presearch, Request, Score, Search,
};

const ORDERS: [Order; 5] = [
    Order::GENERATED,
    Order::ALL,
    Order::ALL.with_transpositions(true),
    Order::GENERATED.with_table_move(true).with_transpositions(true),
    Order::BEST.with_presearch(Presearch::ByScore),
];

fn check_outcome<G: Evaluator>(
    game: &G,
    root: &G::Position,
    depth: Depth,
    outcome: &Outcome<G::Move>,
    what: &str,
) -> bool {
    let value = oracle(game, root, depth);
    assert!(outcome.bounds.contains(value), "{} does not contain {value}, {what}", outcome.bounds);
    if outcome.best_is_proven {
        assert_eq!(after(game, root, outcome.best.unwrap(), depth), value, "the move, {what}");
    }
    if outcome.settled {
        let end = oracle(game, root, Depth::END);
        assert!(outcome.bounds.contains(end), "{} is settled and does not contain {end}, {what}", outcome.bounds);
        if outcome.best_is_proven {
            assert_eq!(after(game, root, outcome.best.unwrap(), Depth::END), end, "the move is settled, {what}");
        }
    }
    if outcome.value().is_some() && !depth.is_horizon() && game.over(root, &mut MoveBuf::new()).is_none() {
        assert!(outcome.best.is_some(), "a move with the value, {what}");
    }
    if outcome.value().is_none() {
        assert!(outcome.line.is_empty());
        return true;
    }
    check_line(game, root, depth, &outcome.line, what)
}

fn each_memory<G: Evaluator + Keyed>(
    game: &G,
    root: &G::Position,
    depth: Depth,
    order: Order,
    algorithm: &AnyAlgorithm,
) {
    let table = |bytes| Table::with_bytes(bytes).unwrap();
    let what = format!("{algorithm} to {depth}, order {order}");
    let check = |outcome: Outcome<G::Move>, memory: &str| {
        check_outcome(game, root, depth, &outcome, &format!("{what}, {memory}"))
    };
    let search = || Search::new(game).with_order(order);
    check(search().run(algorithm, root, depth), "no memory");
    let complete = check(search().with_memory(ExactMap::new()).run(algorithm, root, depth), "exact map");
    let list_algorithm = algorithm.to_string().contains('*') || algorithm.to_string() == "sss-2";
    assert!(complete || list_algorithm, "the line is complete where memory is, {what}");
    check(
        search().with_memory(ExactMap::with_stored_bounds(StoredBounds::Latest)).run(algorithm, root, depth),
        "one bound",
    );
    for bytes in [64, 256, 4096] {
        check(search().with_memory(table(bytes)).run(algorithm, root, depth), "table");
        check(
            search().with_memory(table(bytes).with_min_depth(Depth::ZERO)).run(algorithm, root, depth),
            "table with leaves",
        );
        check(
            search().with_memory(table(bytes).with_min_depth(Depth::plies(3))).run(algorithm, root, depth),
            "table of depth 3",
        );
    }
    check(
        search().with_memory(table(64).with_stored_bounds(StoredBounds::Latest)).run(algorithm, root, depth),
        "one bound in a tiny table",
    );
}

#[test]
fn every_algorithm_with_every_memory_and_order_has_the_right_value() {
    let mut dice = Dice::new(5);
    for game in graphs(250) {
        let depth = if dice.roll(3) == 0 { Depth::END } else { Depth::plies(dice.from(1, 8) as u32) };
        for order in ORDERS {
            for algorithm in AnyAlgorithm::all() {
                each_memory(&game, &game.root(), depth, order, &algorithm);
            }
        }
    }
}

#[test]
fn on_trees_with_values_beyond_a_tables_range_too() {
    for tree in uniform_trees(60) {
        for algorithm in AnyAlgorithm::all() {
            each_memory(&tree, &tree.root(), Depth::END, Order::ALL, &algorithm);
        }
    }
}

/// One memory through all depths: what was settled at one depth answers at the next.
fn check_deepening<G: Evaluator + Keyed, M: Memory<G>>(
    game: &G,
    root: &G::Position,
    memory: M,
    plan: &Deepening,
    algorithm: &AnyAlgorithm,
) {
    let mut search = Search::new(game).with_memory(memory).with_order(Order::ALL.with_transpositions(true));
    let deepened = search.deepen(algorithm, root, *plan);
    assert!(deepened.stopped().is_none());
    assert!(!deepened.iterations.is_empty());
    for outcome in &deepened.iterations {
        check_outcome(
            game,
            root,
            outcome.depth,
            outcome,
            &format!("{algorithm} deepened to {} by {plan:?}", outcome.depth),
        );
    }
    // The same search again, on a memory full of the first.
    for outcome in &search.deepen(algorithm, root, *plan).iterations {
        check_outcome(game, root, outcome.depth, outcome, &format!("{algorithm} again to {}", outcome.depth));
    }
}

#[test]
fn every_iteration_of_a_deepening_has_the_value_of_its_depth() {
    for game in graphs(300) {
        for algorithm in AnyAlgorithm::all() {
            for step in [1, 2] {
                for guess in [Guess::Better, Guess::Last, Guess::LastButOne] {
                    let plan = Deepening::to(Depth::plies(7)).with_step(step).with_guess(guess);
                    check_deepening(&game, &game.root(), Table::with_bytes(1024).unwrap(), &plan, &algorithm);
                }
            }
            check_deepening(&game, &game.root(), ExactMap::new(), &Deepening::to(Depth::plies(6)), &algorithm);
            check_deepening(&game, &game.root(), NoMemory, &Deepening::to(Depth::plies(4)), &algorithm);
        }
    }
}

#[test]
fn deepening_to_the_end_stops_when_the_value_is_settled() {
    for game in graphs(300) {
        for algorithm in AnyAlgorithm::all() {
            let mut search = Search::new(&game).with_memory(Table::with_bytes(4096).unwrap());
            let deepened = search.deepen(&algorithm, &game.root(), Depth::END);
            let last = deepened.last().unwrap();
            check_outcome(&game, &game.root(), Depth::END, last, &format!("{algorithm} deepened to the end"));
            assert!(last.settled && last.depth < Depth::plies(20), "{algorithm} on {game:?}");
        }
    }
}

#[test]
fn the_depths_of_a_deepening_end_where_they_should() {
    let game = Graph { seed: 3, layers: 60, breadth: 3, most: 10 };
    let depths = |to: u32, step: u32| -> Vec<u32> {
        let plan = Deepening::to(Depth::plies(to)).with_step(step);
        let deepened = Search::new(&game).with_memory(ExactMap::new()).deepen(&named("mtd-f"), &game.root(), plan);
        deepened.iterations.iter().filter_map(|outcome| outcome.depth.get()).collect()
    };
    assert_eq!(depths(4, 1), [1, 2, 3, 4]);
    assert_eq!(depths(7, 2), [1, 3, 5, 7]);
    assert_eq!(depths(8, 2), [2, 4, 6, 8]);
    assert_eq!(depths(0, 1), [] as [u32; 0]);
}

#[test]
fn every_root_move_has_its_exact_value() {
    for game in graphs(300) {
        for name in ["mtd-f", "aspiration", "sss*", "mtd-best", "mt"] {
            for depth in [Depth::plies(1), Depth::plies(4), Depth::END] {
                let mut search = Search::new(&game).with_memory(Table::with_bytes(2048).unwrap());
                let answer = search.root_moves(&named(name), &game.root(), Request::once(depth));
                assert_eq!((answer.depth, answer.stopped), (Some(depth), None));
                let moves = answer.moves;
                let mut expected = nullwindow::MoveBuf::new();
                nullwindow::Game::moves(&game, &game.root(), &mut expected);
                assert_eq!(moves.len(), expected.len());
                assert!(moves.windows(2).all(|pair| pair[0].value >= pair[1].value));
                for root_move in &moves {
                    assert_eq!(root_move.value, after(&game, &game.root(), root_move.play, depth), "{name}");
                    assert_eq!(root_move.line[0], root_move.play);
                }
                assert_eq!(moves[0].value, oracle(&game, &game.root(), depth));
            }
        }
    }
}

#[test]
fn two_threads_share_one_table() {
    for game in graphs(40) {
        let table = Table::with_bytes(512).unwrap();
        std::thread::scope(|scope| {
            for name in ["mtd-f", "aspiration"] {
                let (game, table) = (&game, &table);
                scope.spawn(move || {
                    for _ in 0..20 {
                        let plan = Deepening::to(Depth::plies(8));
                        let deepened = Search::new(game).with_memory(table).deepen(&named(name), &game.root(), plan);
                        for outcome in &deepened.iterations {
                            check_outcome(game, &game.root(), outcome.depth, outcome, name);
                        }
                    }
                });
            }
        });
    }
}

#[test]
fn a_root_that_is_over_or_at_the_horizon_has_a_value_and_no_move() {
    let over = tree("7");
    let inner = tree("3(1 2)");
    for algorithm in AnyAlgorithm::all() {
        for (game, depth, value) in [(&over, Depth::END, 7), (&over, Depth::ZERO, 7), (&inner, Depth::ZERO, 3)] {
            let outcome = watching(game, AnyMemory::none()).run(&algorithm, &game.root(), depth);
            assert_eq!(outcome.value(), Some(Score::new(value)), "{algorithm}");
            assert_eq!((outcome.best, outcome.line.len(), outcome.passes.len()), (None, 0, 0));
        }
        let answer = watching(&over, AnyMemory::none()).root_moves(&algorithm, &over.root(), Depth::END);
        assert_eq!((answer.moves, answer.stopped), (vec![], None));
    }
}
