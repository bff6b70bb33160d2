//! Selective search: rules change the value by their definition, and nothing else changes it.

use crate::common::any_table;
use nullwindow::depth_first::{Mt, NegaScout, WindowSearch};
use nullwindow::memory::{AnyMemory, ProbeResult, Table};
use nullwindow::observe::{Exit, LeafKind, Leaves, Observer, Visit};
use nullwindow::selective::{MoveRules, NodeRules, RuledNode, SelectiveTree};
use nullwindow::{
    AnyAlgorithm, Bounds, Deepening, Depth, Evaluator, Game, Keyed, MoveBuf, Order, Player, Presearch, Request, Score,
    Search, Window,
};

/// A game whose moves, scores and rules are all pseudo-random functions of the position.
#[derive(Clone, Copy, Debug)]
struct Thicket {
    seed: u64,
    /// The number of different positions per ply: few make a graph with many transpositions.
    width: u64,
    /// True if finished games are wins with a distance.
    wins: bool,
    /// One bit per kind of rule.
    rules: u32,
    /// True if keys omit the null move, which is wrong.
    forgets: bool,
}

const FLOOR: u32 = 1;
const CEILING: u32 = 2;
const PASS: u32 = 4;
const NEAR: u32 = 8;
const CAP: u32 = 16;
const REDUCE: u32 = 32;
const EXTEND: u32 = 64;
const ALL: u32 = 127;

/// The smallest score of a win.
const WIN: i32 = 100;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    name: u64,
    mover: Player,
    passed: bool,
}

fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

impl Thicket {
    fn root(&self) -> Spot {
        Spot { name: mix(self.seed, 1) % self.width, mover: Player::First, passed: false }
    }

    /// A number below `below` that belongs to a position and a purpose.
    fn dice(&self, spot: &Spot, purpose: u64, below: u64) -> u64 {
        let spot = mix(spot.name, u64::from(spot.passed) * 2 + u64::from(spot.mover == Player::First));
        mix(mix(self.seed, purpose), spot) % below
    }

    fn small(&self, spot: &Spot, purpose: u64) -> i32 {
        i32::try_from(self.dice(spot, purpose, 21)).unwrap() - 10
    }

    fn has(&self, rule: u32, spot: &Spot, depth: Depth, of: u64) -> bool {
        self.rules & rule != 0 && self.dice(spot, 100 + u64::from(rule) + 1000 * plies(depth), of) == 0
    }

    /// The sides of a value that the rule NEAR bounds: below and above.
    fn near_sides(&self, spot: &Spot) -> (bool, bool) {
        let dice = self.dice(spot, 9, 4);
        (dice != 0, dice != 1)
    }

    /// A move to such a position keeps the depth, unless it comes from one.
    fn is_forcing(&self, spot: &Spot) -> bool {
        self.dice(spot, 7, 4) == 0
    }
}

fn plies(depth: Depth) -> u64 {
    depth.get().unwrap().into()
}

impl Game for Thicket {
    type Position = Spot;
    type Move = u16;

    fn mover(&self, spot: &Spot) -> Player {
        spot.mover
    }

    fn moves(&self, spot: &Spot, moves: &mut MoveBuf<u16>) -> Option<Score> {
        if self.dice(spot, 2, 9) == 0 {
            let score = self.small(spot, 3);
            return Some(Score::new(if self.wins && score != 0 { score.signum() * (WIN + 40) } else { score }));
        }
        for play in 0..u16::try_from(1 + self.dice(spot, 4, 4)).unwrap() {
            // Few different ranks, so that ties occur.
            moves.push_ranked(play, i32::try_from(self.dice(spot, 50 + u64::from(play), 3)).unwrap());
        }
        None
    }

    fn play(&self, spot: &Spot, play: u16) -> Spot {
        // The width is per ply in the sense that names differ by their path; a player may move twice in a row.
        let name = mix(mix(self.seed, 5), mix(spot.name, u64::from(play))) % self.width;
        let again = self.dice(spot, 60 + u64::from(play), 6) == 0;
        Spot { name, mover: if again { spot.mover } else { spot.mover.other() }, passed: false }
    }

