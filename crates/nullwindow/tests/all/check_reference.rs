//! The conformance kit with a reference: mistakes that leave a game consistent, and the list of what was not tested.

use nullwindow::check::{Check, Flaw, Law, Note, Property};
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};

/// Breakthrough on three columns of four rows: pawns step forward, and capture diagonally.
#[derive(Clone, Copy)]
struct Pawns {
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    CapturedStay,
    Wraps,
    MissesCaptures,
    LastRowIsNoWin,
    WinnerLoses,
    EvaluationNegated,
    /// An evaluation without meaning, the same for both players.
    EvaluationNoise,
    /// A pass that is still the turn of the same player.
    IdlePass,
}

const WIDTH: i32 = 3;
const HEIGHT: i32 = 4;

/// The pawns of the first and of the second player by row and column, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Board {
    pawns: [u16; 2],
    mover: Player,
}

/// From one square to another.
type Step = (i32, i32);

const START: Board = Board { pawns: [0o0007, 0o7000], mover: Player::First };
const PASS: Step = (-1, -1);

fn has(pawns: u16, square: i32) -> bool {
    pawns >> square & 1 == 1
}

impl Pawns {
    fn new(fault: Fault) -> Pawns {
        Pawns { fault }
    }

    /// The pawns of a player on its last row.
    fn arrived(board: &Board, player: Player) -> bool {
        board.pawns[player as usize] & if player == Player::First { 0o7000 } else { 0o0007 } != 0
    }
}

impl Game for Pawns {
    type Position = Board;
    type Move = Step;

    fn mover(&self, board: &Board) -> Player {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut MoveBuf<Step>) -> Option<Score> {
        let [own, other] = [board.mover, board.mover.other()].map(|player| board.pawns[player as usize]);
        let arrived = Pawns::arrived(board, board.mover.other()) && self.fault != Fault::LastRowIsNoWin;
        if arrived || own == 0 {
            return Some(Score::new(if self.fault == Fault::WinnerLoses { 100 } else { -100 }));
        }
        let ahead = if board.mover == Player::First { WIDTH } else { -WIDTH };
        for from in (0..WIDTH * HEIGHT).filter(|&from| has(own, from)) {
            for aside in [-1, 0, 1] {
                let to = from + ahead + aside;
                let inside = (0..WIDTH * HEIGHT).contains(&to);
                let wraps = (from % WIDTH + aside) != to.rem_euclid(WIDTH);
                if !inside || wraps && self.fault != Fault::Wraps || has(own, to) {
                    continue;
                }
                if !has(other, to) || aside != 0 && self.fault != Fault::MissesCaptures {
                    moves.push((from, to));
                }
            }
        }
        if moves.len() == 1 && self.fault == Fault::IdlePass {
            moves.push(PASS);
        }
        // A player without a move has lost: nobody waits for it.
        moves.is_empty().then_some(Score::new(-100))
    }

    fn play(&self, board: &Board, step: Step) -> Board {
        if step == PASS {
            return *board;
        }
        let mut pawns = board.pawns;
        pawns[board.mover as usize] ^= 1 << step.0 | 1 << step.1;
        if self.fault != Fault::CapturedStay {
            pawns[board.mover.other() as usize] &= !(1 << step.1);
        }
        Board { pawns, mover: board.mover.other() }
    }
}

impl Evaluator for Pawns {
    fn evaluate(&self, board: &Board) -> Score {
        let rows = |player: Player, row: fn(i32) -> i32| -> i32 {
            let pawns = board.pawns[player as usize];
            (0..WIDTH * HEIGHT).filter(|&square| has(pawns, square)).map(|square| 3 + row(square / WIDTH)).sum()
        };
        let lead = rows(Player::First, |row| row) - rows(Player::Second, |row| HEIGHT - 1 - row);
        let score = Score::new(lead).flip_if(board.mover == Player::Second);
        match self.fault {
            Fault::EvaluationNegated => -score,
            Fault::EvaluationNoise => {
                let seen = if board.mover == Player::First { *board } else { exchanged(board) };
                let mixed = self.key(&seen).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                Score::new(i32::try_from(mixed % 15).unwrap() - 7)
            }
            _ => score,
        }
    }
}

