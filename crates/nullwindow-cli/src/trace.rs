//! The command `trace`: a search as JSON lines.

use crate::answer::request::{self, Subject};
use crate::games::{Job, Playable};
use crate::interrupt;
use crate::output::{Format, OutFile, Ui, thousands, usage};
use crate::words::algorithm;
use anyhow::Context;
use nullwindow::memory::{ExactMap, Recall};
use nullwindow::observe::{Counters, Exit, LeafKind, Observer, Step, Trace, Visit};
use nullwindow::{AnyAlgorithm, Depth, Game, Limits, Order, Outcome, Score, Search, Window};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

const HELP: &str = "\
The first line says what was searched (event \"search\"), the last one what was found (event \"end\"). Between them stands \
all that the search did, in order: passes and their answers; enter, recall, leaf, expand and leave of a depth-first walk; \
take, put, purge, join, part and backup of a best-first algorithm. Moves are told by their places in the order of \
generation, counted from 0. Scores are whole numbers; \"scale\" says what a pawn, a man, a disc or a stone left is worth \
in them (1000 for a stone in Connect Four, where `solve` counts 1). \"passes\" are questions put at the root: one of a \
best-first algorithm, where `nullwindow tree` shows the passes that the papers find in it. The search remembers everything; a tree is searched in the order in which it is written.

Exit code: 0; 1 if the trace is cut off at its limit, with \"complete\": false in its last line; 130 interrupted.

Examples:
  nullwindow trace --tree \"((41 5) (12 90))\" --algorithm mtd+inf
  nullwindow trace --tree pearl --algorithm \"sss*\"
  nullwindow trace connect4 --position 4455 --depth 3 --algorithm alphabeta";

/// The arguments of `trace`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    subject: Subject,
    /// The algorithm
    #[arg(long, short, value_name = "NAME", default_value = "mtd-f", alias = "algorithms", hide_possible_values = true, value_parser = algorithm())]
    algorithm: AnyAlgorithm,
    /// How far to look: plies, or end [default: 4; a tree: end]
    #[arg(long, short, value_name = "N", value_parser = request::depth)]
    depth: Option<Depth>,
    /// The file to write; without it standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Cut the trace off after so many events
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
}

/// Runs the command.
pub fn run(args: Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    if ui.format == Format::Csv {
        return Err(usage("a trace is JSON lines: its events have different fields, and there is no --csv of it"));
    }
    let subject = args.subject.clone();
    subject.with(Walk { args, ui })?
}

struct Walk<'u> {
    args: Args,
    ui: &'u Ui,
}

impl Job for Walk<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn run<G: Playable>(self, game: &G, order: Order) -> anyhow::Result<ExitCode> {
        let Walk { args, ui } = self;
        let root = request::position(game, args.subject.position.as_deref())?;
        let whole = if G::NAME == "tree" { Depth::END } else { Depth::plies(4) };
        let depth = args.depth.unwrap_or(whole);
        if depth == Depth::END && matches!(G::NAME, "chess" | "checkers") {
            return Err(usage(format!("--depth: lines of {} need not end; expected a number of plies", G::NAME)));
        }
        let out = Out::open(args.out.as_deref())?;
        let brake = Brake::new(args.limit);
        let limits = Limits::none().flag(&brake.full).until(interrupt::stopped);
        let observer = (Counters::new(), (Trace::new(), &brake));
        let mut search = Search::new(game).memory(ExactMap::new()).order(order).observer(observer).limits(limits);
        let outcome = search.run(&args.algorithm, &root, depth);
        let (_, (trace, _)) = search.into_observer();
        let head = head(game, &root, &args, depth);
        let end = end(game, &root, &outcome, brake.is_full());
        out.write(&head, &trace, args.limit, &end)?;
        if brake.is_full() {
            let limit = thousands(args.limit);
            ui.note(format_args!(
                "the trace is cut off after {limit} events; --limit N allows more, --depth N needs fewer"
            ));
            return Ok(ExitCode::FAILURE);
        }
        Ok(if interrupt::stopped() { ExitCode::from(interrupt::CODE) } else { ExitCode::SUCCESS })
    }
}

