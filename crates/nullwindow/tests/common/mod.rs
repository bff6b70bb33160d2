//! What all tests share: an oracle that knows nothing of the library's searches, and random trees.
#![allow(dead_code, missing_docs, reason = "each test uses a part of it")]

use nullwindow::memory::{ExactMap, Memory};
use nullwindow::observe::Leaves;
use nullwindow::trees::{ExplicitTree, UniformTree, VariableTree};
use nullwindow::{Algorithm, AnyAlgorithm, Depth, Evaluator, Game, Keyed, MoveBuf, Order, Outcome, Score, Search};

/// Minimax in fifteen lines.
pub fn oracle<G: Evaluator>(game: &G, position: &G::Position, depth: Depth) -> Score {
    let mut moves = MoveBuf::new();
    if let Some(score) = game.moves(position, &mut moves) {
        return score;
    }
    if depth.is_horizon() {
        return game.evaluate(position);
    }
    let values = moves.iter().map(|play| after(game, position, play, depth));
    values.max().expect("a position that is not over has a move")
}

/// The value of a move for the one who makes it.
pub fn after<G: Evaluator>(game: &G, position: &G::Position, play: G::Move, depth: Depth) -> Score {
    let child = game.play(position, play);
    let flip = game.mover(&child) != game.mover(position);
    oracle(game, &child, depth.child()).flip_if(flip)
}

/// One search, seen through its leaves.
pub struct Seen {
    pub outcome: Outcome<u16>,
    /// Keys of leaves in the order of their first visit.
    pub leaves: Vec<u64>,
    pub visits: u64,
}

impl Seen {
    pub fn sorted(&self) -> Vec<u64> {
        let mut leaves = self.leaves.clone();
        leaves.sort_unstable();
        leaves
    }

    pub fn within(&self, other: &Seen) -> bool {
        let other = other.sorted();
        self.leaves.iter().all(|leaf| other.binary_search(leaf).is_ok())
    }
}

/// Runs an algorithm in the order of generation and watches the leaves.
pub fn watch_with<G, M>(
    game: &G,
    root: &G::Position,
    algorithm: &impl Algorithm,
    memory: M,
    guess: Option<Score>,
) -> Seen
where
    G: Evaluator + Keyed + Game<Move = u16>,
    M: Memory<G>,
{
    let mut search = Search::new(game).memory(memory).observer(Leaves::new()).order(Order::GENERATED);
    let outcome = search.run_from(algorithm, root, Depth::END, guess);
    let visits = outcome.counts.cost.leaf_visits;
    Seen { outcome, leaves: search.into_observer().first_visits().to_vec(), visits }
}

/// With an exact map as memory.
pub fn watch<G: Evaluator + Keyed + Game<Move = u16>>(game: &G, root: &G::Position, name: &str) -> Seen {
    watch_with(game, root, &named(name), ExactMap::new(), None)
}

pub fn named(name: &str) -> AnyAlgorithm {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Random numbers for choosing trees.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn roll(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % n
    }

    pub fn from(&mut self, low: u64, high: u64) -> u64 {
        low + self.roll(high - low + 1)
    }
}

/// Ranges of leaf values: two, a few (many ties), and so many that there are none.
pub const RANGES: [i32; 6] = [1, 2, 4, 9, 100, 1_000_000_000];

/// Uniform trees of width 2-5 and depth 1-6, small enough for minimax.
pub fn uniform_trees(count: u64) -> impl Iterator<Item = UniformTree> {
    let mut dice = Dice::new(1);
    (0..count).map(move |seed| {
        let depth = dice.from(1, 6);
        let widest = if depth > 4 { 3 } else { 5 };
        let width = dice.from(2, widest);
        let most = RANGES[dice.roll(RANGES.len() as u64) as usize];
        UniformTree::new(width as u16, depth as u8).unwrap().seed(seed).values(0..=most).unwrap()
    })
}

/// Trees of variable width, with ends before the full depth and players who move twice.
pub fn variable_trees(count: u64) -> impl Iterator<Item = VariableTree> {
    let mut dice = Dice::new(2);
    (0..count).map(move |seed| {
        let depth = dice.from(1, 6);
        let widest = if depth > 4 { 3 } else { 5 };
        let most = RANGES[dice.roll(RANGES.len() as u64) as usize];
        let tree = VariableTree::new(1..=widest, depth as u8).unwrap().seed(seed).values(0..=most).unwrap();
        let tree = tree.ends([0.0, 0.1, 0.3][dice.roll(3) as usize]).unwrap();
        tree.extra_turns([0.0, 0.2, 0.5][dice.roll(3) as usize]).unwrap()
    })
}

pub fn tree(text: &str) -> ExplicitTree {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The values of leaves of an explicit tree, by their keys.
pub fn values(tree: &ExplicitTree, leaves: &[u64]) -> Vec<i32> {
    leaves.iter().map(|&key| tree.value(tree.leaves()[key as usize])).collect()
}
