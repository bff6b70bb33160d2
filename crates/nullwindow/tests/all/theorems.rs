//! What the papers prove, on thousands of random trees with and without ties.

use crate::common::*;
use nullwindow::memory::{AnyMemory, ExactMap, StoredBounds};
use nullwindow::mtd::MtdPlusInfinity;
use nullwindow::{AnyAlgorithm, Depth};

const TREES: u64 = 4000;

#[test]
fn every_algorithm_has_the_value_of_minimax_and_a_move_of_that_value() {
    for tree in uniform_trees(TREES) {
        check_values(&tree, &tree.root(), &format!("{tree:?}"));
    }
}

#[test]
fn also_where_players_move_twice_and_games_end_early() {
    for tree in variable_trees(TREES) {
        check_values(&tree, &tree.root(), &format!("{tree:?}"));
    }
}

fn check_values<G>(game: &G, root: &G::Position, what: &str)
where
    G: nullwindow::Evaluator + nullwindow::Keyed + nullwindow::Game<Move = u16>,
{
    let value = oracle(game, root, Depth::END);
    let variants = ["ps*(2+)", "ps*(3+)", "mtd-f(+3)", "mtd-f(-2)"].map(named);
    for algorithm in AnyAlgorithm::all().into_iter().chain(variants) {
        let seen = watch_with(game, root, &algorithm, AnyMemory::exact(), None);
        let outcome = &seen.outcome;
        assert!(outcome.bounds.contains(value), "{algorithm} on {what}: {} is not in {}", value, outcome.bounds);
        let name = algorithm.to_string();
        if algorithm.finds_value() {
            assert_eq!(outcome.value(), Some(value), "{algorithm} on {what}");
        }
        match outcome.best {
            Some(best) if name != "mt" => {
                assert_eq!(after(game, root, best, Depth::END), value, "{algorithm} names {best} on {what}");
                assert!(outcome.best_is_proven);
            }
            Some(best) => assert!(after(game, root, best, Depth::END) >= outcome.bounds.lower),
            None => assert_eq!(name, "mt", "no move from {algorithm} on {what}"),
        }
    }
}

#[test]
fn sss_star_in_all_its_forms_visits_the_same_leaves_in_the_same_order() {
    for tree in uniform_trees(TREES) {
        same_leaves(&tree, &tree.root(), &["sss*", "sss-2", "rec-sss*", "mtd+inf", "ps*(1)"], &format!("{tree:?}"));
        same_leaves(&tree, &tree.root(), &["dual*", "rec-dual*", "mtd-inf"], &format!("{tree:?}"));
    }
}

#[test]
fn also_where_widths_vary_and_players_move_twice() {
    for tree in variable_trees(TREES) {
        same_leaves(&tree, &tree.root(), &["sss*", "sss-2", "rec-sss*", "mtd+inf", "ps*(1)"], &format!("{tree:?}"));
        same_leaves(&tree, &tree.root(), &["dual*", "rec-dual*", "mtd-inf"], &format!("{tree:?}"));
    }
}

fn same_leaves<G>(game: &G, root: &G::Position, names: &[&str], what: &str)
where
    G: nullwindow::Evaluator + nullwindow::Keyed + nullwindow::Game<Move = u16>,
{
    let first = watch(game, root, names[0]);
    for name in &names[1..] {
        let other = watch(game, root, name);
        assert_eq!(first.leaves, other.leaves, "{} and {name} on {what}", names[0]);
    }
}

#[test]
fn one_bound_is_enough_for_the_leaves_of_sss_star() {
    for tree in uniform_trees(TREES) {
        let list = watch(&tree, &tree.root(), "sss*");
        for keep in [StoredBounds::Latest, StoredBounds::Both] {
            let mt = watch_with(&tree, &tree.root(), &MtdPlusInfinity::new(), ExactMap::with_stored_bounds(keep), None);
            assert_eq!(list.leaves, mt.leaves, "{keep:?} on {tree:?}");
        }
    }
}

