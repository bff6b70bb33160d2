//! Stopping: at every single node count, by a flag, by time; and what is bad input.

use crate::common::*;
use nullwindow::depth_first::AlphaBeta;
use nullwindow::memory::{ExactMap, NoMemory, Table};
use nullwindow::trees::UniformTree;
use nullwindow::{AnyAlgorithm, Deepening, Depth, Limits, Request, RootMove, Score, Search, Stopped};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

#[test]
fn stopping_at_every_node_count_leaves_a_valid_answer() {
    for game in graphs(25) {
        let (root, depth) = (game.root(), Depth::plies(6));
        let values: Vec<_> = (0..=6).map(|plies| oracle(&game, &root, Depth::plies(plies))).collect();
        for algorithm in AnyAlgorithm::all() {
            let whole = Search::new(&game).with_memory(ExactMap::new()).deepen(&algorithm, &root, depth);
            for nodes in 0.. {
                let limits = Limits::none().with_nodes(nodes);
                let mut search = Search::new(&game).with_memory(ExactMap::new()).with_limits(limits);
                let deepened = search.deepen(&algorithm, &root, depth);
                let done = deepened.iterations.len();
                assert_eq!(deepened.iterations, whole.iterations[..done], "{algorithm}: a prefix of the whole search");
                if let Some(unfinished) = &deepened.unfinished {
                    assert_eq!(unfinished.stopped, Some(Stopped::Nodes));
                    let value = values[unfinished.depth.get().unwrap() as usize];
                    assert!(
                        unfinished.bounds.contains(value),
                        "{algorithm}, {nodes}: {} not in {}",
                        value,
                        unfinished.bounds
                    );
                    if let Some(best) = unfinished.best {
                        assert!(after(&game, &root, best, unfinished.depth) >= unfinished.bounds.lower, "{algorithm}");
                    }
                }
                assert!(deepened.cost().total() <= nodes, "{algorithm} visits {nodes} nodes and no more");
                if deepened.unfinished.is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_stopped_search_keeps_what_its_passes_have_proven() {
    let tree = UniformTree::new(4, 5).unwrap().with_values(0..=20).unwrap();
    let value = oracle(&tree, &tree.root(), Depth::END);
    let mut seen_open_bounds = false;
    for nodes in 0..400 {
        let mut search = Search::new(&tree).with_memory(ExactMap::new()).with_limits(Limits::none().with_nodes(nodes));
        let outcome = search.run(&named("mtd+inf"), &tree.root(), Depth::END);
        assert!(outcome.bounds.contains(value));
        seen_open_bounds |= outcome.stopped.is_some() && outcome.bounds.upper.is_finite();
    }
    assert!(seen_open_bounds);
}

#[test]
fn a_flag_and_a_clock_stop_a_search_within_64_nodes() {
    let tree = UniformTree::new(8, 8).unwrap();
    let flag = AtomicBool::new(true);
    let mut search = Search::new(&tree).with_limits(Limits::none().with_flag(&flag));
    let outcome = search.run(&named("minimax"), &tree.root(), Depth::END);
    assert_eq!(outcome.stopped, Some(Stopped::Flag));
    assert_eq!(outcome.counts.cost.total(), 0);

    for algorithm in AnyAlgorithm::all() {
        let asked = AtomicU64::new(0);
        let limits = Limits::none().with_condition(|| asked.fetch_add(1, Relaxed) >= 3);
        let mut search = Search::new(&tree).with_memory(NoMemory).with_limits(limits);
        let outcome = search.run(&algorithm, &tree.root(), Depth::END);
        assert_eq!(outcome.stopped, Some(Stopped::Time), "{algorithm}");
        assert!(outcome.counts.cost.total() <= 3 * 64, "{algorithm}: {}", outcome.counts.cost.total());
        drop(search);
        assert_eq!(asked.load(Relaxed), 4, "{algorithm}: who has stopped is not asked again");
    }
}

#[test]
fn root_moves_stop_too() {
    let tree = UniformTree::new(8, 6).unwrap();
    let mut search = Search::new(&tree).with_limits(Limits::none().with_nodes(100));
    let answer = search.root_moves(&named("mtd-f"), &tree.root(), Request::once(Depth::END));
    assert_eq!((answer.stopped, answer.moves), (Some(Stopped::Nodes), vec![]));
}

/// A game of one line of play with this many plies.
struct Line(u32);

impl Line {
    /// Longer than any search.
    const ENDLESS: Line = Line(u32::MAX);
}

impl nullwindow::Game for Line {
    type Position = u32;
    type Move = u8;

    fn mover(&self, position: &u32) -> nullwindow::Player {
        if position.is_multiple_of(2) { nullwindow::Player::First } else { nullwindow::Player::Second }
    }

    fn moves(&self, position: &u32, moves: &mut nullwindow::MoveBuf<u8>) -> Option<Score> {
        moves.push(1);
        (*position == self.0).then_some(Score::new(3))
    }

    fn play(&self, position: &u32, play: u8) -> u32 {
        position + u32::from(play)
    }
}

impl nullwindow::Evaluator for Line {}

impl nullwindow::Keyed for Line {
    fn key(&self, position: &u32) -> u64 {
        u64::from(*position)
    }
}

#[test]
fn an_endless_game_stops_instead_of_overflowing_the_stack() {
    for algorithm in AnyAlgorithm::all() {
        let mut search = Search::new(&Line::ENDLESS).with_memory(Table::with_bytes(1 << 12).unwrap());
        let outcome = search.run(&algorithm, &0, Depth::END);
        if algorithm.to_string().starts_with("mtd-best") {
            assert!(outcome.best_is_proven, "{algorithm}: the only move needs no search");
        } else {
            assert_eq!(outcome.stopped, Some(Stopped::Endless), "{algorithm}");
        }
        // To a fixed depth it is a game like any other.
        assert!(search.run(&algorithm, &0, Depth::plies(40)).stopped.is_none(), "{algorithm}");
    }
}

#[test]
fn all_algorithms_agree_on_the_longest_line() {
    const MOST: u32 = 1024;
    on_a_stack_of(64 << 20, || {
        for (plies, stopped) in [(MOST - 1, None), (MOST, None), (MOST + 1, Some(Stopped::Endless))] {
            for algorithm in AnyAlgorithm::all().into_iter().filter(|each| !each.to_string().starts_with("mtd-best")) {
                let limits = Limits::none().with_stack(32 << 20);
                let table = Table::with_bytes(1 << 12).unwrap();
                let line = Line(plies);
                let mut search = Search::new(&line).with_memory(table).with_limits(limits);
                let outcome = search.run(&algorithm, &0, Depth::END);
                assert_eq!(outcome.stopped, stopped, "{algorithm}, {plies} plies");
                let value = Score::new(if plies % 2 == 0 { 3 } else { -3 });
                assert!(stopped.is_some() || outcome.bounds.contains(value), "{algorithm}, {plies} plies");
            }
        }
    });
}

/// A game that never ends, with positions of 2 KiB.
struct Bulky;

#[derive(Clone)]
struct Bulk {
    ply: u32,
    rest: [u8; 2044],
}

impl nullwindow::Game for Bulky {
    type Position = Bulk;
    type Move = u8;

    fn mover(&self, position: &Bulk) -> nullwindow::Player {
        if position.ply.is_multiple_of(2) { nullwindow::Player::First } else { nullwindow::Player::Second }
    }

    fn moves(&self, _: &Bulk, moves: &mut nullwindow::MoveBuf<u8>) -> Option<nullwindow::Score> {
        moves.push(1);
        None
    }

    fn play(&self, position: &Bulk, play: u8) -> Bulk {
        let mut next = position.clone();
        next.ply += 1;
        next.rest[next.ply as usize % 2044] = play;
        next
    }
}

impl nullwindow::Evaluator for Bulky {}

impl nullwindow::Keyed for Bulky {
    fn key(&self, position: &Bulk) -> u64 {
        u64::from(position.ply)
    }
}

fn on_a_stack_of<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work);
        thread.unwrap().join().unwrap()
    })
}

