//! What observers count, trace and write, on trees small enough to count by hand; and what memory claims.

use crate::common::*;
use nullwindow::best_first::{DualStar, PsStar, RecDualStar, RecSssStar, Sss2, SssStar};
use nullwindow::deepening::Guess;
use nullwindow::depth_first::{Mt, NegaScout, Scout};
use nullwindow::memory::{AnyMemory, ExactMap, Memory, Table};
use nullwindow::mtd::{Driver, Mtd, MtdF, MtdPlusInfinity};
use nullwindow::observe::{Counters, Event, Leaves, Trace};
use nullwindow::order::Source;
use nullwindow::trees::{ExplicitTree, OrderedTree, ShapeError, UniformTree, VariableTree};
use nullwindow::{
    Algorithm, AnyAlgorithm, Bounds, Deepening, Depth, Limits, Order, Pass, Request, Score, Search, Stopped,
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[test]
fn alpha_beta_on_a_tree_counted_by_hand() {
    // MIN nodes (5 9), (3 ..): 3 <= 5 cuts off 8; (7 6): 7 > 5 does not, 6 does not either.
    let tree = tree("((5 9) (3 8) (7 6))");
    let mut search = watching(&tree, AnyMemory::none()).with_order(Order::GENERATED);
    let counts = search.run(&named("alphabeta"), &tree.root(), Depth::END).counts;
    assert_eq!((counts.cost.leaf_visits, counts.cost.interior, counts.cost.answered), (5, 4, 0));
    assert_eq!((counts.over, counts.passes, counts.probe_hits), (5, 1, 0));
    let cuts = counts.all_cuts();
    assert_eq!((cuts.cuts, cuts.by_first_move, cuts.moves_tried), (1, 1, 1));
    assert_eq!(counts.cuts.len(), 2, "the cut is at ply 1");
    let generated = Source::EACH.iter().position(|&source| source == Source::Generated).unwrap();
    assert_eq!(counts.cuts_by_source[generated], 1);
    assert_eq!(counts.cuts_by_source.iter().sum::<u64>(), 1);
}

/// The null-window test of the second MIN node answers 3, so its re-search starts at 3 and not at 1, the best value so
/// far: there the leaf 3 fails low at once. From 1, it and the third node would take three visits more.
#[test]
fn nega_scout_searches_again_from_the_answer_of_its_test() {
    let tree = tree("((1 5 8) (6 8 3) (4 4 9))");
    let mut search = watching(&tree, AnyMemory::none()).with_order(Order::GENERATED);
    let outcome = search.run(&NegaScout, &tree.root(), Depth::END);
    assert_eq!((outcome.value(), outcome.counts.cost.leaf_visits), (Some(Score::new(4)), 13));
}

#[test]
fn a_second_search_of_the_same_tree_is_answered_by_memory() {
    let tree = tree("((5 9) (3 8) (7 6))");
    let mut search = watching(&tree, AnyMemory::exact()).with_order(Order::GENERATED);
    let first = search.run(&named("tt-alphabeta"), &tree.root(), Depth::END).counts;
    assert_eq!((first.cost.leaf_visits, first.distinct_leaves, first.probe_hits), (5, Some(5), 0));
    let again = search.run(&named("tt-alphabeta"), &tree.root(), Depth::END).counts;
    assert_eq!((again.cost.leaf_visits, again.distinct_leaves), (0, Some(0)));
    // The root is found and not answered; its three sons are.
    assert_eq!((again.probe_hits, again.cost.answered, again.cost.interior), (4, 3, 1));
    assert_eq!(again.cost.total(), 4);
}

#[test]
fn a_cut_is_counted_for_what_put_its_move_there() {
    let tree = OrderedTree::new(6, 6).unwrap().with_order(2).unwrap();
    let cuts = |order: Order| {
        let mut search = Search::new(&tree).with_memory(AnyMemory::exact()).with_order(order);
        let deepened = search.deepen(&MtdF::new(), &tree.root(), Depth::plies(6));
        deepened.last().unwrap().counts.cuts_by_source
    };
    for source in Source::EACH {
        let place = Source::EACH.iter().position(|&each| each == source).unwrap();
        let on = |order| cuts(order)[place] > 0;
        let none = Order::GENERATED;
        let (with, without) = match source {
            Source::TableMove => (none.with_table_move(true), none),
            Source::Root => (none.with_root(true), none),
            Source::Killer => (none.with_killers(true), none),
            Source::History => (none.with_history(true), none),
            Source::Transposition => (none.with_transpositions(true), none),
            Source::Generated => (none, none.with_table_move(true).with_transpositions(true)),
        };
        if source == Source::Generated {
            assert!(on(with));
        } else if source != Source::Transposition {
            assert!(on(with), "{source:?}");
        }
        if source != Source::Generated {
            assert!(!on(without), "{source:?} is off");
        }
    }
    // On a tree no successor is met twice; on a graph it is.
    let graph = Graph { seed: 11, layers: 14, breadth: 12, most: 50 };
    let order = Order::GENERATED.with_transpositions(true);
    let mut search = Search::new(&graph).with_memory(ExactMap::new()).with_order(order);
    let counts = search.run(&named("mtd-f"), &graph.root(), Depth::plies(8)).counts;
    assert!(counts.cuts_by_source[0] > 0);
    let cuts = counts.all_cuts();
    assert_eq!(cuts.by_memory, counts.cuts_by_source[0], "cuts by memory tried no move");
    assert!(cuts.by_first_move <= cuts.cuts - cuts.by_memory && cuts.moves_tried >= cuts.cuts - cuts.by_memory);
}

/// A child that memory refutes before any child is searched counts as a node where memory answered.
#[test]
fn children_that_memory_refutes_are_counted_and_traced() {
    let graph = Graph { seed: 11, layers: 14, breadth: 12, most: 50 };
    let order = Order::GENERATED.with_transpositions(true);
    for name in ["mtd-f", "mtd+inf", "negascout", "tt-alphabeta"] {
        let observer = (Counters::new(), Trace::new());
        let mut search = Search::new(&graph).with_memory(ExactMap::new()).with_order(order).with_observer(observer);
        let counts = search.run(&named(name), &graph.root(), Depth::plies(8)).counts;
        let (mut refuted, mut answered) = (0, 0);
        for event in search.into_observer().1.events() {
            match event {
                Event::Refuted { children, .. } => refuted += *children as u64,
                Event::Probe { answer: Some(_), .. } => answered += 1,
                _ => {}
            }
        }
        assert!(refuted > 0, "{name}");
        assert_eq!(counts.cost.answered, refuted + answered, "{name}");
    }
}

#[test]
fn a_trace_is_written_as_json_lines() {
    let tree = tree("((5 9) (3 8) (7 6))");
    check_trace(&tree, &SssStar, "path");
    check_trace(&tree, &PsStar::new(2).unwrap(), "path");
    check_trace(&tree, &Sss2, "path");
    check_trace(&tree, &RecSssStar, "path");
    check_trace(&tree, &RecDualStar, "path");
    check_trace(&tree, &MtdPlusInfinity::new(), "enter");
    check_trace(&tree, &NegaScout, "enter");
    check_trace(&tree, &Scout, "enter");
}

fn check_trace(tree: &ExplicitTree, algorithm: &impl Algorithm, expected: &str) {
    let mut search = Search::new(tree).with_memory(AnyMemory::exact()).with_observer((Counters::new(), Trace::new()));
    let outcome = search.run(algorithm, &tree.root(), Depth::END);
    assert!(outcome.counts.cost.leaf_visits > 0);
    let (_, trace) = search.into_observer();
    let text = trace.to_string();
    assert_eq!(text.lines().count(), trace.events().len());
    for line in text.lines() {
        check_json(line);
    }
    assert!(text.contains(expected), "{}", algorithm.name());
}

/// A flat JSON object: quoted keys, each with a number, a string, a truth value, null or an array of numbers.
fn check_json(line: &str) {
    let inside = line.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_else(|| panic!("{line}"));
    let mut depth = 0;
    let fields: Vec<&str> = inside
        .split(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == ',' && depth == 0
        })
        .collect();
    for (i, field) in fields.iter().enumerate() {
        let (key, value) = field.split_once(':').unwrap_or_else(|| panic!("{field} in {line}"));
        assert!(key.starts_with('"') && key.ends_with('"') && key.len() > 2, "{line}");
        assert_eq!(i == 0, key == "\"event\"", "{line}");
        let string = value.len() > 1 && value.starts_with('"') && value.ends_with('"');
        let array = value.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
        let numbers = array.is_some_and(|v| v.is_empty() || v.split(',').all(|n| n.trim().parse::<u16>().is_ok()));
        let plain = value.parse::<i64>().is_ok() || ["true", "false", "null"].contains(&value);
        assert!(string || numbers || plain, "{value} in {line}");
    }
}

