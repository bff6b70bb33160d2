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
        // From games of weak players. A search in full width proved these distances.
        ("3rk3/2pb1p2/1p2p3/p1q1P3/1n2N3/1KP2Pp1/PP4P1/R3Q1Nr b - - 4 30", 2),
        ("4k3/1pp2p1p/2r2B1b/p4b2/3KP2p/P6P/RPP3r1/7R b - - 2 23", 2),
        ("1r2kr1b/5b2/1pn2P2/pQp1q1Pp/2P1N3/3PP2B/P7/1R2K2R w - - 0 30", 2),
        ("r3N2k/1p6/2p1Q3/4r3/p2b3N/P5PB/1P3P2/5K2 w - - 2 39", 2),
        ("1k6/3R4/2P5/1P5p/p3n3/4P1P1/2P2P1P/R5K1 w - - 3 36", 3),
        ("2rk1r2/3p3R/1q1pp1Q1/1N1B2p1/2P5/1P2P1P1/5P2/R3K3 w Q - 2 28", 3),
        ("1r6/3pK3/6k1/1P2p1p1/1P2P3/8/8/3q4 b - - 3 51", 3),
        ("8/4Npkp/1p4p1/8/5PnP/r5PK/2r5/4R3 b - - 6 49", 3),
        ("r7/5k1p/p3b1p1/6Pn/8/5P1P/7K/2q2N2 b - - 0 37", 3),
        ("r1bq1bnr/pppkp3/2np1p2/6Np/4P3/1QP3P1/PP1P1P1P/RNB1KB1R w KQ - 0 7", 3),
        ("8/2b5/p7/5p1p/2pk2P1/7P/p3K3/1r6 b - - 0 45", 3),
        ("1Q5r/4kppn/4p2p/p2p4/P3N1P1/5N2/1b2K3/5r2 w - - 2 39", 3),
        ("8/3Q4/8/2k2p2/p2R4/5p2/P3P3/4K3 w - - 0 37", 3),
        ("r4rk1/pp3ppp/2nR4/q7/4Q3/2p5/4PPPP/4KB1R b K - 0 24", 3),
        ("3Q4/8/6k1/2p5/1pP2Q2/K5P1/8/8 w - - 0 56", 3),
        ("2R5/4bpk1/5p1p/1b2NBP1/1p2PP1P/1r6/1Q5K/5q2 b - - 2 39", 3),
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
