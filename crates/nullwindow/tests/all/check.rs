//! The conformance kit passes games that are right, and finds every kind of flaw in games that are not.

use crate::common::{tree, variable_trees};
use nullwindow::check::{Check, CheckReport, Flaw, Law, Note, check};
use nullwindow::trees::{ExplicitTree, IncrementalTree, OrderedTree, UniformTree, VariableTree};
use nullwindow::{Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

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
            Fault::FinalOutOfRange => Score::saturating(i32::MIN),
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
            _ if self.bad(row, Fault::EvaluationOutOfRange) => Score::saturating(i32::MAX),
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
    assert!(text.starts_with(law.description()), "{text}");
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
    assert_eq!((flaw.law, flaw.depth), (Law::Mirror, None), "{flaw}");
    assert!(flaw.witness.line.len() == 3 && flaw.seen.starts_with("evaluations "), "{flaw}");
    let stand_still = Check::new(&coins).mirror(|row| *row).run(&coins.root()).unwrap_err();
    assert!(stand_still.law == Law::Mirror && stand_still.witness.line.is_empty(), "{stand_still}");
}

/// Exchanges the players where the rules look at who is to move, and not where pieces are.
#[test]
fn a_game_that_goes_on_otherwise_for_one_player() {
    /// Counts down from ten by one, and where the second player is to move by two.
    struct Down;
    impl Game for Down {
        type Position = (i32, Player);
        type Move = ();
        fn mover(&self, position: &(i32, Player)) -> Player {
            position.1
        }
        fn moves(&self, &(left, _): &(i32, Player), moves: &mut MoveBuf<()>) -> Option<Score> {
            if left <= 0 {
                return Some(Score::new(left - 1));
            }
            moves.push(());
            None
        }
        fn play(&self, &(left, mover): &(i32, Player), (): ()) -> (i32, Player) {
            (left - if mover == Player::First { 1 } else { 2 }, mover.other())
        }
    }
    impl Evaluator for Down {}
    impl Keyed for Down {
        fn key(&self, &(left, mover): &(i32, Player)) -> u64 {
            (left + 9) as u64 * 2 + mover as u64
        }
    }
    let exchanged = |&(left, mover): &(i32, Player)| (left, mover.other());
    let flaw = Check::new(&Down).mirror(exchanged).run(&(10, Player::First)).unwrap_err();
    assert_eq!(flaw.law, Law::Mirror, "{flaw}");
    assert!(flaw.depth.is_some() && flaw.seen.contains("the values"), "{flaw}");
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

fn passes<G: Evaluator + Keyed + Debug>(game: &G, root: &G::Position) -> CheckReport
where
    G::Position: PartialEq + Debug,
{
    check(game, root).unwrap_or_else(|flaw| panic!("{game:?}: {flaw}"))
}

#[test]
fn the_papers_figures_pass() {
    for text in [ExplicitTree::DBP96_FIG_1, ExplicitTree::PSPB96_FIG_3, "7", "(1 2)", "(+(+(1 2) -3) 7-(3 +(4 5)))"] {
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
            let tree = UniformTree::new(width, depth).unwrap().with_seed(seed);
            passes(&tree, &tree.root());
            let tree = tree.with_values(0..=1).unwrap();
            passes(&tree, &tree.root());
            let tree = OrderedTree::new(width, depth).unwrap().with_seed(seed);
            passes(&tree, &tree.root());
            let tree = IncrementalTree::new(width, depth).unwrap().with_seed(seed);
            passes(&tree, &tree.root());
        }
        let tree = VariableTree::new(1..=4, 14)
            .unwrap()
            .with_seed(seed)
            .with_ends(0.05)
            .unwrap()
            .with_extra_turns(0.3)
            .unwrap();
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
        let tree = UniformTree::new(width, depth).unwrap().with_seed(seed).with_values(-9..=9).unwrap();
        passes_unsearched(&tree, &tree.root());
        let tree = IncrementalTree::new(width, depth).unwrap().with_seed(seed);
        passes_unsearched(&tree, &tree.root());
        let tree = VariableTree::new(1..=width, depth).unwrap().with_seed(seed).with_values(-1..=1).unwrap();
        let tree = tree.with_ends(0.1).unwrap().with_extra_turns(0.2).unwrap();
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

/// From whose side scores are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Mover,
    Opponent,
    Of(Player),
}

impl Side {
    fn see(self, score: Score, mover: Player) -> Score {
        match self {
            Side::Mover => score,
            Side::Opponent => -score,
            Side::Of(player) => score.flip_if(mover != player),
        }
    }
}

/// A sound game with scores from another side.
struct Seen<'g, G> {
    game: &'g G,
    evaluation: Side,
    result: Side,
}

