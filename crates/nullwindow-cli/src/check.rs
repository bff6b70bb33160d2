//! The command `check`: the conformance kit on the shipped games.

use crate::games::{self, Job, Playable, with_game};
use crate::interrupt::stopped;
use crate::output::style::{BAD, DIM, GOOD};
use crate::output::{Align, Cell, Interrupted, Progress, Record, Records, Table, Ui, thousands};
use crate::words::suggest;
use nullwindow::check::{Flaw, Report};
use nullwindow::{Depth, Order};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// The arguments of `check`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A game, as in 'othello' or 'nim 3 4 5', or all of them
    #[arg(value_name = "GAME", default_value = "all", value_parser = suggest(WITH_ALL))]
    game: Vec<String>,
    /// Where random games begin
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Plies to which all algorithms are compared with minimax
    #[arg(long, short, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=8))]
    depth: u32,
}

const WITH_ALL: [&str; 7] = ["all", "othello", "checkers", "chess", "connect4", "tictactoe", "nim"];

/// What the help says first.
pub const ABOUT: &str = "\
Run the conformance kit on a game.

The kit looks at thousands of positions, plays random games, compares keys with values, and every algorithm with minimax. Each \
game is checked from its start and from positions of its test set. The exit code is 1 if a law is broken.";

const EXAMPLES: &str = "\
Examples:
  nullwindow check
  nullwindow check nim 3 4 5
  nullwindow check tictactoe --seed 7 --json";

/// Runs the command.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let name = args.game.join(" ");
    let names: Vec<&str> = if name == "all" { games::NAMES.to_vec() } else { vec![&name] };
    let mut steps = 0;
    for name in &names {
        steps += with_game(name, CountRoots)?;
    }
    let progress = ui.progress(steps, "checking");
    let (mut sound, mut records) = (true, ui.records());
    for name in names {
        progress.message(format_args!("checking {name}"));
        let found = with_game(name, Inspect { args, progress: &progress })?;
        sound &= found.iter().all(|found| found.flaw.is_none());
        if ui.is_human() {
            progress.suspend(|| print(ui, name, &found))?;
        } else {
            found.iter().try_for_each(|found| write(&mut records, name, found))?;
        }
        if stopped() {
            return Err(Interrupted.into());
        }
    }
    if ui.is_human() {
        let (style, answer) = if sound { (GOOD, "yes") } else { (BAD, "NO") };
        writeln!(ui.out(), "no flaw found: {style}{answer}{style:#}")?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What was found from one position.
struct Found {
    position: String,
    report: Report,
    flaw: Option<Told>,
}

/// A flaw in the game's own notation.
struct Told {
    law: String,
    line: Vec<String>,
    position: String,
    seen: String,
}

/// Positions that a game is checked from: its start, and two of its test set.
fn roots<G: Playable>(game: &G) -> Vec<G::Position> {
    let tests = game.test_set();
    let chosen = tests.iter().step_by(10).filter_map(|test| game.parse_position(test.position).ok());
    std::iter::once(game.start()).chain(chosen).collect()
}

struct CountRoots;

impl Job for CountRoots {
    type Output = u64;

    fn run<G: Playable>(self, game: &G, _: Order) -> u64 {
        roots(game).len() as u64
    }
}

struct Inspect<'a> {
    args: &'a Args,
    progress: &'a Progress,
}

impl Job for Inspect<'_> {
    type Output = Vec<Found>;

    fn run<G: Playable>(self, game: &G, _: Order) -> Vec<Found> {
        let kit = game.kit().seed(self.args.seed).depth(Depth::plies(self.args.depth));
        let inspect = |root: G::Position| {
            let position = game.format_position(&root);
            let found = match kit.run(&root) {
                Ok(report) => Found { position, report, flaw: None },
                Err(flaw) => Found { position, report: Report::default(), flaw: Some(tell(game, &root, &flaw)) },
            };
            self.progress.advance(1);
            found
        };
        roots(game).into_iter().take_while(|_| !stopped()).map(inspect).collect()
    }
}

fn tell<G: Playable>(game: &G, root: &G::Position, flaw: &Flaw<G::Position, G::Move>) -> Told {
    let mut position = root.clone();
    let mut line = Vec::new();
    for &play in &flaw.witness.line {
        line.push(game.format_move(&position, play));
        position = game.play(&position, play);
    }
    Told { law: flaw.law.to_string(), line, position: game.format_position(&position), seen: flaw.seen.clone() }
}

fn print(ui: &Ui, name: &str, found: &[Found]) -> std::io::Result<()> {
    let mut out = ui.out();
    let columns = [(name, Align::Left), ("positions", Align::Right), ("random games", Align::Right)];
    let more = [("equal keys", Align::Right), ("known", Align::Right), ("searches", Align::Right)];
    let mut table = Table::new(columns.into_iter().chain(more));
    for Found { position, report, .. } in found.iter().filter(|found| found.flaw.is_none()) {
        let counts = [report.positions, report.playouts, report.shared_keys, report.known, report.searches];
        let from = Cell::new(format!("✓ from {}", shortened(position)), GOOD);
        table.row([from].into_iter().chain(counts.map(|count| thousands(count as u64).into())));
    }
    table.print(&mut out)?;
    for told in found.iter().filter_map(|found| found.flaw.as_ref()) {
        let line =
            if told.line.is_empty() { "at the root".to_owned() } else { format!("after {}", told.line.join(" ")) };
        writeln!(out, "{BAD}✗ {}{BAD:#}\n  {line}: {}\n  seen: {}", told.law, told.position, told.seen)?;
    }
    let mut notes: Vec<String> = found.iter().flat_map(|found| &found.report.notes).map(ToString::to_string).collect();
    notes.dedup();
    notes.iter().try_for_each(|note| writeln!(out, "  {DIM}{note}{DIM:#}"))?;
    writeln!(out)
}

/// As much of a position as a table has room for.
fn shortened(position: &str) -> String {
    const ROOM: usize = 20;
    match position {
        "" => "the start".to_owned(),
        long if long.chars().count() > ROOM => long.chars().take(ROOM - 3).chain("...".chars()).collect(),
        short => short.to_owned(),
    }
}

fn write(records: &mut Records, name: &str, found: &Found) -> std::io::Result<()> {
    let Found { position, report, flaw } = found;
    let mut record = Record::new();
    record.insert("game".into(), name.into());
    record.insert("position".into(), position.clone().into());
    record.insert("sound".into(), flaw.is_none().into());
    record.insert("law".into(), json!(flaw.as_ref().map(|flaw| &flaw.law)));
    record.insert("line".into(), json!(flaw.as_ref().map(|flaw| &flaw.line)));
    record.insert("seen".into(), json!(flaw.as_ref().map(|flaw| &flaw.seen)));
    record.insert("positions".into(), report.positions.into());
    record.insert("random_games".into(), report.playouts.into());
    record.insert("finished".into(), report.finished.into());
    record.insert("longest".into(), report.longest.into());
    record.insert("shared_keys".into(), report.shared_keys.into());
    record.insert("known".into(), report.known.into());
    record.insert("searches".into(), report.searches.into());
    record.insert("notes".into(), report.notes.iter().map(ToString::to_string).collect());
    records.write(&record)
}
