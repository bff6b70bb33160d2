//! What all tests share: an oracle that knows nothing of the library's searches, and random trees.

use nullwindow::memory::{AnyMemory, ExactMap, Memory, NoMemory, Table};
use nullwindow::observe::Leaves;
use nullwindow::trees::{ExplicitTree, UniformTree, VariableTree};
use nullwindow::{
    Algorithm, AnyAlgorithm, Depth, Evaluator, Game, Keyed, MoveBuf, Order, Outcome, Request, Score, Search,
};
use std::sync::Arc;

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

/// Chooses the types of memories. Every type is one more copy of all algorithms for the compiler, on every game.
pub trait Memories<G: Game> {
    type None: Memory<G>;
    type Exact: Memory<G>;
    type Table: Memory<G>;

    fn none() -> Self::None;
    fn exact() -> Self::Exact;
    fn table(table: Table) -> Self::Table;
}

/// The memories themselves: for graphs and uniform trees.
pub struct Direct;

impl<G: Game + Keyed> Memories<G> for Direct {
    type None = NoMemory;
    type Exact = ExactMap;
    type Table = Table;

    fn none() -> NoMemory {
        NoMemory
    }

    fn exact() -> ExactMap {
        ExactMap::new()
    }

    fn table(table: Table) -> Table {
        table
    }
}

/// All of them as one type: for every other game.
pub struct Any;

impl<G: Game + Keyed> Memories<G> for Any {
    type None = AnyMemory;
    type Exact = AnyMemory;
    type Table = AnyMemory;

    fn none() -> AnyMemory {
        AnyMemory::none()
    }

    fn exact() -> AnyMemory {
        AnyMemory::exact()
    }

    fn table(table: Table) -> AnyMemory {
        any_table(table)
    }
}

pub fn any_table(table: Table) -> AnyMemory {
    AnyMemory::table(Arc::new(table))
}

/// A search that watches its leaves.
pub fn watching<G: Evaluator + Keyed>(game: &G, memory: AnyMemory) -> Search<'_, G, AnyMemory, Leaves> {
    Search::new(game).with_memory(memory).with_observer(Leaves::new())
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
    let mut search = Search::new(game).with_memory(memory).with_observer(Leaves::new()).with_order(Order::GENERATED);
    let request = guess.map_or(Request::to(Depth::END), |guess| Request::to(Depth::END).with_guess(guess));
    let outcome = search.run(algorithm, root, request);
    let visits = outcome.counts.cost.leaf_visits;
    Seen { outcome, leaves: search.into_observer().first_visits().to_vec(), visits }
}

/// With an exact map as memory.
pub fn watch<G: Evaluator + Keyed + Game<Move = u16>>(game: &G, root: &G::Position, name: &str) -> Seen {
    watch_with(game, root, &named(name), AnyMemory::exact(), None)
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
        UniformTree::new(width as u16, depth as u8).unwrap().with_seed(seed).with_values(0..=most).unwrap()
    })
}

/// Trees of variable width, with ends before the full depth and players who move twice.
pub fn variable_trees(count: u64) -> impl Iterator<Item = VariableTree> {
    let mut dice = Dice::new(2);
    (0..count).map(move |seed| {
        let depth = dice.from(1, 6);
        let widest = if depth > 4 { 3 } else { 5 };
        let most = RANGES[dice.roll(RANGES.len() as u64) as usize];
        let tree = VariableTree::new(1..=widest, depth as u8).unwrap().with_seed(seed).with_values(0..=most).unwrap();
        let tree = tree.with_ends([0.0, 0.1, 0.3][dice.roll(3) as usize]).unwrap();
        tree.with_extra_turns([0.0, 0.2, 0.5][dice.roll(3) as usize]).unwrap()
    })
}

pub fn tree(text: &str) -> ExplicitTree {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The values of leaves of an explicit tree, by their keys.
pub fn values(tree: &ExplicitTree, leaves: &[u64]) -> Vec<i32> {
    leaves.iter().map(|&key| tree.value(tree.leaves()[key as usize])).collect()
}

/// A game with transpositions: layers of few positions, moves that skip layers, players who move twice.
#[derive(Clone, Debug)]
pub struct Graph {
    pub seed: u64,
    pub layers: u8,
    pub breadth: u8,
    pub most: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    layer: u8,
    index: u8,
}

impl Graph {
    pub fn root(&self) -> Spot {
        Spot { layer: 0, index: 0 }
    }

    fn word(&self, spot: Spot, salt: u64) -> u64 {
        let place = u64::from(spot.layer) << 8 | u64::from(spot.index);
        Dice::new(self.seed ^ place << 20 ^ salt << 50).roll(u64::MAX)
    }

    /// The rank of a move.
    pub fn rank(&self, spot: Spot, play: u16) -> i32 {
        (self.word(spot, 5 + u64::from(play)) % 5) as i32 - 2
    }

    fn value(&self, spot: Spot) -> Score {
        Score::new((self.word(spot, 1) % (self.most as u64 + 1)) as i32 - self.most / 2)
    }
}

impl Game for Graph {
    type Position = Spot;
    type Move = u16;

    fn mover(&self, spot: &Spot) -> nullwindow::Player {
        use nullwindow::Player::{First, Second};
        if self.word(*spot, 2).is_multiple_of(3) || spot.layer.is_multiple_of(2) { First } else { Second }
    }

    fn moves(&self, spot: &Spot, moves: &mut MoveBuf<u16>) -> Option<Score> {
        let over = spot.layer >= self.layers || (spot.layer > 0 && self.word(*spot, 3).is_multiple_of(12));
        if over {
            return Some(self.value(*spot));
        }
        for place in 0..=(self.word(*spot, 4) % 4) as u16 {
            moves.push_ranked(place, self.rank(*spot, place));
        }
        None
    }

    fn play(&self, spot: &Spot, play: u16) -> Spot {
        let word = self.word(*spot, 20 + u64::from(play));
        Spot {
            layer: spot.layer + 1 + u8::from(word.is_multiple_of(4)),
            index: (word / 4 % u64::from(self.breadth)) as u8,
        }
    }
}

impl Evaluator for Graph {
    fn evaluate(&self, spot: &Spot) -> Score {
        self.value(*spot)
    }
}

impl Keyed for Graph {
    fn key(&self, spot: &Spot) -> u64 {
        u64::from(spot.layer) << 8 | u64::from(spot.index)
    }
}

pub fn graphs(count: u64) -> impl Iterator<Item = Graph> {
    let mut dice = Dice::new(4);
    (0..count).map(move |seed| Graph {
        seed: seed * 7919,
        layers: dice.from(1, 9) as u8,
        breadth: dice.from(1, 4) as u8,
        most: [1, 3, 10, 1000][dice.roll(4) as usize],
    })
}

/// Asserts that every move of a line keeps the value, and says whether it reaches the horizon.
pub fn check_line<G: Evaluator>(game: &G, root: &G::Position, depth: Depth, line: &[G::Move], what: &str) -> bool {
    let value = oracle(game, root, depth);
    let (mut at, mut left) = (root.clone(), depth);
    for (i, &play) in line.iter().enumerate() {
        let worth = after(game, &at, play, left);
        let expected = value.flip_if(game.mover(&at) != game.mover(root));
        assert_eq!(worth, expected, "move {i} of {line:?} is wrong, {what}");
        at = game.play(&at, play);
        left = left.child();
    }
    left.is_horizon() || game.over(&at, &mut MoveBuf::new()).is_some()
}