impl Keyed for Pawns {
    fn key(&self, board: &Board) -> u64 {
        u64::from(board.pawns[0]) | u64::from(board.pawns[1]) << 16 | (board.mover as u64) << 32
    }
}

/// The same rules on letters, one square after the other.
struct SlowPawns;

impl SlowPawns {
    /// The pawn on a square of a board.
    fn pawn(board: &Board, row: i32, column: i32) -> Option<Player> {
        let on_board = (0..HEIGHT).contains(&row) && (0..WIDTH).contains(&column);
        let square = row * WIDTH + column;
        [Player::First, Player::Second].into_iter().find(|&who| on_board && has(board.pawns[who as usize], square))
    }
}

impl Game for SlowPawns {
    type Position = Board;
    type Move = Step;

    fn mover(&self, board: &Board) -> Player {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut MoveBuf<Step>) -> Option<Score> {
        let (ahead, home) = if board.mover == Player::First { (1, 0) } else { (-1, HEIGHT - 1) };
        if (0..WIDTH).any(|column| SlowPawns::pawn(board, home, column) == Some(board.mover.other())) {
            return Some(Score::new(-100));
        }
        for (row, column) in (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (row, column))) {
            for aside in -1..=1 {
                let (to_row, to_column) = (row + ahead, column + aside);
                let target = SlowPawns::pawn(board, to_row, to_column);
                let free = target.is_none() || aside != 0 && target == Some(board.mover.other());
                let inside = (0..HEIGHT).contains(&to_row) && (0..WIDTH).contains(&to_column);
                if SlowPawns::pawn(board, row, column) == Some(board.mover) && inside && free {
                    moves.push((row * WIDTH + column, to_row * WIDTH + to_column));
                }
            }
        }
        moves.is_empty().then_some(Score::new(-100))
    }

    fn play(&self, board: &Board, (from, to): Step) -> Board {
        let (mut pawns, mover) = (board.pawns, board.mover);
        pawns[0] &= !(1 << from | 1 << to);
        pawns[1] &= !(1 << from | 1 << to);
        pawns[mover as usize] |= 1 << to;
        Board { pawns, mover: mover.other() }
    }
}

/// Turns the board upside down and exchanges the players.
fn exchanged(board: &Board) -> Board {
    let rows = |pawns: u16| (0..4).fold(0, |turned, row| turned | (pawns >> (3 * row) & 7) << (9 - 3 * row));
    Board { pawns: [rows(board.pawns[1]), rows(board.pawns[0])], mover: board.mover.other() }
}

/// Writes one letter per square and reads it back.
fn through_letters(board: &Board) -> Option<Board> {
    let [first, second] = board.pawns;
    Some(Board { pawns: [first, second & !first], ..*board })
}

fn kit(game: &Pawns) -> Check<'_, Pawns> {
    Check::new(game).same(|a, b| a == b).mirror(exchanged).nodes(500).searched(2)
}

fn flaw(fault: Fault) -> Flaw<Board, Step> {
    let game = Pawns::new(fault);
    *kit(&game).reference(SlowPawns).run(&START).expect_err(&format!("{fault:?} is not found"))
}

#[test]
fn the_reference_agrees_with_correct_rules() {
    let game = Pawns::new(Fault::None);
    for seed in 0..5 {
        let report = kit(&game).reference(SlowPawns).round_trip(through_letters).seed(seed).run(&START);
        let report = report.unwrap_or_else(|flaw| panic!("{flaw}"));
        let untested: Vec<Property> = report.untested().collect();
        assert_eq!(untested, [Property::FreshKeys, Property::KeyParts, Property::Knowledge], "seed {seed}: {report}");
        let cases =
            |property| report.tested().find(|tested| tested.property == property).map_or(0, |tested| tested.cases);
        assert!(cases(Property::Play) > cases(Property::Moves) && cases(Property::Results) > 10, "{report}");
    }
}