    fn win_threshold(&self) -> Score {
        if self.wins { Score::new(WIN) } else { Score::INFINITY }
    }
}

impl Keyed for Thicket {
    fn key(&self, spot: &Spot) -> u64 {
        let passed = spot.passed && !self.forgets;
        mix(spot.name, u64::from(passed) * 2 + u64::from(spot.mover == Player::First))
    }
}

impl Evaluator for Thicket {
    fn evaluate(&self, spot: &Spot) -> Score {
        Score::new(self.small(spot, 6))
    }

    fn is_selective(&self) -> bool {
        self.rules != 0
    }

    fn node_rules(&self, spot: &Spot, depth: Depth) -> NodeRules {
        let evaluation = self.evaluate(spot);
        let mut rules = NodeRules::none().with_evaluation(evaluation);
        if self.has(FLOOR, spot, depth, 3) {
            rules = rules.at_least(evaluation.offset(-3));
        }
        if self.has(CEILING, spot, depth, 4) {
            rules = rules.at_most(evaluation.offset(4));
        }
        if self.has(PASS, spot, depth, 2) && !spot.passed {
            rules = rules.or_pass(depth.less(3), evaluation);
        }
        if self.has(NEAR, spot, depth, 3) && depth > Depth::plies(1) {
            rules = match self.near_sides(spot) {
                (true, true) => rules.near(depth.less(2), 2, 3),
                (true, false) => rules.not_far_below(depth.less(2), 2),
                _ => rules.not_far_above(depth.less(2), 3),
            };
        }
        if self.rules & (CAP | REDUCE | EXTEND) != 0 && self.dice(spot, 8, 5) > 0 {
            rules = if self.dice(spot, 8, 5) == 1 { rules.with_move_rules() } else { rules.with_placed_moves() };
        }
        rules
    }

    fn move_rules(&self, node: &RuledNode<'_, Spot>, play: u16, place: u16, next: &Spot) -> MoveRules {
        let keeps = self.rules & EXTEND != 0 && self.is_forcing(next) && !self.is_forcing(node.position);
        let depth = if keeps { node.depth } else { node.depth.child() };
        let mut rules = MoveRules::to(depth);
        if self.has(REDUCE, next, node.depth, 2) && place > 0 {
            rules = rules.reduced_to(depth.less(1 + u32::from(place > 2)));
        }
        if self.has(CAP, next, node.depth, 2) && play.is_multiple_of(2) {
            rules = rules.capped(node.rules.evaluation().offset(2));
        }
        rules
    }

    fn pass(&self, spot: &Spot) -> Spot {
        Spot { name: mix(spot.name, 77) % self.width, mover: spot.mover.other(), passed: true }
    }
}

/// Wins are worth one point less one ply earlier.
fn earlier(game: &Thicket, score: Score) -> Score {
    let win = game.win_threshold();
    if score >= win {
        score.pred().max(win)
    } else if score <= -win {
        score.succ().min(-win)
    } else {
        score
    }
}

