//! Compares nullwindow with the crate `minimax` (the peer) on Connect Four: same rules, evaluation and depth, one
//! thread, tables of the same size.
//!
//! A trial first runs every combination of the peer's options that does not change the value, and our combinations of
//! Aspiration NegaScout and MTD(f), once each. The fastest of each library and the defaults are then timed in
//! alternating rounds. The fastest round of each counts, because noise only adds time. Times are CPU times. Every
//! search starts with an empty table, and its allocation is not timed.

use crate::clock::CpuClock;
use crate::connect_four::PlainBoard;
use crate::sheet::{Sheet, SheetCell, SheetFormat, target, targets};
use crate::{ours, peer};
use nullwindow::deepening::Guess;
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Deepening, Depth, Order, Search};
use std::fmt;

/// The size of every table.
pub const TABLE_BYTES: usize = 64 << 20;
/// The table size of shallow searches, which are not timed.
const SMALL_TABLE_BYTES: usize = 1 << 20;
/// The minimum depth that the library's tables store by default.
const DEFAULT_LEAST: u32 = 2;
/// The number of strategies per library that the trial selects.
const FINALISTS: usize = 4;

/// The parameters of the comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersusPlan {
    /// The depths.
    pub depths: Vec<u8>,
    /// The number of timed searches per strategy.
    pub rounds: u8,
    /// The output format.
    pub format: SheetFormat,
}

impl Default for VersusPlan {
    fn default() -> VersusPlan {
        VersusPlan { depths: vec![16, 18], rounds: 3, format: SheetFormat::Text }
    }
}

/// A strategy of nullwindow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullwindowOptions {
    /// The algorithm of each iteration.
    pub algorithm: AnyAlgorithm,
    /// The order of moves.
    pub order: Order,
    /// Plies per iteration.
    pub step: u32,
    /// The iteration that supplies the first guess.
    pub guess: Guess,
    /// The minimum remaining depth at which positions are stored in the table.
    pub least: u32,
}

impl NullwindowOptions {
    const ALGORITHMS: [&'static str; 6] = ["aspiration", "negascout", "mtd-f", "tt-alphabeta", "mtd+inf", "mtd-bi"];

    /// Returns an algorithm with the library's defaults.
    fn default_of(name: &str) -> NullwindowOptions {
        let algorithm = name.parse().unwrap_or_else(|error| panic!("{error}"));
        NullwindowOptions { algorithm, order: Order::default(), step: 1, guess: Guess::default(), least: DEFAULT_LEAST }
    }

    fn defaults() -> Vec<NullwindowOptions> {
        NullwindowOptions::ALGORITHMS.into_iter().map(NullwindowOptions::default_of).collect()
    }

    /// Returns every combination of options for these algorithms.
    fn all(algorithms: &[&str]) -> Vec<NullwindowOptions> {
        let quiet = Order::BEST.with_transpositions(false);
        let mut all = Vec::new();
        for default in algorithms.iter().map(|name| NullwindowOptions::default_of(name)) {
            for order in [Order::ALL, quiet, Order::BEST] {
                for step in [1, 2] {
                    all.extend([1, 2, 3].map(|least| NullwindowOptions { order, step, least, ..default }));
                }
            }
        }
        all
    }

    fn run(self, depth: u8, table_bytes: usize) -> VersusRun {
        let plan = Deepening::to(Depth::plies(u32::from(depth))).with_step(self.step).with_guess(self.guess);
        let table = Table::with_bytes(table_bytes).unwrap_or_else(|error| panic!("{error}"));
        table.prefault();
        let table = table.with_min_depth(Depth::plies(self.least));
        let mut search =
            Search::new(&ours::OurConnectFour).with_memory(&table).with_order(self.order).with_observer(());
        let start = CpuClock::start();
        let value = search.deepen(&self.algorithm, &PlainBoard::new(), plan).estimate().get();
        let seconds = start.seconds();
        // The nodes are counted in a second search, because counting would slow the timed one. Both visit the same
        // nodes.
        let table = Table::with_bytes(table_bytes).unwrap_or_else(|error| panic!("{error}"));
        table.prefault();
        let table = table.with_min_depth(Depth::plies(self.least));
        let mut search = Search::new(&ours::OurConnectFour).with_memory(&table).with_order(self.order);
        let nodes = search.deepen(&self.algorithm, &PlainBoard::new(), plan).cost().total();
        VersusRun { value, nodes, seconds }
    }
}

impl fmt::Display for NullwindowOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec![self.algorithm.to_string()];
        if self.order != Order::default() {
            parts.push(format!("order {}", self.order));
        }
        parts.extend((self.step != 1).then(|| format!("step {}", self.step)));
        if self.guess != Guess::default() {
            parts.push(format!("guess {}", guess_name(self.guess)));
        }
        parts.extend((self.least != DEFAULT_LEAST).then(|| format!("table from depth {}", self.least)));
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

/// The parameters of iterative deepening.
struct DeepeningSteps {
    step: u32,
    guess: Guess,
}

/// The parameters of iterative deepening with which MTD(f) and Aspiration NegaScout are compared.
const DEEPENING_STEPS: [DeepeningSteps; 3] = [
    DeepeningSteps { step: 1, guess: Guess::Better },
    DeepeningSteps { step: 1, guess: Guess::LastButOne },
    DeepeningSteps { step: 2, guess: Guess::Better },
];

impl DeepeningSteps {
    fn of(&self, name: &str) -> NullwindowOptions {
        NullwindowOptions { step: self.step, guess: self.guess, ..NullwindowOptions::default_of(name) }
    }
}

impl fmt::Display for DeepeningSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}, guess {}", self.step, guess_name(self.guess))
    }
}

