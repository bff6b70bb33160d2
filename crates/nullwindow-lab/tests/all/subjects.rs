//! What rows say is what the library says, and leaves are told apart as [`Leaves`] does.
#![allow(missing_docs)]

use nullwindow::memory::{ExactMap, Table};
use nullwindow::mtd::MtdF;
use nullwindow::observe::{Counters, LeafKind, Leaves, Observer, Visit};
use nullwindow::solution::minimal_leaves;
use nullwindow::trees::{ExplicitTree, UniformTree};
use nullwindow::{AnyAlgorithm, Depth, Keyed, Order, Score, Search};
use nullwindow_games::Notation;
use nullwindow_games::othello::{Othello, OthelloBoard};
use nullwindow_lab::{Cell, CellResult, Lab, Method, SubjectError};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

fn cell(subject: &str, algorithm: &str) -> Cell {
    Cell {
        subject: subject.to_owned(),
        instance: 1,
        method: Method::Search(algorithm.parse().unwrap()),
        depth: None,
        step: None,
        entries: None,
        offset: None,
        distinct: true,
        threads: 1,
        windowed_leaves: false,
    }
}

fn search(cell: &Cell) -> CellResult {
    let searched = Lab::new().subject(&cell.subject).unwrap().search(cell, &AtomicBool::new(false)).unwrap();
    assert!(!searched.stopped, "{cell}");
    searched
}

#[test]
fn every_algorithm_sees_the_leaves_of_a_tree_in_its_own_order() {
    for instance in 1..=20 {
        let tree = UniformTree::new(3, 5).unwrap().with_seed(instance.into());
        for algorithm in AnyAlgorithm::all() {
            let mut library = Search::new(&tree)
                .with_memory(ExactMap::new())
                .with_order(Order::GENERATED)
                .with_observer(Leaves::new());
            let outcome = library.run(&algorithm, &tree.root(), Depth::END);
            let cell = Cell { instance, ..cell("uniform 3x5", &algorithm.to_string()) };
            let searched = search(&cell);
            let row = &searched.rows[0];
            assert_eq!(row.value, outcome.value().map(nullwindow::Score::get), "{cell}");
            assert_eq!(row.leaves, outcome.counts.distinct_leaves, "{cell}");
            assert_eq!(row.total, outcome.counts.cost.total(), "{cell}");
            assert_eq!(row.passes, row.questions.len() as u64, "{cell}");
            assert_eq!(searched.leaf_sequence.as_deref(), Some(library.observer().first_visits()), "{cell}");
        }
    }
}

/// Every visit of a leaf: the depth of its iteration, and its key.
#[derive(Default)]
struct Log(Vec<(u32, u64)>);

impl Observer<Othello> for Log {
    fn leaf(&mut self, game: &Othello, visit: Visit<'_, OthelloBoard>, _: Score, _: LeafKind) {
        self.0.push((visit.depth.get().unwrap() + u32::try_from(visit.ply).unwrap(), game.key(visit.position)));
    }
}

#[test]
fn leaves_are_distinct_in_each_iteration_of_a_game() {
    let game = Othello::new();
    let root = game.parse_position(game.test_set()[0].position).unwrap();
    let table = Table::with_entries(1 << 14).unwrap().with_min_depth(Depth::plies(1));
    let mut library = Search::new(&game)
        .with_order(Othello::ORDER)
        .with_memory(&table)
        .with_observer((Counters::new(), Log::default()));
    let iterations = library.deepen(&MtdF::new(), &root, Depth::plies(7)).iterations;
    let log = library.into_observer().1.0;
    let rows = search(&Cell { depth: Some(7), step: Some(1), entries: Some(1 << 14), ..cell("othello", "mtd-f") }).rows;
    assert_eq!(rows.len(), 7);
    for ((depth, row), outcome) in (1..).zip(&rows).zip(iterations) {
        let keys: HashSet<u64> = log.iter().filter(|leaf| leaf.0 == depth).map(|leaf| leaf.1).collect();
        assert_eq!((row.depth, row.leaves), (Some(depth), Some(keys.len() as u64)));
        assert_eq!(row.leaf_visits, outcome.counts.cost.leaf_visits, "depth {depth}");
        assert_eq!(row.value, outcome.value().map(nullwindow::Score::get), "depth {depth}");
        assert_eq!(row.best, outcome.best.map(|play| game.format_move(&root, play)));
    }
    assert!(rows.iter().any(|row| row.leaves < Some(row.leaf_visits)), "some leaf is visited twice");
}

