//! The papers' own trees, leaf by leaf, and the trees that stand in for their lost figures.

use crate::common::*;
use nullwindow::best_first::{DualStar, PsStar, Sss2, SssStar};
use nullwindow::memory::AnyMemory;
use nullwindow::observe::{Counters, Event, Status, Trace};
use nullwindow::trees::{ExplicitTree, OrderedTree, UniformTree};
use nullwindow::{Algorithm, AnyAlgorithm, Depth, Order, Score, Search};

fn leaf_values(tree: &ExplicitTree, name: &str) -> Vec<i32> {
    values(tree, &watch(tree, &tree.root(), name).leaves)
}

fn sorted(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_unstable();
    values
}

#[test]
fn paper_000_fig_1_is_worth_35_to_everybody() {
    let tree = tree(ExplicitTree::DBP96_FIG_1);
    for algorithm in AnyAlgorithm::all() {
        let seen = watch_with(&tree, &tree.root(), &algorithm, AnyMemory::exact(), None);
        assert!(seen.outcome.bounds.contains(Score::new(35)), "{algorithm}");
        if seen.outcome.best_is_proven {
            assert_eq!(seen.outcome.best, Some(1), "{algorithm}");
        }
    }
}

#[test]
fn paper_000_fig_1_leaf_by_leaf() {
    let tree = tree(ExplicitTree::DBP96_FIG_1);
    let depth_first = [41, 5, 12, 90, 99, 80, 10, 36, 35, 50, 37];
    assert_eq!(leaf_values(&tree, "alphabeta"), depth_first);
    assert_eq!(leaf_values(&tree, "negascout"), depth_first);
    let best_first = sorted(vec![41, 5, 12, 10, 36, 35, 50, 37]);
    for name in ["sss-2", "sss*", "rec-sss*", "mtd+inf"] {
        assert_eq!(sorted(leaf_values(&tree, name)), best_first, "{name}");
    }
}

#[test]
fn paper_000_fig_1_the_solution_trees_that_sss_2_refines() {
    let tree = tree(ExplicitTree::DBP96_FIG_1);
    let mut search = Search::new(&tree).with_memory(AnyMemory::none()).with_observer((Counters::new(), Trace::new()));
    search.run(&Sss2, &tree.root(), Depth::END);
    let (_, trace) = search.into_observer();
    let mut replay = trace.replay();
    let mut refined = Vec::new();
    while let Some(event) = replay.step() {
        // A new bound of the root: G is a whole max solution tree.
        if matches!(event, Event::Add(path, bound) if path.is_empty() && bound.is_finite()) {
            let leaves = replay.solution().iter().filter(|(path, _)| path.len() == 4);
            refined.push(leaves.map(|(path, _)| tree.value(tree.at(path).unwrap())).collect::<Vec<_>>());
        }
    }
    assert_eq!(refined, [[41, 12, 10, 36], [5, 12, 10, 36], [5, 12, 10, 35]]);
    assert!(replay.solution().iter().all(|(path, _)| path.is_empty()), "the last diminish purges everything");
}

#[test]
fn paper_000_nega_scout_skips_what_alpha_beta_visits() {
    let text = ExplicitTree::DBP96_FIG_1.replace("(10 80)", "(15 80)").replace("(50 37)", "(10 37)");
    let tree = tree(&text);
    let m = [36, 35];
    let visits_m = |name| leaf_values(&tree, name).iter().any(|value| m.contains(value));
    assert!(visits_m("alphabeta"));
    assert!(!visits_m("negascout"));
}

#[test]
fn paper_001_fig_3_mtd_plus_infinity_makes_four_passes() {
    let tree = tree(ExplicitTree::PSPB96_FIG_3);
    let seen = watch(&tree, &tree.root(), "mtd+inf");
    let passes: Vec<_> = seen.outcome.passes.iter().map(|pass| (pass.window.beta(), pass.answer.get())).collect();
    let gamma = Score::new;
    assert_eq!(passes, [(Score::INFINITY, 41), (gamma(41), 36), (gamma(36), 35), (gamma(35), 35)]);
    assert_eq!(seen.outcome.value(), Some(Score::new(35)));
    // The papers' letters e g k m, then n, o, s and t, as numbers of leaves from the left.
    assert_eq!(seen.leaves, [0, 2, 8, 10, 1, 11, 12, 13]);
}

