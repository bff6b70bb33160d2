//! Solution trees: extracted, verified, corrupted, written and counted.

use crate::common::*;
use nullwindow::depth_first::Mt;
use nullwindow::memory::{AnyMemory, ExactMap, Memory, StoredBounds, Table};
use nullwindow::mtd::{MtdF, MtdPlusInfinity};
use nullwindow::solution::{
    CriticalTree, ExtractError, Fault, MalformedTree as Malformed, MinimalTree, Proof, ProofReason,
    SolutionKind as Kind, SolutionNode as Node, SolutionTree, minimal_leaves, minimal_nodes, verify,
};
use nullwindow::trees::{ExplicitTree, OrderedTree, UniformTree};
use nullwindow::{AnyAlgorithm, Depth, Evaluator, Game, Keyed, Limits, MoveBuf, Order, Player, Score, Search, Stopped};
use std::collections::HashSet;

const WITH_MEMORY: [&str; 6] = ["tt-alphabeta", "negascout", "mtd-f", "mtd+inf", "mtd-inf", "mtd-bi"];
const TREES: u64 = 2500;

fn numbers(tree: &SolutionTree) -> Vec<i32> {
    tree.leaves().map(Score::get).collect()
}

/// The critical tree after a search in the order of generation.
fn critical<G>(game: &G, root: &G::Position, name: &str, memory: AnyMemory) -> CriticalTree
where
    G: Evaluator + Keyed,
{
    let mut search = watching(game, memory).with_order(Order::GENERATED);
    let value = search.run(&named(name), root, Depth::END).value().unwrap();
    search.critical_tree(root, Depth::END, value).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn verified<G: Evaluator>(game: &G, root: &G::Position, tree: &CriticalTree, what: &str) {
    for one in [tree.max(), tree.min()] {
        assert_eq!(verify(game, root, one), Ok(tree.value()), "{what}: {one}");
    }
    assert_eq!(tree.value(), oracle(game, root, tree.max().depth()), "{what}");
    let leaves = tree.leaves();
    assert_eq!(leaves.len(), tree.leaf_count(), "{what}");
    let line = tree.principal_variation();
    let end = leaves.iter().find(|(path, _)| *path == line);
    assert_eq!(end.map(|leaf| leaf.1), Some(tree.value()), "{what}: the shared path ends in the value");
}

// ---- the papers' figures ----

#[test]
fn figure_1_has_one_optimal_max_and_one_optimal_min_solution_tree() {
    let figure = tree(ExplicitTree::DBP96_FIG_1);
    for name in WITH_MEMORY {
        for found in [
            critical(&figure, &figure.root(), name, AnyMemory::exact()),
            critical(&figure, &figure.root(), name, any_table(Table::with_bytes(1 << 16).unwrap())),
        ] {
            assert_eq!(numbers(found.max()), [5, 12, 10, 35], "{name}");
            assert_eq!(numbers(found.min()), [36, 35, 50, 37], "{name}");
            let union: Vec<i32> = found.leaves().iter().map(|leaf| leaf.1.get()).collect();
            assert_eq!(union, [5, 12, 10, 36, 35, 50, 37], "{name}");
            assert_eq!(found.principal_variation(), [1, 0, 1, 1], "{name}: from a to 35");
            assert_eq!((found.value().get(), found.leaf_count(), found.node_count()), (35, 7, 18));
            verified(&figure, &figure.root(), &found, name);
        }
    }
    let least = MinimalTree::of(&figure, &figure.root(), Depth::END, 1000).unwrap();
    assert_eq!((least.max_leaves, least.min_leaves, least.leaves, least.nodes), (4, 4, 7, 18));
}

#[test]
fn figure_1_with_11_for_41_has_two_optimal_max_solution_trees() {
    let figure = tree(&ExplicitTree::DBP96_FIG_1.replace("41", "11"));
    let max = |name| critical(&figure, &figure.root(), name, AnyMemory::exact()).max().clone();
    let (first, second) = (max("mtd+inf"), max("tt-alphabeta"));
    assert_eq!(numbers(&first), [11, 12, 10, 35]);
    assert_eq!(numbers(&second), [5, 12, 10, 35]);
    for optimal in [first, second] {
        assert_eq!(verify(&figure, &figure.root(), &optimal), Ok(Score::new(35)));
    }
}

#[test]
fn the_passes_of_sss_star_refine_max_solution_trees() {
    let figure = tree(ExplicitTree::DBP96_FIG_1);
    let root = figure.root();
    let mut search = watching(&figure, AnyMemory::exact()).with_order(Order::GENERATED);
    let mut bound = Score::INFINITY;
    for leaves in [[41, 12, 10, 36], [5, 12, 10, 36], [5, 12, 10, 35]] {
        bound = search.run(&Mt::at(bound), &root, Depth::END).bounds.upper;
        let max = search.max_solution(&root, Depth::END, bound).unwrap();
        assert_eq!(numbers(&max), leaves);
        assert_eq!(verify(&figure, &root, &max), Ok(bound));
        let lost = search.min_solution(&root, Depth::END, Score::new(35));
        assert!(matches!(lost, Err(ExtractError::Lost { .. })), "not established yet: {lost:?}");
    }
    assert_eq!(search.run(&Mt::at(bound), &root, Depth::END).bounds.lower, bound);
    assert_eq!(numbers(&search.min_solution(&root, Depth::END, bound).unwrap()), [36, 35, 50, 37]);
}

// ---- random trees ----

/// Every algorithm with memory leaves a critical tree there, which lies inside of what it visited.
fn check_tree<G: Evaluator + Keyed>(game: &G, root: &G::Position, what: &str) {
    for name in WITH_MEMORY {
        let what = format!("{name} on {what}");
        let mut search = watching(game, AnyMemory::exact()).with_order(Order::GENERATED);
        let value = search.run(&named(name), root, Depth::END).value().unwrap();
        let found = search.critical_tree(root, Depth::END, value).unwrap_or_else(|error| panic!("{what}: {error}"));
        verified(game, root, &found, &what);
        let graph = search.solution(root, Depth::END).minimal_graph(value).unwrap().all();
        let (leaves, nodes) = (found.leaf_count() as u64, found.node_count() as u64);
        assert_eq!((graph.leaves, graph.total()), (leaves, nodes), "{what}: no transpositions, no difference");
        for (path, _) in found.leaves() {
            let key = game.key(&walk(game, root, &path));
            assert!(search.observer().set().contains(&key), "{what}: leaf {path:?} was never visited");
        }
    }
}

fn walk<G: Game>(game: &G, root: &G::Position, path: &[u16]) -> G::Position {
    path.iter().fold(root.clone(), |position, &place| {
        let mut moves = MoveBuf::new();
        game.moves(&position, &mut moves);
        game.play(&position, moves.iter().nth(place.into()).unwrap())
    })
}

#[test]
fn both_solution_trees_are_extracted_and_verified() {
    for tree in uniform_trees(TREES) {
        check_tree(&tree, &tree.root(), &format!("{tree:?}"));
    }
}

#[test]
fn also_where_widths_vary_and_players_move_twice() {
    for tree in variable_trees(TREES) {
        check_tree(&tree, &tree.root(), &format!("{tree:?}"));
    }
}

#[test]
fn every_order_of_moves_leaves_its_trees_in_memory() {
    let cutoffs = Order::ALL.with_transpositions(true);
    for tree in variable_trees(TREES) {
        for (name, order) in WITH_MEMORY.iter().flat_map(|name| [(name, Order::ALL), (name, cutoffs)]) {
            let mut search = Search::new(&tree).with_memory(AnyMemory::exact()).with_order(order);
            let value = search.run(&named(name), &tree.root(), Depth::END).value().unwrap();
            let found = search.critical_tree(&tree.root(), Depth::END, value);
            let found = found.unwrap_or_else(|error| panic!("{name} with {order} on {tree:?}: {error}"));
            verified(&tree, &tree.root(), &found, name);
        }
    }
}

#[test]
fn a_bound_at_any_depth_has_its_tree() {
    for tree in uniform_trees(500) {
        let root = tree.root();
        for (depth, gamma) in [(0, 3), (1, 0), (2, 2), (3, 1), (4, 50), (9, 5)] {
            let depth = Depth::plies(depth);
            let mut search = Search::new(&tree).with_memory(ExactMap::new());
            let bounds = search.run(&Mt::at(Score::new(gamma)), &root, depth).bounds;
            if bounds.upper < Score::INFINITY {
                let max = search.max_solution(&root, depth, bounds.upper).unwrap();
                assert_eq!(verify(&tree, &root, &max), Ok(bounds.upper));
            }
            if bounds.lower > Score::NEG_INFINITY {
                let min = search.min_solution(&root, depth, bounds.lower).unwrap();
                assert_eq!(verify(&tree, &root, &min), Ok(bounds.lower));
            }
        }
    }
}

// ---- lost memory ----

fn check_complete<G: Evaluator + Keyed, M: Memory<G>>(game: &G, root: &G::Position, memory: M, what: &str) -> bool {
    let mut search = Search::new(game).with_memory(memory);
    let value = search.run(&MtdF::new(), root, Depth::END).value().unwrap();
    let lost = matches!(search.critical_tree(root, Depth::END, value), Err(ExtractError::Lost { .. }));
    let found = search.solution(root, Depth::END).complete().critical(value);
    verified(game, root, &found.unwrap_or_else(|error| panic!("{what}: {error}")), what);
    let graph = search.solution(root, Depth::END).complete().minimal_graph(value);
    assert!(graph.unwrap().all().leaves > 0, "{what}");
    lost
}

#[test]
fn what_a_tiny_table_has_lost_is_searched_again() {
    let mut lost = 0;
    for tree in variable_trees(TREES) {
        let what = format!("{tree:?}");
        for table in [Table::with_entries(4), Table::with_entries(32)] {
            lost += u32::from(check_complete(&tree, &tree.root(), any_table(table.unwrap()), &what));
        }
        check_complete(&tree, &tree.root(), AnyMemory::none(), &what);
        check_complete(&tree, &tree.root(), ExactMap::with_stored_bounds(StoredBounds::Latest), &what);
    }
    assert!(lost > 1000, "only {lost} were lost");
}

#[test]
fn errors_say_what_happened_and_where() {
    let tree = UniformTree::new(3, 5).unwrap().with_values(0..=20).unwrap();
    let (root, depth) = (tree.root(), Depth::END);
    let value = oracle(&tree, &root, depth);
    let mut search = Search::new(&tree);
    assert_eq!(search.max_solution(&root, depth, value), Err(ExtractError::Lost { path: vec![0] }));
    assert_eq!(search.min_solution(&root, depth, value), Err(ExtractError::Lost { path: vec![] }));
    let mut search = search.with_memory(ExactMap::new());
    search.run(&MtdF::new(), &root, depth);
    assert_eq!(search.solution(&root, depth).limit(9).max(value), Err(ExtractError::TooLarge { limit: 9 }));
    assert_eq!(search.solution(&root, depth).limit(3).minimal_graph(value), Err(ExtractError::TooLarge { limit: 3 }));
    for (kind, wrong) in [(Kind::Max, value.pred()), (Kind::Min, value.succ())] {
        let ask = search.solution(&root, depth).complete();
        let answer = if kind == Kind::Max { ask.max(wrong) } else { ask.min(wrong) };
        let Err(ExtractError::Untrue { path, value: known }) = answer else { panic!("{answer:?}") };
        assert!(!kind.allows(wrong, known), "{path:?} is worth {known}");
    }
    assert!(search.critical_tree(&root, depth, value.succ()).is_err());
    let mut search = Search::new(&tree).with_limits(Limits::none().with_nodes(5));
    let stopped = search.solution(&root, depth).complete().max(value);
    assert_eq!(stopped, Err(ExtractError::Stopped { path: vec![0], reason: Stopped::Nodes }));
    let one = Search::new(&tree).max_solution(&root, Depth::ZERO, Score::MAX).unwrap();
    assert_eq!(one.nodes().len(), 1);
    for error in [ExtractError::Lost { path: vec![1, 2] }, ExtractError::TooLarge { limit: 7 }] {
        assert!(error.to_string().contains(['2', '7']), "{error}");
    }
}

#[test]
fn a_bound_without_content_has_a_tree_too() {
    for tree in variable_trees(300) {
        let root = tree.root();
        let mut search = Search::new(&tree).with_memory(AnyMemory::none());
        let max = search.solution(&root, Depth::END).complete().max(Score::INFINITY).unwrap();
        let min = search.solution(&root, Depth::END).complete().min(Score::NEG_INFINITY).unwrap();
        assert_eq!(verify(&tree, &root, &max), Ok(max.bound()));
        assert_eq!(verify(&tree, &root, &min), Ok(min.bound()));
        assert!(min.bound() <= max.bound());
    }
}

// ---- transpositions ----

/// Players take one to three from one of the heaps, for points that depend on what is left; who takes an
/// odd number from the first heap moves again. The same heaps look the same to both players.
#[derive(Debug)]
struct Heaps;

#[derive(Clone, Copy, Debug)]
struct Left {
    heaps: [u8; 3],
    mover: Player,
}

impl Game for Heaps {
    type Position = Left;
    type Move = (u8, u8);

    fn mover(&self, left: &Left) -> Player {
        left.mover
    }

    fn moves(&self, left: &Left, moves: &mut MoveBuf<(u8, u8)>) -> Option<Score> {
        for heap in 0..3 {
            (1..=left.heaps[usize::from(heap)].min(3)).for_each(|taken| moves.push((heap, taken)));
        }
        moves.is_empty().then(|| Score::new(-9))
    }

    fn play(&self, left: &Left, (heap, taken): (u8, u8)) -> Left {
        let mut next = *left;
        next.heaps[usize::from(heap)] -= taken;
        if heap > 0 || taken % 2 == 0 {
            next.mover = left.mover.other();
        }
        next
    }
}

impl Evaluator for Heaps {
    fn evaluate(&self, left: &Left) -> Score {
        Score::new(i32::from(left.heaps[0] * 5 + left.heaps[1] * 3 + left.heaps[2]) % 7 - 3)
    }
}

impl Keyed for Heaps {
    fn key(&self, left: &Left) -> u64 {
        left.heaps.iter().fold(0, |key, &heap| key * 16 + u64::from(heap))
    }
}

#[test]
fn positions_that_transpose_are_shared_in_memory_and_in_the_minimal_graph() {
    let root = Left { heaps: [3, 4, 5], mover: Player::Second };
    for depth in (1..=7).map(Depth::plies).chain([Depth::END]) {
        for name in WITH_MEMORY {
            let what = format!("{name} at depth {depth}");
            shared(&root, depth, name, AnyMemory::exact(), &what);
            shared(&root, depth, name, any_table(Table::with_bytes(1 << 20).unwrap()), &what);
        }
    }
}

fn shared(root: &Left, depth: Depth, name: &str, memory: AnyMemory, what: &str) {
    let mut search = Search::new(&Heaps).with_memory(memory);
    let value = search.run(&named(name), root, depth).value().unwrap();
    let found = search.solution(root, depth).complete().critical(value).unwrap();
    verified(&Heaps, root, &found, what);
    let graph = search.solution(root, depth).complete().minimal_graph(value).unwrap();
    let all = graph.all();
    assert!(all.leaves <= found.leaf_count() as u64 && all.total() <= found.node_count() as u64, "{what}: {graph:?}");
    assert!(graph.exact.leaves == 1 && graph.exact.interior as usize == found.principal_variation().len());
    if depth == Depth::END {
        assert!(all.total() * 10 < found.node_count() as u64, "{what}: {graph:?} of {}", found.node_count());
    }
}

#[test]
fn also_after_cutoffs_by_what_memory_holds_of_a_successor() {
    let order = Order::ALL.with_transpositions(true);
    for (heaps, plies) in [([3, 3, 3], 6), ([5, 2, 2], 7), ([4, 4, 2], 5), ([6, 1, 2], 9), ([3, 2, 4], 7)] {
        let (root, depth) = (Left { heaps, mover: Player::First }, Depth::plies(plies));
        for name in WITH_MEMORY {
            let mut search = Search::new(&Heaps).with_memory(AnyMemory::exact()).with_order(order);
            let value = search.run(&named(name), &root, depth).value().unwrap();
            let found = search.critical_tree(&root, depth, value);
            verified(&Heaps, &root, &found.unwrap_or_else(|error| panic!("{name} on {heaps:?}: {error}")), name);
        }
    }
}

#[test]
fn the_last_iteration_of_a_deepening_search_has_its_trees() {
    let root = Left { heaps: [2, 4, 5], mover: Player::First };
    for depth in 2..8 {
        let mut search = Search::new(&Heaps).with_memory(AnyMemory::exact());
        let last = search.deepen(&MtdF::new(), &root, Depth::plies(depth));
        let outcome = last.iterations.last().unwrap();
        let value = outcome.value().unwrap();
        let found = search.critical_tree(&root, outcome.depth, value).unwrap();
        verified(&Heaps, &root, &found, &format!("{depth}"));
    }
}

// ---- minimal trees ----

#[test]
fn nobody_visits_fewer_leaves_than_the_smallest_critical_tree() {
    for tree in uniform_trees(700) {
        check_least(&tree, &tree.root(), &format!("{tree:?}"));
    }
    for tree in variable_trees(700) {
        check_least(&tree, &tree.root(), &format!("{tree:?}"));
    }
}

fn check_least<G: Evaluator + Keyed + Game<Move = u16>>(game: &G, root: &G::Position, what: &str) {
    let least = MinimalTree::of(game, root, Depth::END, 1 << 20).unwrap();
    assert_eq!(least.leaves, least.max_leaves + least.min_leaves - 1, "{what}");
    for algorithm in AnyAlgorithm::all() {
        let seen = watch_with(game, root, &algorithm, AnyMemory::exact(), None);
        if let Some(value) = seen.outcome.value() {
            assert_eq!(value, least.value, "{what}");
            assert!(seen.leaves.len() as u64 >= least.leaves, "{algorithm} on {what}: {least:?}");
        }
    }
    let found = critical(game, root, "mtd-f", AnyMemory::exact());
    assert!(found.leaf_count() as u64 >= least.leaves && found.node_count() as u64 >= least.nodes, "{what}");
}

#[test]
fn on_perfectly_ordered_trees_everybody_visits_exactly_the_minimal_tree() {
    for (width, depth) in [(2, 1), (2, 6), (3, 3), (3, 4), (4, 4), (5, 2), (5, 3), (1, 4)] {
        for seed in 0..10 {
            let tree = OrderedTree::new(width, depth).unwrap().with_order(width).unwrap().with_seed(seed);
            let leaves = minimal_leaves(width.into(), depth.into()).unwrap() as u64;
            let nodes = minimal_nodes(width.into(), depth.into()).unwrap() as u64;
            let least = MinimalTree::of(&tree, &tree.root(), Depth::END, 1 << 20).unwrap();
            assert_eq!((least.leaves, least.nodes), (leaves, nodes));
            for algorithm in AnyAlgorithm::all().into_iter().filter(|one| one.to_string() != "minimax") {
                let seen = watch_with(&tree, &tree.root(), &algorithm, AnyMemory::exact(), None);
                if seen.outcome.value().is_some() {
                    assert_eq!(seen.leaves.len() as u64, leaves, "{algorithm} on {tree:?}");
                }
            }
            let found = critical(&tree, &tree.root(), "mtd-f", AnyMemory::exact());
            assert_eq!((found.leaf_count() as u64, found.node_count() as u64), (leaves, nodes));
        }
    }
}

#[test]
fn the_smallest_critical_tree_is_the_smallest_of_all() {
    for text in [
        "(1 2)",
        "((3 (1 2)) 2)",
        "((((4 1) 2) (3 (5 6))) ((2 2) 3))",
        "(+(1 -(2 3) 2) ((2 (1 2)) (2 2 +(2 0))) 2)",
        "((1 1) ((1 0) (1 1)) (((1 0) 0) 1))",
    ] {
        let game = tree(text);
        let value = oracle(&game, &game.root(), Depth::END);
        let of = |kind| -> Vec<Vec<Vec<u16>>> { all_trees(&game, &mut Vec::new(), kind, value) };
        let (max, min) = (of(Kind::Max), of(Kind::Min));
        let unions = || max.iter().flat_map(|a| min.iter().map(move |b| a.iter().chain(b).collect::<HashSet<_>>()));
        let leaf = |path: &&&Vec<u16>| game.sons(game.at(path).unwrap()).is_empty();
        let leaves = unions().map(|union| union.iter().filter(leaf).count()).min().unwrap();
        let nodes = unions().map(|union| union.len()).min().unwrap();
        let least = MinimalTree::of(&game, &game.root(), Depth::END, 1000).unwrap();
        assert_eq!((least.leaves as usize, least.nodes as usize), (leaves, nodes), "{text}");
    }
    let large = UniformTree::new(2, 5).unwrap();
    let error = MinimalTree::of(&large, &large.root(), Depth::END, 62);
    assert_eq!(error, Err(ExtractError::TooLarge { limit: 62 }));
    assert!(MinimalTree::of(&large, &large.root(), Depth::END, 63).is_ok());
}

/// All solution trees below a node that prove the value, each as the paths of its nodes.
fn all_trees(game: &ExplicitTree, path: &mut Vec<u16>, kind: Kind, value: Score) -> Vec<Vec<Vec<u16>>> {
    let node = game.at(path).unwrap();
    let sons = game.sons(node).len() as u16;
    if sons == 0 {
        let holds = kind.allows(value, Score::new(game.value(node)));
        return if holds { vec![vec![path.clone()]] } else { vec![] };
    }
    let below: Vec<Vec<Vec<Vec<u16>>>> = (0..sons)
        .map(|son| {
            path.push(son);
            let trees = all_trees(game, path, kind, value);
            path.pop();
            trees
        })
        .collect();
    let here = vec![vec![path.clone()]];
    let join = |a: &Vec<Vec<u16>>, b: &Vec<Vec<u16>>| a.iter().chain(b).cloned().collect::<Vec<_>>();
    if kind.has_one_son(game.mover(&node) == Player::First) {
        return below.concat().iter().map(|tree| join(&here[0], tree)).collect();
    }
    below
        .iter()
        .fold(here, |trees, son| trees.iter().flat_map(|tree| son.iter().map(move |more| join(tree, more))).collect())
}

#[test]
fn sizes_beyond_any_number_are_not_invented() {
    assert_eq!(minimal_leaves(2, 254), Some((1u128 << 127) + ((1 << 127) - 1)));
    assert_eq!(minimal_leaves(2, 255), None);
    assert_eq!(minimal_leaves(0, 3), Some(0));
    assert_eq!(minimal_leaves(1, u32::MAX), Some(1));
    assert_eq!((minimal_nodes(24, 4), minimal_nodes(2, 253)), (Some(1 + 24 + 47 + 599 + 1151), None));
    for (width, depth) in [(2, 5), (3, 4), (4, 3)] {
        let tree = UniformTree::new(width, depth).unwrap().with_values(0..=0).unwrap();
        let least = MinimalTree::of(&tree, &tree.root(), Depth::END, 1 << 20).unwrap();
        assert_eq!(Some(u128::from(least.leaves)), minimal_leaves(width.into(), depth.into()));
    }
}

// ---- corruptions ----

/// The optimal max solution tree of Figure 1, changed.
fn changed(change: impl FnOnce(&mut Vec<Node>)) -> Result<(Vec<u16>, Fault), Score> {
    let figure = tree(ExplicitTree::DBP96_FIG_1);
    let max = critical(&figure, &figure.root(), "mtd-f", AnyMemory::exact()).max().clone();
    let mut nodes = max.nodes().to_vec();
    change(&mut nodes);
    let corrupt = SolutionTree::new(Kind::Max, Depth::END, nodes).unwrap();
    verify(&figure, &figure.root(), &corrupt).map_or_else(|flaw| Ok((flaw.path, flaw.fault)), Err)
}

#[test]
fn the_verifier_catches_every_corruption() {
    // In preorder: a b d h 5 i 12 c f j 10 k 35.
    let score = Score::new;
    assert_eq!(changed(|_| {}), Err(score(35)));
    let value = |stated, actual| Fault::Value { stated: score(stated), actual: score(actual) };
    assert_eq!(changed(|nodes| nodes[4].value = score(4)), Ok((vec![0, 0, 0, 1], value(4, 5))), "a leaf's value");
    assert_eq!(changed(|nodes| nodes[0].value = score(34)), Ok((vec![], value(34, 35))), "the bound");
    assert_eq!(changed(|nodes| nodes[1].value = score(35)), Ok((vec![0], value(35, 12))), "a bound inside");
    assert_eq!(changed(|nodes| nodes[4].place = 0), Ok((vec![0, 0, 0, 0], value(5, 41))), "another leaf");
    let missing = changed(|nodes| {
        nodes.drain(5..7);
        nodes[2].sons = 1;
    });
    assert_eq!(missing, Ok((vec![0, 0], Fault::NotAll { moves: 2, sons: 1 })), "a son dropped at a MAX node");
    let doubled = changed(|nodes| {
        nodes.insert(4, Node { place: 0, sons: 0, value: score(41) });
        nodes[3].sons = 2;
    });
    assert_eq!(doubled, Ok((vec![0, 0, 0], Fault::NotOne { sons: 2 })), "both sons of a MIN node");
    let illegal = changed(|nodes| nodes[4].place = 2);
    assert_eq!(illegal, Ok((vec![0, 0, 0, 2], Fault::NoSuchMove { moves: 2 })), "no such move");
    let twice = changed(|nodes| nodes[5].place = 0);
    assert_eq!(twice, Ok((vec![0, 0, 0], Fault::WrongPlace { expected: 1 })), "the same son twice");
    let short = changed(|nodes| {
        nodes.remove(4);
        nodes[3].sons = 0;
    });
    assert_eq!(short, Ok((vec![0, 0, 0], Fault::Unfinished { moves: 2 })), "a leaf where the game goes on");
    let long = changed(|nodes| {
        nodes[4].sons = 1;
        nodes.insert(5, Node { place: 0, sons: 0, value: score(5) });
    });
    assert_eq!(long, Ok((vec![0, 0, 0, 1], Fault::PastTheEnd { sons: 1 })), "sons of a leaf");
}

#[test]
fn a_tree_of_the_wrong_kind_depth_or_root_is_no_proof() {
    let figure = tree(ExplicitTree::DBP96_FIG_1);
    let root = figure.root();
    let found = critical(&figure, &root, "mtd-f", AnyMemory::exact());
    let max = found.max();
    let as_kind = |kind, depth| SolutionTree::new(kind, depth, max.nodes().to_vec()).unwrap();
    assert!(verify(&figure, &root, &as_kind(Kind::Min, Depth::END)).is_err());
    let flaw = verify(&figure, &root, &as_kind(Kind::Max, Depth::plies(3))).unwrap_err();
    assert_eq!((&flaw.path[..], &flaw.fault), (&[0, 0, 0][..], &Fault::PastTheEnd { sons: 1 }));
    assert!(flaw.to_string().contains("[0, 0, 0]"), "{flaw}");
    assert_eq!(verify(&figure, &root, &as_kind(Kind::Max, Depth::plies(4))), Ok(Score::new(35)));
    assert!(verify(&figure, &figure.at(&[1]).unwrap(), max).is_err());
    assert!(CriticalTree::new(max.clone(), max.clone()).is_err());
    assert!(CriticalTree::new(as_kind(Kind::Max, Depth::plies(4)), found.min().clone()).is_err());
    let new = |nodes| SolutionTree::new(Kind::Max, Depth::END, nodes);
    assert_eq!(new(vec![]), Err(Malformed::Ends { nodes: 0 }));
    assert_eq!(new(max.nodes()[..12].to_vec()), Err(Malformed::Ends { nodes: 12 }));
    assert_eq!(new([max.nodes(), max.nodes()].concat()), Err(Malformed::Rest { at: 13 }));
}

#[test]
fn a_random_change_of_a_node_never_proves_more_than_is_true() {
    let mut dice = Dice::new(7);
    for game in variable_trees(TREES) {
        let root = game.root();
        let found = critical(&game, &root, "mtd+inf", AnyMemory::exact());
        let mut nodes = found.max().nodes().to_vec();
        let at = dice.roll(nodes.len() as u64) as usize;
        match dice.roll(3) {
            0 => nodes[at].place = dice.roll(4) as u16,
            1 => nodes[at].sons = dice.roll(3) as u16,
            _ => nodes[at].value = nodes[at].value.pred(),
        }
        let Ok(corrupt) = SolutionTree::new(Kind::Max, Depth::END, nodes) else { continue };
        if let Ok(bound) = verify(&game, &root, &corrupt) {
            assert!(bound >= found.value(), "{game:?}: {corrupt:?}");
        }
    }
}

// ---- proof files ----

fn sealed(lines: &str) -> String {
    let sum = lines
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{lines}checksum {sum:016x}\n")
}

const HEAD: &str = "nullwindow-proof 1\nkind max\ndepth end\nbound 35\nroot Figure 1\ntree\n";

fn figure_proof() -> Proof {
    let figure = tree(ExplicitTree::DBP96_FIG_1);
    let mut search = watching(&figure, AnyMemory::exact());
    search.run(&MtdPlusInfinity::new(), &figure.root(), Depth::END);
    Proof::new("Figure 1", search.max_solution(&figure.root(), Depth::END, Score::new(35)).unwrap())
}

#[test]
fn a_proof_is_written_as_documented_and_read_back() {
    let proof = figure_proof();
    let text = proof.to_string();
    assert_eq!(text, sealed(&format!("{HEAD}0(0(0(0(1=5) 1(0=12))) 1(0(0(0=10) 1(1=35))))\n")));
    assert_eq!(text.parse(), Ok(proof.clone()));
    assert_eq!(text.replace('\n', "\r\n").parse(), Ok(proof.clone()), "line ends of another system");
    assert_eq!(text.trim_end().parse(), Ok(proof.clone()), "no newline at the end");
    for name in ["", "  two\nlines\t", "ünïcode ( ) =", "tree", "root root"] {
        let named = Proof::new(name, proof.tree().clone());
        let back: Proof = named.to_string().parse().unwrap();
        assert_eq!((back.root(), &back), (name.replace(['\n', '\t'], " ").trim(), &named));
    }
}

#[test]
fn every_proof_of_a_random_tree_is_read_back_and_verified() {
    for game in variable_trees(TREES) {
        let found = critical(&game, &game.root(), "negascout", AnyMemory::exact());
        for tree in [found.max(), found.min()] {
            let text = Proof::new(&format!("{game:?}"), tree.clone()).to_string();
            let back = text.parse::<Proof>().unwrap_or_else(|error| panic!("{error}\n{text}")).into_tree();
            assert_eq!(&back, tree);
            assert_eq!(verify(&game, &game.root(), &back), Ok(found.value()));
            assert!(text.lines().skip(6).all(|line| line.len() < 200), "{text}");
        }
    }
}

#[test]
fn a_changed_byte_or_a_missing_end_is_found() {
    let proof = figure_proof();
    let text = proof.to_string();
    let mut rejected = 0;
    for (at, new) in (0..text.len()).flat_map(|at| (0..=u8::MAX).map(move |new| (at, new))) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = new;
        match std::str::from_utf8(&bytes).map(str::parse::<Proof>) {
            Ok(Ok(read)) => assert_eq!(read, proof, "byte {at} set to {new}"),
            Ok(Err(error)) => {
                assert!(error.byte <= text.len() && error.line <= 9, "{error}");
                rejected += 1;
            }
            Err(_) => {}
        }
    }
    assert!(rejected > 127 * (text.len() - 1), "only {rejected}");
    for end in 0..text.len() - 1 {
        let error = text[..end].parse::<Proof>().unwrap_err();
        assert!(error.to_string().contains("expected"), "{end}: {error}");
    }
    let insert_or_drop = (0..text.len()).flat_map(|at| {
        let (a, b) = text.split_at(at);
        [format!("{a}{}", &b[1..]), format!("{a} {b}"), format!("{a}\n{b}"), format!("{a}0{b}")]
    });
    for text in insert_or_drop {
        if let Ok(read) = text.parse::<Proof>() {
            assert_eq!(read, proof, "{text}");
        }
    }
}

