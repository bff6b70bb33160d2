//! The command `solve`: exact value and best line of a position, to the end of the game.

use crate::answer::line;
use crate::answer::live::Live;
use crate::answer::request::{self, Engine, Threads};
use crate::answer::searcher::Searcher;
use crate::answer::solver::{self, Solved, Solver};
use crate::answer::words::{self, plain};
use crate::compare::TableSize;
use crate::games::{GameArgs, Job, Playable, with_game};
use crate::interrupt;
use crate::output::style::{DIM, GOOD, HEAD, WARN};
use crate::output::{Align, Record, Table, Ui, duration, rate, thousands};
use nullwindow::{Order, RootMove, Score};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
Othello, Connect Four, Nim and tic-tac-toe are searched to the end of the game; chess and checkers deeper and deeper \
until the answer no longer depends on the depth: a mate, a win, a forced draw. A position of Othello is \"<64 \
characters> X\" or a transcript. Values are seen from the player to move.

JSON: game, position, value, move, line, line_complete, depth (null: to the end of the game), leaves (distinct ones; \
null if more than 65,536, or with several threads), leaf_visits, interior, total, passes, seconds, algorithm, threads (that searched), \
bounds, scale (what a disc, a stone left, a pawn or a man is worth in `value` and `bounds`: 1, in chess and checkers 100; \
`analyze`, `compare` and `trace` count 1000 for a stone in Connect Four), proven, words, estimate (of the deepest search that did not see the end; null if solved), and moves with \
--all-moves. Counts and seconds are those of the value, of all threads together.

Exit code: 0 solved; 1 the time was over before; 130 interrupted. What is proven by then is told.

Examples:
  nullwindow solve connect4 --position 44444323 --threads 2
  nullwindow solve connect4 --position 2132141557322421674152753375633 --all-moves
  nullwindow solve chess --position \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"
  nullwindow solve nim 3 4 5 --json";

/// The arguments of `solve`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position, as the game writes it: columns, a board, FEN, moves; without it the first one
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    engine: Engine,
    #[command(flatten)]
    threads: Threads,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = request::seconds)]
    time: Option<Duration>,
    /// Show every move with its exact value
    #[arg(long)]
    all_moves: bool,
}

/// Runs the command.
pub fn run(args: Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let name = args.game.name();
    with_game(&name, Solve { args, ui })?
}

struct Solve<'u> {
    args: Args,
    ui: &'u Ui,
}

/// What is told of a position.
struct Told<'t, G: Playable> {
    game: &'t G,
    root: &'t G::Position,
    args: &'t Args,
    solved: Solved<G::Move>,
    line: Vec<G::Move>,
    complete: bool,
    moves: Option<Vec<RootMove<G::Move>>>,
    threads: u16,
    seconds: f64,
}

impl Job for Solve<'_> {
    const TO_THE_END: bool = true;
    type Output = anyhow::Result<ExitCode>;

    fn run<G: Playable>(self, game: &G, order: Order) -> anyhow::Result<ExitCode> {
        let Solve { args, ui } = self;
        args.engine.finds_value()?;
        let root = request::position(game, args.position.as_deref())?;
        let table = args.engine.table()?;
        let start = Instant::now();
        let algorithm = &args.engine.algorithm;
        let threads = args.threads.of(algorithm, ui);
        let until = request::until(args.time, None);
        let solver = Solver::new(Searcher::new(game, order, &table).threads(threads).until(until), algorithm);
        let live = Live::new(ui, G::NAME);
        let mut solved = solver.solve(&root, &live);
        let seconds = start.elapsed().as_secs_f64();
        let mut line = std::mem::take(&mut solved.line);
        let complete = solved.value().is_some_and(|value| {
            live.about("the line to the end");
            line::to_the_end(&solver, &root, value, &mut line)
        });
        let mut moves = None;
        if args.all_moves && solved.done {
            live.about("every move");
            moves = solver.all_moves(&root, solved.depth, &live).ok();
        }
        drop(live);
        let told = Told { game, root: &root, args: &args, solved, line, complete, moves, threads, seconds };
        if ui.is_human() {
            told.to_people(ui)?;
        } else {
            ui.records().write(&told.record())?;
        }
        Ok(told.code())
    }
}

