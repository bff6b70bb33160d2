//! Exact values of long endgames and whole games, with one thread and with two.
//!
//! In release mode, `cargo test --release -p nullwindow-games --test all exact::`, it takes about half a minute.

use nullwindow::memory::{AnyMemory, Table};
use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Depth, Order, Outcome, Request, Score, Search};
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::othello::{FFO, Othello, Problem};
use nullwindow_games::{Notation, Playable};
use std::sync::Arc;

/// Searches to the end of the game, after iterations of so many plies.
fn solve<G>(game: &G, order: Order, root: &G::Position, plies: u32, threads: usize) -> Outcome<G::Move>
where
    G: Playable,
{
    let table = Table::with_bytes(64 << 20).expect("memory for a table");
    let algorithm = AnyAlgorithm::MtdF(MtdF::new());
    Search::new(game).with_memory(AnyMemory::table(Arc::new(table))).with_order(order).threads(threads, |search| {
        let deepened = search.deepen(&algorithm, root, Depth::plies(plies));
        let request = Request::to(Depth::END).with_guess(deepened.estimate());
        search.run(&algorithm, root, request.with_plies_left(game.plies_left(root)))
    })
}

/// Solves two of the problems; `nullwindow bench --group ffo`, in release mode, solves all from 40 to 49.
#[test]
fn ffo_40_and_43() {
    for line in [FFO[0], FFO[3]] {
        let problem = Problem::parse(line).expect("a problem");
        let score = problem.moves[0].1; // of 43 there is a second move that is as good
        let [one, two] = [1, 2].map(|threads| solve(&Othello::new(), Othello::SOLVING, &problem.board, 11, threads));
        assert_eq!(one.value().map(Score::get), Some(score), "{line}");
        assert_eq!((two.value(), two.best), (one.value(), one.best), "{line}");
    }
}

fn connect_four(positions: &[(&str, i32)]) {
    let game = ConnectFour::standard();
    for (moves, value) in positions {
        let board = game.parse_position(moves).expect("a position");
        let [one, two] = [1, 2].map(|threads| solve(&game, Order::BEST, &board, 8, threads));
        assert_eq!(one.value().map(Score::get), Some(*value), "{moves}");
        assert_eq!((two.value(), two.best), (one.value(), one.best), "{moves}");
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
