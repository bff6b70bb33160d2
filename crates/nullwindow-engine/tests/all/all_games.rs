//! Every algorithm of the library on every game: the value of minimax where minimax can be run, and one value for
//! all of them where it cannot.
//!
//! The searches are those that the engines already contain; what memories and observers of other types change is tested
//! on trees, in the library.

use crate::common::{engine, search};
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Depth, Evaluator, MoveBuf, Order, Score, Window};
use nullwindow_engine::{Catalogue, Engine, Horizon, MemoryChoice, SearchRecord, SearchRequest};
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::Othello;
use nullwindow_games::tic_tac_toe::TicTacToe;
use nullwindow_games::{Notation, Playable};
use std::cmp::Reverse;
use std::sync::Arc;

/// Minimax in a few lines, which call no search: a known position below the root is a leaf, and a win is worth
/// one less for every ply that it takes.
fn minimax<G: Evaluator>(game: &G, position: &G::Position, depth: Depth) -> Score {
    let mut moves = MoveBuf::new();
    match game.moves(position, &mut moves) {
        Some(score) => score,
        None if depth.is_horizon() => game.evaluate(position),
        None => moves.iter().map(|play| after(game, position, play, depth)).max().expect("a move"),
    }
}

/// The value of a move for the one who makes it.
fn after<G: Evaluator>(game: &G, position: &G::Position, play: G::Move, depth: Depth) -> Score {
    let child = game.play(position, play);
    let known = game.proven_bounds(&child, depth.child(), Window::FULL).exact();
    let value = known.unwrap_or_else(|| minimax(game, &child, depth.child()));
    let first = game.win_threshold();
    let earlier = if value > first {
        value.pred()
    } else if value < -first {
        value.succ()
    } else {
        value
    };
    earlier.flip_if(game.mover(&child) != game.mover(position))
}

/// The name of every root move with its value, best first.
fn root_moves<G: Evaluator + Notation>(game: &G, root: &G::Position, depth: Depth) -> Vec<(String, Score)> {
    let mut moves = MoveBuf::new();
    assert_eq!(game.moves(root, &mut moves), None, "the game goes on");
    let named = |play| (game.format_move(root, play), after(game, root, play, depth));
    let mut moves: Vec<_> = moves.iter().map(named).collect();
    moves.sort_by_key(|&(_, value)| Reverse(value));
    moves
}

fn check(truth: &[(String, Score)], found: &SearchRecord, what: &str) {
    let (value, bounds) = (truth[0].1, found.bounds());
    assert!(bounds.contains(value), "{bounds} does not contain {value}: {what}");
    let Some(best) = &found.best else { panic!("no move: {what}") };
    let worth = truth.iter().find(|(name, _)| name == best).map(|&(_, worth)| worth);
    let least = if found.best_is_proven { value } else { bounds.lower };
    assert!(worth.is_some_and(|worth| worth >= least), "{best} is worth {worth:?}, not {least}: {what}");
}

/// The last iteration of a search with leaves that stop at their window, as players use it.
fn last_record(engine: &dyn Engine, mut request: SearchRequest) -> SearchRecord {
    request.exact_leaves = false;
    let mut answer = search(engine, &request);
    assert!(answer.stopped.is_none());
    answer.records.pop().expect("no limit")
}

/// All algorithms from `root`, to every depth up to `deepest`, with and without memory.
fn every_algorithm<G: Evaluator + Notation>(engine: &dyn Engine, game: &G, root: &G::Position, deepest: Depth) {
    let depths = match deepest.get() {
        Some(plies) => (1..=plies).map(Depth::plies).collect(),
        None => vec![Depth::END],
    };
    let table = Arc::new(Table::with_bytes(1 << 16).expect("a small table"));
    let text = game.format_position(root);
    for depth in depths {
        let truth = root_moves(game, root, depth);
        for algorithm in AnyAlgorithm::all() {
            let what = format!("{algorithm}, {} to depth {depth} from {text}", G::NAME);
            let run = |memory, order| {
                let mut request = SearchRequest::new(algorithm, Horizon::Fixed(depth), memory);
                (request.position, request.order) = (text.as_str().into(), Some(order));
                let found = last_record(engine, request);
                if algorithm.finds_value() {
                    assert_eq!(found.value, Some(truth[0].1.get()), "{what}");
                }
                // A root of a single move needs no proof, and MT may fail low.
                if found.value.is_some() {
                    check(&truth, &found, &what);
                }
            };
            run(MemoryChoice::Nothing, Order::GENERATED);
            run(MemoryChoice::Table(Arc::clone(&table)), Order::BEST);
        }
    }
}

