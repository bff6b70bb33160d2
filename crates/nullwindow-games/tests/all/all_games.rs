//! Every algorithm of the library on every game: the value of minimax where minimax can be run, and one value for
//! all of them where it cannot.
//!
//! Every search here has one type, so that each game's algorithms are compiled once; what memories and observers of other
//! types change is tested on trees, in the library.

use nullwindow::memory::{AnyMemory, Table};
use nullwindow::{
    AnyAlgorithm, Bounds, Deepening, Depth, Evaluator, Game, Keyed, MoveBuf, Order, Outcome, Score, Search, Window,
};
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::Othello;
use nullwindow_games::tic_tac_toe::TicTacToe;
use nullwindow_games::{Notation, TestPosition};
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

/// Every root move with its value, best first.
fn root_moves<G: Evaluator>(game: &G, root: &G::Position, depth: Depth) -> Vec<(G::Move, Score)> {
    let mut moves = MoveBuf::new();
    assert_eq!(game.moves(root, &mut moves), None, "the game goes on");
    let mut moves: Vec<_> = moves.iter().map(|play| (play, after(game, root, play, depth))).collect();
    moves.sort_by_key(|&(_, value)| Reverse(value));
    moves
}

fn check<G: Game>(truth: &[(G::Move, Score)], outcome: &Outcome<G::Move>, what: &str) {
    let value = truth[0].1;
    assert!(outcome.bounds.contains(value), "{} does not contain {value}: {what}", outcome.bounds);
    let Some(best) = outcome.best else { panic!("no move: {what}") };
    let worth = truth.iter().find(|(play, _)| *play == best).map(|&(_, worth)| worth);
    let least = if outcome.best_is_proven { value } else { outcome.bounds.lower };
    assert!(worth.is_some_and(|worth| worth >= least), "{best:?} is worth {worth:?}, not {least}: {what}");
}

/// All algorithms from `root`, to every depth up to `deepest`, with and without memory.
fn every_algorithm<G: Evaluator + Keyed + Notation>(game: &G, root: &G::Position, deepest: Depth) {
    let depths = match deepest.get() {
        Some(plies) => (1..=plies).map(Depth::plies).collect(),
        None => vec![Depth::END],
    };
    let table = AnyMemory::table(Arc::new(Table::with_bytes(1 << 16).expect("a small table")));
    for depth in depths {
        let truth = root_moves(game, root, depth);
        for algorithm in AnyAlgorithm::all() {
            let what = format!("{algorithm}, {} to depth {depth} from {}", G::NAME, game.format_position(root));
            let run = |outcome: Outcome<G::Move>| {
                if !matches!(algorithm, AnyAlgorithm::Mt(_) | AnyAlgorithm::MtdBest(_)) {
                    assert_eq!(outcome.value(), Some(truth[0].1), "{what}");
                }
                // A root of a single move needs no proof, and MT may fail low.
                if outcome.value().is_some() {
                    check::<G>(&truth, &outcome, &what);
                }
            };
            run(Search::new(game)
                .with_memory(AnyMemory::none())
                .with_order(Order::GENERATED)
                .run(&algorithm, root, depth));
            run(Search::new(game).with_memory(table.clone()).run(&algorithm, root, depth));
        }
    }
}

fn from_test_set<G: Evaluator + Keyed + Notation>(game: &G, every: usize, deepest: Depth) {
    let positions = game.test_set();
    assert_eq!(positions.len(), 20, "{}", G::NAME);
    for TestPosition { position, .. } in positions.iter().step_by(every) {
        every_algorithm(game, &game.parse_position(position).unwrap(), deepest);
    }
}

#[test]
fn nim() {
    for heaps in [&[1, 2, 3][..], &[2, 3], &[1, 1, 1, 1], &[4, 2]] {
        let game = Nim::new(heaps).unwrap();
        every_algorithm(&game, &game.start(), Depth::END);
        let start = game.start();
        every_algorithm(&game.with_knowledge(), &start, Depth::END);
    }
}

#[test]
fn tic_tac_toe() {
    let game = TicTacToe;
    every_algorithm(&game, &game.start(), Depth::plies(5));
    every_algorithm(&game, &game.play_all("5 1 9").unwrap(), Depth::END);
}

#[test]
fn connect_four() {
    from_test_set(&ConnectFour::standard(), 4, Depth::plies(5));
    from_test_set(&ConnectFour::standard().with_heuristic(), 4, Depth::plies(5));
}

