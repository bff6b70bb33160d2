//! The conformance kit passes games that are right, and finds every kind of flaw in games that are not.
#![allow(missing_docs)]
mod common;
use common::{tree, variable_trees};
use nullwindow::check::{Check, Flaw, Law, Note, Report, check};
use nullwindow::trees::{ExplicitTree, IncrementalTree, OrderedTree, UniformTree, VariableTree};
use nullwindow::{Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score};
use std::cell::Cell;
use std::fmt::Debug;

/// A row of coins: take the left or the right one; a multiple of three gives another turn to the one who is
/// not ahead. The richer player wins by the difference. With a fault, it breaks one law.
struct Coins {
    row: Vec<i32>,
    fault: Fault,
    /// Counts questions, for games that change their mind.
    asked: Cell<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    DuplicateMove,
    MovesAfterEnd,
    NoMoves,
    OverDisagrees,
    /// No fault.
    OverAsksMoves,
    EvaluationOutOfRange,
    FinalOutOfRange,
    MoverVaries,
    MovesVary,
    RanksVary,
    EvaluationVaries,
    KeyVaries,
    PlayVaries,
    KeyCoversHistory,
    KeyIgnoresScore,
    KeyIgnoresMover,
    KeyIgnoresRules,
    MoverConstant,
    EvaluationForFirst,
    EvaluationReversed,
    FinalForFirst,
    FinalReversed,
    EvaluationPartial,
    Endless,
}

const FAULTS: [Fault; 24] = [
    Fault::None,
    Fault::DuplicateMove,
    Fault::MovesAfterEnd,
    Fault::NoMoves,
    Fault::OverDisagrees,
    Fault::EvaluationOutOfRange,
    Fault::FinalOutOfRange,
    Fault::MoverVaries,
    Fault::MovesVary,
    Fault::RanksVary,
    Fault::EvaluationVaries,
    Fault::KeyVaries,
    Fault::PlayVaries,
    Fault::KeyCoversHistory,
    Fault::KeyIgnoresScore,
    Fault::KeyIgnoresMover,
    Fault::KeyIgnoresRules,
    Fault::MoverConstant,
    Fault::EvaluationForFirst,
    Fault::EvaluationReversed,
    Fault::FinalForFirst,
    Fault::FinalReversed,
    Fault::EvaluationPartial,
    Fault::Endless,
];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Take {
    Left,
    Right,
    /// Only with a fault: the left one too.
    AlsoLeft,
    /// Only with a fault.
    Pass,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    left: usize,
    right: usize,
    /// What the first player has more.
    lead: i32,
    mover: Player,
    last: Option<Take>,
}

/// The last move does not matter.
impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        (self.left, self.right, self.lead, self.mover) == (other.left, other.right, other.lead, other.mover)
    }
}

const PENCE: [i32; 14] = [2, 3, 1, 6, 4, 2, 5, 3, 1, 4, 2, 6, 1, 5];

impl Coins {
    fn new(fault: Fault) -> Coins {
        Coins { row: PENCE.to_vec(), fault, asked: Cell::new(0) }
    }

    fn root(&self) -> Row {
        Row { left: 0, right: self.row.len(), lead: 0, mover: Player::First, last: None }
    }

    /// Whether the fault shows here: after three moves.
    fn bad(&self, row: &Row, fault: Fault) -> bool {
        self.fault == fault && row.left + self.row.len() - row.right == 3
    }

    /// Whether a changing fault shows this time.
    fn fickle(&self, row: &Row, fault: Fault) -> bool {
        if !self.bad(row, fault) {
            return false;
        }
        self.asked.set(self.asked.get() + 1);
        self.asked.get().is_multiple_of(2)
    }

    fn lead(&self, row: &Row) -> Score {
        Score::new(row.lead).flip_if(row.mover == Player::Second)
    }

    fn final_score(&self, row: &Row) -> Score {
        match self.fault {
            Fault::FinalForFirst => Score::new(row.lead),
            Fault::FinalReversed => -self.lead(row),
            Fault::FinalOutOfRange => Score::new(i32::MIN),
            _ => self.lead(row),
        }
    }
}

impl Game for Coins {
    type Position = Row;
    type Move = Take;