#[test]
fn a_search_that_does_not_deepen_counts_as_the_library_does() {
    let game = Othello::new();
    for (instance, test) in (1..).zip(game.test_set()).take(5) {
        let root = game.parse_position(test.position).unwrap();
        let table = Table::with_entries(1 << 12).unwrap().with_min_depth(Depth::plies(1));
        let mut library =
            Search::new(&game).with_order(Othello::ORDER).with_memory(&table).with_observer(Leaves::new());
        let outcome = library.run(&MtdF::new(), &root, Depth::plies(5));
        let cell = Cell { instance, depth: Some(5), entries: Some(1 << 12), ..cell("othello", "mtd-f") };
        let searched = search(&cell);
        assert_eq!(searched.rows[0].leaves, outcome.counts.distinct_leaves, "{cell}");
        assert_eq!(searched.rows[0].position, test.position);
        assert_eq!(searched.leaf_sequence, None, "keys of a game are no numbers of leaves");
    }
}

#[test]
fn telling_leaves_apart_is_left_out_where_nobody_asked() {
    let cell = Cell { distinct: false, ..cell("uniform 4x4", "alphabeta") };
    let searched = search(&cell);
    assert_eq!((searched.rows[0].leaves, searched.leaf_sequence), (None, None));
    assert!(searched.rows[0].leaf_visits > 0);
}

#[test]
fn several_threads_find_what_one_finds() {
    for (subject, algorithm, depth, search_threads) in
        [("othello", "mtd-f", 7, 2), ("othello", "alphabeta", 5, 1), ("correlated 6x7", "aspiration", 7, 2)]
    {
        let alone = Cell { depth: Some(depth), step: Some(1), entries: Some(1 << 16), ..cell(subject, algorithm) };
        let together = Cell { threads: 2, ..alone.clone() };
        assert_eq!((alone.search_threads(), together.search_threads()), (1, search_threads));
        assert_eq!(together.to_string(), format!("{alone} threads 2"));
        let (one, two) = (search(&alone).rows, search(&together).rows);
        assert_eq!(one.len(), two.len());
        for (one, two) in one.iter().zip(&two) {
            assert_eq!((one.depth, one.value, &one.best), (two.depth, two.value, &two.best), "{together}");
            assert!(one.leaves.is_some() && two.leaves.is_none() && two.total > 0 && two.seconds > 0.0, "{together}");
        }
    }
    assert_eq!(
        Cell { threads: 2, ..cell("uniform 4x4", "mtd-f") }.search_threads(),
        1,
        "who remembers everything is alone"
    );
}

#[test]
fn the_papers_tree_in_the_papers_order() {
    let cell = cell(&format!("tree {}", ExplicitTree::PSPB96_FIG_3), "mtd+inf");
    let searched = search(&cell);
    assert_eq!(searched.rows[0].value, Some(35));
    assert_eq!(searched.rows[0].passes, 4);
    assert_eq!(searched.leaf_sequence, Some(vec![0, 2, 8, 10, 1, 11, 12, 13]));
}

