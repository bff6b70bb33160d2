//! Ranks on demand order the work exactly as ranks that are pushed with the moves.

use crate::common::{Graph, Spot, graphs, oracle};
use nullwindow::memory::Table;
use nullwindow::observe::Counters;
use nullwindow::{
    AnyAlgorithm, Depth, Evaluator, Game, Keyed, MoveBuf, MovesToRank, Order, Player, Presearch, Score, Search,
};

/// A graph that ranks its moves only when it is asked to.
struct OnDemand {
    graph: Graph,
}

impl Game for OnDemand {
    type Position = Spot;
    type Move = u16;

    fn mover(&self, spot: &Spot) -> Player {
        self.graph.mover(spot)
    }

    fn moves(&self, spot: &Spot, moves: &mut MoveBuf<u16>) -> Option<Score> {
        let mut ranked = MoveBuf::new();
        let over = self.graph.moves(spot, &mut ranked);
        ranked.iter().for_each(|play| moves.push(play));
        over
    }

    fn play(&self, spot: &Spot, play: u16) -> Spot {
        self.graph.play(spot, play)
    }

    fn ranks_on_demand(&self) -> bool {
        true
    }

    fn rank(&self, spot: &Spot, moves: &mut MovesToRank<'_, u16>) {
        moves.rank_by(|play| self.graph.rank(*spot, play));
    }
}

impl Evaluator for OnDemand {
    fn evaluate(&self, spot: &Spot) -> Score {
        self.graph.evaluate(spot)
    }
}

impl Keyed for OnDemand {
    fn key(&self, spot: &Spot) -> u64 {
        self.graph.key(spot)
    }
}

fn orders() -> [Order; 4] {
    let presearch = Order::BEST.with_presearch(Presearch::ByScore);
    // Evaluations of successors replace missing ranks, so they tell the two games apart where all ranks are zero.
    [Order::BEST, Order::ALL, presearch, Order::BEST.with_ranks(false)].map(|order| order.with_successors(false))
}

#[test]
fn ranks_on_demand_change_no_count() {
    for graph in graphs(40) {
        let (root, depth) = (graph.root(), Depth::plies(5));
        let late = OnDemand { graph: graph.clone() };
        for order in orders() {
            for algorithm in AnyAlgorithm::all() {
                let table = || Table::with_bytes(1 << 12).unwrap();
                let mut eager = Search::new(&graph).with_memory(table()).with_observer(Counters::new());
                let mut lazy = Search::new(&late).with_memory(table()).with_observer(Counters::new());
                eager = eager.with_order(order);
                lazy = lazy.with_order(order);
                let (eager, lazy) = (eager.run(&algorithm, &root, depth), lazy.run(&algorithm, &root, depth));
                let what = format!("{algorithm}, {order}, {graph:?}");
                // Not the sources of cutoffs: below the depth of history, they take any rank of the game for history, and
                // a single move gets none on demand.
                assert_eq!(eager.counts.cost, lazy.counts.cost, "{what}");
                assert_eq!(eager.counts.cuts, lazy.counts.cuts, "{what}");
                assert_eq!((eager.bounds, eager.best), (lazy.bounds, lazy.best), "{what}");
            }
        }
    }
}

#[test]
fn the_depth_of_the_first_ranks_changes_no_value() {
    for graph in graphs(40) {
        let (root, depth) = (graph.root(), Depth::plies(5));
        let value = oracle(&graph, &root, depth);
        for from in [1, 2, 3, 9] {
            let late = OnDemand { graph: graph.clone() };
            let order = Order::BEST.with_ranks_from(Depth::plies(from));
            for algorithm in AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_value) {
                let table = Table::with_bytes(1 << 12).unwrap();
                let outcome = Search::new(&late).with_memory(table).with_order(order).run(&algorithm, &root, depth);
                assert_eq!(outcome.value(), Some(value), "{algorithm}, ranks from {from}, {graph:?}");
            }
        }
    }
}
