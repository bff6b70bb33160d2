//! Several threads: value and move of one, limits obeyed by all, nobody left waiting.

use crate::common::*;
use nullwindow::memory::{AnyMemory, Memory, NoMemory, Table};
use nullwindow::mtd::MtdF;
use nullwindow::trees::{IncrementalTree, UniformTree};
use nullwindow::{
    AnyAlgorithm, Deepened, Deepening, Depth, Evaluator, Keyed, Limits, Order, Outcome, Presearch, Request, Search,
    Stopped,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const ORDERS: [Order; 4] = [Order::GENERATED, Order::ALL, Order::BEST, Order::BEST.with_presearch(Presearch::ByScore)];

/// Whether an algorithm asks for less than the value, so that how much it learns depends on what memory holds.
fn asks_for_less(algorithm: &AnyAlgorithm) -> bool {
    matches!(algorithm, AnyAlgorithm::Mt(_) | AnyAlgorithm::MtdBest(_))
}

fn assert_same<G: Evaluator>(
    game: &G,
    root: &G::Position,
    algorithm: &AnyAlgorithm,
    alone: &Outcome<G::Move>,
    outcome: &Outcome<G::Move>,
    what: &str,
) {
    let depth = alone.depth;
    let value = oracle(game, root, depth);
    assert_eq!(outcome.stopped, None, "{what}");
    assert!(outcome.bounds.contains(value), "{} does not contain {value}, {what}", outcome.bounds);
    if !asks_for_less(algorithm) {
        assert_eq!(outcome.value(), Some(value), "the value, {what}");
        check_line(game, root, depth, &outcome.line, what);
    }
    assert_eq!(outcome.best, alone.best, "the move, {what}");
    assert_eq!(outcome.best_is_proven, alone.best_is_proven, "{what}");
    if outcome.settled {
        assert!(outcome.bounds.contains(oracle(game, root, Depth::END)), "settled, {what}");
    }
}

/// One search as `i` chooses it: on one thread in one memory and on several in another.
fn check<G, M>(game: &G, root: &G::Position, algorithm: &AnyAlgorithm, i: usize, memories: [M; 2])
where
    G: Evaluator + Keyed + Sync,
    G::Position: Send,
    G::Move: Send,
    M: Memory<G> + Send + Sync,
{
    let (order, threads, depth) = (ORDERS[i / 2 % 4], 2 + i % 3, Depth::END);
    let what = format!("{algorithm} to {depth}, order {order}, {threads} threads, {} bytes", bytes(i));
    let [mut one, mut many] = memories.map(|memory| Search::new(game).with_memory(memory).with_order(order));
    let alone = one.run(algorithm, root, depth);
    let outcome = many.threads(threads, |search| search.run(algorithm, root, depth));
    assert_same(game, root, algorithm, &alone, &outcome, &what);
    if !algorithm.uses_threads() {
        assert_eq!(alone, outcome, "runs alone, {what}");
    }
}

fn bytes(i: usize) -> usize {
    [64, 1 << 16][i % 2]
}

fn tables(bytes: usize) -> [Table; 2] {
    [(); 2].map(|()| Table::with_bytes(bytes).unwrap())
}

#[test]
fn value_and_move_of_every_algorithm_are_those_of_one_thread() {
    let all = AnyAlgorithm::all();
    for (i, tree) in (0..).zip(variable_trees(240)) {
        all.iter().for_each(|each| check(&tree, &tree.root(), each, i, tables(bytes(i)).map(any_table)));
    }
    for (i, tree) in (0..).zip(uniform_trees(240)) {
        all.iter().for_each(|each| check(&tree, &tree.root(), each, i, tables(bytes(i)).each_ref()));
    }
    for (i, graph) in (0..).zip(graphs(240)) {
        all.iter().for_each(|each| check(&graph, &graph.root(), each, i, tables(bytes(i)).each_ref()));
    }
}

/// Trees that take long enough for threads to meet: few values, so that many root moves are equally good.
#[test]
fn threads_that_meet_agree_on_value_and_move() {
    for seed in 0..30 {
        let most = [1, 2, 4, 9][seed as usize % 4];
        let tree = UniformTree::new(5, 8).unwrap().with_seed(seed).with_values(0..=most).unwrap();
        for name in AnyAlgorithm::NAMES.into_iter().filter(|name| named(name).uses_memory()) {
            let algorithm = named(name);
            if asks_for_less(&algorithm) {
                continue;
            }
            let run = |threads| {
                let table = Table::with_bytes(1 << 18).unwrap();
                let mut search = Search::new(&tree).with_memory(&table);
                search.threads(threads, |search| search.run(&algorithm, &tree.root(), Depth::END))
            };
            let alone = run(1);
            for threads in 2..=4 {
                let outcome = run(threads);
                assert_eq!(outcome.value(), alone.value(), "{name}, {threads} threads, seed {seed}");
                assert_eq!(outcome.best, alone.best, "{name}, {threads} threads, seed {seed}");
            }
        }
    }
}

/// Deepens to 8 plies with one thread and with three, and holds their iterations against each other; that of one is returned.
fn deepened_alike<G, M>(game: &G, root: &G::Position, name: &str, memories: [M; 2], what: &str) -> Deepened<G::Move>
where
    G: Evaluator + Keyed + Sync,
    G::Position: Send,
    G::Move: Send,
    M: Memory<G> + Send + Sync,
{
    let run = |memory, threads| {
        let mut search = Search::new(game).with_memory(memory);
        search.threads(threads, |search| search.deepen(&named(name), root, Depth::plies(8)))
    };
    let [one, three] = memories;
    let (alone, deepened) = (run(one, 1), run(three, 3));
    for (one, many) in alone.iterations.iter().zip(&deepened.iterations) {
        assert_eq!((one.value(), one.best), (many.value(), many.best), "{what}, to {}", one.depth);
    }
    assert_eq!((alone.value(), alone.best()), (deepened.value(), deepened.best()), "{what}");
    alone
}

#[test]
fn deepening_has_the_iterations_of_one_thread() {
    for seed in 0..20 {
        let tree = IncrementalTree::new(6, 8).unwrap().with_seed(seed);
        for name in ["mtd-f", "mtd-bi", "negascout", "aspiration", "tt-alphabeta", "mtd+inf"] {
            let memories = tables(1 << 18).map(any_table);
            deepened_alike(&tree, &tree.root(), name, memories, &format!("{name}, seed {seed}"));
        }
    }
}

/// Few values, so that many root moves are equally good, and it is their order that tells which one is reported.
#[test]
fn deepening_with_ties_has_the_moves_of_one_thread() {
    let mut in_order_of_generation = true;
    for seed in 0..25 {
        let tree = UniformTree::new(6, 8).unwrap().with_seed(seed).with_values(0..=[2, 5][seed as usize % 2]).unwrap();
        for name in ["mtd-f", "mtd-bi", "negascout", "mtd-inf"] {
            let tables = tables(1 << 20);
            let alone = deepened_alike(&tree, &tree.root(), name, tables.each_ref(), &format!("{name}, seed {seed}"));
            let again = Search::new(&tree).run(&named("alphabeta"), &tree.root(), Depth::plies(8));
            in_order_of_generation &= again.best == alone.best();
        }
    }
    assert!(!in_order_of_generation, "earlier iterations have decided between equals");
}

#[test]
fn all_root_moves_have_the_values_of_one_thread() {
    for seed in 0..20 {
        let tree = UniformTree::new(5, 7).unwrap().with_seed(seed).with_values(0..=5).unwrap();
        let run = |threads| {
            let table = Table::with_bytes(1 << 16).unwrap();
            let mut search = Search::new(&tree).with_memory(&table);
            let answer = search
                .threads(threads, |search| search.root_moves(&named("mtd-f"), &tree.root(), Request::once(Depth::END)));
            answer.moves.iter().map(|each| (each.play, each.value)).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(3), "seed {seed}");
    }
}

#[test]
fn one_thread_asked_for_counts_as_one_thread_does() {
    let tree = UniformTree::new(5, 7).unwrap();
    let table = || Table::with_bytes(1 << 16).unwrap();
    for algorithm in AnyAlgorithm::all() {
        let alone = Search::new(&tree).with_memory(&table()).run(&algorithm, &tree.root(), Depth::END);
        let run = |search: &mut Search<'_, UniformTree, &Table>| search.run(&algorithm, &tree.root(), Depth::END);
        for threads in 0..2 {
            assert_eq!(Search::new(&tree).with_memory(&table()).threads(threads, run), alone, "{algorithm}");
        }
        // And after several threads it is one again.
        let one = table();
        let mut search = Search::new(&tree).with_memory(&one);
        search.threads(2, |_| ());
        assert_eq!(search.run(&algorithm, &tree.root(), Depth::END), alone, "{algorithm}");
    }
}

#[test]
fn without_memory_a_search_runs_alone() {
    let tree = UniformTree::new(4, 6).unwrap();
    let alone = Search::new(&tree).run(&named("mtd-f"), &tree.root(), Depth::END);
    let run = |search: &mut Search<'_, UniformTree, NoMemory>| search.run(&named("mtd-f"), &tree.root(), Depth::END);
    assert_eq!(Search::new(&tree).with_memory(NoMemory).threads(4, run), alone);
}

/// Runs MTD(f) by deepening on four threads with these limits, on a tree that takes much longer.
fn limited(limits: Limits<'_>) -> (Outcome<u16>, u64) {
    let tree = UniformTree::new(16, 14).unwrap().with_values(0..=99).unwrap();
    let table = Table::with_bytes(1 << 20).unwrap();
    let mut search = Search::new(&tree).with_memory(&table).with_limits(limits);
    let plan = Deepening::to(Depth::END);
    let deepened = search.threads(4, |search| search.deepen(&named("mtd-f"), &tree.root(), plan));
    for outcome in &deepened.iterations {
        assert!(outcome.value().is_some() && outcome.best.is_some());
    }
    let nodes = deepened.cost().total();
    (deepened.unfinished.expect("it was stopped"), nodes)
}

#[test]
fn a_limit_of_nodes_holds_for_all_threads_together() {
    for nodes in [0, 1, 100, 5_000, 100_000] {
        let (outcome, visited) = limited(Limits::none().with_nodes(nodes));
        assert_eq!(outcome.stopped, Some(Stopped::Nodes));
        assert!(visited <= nodes, "{visited} nodes of {nodes}");
    }
}

#[test]
fn a_flag_and_a_clock_stop_all_threads() {
    let flag = AtomicBool::new(true);
    assert_eq!(limited(Limits::none().with_flag(&flag)).0.stopped, Some(Stopped::Flag));
    let asked = AtomicU64::new(0);
    let (outcome, _) = limited(Limits::none().with_condition(|| asked.fetch_add(1, Relaxed) >= 500));
    assert_eq!(outcome.stopped, Some(Stopped::Time));
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            flag.store(true, Relaxed);
        });
        assert_eq!(limited(Limits::none().with_flag(&flag)).0.stopped, Some(Stopped::Flag));
    });
    let start = Instant::now();
    let limits = Limits::none().with_condition(move || start.elapsed() > Duration::from_millis(30));
    assert_eq!(limited(limits).0.stopped, Some(Stopped::Time));
}