impl<G: Game> Game for Seen<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn mover(&self, position: &G::Position) -> Player {
        self.game.mover(position)
    }

    fn moves(&self, position: &G::Position, moves: &mut MoveBuf<G::Move>) -> Option<Score> {
        self.game.moves(position, moves).map(|score| self.result.see(score, self.game.mover(position)))
    }

    fn play(&self, position: &G::Position, play: G::Move) -> G::Position {
        self.game.play(position, play)
    }
}

impl<G: Evaluator> Evaluator for Seen<'_, G> {
    fn evaluate(&self, position: &G::Position) -> Score {
        self.evaluation.see(self.game.evaluate(position), self.game.mover(position))
    }
}

impl<G: Keyed> Keyed for Seen<'_, G> {
    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position)
    }
}

/// How a sound evaluation sees a position.
#[derive(Clone, Copy, Debug)]
enum Eye {
    Lead,
    /// A bonus for the mover.
    Tempo(i32),
    /// A bonus for the mover that shrinks with every move.
    Phase(i32),
    /// A bonus for the mover that rises with what there is to gain.
    Hot(i32),
    /// What there is to gain, for whoever is to move.
    OnlyHot,
    /// An error of at most so much.
    Rough(i32),
}

const EYES: [Eye; 8] =
    [Eye::Lead, Eye::Tempo(2), Eye::Tempo(20), Eye::Phase(1), Eye::Hot(1), Eye::Hot(5), Eye::OnlyHot, Eye::Rough(3)];

impl Eye {
    /// The mover's lead, what there is to gain, how many moves are left at most.
    fn see(self, lead: i32, hot: i32, left: i32, key: u64) -> Score {
        Score::new(match self {
            Eye::Lead => lead,
            Eye::Tempo(bonus) => lead + bonus,
            Eye::Phase(bonus) => lead + bonus * left,
            Eye::Hot(bonus) => lead + bonus * hot,
            Eye::OnlyHot => hot - 2,
            Eye::Rough(most) => lead + below(key, 2 * most + 1) - most,
        })
    }
}

/// A random number below `end`.
fn below(mut seed: u64, end: i32) -> i32 {
    seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    i32::try_from((seed ^ (seed >> 31)) % end as u64).unwrap()
}

/// Dots and Boxes: who draws the fourth side of a box has it and moves again.
#[derive(Debug)]
struct Boxes {
    wide: u32,
    high: u32,
    eye: Eye,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dots {
    edges: u64,
    /// What the first player has more.
    lead: i32,
    mover: Player,
}

impl Dots {
    fn exchanged(&self) -> Dots {
        Dots { lead: -self.lead, mover: self.mover.other(), ..*self }
    }
}

impl Boxes {
    const ROOT: Dots = Dots { edges: 0, lead: 0, mover: Player::First };

    fn edges(&self) -> u32 {
        self.wide * (self.high + 1) + self.high * (self.wide + 1)
    }

    /// How many boxes have so many sides.
    fn boxes(&self, edges: u64, sides: u32) -> i32 {
        let upright = self.wide * (self.high + 1);
        let drawn = |place: u32| {
            let (x, y) = (place % self.wide, place / self.wide);
            let left = upright + y * (self.wide + 1) + x;
            let around = 1 << place | 1 << (place + self.wide) | 1 << left | 1 << (left + 1);
            (edges & around).count_ones()
        };
        (0..self.wide * self.high).map(|place| i32::from(drawn(place) == sides)).sum()
    }
}

impl Game for Boxes {
    type Position = Dots;
    type Move = u32;

    fn mover(&self, dots: &Dots) -> Player {
        dots.mover
    }

