//! Every game of the catalogue through `dyn Engine`.

use crate::common::{algorithm, engine, search};
use nullwindow::{Depth, Score, Stopped};
use nullwindow_engine::{
    Catalogue, Control, DistinctLeaves, EngineError, Horizon, MemoryChoice, MinimalKind, PositionText, ProofRequest,
    SearchEvent, SearchRequest, SlicedSearch, SolveRequest, new_table,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A name of every kind of engine, and a position of it that is solved soon.
const SUBJECTS: [(&str, Option<&str>); 10] = [
    ("othello", Some(OTHELLO)),
    ("checkers", Some("B:W29:B26,K18")),
    ("chess", Some("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")),
    ("connect4", Some("2132141557322421674152753375633")),
    ("connect4 5x4", Some("333322224444")),
    ("tictactoe", Some("XO-------")),
    ("nim 2 3", None),
    ("uniform 3x4", Some("seed 7")),
    ("ordered 4x4 r2 p0.9", Some("seed 7")),
    ("tree ((41 5) (12 90))", None),
];
const OTHELLO: &str =
    "f5d6c3d3c4f4c5b3c2b4e3e6c6g4f6b6g6g5f3d7f7c7a3g3a4e7b5f2e2a5h3h4h5e1f8h6h7d2h2b1f1g1d8e8c8b7d1c1a8a7g7h8a6";

fn deepening(name: &str, position: Option<&str>, to: u32) -> SearchRequest {
    let horizon = Horizon::Deepening { to: Depth::plies(to), step: 1 };
    let mut request = SearchRequest::new(algorithm(name), horizon, MemoryChoice::Entries(1 << 14));
    request.position = PositionText::new(position);
    request
}

/// Values and moves of all iterations.
fn answers(records: &[nullwindow_engine::SearchRecord]) -> Vec<(Option<u32>, Option<i32>, Option<String>)> {
    records.iter().map(|record| (record.depth, record.value, record.best.clone())).collect()
}

#[test]
fn every_algorithm_finds_the_same_values() {
    for (name, position) in SUBJECTS {
        let engine = engine(name);
        let values = |algorithm: &str| -> Vec<Option<i32>> {
            let mut request = deepening(algorithm, position, 3);
            request.distinct = DistinctLeaves::All;
            let answer = search(&*engine, &request);
            assert!(answer.stopped.is_none() && !answer.records.is_empty(), "{name}, {algorithm}");
            for record in &answer.records {
                assert!(record.leaves.unwrap() <= record.leaf_visits, "{name}, {algorithm}");
                assert_eq!(record.line.len(), record.line_movers.len(), "{name}, {algorithm}");
                assert_eq!(record.best.as_ref(), record.line.first(), "{name}, {algorithm}");
                assert_eq!(record.subject, engine.name());
            }
            answer.records.iter().map(|record| record.value).collect()
        };
        let minimax = values("minimax");
        assert!(minimax.iter().all(Option::is_some), "{name}");
        for algorithm in ["alphabeta", "negascout", "mtd-f", "mtd+inf", "sss*"] {
            assert_eq!(values(algorithm), minimax, "{name}, {algorithm}");
        }
    }
}

#[test]
fn every_game_is_solved_with_a_line_to_the_end() {
    for (name, position) in SUBJECTS {
        let engine = engine(name);
        let mut request = SolveRequest::new(algorithm("mtd-f"), new_table(1 << 16).unwrap());
        request.position = PositionText::new(position);
        (request.all_moves, request.whole_line) = (true, true);
        let answer = engine.solve(&request, &mut Control::new(&AtomicBool::new(false))).unwrap();
        let value = answer.record.value.expect(name);
        assert!(answer.solved && answer.line_is_complete && answer.words.is_some(), "{name}");
        let mut end = request.position.clone();
        end.moves.clone_from(&answer.record.line);
        assert!(engine.board(&end).unwrap().over.is_some(), "{name}: the line ends before the game does");
        let moves = answer.moves.unwrap();
        assert_eq!(moves.len(), engine.board(&request.position).unwrap().moves.len(), "{name}");
        assert_eq!((moves[0].value, moves[0].decided), (value, true), "{name}");
        assert!(moves.is_sorted_by(|a, b| a.value >= b.value), "{name}");
    }
}

#[test]
fn proofs_of_every_game_are_verified_by_their_names() {
    for (name, position) in SUBJECTS {
        let mut request = ProofRequest::new(algorithm("mtd-f"), new_table(1 << 16).unwrap());
        request.position = PositionText::new(position);
        request.depth = Some(Depth::plies(2));
        let proofs = engine(name).proof(&request, &mut Control::new(&AtomicBool::new(false))).unwrap();
        assert_eq!(proofs.len(), 2, "{name}");
        assert_eq!(proofs[0].tree().bound(), proofs[1].tree().bound(), "{name}");
        for proof in &proofs {
            let (engine, position) = Catalogue::shipped().proof_subject(proof.root()).unwrap();
            assert_eq!(engine.verify(&position, proof.tree()), Ok(Ok(())), "{name}");
        }
        let other = engine("nim 7 7").verify(&PositionText::start(), proofs[0].tree()).unwrap();
        assert!(other.is_err_and(|flaw| !flaw.reason.is_empty()), "{name}");
    }
}

#[test]
fn move_sequences_are_counted() {
    let stop = AtomicBool::new(false);
    for (name, position) in SUBJECTS {
        let (engine, position) = (engine(name), PositionText::new(position));
        let moves = engine.board(&position).unwrap().moves;
        let count = |depth| engine.perft(&position, depth, &mut Control::new(&stop)).unwrap().unwrap();
        assert_eq!(count(1), moves.len() as u64, "{name}");
        let divided = engine.divide(&position, 4, &mut Control::new(&stop)).unwrap();
        assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), count(4), "{name}");
        assert_eq!(divided.into_iter().map(|(name, _)| name).collect::<Vec<_>>(), moves, "{name}");
    }
    for name in Catalogue::shipped().names() {
        let (engine, start) = (engine(name), PositionText::start());
        for (&published, depth) in engine.published(&start).unwrap().iter().zip(1..5) {
            let count = engine.perft(&start, depth, &mut Control::new(&stop)).unwrap();
            assert_eq!(count, Some(published), "{name}, depth {depth}");
        }
    }
}