#[test]
fn replayed_lists_are_as_long_as_those_of_the_search() {
    for tree in uniform_trees(150) {
        check_lists(&tree, &SssStar);
        check_lists(&tree, &DualStar);
        for k in 1..=3 {
            check_lists(&tree, &PsStar::new(k).unwrap());
        }
    }
}

fn check_lists(tree: &UniformTree, algorithm: &impl Algorithm) {
    let name = algorithm.name();
    let mut search = Search::new(tree).with_observer((Counters::new(), Trace::new()));
    let outcome = search.run(algorithm, &tree.root(), Depth::END);
    let (_, trace) = search.into_observer();
    let mut replay = trace.replay();
    let (mut open, mut backup) = (0, 0);
    while replay.step().is_some() {
        open = open.max(replay.open().len());
        backup = backup.max(replay.backup().len());
    }
    let (longest_open, longest_backup) = outcome.counts.longest_lists;
    assert_eq!(open, longest_open.max(1), "{name} on {tree:?}");
    assert_eq!(backup, if name.starts_with("ps") { longest_backup } else { 0 }, "{name} on {tree:?}");
    assert!(replay.open().is_empty() && replay.backup().is_empty(), "{name} on {tree:?}");
}

#[test]
fn paths_in_a_trace_lead_to_the_leaves_in_games_that_rank_their_moves() {
    for game in graphs(200) {
        check_paths(&game, &SssStar);
        check_paths(&game, &DualStar);
        check_paths(&game, &Sss2);
        check_paths(&game, &RecSssStar);
        check_paths(&game, &RecDualStar);
        check_paths(&game, &PsStar::new(2).unwrap());
    }
}