    fn mover(&self, row: &Row) -> Player {
        if self.fickle(row, Fault::MoverVaries) { row.mover.other() } else { row.mover }
    }

    fn moves(&self, row: &Row, moves: &mut MoveBuf<Take>) -> Option<Score> {
        if self.bad(row, Fault::NoMoves) {
            return None;
        }
        if row.left < row.right {
            let swapped = self.fickle(row, Fault::MovesVary);
            let (one, two) = if swapped { (Take::Right, Take::Left) } else { (Take::Left, Take::Right) };
            moves.push_ranked(one, i32::from(self.fickle(row, Fault::RanksVary)));
            moves.push(two);
            let more = row.left >= 2 && row.last == Some(Take::Left) && self.fault == Fault::KeyIgnoresRules;
            if more {
                moves.push(Take::AlsoLeft);
            }
            if self.fault == Fault::Endless {
                moves.push(Take::Pass);
            }
            if self.bad(row, Fault::DuplicateMove) {
                moves.push(one);
            }
        }
        let over = moves.is_empty() || self.bad(row, Fault::MovesAfterEnd);
        over.then(|| self.final_score(row))
    }

    fn play(&self, row: &Row, take: Take) -> Row {
        let (coin, left, right) = match take {
            Take::Left | Take::AlsoLeft => (self.row[row.left], row.left + 1, row.right),
            Take::Right => (self.row[row.right - 1], row.left, row.right - 1),
            Take::Pass => (0, row.left, row.right),
        };
        let behind = self.lead(row) <= Score::ZERO && take != Take::Pass;
        let again = (coin % 3 == 0 && behind) || self.fault == Fault::MoverConstant;
        let coin = coin + i32::from(self.fickle(row, Fault::PlayVaries));
        let lead = row.lead + if row.mover == Player::First { coin } else { -coin };
        let mover = if again { row.mover } else { row.mover.other() };
        Row { left, right, lead, mover, last: Some(take) }
    }

    fn over(&self, row: &Row, scratch: &mut MoveBuf<Take>) -> Option<Score> {
        if self.fault == Fault::OverAsksMoves {
            return self.moves(row, scratch);
        }
        if self.bad(row, Fault::OverDisagrees) || self.bad(row, Fault::MovesAfterEnd) {
            return Some(self.final_score(row));
        }
        (row.left == row.right).then(|| self.final_score(row))
    }
}

impl Evaluator for Coins {
    fn evaluate(&self, row: &Row) -> Score {
        match self.fault {
            Fault::EvaluationForFirst => Score::new(row.lead),
            Fault::EvaluationReversed => -self.lead(row),
            _ if self.bad(row, Fault::EvaluationOutOfRange) => Score::new(i32::MAX),
            _ if self.bad(row, Fault::EvaluationPartial) && row.mover == Player::First => self.lead(row).offset(1),
            _ => self.lead(row).offset(i32::from(self.fickle(row, Fault::EvaluationVaries))),
        }
    }
}

impl Keyed for Coins {
    fn key(&self, row: &Row) -> u64 {
        let mover = if self.fault == Fault::KeyIgnoresMover { 0 } else { row.mover as u64 };
        let lead = if self.fault == Fault::KeyIgnoresScore { 0 } else { (row.lead + 500) as u64 };
        let last = if self.fault == Fault::KeyCoversHistory { row.last.map_or(0, |last| 1 + last as u64) } else { 0 };
        let twice = u64::from(self.fickle(row, Fault::KeyVaries));
        row.left as u64 | (row.right as u64) << 8 | mover << 16 | lead << 20 | last << 40 | twice << 50
    }
}

/// What is wrong with the coins with this fault.
fn flaw(fault: Fault) -> Flaw<Row, Take> {
    let coins = Coins::new(fault);
    *check(&coins, &coins.root()).expect_err(&format!("{fault:?} is not found"))
}

/// Asserts the law, a line of three moves, and that the story names them.
fn after_three_moves(fault: Fault, law: Law) {
    let flaw = flaw(fault);
    assert_eq!(flaw.law, law, "{fault:?}: {flaw}");
    assert_eq!(flaw.witness.line.len(), 3, "{fault:?}: {flaw}");
    let text = flaw.to_string();
    assert!(text.starts_with(law.words()), "{text}");
    assert!(text.contains("after 3 moves: ") && text.contains("Row {") && text.contains("seen: "), "{text}");
}

