//! Exact values of long endgames and whole games, with one thread and with two.

use crate::common::{algorithm, engine, search, solve};
use nullwindow::memory::Table;
use nullwindow::{Depth, Player};
use nullwindow_engine::{Engine, Horizon, MemoryChoice, PositionText, SearchRequest, SolveRequest};
use nullwindow_games::Notation;
use nullwindow_games::chess::MATE;
use nullwindow_games::nim::{Heaps, Nim};
use nullwindow_games::othello::{FFO, Othello, Problem};
use std::sync::Arc;

/// Solves the position with one thread and with two.
fn check(engine: &dyn Engine, position: &PositionText, value: i32) {
    let [one, two] = [1, 2].map(|threads| {
        let table = Table::with_bytes(64 << 20).expect("memory for a table");
        let mut request = SolveRequest::new(algorithm("mtd-f"), Arc::new(table));
        (request.position, request.threads) = (position.clone(), threads);
        let answer = solve(engine, &request);
        assert!(answer.solved && answer.record.threads == threads, "{position:?}");
        (answer.record.value, answer.record.best)
    });
    assert_eq!(one.0, Some(value), "{position:?}");
    assert_eq!(two, one, "{position:?}");
}

/// Solves two of the problems; `nullwindow bench --group ffo`, in release mode, solves all from 40 to 49.
#[test]
fn ffo_40_and_43() {
    for line in [FFO[0], FFO[3]] {
        let problem = Problem::parse(line).expect("a problem");
        let score = problem.moves[0].1; // of 43 there is a second move that is as good
        check(&*engine("othello"), &Othello::new().format_position(&problem.board).as_str().into(), score);
    }
}

fn connect_four(positions: &[(&str, i32)]) {
    for &(moves, value) in positions {
        check(&*engine("connect4"), &moves.into(), value);
    }
}

#[test]
fn connect_four_in_the_opening() {
    connect_four(&OPENING);
}

#[test]
fn connect_four_in_the_middle() {
    connect_four(&MIDDLE);
}

#[test]
fn connect_four_near_the_end() {
    connect_four(&END);
}

/// All positions of up to three heaps of up to five things.
#[test]
fn nim_has_the_value_of_the_xor_rule() {
    let (engine, nim) = (engine("nim"), Nim::default());
    for number in 0..6 * 6 * 6 {
        let heaps = Heaps::new(&[number / 36, number / 6 % 6, number % 6], Player::Second).unwrap();
        let horizon = Horizon::Fixed(Depth::END);
        let mut request = SearchRequest::new(algorithm("mtd-f"), horizon, MemoryChoice::Everything);
        request.position = nim.format_position(&heaps).as_str().into();
        let value = search(&*engine, &request).records[0].value;
        assert_eq!(value, Some(nim.value_by_xor(&heaps).get()), "{}", nim.format_position(&heaps));
    }
}

#[test]
fn mates_have_their_distance() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, 1),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3, 3),
        ("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", 2, -2),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6", 1, 1),
        ("1. f3 e5 2. g4", 1, 1),
        ("8/8/8/8/8/1k6/7r/K7 b - - 0 1", 1, 1),
        ("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", 4, -2),
    ];
    let engine = engine("chess");
    for (text, depth, plies) in cases {
        let horizon = Horizon::Deepening { to: Depth::plies(depth), step: 1 };
        let mut request = SearchRequest::new(algorithm("mtd-f"), horizon, MemoryChoice::Entries(1 << 14));
        (request.position, request.exact_leaves) = (text.into(), false);
        let value = if plies > 0 { MATE - plies } else { -MATE - plies };
        assert_eq!(search(&*engine, &request).records.pop().unwrap().value, Some(value), "{text}");
    }
}

// Games of random moves. The values are those of NegaScout on the bare rules, without the game's knowledge and ranks.

/// After 11 to 14 stones.
const OPENING: [(&str, i32); 20] = [
    ("17613541751", -3),
    ("7262172413526", -2),
    ("31213522157", 3),
    ("4231764745753", -11),
    ("74617554521712", 1),
    ("231343251477", -5),
    ("7644111744525", 4),
    ("43272162545342", 10),
    ("22221337635", 2),
    ("36673247235", 1),
    ("252622377167", 3),
    ("1241756561642", -3),
    ("13345241543", 0),
    ("1572153657531", 4),
    ("22277227162377", -1),
    ("2613464752246", 2),
    ("73251761535615", 2),
    ("41317613364", -2),
    ("145135265551", 0),
    ("6137141161776", -4),
];

/// After 15 to 28 stones.
const MIDDLE: [(&str, i32); 20] = [
    ("15237735523751437", -3),
    ("736433325511764663", -3),
    ("35111266517557447424", -2),
    ("132461673132226", -3),
    ("5614417617647427136344721", -3),
    ("276525313455531", 5),
    ("7533575524711551632", 10),
    ("5177137423364526", 11),
    ("735325136132551633245641", 1),
    ("15476762624426627454476727", -4),
    ("6724451627543477665413534551", -5),
    ("166176527312566", 3),
    ("4663775573352346", 3),
    ("31333472276466224637", -3),
    ("4275651611733112234215", -8),
    ("265346723422566", 5),
    ("11127727527567142653", 1),
    ("776215722347774", -3),
    ("41271264641766446", 0),
    ("751267117624263417", -8),
];

/// After 29 to 38 stones.
const END: [(&str, i32); 20] = [
    ("63743121463773167167163716555", 3),
    ("31655623463236436467724155157", 0),
    ("12233546175524662474624476263", 2),
    ("5425357217411714335533432562412", 4),
    ("1716612254162241347173752664625", 2),
    ("14554544347457335227316577263", -1),
    ("66515276113212743441246547762156354", 0),
    ("6717276465775313764512246241655", 0),
    ("75436723564231216575131556676", 0),
    ("3671112736155475172235271462655", 0),
    ("2412642166114727157264614657455", 3),
    ("24622312652377661266574115743517", 0),
    ("52221522635337662655653133764", 1),
    ("215135142112415264574766723426", -3),
    ("4227511212676771237614427344641", -2),
    ("55527466421375572134315243244", 1),
    ("7275314111423332373622255157757", -2),
    ("43136673276532764317721431712", 5),
    ("276453475714517465441123173755", -2),
    ("4571657356177712431154154254374", 0),
];