#[test]
fn the_kit_finds_no_flaw() {
    for name in ["tictactoe", "nim 1 2", "connect4 4x4"] {
        let engine = engine(name);
        let found = engine.check(1, 2, &mut Control::new(&AtomicBool::new(false)));
        assert_eq!(found.len() as u64, engine.check_positions(), "{name}");
        assert!(found.iter().all(|found| found.flaw.is_none() && found.report.positions > 0), "{name}");
    }
}

#[test]
fn nothing_proves_the_value_with_fewer_leaves_than_the_minimal_tree() {
    for name in ["uniform 3x4", "tree ((41 5) (12 90))", "tictactoe"] {
        let engine = engine(name);
        let mut request = deepening("alphabeta", None, 3);
        request.horizon = Horizon::Fixed(Depth::plies(3));
        request.distinct = DistinctLeaves::All;
        let minimal = |kind| {
            let stop = AtomicBool::new(false);
            engine.minimal(kind, &request, &mut Control::new(&stop)).unwrap().records.remove(0)
        };
        let (tree, graph) = (minimal(MinimalKind::Tree), minimal(MinimalKind::Graph));
        let searched = search(&*engine, &request).records.remove(0);
        assert_eq!((tree.value, graph.value), (searched.value, searched.value), "{name}");
        // A position that occurs twice counts twice in a tree, as it does in a search without memory.
        assert!(tree.leaves.unwrap() <= searched.leaf_visits, "{name}: {tree:?}, {searched:?}");
    }
}

