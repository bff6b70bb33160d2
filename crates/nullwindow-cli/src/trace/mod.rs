//! The command `trace`: a search as JSON lines, or as text.

mod text;

use crate::App;
use crate::answer::request::{self, GameOrTreeArgs, SearchSubject};
use crate::interrupt;
use crate::output::{OutFile, OutputFormat, thousands, unless_gone, usage};
use crate::value_parsers::algorithm;
use anyhow::Context;
use nullwindow::{AnyAlgorithm, Depth};
use nullwindow_engine::{Control, Horizon, MemoryChoice, Purpose, SearchAnswer, SearchRecord, SearchRequest};
use serde_json::{Value, json};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
The first line describes the search (event \"search\"), the last line has its result (event \"end\"). Between them are \
the events of the search in order: passes and their answers; enter, recall, leaf, expand and leave of a depth-first search; \
take, put, purge, join, part and backup of a best-first algorithm. A move is written as its number in the order of \
generation, from 0. Scores are integers; \"scale\" is the score of one pawn, man, disc or stone left \
(1000 for a stone in Connect Four, where `solve` uses 1). \"passes\" counts queries at the root: one for a \
best-first algorithm, where `nullwindow tree` shows passes as the papers define them. The search keeps every position; a \
tree is searched in the order in which it is written.

With --text each event is a line of text with the name of the event and, for a tree that `nullwindow \
tree` can draw, the names of its nodes. There [a] is a node where MAX moves, (b) one where MIN moves, and all scores are \
MAX's, the player to move at the root of a game. Nodes of a game are named by their moves.

Exit code: 0; 1 if the trace has reached its limit (\"complete\": false in its last line); 130 interrupted.

Examples:
  nullwindow trace --tree \"((41 5) (12 90))\" --algorithm mtd+inf
  nullwindow trace --tree pearl --algorithm \"sss*\"
  nullwindow trace --tree trends --algorithm alphabeta --text
  nullwindow trace connect4 --position 4455 --depth 3 --algorithm alphabeta";

/// The arguments of `trace`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    subject: GameOrTreeArgs,
    /// The algorithm
    #[arg(long, short, value_name = "NAME", default_value = "mtd-f", alias = "algorithms", hide_possible_values = true, value_parser = algorithm())]
    algorithm: AnyAlgorithm,
    /// The search depth: plies, or end [default: 4; a tree: end]
    #[arg(long, short, value_name = "N", value_parser = request::depth)]
    depth: Option<Depth>,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write text instead of JSON lines: the names of nodes, windows, and the reason for every cutoff
    #[arg(long)]
    text: bool,
    /// The maximum number of events
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    if app.ui.format == OutputFormat::Csv {
        return Err(usage("--csv: the events of a trace have different fields; use JSON lines"));
    }
    if args.text && app.ui.format == OutputFormat::Json {
        return Err(usage("--text and --json contradict each other; without --text a trace is JSON lines"));
    }
    let subject = args.subject.subject(app)?;
    let engine = &subject.engine;
    let usual = if args.subject.is_tree() { Depth::END } else { Depth::plies(4) };
    let depth = args.depth.unwrap_or(usual);
    // In a game with infinite lines of play such a search would not return.
    if depth == Depth::END && engine.profile(Purpose::FixedDepth).safe_depth.is_some() {
        let name = &subject.name;
        return Err(usage(format!("--depth: {name} has infinite lines of play; expected a number of plies")));
    }
    let mut request = SearchRequest::new(args.algorithm, Horizon::Fixed(depth), MemoryChoice::Everything);
    request.position = subject.position.clone();
    request.trace = Some(args.limit);
    let board = engine.board(&subject.position).map_err(request::refused)?;
    // Opened before the search, so that a wrong path is reported at once.
    let out = TraceOutput::open(args.out.as_deref())?;
    let answer = engine.search(&request, &mut Control::new(&interrupt::STOP)).map_err(request::refused)?;
    let trace = answer.trace.as_ref().context("the engine has recorded no trace")?;
    let head = head(&subject, &board.text, args, depth);
    if args.text {
        let tree = args.subject.is_tree().then_some(board.notation.as_str());
        let body = text::TextTrace::new(trace, &args.algorithm, &subject, tree, depth);
        let last = |cut_off| text::end(&end(&answer, cut_off));
        out.write(&text::head(&head), &body, args.limit, last)?;
    } else {
        out.write(&head, trace, args.limit, |cut_off| end(&answer, cut_off).to_string())?;
    }
    if answer.trace_is_full {
        let limit = thousands(args.limit);
        let hint = "raise --limit, or reduce --depth";
        app.ui.note(format_args!("the trace is cut off after {limit} events; {hint}"));
        return Ok(ExitCode::FAILURE);
    }
    Ok(if interrupt::stopped() { ExitCode::from(interrupt::CODE) } else { ExitCode::SUCCESS })
}

/// Returns the first line, which describes the search.
fn head(subject: &SearchSubject, position: &str, args: &Args, depth: Depth) -> Value {
    json!({
        "event": "search",
        "version": env!("CARGO_PKG_VERSION"),
        "game": subject.name,
        "position": position,
        "algorithm": args.algorithm.to_string(),
        "depth": depth.get(),
        "scale": subject.engine.profile(Purpose::FixedDepth).scale,
    })
}

/// Returns the last line, which has the result.
fn end(answer: &SearchAnswer, cut_off: bool) -> Value {
    let nothing = SearchRecord::default();
    let found = answer.records.last().or(answer.unfinished.as_ref()).unwrap_or(&nothing);
    json!({
        "event": "end",
        "complete": !cut_off && !answer.trace_is_full && answer.stopped.is_none(),
        "value": found.value,
        "bounds": { "lower": found.lower, "upper": found.upper },
        "move": found.best,
        "leaf_visits": found.leaf_visits,
        "interior": found.interior,
        "total": found.total,
        "passes": found.passes,
    })
}

/// The destination of a trace, with its name.
struct TraceOutput {
    to: OutFile,
    name: String,
}

impl TraceOutput {
    fn open(path: Option<&Path>) -> anyhow::Result<TraceOutput> {
        let Some(path) = path else {
            return Ok(TraceOutput { to: OutFile::stdout(), name: "standard output".to_owned() });
        };
        let name = path.display().to_string();
        let to = OutFile::create(path).with_context(|| format!("cannot write {name}"))?;
        Ok(TraceOutput { to, name })
    }

    /// Writes all lines, with at most `limit` lines of the trace. `end` receives whether Ctrl-C has cut the trace off.
    fn write(
        self,
        head: &dyn Display,
        trace: &dyn Display,
        limit: u64,
        end: impl FnOnce(bool) -> String,
    ) -> anyhow::Result<()> {
        let TraceOutput { to, name } = self;
        let mut lines = TraceLineWriter { out: to, left: limit, at_line_start: true, stopped: None, failed: None };
        let all = || {
            writeln!(lines.out, "{head}")?;
            let whole = write!(lines, "{trace}").is_ok();
            if let Some(error) = lines.failed.take() {
                return Err(error);
            }
            // If the limit is used up, the engine reports it. Here only Ctrl-C counts.
            let cut_off = !whole && lines.left > 0;
            writeln!(lines.out, "{}", end(cut_off))?;
            lines.out.finish()
        };
        // A closed pipe is no error: the exit code says whether the trace is complete.
        unless_gone(all()).with_context(|| format!("cannot write {name}"))
    }
}

/// The time after Ctrl-C in which the trace is still written. The program must end within 100 ms.
const AFTER_INTERRUPT: Duration = Duration::from_millis(50);

/// Writes whole lines, up to a limit, and stops soon after Ctrl-C.
struct TraceLineWriter<W> {
    out: W,
    left: u64,
    at_line_start: bool,
    /// The time at which Ctrl-C was noticed.
    stopped: Option<Instant>,
    failed: Option<io::Error>,
}

impl<W> TraceLineWriter<W> {
    fn is_late(&mut self) -> bool {
        interrupt::stopped() && self.stopped.get_or_insert_with(Instant::now).elapsed() > AFTER_INTERRUPT
    }
}

impl<W: Write> std::fmt::Write for TraceLineWriter<W> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        // A started line is completed, so that every line is valid JSON.
        if self.left == 0 || self.at_line_start && self.is_late() {
            return Err(std::fmt::Error);
        }
        self.left -= (text.matches('\n').count() as u64).min(self.left);
        self.at_line_start = text.ends_with('\n');
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            std::fmt::Error
        })
    }
}
