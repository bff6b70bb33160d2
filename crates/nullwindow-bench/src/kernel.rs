//! Small fixed searches for counting instructions.
//!
//! Each variant changes one thing. `bare` is Alpha-Beta written by hand for the game. `plain` is that of the library,
//! without observer, limits, ordering or table. Every other variant adds something to `plain`.

use crate::connect_four::{GameEnd, PlainBoard, WIN};
use crate::ours::OurConnectFour;
use nullwindow::depth_first::{AlphaBeta, TtAlphaBeta};
use nullwindow::memory::{Memory, Table};
use nullwindow::observe::{Counters, Observer};
use nullwindow::trees::{UniformNode, UniformTree};
use nullwindow::{Algorithm, Depth, Evaluator, Game, Keyed, Limits, Order, Search};
use std::hint::black_box;
use std::str::FromStr;

/// The game of a workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workload {
    /// Connect Four from the empty board.
    ConnectFour,
    /// A uniform random tree.
    Tree,
}

/// The parts of the library around the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelVariant {
    /// Alpha-Beta by hand, without the library.
    Bare,
    /// The library's Alpha-Beta, with nothing added.
    Plain,
    /// Plus a node limit that is never reached.
    Limits,
    /// Plus counters.
    Counters,
    /// Plus killers, history and ranks.
    Ordered,
    /// Plus a table.
    Table,
    /// Plus a table and counters.
    TableCounters,
    /// Plus a table, killers, history and ranks.
    TableOrdered,
}

/// The task of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelJob {
    /// Search this many times; zero runs the setup only.
    Repeat(u8),
    /// Print the number of nodes of one search.
    Count,
}

/// The parameters of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelPlan {
    /// The game.
    pub workload: Workload,
    /// The variant.
    pub variant: KernelVariant,
    /// The task.
    pub job: KernelJob,
}

impl Workload {
    /// The valid names.
    pub const EXPECTED: &'static str = "connect-four or tree";
}

impl FromStr for Workload {
    type Err = ();

    fn from_str(name: &str) -> Result<Workload, ()> {
        match name {
            "connect-four" => Ok(Workload::ConnectFour),
            "tree" => Ok(Workload::Tree),
            _ => Err(()),
        }
    }
}

impl KernelVariant {
    /// The valid names.
    pub const EXPECTED: &'static str = "bare, plain, limits, counters, ordered, table, table-counters or table-ordered";
}

impl FromStr for KernelVariant {
    type Err = ();

    fn from_str(name: &str) -> Result<KernelVariant, ()> {
        Ok(match name {
            "bare" => KernelVariant::Bare,
            "plain" => KernelVariant::Plain,
            "limits" => KernelVariant::Limits,
            "counters" => KernelVariant::Counters,
            "ordered" => KernelVariant::Ordered,
            "table" => KernelVariant::Table,
            "table-counters" => KernelVariant::TableCounters,
            "table-ordered" => KernelVariant::TableOrdered,
            _ => return Err(()),
        })
    }
}

/// A game with a hand-written Alpha-Beta.
trait ByHand: Game {
    fn bare(&self, position: &Self::Position, depth: u32, alpha: i32, beta: i32) -> i32;
}

/// Runs a workload.
pub fn run(plan: KernelPlan) {
    match plan.workload {
        Workload::ConnectFour => on(&OurConnectFour, &PlainBoard::new(), 9, plan),
        Workload::Tree => {
            let tree = UniformTree::new(6, 8).unwrap_or_else(|error| panic!("{error}"));
            on(&tree, &tree.root(), 8, plan);
        }
    }
}

fn on<G: Evaluator + Keyed + ByHand>(game: &G, root: &G::Position, depth: u32, plan: KernelPlan) {
    // From depth 1, so that nearly every node with moves pays for a probe and a store.
    let table = || {
        let table = Table::with_bytes(1 << 20).unwrap_or_else(|error| panic!("{error}"));
        table.with_min_depth(Depth::plies(1))
    };
    let bare = Search::new(game).with_order(Order::GENERATED);
    let task = KernelTask { game, root, depth, job: plan.job };
    let (plain, tt) = (&AlphaBeta, &TtAlphaBeta);
    match plan.variant {
        KernelVariant::Bare => task.by_hand(),
        KernelVariant::Plain => task.search(bare.with_observer(()), plain),
        KernelVariant::Limits => {
            task.search(bare.with_observer(()).with_limits(Limits::none().with_nodes(u64::MAX)), plain);
        }
        KernelVariant::Counters => task.search(bare, plain),
        KernelVariant::Ordered => task.search(bare.with_observer(()).with_order(Order::ALL), plain),
        KernelVariant::Table => task.search(bare.with_observer(()).with_memory(table()), tt),
        KernelVariant::TableCounters => task.search(bare.with_memory(table()), tt),
        KernelVariant::TableOrdered => {
            task.search(bare.with_observer(()).with_memory(table()).with_order(Order::ALL), tt);
        }
    }
}

struct KernelTask<'a, G: Game> {
    game: &'a G,
    root: &'a G::Position,
    depth: u32,
    job: KernelJob,
}

impl<G: Evaluator + Keyed + ByHand> KernelTask<'_, G> {
    fn by_hand(self) {
        match self.job {
            // `bare` visits the same tree as `plain`.
            KernelJob::Count => {
                let search = Search::new(self.game).with_order(Order::GENERATED);
                self.search(search, &AlphaBeta);
            }
            KernelJob::Repeat(times) => {
                for _ in 0..times {
                    black_box(self.game.bare(black_box(self.root), self.depth, -i32::MAX, i32::MAX));
                }
            }
        }
    }

    fn search<M: Memory<G>, O: Observer<G>>(self, mut search: Search<'_, G, M, O>, algorithm: &impl Algorithm) {
        let depth = Depth::plies(self.depth);
        match self.job {
            KernelJob::Count => {
                let outcome = search.with_observer(Counters::new()).run(algorithm, self.root, depth);
                println!("{}", outcome.counts.cost.total());
            }
            KernelJob::Repeat(times) => {
                for _ in 0..times {
                    black_box(search.run(algorithm, black_box(self.root), depth));
                }
            }
        }
    }
}

impl ByHand for OurConnectFour {
    fn bare(&self, board: &PlainBoard, depth: u32, alpha: i32, beta: i32) -> i32 {
        match board.end() {
            Some(GameEnd::Lost) => return -i32::from(WIN),
            Some(GameEnd::Drawn) => return 0,
            None if depth == 0 => return i32::from(board.evaluate()),
            None => {}
        }
        let mut best = -i32::MAX;
        for square in board.moves() {
            let value = -self.bare(&board.play(square), depth - 1, -beta, -alpha.max(best));
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl ByHand for UniformTree {
    fn bare(&self, place: &UniformNode, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.evaluate(place).get();
        }
        let mut best = -i32::MAX;
        // The width of the workload's tree.
        for son in 0..6 {
            let value = -self.bare(&self.play(place, son), depth - 1, -beta, -alpha.max(best));
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand_and_library_agree() {
        let tree = UniformTree::new(6, 4).unwrap();
        agree(&tree, &tree.root(), 4);
        agree(&OurConnectFour, &PlainBoard::new(), 5);
    }

    fn agree<G: Evaluator + ByHand>(game: &G, root: &G::Position, depth: u32) {
        let outcome = Search::new(game).run(&AlphaBeta, root, Depth::plies(depth));
        let by_hand = game.bare(root, depth, -i32::MAX, i32::MAX);
        assert_eq!(outcome.value().map(nullwindow::Score::get), Some(by_hand));
    }
}