/// A strategy of either library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LibraryStrategy {
    Ours(NullwindowOptions),
    Peer(peer::PeerOptions),
}

impl LibraryStrategy {
    fn library(self) -> &'static str {
        match self {
            LibraryStrategy::Ours(_) => "nullwindow",
            LibraryStrategy::Peer(_) => "minimax",
        }
    }

    fn run(self, depth: u8, table_bytes: usize) -> VersusRun {
        match self {
            LibraryStrategy::Ours(ours) => ours.run(depth, table_bytes),
            LibraryStrategy::Peer(options) => {
                let mut search = peer::PeerSearch::new(options, table_bytes, depth);
                let start = CpuClock::start();
                let value = search.run(&PlainBoard::new());
                let seconds = start.seconds();
                let nodes = search.nodes(&PlainBoard::new()).unwrap_or(0);
                VersusRun { value: i32::from(value), nodes, seconds }
            }
        }
    }
}

impl fmt::Display for LibraryStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryStrategy::Ours(ours) => ours.fmt(f),
            LibraryStrategy::Peer(options) => options.fmt(f),
        }
    }
}

/// The result of one search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct VersusRun {
    value: i32,
    nodes: u64,
    seconds: f64,
}

/// Runs the comparison and prints its tables.
pub fn run(plan: &VersusPlan) {
    correctness().print(plan.format);
    let mut goals = targets();
    for &depth in &plan.depths {
        let field = field(depth);
        let results = measure(&field, depth, plan.rounds);
        let baseline = fastest(&results, |strategy| {
            strategy == LibraryStrategy::Ours(NullwindowOptions::default_of("aspiration"))
        });
        let best_peer = fastest(&results, |strategy| matches!(strategy, LibraryStrategy::Peer(_)));
        table(depth, &results, &best_peer, &baseline).print(plan.format);

        let best = fastest(&results, |strategy| matches!(strategy, LibraryStrategy::Ours(_)));
        let name = format!("depth {depth}: time, our best to the peer's best");
        target(&mut goals, name, best.seconds / best_peer.seconds, 0.4);
        for plan in DEEPENING_STEPS {
            let nodes = |name| fastest(&results, |s| s == LibraryStrategy::Ours(plan.of(name))).nodes;
            let name = format!("depth {depth}, {plan}: nodes, mtd-f to aspiration");
            target(&mut goals, name, ratio(nodes("mtd-f"), nodes("aspiration")), 1.0);
        }
    }
    goals.print(plan.format);
}

/// Returns the strategies to time: the defaults, and the fastest of a trial.
fn field(depth: u8) -> Vec<LibraryStrategy> {
    let ours: Vec<LibraryStrategy> =
        NullwindowOptions::all(&["aspiration", "mtd-f"]).into_iter().map(LibraryStrategy::Ours).collect();
    let peers: Vec<LibraryStrategy> = peer::PeerOptions::all().into_iter().map(LibraryStrategy::Peer).collect();
    let mut field: Vec<LibraryStrategy> =
        NullwindowOptions::defaults().into_iter().map(LibraryStrategy::Ours).collect();
    for plan in DEEPENING_STEPS {
        field.extend(["aspiration", "mtd-f"].map(|name| LibraryStrategy::Ours(plan.of(name))));
    }
    field.extend(finalists(&ours, depth));
    let mtdf = peer::PeerOptions { driver: peer::PeerDriver::MtdF, ..peer::PeerOptions::DEFAULT };
    field.extend([LibraryStrategy::Peer(peer::PeerOptions::DEFAULT), LibraryStrategy::Peer(mtdf)]);
    field.extend(finalists(&peers, depth));
    let mut seen = Vec::new();
    // The trial may select strategies that are in the list already.
    field.retain(|strategy| {
        let new = !seen.contains(strategy);
        seen.push(*strategy);
        new
    });
    field
}