/// The definition, term by term.
fn value(game: &Thicket, spot: &Spot, depth: Depth, is_root: bool) -> Score {
    let mut moves = MoveBuf::new();
    if let Some(score) = game.moves(spot, &mut moves) {
        return score;
    }
    if depth.is_horizon() {
        return game.evaluate(spot);
    }
    let has_rules = game.is_selective() && !is_root;
    let rules = if has_rules { game.node_rules(spot, depth) } else { NodeRules::none() };
    let after =
        |next: &Spot, depth: Depth| earlier(game, value(game, next, depth, false)).flip_if(next.mover != spot.mover);
    let mut list: Vec<(i64, u16)> = moves.iter().map(|play| (-i64::from(rank(game, spot, play)), play)).collect();
    list.sort();
    let moves = (0..).zip(list).map(|(place, (_, play))| {
        let next = game.play(spot, play);
        let place = if game.dice(spot, 8, 5) == 1 { 0 } else { place };
        if !has_rules || game.dice(spot, 8, 5) == 0 || game.rules & (CAP | REDUCE | EXTEND) == 0 {
            return after(&next, depth.child());
        }
        let keeps = game.rules & EXTEND != 0 && game.is_forcing(&next) && !game.is_forcing(spot);
        let to = if keeps { depth } else { depth.child() };
        let mut worth = after(&next, to);
        if game.has(REDUCE, &next, depth, 2) && place > 0 {
            worth = worth.min(after(&next, to.less(1 + u32::from(place > 2))));
        }
        if game.has(CAP, &next, depth, 2) && play.is_multiple_of(2) {
            worth = worth.min(rules.evaluation().offset(2));
        }
        worth
    });
    let mut best = moves.max().unwrap();
    if !has_rules {
        return best;
    }
    let evaluation = game.evaluate(spot);
    let shallow =
        (game.has(NEAR, spot, depth, 3) && depth > Depth::plies(1)).then(|| value(game, spot, depth.less(2), false));
    let shift =
        |score: Score, by: i32| if score.get().abs() >= game.win_threshold().get() { score } else { score.offset(by) };
    if game.has(CEILING, spot, depth, 4) {
        best = best.min(evaluation.offset(4));
    }
    if let Some(shallow) = shallow {
        let (below, above) = game.near_sides(spot);
        best = if above { best.min(shift(shallow, 3)) } else { best };
        best = if below { best.max(shift(shallow, -2)) } else { best };
    }
    if game.has(FLOOR, spot, depth, 3) {
        best = best.max(evaluation.offset(-3));
    }
    if game.has(PASS, spot, depth, 2) && !spot.passed {
        let passed = after(&game.pass(spot), depth.less(3));
        if passed > -game.win_threshold() {
            best = best.max(passed.min(evaluation));
        }
    }
    best
}

fn rank(game: &Thicket, spot: &Spot, play: u16) -> i32 {
    i32::try_from(game.dice(spot, 50 + u64::from(play), 3)).unwrap()
}

/// Games of all kinds, each with one set of rules: every rule alone, pairs, and all of them.
fn thickets(count: u64) -> impl Iterator<Item = Thicket> {
    let sets =
        [FLOOR, CEILING, PASS, NEAR, CAP, REDUCE, EXTEND, CAP | REDUCE, PASS | NEAR, FLOOR | CEILING | NEAR, ALL];
    (0..count).map(move |seed| Thicket {
        seed,
        width: if seed.is_multiple_of(3) { 40 } else { u64::MAX },
        wins: seed.is_multiple_of(2),
        rules: if seed.is_multiple_of(2) { ALL } else { sets[usize::try_from(seed / 2).unwrap() % sets.len()] },
        forgets: false,
    })
}

/// The algorithms with a depth-first loop.
const DEPTH_FIRST: [&str; 13] = [
    "alphabeta",
    "tt-alphabeta",
    "negascout",
    "aspiration",
    "aspiration(2)",
    "mtd+inf",
    "mtd-inf",
    "mtd-f",
    "mtd-bi",
    "mtd-step",
    "mtd-step-up",
    "mtd-gallop",
    "mtd-best",
];

const ORDERS: [Order; 4] = [
    Order::GENERATED,
    Order::ALL.with_transpositions(true),
    Order::BEST,
    Order::BEST.with_presearch(Presearch::ByScore),
];

fn memories() -> [AnyMemory; 4] {
    let table = |entries| any_table(Table::with_entries(entries).unwrap());
    [AnyMemory::none(), AnyMemory::exact(), table(16), table(1 << 12)]
}