#[test]
fn large_positions_do_not_overflow_the_stack_of_a_thread() {
    let root = Bulk { ply: 0, rest: [0; 2044] };
    on_a_stack_of(2 << 20, || {
        for algorithm in AnyAlgorithm::all() {
            let mut search = Search::new(&Bulky).with_memory(Table::with_bytes(1 << 12).unwrap());
            let outcome = search.run(&algorithm, &root, Depth::END);
            if !algorithm.to_string().starts_with("mtd-best") {
                assert_eq!(outcome.stopped, Some(Stopped::Endless), "{algorithm}");
            }
            let extracted = search.solution(&root, Depth::END).complete().max(Score::ZERO);
            assert!(extracted.is_err(), "{algorithm}");
            assert!(search.run(&algorithm, &root, Depth::plies(60)).stopped.is_none(), "{algorithm}");
        }
    });
}

#[test]
fn a_larger_stack_allows_longer_lines() {
    let root = Bulk { ply: 0, rest: [0; 2044] };
    let run = |stack: usize| {
        let limits = Limits::none().with_stack(stack);
        Search::new(&Bulky).with_limits(limits).run(&AlphaBeta, &root, Depth::plies(250)).stopped
    };
    on_a_stack_of(32 << 20, || {
        assert_eq!(run(64 << 10), Some(Stopped::Endless));
        assert_eq!(run(16 << 20), None);
    });
}

