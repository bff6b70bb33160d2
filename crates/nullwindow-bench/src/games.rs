//! Measures the shipped games: perft and evaluations per second, time per node, and the depth reached in ten seconds.

use crate::clock::CpuClock;
use crate::sheet::{self, Sheet, SheetCell, SheetFormat};
use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{Depth, Evaluator, Keyed, Limits, MoveBuf, Search};
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::othello::Othello;
use nullwindow_games::{Notation, Perft};
use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A measurement of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamesPart {
    /// Move sequences per second.
    Perft,
    /// Evaluations per second.
    Evaluations,
    /// The time per node of searches to a fixed depth.
    Nodes,
    /// The depth that a search reaches in a given time.
    Depths,
}

impl GamesPart {
    /// The values of the option.
    pub const EXPECTED: &'static str = "perft, evaluations, nodes or depths";
    const ALL: [GamesPart; 4] = [GamesPart::Perft, GamesPart::Evaluations, GamesPart::Nodes, GamesPart::Depths];
}

impl FromStr for GamesPart {
    type Err = ();
    fn from_str(text: &str) -> Result<GamesPart, ()> {
        match text {
            "perft" => Ok(GamesPart::Perft),
            "evaluations" => Ok(GamesPart::Evaluations),
            "nodes" => Ok(GamesPart::Nodes),
            "depths" => Ok(GamesPart::Depths),
            _ => Err(()),
        }
    }
}

/// The parameters of the measurement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesPlan {
    /// The parts to run; all if empty.
    pub parts: Vec<GamesPart>,
    /// The games by name; all if empty.
    pub games: Vec<String>,
    /// Seconds per position in [`GamesPart::Depths`].
    pub seconds: u8,
    /// The output format.
    pub format: SheetFormat,
}

impl Default for GamesPlan {
    fn default() -> GamesPlan {
        GamesPlan { parts: Vec::new(), games: Vec::new(), seconds: 10, format: SheetFormat::Text }
    }
}

/// The valid names in [`GamesPlan::games`].
pub const GAMES: [&str; 4] = [Othello::NAME, Checkers::NAME, Chess::NAME, <ConnectFour>::NAME];

const TABLE_BYTES: usize = 256 << 20;

/// A known number of move sequences.
struct KnownPerft {
    position: &'static str,
    name: &'static str,
    depth: u32,
    sequences: u64,
}

const fn count(position: &'static str, name: &'static str, depth: u32, sequences: u64) -> KnownPerft {
    KnownPerft { position, name, depth, sequences }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The tables that the games fill in turn.
struct GamesBench<'p> {
    plan: &'p GamesPlan,
    perft: Sheet,
    evaluations: Sheet,
    nodes: Sheet,
    depths: Sheet,
    targets: Sheet,
}

/// Runs the measurements of the plan.
pub fn run(plan: &GamesPlan) {
    let mut bench = GamesBench {
        plan,
        perft: Sheet::new("perft", &["game", "position", "depth", "sequences", "agrees", "seconds", "M/s"]),
        evaluations: Sheet::new("evaluations", &["game", "positions", "calls", "seconds", "M/s", "ns"]),
        nodes: Sheet::new(
            "nodes: mtd-f, 256 MiB, over the test set",
            &["game", "depth", "nodes", "leaves", "quiescence", "seconds", "ns/node"],
        ),
        depths: Sheet::new(
            format!("full-width depth in {} s: mtd-f, 256 MiB, one thread", plan.seconds),
            &["game", "positions", "least", "median", "most", "Mnodes", "ns/node"],
        ),
        targets: sheet::targets(),
    };
    let othello = [count("", "start", 11, 212_258_800)];
    bench.game(&Othello::new(), &othello, Depth::plies(10));
    bench.game(&Checkers::new(), &[count("", "start", 11, 85_242_128)], Depth::plies(14));
    let chess = [count("", "start", 6, 119_060_324), count(KIWIPETE, "kiwipete", 5, 193_690_690)];
    bench.game(&Chess::new(), &chess, Depth::plies(6));
    bench.game(&ConnectFour::standard().with_heuristic(), &[count("", "start", 9, 39_394_572)], Depth::plies(14));
    for sheet in [&bench.perft, &bench.evaluations, &bench.nodes, &bench.depths, &bench.targets] {
        if !sheet.is_empty() {
            sheet.print(plan.format);
        }
    }
}