    fn moves(&self, dots: &Dots, moves: &mut MoveBuf<u32>) -> Option<Score> {
        (0..self.edges()).filter(|edge| dots.edges >> edge & 1 == 0).for_each(|edge| moves.push(edge));
        moves.is_empty().then(|| Score::new(dots.lead).flip_if(dots.mover == Player::Second))
    }

    fn play(&self, dots: &Dots, edge: u32) -> Dots {
        let edges = dots.edges | 1 << edge;
        let got = self.boxes(edges, 4) - self.boxes(dots.edges, 4);
        let lead = dots.lead + if dots.mover == Player::First { got } else { -got };
        Dots { edges, lead, mover: if got > 0 { dots.mover } else { dots.mover.other() } }
    }
}

impl Evaluator for Boxes {
    fn evaluate(&self, dots: &Dots) -> Score {
        let lead = if dots.mover == Player::First { dots.lead } else { -dots.lead };
        let left = self.edges() - dots.edges.count_ones();
        self.eye.see(lead, self.boxes(dots.edges, 3), left as i32, self.key(dots))
    }
}

impl Keyed for Boxes {
    fn key(&self, dots: &Dots) -> u64 {
        dots.edges | ((dots.lead + 50) as u64) << 48 | (dots.mover as u64) << 60
    }
}

/// Stones fall into columns; so many in a row win. Whoever is to move at the end has lost, or nobody has.
#[derive(Debug)]
struct Stones {
    wide: i32,
    high: i32,
    rows: Vec<u64>,
    row: u32,
    eye: Eye,
}

impl Stones {
    /// The stones of the first and of the second player, and who is to move.
    const ROOT: ([u64; 2], Player) = ([0, 0], Player::First);

    fn new(wide: i32, high: i32, row: u32, eye: Eye) -> Stones {
        let mut rows = Vec::new();
        for (x, y) in (0..high).flat_map(|y| (0..wide).map(move |x| (x, y))) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cell = |i: i32| (x + dx * i, y + dy * i);
                let (last_x, last_y) = cell(row as i32 - 1);
                if last_x < wide && (0..high).contains(&last_y) {
                    rows.push((0..row as i32).map(cell).fold(0, |all, (x, y)| all | 1 << (y * wide + x)));
                }
            }
        }
        Stones { wide, high, rows, row, eye }
    }
}

impl Game for Stones {
    type Position = ([u64; 2], Player);
    type Move = i32;

    fn mover(&self, &(_, mover): &([u64; 2], Player)) -> Player {
        mover
    }

    fn moves(&self, &(stones, mover): &([u64; 2], Player), moves: &mut MoveBuf<i32>) -> Option<Score> {
        let other = stones[mover.other() as usize];
        if self.rows.iter().any(|row| other & row == *row) {
            return Some(Score::new(-1000));
        }
        let taken = |cell: i32| cell < 0 || (stones[0] | stones[1]) >> cell & 1 == 1;
        (0..self.wide * self.high).filter(|&c| !taken(c) && taken(c - self.wide)).for_each(|c| moves.push(c));
        moves.is_empty().then_some(Score::ZERO)
    }

    fn play(&self, &(mut stones, mover): &([u64; 2], Player), cell: i32) -> ([u64; 2], Player) {
        stones[mover as usize] |= 1 << cell;
        (stones, mover.other())
    }
}

impl Evaluator for Stones {
    fn evaluate(&self, position: &([u64; 2], Player)) -> Score {
        let (mine, other) = (position.0[position.1 as usize], position.0[position.1.other() as usize]);
        let (mut lead, mut hot) = (0, 0);
        for row in &self.rows {
            let (mine, other) = ((mine & row).count_ones(), (other & row).count_ones());
            if mine.min(other) == 0 {
                lead += (mine * mine) as i32 - (other * other) as i32;
                hot += i32::from(mine.max(other) == self.row - 1);
            }
        }
        self.eye.see(lead, hot, self.wide * self.high - (mine | other).count_ones() as i32, self.key(position))
    }
}

impl Keyed for Stones {
    fn key(&self, &([first, second], mover): &([u64; 2], Player)) -> u64 {
        first | second << 30 | (mover as u64) << 62
    }
}