#[test]
fn every_algorithm_finds_the_value_of_the_definition() {
    let mut unlike_full_width = 0;
    for game in thickets(600) {
        let root = game.root();
        for plies in 1..=5 {
            let depth = Depth::plies(plies);
            let expected = value(&game, &root, depth, true);
            let full = Thicket { rules: 0, ..game };
            unlike_full_width += u32::from(value(&full, &root, depth, true) != expected);
            for (number, name) in DEPTH_FIRST.iter().enumerate() {
                let algorithm: AnyAlgorithm = name.parse().unwrap();
                // Every algorithm meets every order and every memory in some of the games.
                let turn = number + usize::try_from(game.seed).unwrap();
                let order = ORDERS[turn % ORDERS.len()];
                for (memory, kind) in memories().into_iter().zip(["none", "exact", "tiny", "table"]) {
                    let guess = Score::new(i32::try_from(turn % 19).unwrap() - 9);
                    let mut search = Search::new(&game).with_order(order).with_memory(memory);
                    let outcome = search.run(&algorithm, &root, Request::once(depth).with_guess(guess));
                    let what = format!("{game:?} {name} to {depth}, order {order}, memory {kind}, guess {guess}");
                    if algorithm.finds_value() {
                        assert_eq!(outcome.value(), Some(expected), "{what}");
                    } else {
                        assert!(outcome.bounds.contains(expected), "{} {what}", outcome.bounds);
                    }
                }
            }
        }
    }
    assert!(unlike_full_width > 300, "the rules change {unlike_full_width} values");
}

#[test]
fn every_window_gets_a_true_answer() {
    for game in thickets(900) {
        let (root, depth) = (game.root(), Depth::plies(4));
        let expected = value(&game, &root, depth, true);
        let memory = any_table(Table::with_entries(1 << 10).unwrap());
        // One table for all windows: bounds of different passes must not contradict each other.
        let mut search = Search::new(&game).with_memory(memory);
        for gamma in -14..=14 {
            let outcome = search.run(&Mt::at(Score::new(gamma)), &root, depth);
            assert!(outcome.bounds.contains(expected), "{game:?} at {gamma}: {} {expected}", outcome.bounds);
            assert_ne!(outcome.bounds, Bounds::UNKNOWN);
            let window = Window::new(Score::new(gamma), Score::new(gamma + 4));
            let outcome = search.run(&NegaScout.within(window), &root, depth);
            assert!(outcome.bounds.contains(expected), "{game:?} within {window}: {} {expected}", outcome.bounds);
        }
    }
}

#[test]
fn deepening_with_one_table_finds_the_value_of_every_depth() {
    for game in thickets(900) {
        let root = game.root();
        for name in ["mtd-f", "negascout", "mtd-bi", "aspiration"] {
            let algorithm: AnyAlgorithm = name.parse().unwrap();
            let mut search = Search::new(&game).with_memory(any_table(Table::with_entries(1 << 11).unwrap()));
            let deepened = search.deepen(&algorithm, &root, Deepening::to(Depth::plies(5)));
            for iteration in deepened.iterations {
                let expected = value(&game, &root, iteration.depth, true);
                assert_eq!(iteration.value(), Some(expected), "{game:?} {name} to {}", iteration.depth);
                let over = game.moves(&root, &mut MoveBuf::new()).is_some();
                assert!(over || !iteration.settled, "rules settle nothing: {game:?}");
            }
        }
    }
}

#[test]
fn root_moves_have_the_values_that_they_have_in_the_tree() {
    for game in thickets(300) {
        let root = game.root();
        let mut moves = MoveBuf::new();
        if game.moves(&root, &mut moves).is_some() {
            continue;
        }
        for (plies, name) in [(1, "mtd-f"), (2, "negascout"), (3, "mtd-best"), (4, "mtd-bi"), (4, "tt-alphabeta")] {
            let (depth, algorithm) = (Depth::plies(plies), name.parse::<AnyAlgorithm>().unwrap());
            let mut search = Search::new(&game).with_memory(any_table(Table::with_entries(1 << 12).unwrap()));
            let found = search.threads(1 + usize::from(game.seed.is_multiple_of(4)), |search| {
                search.root_moves(&algorithm, &root, Request::once(depth)).moves
            });
            assert_eq!(found.len(), moves.len(), "{game:?}");
            for each in &found {
                let next = game.play(&root, each.play);
                let expected = earlier(&game, value(&game, &next, depth.child(), false));
                assert_eq!(each.value, expected.flip_if(next.mover != root.mover), "{game:?} {name} to {depth}");
            }
            assert_eq!(found[0].value, value(&game, &root, depth, true), "{game:?} {name} to {depth}");
        }
    }
}

