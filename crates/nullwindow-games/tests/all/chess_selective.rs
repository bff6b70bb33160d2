//! Selective search of chess: mates, and keys.

use nullwindow::memory::{AnyMemory, Table};
use nullwindow::{AnyAlgorithm, Deepening, Depth, Keyed, Limits, Search};
use nullwindow_games::chess::{Chess, ChessRule, MATE};
use nullwindow_games::{Notation, Playable};
use std::sync::Arc;

fn named(name: &str) -> AnyAlgorithm {
    name.parse().unwrap()
}

fn table(entries: usize) -> AnyMemory {
    AnyMemory::table(Arc::new(Table::with_entries(entries).unwrap()))
}

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
        let mut search =
            Search::new(&game).with_memory(table(1 << 16)).with_order(Chess::SELECTIVE_ORDER).with_limits(limits);
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
    let later = full.parse_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3").unwrap();
    let twice = selective.clone().with_record(&[later.clone(), later.clone()], &later);
    assert_ne!(twice.key(&later), selective.key(&later));
    assert_eq!(twice.with_record(&[], &later).key(&later), selective.key(&later));
    let passed = nullwindow::Evaluator::pass(&selective, &root);
    let moved = full.parse_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1").unwrap();
    assert_ne!(selective.key(&passed), selective.key(&moved), "a null move is part of the key");
}
