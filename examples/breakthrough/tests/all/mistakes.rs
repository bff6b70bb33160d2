//! Negated scores, which leave the game as symmetric as before: exact results and random games show them, the mirror
//! does not.

use breakthrough::{Breakthrough, BreakthroughBoard, Move};
use nullwindow::check::{Check, Law, Property};
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use nullwindow_games::{Notation, Playable};

/// Breakthrough with the sign of one score wrong for both players.
struct Negated {
    game: Breakthrough,
    evaluation: bool,
    result: bool,
}

impl Game for Negated {
    type Position = BreakthroughBoard;
    type Move = Move;

    fn mover(&self, board: &BreakthroughBoard) -> Player {
        self.game.mover(board)
    }

    fn moves(&self, board: &BreakthroughBoard, moves: &mut MoveBuf<Move>) -> Option<Score> {
        self.game.moves(board, moves).map(|score| score.flip_if(self.result))
    }

    fn play(&self, board: &BreakthroughBoard, play: Move) -> BreakthroughBoard {
        self.game.play(board, play)
    }

    fn win_threshold(&self) -> Score {
        self.game.win_threshold()
    }
}

impl Evaluator for Negated {
    fn evaluate(&self, board: &BreakthroughBoard) -> Score {
        self.game.evaluate(board).flip_if(self.evaluation)
    }
}

impl Keyed for Negated {
    fn key(&self, board: &BreakthroughBoard) -> u64 {
        self.game.key(board)
    }
}

const SIZES: [(u32, u32); 3] = [(3, 5), (5, 5), (8, 8)];

/// No reference is needed: the evaluation says who is better, and the results say the opposite.
#[test]
fn a_negated_evaluation_and_a_wrong_winner_are_found() {
    for ((width, height), seed) in SIZES.into_iter().flat_map(|size| [(size, 0), (size, 1)]) {
        let game = Breakthrough::sized(width, height).unwrap();
        for (evaluation, result) in [(true, false), (false, true)] {
            let negated = Negated { game, evaluation, result };
            let kit = Check::new(&negated).same(|a, b| a == b).seed(seed).searched(0);
            let flaw = kit.run(&game.start()).expect_err("a wrong sign");
            assert_eq!(flaw.law, Law::SignsOpposed, "{width}x{height}, seed {seed}: {flaw}");
        }
    }
}

#[test]
fn the_reference_finds_the_wrong_winner_at_once() {
    let game = Breakthrough::sized(3, 5).unwrap();
    let negated = Negated { game, evaluation: false, result: true };
    let flaw = Check::new(&negated).same(|a, b| a == b).reference(game).run(&game.start()).unwrap_err();
    assert_eq!(flaw.law, Law::ReferenceResult, "{flaw}");
}

/// The slow rules of the example agree with the fast ones, and the kit says what it has compared.
#[test]
fn the_kit_compares_the_rules_with_the_reference() {
    for ((width, height), seed) in SIZES.into_iter().zip(0..) {
        let game = Breakthrough::sized(width, height).unwrap();
        let report = game.kit().seed(seed).nodes(500).searched(1).run(&game.start());
        let report = report.unwrap_or_else(|flaw| panic!("{width}x{height}: {flaw}"));
        for property in [Property::Moves, Property::Play, Property::Results, Property::Symmetry, Property::Sides] {
            assert!(report.untested().all(|untested| untested != property), "{width}x{height}: {report}");
        }
    }
}