#[test]
fn paper_001_fig_3_the_open_list_after_each_pass() {
    let tree = tree(ExplicitTree::PSPB96_FIG_3);
    let mut search = Search::new(&tree).with_memory(AnyMemory::none()).with_observer((Counters::new(), Trace::new()));
    search.run(&SssStar, &tree.root(), Depth::END);
    let (_, trace) = search.into_observer();
    let mut replay = trace.replay();
    let mut passes: Vec<Vec<(usize, i32)>> = Vec::new();
    while replay.step().is_some() {
        let solved_leaves = replay.open().iter().all(|state| state.status == Status::Solved && state.path.len() == 4);
        if solved_leaves && replay.open().len() == 4 {
            let letter = |path: &[u16]| {
                let node = tree.at(path).unwrap();
                tree.leaves().iter().position(|&leaf| leaf == node).unwrap()
            };
            let open = replay.open().iter().map(|state| (letter(&state.path), state.merit.get()));
            passes.push(open.collect());
        }
    }
    let (e, n, g, k, m, o) = (0, 1, 2, 8, 10, 11);
    assert_eq!(passes[0], [(e, 41), (m, 36), (k, 34), (g, 12)]);
    assert_eq!(passes[1], [(m, 36), (k, 34), (g, 12), (n, 5)]);
    assert_eq!(passes[2], [(o, 35), (k, 34), (g, 12), (n, 5)]);
}

#[test]
fn a_replayed_open_list_always_has_the_taken_state_in_front() {
    for tree in uniform_trees(300) {
        takes_from_the_front(&tree, &SssStar);
        takes_from_the_front(&tree, &DualStar);
        for k in 1..=3 {
            takes_from_the_front(&tree, &PsStar::new(k).unwrap());
        }
    }
}

fn takes_from_the_front(tree: &UniformTree, algorithm: &impl Algorithm) {
    let name = algorithm.name();
    let mut search = Search::new(tree).with_observer((Counters::new(), Trace::new())).with_order(Order::GENERATED);
    search.run(algorithm, &tree.root(), Depth::END);
    let (_, trace) = search.into_observer();
    let mut replay = trace.replay();
    loop {
        let front = replay.open().first().cloned();
        match replay.step() {
            None => break,
            Some(Event::Take(state, _)) => assert_eq!(front.as_ref(), Some(state), "{name} on {tree:?}"),
            Some(_) => {}
        }
    }
    assert!(replay.open().is_empty(), "{name} leaves {:?} on {tree:?}", replay.open());
}

// The figures of [SM86] and Figs. 18 and 19 of [PSPB96] are lost. These trees, found by search, have the
// properties that the figures showed.

fn leaves_of(text: &str, names: [&str; 3]) -> [usize; 3] {
    let tree = tree(text);
    names.map(|name| watch(&tree, &tree.root(), name).leaves.len())
}

#[test]
fn ps_star_may_be_better_than_sss_star() {
    let text = "(((0 1 0) (0 0 0) (1 1 0)) ((1 0 0) (1 0 1) (1 1 0)) ((0 0 0) (1 0 1) (0 1 1)))";
    assert_eq!(leaves_of(text, ["ps*(2)", "sss*", "alphabeta"]), [13, 14, 15]);
}

#[test]
fn ps_star_may_be_between_sss_star_and_alpha_beta() {
    let text = "((0 2 1) (1 1 1) (2 2 2))";
    assert_eq!(leaves_of(text, ["sss*", "ps*(2)", "alphabeta"]), [5, 7, 9]);
}

#[test]
fn ps_star_may_be_worse_than_alpha_beta() {
    let text = "(((1 1 1) (0 0 1) (1 1 0)) ((1 0 1) (0 1 0) (0 1 1)) ((1 1 0) (0 0 0) (0 0 1)))";
    assert_eq!(leaves_of(text, ["sss*", "alphabeta", "ps*(2)"]), [13, 13, 15]);
}

