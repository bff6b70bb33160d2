//! Four classic mistakes in the rules of the example, which leave the game as symmetric as before, so that the mirror
//! does not show them. Exact results and random games show negated scores; text or the reference show wrong moves.

use breakthrough::{Breakthrough, BreakthroughBoard, Move};
use nullwindow::check::{Check, Law, Property};
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use nullwindow_games::{Notation, Playable};

/// A mistake in the rules or the scores, made by both players.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mistake {
    NegatedEvaluation,
    /// The winner loses.
    WrongWinner,
    CapturedStay,
    /// Diagonal steps leave the board on one side and enter it on the other.
    StepsAcrossTheEdge,
}

/// Breakthrough with a mistake.
struct Mistaken {
    game: Breakthrough,
    mistake: Mistake,
}

impl Game for Mistaken {
    type Position = BreakthroughBoard;
    type Move = Move;

    fn mover(&self, board: &BreakthroughBoard) -> Player {
        self.game.mover(board)
    }

    fn moves(&self, board: &BreakthroughBoard, moves: &mut MoveBuf<Move>) -> Option<Score> {
        let over = self.game.moves(board, moves);
        if over.is_none() && self.mistake == Mistake::StepsAcrossTheEdge {
            across_the_edge(board).for_each(|play| moves.push(play));
        }
        over.map(|score| score.flip_if(self.mistake == Mistake::WrongWinner))
    }

    fn play(&self, board: &BreakthroughBoard, play: Move) -> BreakthroughBoard {
        let next = self.game.play(board, play);
        match (self.mistake, board.mover) {
            (Mistake::CapturedStay, Player::First) => BreakthroughBoard { black: board.black, ..next },
            (Mistake::CapturedStay, Player::Second) => BreakthroughBoard { white: board.white, ..next },
            _ => next,
        }
    }

    fn win_threshold(&self) -> Score {
        self.game.win_threshold()
    }
}

/// Returns the steps that a generator without masks adds on eight columns: from column a to h, one row too low, and from
/// h to a, one row too high.
fn across_the_edge(board: &BreakthroughBoard) -> impl Iterator<Item = Move> {
    const A: u64 = 0x0101_0101_0101_0101;
    let white = board.mover == Player::First;
    let own = if white { board.white } else { board.black };
    let steps: [(u64, i8); 2] =
        if white { [(own & A, 7), (own & A << 7, 9)] } else { [(own & A, -9), (own & A << 7, -7)] };
    let of_step = |(pawns, step): (u64, i8)| {
        let from = (0..64_u8).filter(move |from| pawns >> from & 1 == 1);
        from.filter_map(move |from| Some(Move { from, to: from.checked_add_signed(step).filter(|&to| to < 64)? }))
    };
    steps.into_iter().flat_map(of_step).filter(move |play| own >> play.to & 1 == 0)
}

impl Evaluator for Mistaken {
    fn evaluate(&self, board: &BreakthroughBoard) -> Score {
        self.game.evaluate(board).flip_if(self.mistake == Mistake::NegatedEvaluation)
    }
}

impl Keyed for Mistaken {
    fn key(&self, board: &BreakthroughBoard) -> u64 {
        self.game.key(board)
    }
}

impl Mistaken {
    /// Returns the kit with what the program adds to it, and without a reference.
    fn kit(&self, seed: u64) -> Check<'_, Mistaken> {
        let Mistaken { game, .. } = self;
        let read_back = |board: &_| game.parse_position(&game.format_position(board)).ok();
        let kit = Check::new(self).same(|a, b| a == b).round_trip(read_back).variants(|a, b| game.variants(a, b));
        kit.seed(seed).searched(0)
    }
}

const SIZES: [(u32, u32); 3] = [(3, 5), (5, 5), (8, 8)];
const SEEDS: std::ops::Range<u64> = 0..6;

/// No reference is needed: the evaluation says who is better, and the results say the opposite.
#[test]
fn a_negated_evaluation_and_a_wrong_winner_are_found() {
    for ((width, height), seed) in SIZES.into_iter().flat_map(|size| SEEDS.map(move |seed| (size, seed))) {
        let game = Breakthrough::sized(width, height).unwrap();
        for mistake in [Mistake::NegatedEvaluation, Mistake::WrongWinner] {
            let mistaken = Mistaken { game, mistake };
            let flaw = mistaken.kit(seed).run(&game.start()).expect_err("a wrong sign");
            assert_eq!(flaw.law, Law::SignsOpposed, "{width}x{height}, seed {seed}, {mistake:?}: {flaw}");
        }
    }
}

/// A square shows one pawn in the text of a position, so that a captured pawn that stays is not read back.
#[test]
fn captured_pawns_that_stay_are_found() {
    for ((width, height), seed) in SIZES.into_iter().flat_map(|size| SEEDS.map(move |seed| (size, seed))) {
        let game = Breakthrough::sized(width, height).unwrap();
        let mistaken = Mistaken { game, mistake: Mistake::CapturedStay };
        let flaw = mistaken.kit(seed).run(&game.start()).expect_err("two pawns on a square");
        assert_eq!(flaw.law, Law::Text, "{width}x{height}, seed {seed}: {flaw}");
        let flaw = mistaken.kit(seed).reference(game).run(&game.start()).expect_err("another position");
        assert_eq!(flaw.law, Law::ReferencePlay, "{width}x{height}, seed {seed}: {flaw}");
    }
}

/// A game with steps across the edge is a consistent game, but another one: only a reference tells. Without one the
/// report says that moves were not tested.
#[test]
fn steps_across_the_edge_are_found_or_named_as_untested() {
    let game = Breakthrough::standard();
    for seed in SEEDS {
        let mistaken = Mistaken { game, mistake: Mistake::StepsAcrossTheEdge };
        if let Ok(report) = mistaken.kit(seed).run(&game.start()) {
            assert!(report.untested().any(|property| property == Property::Moves), "seed {seed}: {report}");
        }
        let flaw = mistaken.kit(seed).reference(game).run(&game.start()).expect_err("a move too many");
        assert_eq!(flaw.law, Law::ReferenceMoves, "seed {seed}: {flaw}");
    }
}

#[test]
fn the_reference_finds_the_wrong_winner_at_once() {
    let game = Breakthrough::sized(3, 5).unwrap();
    let mistaken = Mistaken { game, mistake: Mistake::WrongWinner };
    let flaw = mistaken.kit(0).reference(game).run(&game.start()).unwrap_err();
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