fn finalists(strategies: &[LibraryStrategy], depth: u8) -> Vec<LibraryStrategy> {
    let mut timed: Vec<(f64, LibraryStrategy)> =
        strategies.iter().map(|&each| (each.run(depth, TABLE_BYTES).seconds, each)).collect();
    timed.sort_by(|a, b| a.0.total_cmp(&b.0));
    timed.into_iter().take(FINALISTS).map(|(_, strategy)| strategy).collect()
}

fn measure(field: &[LibraryStrategy], depth: u8, rounds: u8) -> Vec<(LibraryStrategy, VersusRun)> {
    let mut results: Vec<(LibraryStrategy, VersusRun)> =
        field.iter().map(|&each| (each, each.run(depth, TABLE_BYTES))).collect();
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

fn fastest(results: &[(LibraryStrategy, VersusRun)], which: impl Fn(LibraryStrategy) -> bool) -> VersusRun {
    let runs = results.iter().filter(|(strategy, _)| which(*strategy)).map(|(_, run)| *run);
    runs.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("each library has a strategy")
}

#[allow(clippy::cast_precision_loss, reason = "node counts are below 2^53")]
fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

fn table(depth: u8, results: &[(LibraryStrategy, VersusRun)], best_peer: &VersusRun, baseline: &VersusRun) -> Sheet {
    let columns = ["library", "strategy", "value", "agrees", "nodes", "seconds", "Mnodes/s", "time/peer", "nodes/asp"];
    let mut sheet = Sheet::new(format!("connect four, depth {depth}"), &columns);
    for (strategy, run) in results {
        #[allow(clippy::cast_precision_loss, reason = "node counts are below 2^53")]
        let speed = run.nodes as f64 / run.seconds / 1e6;
        sheet.row([
            strategy.library().into(),
            strategy.to_string().into(),
            SheetCell::Whole(run.value),
            SheetCell::Flag(run.value == baseline.value),
            SheetCell::Count(run.nodes),
            SheetCell::Real(run.seconds, 3),
            SheetCell::Real(speed, 2),
            SheetCell::Real(run.seconds / best_peer.seconds, 2),
            SheetCell::Real(ratio(run.nodes, baseline.nodes), 2),
        ]);
    }
    sheet
}

/// Checks the default strategies of both libraries against plain minimax, at depths that minimax can reach.
fn correctness() -> Sheet {
    let columns = ["depth", "minimax value", "nullwindow", "minimax crate"];
    let mut sheet = Sheet::new("values against plain minimax", &columns);
    for depth in 1..=7 {
        let value = plain_minimax(&PlainBoard::new(), depth);
        let ours =
            NullwindowOptions::defaults().into_iter().all(|ours| ours.run(depth, SMALL_TABLE_BYTES).value == value);
        let drivers = peer::PeerOptions::all()
            .into_iter()
            .filter(|options| *options == peer::PeerOptions { driver: options.driver, ..peer::PeerOptions::DEFAULT });
        let peers =
            drivers.map(LibraryStrategy::Peer).all(|strategy| strategy.run(depth, SMALL_TABLE_BYTES).value == value);
        sheet.row([SheetCell::Count(u64::from(depth)), SheetCell::Whole(value), ours.into(), peers.into()]);
    }
    sheet
}

/// Computes the value by its definition, without either library.
fn plain_minimax(board: &PlainBoard, depth: u8) -> i32 {
    use crate::connect_four::{GameEnd, WIN};
    match board.end() {
        Some(GameEnd::Lost) => -i32::from(WIN),
        Some(GameEnd::Drawn) => 0,
        None if depth == 0 => i32::from(board.evaluate()),
        None => {
            let values = board.moves().map(|square| -plain_minimax(&board.play(square), depth - 1));
            values.max().expect("an unfinished game has a move")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_libraries_agree_with_plain_minimax() {
        for depth in 1..=8 {
            let value = plain_minimax(&PlainBoard::new(), depth);
            let ours = NullwindowOptions::all(&NullwindowOptions::ALGORITHMS).into_iter().map(LibraryStrategy::Ours);
            let peers = peer::PeerOptions::all().into_iter().step_by(5).map(LibraryStrategy::Peer);
            for strategy in ours.chain(peers) {
                assert_eq!(strategy.run(depth, SMALL_TABLE_BYTES).value, value, "{strategy} at depth {depth}");
            }
        }
    }
}