#[test]
fn coins_are_right() {
    let coins = Coins::new(Fault::None);
    let report = check(&coins, &coins.root()).unwrap_or_else(|flaw| panic!("{flaw}"));
    assert_eq!(report.notes, []);
    assert!(report.finished == 100 && report.longest == 14 && report.shared_keys > 100, "{report}");
    assert!(report.searches > 12 * 3 * 21, "{report}");
    let exchanged = |row: &Row| Row { lead: -row.lead, mover: row.mover.other(), ..*row };
    let report = Check::new(&coins).mirror(exchanged).fresh_key(|row| coins.key(row)).seed(5).run(&coins.root());
    assert!(report.is_ok(), "{report:?}");
}

#[test]
fn the_same_settings_find_the_same() {
    for fault in [Fault::EvaluationReversed, Fault::KeyIgnoresScore] {
        assert_eq!(flaw(fault), flaw(fault));
    }
    let coins = Coins::new(Fault::None);
    assert_eq!(check(&coins, &coins.root()), check(&coins, &coins.root()));
}

#[test]
fn lists_and_ends() {
    after_three_moves(Fault::DuplicateMove, Law::DuplicateMove);
    after_three_moves(Fault::MovesAfterEnd, Law::MovesAfterEnd);
    after_three_moves(Fault::NoMoves, Law::NoMoves);
    after_three_moves(Fault::OverDisagrees, Law::OverDisagrees);
}

#[test]
fn an_over_that_asks_for_the_moves_is_sound() {
    let coins = Coins { row: vec![2, 5, 1], ..Coins::new(Fault::OverAsksMoves) };
    check(&coins, &coins.root()).unwrap_or_else(|flaw| panic!("{flaw}"));
}

#[test]
fn scores_out_of_range() {
    after_three_moves(Fault::EvaluationOutOfRange, Law::ScoreOutOfRange);
    let coins = Coins { row: vec![2, 5], ..Coins::new(Fault::FinalOutOfRange) };
    let flaw = check(&coins, &coins.root()).unwrap_err();
    assert_eq!((flaw.law, flaw.witness.line.len()), (Law::ScoreOutOfRange, 2), "{flaw}");
    assert!(flaw.seen.contains("-inf"), "{flaw}");
}

#[test]
fn answers_that_change() {
    after_three_moves(Fault::MoverVaries, Law::MoverVaries);
    after_three_moves(Fault::MovesVary, Law::MovesVary);
    after_three_moves(Fault::RanksVary, Law::MovesVary);
    after_three_moves(Fault::EvaluationVaries, Law::EvaluationVaries);
    after_three_moves(Fault::KeyVaries, Law::KeyVaries);
    after_three_moves(Fault::PlayVaries, Law::PlayVaries);
}

#[test]
fn a_key_that_is_not_kept_up_to_date() {
    let coins = Coins::new(Fault::None);
    let fresh = |row: &Row| coins.key(row) ^ u64::from(row.left == 2 && row.right == 13);
    let flaw = Check::new(&coins).fresh_key(fresh).run(&coins.root()).unwrap_err();
    assert_eq!((flaw.law, flaw.witness.line.len()), (Law::KeyStale, 3), "{flaw}");
}

#[test]
fn keys_that_disagree_with_positions() {
    let cases = [
        (Fault::KeyCoversHistory, Law::KeySplit),
        (Fault::KeyIgnoresScore, Law::KeyShared),
        (Fault::KeyIgnoresMover, Law::KeyIgnoresMover),
        (Fault::KeyIgnoresRules, Law::KeyIgnoresRules),
    ];
    for (fault, law) in cases {
        let flaw = flaw(fault);
        assert_eq!(flaw.law, law, "{fault:?}: {flaw}");
        let other = flaw.other.as_ref().expect("two positions");
        assert!(flaw.witness.line.len() <= 4 && other.line.len() <= 4, "{fault:?}: {flaw}");
        assert!(flaw.to_string().contains("\n  and after"), "{flaw}");
    }
    let shared = flaw(Fault::KeyIgnoresScore);
    assert_eq!(shared.depth, Some(Depth::ZERO), "{shared}");
    assert_eq!((shared.witness.line.len(), shared.other.unwrap().line.len()), (2, 2));
}