impl GamesBench<'_> {
    fn game<G>(&mut self, game: &G, counts: &[KnownPerft], depth: Depth)
    where
        G: Evaluator + Keyed + Notation + Perft,
    {
        let wanted = self.plan.games.is_empty() || self.plan.games.iter().any(|name| name == G::NAME);
        for part in GamesPart::ALL
            .into_iter()
            .filter(|part| wanted && (self.plan.parts.is_empty() || self.plan.parts.contains(part)))
        {
            eprintln!("{}: {part:?} ...", G::NAME);
            match part {
                GamesPart::Perft => self.perft(game, counts),
                GamesPart::Evaluations => self.evaluations(game),
                GamesPart::Nodes => self.nodes(game, depth),
                GamesPart::Depths => self.depths(game),
            }
        }
    }

    fn perft<G: Notation + Perft>(&mut self, game: &G, counts: &[KnownPerft]) {
        for &KnownPerft { position, name, depth, sequences } in counts {
            let root = if position.is_empty() { game.start() } else { parse(game, position) };
            let (mut least, mut found) = (f64::INFINITY, 0);
            // The fastest of three runs: other programs only ever add time.
            for _ in 0..3 {
                let clock = CpuClock::start();
                found = black_box(game.perft(black_box(&root), depth));
                least = least.min(clock.seconds());
            }
            let rate = millions(found) / least;
            self.perft.row([
                G::NAME.into(),
                name.into(),
                SheetCell::Count(depth.into()),
                SheetCell::Count(found),
                SheetCell::Flag(found == sequences),
                SheetCell::Real(least, 3),
                SheetCell::Real(rate, 1),
            ]);
            // Required rates, in millions per second.
            let required = match G::NAME {
                "othello" => 100.0,
                "checkers" => 60.0,
                _ => continue,
            };
            sheet::target(
                &mut self.targets,
                format!("{}: ns a move sequence of perft", G::NAME),
                1e3 / rate,
                1e3 / required,
            );
        }
    }

    fn evaluations<G: Evaluator + Notation>(&mut self, game: &G) {
        let positions = around_test_set(game);
        let clock = CpuClock::start();
        let mut calls = 0;
        while clock.seconds() < 1.0 {
            positions.iter().for_each(|position| {
                // `black_box` keeps the compiler from moving the call out of the loop.
                black_box(game.evaluate(black_box(position)));
            });
            calls += positions.len() as u64;
        }
        let seconds = clock.seconds();
        self.evaluations.row([
            G::NAME.into(),
            SheetCell::Count(positions.len() as u64),
            SheetCell::Count(calls),
            SheetCell::Real(seconds, 2),
            SheetCell::Real(millions(calls) / seconds, 2),
            SheetCell::Real(seconds * 1e3 / millions(calls), 1),
        ]);
    }

    fn nodes<G: Evaluator + Keyed + Notation>(&mut self, game: &G, depth: Depth) {
        let (mut nodes, mut leaves, mut quiescence, mut seconds) = (0, 0, 0, 0.0);
        let mut table = new_table();
        table.prefault();
        for root in test_set(game) {
            // Results of one position must not speed up the next.
            table.clear();
            let mut search = Search::new(game).with_memory(&table);
            let clock = CpuClock::start();
            let deepened = search.deepen(&MtdF::new(), &root, depth);
            seconds += clock.seconds();
            nodes += deepened.cost().total();
            leaves += deepened.cost().leaf_visits;
            quiescence += deepened.iterations.iter().map(|outcome| outcome.counts.quiescence).sum::<u64>();
        }
        let cost = seconds * 1e3 / millions(nodes);
        self.nodes.row([
            G::NAME.into(),
            depth.to_string().into(),
            SheetCell::Count(nodes),
            SheetCell::Count(leaves),
            SheetCell::Count(quiescence),
            SheetCell::Real(seconds, 2),
            SheetCell::Real(cost, 1),
        ]);
        if G::NAME == Othello::NAME {
            sheet::target(&mut self.targets, "othello: ns a node of the kernel".to_owned(), cost, 400.0);
        }
    }

    fn depths<G: Evaluator + Keyed + Notation>(&mut self, game: &G) {
        let (mut reached, mut nodes, mut seconds) = (Vec::new(), 0, 0.0);
        let mut table = new_table();
        table.prefault();
        for root in test_set(game) {
            table.clear();
            let start = Instant::now();
            let time = Duration::from_secs(self.plan.seconds.into());
            let mut search = Search::new(game)
                .with_memory(&table)
                .with_limits(Limits::none().with_condition(move || start.elapsed() > time));
            let clock = CpuClock::start();
            let deepened = search.deepen(&MtdF::new(), &root, Depth::plies(99));
            seconds += clock.seconds();
            nodes += deepened.cost().total();
            reached.push(deepened.last().and_then(|outcome| outcome.depth.get()).unwrap_or(0));
        }
        reached.sort_unstable();
        let at = |place: usize| SheetCell::Count(reached.get(place).copied().unwrap_or(0).into());
        self.depths.row([
            G::NAME.into(),
            SheetCell::Count(reached.len() as u64),
            at(0),
            at(reached.len() / 2),
            at(reached.len().saturating_sub(1)),
            SheetCell::Real(millions(nodes), 1),
            SheetCell::Real(seconds * 1e3 / millions(nodes), 1),
        ]);
    }
}

fn parse<G: Notation>(game: &G, text: &str) -> G::Position {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn test_set<G: Notation>(game: &G) -> Vec<G::Position> {
    game.test_set().iter().map(|entry| parse(game, entry.position)).collect()
}

/// Returns unfinished positions up to two plies from those of the test set.
fn around_test_set<G: Notation>(game: &G) -> Vec<G::Position> {
    let mut positions = test_set(game);
    let mut next = 0;
    while next < positions.len() && positions.len() < 5000 {
        let mut moves = MoveBuf::new();
        if game.moves(&positions[next], &mut moves).is_none() {
            let position = positions[next].clone();
            positions.extend(moves.iter().map(|play| game.play(&position, play)));
        }
        next += 1;
    }
    positions.retain(|position| game.over(position, &mut MoveBuf::new()).is_none());
    positions
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^53")]
fn millions(count: u64) -> f64 {
    count as f64 * 1e-6
}

/// Creates the table of a search, which stores every node above the leaves, as the engines do.
fn new_table() -> Table {
    Table::with_bytes(TABLE_BYTES).expect("memory for a table").with_min_depth(Depth::plies(1))
}