#[test]
fn stopped_anywhere_the_answer_is_valid_and_the_search_can_go_on() {
    for game in graphs(40) {
        let (root, depth) = (game.root(), Depth::plies(6));
        let values: Vec<_> = (0..=6).map(|plies| oracle(&game, &root, Depth::plies(plies))).collect();
        for nodes in (0..600).step_by(29) {
            let table = Table::with_bytes(1 << 12).unwrap();
            let mut search = Search::new(&game).with_memory(&table).with_limits(Limits::none().with_nodes(nodes));
            search.threads(3, |search| {
                let deepened = search.deepen(&named("mtd-f"), &root, depth);
                for outcome in deepened.iterations.iter().chain(&deepened.unfinished) {
                    let value = values[outcome.depth.get().unwrap() as usize];
                    assert!(outcome.bounds.contains(value), "{value} not in {}", outcome.bounds);
                    if let Some(best) = outcome.best {
                        assert!(after(&game, &root, best, outcome.depth) >= outcome.bounds.lower);
                    }
                }
                // New limits, same threads.
                search.set_limits(Limits::none());
                let outcome = search.run(&named("mtd-f"), &root, depth);
                assert_eq!(outcome.value(), Some(values[6]));
            });
        }
    }
}

#[test]
fn counts_are_those_of_all_threads_and_passes_add_up() {
    let tree = UniformTree::new(8, 8).unwrap().with_values(0..=99).unwrap();
    let table = Table::with_bytes(1 << 20).unwrap();
    let mut search = Search::new(&tree).with_memory(&table);
    let outcome = search.threads(3, |search| search.run(&named("mtd-f"), &tree.root(), Depth::END));
    let sum: u64 = outcome.passes.iter().map(|pass| pass.cost.total()).sum();
    assert_eq!(sum, outcome.counts.cost.total());
    let own = nullwindow::observe::Observer::<UniformTree>::counts(search.observer()).cost.total();
    assert!(own <= sum, "{own} of {sum}");
    // Who does not count has no counts.
    let mut search = Search::new(&tree).with_memory(&table).with_observer(());
    let outcome = search.threads(3, |search| search.run(&MtdF::new(), &tree.root(), Depth::END));
    assert_eq!(outcome.counts.cost.total(), 0);
}

