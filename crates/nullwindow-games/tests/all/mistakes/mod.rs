//! The conformance kit against deliberate mistakes: what it finds in six games, what it says it could not test, and
//! that it calls no correct game wrong.
//!
//! `cargo test -p nullwindow-games --test all mistakes:: -- --nocapture` prints the share found and every mistake that
//! was not.

mod mistake;
mod subject;

use mistake::Mistake;
use nullwindow::check::{CheckReport, Property};
use nullwindow_games::checkers::{Checkers, Position as CheckersPosition};
use nullwindow_games::chess::{Chess, Position as ChessPosition};
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::{Heaps, Nim};
use nullwindow_games::othello::{Othello, OthelloBoard};
use nullwindow_games::tic_tac_toe::TicTacToe;
use std::rc::Rc;
use subject::{Correct, KitSize, Rules, Subject};

/// A correct game, the position to start from, and mistakes of its own.
struct Trial {
    name: &'static str,
    rules: Box<dyn Rules>,
    /// The positions from which it is checked.
    roots: Vec<(&'static str, KitSize)>,
    evaluates: bool,
    own: Vec<Mistake>,
}

impl Trial {
    fn mistakes(&self) -> Vec<Mistake> {
        let of_evaluation = if self.evaluates { &Mistake::OF_EVALUATION[..] } else { &[] };
        Mistake::OF_RULES.iter().chain(of_evaluation).chain(&self.own).copied().collect()
    }

    /// Runs the kit from every root; with the correct game as the reference, or with none. Returns a flaw, or the report
    /// of each root.
    fn run(&self, mistake: Mistake, seed: u64, with_reference: bool) -> Result<Vec<CheckReport>, String> {
        let subject = Subject::new(&*self.rules, mistake);
        let check = |&(text, size): &(&'static str, KitSize)| {
            let root = self.rules.place(text).expect("a position");
            let kit = subject.kit(&root, size).seed(seed);
            let reference = Subject::new(&*self.rules, Mistake::None);
            let kit = if with_reference { kit.reference(reference) } else { kit };
            kit.run(&root).map_err(|flaw| flaw.to_string())
        };
        self.roots.iter().map(check).collect()
    }
}

fn correct<G>(game: G, exchanged: Option<fn(&G::Position) -> G::Position>) -> Box<dyn Rules>
where
    G: nullwindow_games::Notation<Position: PartialEq + 'static, Move: 'static>
        + nullwindow::Evaluator
        + nullwindow::Keyed
        + 'static,
{
    Box::new(Correct { game: Rc::new(game), exchanged })
}

fn size(positions: usize, playouts: usize, plies: usize, nodes: usize) -> KitSize {
    KitSize { positions, playouts, plies, nodes }
}

fn trials() -> Vec<Trial> {
    let other_mover = |heaps: &Heaps| Heaps::new(heaps.heaps(), heaps.mover().other()).expect("the same heaps");
    vec![
        Trial {
            name: "nim",
            rules: correct(Nim::default(), Some(other_mover)),
            roots: vec![("3,4,5", size(200, 80, 20, 300))],
            evaluates: false,
            own: vec![Mistake::OF_HISTORY[1]],
        },
        Trial {
            name: "tictactoe",
            rules: correct(TicTacToe, None),
            roots: vec![("---------", size(200, 80, 20, 300))],
            evaluates: false,
            own: vec![],
        },
        Trial {
            name: "connect4",
            rules: correct(ConnectFour::sized(5, 4).expect("a board").with_heuristic(), None),
            roots: vec![("", size(200, 80, 20, 300))],
            evaluates: true,
            own: vec![Mistake::EvaluationAsHighAsAWin],
        },
        Trial {
            name: "othello",
            rules: correct(Othello::new().without_knowledge(), Some(OthelloBoard::exchanged)),
            roots: vec![("", size(120, 30, 70, 300))],
            evaluates: true,
            own: vec![
                Mistake::KeyWithoutLastLetter,
                Mistake::Text("captured discs are not turned", unturned, Property::Play),
                Mistake::Text("a pass keeps the turn", kept_turn, Property::Play),
            ],
        },
        Trial {
            name: "checkers",
            rules: correct(Checkers::new(), Some(CheckersPosition::turned)),
            roots: vec![("", size(120, 30, 90, 300))],
            evaluates: true,
            own: vec![
                Mistake::OF_HISTORY[0],
                Mistake::OF_HISTORY[1],
                Mistake::EvaluationAsHighAsAWin,
                Mistake::Text("captured men stay", unharmed, Property::Play),
            ],
        },
        Trial {
            name: "chess",
            rules: correct(Chess::new().without_quiescence(), Some(ChessPosition::mirrored)),
            // Rights to castle and to capture en passant; then games that end soon.
            roots: vec![
                ("r3k2r/1p4p1/8/P2pP2P/p2Pp2p/8/1P4P1/R3K2R w KQkq - 0 1", size(120, 4, 16, 100)),
                ("3qkq2/8/8/8/8/8/8/3QKQ2 w - - 0 1", size(60, 80, 100, 200)),
            ],
            evaluates: true,
            own: vec![
                Mistake::OF_HISTORY[0],
                Mistake::OF_HISTORY[1],
                Mistake::EvaluationAsHighAsAWin,
                Mistake::KeyWithoutWord(1),
                Mistake::KeyWithoutWord(2),
                Mistake::KeyWithoutWord(3),
            ],
        },
    ]
}

/// Keeps the colour of every disc that was on the board.
fn unturned(before: &str, after: &str) -> String {
    let pairs = before.chars().zip(after.chars()).enumerate();
    pairs.map(|(square, (old, new))| if square < 64 && "XO".contains(old) { old } else { new }).collect()
}

/// Lets the same player move if the board is unchanged.
fn kept_turn(before: &str, after: &str) -> String {
    if before[..64] == after[..64] { before.to_owned() } else { after.to_owned() }
}

/// Keeps all men of the player that did not move.
fn unharmed(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split(':').collect(), after.split(':').collect());
    let keep = |part: usize| if old[part].starts_with(new[0]) { old[part] } else { new[part] };
    [new[0], keep(1), keep(2)].join(":")
}

/// The kit finds most mistakes without a reference, and nearly all with one. For each that it does not find, the report
/// names the property that was not tested.
#[test]
fn mistakes_are_found_or_named_as_untested() {
    let (mut all, mut found, mut with_reference) = (0, 0, 0);
    for trial in trials() {
        for mistake in trial.mistakes() {
            all += 1;
            let Ok(reports) = trial.run(mistake, 0, false) else {
                (found, with_reference) = (found + 1, with_reference + 1);
                continue;
            };
            let (name, property) = (mistake.name(), mistake.property());
            let named = reports.iter().any(|report| report.untested().any(|untested| untested == property));
            assert!(named, "{}: {name} is neither found nor named as untested: {reports:?}", trial.name);
            let referred = trial.run(mistake, 0, true).is_err();
            with_reference += usize::from(referred);
            let reference = if referred { "found with a reference" } else { "not found with a reference either" };
            println!("{}: {name}: not tested: {property}; {reference}", trial.name);
        }
    }
    println!("{all} mistakes: {found} found without a reference, {with_reference} with one");
    assert!(all >= 120 && found * 100 >= all * 85 && with_reference * 100 >= all * 98, "{found}, {with_reference}");
}

#[test]
fn correct_games_are_not_called_wrong() {
    for trial in trials() {
        for seed in 0..3 {
            let report = trial.run(Mistake::None, seed, seed == 0);
            assert!(report.is_ok(), "{}, seed {seed}: {}", trial.name, report.unwrap_err());
        }
    }
}