#[test]
fn with_iterative_deepening_sss_star_may_be_worse_than_alpha_beta() {
    let tree = tree(DEEPENED);
    let leaves = |name| {
        let order = Order::GENERATED.with_table_move(true).with_root(true);
        let mut search = watching(&tree, AnyMemory::exact()).with_order(order);
        let deepened = search.deepen(&named(name), &tree.root(), Depth::plies(3));
        deepened.last().unwrap().counts.cost.leaf_visits
    };
    let (alpha_beta, sss) = (leaves("tt-alphabeta"), leaves("mtd+inf"));
    assert!(alpha_beta < sss, "{alpha_beta} and {sss}");
    // Without deepening SSS* dominates on the same tree.
    assert!(watch(&tree, &tree.root(), "mtd+inf").leaves.len() <= watch(&tree, &tree.root(), "alphabeta").leaves.len());
}

const DEEPENED: &str = "((3(4) 2(0)) (4(0)))";

// False as the literature states them.

#[test]
fn scout_may_visit_more_distinct_leaves_than_alpha_beta() {
    let text = "((((0 1) (1 0)) ((0 1) (0 1))) (((0 1) (1 1)) ((0 0) (1 1))))";
    assert_eq!(leaves_of(text, ["alphabeta", "scout", "negascout"])[..2], [12, 13]);
}

#[test]
fn up_to_depth_three_scout_does_not() {
    for tree in uniform_trees(4000) {
        let alpha_beta = watch(&tree, &tree.root(), "alphabeta");
        let scout = watch(&tree, &tree.root(), "scout");
        if depth_of(&tree) < 4 {
            assert!(scout.leaves.len() <= alpha_beta.leaves.len(), "{tree:?}");
        }
    }
}

/// The depth of a uniform tree: the plies of its left-most line.
fn depth_of(tree: &UniformTree) -> usize {
    watch(tree, &tree.root(), "minimax").outcome.line.len()
}

#[test]
fn on_two_leaf_values_sss_star_may_visit_fewer_leaves_than_alpha_beta() {
    let found = leaves_of("((0 0) (1 1))", ["sss*", "alphabeta", "minimax"]);
    assert!(found[0] < found[1], "{found:?}");
}

#[test]
fn from_the_value_mtd_f_may_visit_more_leaves_than_dual_star_or_sss_star() {
    for (text, rival) in [
        ("(((1 2) (0 0)) ((2 0) (2 2)))", "dual*"),
        ("((((0 0) (1 1)) ((0 0) (0 0))) (((0 0) (0 1)) ((1 1) (1 1))))", "sss*"),
    ] {
        let tree = tree(text);
        let value = oracle(&tree, &tree.root(), Depth::END);
        let mtd_f = watch_with(&tree, &tree.root(), &named("mtd-f"), AnyMemory::exact(), Some(value));
        assert!(mtd_f.leaves.len() > watch(&tree, &tree.root(), rival).leaves.len(), "{text}");
    }
}

#[test]
fn from_the_value_mtd_f_visits_fewer_on_average() {
    let (mut mtd_f, mut sss, mut dual) = (0, 0, 0);
    for seed in 0..200 {
        let tree = UniformTree::new(5, 4).unwrap().with_seed(seed);
        let value = oracle(&tree, &tree.root(), Depth::END);
        mtd_f += watch_with(&tree, &tree.root(), &named("mtd-f"), AnyMemory::exact(), Some(value)).leaves.len();
        sss += watch(&tree, &tree.root(), "sss*").leaves.len();
        dual += watch(&tree, &tree.root(), "dual*").leaves.len();
    }
    assert!(mtd_f < sss && mtd_f < dual, "{mtd_f}, {sss}, {dual}");
}

#[test]
fn on_independent_leaves_ps_star_visits_more_than_alpha_beta_even_on_average() {
    let mean = |name: &str| -> u64 {
        let trees = (0..60).map(|seed| UniformTree::new(8, 6).unwrap().with_seed(seed));
        trees
            .map(|tree| Search::new(&tree).with_order(Order::GENERATED).run(&named(name), &tree.root(), Depth::END))
            .map(|outcome| outcome.counts.cost.leaf_visits)
            .sum()
    };
    assert!(mean("ps*(2)") > mean("alphabeta"));
}

// How the papers' synthetic trees are made.