/// The first line: what was searched.
fn head<G: Playable>(game: &G, root: &G::Position, args: &Args, depth: Depth) -> Value {
    json!({
        "event": "search",
        "version": env!("CARGO_PKG_VERSION"),
        "game": args.subject.name(),
        "position": args.subject.given(game, root),
        "algorithm": args.algorithm.to_string(),
        "depth": depth.get(),
        "scale": game.scale(),
    })
}

/// The last line: what was found.
fn end<G: Playable>(game: &G, root: &G::Position, outcome: &Outcome<G::Move>, cut_off: bool) -> Value {
    let finite = |score: Score| score.is_finite().then(|| score.get());
    let cost = &outcome.counts.cost;
    json!({
        "event": "end",
        "complete": !cut_off && outcome.stopped.is_none(),
        "value": outcome.value().map(Score::get),
        "bounds": { "lower": finite(outcome.bounds.lower), "upper": finite(outcome.bounds.upper) },
        "move": outcome.best.map(|best| game.format_move(root, best)),
        "leaf_visits": cost.leaf_visits,
        "interior": cost.interior,
        "total": cost.total(),
        "passes": outcome.passes.len(),
    })
}

/// Where the trace goes, and what to call it.
struct Out {
    to: OutFile,
    name: String,
}

impl Out {
    fn open(path: Option<&Path>) -> anyhow::Result<Out> {
        let Some(path) = path else {
            return Ok(Out { to: OutFile::stdout(), name: "standard output".to_owned() });
        };
        let name = path.display().to_string();
        let to = OutFile::create(path).with_context(|| format!("cannot write {name}"))?;
        Ok(Out { to, name })
    }

    /// Writes all lines, of the trace up to `limit`.
    fn write(self, head: &Value, trace: &Trace, limit: u64, end: &Value) -> anyhow::Result<()> {
        let Out { to, name } = self;
        let mut lines = Lines { out: to, left: limit, failed: None };
        let all = || {
            writeln!(lines.out, "{head}")?;
            if write!(lines, "{trace}").is_err()
                && let Some(error) = lines.failed.take()
            {
                return Err(error);
            }
            writeln!(lines.out, "{end}")?;
            lines.out.finish()
        };
        all().with_context(|| format!("cannot write {name}"))
    }
}

/// Writes whole lines, up to a number of them.
struct Lines<W> {
    out: W,
    left: u64,
    failed: Option<io::Error>,
}

impl<W: Write> std::fmt::Write for Lines<W> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if self.left == 0 {
            return Err(std::fmt::Error);
        }
        self.left -= (text.matches('\n').count() as u64).min(self.left);
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            std::fmt::Error
        })
    }
}

/// Counts events, and stops the search when there are too many: a trace is held in memory until it is written.
struct Brake {
    left: AtomicU64,
    full: AtomicBool,
}

impl Brake {
    fn new(limit: u64) -> Brake {
        Brake { left: AtomicU64::new(limit), full: AtomicBool::new(false) }
    }

    fn count(&self) {
        let left = self.left.load(Relaxed);
        if left == 0 {
            self.full.store(true, Relaxed);
        } else {
            self.left.store(left - 1, Relaxed);
        }
    }

    fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }
}

impl<G: Game + ?Sized> Observer<G> for &Brake {
    fn pass(&mut self, _: Window) {
        self.count();
    }

    fn answer(&mut self, _: Score) {
        self.count();
    }

    fn enter(&mut self, _: Visit<'_, G::Position>, _: Window) {
        self.count();
    }

    fn recall(&mut self, _: usize, _: &Recall, _: Option<Score>) {
        self.count();
    }

    fn leaf(&mut self, _: &G, _: Visit<'_, G::Position>, _: Score, _: LeafKind) {
        self.count();
    }

    fn expand(&mut self, _: usize, _: usize) {
        self.count();
    }

    fn leave(&mut self, _: usize, _: Score, _: Exit) {
        self.count();
    }

    fn step(&mut self, _: Step<'_>) {
        self.count();
    }
}
