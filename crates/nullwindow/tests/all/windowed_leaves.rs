//! Leaves that answer only their window change the work and never the value, the move or the variation.

use crate::common::{Graph, graphs, named, oracle};
use nullwindow::check::Law;
use nullwindow::memory::{AnyMemory, Table};
use nullwindow::{AnyAlgorithm, Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score, Search, Window};
use std::cell::Cell;
use std::sync::Arc;

/// A game whose leaves answer with the weakest bound that the contract permits: the edge of the window.
struct WeakLeaves<G> {
    game: G,
    /// The leaves that were answered with a bound.
    bounds: Cell<u64>,
    lie: Lie,
}

/// A false answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lie {
    None,
    High,
    Low,
    Inside,
    Full,
}

impl<G: Game> Game for WeakLeaves<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn mover(&self, position: &G::Position) -> Player {
        self.game.mover(position)
    }

    fn moves(&self, position: &G::Position, moves: &mut MoveBuf<G::Move>) -> Option<Score> {
        self.game.moves(position, moves)
    }

    fn play(&self, position: &G::Position, play: G::Move) -> G::Position {
        self.game.play(position, play)
    }
}

impl<G: Evaluator> Evaluator for WeakLeaves<G> {
    const USES_WINDOW: bool = true;

    fn evaluate(&self, position: &G::Position) -> Score {
        self.game.evaluate(position)
    }

    fn evaluate_within(&self, position: &G::Position, window: Window, _: &mut u64) -> Score {
        let value = self.game.evaluate(position);
        // An infinity is not an evaluation.
        let answer = value.clamp(window.alpha().max(Score::MIN), window.beta().min(Score::MAX));
        match self.lie {
            // A bound on the wrong side of the value, in the direction in which the window fails.
            Lie::High if value >= window.beta() => return value.succ(),
            Lie::Low if value <= window.alpha() => return value.pred(),
            // An answer inside of the window that is not the value.
            Lie::Inside if value == window.beta().pred() => return window.beta(),
            Lie::Full if window == Window::FULL => return value.succ(),
            _ => {}
        }
        self.bounds.set(self.bounds.get() + u64::from(answer != value));
        answer
    }
}

impl<G: Keyed> Keyed for WeakLeaves<G> {
    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position)
    }
}

/// Returns every memory: a small table with its leaves is the hardest, because it answers later windows with bounds.
fn memories() -> [AnyMemory; 4] {
    let table = |least| Arc::new(Table::with_bytes(512).unwrap().with_min_depth(least));
    [
        AnyMemory::none(),
        AnyMemory::exact(),
        AnyMemory::table(table(Depth::ZERO)),
        AnyMemory::table(table(Depth::plies(1))),
    ]
}

fn check(game: Graph, depth: Depth) -> u64 {
    let root = game.root();
    let value = oracle(&game, &root, depth);
    let weak = WeakLeaves { game, bounds: Cell::new(0), lie: Lie::None };
    for algorithm in AnyAlgorithm::all() {
        for memory in memories() {
            let outcome = Search::new(&weak).with_memory(memory).run(&algorithm, &root, depth);
            let seed = &weak.game;
            if algorithm.finds_value() {
                assert_eq!(outcome.value(), Some(value), "{algorithm} {seed:?} depth {depth}");
            }
            assert!(outcome.bounds.lower <= value && value <= outcome.bounds.upper, "{algorithm} {seed:?}");
            let Some(best) = outcome.best.filter(|_| outcome.best_is_proven) else { continue };
            let child = weak.play(&root, best);
            let flip = weak.mover(&child) != weak.mover(&root);
            assert_eq!(oracle(&weak.game, &child, depth.child()).flip_if(flip), value, "{algorithm} {seed:?} {best}");
        }
    }
    weak.bounds.get()
}

/// Few distinct values: against weak leaves MTD(+inf) and MTD(-inf) advance one point per pass.
fn games(count: u64) -> impl Iterator<Item = Graph> {
    graphs(count).map(|game| Graph { most: game.most.min(10), ..game })
}

#[test]
fn weak_leaves_change_neither_value_nor_move() {
    let bounds: u64 = games(120).flat_map(|game| [2, 4].map(|plies| check(game.clone(), Depth::plies(plies)))).sum();
    assert!(bounds > 10_000, "only {bounds} leaves answered with a bound");
}

#[test]
fn exact_leaves_are_never_answered_with_a_bound() {
    for game in games(20) {
        let (root, depth) = (game.root(), Depth::plies(4));
        let weak = WeakLeaves { game, bounds: Cell::new(0), lie: Lie::None };
        for name in ["alphabeta", "mtd-f", "negascout"] {
            Search::new(&weak).with_memory(AnyMemory::exact()).with_exact_leaves(true).run(&named(name), &root, depth);
        }
        assert_eq!(weak.bounds.get(), 0);
    }
}

/// The kit accepts the weakest true bounds, and finds every kind of false one.
#[test]
fn the_kit_finds_answers_that_are_not_true() {
    for game in games(20) {
        let root = game.root();
        let mut weak = WeakLeaves { game, bounds: Cell::new(0), lie: Lie::None };
        nullwindow::check::check(&weak, &root).unwrap_or_else(|flaw| panic!("{flaw}"));
        for lie in [Lie::High, Lie::Low, Lie::Inside, Lie::Full] {
            weak.lie = lie;
            let flaw = nullwindow::check::check(&weak, &root).expect_err("a lie");
            assert_eq!(flaw.law, Law::EvaluationWindow, "{lie:?}: {flaw}");
        }
    }
}