/// The second player is mated by its only move, and two plies later if it may pass.
struct Cornered;

impl Game for Cornered {
    type Position = u8;
    type Move = ();

    fn mover(&self, position: &u8) -> Player {
        if matches!(position, 1 | 4) { Player::Second } else { Player::First }
    }

    fn moves(&self, position: &u8, moves: &mut MoveBuf<()>) -> Option<Score> {
        moves.push(());
        matches!(position, 2 | 5).then_some(Score::new(WIN + 40))
    }

    fn play(&self, position: &u8, (): ()) -> u8 {
        position + 1
    }

    fn win_threshold(&self) -> Score {
        Score::new(WIN)
    }
}

impl Keyed for Cornered {
    fn key(&self, position: &u8) -> u64 {
        (*position).into()
    }
}

impl Evaluator for Cornered {
    fn is_selective(&self) -> bool {
        true
    }

    fn node_rules(&self, position: &u8, depth: Depth) -> NodeRules {
        if *position == 1 { NodeRules::none().or_pass(depth.child(), Score::ZERO) } else { NodeRules::none() }
    }

    fn pass(&self, _: &u8) -> u8 {
        3
    }
}

#[test]
fn a_loss_after_a_pass_is_no_loss_of_the_position() {
    let (depth, expected) = (Depth::plies(6), Some(Score::new(WIN + 38)));
    for name in DEPTH_FIRST {
        let algorithm: AnyAlgorithm = name.parse().unwrap();
        let outcome = Search::new(&Cornered).with_memory(AnyMemory::exact()).run(&algorithm, &0, depth);
        let is_found = outcome.value() == expected || !algorithm.finds_value();
        assert!(is_found && outcome.bounds.contains(Score::new(WIN + 38)), "{name}: {}", outcome.bounds);
    }
    for gamma in -WIN - 50..=WIN + 50 {
        let outcome = Search::new(&Cornered).run(&Mt::at(Score::new(gamma)), &0, depth);
        assert!(outcome.bounds.contains(Score::new(WIN + 38)), "{gamma}: {}", outcome.bounds);
    }
    let tree = SelectiveTree::new(&Cornered);
    let outcome = Search::new(&tree).run(&"minimax".parse::<AnyAlgorithm>().unwrap(), &tree.root(0, depth), Depth::END);
    assert_eq!(outcome.value(), expected);
}

/// Compares the value that every node is left with, as an answer to its window, with the definition.
struct TrueAnswers {
    game: Thicket,
    /// The nodes that the search is in.
    open: Vec<(Spot, Depth, Window)>,
    left: u32,
}

impl TrueAnswers {
    fn end(&mut self, ply: usize, answer: Score) {
        let (spot, depth, window) = self.open.pop().expect("every node that is left was entered");
        let truth = value(&self.game, &spot, depth, ply == 0);
        let learned = window.learn(answer);
        assert!(learned.contains(truth), "{:?} {spot:?} to {depth} in {window}: {learned}, not {truth}", self.game);
    }
}

impl Observer<Thicket> for TrueAnswers {
    fn enter(&mut self, visit: Visit<'_, Spot>, window: Window) {
        self.open.push((*visit.position, visit.depth, window));
    }

    fn probe(&mut self, ply: usize, _: &ProbeResult, answer: Option<Score>) {
        answer.into_iter().for_each(|answer| self.end(ply, answer));
    }

    fn leaf(&mut self, _: &Thicket, visit: Visit<'_, Spot>, value: Score, _: LeafKind) {
        self.end(visit.ply, value);
    }

