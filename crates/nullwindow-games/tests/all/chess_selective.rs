//! Selective search of chess: one value for every driver, and the tree that it searches.

use nullwindow::memory::{AnyMemory, Table};
use nullwindow::selective::SelectiveTree;
use nullwindow::{AnyAlgorithm, Deepening, Depth, Keyed, Limits, Order, Request, Score, Search};
use nullwindow_games::chess::{Chess, ChessRule, MATE, Move, Position};
use nullwindow_games::{Notation, Playable};
use std::sync::Arc;

fn named(name: &str) -> AnyAlgorithm {
    name.parse().unwrap()
}

fn table(entries: usize) -> AnyMemory {
    AnyMemory::table(Arc::new(Table::with_entries(entries).unwrap()))
}

/// Positions of the test set and the next ones of games that go on at random: 200 in all.
fn positions(game: &Chess) -> Vec<Position> {
    use nullwindow::{Game, MoveBuf};
    let mut found: Vec<Position> =
        game.test_set().iter().map(|test| game.parse_position(test.position).unwrap()).collect();
    let mut dice = 1u64;
    for start in 0.. {
        if found.len() >= 200 {
            break;
        }
        let mut position = found[start].clone();
        for _ in 0..3 {
            let mut moves = MoveBuf::new();
            if game.moves(&position, &mut moves).is_some() {
                break;
            }
            dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let play = moves.iter().nth((dice >> 33) as usize % moves.len()).unwrap();
            position = game.play(&position, play);
        }
        if game.over(&position, &mut MoveBuf::new()).is_none() {
            found.push(position);
        }
    }
    found
}

fn value(
    game: &Chess,
    name: &str,
    memory: AnyMemory,
    order: Order,
    root: &Position,
    request: Request<'_, Move>,
) -> i32 {
    let algorithm = named(name);
    let outcome = Search::new(game).with_memory(memory).with_order(order).run(&algorithm, root, request);
    outcome.value().unwrap_or_else(|| panic!("{name} finds a value")).get()
}

#[test]
fn drivers_guesses_orders_and_tables_agree_on_200_positions() {
    let game = Chess::new().selective();
    let (mut unlike, full) = (0, Chess::new());
    for (number, root) in positions(&game).iter().enumerate() {
        let depth = Depth::plies(3 + u32::from(number.is_multiple_of(4)));
        let expected = value(&game, "negascout", table(1 << 14), Chess::ORDER, root, Request::once(depth));
        for name in ["tt-alphabeta", "aspiration", "mtd-f", "mtd-bi", "mtd-step", "mtd+inf", "mtd-gallop"] {
            let order = if number.is_multiple_of(2) { Order::ALL } else { Chess::ORDER };
            let guess = Score::new(100 * (i32::try_from(number % 9).unwrap() - 4));
            let request = Request::once(depth).with_guess(guess);
            let memory = table(if number.is_multiple_of(3) { 64 } else { 1 << 12 });
            assert_eq!(value(&game, name, memory, order, root, request), expected, "{name} at {root:?}");
        }
        unlike +=
            u32::from(value(&full, "negascout", table(1 << 14), Chess::ORDER, root, Request::once(depth)) != expected);
    }
    assert!(unlike > 20, "rules change {unlike} values");
}

/// Minimax on the explicit tree is the definition; it is slow, so few positions and plies.
#[test]
fn the_explicit_tree_has_the_value_of_the_kernel() {
    let mut game = Chess::new().selective();
    for rule in ChessRule::EACH {
        game = game.with_rule(rule, true);
    }
    for root in positions(&game).iter().step_by(9) {
        let tree = SelectiveTree::new(&game);
        for plies in 1..=2 {
            let depth = Depth::plies(plies);
            let expected = value(&game, "mtd-f", table(1 << 12), Chess::ORDER, root, Request::once(depth));
            for name in ["alphabeta", "sss*"] {
                let algorithm = named(name);
                let mut search = Search::new(&tree).with_order(Order::GENERATED);
                let outcome = search.run(&algorithm, &tree.root(root.clone(), depth), Depth::END);
                assert_eq!(outcome.value().map(Score::get), Some(expected), "{name} to {depth} at {root:?}");
            }
        }
    }
}

#[test]
fn node_counts_are_pinned() {
    let game = Chess::new().selective();
    let count = |text: &str, depth: u32| {
        let root = game.parse_position(text).unwrap();
        let mut search = Search::new(&game).with_memory(table(1 << 16)).with_order(Chess::ORDER);
        let deepened = search.deepen(&named("mtd-f"), &root, Deepening::to(Depth::plies(depth)));
        deepened.iterations.iter().map(|outcome| outcome.counts.cost.total()).sum::<u64>()
    };
    let counts: Vec<u64> = game.test_set().iter().take(6).map(|test| count(test.position, 6)).collect();
    assert_eq!(counts, PINNED);
}

/// The nodes of MTD(f) to depth 6 at the first positions of the test set. A change needs a reason.
const PINNED: [u64; 6] = [9_156, 23_260, 9_351, 6_965, 76_413, 14_572];

/// Quiet sacrifices hide behind the margins of reverse futility, so a mate takes a greater depth than in full width.
#[test]
fn mates_are_found_within_a_number_of_nodes() {
    let game = Chess::new().selective();
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("1k5r/pP3ppp/3p2b1/1BN1n3/1Q2P3/P1B5/KP3P1P/7q w - - 1 1", 3),
    ] {
        let root = game.parse_position(fen).unwrap();
        let limits = Limits::none().with_nodes(400_000);
        let mut search = Search::new(&game).with_memory(table(1 << 16)).with_order(Chess::ORDER).with_limits(limits);
        let deepened = search.deepen(&named("mtd-f"), &root, Deepening::to(Depth::plies(14)));
        let values = deepened.iterations.iter().filter_map(|outcome| Some(outcome.value()?.get()));
        let mate = values.filter(|&value| value > MATE - 100).map(|value| MATE - value).min();
        // The first mate found need not be the shortest.
        assert!(mate.is_some_and(|plies| (2 * moves - 1..=2 * moves + 3).contains(&plies)), "{fen}: {mate:?} plies");
    }
}

#[test]
fn keys_and_settings_tell_rules_apart() {
    let (full, selective) = (Chess::new(), Chess::new().selective());
    let root = full.start();
    assert_ne!(full.key(&root), selective.key(&root));
    let off = selective.with_setting("null-move", "off").unwrap();
    assert_ne!(off.key(&root), selective.key(&root));
    assert_eq!(off.with_rule(ChessRule::NullMove, true).key(&root), selective.key(&root));
    assert_eq!(selective.clone().with_record([&root]).with_record([]).key(&root), selective.key(&root));
    let passed = nullwindow::Evaluator::pass(&selective, &root);
    let moved = full.parse_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1").unwrap();
    assert_ne!(selective.key(&passed), selective.key(&moved), "a null move is part of the key");
}