/// An unsliced search and one in small slices agree, whether the algorithm remembers or not. A slice of a few hundred
/// nodes is too short for chess to come back to where the last one ended.
#[test]
fn slices_change_no_value_and_no_move() {
    for (name, position) in SUBJECTS {
        for algorithm in ["mtd-f", "alphabeta"] {
            let engine = engine(name);
            let request = deepening(algorithm, position, 4);
            let whole = search(&*engine, &request);
            let mut sliced = SlicedSearch::new(Arc::clone(&engine), request).unwrap();
            let mut slices = 0;
            while !sliced.advance(300).unwrap() {
                slices += 1;
                assert!(slices < 1000, "{name}, {algorithm}: no end");
            }
            assert_eq!(answers(sliced.records()), answers(&whole.records), "{name}, {algorithm}");
        }
    }
}

#[test]
fn several_moves_are_the_best_ones_with_their_values() {
    for (name, position) in SUBJECTS {
        let engine = engine(name);
        let mut request = deepening("mtd-f", position, 3);
        let single = search(&*engine, &request);
        request.multi_pv = 2;
        let several = search(&*engine, &request);
        for (one, many) in single.records.iter().zip(&several.records) {
            assert_eq!((one.depth, one.value), (many.depth, many.value), "{name}");
            assert_eq!(many.moves.first().map(|best| best.value), many.value, "{name}");
            assert!(many.moves.len() <= 2 && many.moves.is_sorted_by(|a, b| a.value >= b.value), "{name}");
        }
    }
}

/// What is no position, no move and no size is an error that names it, in every request.
#[test]
fn wrong_input_is_an_error() {
    let stop = AtomicBool::new(false);
    for name in ["othello", "checkers", "chess", "connect4", "tictactoe", "nim", "uniform 2x2", "tree (1 2)"] {
        let engine = engine(name);
        for text in ["zz9", "\u{0}zz", "ééé"] {
            let position = PositionText::from(text);
            let named = |error: EngineError| matches!(error, EngineError::Position { text: its, .. } if its == text);
            assert!(engine.board(&position).is_err_and(named), "{name}, '{text}'");
            let mut request = deepening("mtd-f", None, 1);
            request.position = position.clone();
            assert!(engine.search(&request, &mut Control::new(&stop)).is_err(), "{name}, '{text}'");
            assert!(engine.perft(&position, 2, &mut Control::new(&stop)).is_err(), "{name}, '{text}'");
            assert!(engine.describe_value(&position, Score::ZERO).is_err(), "{name}, '{text}'");
        }
        let position = PositionText { text: None, moves: vec!["no move".to_owned()] };
        let error = engine.board(&position).unwrap_err();
        assert!(matches!(&error, EngineError::Move { text, .. } if text == "no move"), "{name}: {error}");
    }
    let catalogue = Catalogue::shipped();
    for name in
        ["", " ", "go", "chess 8x8", "connect4 1x1x1", "nim -1", "uniform", "uniform 3", "tree", "tree (1", "chess nim"]
    {
        assert!(catalogue.engine(name).is_err(), "'{name}'");
    }
    let request = SolveRequest::new(algorithm("mt(3)"), new_table(1 << 10).unwrap());
    let refused = engine("nim").solve(&request, &mut Control::new(&stop));
    assert!(matches!(refused, Err(EngineError::FindsNoValue(_))));
}