#[test]
fn bad_proofs_get_an_error_that_names_the_place() {
    let full = |tree: &str| sealed(&format!("{HEAD}{tree}\n"));
    let cases = [
        (String::new(), 1, 0, "'nullwindow-proof 1', but the text ends"),
        (full("0=35").replace("proof 1", "proof 2"), 1, 0, "found \"nullwindow-proof 2\""),
        (full("0=35").replace("max", "mix"), 2, 19, "'kind max' or 'kind min'"),
        (full("0=35").replace("end", "255"), 3, 28, "a number up to 254"),
        (full("0=35").replace("bound 35", "bound 2000000000"), 4, 38, "a score"),
        (full("0=35").replace("Figure 1", "Figure 2"), 8, 71, "the checksum"),
        (full("0=34"), 4, 38, "the bound of the leaves, 34, found 35"),
        (full("0(0=35 65534=35)"), 7, 73, "a place from 0 to 65533, found \"65534=35)\""),
        (full("0(0=35 -1=35)"), 7, 73, "a place from 0 to 65533"),
        (full("0(0=99999999999)"), 7, 70, "a score, found \"99999999999)\""),
        (full("0(0=35 1(0=35)"), 8, 81, "a place"),
        (full("0(0=35))"), 7, 73, "the tree being complete"),
        (full("0()"), 7, 68, "a place, found \")\""),
        (full(")"), 7, 66, "a place, found \")\""),
        (full("0(0=35 x)"), 7, 73, "a place from 0 to 65533, found \"x)\""),
        (full("0 35"), 7, 67, "'(' or '='"),
        (full("0=35") + "more\n", 9, 97, "nothing after the checksum"),
    ];
    for (text, line, byte, says) in cases {
        let error = text.parse::<Proof>().unwrap_err();
        assert_eq!((error.line, error.byte), (line, byte), "{error}\n{text}");
        assert!(error.to_string().contains(says), "{error}: {says}");
    }
    let changed = full("0=35").replace("Figure 1", "Figure 2").parse::<Proof>().unwrap_err();
    assert!(matches!(changed.reason, ProofReason::Checksum { .. }));
}

#[test]
fn hostile_text_neither_exhausts_the_stack_nor_fools_the_reader() {
    let deep =
        |open: &str, close: &str| sealed(&format!("{HEAD}{}0=35{}\n", open.repeat(100_000), close.repeat(100_000)));
    let nested: Proof = deep("0(", ")").parse().unwrap();
    assert_eq!(nested.tree().nodes().len(), 100_001);
    assert_eq!(nested.to_string().parse(), Ok(nested.clone()));
    let figure = tree(ExplicitTree::DBP96_FIG_1);
    assert!(verify(&figure, &figure.root(), nested.tree()).is_err());
    assert!(deep("(", ")").parse::<Proof>().is_err());
    assert!(deep(")", "(").parse::<Proof>().is_err());
    assert!("(".repeat(100_000).parse::<Proof>().is_err());
    let wide = |sons: usize| sealed(&format!("{HEAD}0({})\n", vec!["0=35"; sons].join(" "))).parse::<Proof>();
    assert!(wide(65_534).is_ok());
    assert!(wide(65_535).unwrap_err().to_string().contains("65534 sons"));
}