/// The same on positions of the test set.
fn from_test_set<G: Evaluator + Notation>(engine: &dyn Engine, game: &G, every: usize, deepest: Depth) {
    let positions = game.test_set();
    assert_eq!(positions.len(), 20, "{}", G::NAME);
    for test in positions.iter().step_by(every) {
        every_algorithm(engine, game, &game.parse_position(test.position).unwrap(), deepest);
    }
}

/// An engine of a form of a game that the catalogue creates for other purposes, or not at all.
fn engine_of<G: Playable>(game: &G) -> Arc<dyn Engine> {
    Catalogue::new().with(game.clone()).engine(G::NAME).unwrap()
}

#[test]
fn nim() {
    for heaps in [&[1, 2, 3][..], &[2, 3], &[1, 1, 1, 1], &[4, 2]] {
        let game = Nim::new(heaps).unwrap();
        for game in [game.clone(), game.with_knowledge()] {
            every_algorithm(&*engine_of(&game), &game, &game.start(), Depth::END);
        }
    }
}

#[test]
fn tic_tac_toe() {
    let (engine, game) = (engine("tictactoe"), TicTacToe);
    every_algorithm(&*engine, &game, &game.start(), Depth::plies(5));
    every_algorithm(&*engine, &game, &game.play_all("5 1 9").unwrap(), Depth::END);
}

#[test]
fn connect_four() {
    for game in [ConnectFour::standard(), ConnectFour::standard().with_heuristic()] {
        from_test_set(&*engine_of(&game), &game, 4, Depth::plies(5));
    }
}

#[test]
fn othello() {
    from_test_set(&*engine("othello"), &Othello::new(), 7, Depth::plies(4));
}

#[test]
fn checkers() {
    from_test_set(&*engine("checkers"), &Checkers::new(), 5, Depth::plies(5));
}

#[test]
fn chess() {
    from_test_set(&*engine("chess"), &Chess::new(), 7, Depth::plies(3));
}

#[test]
fn every_algorithm_draws_tic_tac_toe() {
    let engine = engine("tictactoe");
    for algorithm in AnyAlgorithm::all() {
        let request = SearchRequest::new(algorithm, Horizon::Fixed(Depth::END), MemoryChoice::Everything);
        let bounds = last_record(&*engine, request).bounds();
        assert!(bounds.contains(Score::ZERO), "{algorithm}: {bounds}");
    }
}

/// All algorithms but minimax agree on every position of the test set: with a table by way of all smaller depths, else
/// at once.
fn agreement(name: &str, depth: u32) {
    let engine = engine(name);
    let algorithms: Vec<AnyAlgorithm> = AnyAlgorithm::all();
    assert_eq!(engine.test_positions(), Some(20), "{name}");
    for number in 1..=20 {
        let mut value = None;
        for &algorithm in algorithms.iter().filter(|algorithm| algorithm.to_string() != "minimax") {
            let depth = Depth::plies(depth);
            let (horizon, memory) = if algorithm.uses_memory() {
                let table = Table::with_bytes(1 << 24).expect("a table of 16 MiB");
                (Horizon::Deepening { to: depth, step: 2 }, MemoryChoice::Table(Arc::new(table)))
            } else {
                (Horizon::Fixed(depth), MemoryChoice::Nothing)
            };
            let mut request = SearchRequest::new(algorithm, horizon, memory);
            request.position = engine.test_position(number).expect("a position of the test set");
            request.order = Some(Order::BEST);
            let bounds = last_record(&*engine, request).bounds();
            let value = *value.get_or_insert(bounds.lower);
            assert!(bounds.contains(value), "{algorithm}: {bounds}, not {value}, position {number} of {name}");
            let found = !algorithm.finds_value() || bounds.exact().is_some();
            assert!(found, "{algorithm}: {bounds}, position {number} of {name}");
        }
    }
}

// Deeper, in release mode, `nullwindow compare GAME --depth N --positions 20` does the same: 9 s for Othello to depth 8,
// 20 s for checkers to 12, 57 s for chess to 5.

/// Compares the algorithms two plies less deep than `.ci/run` does in release mode.
#[test]
fn all_agree_on_othello_to_depth_6() {
    agreement("othello", 6);
}

/// Compares the algorithms three plies less deep than `.ci/run` does in release mode.
#[test]
fn all_agree_on_checkers_to_depth_9() {
    agreement("checkers", 9);
}

/// Compares the algorithms two plies less deep than `.ci/run` does in release mode.
#[test]
fn all_agree_on_chess_to_depth_3() {
    agreement("chess", 3);
}