/// Passes of an iteration come before it, its last one with the value; iterations come in order.
#[test]
fn events_come_in_order() {
    let engine = engine("connect4");
    let mut depths = Vec::new();
    let mut current = Vec::new();
    let mut last_pass = None;
    let mut listener = |event: &SearchEvent<'_>| match *event {
        SearchEvent::Pass { depth, bounds, .. } => {
            assert_eq!(depth, Some(u32::try_from(depths.len()).unwrap() + 1));
            last_pass = Some(bounds);
        }
        SearchEvent::CurrentMove { depth, name, number } => {
            assert_eq!(depth, Some(u32::try_from(depths.len()).unwrap() + 1));
            assert!(number >= 1 && name.len() == 1);
            current.push(name.to_owned());
        }
        SearchEvent::Iteration(record) => {
            assert_eq!(last_pass.take().and_then(nullwindow::Bounds::exact).map(Score::get), record.value);
            depths.push(record.depth);
        }
        _ => {}
    };
    let stop = AtomicBool::new(false);
    let request = deepening("mtd-f", None, 5);
    let answer = engine.search(&request, &mut Control::new(&stop).on_event(&mut listener)).unwrap();
    assert_eq!(depths, [1, 2, 3, 4, 5].map(Some));
    assert_eq!(answers(&answer.records), answers(&search(&*engine, &request).records), "listening changes nothing");
    assert!(current.len() >= 7, "{current:?}");
}

/// A flag that is set before, or during a search by its own listener.
#[test]
fn a_stop_leaves_the_last_completed_answer() {
    let engine = engine("othello");
    let request = deepening("mtd-f", None, 30);
    let stop = AtomicBool::new(false);
    let mut listener = |event: &SearchEvent<'_>| {
        if matches!(event, SearchEvent::Iteration(record) if record.depth == Some(3)) {
            stop.store(true, Relaxed);
        }
    };
    let answer = engine.search(&request, &mut Control::new(&stop).on_event(&mut listener)).unwrap();
    assert_eq!((answer.records.len(), answer.stopped), (3, Some(Stopped::Flag)));
    let set = AtomicBool::new(true);
    let start = PositionText::start();
    assert_eq!(engine.perft(&start, 20, &mut Control::new(&set)), Ok(None));
    assert_eq!(engine.divide(&start, 20, &mut Control::new(&set)), Ok(Vec::new()));
    assert!(engine.check(0, 3, &mut Control::new(&set)).is_empty());
    let solve = SolveRequest::new(algorithm("mtd-f"), new_table(1 << 10).unwrap());
    assert!(!engine.solve(&solve, &mut Control::new(&set)).unwrap().solved);
    let proof = ProofRequest::new(algorithm("mtd-f"), new_table(1 << 10).unwrap());
    assert_eq!(engine.proof(&proof, &mut Control::new(&set)).err(), Some(EngineError::Stopped(Stopped::Flag)));
}

/// A trace is cut off at its limit, and says so.
#[test]
fn traces_are_bounded() {
    let tree = engine("tree ((41 5) (12 90))");
    let mut request = SearchRequest::new(algorithm("alphabeta"), Horizon::Fixed(Depth::END), MemoryChoice::Nothing);
    request.trace = Some(1000);
    let answer = search(&*tree, &request);
    assert!(!answer.trace_is_full && answer.stopped.is_none());
    let events = answer.trace.unwrap().to_string().lines().count();
    assert!(events > 5);
    let huge = engine("othello");
    request.horizon = Horizon::Fixed(Depth::plies(12));
    let answer = search(&*huge, &request);
    assert!(answer.trace_is_full && answer.stopped.is_some());
    assert!(answer.trace.unwrap().to_string().lines().count() >= 1000);
}

/// The player of every move of a line is recorded, also where one moves twice.
#[test]
fn lines_know_their_movers() {
    use nullwindow::Player::{First, Second};
    let engine = engine("tree (1 +(3 +(4 -(5 6))))");
    let request = SearchRequest::new(algorithm("mtd-f"), Horizon::Fixed(Depth::END), MemoryChoice::Everything);
    let record = search(&*engine, &request).records.remove(0);
    assert_eq!((record.value, record.line.join(" ").as_str()), (Some(5), "1 1 1 0"));
    assert_eq!(record.line_movers, [First, First, First, Second]);
}
