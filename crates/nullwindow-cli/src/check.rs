//! The command `check`: the conformance kit on the games of the program.

use crate::App;
use crate::interrupt::{self, stopped};
use crate::output::style::{BAD, DIM, GOOD};
use crate::output::{Align, Interrupted, Record, Records, TextCell, TextTable, Ui, thousands};
use nullwindow::check::Property;
use nullwindow_engine::{CheckAnswer, Control, Engine, SearchEvent};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// The arguments of `check`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A game, such as 'othello' or 'nim 3 4 5', or all
    #[arg(value_name = "GAME", default_value = ALL)]
    game: Vec<String>,
    /// The seed of the random games
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Depth in plies to which all algorithms are compared with minimax
    #[arg(long, short, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=8))]
    depth: u32,
}

/// The argument that stands for every game.
pub const ALL: &str = "all";

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Run the conformance kit on a game.

The kit examines thousands of positions, plays random games, and compares evaluations with exact results, keys with values, and \
every algorithm with minimax. It starts from the start position and from positions of the test set. The report lists the properties that were tested, \
and those that could not be tested with what each needs. The exit code is 1 if a law is violated.";

const EXAMPLES: &str = "\
Examples:
  nullwindow check
  nullwindow check nim 3 4 5
  nullwindow check tictactoe --seed 7 --json";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let (ui, name) = (&app.ui, args.game.join(" "));
    let names = if name == ALL { app.catalogue.names() } else { vec![name.as_str()] };
    let engines: Vec<Arc<dyn Engine>> =
        names.into_iter().map(|name| app.catalogue.engine(name)).collect::<Result<_, _>>()?;
    let progress = ui.progress(engines.iter().map(|engine| engine.check_positions()).sum(), "checking");
    let (mut sound, mut records) = (true, ui.records());
    for engine in engines {
        let name = engine.name();
        progress.message(format_args!("checking {name}"));
        let mut listener = |event: &SearchEvent<'_>| {
            if matches!(event, SearchEvent::Step { .. }) {
                progress.advance(1);
            }
        };
        let mut control = Control::new(&interrupt::STOP).on_event(&mut listener);
        let found = engine.check(args.seed, args.depth, &mut control);
        sound &= found.iter().all(|found| found.flaw.is_none());
        if ui.is_human() {
            progress.suspend(|| print(ui, name, &found))?;
        } else {
            found.iter().try_for_each(|found| write(&mut records, name, found))?;
        }
        // A flaw is a result, even if the check was interrupted.
        if stopped() && sound {
            return Err(Interrupted.into());
        } else if stopped() {
            break;
        }
    }
    if ui.is_human() {
        let (style, answer) = if sound { (GOOD, "yes") } else { (BAD, "NO") };
        writeln!(ui.out(), "no flaw found: {style}{answer}{style:#}")?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(ui: &Ui, name: &str, found: &[CheckAnswer]) -> std::io::Result<()> {
    let mut out = ui.out();
    let columns = [(name, Align::Left), ("positions", Align::Right), ("random games", Align::Right)];
    let more = [("equal keys", Align::Right), ("known", Align::Right), ("searches", Align::Right)];
    let mut table = TextTable::new(columns.into_iter().chain(more));
    for CheckAnswer { position, report, .. } in found.iter().filter(|found| found.flaw.is_none()) {
        let counts = [report.positions, report.playouts, report.shared_keys, report.known, report.searches];
        let from = TextCell::new(format!("✓ from {}", shortened(position)), GOOD);
        table.row([from].into_iter().chain(counts.map(|count| thousands(count as u64).into())));
    }
    table.print(&mut out)?;
    for flaw in found.iter().filter_map(|found| found.flaw.as_ref()) {
        let line =
            if flaw.line.is_empty() { "at the root".to_owned() } else { format!("after {}", flaw.line.join(" ")) };
        ui.say(format_args!("{BAD}✗ {}{BAD:#}\n  {line}: {}\n  seen: {}", flaw.law, flaw.position, flaw.seen))?;
    }
    let mut notes: Vec<String> = found.iter().flat_map(|found| &found.report.notes).map(ToString::to_string).collect();
    notes.dedup();
    notes.iter().try_for_each(|note| ui.say(format_args!("  {DIM}{note}{DIM:#}")))?;
    let (tested, untested) = coverage(found);
    for (property, cases) in tested {
        ui.say(format_args!("  tested      {property}: {}", thousands(cases as u64)))?;
    }
    for property in untested {
        ui.say(format_args!("  NOT TESTED  {property}"))?;
        ui.say(format_args!("              {DIM}{}{DIM:#}", property.remedy()))?;
    }
    if found.iter().any(|found| found.flaw.is_some()) {
        ui.say(format_args!(
            "  {DIM}a flaw ends the check from its start position: later properties were not tested from there{DIM:#}"
        ))?;
    }
    writeln!(out)
}

/// Returns the properties that were tested, with the number of cases from all positions, and those that were tested
/// from none.
fn coverage(found: &[CheckAnswer]) -> (Vec<(Property, usize)>, Vec<Property>) {
    let cases = |property| {
        found.iter().flat_map(move |found| found.report.tested()).filter(move |one| one.property == property)
    };
    let sums = Property::ALL.map(|property| (property, cases(property).map(|one| one.cases).sum::<usize>()));
    let (tested, untested): (Vec<_>, Vec<_>) = sums.into_iter().partition(|&(_, cases)| cases > 0);
    (tested, untested.into_iter().map(|(property, _)| property).collect())
}

/// Shortens a position to the width of its column.
fn shortened(position: &str) -> String {
    const ROOM: usize = 20;
    match position {
        "" => "the start".to_owned(),
        long if long.chars().count() > ROOM => long.chars().take(ROOM - 3).chain("...".chars()).collect(),
        short => short.to_owned(),
    }
}

fn write(records: &mut Records, name: &str, found: &CheckAnswer) -> std::io::Result<()> {
    let CheckAnswer { position, report, flaw, .. } = found;
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
    let tested = report.tested().map(|one| (one.property.name().to_owned(), one.cases.into()));
    record.insert("tested".into(), tested.collect::<serde_json::Map<_, _>>().into());
    let untested = report.untested().map(|property| {
        json!({ "property": property.name(), "statement": property.description(), "remedy": property.remedy() })
    });
    record.insert("untested".into(), untested.collect());
    records.write(&record)
}