#[test]
fn root_moves_keep_what_they_have_when_they_are_stopped() {
    let tree = UniformTree::new(8, 8).unwrap();
    let mut all = Search::new(&tree).with_memory(Table::with_bytes(1 << 20).unwrap());
    let plan = Deepening::to(Depth::plies(8));
    let (mut told, mut some_unfinished) = (Vec::new(), false);
    for nodes in [0, 1, 50, 400, 3_000, 20_000, 60_000] {
        let table = Table::with_bytes(1 << 20).unwrap();
        let mut search = Search::new(&tree).with_memory(table).with_limits(Limits::none().with_nodes(nodes));
        told.clear();
        let mut listener = |depth, moves: &[RootMove<u16>]| {
            assert_eq!(moves.len(), 8);
            told.push(depth);
        };
        let request = Request::from(plan).with_moves_listener(&mut listener);
        let answer = search.root_moves(&named("mtd-f"), &tree.root(), request);
        assert_eq!(answer.stopped, Some(Stopped::Nodes), "{nodes}");
        assert_eq!(answer.depth, told.last().copied(), "{nodes}");
        some_unfinished |= !answer.unfinished.is_empty();
        let Some(depth) = answer.depth else { continue };
        // The same values as without a limit, in the same order.
        let truth = all.root_moves(&named("mtd-f"), &tree.root(), Request::once(depth)).moves;
        let values = |moves: &[RootMove<u16>]| moves.iter().map(|m| (m.play, m.value)).collect::<Vec<_>>();
        assert_eq!(values(&answer.moves), values(&truth), "{nodes}");
        let next = Request::once(Depth::plies(depth.get().unwrap() + 1));
        let deeper = all.root_moves(&named("mtd-f"), &tree.root(), next).moves;
        for (play, value) in values(&answer.unfinished) {
            assert!(values(&deeper).contains(&(play, value)), "{nodes}");
        }
    }
    assert!(some_unfinished);
    let mut search = Search::new(&tree).with_memory(Table::with_bytes(1 << 20).unwrap());
    let answer = search.root_moves(&named("mtd-f"), &tree.root(), Depth::END);
    assert!(answer.stopped.is_none() && answer.unfinished.is_empty());
    assert_eq!(answer.depth, Some(Depth::plies(8)), "settled, and so no deeper");
}

#[test]
fn unknown_names_are_told_and_the_nearest_one_is_offered() {
    for (wrong, nearest) in [
        ("mtd-g", "mtd-f"),
        ("sss", "sss*"),
        ("alfabeta", "alphabeta"),
        ("ps*(0)", "ps*(2)"),
        ("ps*", "ps*(2)"),
        ("mt(-2000000001)", "mt(0)"),
    ] {
        let error = wrong.parse::<AnyAlgorithm>().unwrap_err();
        assert_eq!(error.nearest, nearest, "{wrong}");
        assert!(error.to_string().contains(wrong));
    }
    for name in [
        "",
        "(",
        ")",
        "mt(",
        "mt()",
        "mtd-f(x)",
        "ps*(99999)",
        "ps*(+)",
        "ps*(0+)",
        "mtd-step(-1)",
        "aspiration(0)",
        "ps*",
        &"x".repeat(100_000),
    ] {
        assert!(name.parse::<AnyAlgorithm>().is_err(), "{name}");
    }
}

#[test]
fn names_are_what_they_say() {
    for name in AnyAlgorithm::NAMES {
        assert_eq!(named(name).to_string(), name);
    }
    for name in
        ["mt(-7)", "aspiration(3)", "mtd-step(2)", "mtd-step-up(50)", "mtd-f(+3)", "mtd-f(-4)", "ps*(16)", "ps*(4+)"]
    {
        assert_eq!(named(name).to_string(), name);
    }
    assert_eq!(named(" MTD-F "), named("mtd-f"));
}

