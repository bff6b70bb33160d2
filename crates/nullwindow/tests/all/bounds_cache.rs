//! What a game keeps in the cache of a search thread changes neither values nor the counts of the next search.

use crate::common::{oracle, uniform_trees};
use nullwindow::memory::{BoundsCache, Table};
use nullwindow::trees::UniformTree;
use nullwindow::{AnyAlgorithm, Bounds, Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score, Search, Window};

/// A tree that knows the value of a node from the second visit on, because the first one has stored it.
struct Learning(UniformTree);

impl Game for Learning {
    type Position = <UniformTree as Game>::Position;
    type Move = <UniformTree as Game>::Move;

    fn mover(&self, node: &Self::Position) -> Player {
        self.0.mover(node)
    }

    fn moves(&self, node: &Self::Position, moves: &mut MoveBuf<Self::Move>) -> Option<Score> {
        self.0.moves(node, moves)
    }

    fn play(&self, node: &Self::Position, play: Self::Move) -> Self::Position {
        self.0.play(node, play)
    }
}

impl Evaluator for Learning {
    fn proven_bounds_with(&self, node: &Self::Position, _: Depth, _: Window, cache: &mut BoundsCache) -> Bounds {
        let key = [self.0.key(node), 1];
        let known = cache.probe(key);
        if known == Bounds::UNKNOWN {
            cache.store(key, Bounds::exactly(oracle(&self.0, node, Depth::END)));
        }
        known
    }
}

impl Keyed for Learning {
    fn key(&self, node: &Self::Position) -> u64 {
        self.0.key(node)
    }
}

#[test]
fn every_search_starts_with_an_empty_cache() {
    let mut helped = 0;
    for tree in uniform_trees(200) {
        let (root, value) = (tree.root(), oracle(&tree, &tree.root(), Depth::END));
        let game = Learning(tree);
        for algorithm in AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_value) {
            let mut search = Search::new(&game);
            let [first, second] = [0, 1].map(|_| search.run(&algorithm, &root, Depth::END));
            assert_eq!(first.value(), Some(value), "{algorithm} on {:?}", game.0);
            assert_eq!(first.counts, second.counts, "{algorithm} on {:?}", game.0);
            let alone = Search::new(&game.0).run(&algorithm, &root, Depth::END);
            helped += u32::from(first.counts.cost.total() < alone.counts.cost.total());
            // A table changes what is visited again, and never the value.
            let with_table = Search::new(&game).with_memory(Table::with_bytes(1 << 12).unwrap());
            assert_eq!({ with_table }.run(&algorithm, &root, Depth::END).value(), Some(value), "{algorithm}");
        }
    }
    assert!(helped > 100, "the cache answered in {helped} searches only");
}
