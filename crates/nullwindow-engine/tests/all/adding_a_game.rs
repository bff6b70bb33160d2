//! Adding a game takes one directory (`coins`) and one line: every request then works on it.

use crate::coins::{Coins, Rest};
use nullwindow::{AnyAlgorithm, Depth, Evaluator, Game, MoveBuf, Score};
use nullwindow_engine::{
    Catalogue, Control, DistinctLeaves, Engine, Horizon, MemoryChoice, MinimalKind, PositionText, ProofRequest,
    Purpose, SearchRequest, SlicedSearch, SolveRequest, new_table,
};
use nullwindow_games::Notation;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The one line.
fn catalogue() -> Catalogue {
    Catalogue::shipped().with(Coins)
}

fn coins() -> Arc<dyn Engine> {
    catalogue().engine("coins").expect("a game of the catalogue")
}

/// Minimax in a few lines, which call no search.
fn minimax(rest: &Rest, depth: u32) -> Score {
    let mut moves = MoveBuf::new();
    match Coins.moves(rest, &mut moves) {
        Some(score) => score,
        None if depth == 0 => Coins.evaluate(rest),
        None => moves.iter().map(|take| -minimax(&Coins.play(rest, take), depth - 1)).max().expect("a move"),
    }
}

fn value(moves: &str, depth: u32) -> i32 {
    minimax(&Coins.play_all(moves).expect("legal moves"), depth).get()
}

/// Positions as moves, which is how the default notation reads them.
const POSITIONS: [&str; 4] = ["", "Left", "right left", "Left Left Right Right"];
const PLIES: u32 = 8;

#[test]
fn the_shipped_games_stay() {
    let catalogue = catalogue();
    assert_eq!(catalogue.names().len(), Catalogue::shipped().names().len() + 1);
    assert_eq!((coins().name(), coins().game()), ("coins", "coins"));
    assert!(catalogue.engine("coin").is_err_and(|error| error.to_string().contains("did you mean 'coins'")));
}

#[test]
fn positions_are_read_and_drawn() {
    let board = coins().board(&"Left right".into()).unwrap();
    assert_eq!((board.mover, board.over, &*board.moves), ("X", None, &["Left".to_owned(), "Right".to_owned()][..]));
    assert!(board.picture.ends_with("X to move"), "{}", board.picture);
    let played = PositionText { text: None, moves: vec!["left".to_owned(), "RIGHT".to_owned()] };
    assert_eq!(coins().board(&played).unwrap().notation, board.notation);
    let error = coins().board(&"Left up".into()).unwrap_err();
    assert_eq!(error.to_string(), "'Left up' is no position of coins");
    assert_eq!(coins().test_positions(), Some(1));
    assert!(coins().problems().is_empty() && coins().profile(Purpose::FixedDepth).bench.is_none());
}

#[test]
fn every_algorithm_finds_the_value_of_minimax() {
    let memories = [MemoryChoice::Nothing, MemoryChoice::Everything, MemoryChoice::Entries(1 << 10)];
    for algorithm in AnyAlgorithm::all() {
        for (moves, memory) in POSITIONS.iter().flat_map(|moves| memories.iter().map(move |memory| (moves, memory))) {
            for depth in [1, 3, PLIES] {
                let horizon = Horizon::Fixed(Depth::plies(depth));
                let mut request = SearchRequest::new(algorithm, horizon, memory.clone());
                request.position = (*moves).into();
                let answer = coins().search(&request, &mut Control::new(&NEVER)).unwrap();
                let (record, truth) = (&answer.records[0], value(moves, depth));
                let what = format!("{algorithm}, '{moves}', {memory:?}, depth {depth}");
                assert!(record.bounds().contains(Score::new(truth)), "{what}: {:?}, not {truth}", record.bounds());
                // These two ask for less than the value: MT a bound, MTD-best the move.
                if !matches!(algorithm, AnyAlgorithm::Mt(_) | AnyAlgorithm::MtdBest(_)) {
                    assert!(record.value == Some(truth) && record.best.is_some(), "{what}: {:?}", record.value);
                }
            }
        }
    }
}

