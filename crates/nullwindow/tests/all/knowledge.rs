//! What a game knows without a search narrows the work and never changes the value; a win carries its distance.

use crate::common::{Dice, Graph, Spot, any_table, graphs};
use nullwindow::check::{Check, Law};
use nullwindow::memory::{AnyMemory, Table};
use nullwindow::mtd::MtdF;
use nullwindow::solution::verify;
use nullwindow::{
    AnyAlgorithm, Bounds, Deepening, Depth, Evaluator, Game, Keyed, Limits, MoveBuf, Order, Outcome, Player, Request,
    Score, Search, Window,
};
use std::cell::RefCell;
use std::collections::HashMap;

/// A graph that knows some of its positions, has wins by distance, and may be made to lie.
struct Knowing {
    graph: Graph,
    /// Of this many positions one is known exactly, and of another bounds; 0 for none.
    one_in: u64,
    lies: Option<Lie>,
    /// Answers a window with the weakest bounds that decide it.
    weak: bool,
    values: RefCell<HashMap<(u64, Depth, bool), Score>>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Lie {
    Value,
    Bound,
    SilentToWindows,
    WrongToWindows,
}

const WIN: i32 = 1000;
const WINS_FROM: i32 = 900;

impl Knowing {
    fn new(graph: Graph, one_in: u64) -> Knowing {
        Knowing { graph, one_in, lies: None, weak: false, values: RefCell::default() }
    }

    fn word(&self, spot: &Spot, salt: u64) -> u64 {
        Dice::new(self.graph.seed ^ self.graph.key(spot).wrapping_mul(0x1234_5671) ^ salt << 40).roll(u64::MAX)
    }

    fn is_known(&self, spot: &Spot) -> bool {
        self.one_in > 0 && self.word(spot, 1).is_multiple_of(self.one_in)
    }

    fn has_bounds(&self, spot: &Spot) -> bool {
        self.one_in > 0 && self.word(spot, 2).is_multiple_of(self.one_in)
    }

    /// Minimax; known positions below the first are leaves if `trusting`.
    fn minimax(&self, spot: &Spot, depth: Depth, trusting: bool) -> Score {
        if let Some(&value) = self.values.borrow().get(&(self.key(spot), depth, trusting)) {
            return value;
        }
        let mut moves = MoveBuf::new();
        let value = match self.moves(spot, &mut moves) {
            Some(score) => score,
            None if depth.is_horizon() => self.evaluate(spot),
            None => moves.iter().map(|play| self.after(spot, play, depth, trusting)).max().unwrap(),
        };
        self.values.borrow_mut().insert((self.key(spot), depth, trusting), value);
        value
    }

    /// The value of a move for the one who makes it.
    fn after(&self, spot: &Spot, play: u16, depth: Depth, trusting: bool) -> Score {
        let child = self.play(spot, play);
        let value = if trusting && self.is_known(&child) {
            self.minimax(&child, Depth::END, false)
        } else {
            self.minimax(&child, depth.child(), trusting)
        };
        let earlier = match value.get() {
            win if win > WINS_FROM => value.pred(),
            loss if loss < -WINS_FROM => value.succ(),
            _ => value,
        };
        earlier.flip_if(self.mover(&child) != self.mover(spot))
    }

    /// Bounds that hold at this depth and every greater one, more or less wide.
    fn bounds(&self, spot: &Spot, depth: Depth) -> Bounds {
        let first = depth.get().unwrap_or(0);
        let depths = (first..=u32::from(self.graph.layers) + 1).map(Depth::plies).filter(|_| depth != Depth::END);
        let values: Vec<Score> = depths.chain([Depth::END]).map(|depth| self.minimax(spot, depth, true)).collect();
        let by_rules = self.minimax(spot, Depth::END, false);
        let (least, most) = (*values.iter().min().unwrap(), *values.iter().max().unwrap());
        let slack = (self.word(spot, 3) % 3) as i32;
        let bounds = Bounds { lower: least.min(by_rules).offset(-slack), upper: most.max(by_rules).offset(slack + 1) };
        match self.word(spot, 4) % 3 {
            0 => Bounds::at_least(bounds.lower),
            1 => Bounds::at_most(bounds.upper),
            _ => bounds,
        }
    }
}

impl Game for Knowing {
    type Position = Spot;
    type Move = u16;

