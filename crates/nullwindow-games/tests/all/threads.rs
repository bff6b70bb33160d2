//! Several threads on real games: value and move of one thread.
use nullwindow::memory::{AnyMemory, Table};
use nullwindow::{AnyAlgorithm, Depth, Game, Order, Request, Search};
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::othello::{FFO, Othello, Problem};
use nullwindow_games::{Notation, Playable, TestPosition};
use std::sync::Arc;

/// The drivers that find the value.
const NAMES: [&str; 10] = [
    "tt-alphabeta",
    "negascout",
    "aspiration",
    "mtd+inf",
    "mtd-inf",
    "mtd-f",
    "mtd-bi",
    "mtd-step",
    "mtd-step-up",
    "mtd-gallop",
];

/// Deepens to `plies`, and then searches to the end if asked to.
fn check<G>(game: &G, order: Order, root: &G::Position, plies: u32, to_the_end: bool, names: &[&str])
where
    G: Playable,
{
    for name in names {
        let algorithm: AnyAlgorithm = name.parse().unwrap();
        let run = |threads| {
            let table = AnyMemory::table(Arc::new(Table::with_bytes(4 << 20).unwrap()));
            let mut search = Search::new(game).with_memory(table).with_order(order);
            search.threads(threads, |search| {
                let deepened = search.deepen(&algorithm, root, Depth::plies(plies));
                if !to_the_end {
                    return (deepened.value(), deepened.best());
                }
                let request = Request::to(Depth::END).with_guess(deepened.estimate());
                let outcome = search.run(&algorithm, root, request.with_plies_left(game.plies_left(root)));
                (outcome.value(), outcome.best)
            })
        };
        let alone = run(1);
        for threads in 2..=4 {
            assert_eq!(run(threads), alone, "{name}, {threads} threads");
        }
    }
}

fn positions<G: Notation>(game: &G, every: usize) -> Vec<G::Position> {
    let read = |test: &TestPosition| game.parse_position(test.position).unwrap();
    game.test_set().iter().step_by(every).map(read).collect()
}

#[test]
fn othello() {
    let game = Othello::new();
    for root in positions(&game, 5) {
        check(&game, Order::BEST, &root, 6, false, &NAMES);
    }
}

#[test]
fn othello_endgames() {
    let game = Othello::new();
    let mtd_f: AnyAlgorithm = "mtd-f".parse().unwrap();
    for line in FFO.iter().step_by(3) {
        // The best line of a shallow search leads to an endgame of 14 empty squares.
        let mut board = Problem::parse(line).unwrap().board;
        while board.empty().count_ones() > 14 {
            let best =
                Search::new(&game).with_memory(AnyMemory::none()).run(&mtd_f, &board, Depth::plies(2)).best.unwrap();
            board = game.play(&board, best);
        }
        check(&game, Order::BEST, &board, 4, true, &NAMES);
    }
}

#[test]
fn ffo_40_and_41() {
    let game = Othello::new();
    for line in &FFO[..2] {
        check(&game, Order::BEST, &Problem::parse(line).unwrap().board, 8, true, &["mtd-f"]);
    }
}

#[test]
fn checkers() {
    let game = Checkers::new();
    for root in positions(&game, 3) {
        check(&game, Order::BEST, &root, 9, false, &NAMES);
    }
}

#[test]
fn chess() {
    let game = Chess::new();
    for root in positions(&game, 7) {
        check(&game, Chess::ORDER, &root, 4, false, &NAMES);
    }
}

#[test]
fn connect_four() {
    let game = ConnectFour::standard();
    let late: Vec<_> = positions(&game, 1).into_iter().filter(|root| root.stones() >= 16).collect();
    assert!(!late.is_empty());
    for root in late.iter().take(6) {
        check(&game, Order::BEST, root, 6, true, &NAMES);
    }
}