#[test]
fn turns_and_signs() {
    let cases = [
        (Fault::MoverConstant, Law::MoverConstant),
        (Fault::EvaluationForFirst, Law::EvaluationSign),
        (Fault::EvaluationReversed, Law::SignsOpposed),
        (Fault::FinalForFirst, Law::FinalSign),
        (Fault::FinalReversed, Law::SignsOpposed),
    ];
    for (fault, law) in cases {
        let flaw = flaw(fault);
        assert_eq!(flaw.law, law, "{fault:?}: {flaw}");
        let short = if matches!(fault, Fault::MoverConstant | Fault::EvaluationForFirst) { 4 } else { 13 };
        assert!(flaw.witness.line.len() <= short, "{fault:?}: {flaw}");
        let coins = Coins::new(fault);
        let excused = Check::new(&coins).except(law).run(&coins.root());
        assert!(excused.is_ok(), "{fault:?}: {excused:?}");
    }
}

#[test]
fn a_game_that_is_not_the_same_for_both() {
    let coins = Coins::new(Fault::EvaluationPartial);
    assert!(check(&coins, &coins.root()).is_ok());
    let exchanged = |row: &Row| Row { lead: -row.lead, mover: row.mover.other(), ..*row };
    let flaw = Check::new(&coins).mirror(exchanged).run(&coins.root()).unwrap_err();
    assert_eq!((flaw.law, flaw.depth), (Law::Mirror, Some(Depth::plies(3))), "{flaw}");
    assert_eq!(flaw.witness.line.len(), 0, "{flaw}");
    let stand_still = Check::new(&coins).mirror(|row| *row).run(&coins.root()).unwrap_err();
    assert!(stand_still.law == Law::Mirror && stand_still.witness.line.is_empty(), "{stand_still}");
}

/// Searches see what a key hides even where the laws of keys are not looked at.
#[test]
fn searches_that_believe_a_wrong_key() {
    for fault in [Fault::KeyIgnoresScore, Fault::KeyIgnoresMover] {
        let coins = Coins::new(fault);
        let keys = || Check::new(&coins).except(Law::KeyShared).except(Law::KeyIgnoresMover);
        let flaw = keys().run(&coins.root()).expect_err("a wrong value");
        assert_eq!(flaw.law, Law::Value, "{flaw}");
        assert!(flaw.seen.contains("memory") && flaw.seen.contains("minimax"), "{flaw}");
        assert!(flaw.depth.is_some() && flaw.witness.line.len() <= 2, "{flaw}");
        let flaw = keys().except(Law::Value).run(&coins.root()).expect_err("a wrong move");
        assert_eq!(flaw.law, Law::Move, "{flaw}");
    }
}

#[test]
fn an_endless_game_is_no_flaw() {
    let coins = Coins::new(Fault::Endless);
    let report = Check::new(&coins).longest(20).depth(Depth::END).run(&coins.root()).unwrap();
    assert!(matches!(report.notes[..], [Note::Endless { plies: 20, playouts }] if playouts > 10), "{report}");
}

#[test]
fn what_was_not_tested_is_noted() {
    let coins = Coins { row: vec![1, 1, 1, 1, 1, 1], ..Coins::new(Fault::None) };
    let report = check(&coins, &coins.root()).unwrap();
    assert_eq!(report.notes, [Note::OneResult]);
    assert!(report.to_string().contains("note: every finished random game had the same result"), "{report}");
    let tree = tree("((1 2) (3 4))");
    assert_eq!(check(&tree, &tree.root()).unwrap().notes, [Note::FlatEvaluation]);
}

