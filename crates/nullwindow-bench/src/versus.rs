//! Both libraries on Connect Four: the same rules, evaluation and depth, one thread, tables of one size.
//!
//! A trial first runs every combination of the peer's options that leaves the value alone, and ours of
//! Aspiration NegaScout and MTD(f), once. The fastest of each library then meet beside the defaults: they
//! take turns, round after round, and each keeps its fastest round: noise only ever adds time. Time is that
//! on the processor. Every search begins with an empty table; making the table is not timed.

use crate::clock::Clock;
use crate::connect_four::Board;
use crate::sheet::{Cell, Format, Sheet, target, targets};
use crate::{ours, peer};
use nullwindow::deepening::Guess;
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Deepening, Depth, Order, Search};
use std::fmt;

/// The size of every table.
pub const TABLE_BYTES: usize = 64 << 20;
/// That of shallow searches, whose time does not count.
const SMALL: usize = 1 << 20;
/// How many of each library's strategies come out of the trial.
const FINALISTS: usize = 4;

/// What to compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The depths.
    pub depths: Vec<u8>,
    /// How often each strategy is timed.
    pub rounds: u8,
    /// How to write the results.
    pub format: Format,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { depths: vec![16, 18], rounds: 3, format: Format::Text }
    }
}

/// One of nullwindow's strategies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ours {
    /// The algorithm of each iteration.
    pub algorithm: AnyAlgorithm,
    /// The order of moves.
    pub order: Order,
    /// Plies from one iteration to the next.
    pub step: u32,
    /// Which iteration gives the guess.
    pub guess: Guess,
    /// How far from the horizon the table begins to remember.
    pub least: u32,
}

impl Ours {
    const ALGORITHMS: [&'static str; 6] = ["aspiration", "negascout", "mtd-f", "tt-alphabeta", "mtd+inf", "mtd-bi"];

    /// An algorithm with everything else as the library has it.
    fn default_of(name: &str) -> Ours {
        let algorithm = name.parse().unwrap_or_else(|error| panic!("{error}"));
        Ours { algorithm, order: Order::default(), step: 1, guess: Guess::default(), least: 1 }
    }

    fn defaults() -> Vec<Ours> {
        Ours::ALGORITHMS.into_iter().map(Ours::default_of).collect()
    }

    /// Every combination of options with these algorithms.
    fn all(algorithms: &[&str]) -> Vec<Ours> {
        let quiet = Order { transpositions: false, ..Order::BEST };
        let mut all = Vec::new();
        for default in algorithms.iter().map(|name| Ours::default_of(name)) {
            for order in [Order::ALL, quiet, Order::BEST] {
                for step in [1, 2] {
                    all.extend([1, 2, 3].map(|least| Ours { order, step, least, ..default }));
                }
            }
        }
        all
    }

    fn run(self, depth: u8, table_bytes: usize) -> Run {
        let plan = Deepening::to(Depth::plies(u32::from(depth))).step(self.step).guess(self.guess);
        let table = Table::with_bytes(table_bytes).unwrap_or_else(|error| panic!("{error}"));
        table.prefault();
        let table = table.with_min_depth(Depth::plies(self.least));
        let mut search = Search::new(&ours::ConnectFour).memory(&table).order(self.order).observer(());
        let start = Clock::start();
        let value = search.deepen(&self.algorithm, &Board::new(), &plan).value().get();
        let seconds = start.seconds();
        // Once more with counters, which the timed search does without; it visits the same nodes.
        let table = Table::with_bytes(table_bytes).unwrap_or_else(|error| panic!("{error}"));
        table.prefault();
        let table = table.with_min_depth(Depth::plies(self.least));
        let mut search = Search::new(&ours::ConnectFour).memory(&table).order(self.order);
        let nodes = search.deepen(&self.algorithm, &Board::new(), &plan).cost().total();
        Run { value, nodes, seconds }
    }
}

impl fmt::Display for Ours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec![self.algorithm.to_string()];
        if self.order != Order::default() {
            parts.push(format!("order {}", self.order));
        }
        parts.extend((self.step != 1).then(|| format!("step {}", self.step)));
        if self.guess != Guess::default() {
            parts.push(format!("guess {}", guess_name(self.guess)));
        }
        parts.extend((self.least != 1).then(|| format!("table from depth {}", self.least)));
        f.pad(&parts.join(", "))
    }
}