/// Mean leaves over trees of [SM86]'s kind.
fn mean_leaves(width: u16, depth: u8, order: u16, probability: f64, name: &str) -> f64 {
    const TREES: u32 = 400;
    let mut sum = 0;
    for seed in 0..TREES {
        let tree = OrderedTree::new(width, depth).unwrap().with_order(order).unwrap().with_seed(seed.into());
        let tree = tree.with_probability(probability).unwrap();
        let mut search = Search::new(&tree).with_memory(AnyMemory::none()).with_order(Order::GENERATED);
        let outcome = search.run(&named(name), &tree.root(), Depth::END);
        assert_eq!(outcome.value(), Some(Score::new(134)), "{name} on {tree:?}");
        sum += outcome.counts.cost.leaf_visits;
    }
    sum as f64 / f64::from(TREES)
}

#[test]
fn the_means_of_paper_004_come_out() {
    // Width, depth, order, probability, algorithm, the mean of 2000 trees made by this scheme.
    let means = [
        (8, 4, 1, 1.0, "sss*", 426.0),
        (8, 4, 1, 1.0, "ps*(2)", 563.0),
        (8, 4, 1, 1.0, "ps*(4)", 660.0),
        (8, 4, 1, 1.0, "alphabeta", 716.0),
        (8, 4, 2, 1.0, "ps*(4)", 382.0),
        (8, 4, 4, 1.0, "alphabeta", 249.0),
        (16, 4, 2, 1.0, "ps*(4)", 2182.0),
        (24, 4, 2, 0.9, "ps*(6)", 6746.0),
        (8, 6, 4, 1.0, "ps*(4)", 1931.0),
    ];
    for (width, depth, order, probability, name, expected) in means {
        let mean = mean_leaves(width, depth, order, probability, name);
        assert!((mean / expected - 1.0).abs() < 0.05, "{width}x{depth} R{order} {name}: {mean}, not {expected}");
    }
}

#[test]
fn a_tree_of_order_w_is_minimal_for_everybody() {
    for (width, depth) in [(2, 1), (3, 2), (4, 3), (3, 4), (2, 6)] {
        let tree = OrderedTree::new(width, depth).unwrap().with_order(width).unwrap().with_seed(7);
        let half = |up: u32| u64::from(width).pow((u32::from(depth) + up) / 2);
        let minimal = half(1) + half(0) - 1;
        for name in AnyAlgorithm::NAMES {
            if matches!(name, "minimax" | "mt") || name.starts_with("mtd-best") {
                continue;
            }
            let seen = watch_with(&tree, &tree.root(), &named(name), AnyMemory::exact(), Some(Score::new(134)));
            assert_eq!(seen.leaves.len() as u64, minimal, "{name} on {width}x{depth}");
        }
    }
}

#[test]
fn phased_search_stays_inside_sss_star_where_the_best_son_is_in_the_first_partition() {
    for seed in 0..400 {
        for (width, depth, order, k) in [(4, 3, 2, 2), (4, 4, 4, 2), (6, 3, 3, 2), (6, 4, 2, 2), (8, 4, 4, 4)] {
            let tree = OrderedTree::new(width, depth).unwrap().with_order(order).unwrap().with_seed(seed);
            let phased = watch(&tree, &tree.root(), &format!("ps*({k})"));
            let sss = watch(&tree, &tree.root(), "sss*");
            assert!(phased.within(&sss), "ps*({k}) on {tree:?}");
        }
    }
}

#[test]
fn the_lists_of_phased_search_grow_as_the_formulas_say() {
    for (width, depth) in [(4u16, 2u8), (4, 3), (8, 4), (6, 4), (4, 5), (4, 6)] {
        for k in [1, 2, 4] {
            if width % k != 0 {
                continue;
            }
            let part = usize::from(width / k);
            let open = part.pow(u32::from(depth).div_ceil(2));
            let backup: usize = (0..=u32::from(depth - 1) / 2).map(|j| part.pow(j)).sum();
            let tree = UniformTree::new(width, depth).unwrap().with_seed(u64::from(k));
            let outcome = Search::new(&tree).run(&named(&format!("ps*({k})")), &tree.root(), Depth::END);
            assert_eq!(outcome.counts.longest_lists, (open, backup), "ps*({k}) on {width}x{depth}");
            if k == 1 {
                let outcome = Search::new(&tree).run(&named("sss*"), &tree.root(), Depth::END);
                assert_eq!(outcome.counts.longest_lists, (open, 0), "sss* on {width}x{depth}");
            }
        }
    }
}