#[test]
fn deepening_threads_slices_and_all_root_moves_agree_with_minimax() {
    let horizon = Horizon::Deepening { to: Depth::END, step: 1 };
    let mut request = SearchRequest::new("mtd-f".parse().unwrap(), horizon, MemoryChoice::Entries(1 << 10));
    let mut sliced = SlicedSearch::new(coins(), request.clone()).unwrap();
    while !sliced.advance(500).unwrap() {}
    assert_eq!(sliced.records().last().unwrap().value, Some(value("", PLIES)));
    (request.threads, request.multi_pv) = (2, 2);
    let answer = coins().search(&request, &mut Control::new(&NEVER)).unwrap();
    let moves = &answer.records.last().unwrap().moves;
    let values: Vec<i32> = moves.iter().map(|root_move| root_move.value).collect();
    let mut truth = ["Left", "Right"].map(|play| -value(play, PLIES));
    truth.sort_unstable_by_key(|value| -value);
    assert_eq!(values, truth);
}

#[test]
fn positions_are_solved_in_words() {
    for moves in POSITIONS {
        let mut request = SolveRequest::new("mtd-f".parse().unwrap(), new_table(1 << 10).unwrap());
        request.position = moves.into();
        (request.whole_line, request.all_moves) = (true, true);
        let answer = coins().solve(&request, &mut Control::new(&NEVER)).unwrap();
        let truth = value(moves, PLIES);
        assert!(answer.solved && answer.line_is_complete, "'{moves}'");
        assert_eq!(answer.record.value, Some(truth), "'{moves}'");
        assert_eq!(answer.moves.unwrap()[0].value, truth, "'{moves}'");
        let words = coins().describe_value(&moves.into(), Score::new(truth)).unwrap();
        assert_eq!(answer.words, Some(words));
    }
}

#[test]
fn move_sequences_are_counted() {
    let mut control = Control::new(&NEVER);
    let counts = (1..=9).map(|depth| coins().perft(&PositionText::start(), depth, &mut control).unwrap().unwrap());
    assert_eq!(counts.collect::<Vec<_>>(), [2, 4, 8, 16, 32, 64, 128, 128, 0]);
    let divided = coins().divide(&PositionText::start(), 3, &mut control).unwrap();
    assert_eq!(divided, [("Left".to_owned(), 4), ("Right".to_owned(), 4)]);
    assert!(coins().published(&PositionText::start()).unwrap().is_empty());
}

#[test]
fn the_conformance_kit_finds_nothing() {
    let answers = coins().check(1, 3, &mut Control::new(&NEVER));
    assert_eq!(answers.len() as u64, coins().check_positions());
    for answer in answers {
        assert_eq!(answer.flaw, None);
        assert!(answer.report.searches > 0, "{:?}", answer.report);
    }
}

/// The line `root` of a certificate leads back to the position, although the default notation writes none that it reads.
#[test]
fn values_are_proven_and_proofs_verified() {
    for moves in POSITIONS {
        let mut request = ProofRequest::new("mtd-f".parse().unwrap(), new_table(1 << 10).unwrap());
        request.position.moves = moves.split_ascii_whitespace().map(str::to_owned).collect();
        let proofs = coins().proof(&request, &mut Control::new(&NEVER)).unwrap();
        assert_eq!(proofs.len(), 2);
        for proof in &proofs {
            let (engine, position) = catalogue().proof_subject(proof.root()).unwrap();
            assert_eq!(engine.name(), "coins");
            assert_eq!(engine.board(&position).unwrap().notation, coins().board(&request.position).unwrap().notation);
            assert_eq!(engine.verify(&position, proof.tree()).unwrap(), Ok(()), "'{moves}'");
            let elsewhere = "Right Right Right".into();
            assert!(
                engine.verify(&elsewhere, proof.tree()).unwrap().is_err(),
                "'{moves}': a proof of another position"
            );
        }
    }
}

#[test]
fn searches_are_traced_and_minimal_trees_measured() {
    let horizon = Horizon::Fixed(Depth::END);
    let mut request = SearchRequest::new("alphabeta".parse().unwrap(), horizon, MemoryChoice::Everything);
    (request.trace, request.distinct) = (Some(10_000), DistinctLeaves::All);
    let answer = coins().search(&request, &mut Control::new(&NEVER)).unwrap();
    assert!(answer.trace.is_some_and(|trace| trace.to_string().lines().count() > 100) && !answer.trace_is_full);
    let leaves = answer.records[0].leaves.unwrap();
    for kind in [MinimalKind::Tree, MinimalKind::Graph] {
        let answer = coins().minimal(kind, &request, &mut Control::new(&NEVER)).unwrap();
        let record = &answer.records[0];
        assert_eq!(record.value, Some(value("", PLIES)));
        assert!(record.leaves.is_some_and(|minimal| (1..=leaves).contains(&minimal)), "{kind:?}: {record:?}");
    }
}