fn guess_name(guess: Guess) -> &'static str {
    match guess {
        Guess::Better => "better",
        Guess::Last => "last",
        Guess::LastButOne => "last but one",
    }
}

/// A way of deepening.
struct Steps {
    step: u32,
    guess: Guess,
}

/// The ways of deepening under which MTD(f) and Aspiration NegaScout are compared.
const PLANS: [Steps; 3] = [
    Steps { step: 1, guess: Guess::Better },
    Steps { step: 1, guess: Guess::LastButOne },
    Steps { step: 2, guess: Guess::Better },
];

impl Steps {
    fn of(&self, name: &str) -> Ours {
        Ours { step: self.step, guess: self.guess, ..Ours::default_of(name) }
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}, guess {}", self.step, guess_name(self.guess))
    }
}

/// A strategy of either library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strategy {
    Ours(Ours),
    Peer(peer::Options),
}

impl Strategy {
    fn library(self) -> &'static str {
        match self {
            Strategy::Ours(_) => "nullwindow",
            Strategy::Peer(_) => "minimax",
        }
    }

    fn run(self, depth: u8, table_bytes: usize) -> Run {
        match self {
            Strategy::Ours(ours) => ours.run(depth, table_bytes),
            Strategy::Peer(options) => {
                let mut search = peer::Search::new(options, table_bytes, depth);
                let start = Clock::start();
                let value = search.run(&Board::new());
                let seconds = start.seconds();
                let nodes = search.nodes(&Board::new()).unwrap_or(0);
                Run { value: i32::from(value), nodes, seconds }
            }
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Ours(ours) => ours.fmt(f),
            Strategy::Peer(options) => options.fmt(f),
        }
    }
}

/// One search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Run {
    value: i32,
    nodes: u64,
    seconds: f64,
}

/// Runs the comparison and prints its tables.
pub fn run(plan: &Plan) {
    correctness().print(plan.format);
    let mut goals = targets();
    for &depth in &plan.depths {
        let field = field(depth);
        let results = measure(&field, depth, plan.rounds);
        let baseline = fastest(&results, |strategy| strategy == Strategy::Ours(Ours::default_of("aspiration")));
        let best_peer = fastest(&results, |strategy| matches!(strategy, Strategy::Peer(_)));
        table(depth, &results, &best_peer, &baseline).print(plan.format);

        let best = fastest(&results, |strategy| matches!(strategy, Strategy::Ours(_)));
        let name = format!("depth {depth}: time, our best to the peer's best");
        target(&mut goals, name, best.seconds / best_peer.seconds, 0.4);
        for plan in PLANS {
            let nodes = |name| fastest(&results, |s| s == Strategy::Ours(plan.of(name))).nodes;
            let name = format!("depth {depth}, {plan}: nodes, mtd-f to aspiration");
            target(&mut goals, name, ratio(nodes("mtd-f"), nodes("aspiration")), 1.0);
        }
    }
    goals.print(plan.format);
}

/// The strategies that are timed: the defaults, and the fastest of a trial.
fn field(depth: u8) -> Vec<Strategy> {
    let ours: Vec<Strategy> = Ours::all(&["aspiration", "mtd-f"]).into_iter().map(Strategy::Ours).collect();
    let peers: Vec<Strategy> = peer::Options::all().into_iter().map(Strategy::Peer).collect();
    let mut field: Vec<Strategy> = Ours::defaults().into_iter().map(Strategy::Ours).collect();
    for plan in PLANS {
        field.extend(["aspiration", "mtd-f"].map(|name| Strategy::Ours(plan.of(name))));
    }
    field.extend(finalists(&ours, depth));
    let mtdf = peer::Options { driver: peer::Driver::MtdF, ..peer::Options::DEFAULT };
    field.extend([Strategy::Peer(peer::Options::DEFAULT), Strategy::Peer(mtdf)]);
    field.extend(finalists(&peers, depth));
    let mut seen = Vec::new();
    field.retain(|strategy| {
        let new = !seen.contains(strategy);
        seen.push(*strategy);
        new
    });
    field
}