/// What the laws about signs say, and no more is asked.
fn verdict<G: Evaluator + Keyed>(game: &G, root: &G::Position, seed: u64) -> Result<CheckReport, String>
where
    G::Position: Debug,
{
    Check::new(game).seed(seed).nodes(1).searched(0).run(root).map_err(|flaw| format!("{:?}", flaw.law))
}

const BOARDS: [(u32, u32); 4] = [(1, 3), (2, 2), (2, 3), (3, 3)];

#[test]
fn all_scores_from_one_side() {
    for player in [Player::First, Player::Second] {
        let side = Side::Of(player);
        for seed in 0..3 {
            for (wide, high) in BOARDS {
                let boxes = Boxes { wide, high, eye: Eye::Lead };
                let seen = Seen { game: &boxes, evaluation: side, result: side };
                let kit = Check::new(&seen).same(|a, b| a == b).seed(seed);
                let flaw = kit.run(&Boxes::ROOT).expect_err("scores from one side");
                assert_eq!(flaw.law, Law::ScoresFromOneSide, "{wide}x{high}, seed {seed}: {flaw}");
                assert!(flaw.to_string().contains("give -x when the second player moves"), "{flaw}");
            }
            for (wide, high, row) in [(4, 4, 4), (5, 4, 4), (5, 5, 4)] {
                let stones = Stones::new(wide, high, row, Eye::Lead);
                let seen = Seen { game: &stones, evaluation: side, result: side };
                let found = verdict(&seen, &Stones::ROOT, seed);
                assert_eq!(found, Err("ScoresFromOneSide".into()), "{wide}x{high}, seed {seed}");
            }
            let coins = Coins::new(Fault::None);
            let seen = Seen { game: &coins, evaluation: side, result: side };
            assert_eq!(verdict(&seen, &coins.root(), seed), Err("ScoresFromOneSide".into()), "coins, seed {seed}");
            let tree = IncrementalTree::new(3, 7).unwrap().with_seed(seed);
            let seen = Seen { game: &tree, evaluation: side, result: side };
            assert_eq!(verdict(&seen, &tree.root(), seed), Err("ScoresFromOneSide".into()), "{tree:?}");
        }
    }
}

/// Every mistake on every board by several seeds: the law, or one that names no culprit.
#[test]
fn the_culprit_is_named() {
    let (one, two) = (Side::Of(Player::First), Side::Of(Player::Second));
    let cases = [
        (one, Side::Mover, Law::EvaluationSign),
        (two, Side::Mover, Law::EvaluationSign),
        (Side::Mover, one, Law::FinalSign),
        (Side::Mover, two, Law::FinalSign),
        (Side::Opponent, Side::Mover, Law::SignsOpposed),
        (Side::Mover, Side::Opponent, Law::SignsOpposed),
    ];
    for (evaluation, result, law) in cases {
        for (wide, high) in BOARDS {
            let boxes = Boxes { wide, high, eye: Eye::Lead };
            let seen = Seen { game: &boxes, evaluation, result };
            for seed in 0..3 {
                let kit = Check::new(&seen).same(|a, b| a == b).seed(seed).nodes(500);
                let flaw = kit.run(&Boxes::ROOT).expect_err("a sign");
                assert_eq!(flaw.law, law, "{evaluation:?} {result:?} {wide}x{high}, seed {seed}: {flaw}");
            }
        }
    }
    // Where all games end with the second player to move, one may as well call all evaluations wrong.
    let coins = Coins { row: vec![2, 5, 1, 4, 8, 2, 7, 1, 5], ..Coins::new(Fault::None) };
    let flaw = check(&Seen { game: &coins, evaluation: Side::Mover, result: one }, &coins.root()).unwrap_err();
    assert_eq!(flaw.law, Law::SignsOpposed, "{flaw}");
    assert!(flaw.to_string().starts_with("evaluations and final scores disagree"), "{flaw}");
}