    fn ruled(&mut self, ply: usize, value: Score) {
        self.end(ply, value);
    }

    fn leave(&mut self, ply: usize, value: Score, _: Exit) {
        self.left += 1;
        self.end(ply, value);
    }
}

#[test]
fn observers_receive_the_answer_of_every_node() {
    // Values of wins depend on the distance from the root, which the definition does not know.
    for game in thickets(200).map(|game| Thicket { wins: false, ..game }) {
        let depth = Depth::plies(4);
        if game.over(&game.root(), &mut MoveBuf::new()).is_some() {
            continue;
        }
        for name in ["alphabeta", "negascout", "mtd-f"] {
            for memory in memories() {
                let observer = TrueAnswers { game, open: Vec::new(), left: 0 };
                let mut search = Search::new(&game).with_memory(memory).with_observer(observer);
                search.run(&name.parse::<AnyAlgorithm>().unwrap(), &game.root(), depth);
                let observer = search.into_observer();
                assert!(observer.open.is_empty() && observer.left > 0, "{game:?} {name}");
            }
        }
    }
}

#[test]
fn nodes_that_rules_decide_are_counted() {
    let ruled = |rules| {
        let game = Thicket { seed: 1, width: u64::MAX, wins: false, rules, forgets: false };
        let mut search = Search::new(&game).with_memory(AnyMemory::exact());
        let cost = search.run(&"mtd-f".parse::<AnyAlgorithm>().unwrap(), &game.root(), Depth::plies(5)).counts.cost;
        assert_eq!(cost.total(), cost.leaf_visits + cost.interior + cost.answered + cost.ruled);
        cost.ruled
    };
    assert!(ruled(FLOOR) > 0 && ruled(PASS) > 0 && ruled(NEAR) > 0);
    assert_eq!((ruled(0), ruled(CAP), ruled(REDUCE)), (0, 0, 0));
}

#[test]
fn threads_find_the_same_value_and_move() {
    for game in thickets(100) {
        let (root, depth) = (game.root(), Depth::plies(6));
        let run = |threads| {
            let memory = any_table(Table::with_entries(1 << 12).unwrap());
            let mut search = Search::new(&game).with_memory(memory);
            search.threads(threads, |search| {
                let outcome = search.run(&"mtd-f".parse::<AnyAlgorithm>().unwrap(), &root, depth);
                (outcome.value(), outcome.best)
            })
        };
        assert_eq!(run(1), run(3), "{game:?}");
    }
}

#[test]
fn the_explicit_tree_has_the_same_value_for_every_algorithm() {
    let names = [
        "minimax",
        "alphabeta",
        "scout",
        "negascout",
        "mtd-f",
        "sss*",
        "dual*",
        "sss-2",
        "rec-sss*",
        "rec-dual*",
        "ps*(2)",
    ];
    for game in thickets(400) {
        let (tree, root) = (SelectiveTree::new(&game), game.root());
        for plies in 1..=5 {
            let depth = Depth::plies(plies);
            let expected = value(&game, &root, depth, true);
            let start = tree.root(root, depth);
            for name in names {
                let algorithm: AnyAlgorithm = name.parse().unwrap();
                let mut search = Search::new(&tree).with_memory(AnyMemory::none()).with_order(Order::GENERATED);
                let outcome = search.run(&algorithm, &start, Depth::END);
                assert_eq!(outcome.value(), Some(expected), "{game:?} {name} to {depth}");
            }
        }
    }
}