/// A memory that panics at some probe.
#[derive(Clone, Debug)]
struct Trap<'t>(&'t Table, &'t AtomicU64);

impl<G: Keyed> Memory<G> for Trap<'_> {
    fn stores(&self, depth: Depth) -> bool {
        Memory::<G>::stores(self.0, depth)
    }

    fn key(&self, game: &G, position: &G::Position) -> u64 {
        self.0.key(game, position)
    }

    fn probe(&self, key: u64, depth: Depth) -> nullwindow::memory::ProbeResult {
        assert!(self.1.fetch_add(1, Relaxed) != 20_000, "the trap");
        Memory::<G>::probe(self.0, key, depth)
    }

    fn store(&self, key: u64, result: nullwindow::memory::NodeResult) {
        Memory::<G>::store(self.0, key, result);
    }
}

#[test]
fn a_thread_that_panics_leaves_nobody_waiting() {
    let tree = UniformTree::new(8, 9).unwrap();
    for _ in 0..8 {
        let (table, asked) = (Table::with_bytes(1 << 20).unwrap(), AtomicU64::new(0));
        let panics = std::panic::catch_unwind(|| {
            let mut search = Search::new(&tree).with_memory(Trap(&table, &asked));
            search.threads(3, |search| search.run(&MtdF::new(), &tree.root(), Depth::END).value())
        });
        assert!(panics.is_err());
    }
}