/// With an offset of 0 or 1 MTD(f) takes two passes; far away it takes more, and the value is the same.
#[test]
fn a_search_may_begin_off_the_value() {
    for (subject, depth, step, entries) in [
        ("othello", Some(5), Some(1), Some(1 << 14)),
        ("chess", Some(3), None, Some(1 << 14)),
        ("uniform 5x5", None, None, None),
    ] {
        let plain = Cell { depth, step, entries, ..cell(subject, "mtd-f") };
        let usual = search(&plain).rows;
        for offset in [-1000, -1, 0, 1, 1000] {
            let rows = search(&Cell { offset: Some(offset), ..plain.clone() }).rows;
            assert_eq!(rows.len(), usual.len(), "{subject}");
            for (row, usual) in rows.iter().zip(&usual) {
                assert_eq!((row.value, row.depth, row.offset), (usual.value, usual.depth, Some(offset)), "{subject}");
                let guess = row.value.unwrap() + offset;
                let (alpha, beta) = (row.questions[0].alpha.unwrap(), row.questions[0].beta.unwrap());
                assert!(alpha + 1 == beta && (guess == beta || guess == alpha), "{subject}: {alpha} {beta}, {guess}");
                if offset == 0 || offset == 1 {
                    assert_eq!(row.passes, 2, "{subject} at {offset}");
                }
            }
        }
    }
}

#[test]
fn minimal_trees_and_graphs_have_rows_too() {
    let tree = Cell { method: Method::MinimalTree, ..cell("uniform 3x4", "mtd-f") };
    let graph = Cell { method: Method::MinimalGraph, ..tree.clone() };
    for cell in [&tree, &graph] {
        let row = &search(cell).rows[0];
        assert_eq!(row.leaves.map(u128::from), minimal_leaves(3, 4), "{cell}");
    }
    let game = Cell { depth: Some(4), step: Some(2), entries: Some(1 << 16), ..graph.clone() };
    let game = Cell { subject: "checkers".to_owned(), ..game };
    let rows = search(&game).rows;
    assert_eq!(rows.iter().map(|row| row.depth).collect::<Vec<_>>(), [Some(2), Some(4)]);
    let searched = Cell { method: cell("checkers", "mtd-f").method, ..game };
    for (graph, row) in rows.iter().zip(search(&searched).rows) {
        assert_eq!(graph.value, row.value);
        assert!(graph.leaves <= row.leaves, "nobody visits fewer leaves than the graph that it leaves behind");
    }
}

#[test]
fn a_stopped_search_says_so_and_keeps_what_it_has() {
    let cell = Cell { depth: Some(20), step: Some(1), entries: Some(1 << 10), ..cell("chess", "mtd-f") };
    for method in [cell.method, Method::MinimalGraph, Method::MinimalTree] {
        let cell = Cell { method, ..cell.clone() };
        let searched = Lab::new().subject("chess").unwrap().search(&cell, &AtomicBool::new(true)).unwrap();
        assert!(searched.stopped && searched.rows.is_empty(), "{cell}");
    }
}

#[test]
fn names_and_places_that_do_not_exist_are_errors() {
    let lab = Lab::new();
    let error = |name: &str| lab.subject(name).map(|subject| subject.name().to_owned()).unwrap_err().to_string();
    assert!(error("ches").contains("'chess'"), "{}", error("ches"));
    assert!(error("unifrm 8x4").contains("'uniform'"));
    for wrong in
        ["uniform 8", "uniform 8x4 r2", "ordered 8x4 q2", "ordered 8x4 r9", "ordered 8x4 p2", "uniform 0x4", "tree ((1"]
    {
        assert!(error(wrong).contains(wrong), "{}", error(wrong));
    }
    for (subject, instance) in [("chess", 21), ("chess", 0), ("tree (1 2)", 2)] {
        let cell = Cell { instance, depth: Some(1), ..cell(subject, "mtd-f") };
        let searched = lab.subject(subject).unwrap().search(&cell, &AtomicBool::new(false));
        assert!(matches!(searched, Err(SubjectError::NoPosition { .. })), "{cell}");
    }
    let cell = Cell { depth: Some(1), entries: Some(1), ..cell("chess", "mtd-f") };
    assert!(lab.subject("chess").unwrap().search(&cell, &AtomicBool::new(false)).is_err());
}
