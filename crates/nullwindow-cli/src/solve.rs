//! The command `solve`: exact value and best line of a position, to the end of the game.

mod many;

use crate::App;
use crate::answer::request::{self, GameArgs, SearchArgs, SearchSubject, ThreadArgs};
use crate::answer::status::StatusLine;
use crate::answer::variation::wrap;
use crate::compare::TableSize;
use crate::interrupt;
use crate::output::style::{DIM, GOOD, HEAD, WARN};
use crate::output::{Align, Record, TextTable, Ui, duration, rate, thousands};
use nullwindow::Score;
use nullwindow::memory::Table;
use nullwindow_engine::{
    BoardDescription, Control, DistinctLeaves, Engine, MoveRecord, Purpose, SearchEvent, SolveAnswer, SolveRequest,
};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

const HELP: &str = "\
Othello, Connect Four, Nim and tic-tac-toe are searched to the end of the game; chess and checkers by iterative deepening, \
until the result no longer depends on the depth: a mate, a win, a forced draw. A position of Othello is \"<64 \
characters> X\" or a transcript. Values are seen from the player to move; #3 is a mate or a win in 3 moves, #-3 a loss.

With --file every position of the file is solved, with one table for all, and printed on one line; of a game, the last \
position is solved. --time is the limit for each position.

JSON: game, position, value, move, line, line_complete, depth (null: to the end of the game), leaves (distinct ones; \
null if more than 65,536, or with several threads), leaf_visits, interior, total, passes, seconds, algorithm, threads (that searched), \
bounds, scale (the score of one disc, stone left, pawn or man in `value` and `bounds`: 1, in chess and checkers 100; \
`analyze`, `compare` and `trace` use 1000 for a stone in Connect Four), proven, words, estimate (of the deepest completed search, if the position is not solved), and moves with \
--all-moves. Counts and seconds are those of finding the value, summed over all threads.

Exit code: 0 solved; 1 the time limit was reached first; 130 interrupted. In both cases the bounds proven so far are printed.

Examples:
  nullwindow solve connect4 44444323 --threads 2
  nullwindow solve connect4 --position 2132141557322421674152753375633 --all-moves
  nullwindow solve chess \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"
  nullwindow solve nim 3 4 5 --json";

/// The arguments of `solve`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = request::seconds)]
    time: Option<Duration>,
    /// Show every move with its exact value
    #[arg(long)]
    all_moves: bool,
}

/// The number of distinct leaves up to which they are counted. Beyond it, counting would slow the search down.
pub const MAX_LEAVES: usize = 1 << 16;

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let ui = &app.ui;
    if let Some(file) = args.game.file(app)? {
        return many::run(args, app, &file);
    }
    let subject = args.game.subject(app)?;
    let scores = Arc::clone(&subject.engine);
    let status =
        StatusLine::new(ui, subject.engine.game()).with_scores(move |score| scores.short_score(Purpose::Solve, score));
    let table = args.search.table(&*subject.engine)?;
    let report = SolveReport::of(args, app, &subject, &table, Some(status))?;
    if ui.is_human() {
        report.print(ui)?;
    } else {
        ui.records().write(&report.record())?;
    }
    Ok(report.code())
}

/// The report on a position.
struct SolveReport<'r> {
    subject: &'r SearchSubject,
    board: BoardDescription,
    args: &'r Args,
    entries: u64,
    answer: SolveAnswer,
}