fn check_paths(game: &Graph, algorithm: &impl Algorithm) {
    let name = algorithm.name();
    let mut search = Search::new(game).with_observer((Leaves::new(), Trace::new())).with_order(Order::ALL);
    search.run(algorithm, &game.root(), Depth::END);
    let (leaves, trace) = search.into_observer();
    let mut found = Vec::new();
    for event in trace.events() {
        let path = match event {
            nullwindow::observe::Event::Take(state, _) => &state.path,
            nullwindow::observe::Event::Add(path, _) => path,
            _ => continue,
        };
        let spot = path.iter().fold(game.root(), |spot, &place| nullwindow::Game::play(game, &spot, place));
        found.push(nullwindow::Keyed::key(game, &spot));
    }
    for leaf in leaves.first_visits() {
        assert!(found.contains(leaf), "{name} on {game:?}: no path leads to the leaf {leaf}");
    }
}

/// A driver that always asks for the same bound.
struct Stubborn(i32);

impl Driver for Stubborn {
    fn name(&self) -> String {
        "stubborn".to_owned()
    }

    fn first(&self, _: Score) -> Score {
        Score::saturating(self.0)
    }

    fn next(&self, _: &Pass, _: Bounds) -> Score {
        Score::saturating(self.0)
    }
}

#[test]
fn no_driver_can_ask_for_ever() {
    for tree in uniform_trees(200) {
        let value = oracle(&tree, &tree.root(), Depth::END);
        for bound in [i32::MIN, value.get(), value.get() + 1, i32::MAX] {
            let seen = watch_with(&tree, &tree.root(), &Mtd(Stubborn(bound)), AnyMemory::exact(), None);
            assert_eq!(seen.outcome.value(), Some(value));
        }
    }
    for name in ["mtd-step-up(2147483647)", "mtd-step(2147483647)", "aspiration(2147483647)"] {
        let tree = tree("((1999999999 -1999999999) (0 5))");
        assert_eq!(watch(&tree, &tree.root(), name).outcome.value(), Some(Score::ZERO), "{name}");
    }
}

#[test]
fn the_guess_comes_from_the_iteration_asked_for() {
    // Values by depth: 10, -10, 10, -10 for MAX, so that the last but one is always right.
    let tree = tree("10(-10(10(-10(10(-10(10)))))))".strip_suffix(')').unwrap());
    let passes = |guess| {
        let plan = Deepening::to(Depth::plies(5)).with_guess(guess);
        let deepened = watching(&tree, AnyMemory::exact()).deepen(&named("mtd-f"), &tree.root(), plan);
        deepened.iterations.iter().map(|outcome| outcome.passes[0].window.beta().get()).collect::<Vec<_>>()
    };
    assert_eq!(passes(Guess::Last), [10, -10, 10, -10, 10]);
    assert_eq!(passes(Guess::LastButOne), [10, -10, -10, 10, -10]);
    assert_eq!(passes(Guess::Better), [10, -10, 10, 10, -10]);
}

