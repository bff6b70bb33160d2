//! Small fixed searches whose instructions are worth counting.
//!
//! Each variant changes one thing: `bare` is Alpha-Beta written by hand for the game, with nothing
//! around it; `plain` is the library's, without observer, limits, order or table. The others add one.

use crate::connect_four::{Board, End, WIN};
use crate::ours::ConnectFour;
use nullwindow::depth_first::{AlphaBeta, TtAlphaBeta};
use nullwindow::memory::{Memory, Table};
use nullwindow::observe::{Counters, Observer};
use nullwindow::trees::{UniformNode, UniformTree};
use nullwindow::{Algorithm, Depth, Evaluator, Game, Keyed, Limits, Order, Search};
use std::hint::black_box;
use std::str::FromStr;

/// On which game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workload {
    /// Connect Four from the empty board.
    ConnectFour,
    /// A uniform random tree.
    Tree,
}

/// With what around the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Alpha-Beta by hand: no library.
    Bare,
    /// The library's, with nothing added.
    Plain,
    /// Plus a limit of nodes, never reached.
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

/// What to do with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    /// Search so many times; zero only sets up.
    Repeat(u8),
    /// Print how many nodes one search visits.
    Count,
}

/// What to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The game.
    pub workload: Workload,
    /// What is around the search.
    pub variant: Variant,
    /// How often, or count.
    pub job: Job,
}

impl Workload {
    /// What its name may be.
    pub const WANTED: &'static str = "connect-four or tree";
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

impl Variant {
    /// What its name may be.
    pub const WANTED: &'static str = "bare, plain, limits, counters, ordered, table, table-counters or table-ordered";
}

impl FromStr for Variant {
    type Err = ();

    fn from_str(name: &str) -> Result<Variant, ()> {
        Ok(match name {
            "bare" => Variant::Bare,
            "plain" => Variant::Plain,
            "limits" => Variant::Limits,
            "counters" => Variant::Counters,
            "ordered" => Variant::Ordered,
            "table" => Variant::Table,
            "table-counters" => Variant::TableCounters,
            "table-ordered" => Variant::TableOrdered,
            _ => return Err(()),
        })
    }
}

/// A game that can be searched by hand too.
trait ByHand: Game {
    fn bare(&self, position: &Self::Position, depth: u32, alpha: i32, beta: i32) -> i32;
}

/// Runs a plan.
pub fn run(plan: Plan) {
    match plan.workload {
        Workload::ConnectFour => on(&ConnectFour, &Board::new(), 9, plan),
        Workload::Tree => {
            let tree = UniformTree::new(6, 8).unwrap_or_else(|error| panic!("{error}"));
            on(&tree, &tree.root(), 8, plan);
        }
    }
}

fn on<G: Evaluator + Keyed + ByHand>(game: &G, root: &G::Position, depth: u32, plan: Plan) {
    let table = || Table::with_bytes(1 << 20).unwrap_or_else(|error| panic!("{error}"));
    let bare = Search::new(game).order(Order::GENERATED);
    let task = Task { game, root, depth, job: plan.job };
    let (plain, tt) = (&AlphaBeta, &TtAlphaBeta);
    match plan.variant {
        Variant::Bare => task.by_hand(),
        Variant::Plain => task.search(bare.observer(()), plain),
        Variant::Limits => task.search(bare.observer(()).limits(Limits::none().nodes(u64::MAX)), plain),
        Variant::Counters => task.search(bare, plain),
        Variant::Ordered => task.search(bare.observer(()).order(Order::ALL), plain),
        Variant::Table => task.search(bare.observer(()).memory(table()), tt),
        Variant::TableCounters => task.search(bare.memory(table()), tt),
        Variant::TableOrdered => task.search(bare.observer(()).memory(table()).order(Order::ALL), tt),
    }
}

struct Task<'a, G: Game> {
    game: &'a G,
    root: &'a G::Position,
    depth: u32,
    job: Job,
}

impl<G: Evaluator + Keyed + ByHand> Task<'_, G> {
    fn by_hand(self) {
        match self.job {
            // The tree of `plain`.
            Job::Count => {
                let search = Search::new(self.game).order(Order::GENERATED);
                self.search(search, &AlphaBeta);
            }
            Job::Repeat(times) => {
                for _ in 0..times {
                    black_box(self.game.bare(black_box(self.root), self.depth, -i32::MAX, i32::MAX));
                }
            }
        }
    }

    fn search<M: Memory<G>, O: Observer<G>>(self, mut search: Search<'_, G, M, O>, algorithm: &impl Algorithm) {
        let depth = Depth::plies(self.depth);
        match self.job {
            Job::Count => {
                let outcome = search.observer(Counters::new()).run(algorithm, self.root, depth);
                println!("{}", outcome.counts.cost.total());
            }
            Job::Repeat(times) => {
                for _ in 0..times {
                    black_box(search.run(algorithm, black_box(self.root), depth));
                }
            }
        }
    }
}

impl ByHand for ConnectFour {
    fn bare(&self, board: &Board, depth: u32, alpha: i32, beta: i32) -> i32 {
        match board.end() {
            Some(End::Lost) => return -i32::from(WIN),
            Some(End::Drawn) => return 0,
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
        agree(&ConnectFour, &Board::new(), 5);
    }

    fn agree<G: Evaluator + ByHand>(game: &G, root: &G::Position, depth: u32) {
        let outcome = Search::new(game).run(&AlphaBeta, root, Depth::plies(depth));
        let by_hand = game.bare(root, depth, -i32::MAX, i32::MAX);
        assert_eq!(outcome.value().map(nullwindow::Score::get), Some(by_hand));
    }
}