#[test]
fn a_long_line_is_made_short() {
    /// Counts up by one or by two; wrong at multiples of a large number.
    struct Counter;
    impl Game for Counter {
        type Position = (u32, Player);
        type Move = u32;
        fn mover(&self, position: &(u32, Player)) -> Player {
            position.1
        }
        fn moves(&self, &(count, _): &(u32, Player), moves: &mut MoveBuf<u32>) -> Option<Score> {
            if count >= 60 {
                return Some(Score::new(count as i32));
            }
            (1..=2).for_each(|step| moves.push(step));
            if count >= 40 {
                moves.push(1);
            }
            None
        }
        fn play(&self, &(count, mover): &(u32, Player), step: u32) -> (u32, Player) {
            (count + step, mover.other())
        }
    }
    impl Evaluator for Counter {}
    impl Keyed for Counter {
        fn key(&self, &(count, mover): &(u32, Player)) -> u64 {
            u64::from(count) << 1 | mover as u64
        }
    }
    let flaw = check(&Counter, &(0, Player::First)).unwrap_err();
    assert_eq!(flaw.law, Law::DuplicateMove);
    // Too deep to be found breadth-first: by leaving moves out, of the random game that came there first.
    assert!(flaw.witness.position.0 <= 41 && flaw.witness.line.len() < 30, "{flaw}");
}

/// Whatever is wrong, the searches that come last survive it.
#[test]
fn nothing_panics_where_no_law_holds() {
    for fault in FAULTS {
        for pence in [vec![], vec![3], vec![2, 5, 1], PENCE.to_vec()] {
            let coins = Coins { row: pence, ..Coins::new(fault) };
            let lawless = Law::ALL.into_iter().fold(Check::new(&coins), Check::except);
            let report = lawless.run(&coins.root()).unwrap();
            assert!(report.searches > 0, "{fault:?}: {report}");
        }
    }
}

fn passes<G: Evaluator + Keyed + Debug>(game: &G, root: &G::Position) -> Report
where
    G::Position: PartialEq + Debug,
{
    check(game, root).unwrap_or_else(|flaw| panic!("{game:?}: {flaw}"))
}

#[test]
fn the_papers_figures_pass() {
    for text in
        [ExplicitTree::PAPER_000_FIG_1, ExplicitTree::PAPER_001_FIG_3, "7", "(1 2)", "(+(+(1 2) -3) 7-(3 +(4 5)))"]
    {
        let tree = tree(text);
        let report = passes(&tree, &tree.root());
        assert!(report.searches > 0, "{text}: {report}");
    }
}

/// Evaluations of most of these are noise: nothing may be read into it.
#[test]
fn the_seeded_trees_pass() {
    for seed in 0..6 {
        for (width, depth) in [(2, 5), (3, 4), (2, 9), (5, 12), (1, 7)] {
            let tree = UniformTree::new(width, depth).unwrap().seed(seed);
            passes(&tree, &tree.root());
            let tree = tree.values(0..=1).unwrap();
            passes(&tree, &tree.root());
            let tree = OrderedTree::new(width, depth).unwrap().seed(seed);
            passes(&tree, &tree.root());
            let tree = IncrementalTree::new(width, depth).unwrap().seed(seed);
            passes(&tree, &tree.root());
        }
        let tree = VariableTree::new(1..=4, 14).unwrap().seed(seed).ends(0.05).unwrap().extra_turns(0.3).unwrap();
        passes(&tree, &tree.root());
    }
    for tree in variable_trees(100) {
        passes(&tree, &tree.root());
    }
}

/// Thousands of trees by the laws about signs, which could be broken by chance.
#[test]
fn noise_has_no_sign() {
    for seed in 0..1000 {
        let (width, depth) = [(2, 6), (3, 5), (2, 12), (4, 20)][usize::try_from(seed % 4).unwrap()];
        let tree = UniformTree::new(width, depth).unwrap().seed(seed).values(-9..=9).unwrap();
        passes_unsearched(&tree, &tree.root());
        let tree = IncrementalTree::new(width, depth).unwrap().seed(seed);
        passes_unsearched(&tree, &tree.root());
        let tree = VariableTree::new(1..=width, depth).unwrap().seed(seed).values(-1..=1).unwrap();
        let tree = tree.ends(0.1).unwrap().extra_turns(0.2).unwrap();
        passes_unsearched(&tree, &tree.root());
    }
}

fn passes_unsearched<G: Evaluator + Keyed + Debug>(game: &G, root: &G::Position)
where
    G::Position: Debug,
{
    let found = Check::new(game).positions(500).searched(0).run(root);
    assert!(found.is_ok(), "{game:?}: {found:?}");
}
