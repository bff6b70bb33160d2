//! Several threads on real games: value and move of one thread.

use crate::common::{algorithm, engine, search, solve};
use nullwindow::memory::Table;
use nullwindow::{Depth, Order};
use nullwindow_engine::{Engine, Horizon, MemoryChoice, PositionText, SearchRecord, SearchRequest, SolveRequest};
use nullwindow_games::Notation;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::othello::{FFO, Othello, Problem};
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

fn table() -> Arc<Table> {
    Arc::new(Table::with_bytes(4 << 20).unwrap())
}

/// Runs every algorithm with one thread and with two to four.
fn compare(names: &[&str], run: impl Fn(&str, u16) -> SearchRecord) {
    for name in names {
        let answer = |threads| {
            let record = run(name, threads);
            assert_eq!((record.threads, record.value.is_some()), (threads, true), "{name}");
            (record.value, record.best)
        };
        let alone = answer(1);
        for threads in 2..=4 {
            assert_eq!(answer(threads), alone, "{name}, {threads} threads");
        }
    }
}

/// Deepens to `plies` from positions of the test set.
fn deepened(engine: &dyn Engine, every: usize, plies: u32, order: Option<Order>) {
    for number in (1..=engine.test_positions().expect("a test set")).step_by(every) {
        compare(&NAMES, |name, threads| {
            let horizon = Horizon::Deepening { to: Depth::plies(plies), step: 1 };
            let mut request = SearchRequest::new(algorithm(name), horizon, MemoryChoice::Table(table()));
            request.position = engine.test_position(number).expect("a position of the test set");
            (request.threads, request.order, request.exact_leaves) = (threads, order, false);
            search(engine, &request).records.pop().expect("no limit")
        });
    }
}

/// Searches to the end of the game.
fn solved(engine: &dyn Engine, position: &PositionText, names: &[&str]) {
    compare(names, |name, threads| {
        let mut request = SolveRequest::new(algorithm(name), table());
        (request.position, request.threads) = (position.clone(), threads);
        solve(engine, &request).record
    });
}

/// A problem as text.
fn problem(line: &str) -> PositionText {
    let board = Problem::parse(line).expect("a problem").board;
    Othello::new().format_position(&board).as_str().into()
}

#[test]
fn othello() {
    deepened(&*engine("othello"), 5, 6, Some(Order::BEST));
}

#[test]
fn othello_endgames() {
    let engine = engine("othello");
    for line in FFO.iter().step_by(3) {
        // The best line of a shallow search leads to an endgame of 14 empty squares.
        let mut position = problem(line);
        while engine.moves_left(&position).unwrap() > Some(14) {
            let horizon = Horizon::Fixed(Depth::plies(2));
            let mut request = SearchRequest::new(algorithm("mtd-f"), horizon, MemoryChoice::Nothing);
            request.position = position.clone();
            position.moves.extend(search(&*engine, &request).records.remove(0).best);
        }
        solved(&*engine, &position, &NAMES);
    }
}

#[test]
fn ffo_40_and_41() {
    for line in &FFO[..2] {
        solved(&*engine("othello"), &problem(line), &["mtd-f"]);
    }
}

#[test]
fn checkers() {
    deepened(&*engine("checkers"), 3, 9, Some(Order::BEST));
}

#[test]
fn chess() {
    deepened(&*engine("chess"), 7, 4, None);
}

#[test]
fn connect_four() {
    let (engine, game) = (engine("connect4"), ConnectFour::standard());
    let stones = |text: &str| game.parse_position(text).unwrap().stones();
    let texts = game.test_set().into_iter().map(|test| test.position);
    let late: Vec<&str> = texts.filter(|text| stones(text) >= 16).take(6).collect();
    assert!(!late.is_empty());
    for text in late {
        solved(&*engine, &text.into(), &NAMES);
    }
}
