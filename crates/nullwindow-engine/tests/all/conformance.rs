//! The conformance kit on every game, with more roots and forms of a game than `Engine::check` has.
//!
//! The engines run the same kit, so that it is already compiled for the types of the games.

use nullwindow::Depth;
use nullwindow::check::{Check, CheckReport, check};
use nullwindow_games::Notation;
use nullwindow_games::checkers::{Checkers, EndgameDatabase, Position as CheckersPosition};
use nullwindow_games::chess::{Chess, Position as ChessPosition};
use nullwindow_games::connect_four::{BoardShape, ConnectFour};
use nullwindow_games::nim::{Heaps, Nim};
use nullwindow_games::othello::{Othello, OthelloBoard};
use nullwindow_games::tic_tac_toe::TicTacToe;
use std::sync::Arc;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(text: &str) -> CheckersPosition {
    Checkers::new().parse_position(text).expect(text)
}

fn checkers_conform(game: &Checkers, roots: [&str; 3]) {
    for text in roots {
        let check = Check::new(game).same(|a, b| a == b).mirror(CheckersPosition::turned);
        let report = check.run(&position(text)).unwrap_or_else(|flaw| panic!("{text}: {flaw}"));
        assert!(report.positions > 1000, "{report}");
    }
}

#[test]
fn checkers() {
    let roots = ["B:W21-32:B1-12", "W:WK3,K14,30:BK7,K10,K19,23", "B:WK2,K3:BK31,K23:H70"];
    checkers_conform(&Checkers::new(), roots);
    let root = position("B:WK2,K3:BK31,K23:H2");
    let played = [position("B:WK2,K7:BK26,K23"), position("W:WK2,K7:BK31,K23")];
    let game = Checkers::new().with_counted_keys().with_record(&played, &root);
    let report = Check::new(&game).same(|a, b| a == b).run(&root).unwrap_or_else(|flaw| panic!("{flaw}"));
    assert!(report.positions > 1000, "{report}");
}

/// What an endgame database knows is true of searches.
#[test]
fn checkers_with_a_database() {
    let three = EndgameDatabase::build(3, &|_| ()).expect("three pieces");
    let roots = ["B:WK30,K31:BK2,9", "W:WK3,K14,30:BK7,K19", "B:WK2,K3:BK31,K23:H70"];
    checkers_conform(&Checkers::new().with_database(Arc::new(three)), roots);
}

#[test]
fn othello() {
    let game = Othello::new();
    let middle = game.parse_position(game.test_set()[15].position).unwrap();
    for (game, root) in [(game, OthelloBoard::START), (game, middle), (game.without_knowledge(), middle)] {
        let check = Check::new(&game).same(|a, b| a == b).mirror(OthelloBoard::exchanged).nodes(1000);
        let report = check.run(&root).unwrap_or_else(|flaw| panic!("{flaw}"));
        assert!(report.positions > 2000 && report.finished > 0);
    }
}

#[test]
fn chess() {
    let roots = [
        (Chess::new(), "startpos"),
        (Chess::new(), KIWIPETE),
        (Chess::new(), "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 95 1"),
        (Chess::new().without_quiescence(), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ];
    for (chess, text) in roots {
        let root = chess.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let check = Check::new(&chess).same(|a, b| a == b).mirror(ChessPosition::mirrored);
        let check = check.positions(100).playouts(8).longest(80).depth(Depth::plies(2)).nodes(450).searched(2);
        let report = check.run(&root).unwrap_or_else(|flaw| panic!("{text}: {flaw}"));
        assert!(report.positions > 100 && report.searches > 0, "{report:?}");
    }
}

#[test]
fn nim() {
    let exchanged = |heaps: &Heaps| Heaps::new(heaps.heaps(), heaps.mover().other()).expect("as many heaps as before");
    for nim in [Nim::default(), Nim::new(&[1, 2, 3, 2]).unwrap(), Nim::default().with_knowledge()] {
        let report = Check::new(&nim).same(|a, b| a == b).mirror(exchanged).run(&nim.start());
        assert!(report.is_ok(), "{}", report.unwrap_err());
    }
}

#[test]
fn tic_tac_toe() {
    let report = check(&TicTacToe, &TicTacToe.start());
    assert!(report.is_ok(), "{}", report.unwrap_err());
}

fn connect_four_conforms<S: BoardShape>(game: ConnectFour<S>, root: &str) -> CheckReport {
    let root = game.parse_position(root).expect("a position");
    match Check::new(&game).same(|a, b| a == b).searched(6).run(&root) {
        Ok(report) => report,
        Err(flaw) => panic!("{game:?} from {root:?}: {flaw}"),
    }
}

/// From the start, and from positions near the end, where minimax reaches it and knowledge is compared with it.
#[test]
fn connect_four() {
    let conforms = connect_four_conforms;
    let game = ConnectFour::standard();
    for root in ["", "41521425162114641745372455", "754677775153157566635263312633122"] {
        assert!(conforms(game, root).known > 0);
    }
    assert!(conforms(game.with_heuristic(), "").known > 0);
    assert_eq!(conforms(game.with_heuristic().without_knowledge(), "4152142516211464174537245").known, 0);
    assert!(conforms(game.with_heuristic(), "2132141557322421674152753375").known > 0);
}

#[test]
fn connect_four_of_other_sizes() {
    let sized = |width, height| ConnectFour::sized(width, height).unwrap();
    connect_four_conforms(sized(4, 4), "");
    connect_four_conforms(sized(5, 5).with_heuristic(), "");
    connect_four_conforms(sized(12, 4), "");
    connect_four_conforms(sized(4, 15).with_heuristic(), "");
}