#[test]
fn an_owned_table_is_shared_too() {
    let table = || Table::with_bytes(1 << 16).unwrap();
    let tree = UniformTree::new(8, 8).unwrap().with_values(0..=99).unwrap();
    let alone = Search::new(&tree).with_memory(&table()).run(&named("mtd-f"), &tree.root(), Depth::END);
    for memory in [AnyMemory::table(Arc::new(table())), AnyMemory::exact(), AnyMemory::none()] {
        let mut search = Search::new(&tree).with_memory(memory);
        let outcome = search.threads(3, |search| search.run(&MtdF::new(), &tree.root(), Depth::END));
        assert_eq!((outcome.value(), outcome.best), (alone.value(), alone.best));
    }
    let mut search = Search::new(&tree).with_memory(table());
    let outcome = search.threads(3, |search| search.run(&named("negascout"), &tree.root(), Depth::END));
    assert_eq!((outcome.value(), outcome.best), (alone.value(), alone.best));
}

#[test]
fn more_threads_than_a_machine_can_have_are_not_started() {
    let tree = UniformTree::new(4, 6).unwrap();
    let mut search = Search::new(&tree).with_memory(Table::with_bytes(1 << 16).unwrap());
    let alone = search.run(&named("mtd-f"), &tree.root(), Depth::END);
    let outcome = search.threads(20_000, |search| search.run(&named("mtd-f"), &tree.root(), Depth::END));
    assert_eq!((outcome.value(), outcome.best), (alone.value(), alone.best));
}
