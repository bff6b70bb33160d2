//! The command `perft`: counts move sequences, the standard test of move generators.

use crate::App;
use crate::answer::request::{self, GameArgs, SearchSubject};
use crate::interrupt::{self, stopped};
use crate::output::style::{BAD, GOOD, HEAD, NAME};
use crate::output::{Align, Interrupted, Record, TextCell, TextTable, Ui, duration, rate, thousands, usage};
use nullwindow_engine::{BoardDescription, Control, EngineError, SearchEvent};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// The arguments of `perft`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Depth in plies; all depths up to it are counted
    #[arg(long, short, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=254))]
    depth: u32,
    /// Count the sequences of each first move, at the full depth only
    #[arg(long)]
    divide: bool,
    /// Write moves in UCI notation (e2e4), one line each and the sum below, as Stockfish does, so that both outputs can be
    /// compared line by line; only where the game has this notation
    #[arg(long, requires = "divide")]
    uci: bool,
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Count the sequences of moves from a position: the standard test of move generators.

Counts are compared with published ones where they exist. The exit code is 1 if one differs.";

const EXAMPLES: &str = "\
Examples:
  nullwindow perft checkers --depth 9
  nullwindow perft chess --depth 4 --divide
  nullwindow perft chess --depth 3 --divide --uci
  nullwindow perft chess -p \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  nullwindow perft othello --depth 7 --json";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let subject = args.game.subject(app)?;
    let board = subject.engine.board(&subject.position).map_err(request::refused)?;
    let published = subject.engine.published(&subject.position)?;
    let count = PerftRun { args, ui: &app.ui, subject, board, published };
    let right = if args.divide { count.divide()? } else { count.depths()? };
    match (right, stopped()) {
        // A wrong count is a result, even if the command was interrupted.
        (false, _) => Ok(ExitCode::FAILURE),
        (true, true) => Err(Interrupted.into()),
        (true, false) => Ok(ExitCode::SUCCESS),
    }
}

struct PerftRun<'a> {
    args: &'a Args,
    ui: &'a Ui,
    subject: SearchSubject,
    board: BoardDescription,
    /// Published numbers of sequences, by depth from 1.
    published: &'static [u64],
}

impl PerftRun<'_> {
    /// Counts every depth. Returns whether all counts agree with the published ones.
    fn depths(&self) -> anyhow::Result<bool> {
        let SearchSubject { engine, position, name } = &self.subject;
        let columns = [("depth", Align::Right), ("sequences", Align::Right), ("published", Align::Left)];
        let mut table = TextTable::new(columns.into_iter().chain([("time", Align::Right), ("speed", Align::Right)]));
        let mut records = self.ui.records();
        let mut right = true;
        for depth in 1..=self.args.depth {
            let start = Instant::now();
            let Some(count) = self.with_progress(depth, |control| engine.perft(position, depth, control))? else {
                break;
            };
            let seconds = start.elapsed().as_secs_f64();
            let known = self.known(depth);
            right &= known.is_none_or(|known| known == count);
            if self.ui.is_human() {
                table.row([
                    depth.to_string().into(),
                    thousands(count).into(),
                    compared(count, known),
                    duration(seconds).into(),
                    rate(count, seconds).into(),
                ]);
            } else {
                let mut record = self.record(depth);
                record.insert("sequences".into(), count.into());
                record.insert("published".into(), json!(known));
                record.insert("seconds".into(), seconds.into());
                records.write(&record)?;
            }
            if count == 0 {
                // Every game ends before this depth, so all greater depths have no sequences either.
                break;
            }
        }
        if self.ui.is_human() {
            self.ui.say(format_args!("{HEAD}{name}{HEAD:#}: {}", self.board.notation))?;
            table.print(&mut self.ui.out())?;
        }
        Ok(right)
    }

    /// Counts the sequences of each first move at the full depth. Returns whether their sum agrees with the published
    /// count.
    fn divide(&self) -> anyhow::Result<bool> {
        let SearchSubject { engine, position, .. } = &self.subject;
        let depth = self.args.depth;
        let uci = self.uci_moves()?;
        let mut table = TextTable::new([("move", Align::Left), ("sequences", Align::Right)]);
        let mut records = self.ui.records();
        let mut sum = 0;
        let counts = self.with_progress(depth, |control| engine.divide(position, depth, control))?;
        for (number, (name, count)) in counts.into_iter().enumerate() {
            sum += count;
            let name = uci.as_ref().and_then(|moves| moves.get(number).cloned()).unwrap_or(name);
            if self.ui.is_human() && uci.is_some() {
                writeln!(self.ui.out(), "{name}: {count}")?;
            } else if self.ui.is_human() {
                table.row([TextCell::new(name, NAME), thousands(count).into()]);
            } else {
                let mut record = self.record(depth);
                record.insert("move".into(), name.into());
                record.insert("sequences".into(), count.into());
                records.write(&record)?;
            }
        }
        // An interrupted count is incomplete.
        let known = self.known(depth).filter(|_| !stopped());
        if self.ui.is_human() && uci.is_some() {
            writeln!(self.ui.out(), "\nNodes searched: {sum}")?;
        } else if self.ui.is_human() {
            let mut out = self.ui.out();
            table.print(&mut out)?;
            writeln!(out, "{HEAD}{} sequences of {depth} plies{HEAD:#}", thousands(sum))?;
        }
        Ok(known.is_none_or(|known| known == sum))
    }

    /// Returns the moves in UCI notation, if `--uci` requests it.
    fn uci_moves(&self) -> anyhow::Result<Option<Vec<String>>> {
        if !self.args.uci {
            return Ok(None);
        }
        let moves = self.subject.engine.uci_moves(&self.subject.position)?;
        let name = &self.subject.name;
        moves.map(Some).ok_or_else(|| usage(format!("--uci: {name} has no UCI notation; leave out --uci")))
    }

    /// Runs a count with a progress bar.
    fn with_progress<T>(
        &self,
        depth: u32,
        count: impl FnOnce(&mut Control<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let progress = self.ui.progress(0, &format!("depth {depth}"));
        let mut listener = |event: &SearchEvent<'_>| {
            if let SearchEvent::Step { done, total } = *event {
                progress.steps(done, total);
            }
        };
        count(&mut Control::new(&interrupt::STOP).on_event(&mut listener))
    }

    fn known(&self, depth: u32) -> Option<u64> {
        self.published.get(depth as usize - 1).copied()
    }

    fn record(&self, depth: u32) -> Record {
        let mut record = Record::new();
        record.insert("game".into(), self.subject.name.clone().into());
        record.insert("position".into(), self.board.text.clone().into());
        record.insert("depth".into(), depth.into());
        record
    }
}

fn compared(count: u64, known: Option<u64>) -> TextCell {
    match known {
        None => "".into(),
        Some(known) if known == count => TextCell::new("✓", GOOD),
        Some(known) => TextCell::new(format!("✗ {}", thousands(known)), BAD),
    }
}