#[test]
fn the_reference_finds_what_leaves_a_game_consistent() {
    let cases = [
        (Fault::CapturedStay, Law::ReferencePlay, Property::Play),
        (Fault::Wraps, Law::ReferenceMoves, Property::Moves),
        (Fault::MissesCaptures, Law::ReferenceMoves, Property::Moves),
        (Fault::LastRowIsNoWin, Law::ReferenceResult, Property::Results),
    ];
    for (fault, law, property) in cases {
        let flaw = flaw(fault);
        assert_eq!(flaw.law, law, "{fault:?}: {flaw}");
        assert!(flaw.witness.line.len() <= 5 && flaw.seen.contains("the reference"), "{fault:?}: {flaw}");
        assert_eq!(flaw.other.is_some(), law == Law::ReferencePlay, "{fault:?}: {flaw}");
        // Without it there is no flaw to see, and the report says so. Only steps across the edge are not symmetric.
        match kit(&Pawns::new(fault)).run(&START) {
            Err(flaw) => assert_eq!((fault, flaw.law), (Fault::Wraps, Law::Mirror), "{flaw}"),
            Ok(report) => {
                assert!(report.untested().any(|untested| untested == property), "{fault:?}: {report}");
                assert!(report.to_string().contains(property.remedy()), "{report}");
            }
        }
    }
}

#[test]
fn a_reference_of_moves_alone_tests_moves_alone() {
    let slow = |board: &Board| {
        let mut moves = MoveBuf::new();
        let over = SlowPawns.moves(board, &mut moves);
        if over.is_some() { Vec::new() } else { moves.iter().collect() }
    };
    let game = Pawns::new(Fault::Wraps);
    let flaw = kit(&game).reference_moves(slow).run(&START).unwrap_err();
    assert_eq!(flaw.law, Law::ReferenceMoves, "{flaw}");
    assert!(flaw.seen.contains("is not a move of the reference"), "{flaw}");
    let game = Pawns::new(Fault::MissesCaptures);
    let flaw = kit(&game).reference_moves(slow).run(&START).unwrap_err();
    assert!(flaw.law == Law::ReferenceMoves && flaw.seen.contains("is missing"), "{flaw}");
    let report = kit(&Pawns::new(Fault::None)).reference_moves(slow).run(&START).unwrap();
    let untested: Vec<Property> = report.untested().collect();
    assert!(untested.contains(&Property::Play) && !untested.contains(&Property::Moves), "{report}");
}

#[test]
fn a_captured_pawn_is_lost_in_the_text() {
    let game = Pawns::new(Fault::CapturedStay);
    let flaw = kit(&game).round_trip(through_letters).run(&START).unwrap_err();
    assert_eq!(flaw.law, Law::Text, "{flaw}");
    let unreadable = kit(&Pawns::new(Fault::None)).round_trip(|_| None).run(&START).unwrap();
    assert!(unreadable.untested().any(|untested| untested == Property::Text), "{unreadable}");
}

/// A mirror cannot see what is negated for both players; results can.
#[test]
fn a_negated_evaluation_is_found_by_results() {
    for seed in 0..5 {
        let game = Pawns::new(Fault::EvaluationNegated);
        let flaw = kit(&game).nodes(2000).seed(seed).run(&START).expect_err("a sign");
        assert_eq!(flaw.law, Law::SignsOpposed, "seed {seed}: {flaw}");
    }
    // A game in which the winner loses may be meant; only the reference knows.
    let flaw = flaw(Fault::WinnerLoses);
    assert_eq!(flaw.law, Law::ReferenceResult, "{flaw}");
}

#[test]
fn a_move_that_changes_nothing() {
    let game = Pawns::new(Fault::IdlePass);
    let flaw = Check::new(&game).same(|a, b| a == b).run(&START).unwrap_err();
    assert_eq!(flaw.law, Law::StandStill, "{flaw}");
}

/// With a mirror, the note about a sign that no result shows is kept.
#[test]
fn a_mirror_does_not_silence_the_note() {
    for seed in 0..5 {
        let game = Pawns::new(Fault::EvaluationNoise);
        let report = kit(&game).seed(seed).run(&START).unwrap_or_else(|flaw| panic!("{flaw}"));
        assert_eq!(report.notes, [Note::NegationUntested], "{report}");
        assert!(report.untested().any(|untested| untested == Property::Signs), "{report}");
        assert!(report.to_string().contains("Check::mirror cannot test it"), "{report}");
    }
}