/// SSS* and MTD(+inf) expand the same leaves in the same order, on selective trees as on others.
#[test]
fn equivalences_hold_on_the_explicit_tree() {
    let mut compared = 0;
    for game in thickets(400).filter(|game| game.width > 1000 && !game.wins) {
        let (tree, root) = (SelectiveTree::new(&game), game.root());
        let start = tree.root(root, Depth::plies(4));
        let leaves = |name: &str| {
            let algorithm: AnyAlgorithm = name.parse().unwrap();
            let search = Search::new(&tree).with_memory(AnyMemory::exact()).with_order(Order::GENERATED);
            let mut search = search.with_observer(Leaves::new());
            let _ = search.run(&algorithm, &start, Depth::END);
            search.into_observer().first_visits().to_vec()
        };
        for (best_first, depth_first) in [("sss*", "mtd+inf"), ("dual*", "mtd-inf")] {
            assert_eq!(leaves(best_first), leaves(depth_first), "{game:?} {best_first}");
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared} comparisons");
}

/// A game with one wrong rule, named by a number.
#[derive(Clone, Copy, Debug)]
struct Wrong(u32);

impl Game for Wrong {
    type Position = (u8, Player);
    type Move = u8;
    fn mover(&self, &(_, mover): &(u8, Player)) -> Player {
        mover
    }
    fn moves(&self, &(left, _): &(u8, Player), moves: &mut MoveBuf<u8>) -> Option<Score> {
        (1..=left.min(3)).for_each(|taken| moves.push(taken));
        (left == 0).then_some(Score::new(-20))
    }
    fn play(&self, &(left, mover): &(u8, Player), taken: u8) -> (u8, Player) {
        (left - taken, mover.other())
    }
    fn win_threshold(&self) -> Score {
        Score::new(10)
    }
}

impl Keyed for Wrong {
    fn key(&self, &(left, mover): &(u8, Player)) -> u64 {
        u64::from(left) * 2 + u64::from(mover == Player::First)
    }
}

impl Evaluator for Wrong {
    fn is_selective(&self) -> bool {
        true
    }

    fn node_rules(&self, _: &(u8, Player), depth: Depth) -> NodeRules {
        let rules = NodeRules::none();
        match self.0 {
            1 => rules.at_least(Score::new(10)),
            2 => rules.at_most(Score::new(-30)),
            3 => rules.or_pass(depth, Score::ZERO),
            4 => rules.or_pass(depth.less(1), Score::new(12)),
            5 => rules.near(depth, 1, 1),
            6..10 => rules.with_placed_moves(),
            _ => rules.at_least(Score::new(-9)).near(depth.less(1), 1, 1).with_move_rules(),
        }
    }

    fn move_rules(&self, node: &RuledNode<'_, (u8, Player)>, _: u8, place: u16, _: &(u8, Player)) -> MoveRules {
        let rules = MoveRules::to(node.depth.child());
        match self.0 {
            6 => MoveRules::to(node.depth),
            7 => rules.capped(Score::new(11)),
            8 if place == 1 => rules.reduced_to(node.depth),
            9 if place == 2 => rules.reduced_to(node.depth.child()),
            _ => rules.capped(Score::new(3)),
        }
    }
}

#[test]
fn the_kit_finds_rules_that_break_the_law() {
    use nullwindow::check::{Law, check};
    for number in 1..10 {
        let flaw = check(&Wrong(number), &(9, Player::First)).expect_err("a wrong rule");
        assert_eq!(flaw.law, Law::SelectiveRules, "{number}: {flaw}");
    }
    assert!(check(&Wrong(0), &(9, Player::First)).is_ok(), "these rules are lawful");
}

/// What a rule looks at is part of the key. A null move is no move of the game, so only searches reach such positions.
#[test]
fn the_kit_finds_a_key_without_the_null_move() {
    use nullwindow::check::{Check, Law};
    let laws: Vec<[Option<Law>; 2]> = (0..24)
        .map(|seed| {
            [false, true].map(|forgets| {
                let game = Thicket { seed, width: 12, wins: false, rules: PASS | FLOOR, forgets };
                let kit = Check::new(&game).depth(Depth::plies(4));
                kit.run(&game.root()).err().map(|flaw| flaw.law)
            })
        })
        .collect();
    let found = laws.iter().filter(|[_, forgetful]| *forgetful == Some(Law::Value)).count();
    assert!(laws.iter().all(|[right, _]| *right != Some(Law::Value)), "{laws:?}");
    assert!(found > 3, "{laws:?}");
}