    fn mover(&self, spot: &Spot) -> Player {
        self.graph.mover(spot)
    }

    fn moves(&self, spot: &Spot, moves: &mut MoveBuf<u16>) -> Option<Score> {
        let score = self.graph.moves(spot, moves)?;
        Some(match self.word(spot, 5) % 4 {
            0 => Score::new(WIN),
            1 => Score::new(-WIN),
            _ => score,
        })
    }

    fn play(&self, spot: &Spot, play: u16) -> Spot {
        self.graph.play(spot, play)
    }

    fn win_threshold(&self) -> Score {
        Score::new(WINS_FROM)
    }
}

impl Evaluator for Knowing {
    fn evaluate(&self, spot: &Spot) -> Score {
        self.graph.evaluate(spot)
    }

    fn evaluate_within(&self, spot: &Spot, _: Window, nodes: &mut u64) -> Score {
        *nodes += 3;
        self.evaluate(spot)
    }

    fn proven_bounds(&self, spot: &Spot, depth: Depth, window: Window) -> Bounds {
        let mut known = if self.is_known(spot) {
            Bounds::exactly(self.minimax(spot, Depth::END, false))
        } else if self.has_bounds(spot) {
            self.bounds(spot, depth)
        } else {
            return Bounds::UNKNOWN;
        };
        match self.lies {
            Some(Lie::Value) if self.is_known(spot) => known = Bounds::exactly(known.lower.succ()),
            Some(Lie::Bound) if !self.is_known(spot) && known.lower > Score::MIN => known.lower = known.lower.offset(9),
            Some(Lie::SilentToWindows) if window != Window::FULL => return Bounds::UNKNOWN,
            Some(Lie::WrongToWindows) if window != Window::FULL => return Bounds::at_least(known.lower.offset(4)),
            _ => {}
        }
        if self.weak && window != Window::FULL {
            return match known {
                Bounds { lower, .. } if lower >= window.beta() => Bounds::at_least(window.beta()),
                Bounds { upper, .. } if upper <= window.alpha() => Bounds::at_most(window.alpha()),
                _ => known,
            };
        }
        // Stops as soon as the window is answered.
        let lazy = window != Window::FULL && self.word(spot, 6).is_multiple_of(2);
        match known {
            Bounds { lower, .. } if lazy && lower >= window.beta() => Bounds::at_least(lower),
            Bounds { upper, .. } if lazy && upper <= window.alpha() => Bounds::at_most(upper),
            _ if lazy && known.exact().is_none() => Bounds::UNKNOWN,
            _ => known,
        }
    }
}

impl Keyed for Knowing {
    fn key(&self, spot: &Spot) -> u64 {
        self.graph.key(spot)
    }
}

fn check_outcome(game: &Knowing, depth: Depth, outcome: &Outcome<u16>, what: &str) {
    let root = game.graph.root();
    let value = game.minimax(&root, depth, true);
    assert!(outcome.bounds.contains(value), "{} does not contain {value}, {what}", outcome.bounds);
    if outcome.best_is_proven {
        assert_eq!(game.after(&root, outcome.best.unwrap(), depth, true), value, "the move, {what}");
    }
    if outcome.settled {
        let end = game.minimax(&root, Depth::END, true);
        assert!(outcome.bounds.contains(end), "{} is settled and does not contain {end}, {what}", outcome.bounds);
    }
    let (mut at, mut left, mut worth) = (root, depth, value);
    for &play in &outcome.line {
        assert_eq!(game.after(&at, play, left, true), worth, "{play} of {:?} is wrong, {what}", outcome.line);
        let next = game.play(&at, play);
        let known = game.proven_bounds(&next, left.child(), Window::FULL).exact();
        worth = known.unwrap_or_else(|| game.minimax(&next, left.child(), true));
        (at, left) = (next, left.child());
    }
}

fn run(game: &Knowing, depth: Depth, algorithm: &AnyAlgorithm, memory: AnyMemory, order: Order, what: &str) {
    let outcome = Search::new(game).with_memory(memory).with_order(order).run(algorithm, &game.graph.root(), depth);
    check_outcome(game, depth, &outcome, &format!("{algorithm} to {depth}, {what}, {order}, {:?}", game.graph));
}

#[test]
fn answers_to_the_window_alone_do_not_make_a_driver_crawl() {
    let mut weakest = 0;
    for (graph, plies) in graphs(60).zip((1..6).cycle()) {
        let game = Knowing { weak: true, ..Knowing::new(graph, [1, 2, 3][plies as usize % 3]) };
        let depth = Depth::plies(plies);
        for algorithm in AnyAlgorithm::all() {
            // The limit ends a driver that crawls.
            let limits = Limits::none().with_nodes(1_000_000);
            let mut search = Search::new(&game).with_memory(AnyMemory::exact()).with_limits(limits);
            let outcome = search.run(&algorithm, &game.graph.root(), depth);
            let passes = outcome.passes.len();
            assert_eq!(outcome.stopped, None, "{algorithm} to {depth}, {:?}: {passes} passes", game.graph);
            check_outcome(&game, depth, &outcome, &format!("{algorithm} to {depth}, {:?}", game.graph));
            assert!(passes <= 300, "{algorithm} to {depth}, {:?}: {passes} passes", game.graph);
            weakest = weakest.max(passes);
        }
    }
    assert!(weakest > 30, "some drivers have crossed the range of scores");
}

fn games(count: u64) -> impl Iterator<Item = (Knowing, Depth)> {
    let mut dice = Dice::new(9);
    graphs(count).map(move |graph| {
        let depth = if dice.roll(3) == 0 { Depth::END } else { Depth::plies(dice.from(1, 8) as u32) };
        (Knowing::new(graph, [0, 2, 3, 6][dice.roll(4) as usize]), depth)
    })
}

#[test]
fn every_algorithm_obeys_knowledge_and_distance() {
    let mut known = 0;
    for (game, depth) in games(300) {
        for algorithm in AnyAlgorithm::all() {
            for order in [Order::GENERATED, Order::BEST, Order::ALL.with_transpositions(true)] {
                run(&game, depth, &algorithm, AnyMemory::none(), order, "no memory");
                run(&game, depth, &algorithm, AnyMemory::exact(), order, "exact map");
                run(&game, depth, &algorithm, any_table(Table::with_bytes(64).unwrap()), order, "four entries");
                let table = Table::with_bytes(4096).unwrap().with_min_depth(Depth::ZERO);
                run(&game, depth, &algorithm, any_table(table), order, "table");
            }
            let outcome = Search::new(&game).with_memory(AnyMemory::none()).run(&algorithm, &game.graph.root(), depth);
            known += outcome.counts.known;
        }
    }
    assert!(known > 10_000, "{known}");
}

/// Alpha-Beta's own windows, at every place round the value, with the contract at the root.
#[test]
fn window_searches_keep_their_contract() {
    use nullwindow::depth_first::{AlphaBeta, NegaScout, TtAlphaBeta, WindowSearch as _};
    for (game, depth) in games(200) {
        let root = game.graph.root();
        let value = game.minimax(&root, depth, true);
        let starts =
            [-WIN, -WINS_FROM - 2, value.get() - 3, value.get() - 1, value.get(), WINS_FROM - 1, WINS_FROM + 1];
        for (alpha, width) in starts.into_iter().flat_map(|alpha| [1, 2, 7].map(|width| (alpha, width))) {
            let window = Window::new(Score::new(alpha), Score::new(alpha + width));
            let mut search = Search::new(&game).with_memory(AnyMemory::exact());
            for outcome in [
                search.run(&AlphaBeta.within(window), &root, depth),
                search.run(&TtAlphaBeta.within(window), &root, depth),
                search.run(&NegaScout.within(window), &root, depth),
                search.run(&TtAlphaBeta.within(window), &root, depth),
            ] {
                assert!(outcome.bounds.contains(value), "{} for {value}, {window:?}, {:?}", outcome.bounds, game.graph);
            }
        }
    }
}

/// One memory for all positions on the way: a win comes one ply nearer with every move.
#[test]
fn memory_holds_wins_as_seen_from_the_node() {
    let mut wins = 0;
    for (game, _) in games(300) {
        for memory in [Table::with_bytes(1 << 14).unwrap(), Table::with_bytes(256).unwrap()] {
            let mut at = game.graph.root();
            let mut search = Search::new(&game).with_memory(any_table(memory));
            while game.moves(&at, &mut MoveBuf::new()).is_none() {
                let answer = search.deepen(&MtdF::new(), &at, Deepening::to(Depth::END).with_step(2));
                assert_eq!(answer.value(), Some(game.minimax(&at, Depth::END, true)), "{at:?} of {:?}", game.graph);
                wins += u32::from(answer.value() >= Some(Score::new(WINS_FROM)));
                at = game.play(&at, answer.best().unwrap());
            }
        }
    }
    assert!(wins > 100, "{wins}");
}

#[test]
fn root_moves_have_their_distances() {
    for (game, depth) in games(150) {
        let root = game.graph.root();
        let mut search = Search::new(&game).with_memory(any_table(Table::with_bytes(4096).unwrap()));
        for root_move in search.root_moves(&MtdF::new(), &root, Request::once(depth)).moves {
            // Each is searched as a root of its own, where knowledge is not asked.
            let child = game.play(&root, root_move.play);
            if !game.is_known(&child) {
                assert_eq!(root_move.value, game.after(&root, root_move.play, depth, true), "{:?}", game.graph);
            }
        }
    }
}

#[test]
fn proofs_hold_where_positions_are_known() {
    for (game, depth) in games(200) {
        let root = game.graph.root();
        let mut search = Search::new(&game).with_memory(AnyMemory::exact());
        let value = search.run(&MtdF::new(), &root, depth).value().unwrap();
        let solution = search.solution(&root, depth);
        // What the game knew, memory does not hold: it is searched again.
        let critical = if game.one_in == 0 { solution } else { solution.complete() }.critical(value);
        let critical = critical.unwrap_or_else(|error| panic!("{error}, {:?} to {depth}", game.graph));
        for tree in [critical.max(), critical.min()] {
            verify(&game, &root, tree).unwrap_or_else(|error| panic!("{error}, {:?} to {depth}", game.graph));
        }
    }
}

/// Knowledge saves work where there is any.
#[test]
fn knowledge_saves_leaves() {
    let visits = |one_in| -> (u64, u64, u64) {
        let sums = graphs(200).map(|graph| {
            let game = Knowing::new(graph, one_in);
            let mut search = Search::new(&game).with_memory(AnyMemory::none());
            let counts = search.run(&MtdF::new(), &game.graph.root(), Depth::plies(6)).counts;
            (counts.cost.total(), counts.known, counts.quiescence)
        });
        sums.fold((0, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2))
    };
    let (with, known, _) = visits(3);
    let (without, none, quiescence) = visits(0);
    assert!(with < without, "{with} and {without}");
    assert!(known > 0 && none == 0);
    assert!(quiescence > 0 && quiescence.is_multiple_of(3));
}

#[test]
fn the_kit_accepts_true_knowledge_and_finds_lies() {
    let check = |game: &Knowing| {
        let root = game.graph.root();
        Check::new(game)
            .except(Law::KeyIgnoresMover)
            .except(Law::ScoresFromOneSide)
            .except(Law::SignsOpposed)
            .except(Law::EvaluationSign)
            .except(Law::FinalSign)
            .except(Law::MoverConstant)
            .run(&root)
    };
    let lies = [Lie::Value, Lie::Bound, Lie::SilentToWindows, Lie::WrongToWindows];
    let mut found = [0; 4];
    for graph in graphs(60) {
        let mut game = Knowing::new(graph, 3);
        check(&game).unwrap_or_else(|flaw| panic!("{flaw}, {:?}", game.graph));
        for (lie, found) in lies.into_iter().zip(&mut found) {
            game.lies = Some(lie);
            game.values.borrow_mut().clear();
            *found += u32::from(check(&game).is_err_and(|flaw| flaw.law == Law::Knowledge));
        }
    }
    assert!(found.iter().all(|&found| found >= 20), "{found:?} of 60");
}