fn finalists(strategies: &[Strategy], depth: u8) -> Vec<Strategy> {
    let mut timed: Vec<(f64, Strategy)> =
        strategies.iter().map(|&each| (each.run(depth, TABLE_BYTES).seconds, each)).collect();
    timed.sort_by(|a, b| a.0.total_cmp(&b.0));
    timed.into_iter().take(FINALISTS).map(|(_, strategy)| strategy).collect()
}

fn measure(field: &[Strategy], depth: u8, rounds: u8) -> Vec<(Strategy, Run)> {
    let mut results: Vec<(Strategy, Run)> = field.iter().map(|&each| (each, each.run(depth, TABLE_BYTES))).collect();
    for _ in 1..rounds {
        for (strategy, kept) in &mut results {
            let run = strategy.run(depth, TABLE_BYTES);
            if run.seconds < kept.seconds {
                *kept = run;
            }
        }
    }
    results
}

fn fastest(results: &[(Strategy, Run)], which: impl Fn(Strategy) -> bool) -> Run {
    let runs = results.iter().filter(|(strategy, _)| which(*strategy)).map(|(_, run)| *run);
    runs.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("each library has a strategy")
}

#[allow(clippy::cast_precision_loss, reason = "node counts are below 2^53")]
fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

fn table(depth: u8, results: &[(Strategy, Run)], best_peer: &Run, baseline: &Run) -> Sheet {
    let columns = ["library", "strategy", "value", "agrees", "nodes", "seconds", "Mnodes/s", "time/peer", "nodes/asp"];
    let mut sheet = Sheet::new(format!("connect four, depth {depth}"), &columns);
    for (strategy, run) in results {
        #[allow(clippy::cast_precision_loss, reason = "node counts are below 2^53")]
        let speed = run.nodes as f64 / run.seconds / 1e6;
        sheet.row([
            strategy.library().into(),
            strategy.to_string().into(),
            Cell::Whole(run.value),
            Cell::Flag(run.value == baseline.value),
            Cell::Count(run.nodes),
            Cell::Real(run.seconds, 3),
            Cell::Real(speed, 2),
            Cell::Real(run.seconds / best_peer.seconds, 2),
            Cell::Real(ratio(run.nodes, baseline.nodes), 2),
        ]);
    }
    sheet
}

/// Every strategy against plain minimax, at depths that it can reach.
fn correctness() -> Sheet {
    let columns = ["depth", "minimax value", "nullwindow", "minimax crate"];
    let mut sheet = Sheet::new("values against plain minimax", &columns);
    for depth in 1..=7 {
        let value = plain_minimax(&Board::new(), depth);
        let ours = Ours::defaults().into_iter().all(|ours| ours.run(depth, SMALL).value == value);
        let drivers = peer::Options::all()
            .into_iter()
            .filter(|options| *options == peer::Options { driver: options.driver, ..peer::Options::DEFAULT });
        let peers = drivers.map(Strategy::Peer).all(|strategy| strategy.run(depth, SMALL).value == value);
        sheet.row([Cell::Count(u64::from(depth)), Cell::Whole(value), ours.into(), peers.into()]);
    }
    sheet
}

/// The value by the definition, without either library.
fn plain_minimax(board: &Board, depth: u8) -> i32 {
    use crate::connect_four::{End, WIN};
    match board.end() {
        Some(End::Lost) => -i32::from(WIN),
        Some(End::Drawn) => 0,
        None if depth == 0 => i32::from(board.evaluate()),
        None => {
            let values = board.moves().map(|square| -plain_minimax(&board.play(square), depth - 1));
            values.max().expect("a game that goes on has a move")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_libraries_agree_with_plain_minimax() {
        for depth in 1..=8 {
            let value = plain_minimax(&Board::new(), depth);
            let ours = Ours::all(&Ours::ALGORITHMS).into_iter().map(Strategy::Ours);
            let peers = peer::Options::all().into_iter().step_by(5).map(Strategy::Peer);
            for strategy in ours.chain(peers) {
                assert_eq!(strategy.run(depth, SMALL).value, value, "{strategy} at depth {depth}");
            }
        }
    }
}