#[test]
fn a_flag_set_during_a_search_stops_it() {
    let tree = UniformTree::new(8, 8).unwrap();
    let (flag, asked) = (AtomicBool::new(false), AtomicBool::new(false));
    let limits = Limits::none().with_flag(&flag).with_condition(|| {
        // Asked after the flag was looked at: so the flag is seen at the next question.
        flag.store(asked.swap(true, Relaxed), Relaxed);
        false
    });
    let mut search = Search::new(&tree).with_limits(limits);
    let outcome = search.run(&named("minimax"), &tree.root(), Depth::END);
    assert_eq!(outcome.stopped, Some(Stopped::Flag));
    assert_eq!(outcome.counts.cost.total(), 2 * 64);
    assert_eq!((outcome.best, outcome.bounds), (None, Bounds::UNKNOWN), "no half-searched answer");
}

/// Every bound that memory claims holds, at every depth.
fn check_claims<M: Memory<Graph>>(game: &Graph, memory: &M, what: &str) {
    let mut spots = vec![game.root()];
    let mut next = 0;
    while next < spots.len() {
        let spot = spots[next];
        next += 1;
        let mut moves = nullwindow::MoveBuf::new();
        if nullwindow::Game::moves(game, &spot, &mut moves).is_none() {
            for play in moves.iter() {
                let child = nullwindow::Game::play(game, &spot, play);
                if !spots.contains(&child) {
                    spots.push(child);
                }
            }
        }
        for depth in (0..8).map(Depth::plies).chain([Depth::END]) {
            let claim = memory.probe(memory.key(game, &spot), depth).bounds;
            let value = oracle(game, &spot, depth);
            assert!(claim.contains(value), "{what}: memory claims {claim} of {spot:?} at {depth}, value {value}");
        }
    }
}

#[test]
fn every_bound_that_memory_claims_holds_at_every_depth() {
    let mut dice = Dice::new(8);
    for game in graphs(300) {
        let table = Table::with_bytes(1 << 12).unwrap();
        for _ in 0..12 {
            let depth = Depth::plies(dice.from(1, 7) as u32);
            let order = if dice.roll(2) == 0 { Order::GENERATED } else { Order::ALL.with_transpositions(true) };
            let mut search = Search::new(&game).with_memory(&table).with_order(order);
            // Tests at inner nodes leave one-sided bounds for wider windows to meet.
            let mut spot = game.root();
            for _ in 0..dice.roll(4) {
                let mut moves = nullwindow::MoveBuf::new();
                if nullwindow::Game::moves(&game, &spot, &mut moves).is_some() {
                    break;
                }
                let plays: Vec<u16> = moves.iter().collect();
                spot = nullwindow::Game::play(&game, &spot, plays[dice.roll(plays.len() as u64) as usize]);
            }
            let gamma = Score::new(dice.roll(21) as i32 - 10);
            search.run(&Mt::at(gamma), &spot, depth);
            let name = ["tt-alphabeta", "negascout", "mtd-f", "aspiration(2)"][dice.roll(4) as usize];
            search.run(&named(name), &game.root(), Request::to(depth).with_guess(gamma));
            check_claims(&game, &&table, name);
        }
    }
}

/// A tree as wide as a list of moves can be. Choosing the best of the rest anew for every move took 3.8 s.
#[test]
fn the_widest_tree_takes_no_quadratic_time() {
    assert_eq!(UniformTree::new(65_535, 1).unwrap_err(), ShapeError::TooWide { width: 65_535 });
    assert!(VariableTree::new(1..=65_535, 1).is_err());
    let tree = UniformTree::new(65_534, 1).unwrap();
    let value = oracle(&tree, &tree.root(), Depth::END);
    let start = std::time::Instant::now();
    // MTD-best compares the bounds of all root moves after every test, whatever their order.
    for algorithm in AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::uses_threads) {
        for order in [Order::BEST, Order::ALL] {
            let mut search = Search::new(&tree).with_memory(Table::with_bytes(1 << 20).unwrap()).with_order(order);
            let outcome = search.run(&algorithm, &tree.root(), Depth::END);
            assert!(outcome.bounds.contains(value), "{algorithm}");
        }
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