#[test]
fn othello() {
    from_test_set(&Othello::new(), 7, Depth::plies(4));
}

#[test]
fn checkers() {
    from_test_set(&Checkers::new(), 5, Depth::plies(5));
}

#[test]
fn chess() {
    from_test_set(&Chess::new(), 7, Depth::plies(3));
}

/// What a search to `depth` proves of the value: with a table by way of all smaller depths, else at once.
fn search<G: Evaluator + Keyed>(game: &G, algorithm: &AnyAlgorithm, root: &G::Position, depth: Depth) -> Bounds {
    if algorithm.uses_memory() {
        let table = Table::with_bytes(1 << 24).expect("a table of 16 MiB");
        let mut search = Search::new(game).with_memory(AnyMemory::table(Arc::new(table)));
        let deepened = search.deepen(algorithm, root, Deepening::to(depth).with_step(2));
        deepened.last().expect("no limit").bounds
    } else {
        Search::new(game).with_memory(AnyMemory::none()).run(algorithm, root, depth).bounds
    }
}

/// All algorithms but minimax agree on every position of the test set.
fn agreement<G: Evaluator + Keyed + Notation>(game: &G, depth: u32) {
    let algorithms: Vec<AnyAlgorithm> = AnyAlgorithm::all();
    for (number, TestPosition { position, .. }) in (1..).zip(game.test_set()) {
        let root = game.parse_position(position).expect("a position of the test set");
        let mut value = None;
        for algorithm in algorithms.iter().filter(|algorithm| algorithm.to_string() != "minimax") {
            let bounds = search(game, algorithm, &root, Depth::plies(depth));
            let value = *value.get_or_insert(bounds.lower);
            assert!(bounds.contains(value), "{algorithm}: {bounds}, not {value}, position {number} of {}", G::NAME);
            let exact = !matches!(algorithm, AnyAlgorithm::Mt(_) | AnyAlgorithm::MtdBest(_));
            assert!(!exact || bounds.exact().is_some(), "{algorithm}: {bounds}, position {number} of {}", G::NAME);
        }
    }
}

// Deeper, in release mode, `nullwindow compare GAME --depth N --positions 20` does the same: 9 s for Othello to depth 8,
// 20 s for checkers to 12, 57 s for chess to 5.

/// Compares the algorithms two plies less deep than `.ci/run` does in release mode.
#[test]
fn all_agree_on_othello_to_depth_6() {
    agreement(&Othello::new(), 6);
}

/// Compares the algorithms three plies less deep than `.ci/run` does in release mode.
#[test]
fn all_agree_on_checkers_to_depth_9() {
    agreement(&Checkers::new(), 9);
}

/// Compares the algorithms two plies less deep than `.ci/run` does in release mode.
#[test]
fn all_agree_on_chess_to_depth_3() {
    agreement(&Chess::new(), 3);
}

/// A finished game is drawn as finished, and takes no more moves.
#[test]
fn finished_games_say_so() {
    fn check<G: Evaluator + Notation>(game: &G, position: &str, end: &str, play: &str) {
        let position = game.parse_position(position).unwrap();
        let picture = game.draw(&position);
        assert!(picture.contains(end), "{}: {picture}", G::NAME);
        assert!(!picture.ends_with('\n') && picture.lines().all(|line| line == line.trim_end()), "{picture}");
        let error = game.parse_move(&position, play).unwrap_err().to_string();
        assert!(error.contains("over"), "{}: {error}", G::NAME);
    }
    check(&ConnectFour::standard(), "1212121", "x has won", "3");
    check(&TicTacToe, "XXXOO----", "X has won", "9");
    check(&TicTacToe, "XOXXOOOXX", "drawn", "9");
    check(&Nim::new(&[3]).unwrap(), "0", "second player has won", "1:1");
    check(&Nim::new(&[3]).unwrap(), "0 second", "first player has won", "1:1");
    check(&Othello::new(), &("X".repeat(63) + "O X"), "the game is over", "a1");
    check(&Checkers::new(), "W:WK1:B5,6,9,10,14", "Black has won", "1-5");
    check(&Chess::new(), "1. f3 e5 2. g4 Qh4#", "Black has won", "e3");
    check(&Chess::new(), "8/8/8/4k3/8/8/8/4K3 w - - 0 1", "drawn", "Kd2");
}
