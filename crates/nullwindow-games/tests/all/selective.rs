//! Selective search of the games that have rules: one value for every driver, and the tree that it searches.

use nullwindow::memory::{AnyMemory, Table};
use nullwindow::selective::SelectiveTree;
use nullwindow::{AnyAlgorithm, Deepening, Depth, Keyed, MoveBuf, Order, Request, Score, Search};
use nullwindow_games::checkers::{Checkers, CheckersRule};
use nullwindow_games::chess::{Chess, ChessRule};
use nullwindow_games::othello::Othello;
use nullwindow_games::{Notation, Playable};
use std::sync::Arc;

fn named(name: &str) -> AnyAlgorithm {
    name.parse().unwrap()
}

fn table(entries: usize) -> AnyMemory {
    AnyMemory::table(Arc::new(Table::with_entries(entries).unwrap()))
}

/// Positions of the test set and the next ones of games that go on at random: 200 in all.
fn positions<G: Playable>(game: &G) -> Vec<G::Position> {
    let mut found: Vec<G::Position> =
        game.test_set().iter().map(|test| game.parse_position(test.position).unwrap()).collect();
    let mut dice = 1u64;
    for start in 0.. {
        if found.len() >= 200 {
            break;
        }
        let mut position = found[start % found.len()].clone();
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

fn value<G: Playable + Keyed>(
    game: &G,
    name: &str,
    (memory, order): (AnyMemory, Order),
    root: &G::Position,
    request: Request<'_, G::Move>,
) -> i32 {
    let algorithm = named(name);
    let outcome = Search::new(game).with_memory(memory).with_order(order).run(&algorithm, root, request);
    outcome.value().unwrap_or_else(|| panic!("{name} finds a value")).get()
}

/// Compares NegaScout with all others, with guesses, orders and tables, on 200 positions, and returns the number of values that differ from those in
/// full width.
fn agree<G: Playable + Keyed>(game: &G, full: &G, plies: u32) -> u32 {
    let (mut unlike, own) = (0, game.profile().order);
    let others = AnyAlgorithm::all().into_iter().filter(|each| each.follows_rules() && each.finds_value());
    let others: Vec<String> = others.map(|each| each.to_string()).filter(|name| name != "negascout").collect();
    assert!(others.len() >= 10, "{others:?}");
    for (number, root) in positions(game).iter().enumerate() {
        let depth = Depth::plies(plies + u32::from(number.is_multiple_of(4)));
        let expected = value(game, "negascout", (table(1 << 14), own), root, Request::once(depth));
        for name in &others {
            let order = if number.is_multiple_of(2) { Order::ALL } else { own };
            let guess = Score::new(game.profile().scale * (i32::try_from(number % 9).unwrap() - 4));
            let request = Request::once(depth).with_guess(guess);
            let memory = table(if number.is_multiple_of(3) { 64 } else { 1 << 12 });
            let found = value(game, name, (memory, order), root, request);
            assert_eq!(found, expected, "{name} at {}", game.format_position(root));
        }
        if number.is_multiple_of(10) {
            let mut search = Search::new(game).with_memory(table(1 << 14)).with_order(own);
            let shared = search.threads(3, |search| search.run(&named("mtd-f"), root, depth).value());
            assert_eq!(shared.map(Score::get), Some(expected), "three threads at {}", game.format_position(root));
        }
        let exact = value(full, "negascout", (table(1 << 14), full.profile().order), root, Request::once(depth));
        unlike += u32::from(exact != expected);
    }
    unlike
}

#[test]
fn drivers_guesses_orders_and_tables_agree_in_chess() {
    agree(&with_every_rule(), &Chess::new(), 3);
    let unlike = agree(&Chess::new().selective(), &Chess::new(), 3);
    assert!(unlike > 20, "rules change {unlike} values");
}

#[test]
fn drivers_guesses_orders_and_tables_agree_in_othello() {
    let unlike = agree(&Othello::new().selective(), &Othello::new(), 6);
    assert!(unlike > 20, "rules change {unlike} values");
}

#[test]
fn drivers_guesses_orders_and_tables_agree_in_checkers() {
    // The rule applies where one side is ahead, and is seldom wrong: it changes fewer values than those of the other games.
    let unlike = agree(&Checkers::new().selective(), &Checkers::new(), 8);
    assert!(unlike > 5, "rules change {unlike} values");
}

/// Chess with the rules that are off by default, too.
fn with_every_rule() -> Chess {
    ChessRule::EACH.into_iter().fold(Chess::new().selective(), |game, rule| game.with_rule(rule, true))
}

/// Null moves and reductions need more plies than most positions above have. Every rule must matter somewhere, otherwise
/// nothing here would test it.
#[test]
fn drivers_agree_at_greater_depths_and_every_rule_changes_values() {
    let game = with_every_rule();
    let roots: Vec<_> = positions(&game).into_iter().step_by(4).collect();
    let of = |game: &Chess, name: &str, root: &_| {
        value(game, name, (table(1 << 14), Chess::SELECTIVE_ORDER), root, Request::once(Depth::plies(6)))
    };
    let expected: Vec<i32> = roots.iter().map(|root| of(&game, "mtd-f", root)).collect();
    for name in ["negascout", "mtd-bi", "mtd-inf", "alphabeta"] {
        for (root, &expected) in roots.iter().zip(&expected).step_by(if name == "alphabeta" { 16 } else { 1 }) {
            assert_eq!(of(&game, name, root), expected, "{name} at {}", game.format_position(root));
        }
    }
    for rule in ChessRule::EACH {
        let without = game.clone().with_rule(rule, false);
        let changed = roots.iter().zip(&expected).filter(|&(root, &expected)| of(&without, "mtd-f", root) != expected);
        let changed = changed.count();
        assert!(changed > 0, "{rule:?} changes no value");
    }
}

/// Alpha-beta and SSS* on the explicit tree are the definition; they are slow, so few positions and plies.
fn has_the_value_of_the_explicit_tree<G: Playable + Keyed>(game: &G, deepest: u32) {
    for root in positions(game).iter().step_by(9) {
        let tree = SelectiveTree::new(game);
        for plies in 1..=deepest {
            let depth = Depth::plies(plies);
            let order = game.profile().order;
            let expected = value(game, "mtd-f", (table(1 << 12), order), root, Request::once(depth));
            for name in ["alphabeta", "sss*"] {
                let algorithm = named(name);
                let mut search = Search::new(&tree).with_order(Order::GENERATED);
                let outcome = search.run(&algorithm, &tree.root(root.clone(), depth), Depth::END);
                let text = game.format_position(root);
                assert_eq!(outcome.value().map(Score::get), Some(expected), "{name} to {depth} at {text}");
            }
        }
    }
}

#[test]
fn the_explicit_tree_has_the_value_of_the_kernel() {
    has_the_value_of_the_explicit_tree(&Chess::new().selective(), 2);
    has_the_value_of_the_explicit_tree(&with_every_rule(), 2);
    has_the_value_of_the_explicit_tree(&Othello::new().selective(), 4);
    has_the_value_of_the_explicit_tree(&Checkers::new().selective(), 5);
    let every = |game: Checkers, rule| game.with_rule(rule, true);
    has_the_value_of_the_explicit_tree(&CheckersRule::EACH.into_iter().fold(Checkers::new(), every), 4);
}

/// Null moves and reductions of chess need more plies than the explicit trees of most positions allow. Here both sides have
/// few moves. Every rule of the tree must change some of them, otherwise nothing here would test it.
#[test]
fn the_explicit_tree_has_the_value_of_the_kernel_in_small_positions_of_chess() {
    const SMALL: [&str; 4] = [
        "8/1p2k3/1P6/8/4N3/2B1K3/8/6n1 w - - 0 1",
        "8/8/2k5/p1p1p3/P1P1P3/2K5/3R4/5b2 w - - 0 1",
        "4k3/p6p/P5pP/6P1/2n5/8/3BK3/1N6 w - - 0 1",
        "6k1/5p1p/5PpP/6P1/1r6/8/1R4K1/8 b - - 0 1",
    ];
    fn explicit(game: &Chess, name: &str, text: &str, plies: u32) -> (Option<i32>, u64) {
        let (tree, root) = (SelectiveTree::new(game), game.parse_position(text).unwrap());
        let mut search = Search::new(&tree).with_order(Order::GENERATED);
        let outcome = search.run(&named(name), &tree.root(root, Depth::plies(plies)), Depth::END);
        (outcome.value().map(Score::get), outcome.counts.cost.leaf_visits)
    }
    let game = with_every_rule();
    for text in SMALL {
        let root = game.parse_position(text).unwrap();
        for plies in 1..=5 {
            let request = Request::once(Depth::plies(plies));
            let expected = value(&game, "mtd-f", (table(1 << 12), Chess::SELECTIVE_ORDER), &root, request);
            let names: &[&str] = if plies <= 3 { &["minimax", "alphabeta", "sss*"] } else { &["alphabeta"] };
            for name in names {
                assert_eq!(explicit(&game, name, text, plies).0, Some(expected), "{name} to {plies} plies at {text}");
            }
        }
    }
    // Delta pruning changes evaluations, not trees.
    for rule in ChessRule::EACH.into_iter().filter(|&rule| rule != ChessRule::DeltaPruning) {
        let without = game.clone().with_rule(rule, false);
        let changed = SMALL
            .into_iter()
            .any(|text| explicit(&without, "alphabeta", text, 5) != explicit(&game, "alphabeta", text, 5));
        assert!(changed, "{rule:?} changes no tree");
    }
}

#[test]
fn the_kit_accepts_the_rules() {
    fn accepted<G: Playable + Keyed>(game: &G) {
        let verdict = game.kit().run(&game.start());
        assert!(verdict.is_ok(), "{}", verdict.err().map(|flaw| flaw.to_string()).unwrap_or_default());
        assert!(game.is_selective());
    }
    accepted(&Chess::new().selective());
    accepted(&with_every_rule());
    accepted(&Othello::new().selective());
    accepted(&Checkers::new().selective());
}

/// Returns the nodes of MTD(f) with deepening at the first positions of the test set.
fn nodes<G: Playable + Keyed>(game: &G, plies: u32) -> Vec<u64> {
    let count = |text: &str| {
        let root = game.parse_position(text).unwrap();
        let mut search = Search::new(game).with_memory(table(1 << 16)).with_order(game.profile().order);
        let deepened = search.deepen(&named("mtd-f"), &root, Deepening::to(Depth::plies(plies)));
        deepened.iterations.iter().map(|outcome| outcome.counts.cost.total()).sum::<u64>()
    };
    game.test_set().iter().take(6).map(|test| count(test.position)).collect()
}

/// The nodes in chess, Othello and checkers. A change needs a reason.
const PINNED: [[u64; 6]; 3] = [
    [7_664, 16_304, 11_109, 5_876, 22_962, 9_471],
    [134_068, 68_615, 81_616, 48_141, 22_491, 51_914],
    [10_396, 12_040, 68_280, 48_374, 14_484, 24_734],
];

#[test]
fn node_counts_are_pinned() {
    let counts = [
        nodes(&Chess::new().selective(), 6),
        nodes(&Othello::new().selective(), 9),
        nodes(&Checkers::new().selective(), 11),
    ];
    assert_eq!(counts, PINNED);
}

#[test]
fn keys_and_settings_tell_rules_apart() {
    fn keys<G: Playable + Keyed>(full: &G, selective: &G, rule: &str) {
        let root = full.start();
        let key = |game: &G| game.key(&root);
        assert_ne!(key(full), key(selective));
        let off = selective.with_setting(rule, "off").unwrap();
        assert_ne!(key(&off), key(selective));
        assert_eq!(key(&off.with_setting(rule, "on").unwrap()), key(selective));
    }
    keys(&Chess::new(), &Chess::new().selective(), "null-move");
    keys(&Othello::new(), &Othello::new().selective(), "probcut");
    keys(&Checkers::new(), &Checkers::new().selective(), "probcut");
}