#[test]
fn ps_star_with_as_many_partitions_as_sons_is_alpha_beta() {
    for tree in uniform_trees(TREES) {
        let width = 5; // at least as many as any node has sons: one son a partition
        let phased = watch(&tree, &tree.root(), &format!("ps*({width})"));
        let alpha_beta = watch(&tree, &tree.root(), "alphabeta");
        assert_eq!(phased.leaves, alpha_beta.leaves, "{tree:?}");
    }
}

#[test]
fn the_leaves_of_the_dominating_algorithms_lie_within_those_of_alpha_beta() {
    let mut dice = Dice::new(3);
    for tree in uniform_trees(TREES) {
        let alpha_beta = watch(&tree, &tree.root(), "alphabeta");
        for name in [
            "sss*",
            "dual*",
            "negascout",
            "tt-alphabeta",
            "mtd+inf",
            "mtd-inf",
            "mtd-bi",
            "mtd-step(3)",
            "mtd-step-up(3)",
        ] {
            let other = watch(&tree, &tree.root(), name);
            assert!(other.within(&alpha_beta), "{name} on {tree:?}");
        }
        let forgetful = watch_with(&tree, &tree.root(), &named("negascout"), AnyMemory::none(), None);
        assert!(forgetful.within(&alpha_beta), "negascout without memory on {tree:?}");
        let value = oracle(&tree, &tree.root(), Depth::END);
        let guess = value.offset([-1_000_000, -3, -1, 0, 1, 2, 5, 1_000_000][dice.roll(8) as usize]);
        for name in ["mtd-f", "mtd-gallop"] {
            let mtd = watch_with(&tree, &tree.root(), &named(name), AnyMemory::exact(), Some(guess));
            assert!(mtd.within(&alpha_beta), "{name} from {guess} on {tree:?}");
        }
    }
}

#[test]
fn with_enough_memory_no_leaf_is_evaluated_twice() {
    for tree in uniform_trees(TREES) {
        for name in [
            "mtd+inf",
            "mtd-inf",
            "mtd-f",
            "mtd-bi",
            "mtd-step(3)",
            "sss*",
            "dual*",
            "sss-2",
            "rec-sss*",
            "rec-dual*",
            "mtd-step-up(3)",
            "mtd-gallop",
            "ps*(2)",
            "ps*(3)",
            "ps*(2+)",
            "ps*(3+)",
            "mtd-f(+2)",
        ] {
            let seen = watch(&tree, &tree.root(), name);
            assert_eq!(seen.visits, seen.leaves.len() as u64, "{name} on {tree:?}");
        }
    }
}

#[test]
fn a_driver_from_the_value_or_one_above_takes_two_passes() {
    for tree in uniform_trees(TREES) {
        let value = oracle(&tree, &tree.root(), Depth::END);
        for (name, guess) in [("mtd-f", 0), ("mtd-f", 1), ("mtd-gallop", 0), ("mtd-gallop", 1)] {
            let seen = watch_with(&tree, &tree.root(), &named(name), AnyMemory::exact(), Some(value.offset(guess)));
            assert_eq!(seen.outcome.passes.len(), 2, "{name} from the value + {guess} on {tree:?}");
        }
    }
}

/// After `k` passes on one side the distance is at least `2 + 4 + ... + 2^(k-1)`, and what is left has at most `k` bits.
#[test]
fn mtd_gallop_takes_a_logarithmic_number_of_passes() {
    let mut dice = Dice::new(11);
    for tree in uniform_trees(TREES) {
        let value = oracle(&tree, &tree.root(), Depth::END);
        let distance = 1 << dice.roll(24);
        let guess = value.offset(if dice.roll(2) == 0 { distance } else { -distance });
        let seen = watch_with(&tree, &tree.root(), &named("mtd-gallop"), AnyMemory::exact(), Some(guess));
        let most = 2 * (distance.unsigned_abs() + 2).ilog2() as usize + 4;
        let passes = seen.outcome.passes.len();
        assert!(passes <= most, "{passes} passes from {guess} to {value} on {tree:?}");
    }
}