impl<'r> SolveReport<'r> {
    /// Solves a position, with a status line if it is the only one.
    fn of(
        args: &'r Args,
        app: &App,
        subject: &'r SearchSubject,
        table: &Arc<Table>,
        mut status: Option<StatusLine>,
    ) -> anyhow::Result<SolveReport<'r>> {
        let SearchSubject { engine, position, .. } = subject;
        let board = engine.board(position).map_err(request::refused)?;
        let mut request = SolveRequest::new(args.search.algorithm, Arc::clone(table));
        request.position = position.clone();
        request.threads = args.threads.of(&args.search.algorithm, &app.ui);
        request.time = args.time;
        request.all_moves = args.all_moves;
        // The table of several positions shows no variations; JSON records do.
        request.whole_line = status.is_some() || !app.ui.is_human();
        request.distinct = DistinctLeaves::UpTo(MAX_LEAVES);
        let shown = status.as_ref().is_some_and(StatusLine::is_shown);
        let mut listener = |event: &SearchEvent<'_>| status.iter_mut().for_each(|status| status.update(event));
        let mut control = Control::new(&interrupt::STOP);
        // Without a listener the engine need not report progress.
        if shown {
            control = control.on_event(&mut listener);
        }
        let answer = engine.solve(&request, &mut control).map_err(request::refused)?;
        // The status line is dropped here: it must not mix with the output.
        Ok(SolveReport { subject, board, args, entries: table.entries() as u64, answer })
    }

    /// Returns whether all requested results are known.
    fn is_complete(&self) -> bool {
        // With `--all-moves` the answer is complete only with the value of every move.
        self.answer.solved && (self.answer.moves.is_some() || !self.args.all_moves)
    }

    fn code(&self) -> ExitCode {
        match self.is_complete() {
            true => ExitCode::SUCCESS,
            false if interrupt::stopped() => ExitCode::from(interrupt::CODE),
            false => ExitCode::FAILURE,
        }
    }

    fn engine(&self) -> &dyn Engine {
        &*self.subject.engine
    }

    fn record(&self) -> Record {
        let (answer, found) = (&self.answer, &self.answer.record);
        let estimate = answer
            .estimate
            .as_ref()
            .filter(|_| !answer.solved)
            .map(|estimate| json!({ "depth": estimate.depth, "value": estimate.value, "move": estimate.best }));
        let record = json!({
            "game": self.subject.name,
            "position": self.board.text,
            "value": found.value,
            "move": found.best,
            "line": found.line,
            "line_complete": answer.line_is_complete,
            "depth": found.depth,
            "leaves": found.leaves,
            "leaf_visits": found.leaf_visits,
            "interior": found.interior,
            "total": found.total,
            "passes": found.passes,
            "seconds": answer.time.as_secs_f64(),
            "algorithm": found.algorithm,
            "threads": found.threads,
            "bounds": { "lower": found.lower, "upper": found.upper },
            "scale": self.engine().profile(Purpose::Solve).scale,
            "proven": found.value.is_some(),
            "words": answer.words,
            "estimate": estimate,
        });
        let serde_json::Value::Object(mut record) = record else { unreachable!("an object was written above") };
        if let Some(moves) = &answer.moves {
            let each = |root_move: &MoveRecord| {
                json!({
                    "move": root_move.name,
                    "value": root_move.value,
                    "proven": root_move.decided,
                    "line": root_move.line,
                })
            };
            record.insert("moves".to_owned(), moves.iter().map(each).collect());
        }
        record
    }

    fn print(&self, ui: &Ui) -> anyhow::Result<()> {
        let (mut out, answer) = (ui.out(), &self.answer);
        writeln!(out, "{}\n", self.board.picture)?;
        match (answer.record.value, &answer.words) {
            (Some(value), Some(words)) => {
                ui.say(format_args!("{GOOD}{}{GOOD:#}: {HEAD}{words}{HEAD:#}", self.short(value)))?;
            }
            _ => self.print_unsolved(&mut out)?,
        }
        if !answer.record.line.is_empty() {
            let mut text = self.engine().variation(&self.subject.position, &answer.record.line)?;
            if !answer.line_is_complete {
                text.push_str(" ...");
            }
            writeln!(out)?;
            wrap(&text, ui.width().min(100)).iter().try_for_each(|text| writeln!(out, "{text}"))?;
        }
        self.print_moves(&mut out)?;
        Ok(self.print_cost(ui)?)
    }

    fn print_unsolved(&self, out: &mut impl Write) -> io::Result<()> {
        let found = &self.answer.record;
        let why = if interrupt::stopped() { "interrupted" } else { "the time limit was reached" };
        writeln!(out, "{WARN}not solved{WARN:#}: {why}")?;
        let best = found.best.as_ref().map_or(String::new(), |best| format!(" ({best})"));
        match (found.lower.map(|lower| self.short(lower)), found.upper.map(|upper| self.short(upper))) {
            (None, None) => writeln!(out, "no bound on the value is proven")?,
            (Some(lower), None) => writeln!(out, "proven: at least {lower}{best}")?,
            (None, Some(upper)) => writeln!(out, "proven: at most {upper}")?,
            (Some(lower), Some(upper)) => writeln!(out, "proven: from {lower}{best} to {upper}")?,
        }
        let Some(estimate) = &self.answer.estimate else { return Ok(()) };
        let (Some(value), Some(best)) = (estimate.value, &estimate.best) else { return Ok(()) };
        let value = self.short(value);
        let depth = estimate.depth.unwrap_or_default();
        writeln!(out, "estimate at depth {depth}: {best}, value {value}")
    }

    /// Formats a value briefly.
    fn short(&self, value: i32) -> String {
        self.engine().short_score(Purpose::Solve, Score::new(value))
    }

    fn print_moves(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if !self.args.all_moves {
            return Ok(());
        }
        let Some(moves) = &self.answer.moves else {
            writeln!(out, "\n{WARN}stopped before all moves were solved{WARN:#}")?;
            return Ok(());
        };
        let mut table = TextTable::new([("move", Align::Left), ("value", Align::Right), ("", Align::Left)]);
        for root_move in moves {
            let value = Score::new(root_move.value);
            let (value, words) = if root_move.decided {
                (self.short(root_move.value), self.engine().describe_value(&self.subject.position, value)?)
            } else {
                let depth = self.answer.record.depth.unwrap_or_default();
                (self.short(root_move.value), format!("not decided at depth {depth}"))
            };
            table.row([root_move.name.clone().into(), value.into(), words.into()]);
        }
        writeln!(out)?;
        Ok(table.print(out)?)
    }

    fn print_cost(&self, ui: &Ui) -> io::Result<()> {
        let (found, seconds) = (&self.answer.record, self.answer.time.as_secs_f64());
        let threads = match found.threads {
            1 => "1 thread".to_owned(),
            many => format!("{many} threads"),
        };
        ui.say(format_args!(
            "\n{DIM}{}: {} nodes in {} ({}), {} passes, {threads}, table of {}{DIM:#}",
            found.algorithm,
            thousands(found.total),
            duration(seconds),
            rate(found.total, seconds),
            found.passes,
            TableSize::describe(self.entries),
        ))
    }
}