/// With the players exchanged, one finished position is enough.
#[test]
fn the_mirror_has_an_exact_witness() {
    fn mirrored<'a, G: Evaluator + Keyed + Game<Position = Dots>>(game: &'a G) -> Check<'a, G> {
        Check::new(game).same(|a, b| a == b).mirror(Dots::exchanged).nodes(500).searched(2)
    }
    for (wide, high) in [(1, 1), (1, 2), (2, 2), (3, 3)] {
        let boxes = Boxes { wide, high, eye: Eye::Lead };
        mirrored(&boxes).run(&Boxes::ROOT).unwrap_or_else(|flaw| panic!("{flaw}"));
        for side in [Side::Of(Player::First), Side::Of(Player::Second)] {
            let seen = Seen { game: &boxes, evaluation: Side::Mover, result: side };
            let flaw = mirrored(&seen).run(&Boxes::ROOT).unwrap_err();
            assert_eq!((flaw.law, flaw.witness.line.len()), (Law::Mirror, boxes.edges() as usize), "{flaw}");
            assert!(flaw.seen.starts_with("final scores "), "{flaw}");
            let seen = Seen { game: &boxes, evaluation: side, result: side };
            let flaw = mirrored(&seen).run(&Boxes::ROOT).unwrap_err();
            assert_eq!(flaw.law, Law::Mirror, "{flaw}");
        }
    }
}

#[test]
fn signs_that_could_not_be_tested_are_noted() {
    let tree = UniformTree::new(3, 6).unwrap();
    let report = check(&tree, &tree.root()).unwrap();
    assert_eq!(report.notes, [Note::SignsUntested]);
    assert!(report.to_string().contains("was not tested (Check::mirror tests it)"), "{report}");
    let small = Boxes { wide: 1, high: 1, eye: Eye::Lead };
    let report = check(&small, &Boxes::ROOT).unwrap();
    assert_eq!(report.notes, [Note::OneResult, Note::FlatEvaluation]);
    // One random game says too little about this evaluation; exact results say enough.
    let boxes = Boxes { wide: 2, high: 2, eye: Eye::Hot(5) };
    assert_eq!(check(&boxes, &Boxes::ROOT).unwrap().notes, []);
    assert_eq!(Check::new(&boxes).mirror(Dots::exchanged).run(&Boxes::ROOT).unwrap().notes, []);
}

/// A thousand sound games, with evaluations that favour the mover among them, and none is called wrong.
#[test]
fn no_false_alarm() {
    let mut untested: BTreeMap<String, usize> = BTreeMap::new();
    let mut sound = |name: String, found: Result<CheckReport, String>| {
        let report = found.unwrap_or_else(|law| panic!("{name}: {law}"));
        *untested.entry(name).or_default() += usize::from(!report.notes.is_empty());
    };
    for eye in EYES {
        for seed in 0..10 {
            for (wide, high) in BOARDS {
                let boxes = Boxes { wide, high, eye };
                sound(format!("{boxes:?}"), verdict(&boxes, &Boxes::ROOT, seed));
            }
            for (wide, high, row) in [(3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 5, 4)] {
                let stones = Stones::new(wide, high, row, eye);
                sound(format!("{wide}x{high} {eye:?}"), verdict(&stones, &Stones::ROOT, seed));
            }
        }
    }
    for (seed, width) in (0..300).zip((2..=4).cycle()) {
        let length = 4 + seed % 17;
        let row = (0..length).map(|i| 1 + below(seed << 8 | i, 9)).collect();
        let coins = Coins { row, ..Coins::new(Fault::None) };
        sound("coins".into(), verdict(&coins, &coins.root(), seed));
        let tree = OrderedTree::new(width, 7).unwrap().with_seed(seed);
        sound("ordered".into(), verdict(&tree, &tree.root(), seed));
    }
    // With the plain evaluation, most are known to be right.
    let plain = format!("{:?}", Boxes { wide: 2, high: 2, eye: Eye::Lead });
    assert!(untested[&plain] <= 3, "{untested:?}");
}

/// A check that is asked to stop ends without a verdict on what it has not looked at.
#[test]
fn a_check_stops_when_its_flag_is_set() {
    let tree = UniformTree::new(4, 9).unwrap();
    let flag = AtomicBool::new(true);
    let report = Check::new(&tree).stop(&flag).run(&tree.root()).unwrap();
    assert!(report.stopped && report.searches == 0 && report.playouts == 0, "{report}");
    assert!(!Check::new(&tree).run(&tree.root()).unwrap().stopped);
}