#[test]
fn malformed_trees_are_told_where() {
    use nullwindow::trees::ExplicitTree;
    for (text, at, word) in [
        ("", 0, "ends"),
        ("(1 2", 4, "ends"),
        ("()", 1, "no sons"),
        ("(1 2))", 5, "nothing more"),
        (")", 0, "found"),
        ("(1 x)", 3, "found 'x'"),
        ("(1 2) 3", 6, "nothing more"),
        ("(1 99999999999)", 3, "number"),
        ("(1 2000000000)", 3, "number"),
        ("(1 - 2)", 3, "found '-'"),
        ("(1 é)", 3, "found 'é'"),
    ] {
        let error = text.parse::<ExplicitTree>().unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.to_string().contains(word), "{text}: {error}");
    }
    let deep = "(".repeat(100_000);
    assert!(deep.parse::<ExplicitTree>().unwrap_err().to_string().contains("deep"));
    let wide = format!("({})", "1 ".repeat(70_000));
    assert!(wide.parse::<ExplicitTree>().unwrap_err().to_string().contains("wide"));
}

#[test]
fn impossible_trees_are_refused() {
    use nullwindow::trees::{OrderedTree, VariableTree};
    assert!(UniformTree::new(0, 3).unwrap_err().to_string().contains("width"));
    assert!(UniformTree::new(1000, 255).unwrap_err().to_string().contains("2^56"));
    #[allow(clippy::reversed_empty_ranges)]
    let empty = UniformTree::new(2, 2).unwrap().with_values(3..=1);
    assert!(empty.is_err());
    assert!(OrderedTree::new(8, 2).unwrap().with_order(0).is_err());
    assert!(OrderedTree::new(8, 2).unwrap().with_order(9).is_err());
    assert!(OrderedTree::new(8, 2).unwrap().with_probability(f64::NAN).is_err());
    assert!(VariableTree::new(0..=3, 2).is_err());
    assert!(VariableTree::new(1..=3, 2).unwrap().with_ends(1.5).is_err());
}

#[test]
fn large_synthetic_trees_cost_no_memory() {
    let tree = UniformTree::new(32, 4).unwrap();
    assert_eq!(Search::new(&tree).run(&named("alphabeta"), &tree.root(), Depth::END).depth, Depth::END);
    let tree = UniformTree::new(8, 10).unwrap();
    assert!(Search::new(&tree).run(&named("sss*"), &tree.root(), Depth::plies(6)).value().is_some());
}

#[test]
fn a_time_limit_counts_from_the_first_node() {
    let tree = UniformTree::new(12, 12).unwrap();
    let limits = Limits::none().with_time(Duration::from_millis(150));
    // The limits exist long before the search begins, and must not be used up by then.
    std::thread::sleep(Duration::from_millis(200));
    let mut search = Search::new(&tree).with_limits(limits);
    let deepened = search.deepen(&named("mtd-f"), &tree.root(), Depth::END);
    assert_eq!(deepened.stopped(), Some(Stopped::Time));
    assert!(deepened.last().is_some(), "the time was over at once");
}

#[test]
fn a_deepened_answer_has_a_value_only_if_an_iteration_found_one() {
    let tree = tree("7((41 5) (12 90))");
    let deepened = |nodes, name: &str| {
        let mut search = Search::new(&tree).with_limits(Limits::none().with_nodes(nodes));
        search.deepen(&named(name), &tree.root(), Depth::END)
    };
    let none = deepened(0, "mtd-f");
    assert_eq!((none.value(), none.estimate()), (None, Score::new(7)), "the evaluation of the root");
    let all = deepened(1_000, "mtd-f");
    assert_eq!((all.value(), all.estimate()), (Some(Score::new(12)), Score::new(12)));
    let bound = deepened(1_000, "mt(5)");
    assert_eq!((bound.value(), bound.estimate()), (None, Score::new(5)), "at least 5 is not a value");
}

#[test]
fn a_request_passes_its_guesses_and_its_iterations() {
    let tree = UniformTree::new(3, 5).unwrap();
    let (mut asked, mut heard) = (Vec::new(), Vec::new());
    let mut guesses = |depth, own: Option<Score>| {
        asked.push((depth, own));
        own
    };
    let mut listener = |outcome: &nullwindow::Outcome<u16>| heard.push((outcome.depth, outcome.bounds.lower));
    let schedule = Deepening::to(Depth::plies(5)).with_step(2).with_guess(nullwindow::deepening::Guess::Last);
    let request = Request::from(schedule).with_guess(Score::new(3)).with_guesses(&mut guesses);
    let answer = Search::new(&tree).deepen(&named("mtd-f"), &tree.root(), request.with_listener(&mut listener));
    assert_eq!(heard, answer.iterations.iter().map(|each| (each.depth, each.bounds.lower)).collect::<Vec<_>>());
    let depths = [1, 3, 5].map(Depth::plies);
    let guessed = [Some(Score::new(3)), Some(heard[0].1), Some(heard[1].1)];
    assert_eq!(asked, depths.into_iter().zip(guessed).collect::<Vec<_>>());
}