impl<G: Playable> Told<'_, G> {
    fn code(&self) -> ExitCode {
        let wanted = self.solved.done && (self.moves.is_some() || !self.args.all_moves);
        match wanted {
            true => ExitCode::SUCCESS,
            false if interrupt::stopped() => ExitCode::from(interrupt::CODE),
            false => ExitCode::FAILURE,
        }
    }

    fn record(&self) -> Record {
        let Told { game, root, args, solved, .. } = self;
        let finite = |score: Score| score.is_finite().then(|| score.get());
        let name = |play| game.format_move(root, play);
        let cost = &solved.cost;
        let estimate = solved.estimate.as_ref().filter(|_| !solved.done).map(|estimate| {
            json!({
                "depth": estimate.depth.get(),
                "value": estimate.value().map(Score::get),
                "move": estimate.best.map(name),
            })
        });
        let record = json!({
            "game": args.game.name(),
            "position": request::given(*game, root, args.position.as_deref()),
            "value": self.solved.value().map(Score::get),
            "move": solved.best.map(name),
            "line": line::names(*game, root, &self.line),
            "line_complete": self.complete,
            "depth": solved.depth,
            "leaves": solved.leaves,
            "leaf_visits": cost.leaf_visits,
            "interior": cost.interior,
            "total": cost.total(),
            "passes": solved.passes,
            "seconds": self.seconds,
            "algorithm": args.engine.algorithm.to_string(),
            "threads": self.threads,
            "bounds": { "lower": finite(solved.bounds.lower), "upper": finite(solved.bounds.upper) },
            "scale": game.scale(),
            "proven": self.solved.value().is_some(),
            "words": self.solved.value().map(|value| words::exact(*game, root, value)),
            "estimate": estimate,
        });
        let serde_json::Value::Object(mut record) = record else { unreachable!("an object was written above") };
        if let Some(moves) = &self.moves {
            let each = |root_move: &RootMove<G::Move>| {
                json!({
                    "move": name(root_move.play),
                    "value": root_move.value.get(),
                    "proven": self.is_proven(root_move),
                    "line": line::names(*game, root, &root_move.line),
                })
            };
            record.insert("moves".to_owned(), moves.iter().map(each).collect());
        }
        record
    }

    fn to_people(&self, ui: &Ui) -> io::Result<()> {
        let mut out = ui.out();
        writeln!(out, "{}\n", self.game.draw(self.root))?;
        match self.solved.value() {
            Some(value) => {
                let words = words::exact(self.game, self.root, value);
                writeln!(out, "{GOOD}{}{GOOD:#}: {HEAD}{words}{HEAD:#}", plain(value))?;
            }
            None => self.unsolved(&mut out)?,
        }
        if !self.line.is_empty() {
            let mut text = line::numbered(self.game, self.root, &self.line);
            if !self.complete {
                text.push_str(" ...");
            }
            writeln!(out)?;
            line::wrap(&text, ui.width().min(100)).iter().try_for_each(|text| writeln!(out, "{text}"))?;
        }
        self.moves(&mut out)?;
        self.cost(&mut out)
    }

    fn unsolved(&self, out: &mut impl Write) -> io::Result<()> {
        let Told { game, root, solved, .. } = self;
        let why = if interrupt::stopped() { "interrupted" } else { "the time was over" };
        writeln!(out, "{WARN}not solved{WARN:#}: {why}")?;
        let best = solved.best.map_or(String::new(), |best| format!(" ({})", game.format_move(root, best)));
        match (solved.bounds.lower.is_finite(), solved.bounds.upper.is_finite()) {
            (false, false) => writeln!(out, "nothing is proven of the value to the end of the game")?,
            (true, false) => writeln!(out, "proven: at least {}{best}", plain(solved.bounds.lower))?,
            (false, true) => writeln!(out, "proven: at most {}", plain(solved.bounds.upper))?,
            _ => writeln!(out, "proven: from {}{best} to {}", plain(solved.bounds.lower), plain(solved.bounds.upper))?,
        }
        let Some(estimate) = &solved.estimate else { return Ok(()) };
        let (Some(value), Some(best)) = (estimate.value(), estimate.best) else { return Ok(()) };
        let (value, best) = (words::short(*game, value), game.format_move(root, best));
        writeln!(out, "a search of {} plies says {best}, worth {value}", estimate.depth)
    }

    fn moves(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.args.all_moves {
            return Ok(());
        }
        let Some(moves) = &self.moves else {
            return writeln!(out, "\n{WARN}stopped before every move had its value{WARN:#}");
        };
        let mut table = Table::new([("move", Align::Left), ("value", Align::Right), ("", Align::Left)]);
        for root_move in moves {
            let (value, words) = match self.is_proven(root_move) {
                true => (plain(root_move.value), words::exact(self.game, self.root, root_move.value)),
                false => (words::short(self.game, root_move.value), format!("not decided at depth {}", self.plies())),
            };
            table.row([self.game.format_move(self.root, root_move.play).into(), value.into(), words.into()]);
        }
        writeln!(out)?;
        table.print(out)
    }

    fn is_proven(&self, root_move: &RootMove<G::Move>) -> bool {
        solver::is_decided(self.game, &root_move.outcome)
    }

    fn plies(&self) -> u32 {
        self.solved.depth.unwrap_or_default()
    }

    fn cost(&self, out: &mut impl Write) -> io::Result<()> {
        let (Solved { cost, passes, .. }, engine) = (&self.solved, &self.args.engine);
        let threads = match self.threads {
            1 => "1 thread".to_owned(),
            many => format!("{many} threads"),
        };
        writeln!(
            out,
            "\n{DIM}{}: {} nodes in {} ({}), {passes} passes, {threads}, table of {}{DIM:#}",
            engine.algorithm,
            thousands(cost.total()),
            duration(self.seconds),
            rate(cost.total(), self.seconds),
            TableSize::describe(engine.table.entries),
        )
    }
}
