//! The command `bench`: a fixed piece of work, its counts as one number, and its speed.

use crate::games::{Job, Playable, with_game};
use crate::interrupt::{STOP, stopped};
use crate::nearest;
use crate::output::style::{HEAD, NAME};
use crate::output::{Align, Cell, Interrupted, Record, Table, Ui, duration, rate, thousands, usage};
use crate::words::suggest;
use nullwindow::Order;
use nullwindow_lab::{Cell as Search, Lab, Method};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// The arguments of `bench`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only these parts, with commas between them [default: all]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', value_parser = suggest(&GROUPS))]
    group: Vec<String>,
}

/// What the help says first.
pub const ABOUT: &str = "\
Measure speed by a fixed piece of work.

Every part searches the same positions to the same depths by several algorithms, on one thread. The signature is one number \
over all counts: a change of the program that leaves it as it was has changed nothing but speed.";

const EXAMPLES: &str = "\
Examples:
  nullwindow bench
  nullwindow bench --group othello,trees
  nullwindow bench --group perft --json";

const GROUPS: [&str; 6] = ["perft", "othello", "checkers", "chess", "connect4", "trees"];

/// One line of the work: an algorithm on the positions of a subject, to a depth.
struct Line {
    group: &'static str,
    name: String,
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    if let Some(wrong) = args.group.iter().find(|name| !GROUPS.contains(&name.as_str())) {
        return Err(usage(nearest::unknown("part", wrong, GROUPS)));
    }
    let wanted = |group: &str| args.group.is_empty() || args.group.iter().any(|name| name == group);
    let groups: Vec<&'static str> = GROUPS.into_iter().filter(|group| wanted(group)).collect();
    let progress = ui.progress(groups.len() as u64, "measuring");
    let (mut signature, mut lines) = (Signature::default(), Vec::new());
    for group in groups {
        match group {
            "perft" => perft(&mut signature, &mut lines)?,
            group => searches(group, &mut signature, &mut lines)?,
        }
        progress.advance(1);
        if stopped() {
            return Err(Interrupted.into());
        }
    }
    drop(progress);
    if ui.is_human() {
        print(ui, &lines, &signature)?;
    } else {
        write(ui, &lines, &signature)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Counting move sequences.
fn perft(signature: &mut Signature, lines: &mut Vec<Line>) -> anyhow::Result<()> {
    struct Count(u32);
    impl Job for Count {
        type Output = u64;

        fn run<G: Playable>(self, game: &G, _: Order) -> u64 {
            game.perft(&game.start(), self.0)
        }
    }
    for (game, depth) in [("othello", 9), ("checkers", 9), ("chess", 5), ("connect4", 8)] {
        let start = Instant::now();
        let nodes = with_game(game, Count(depth))?;
        signature.add(nodes);
        lines.push(Line { group: "perft", name: game.to_owned(), nodes, seconds: start.elapsed().as_secs_f64() });
    }
    Ok(())
}

/// Searches of one group, by each of its algorithms.
fn searches(group: &'static str, signature: &mut Signature, lines: &mut Vec<Line>) -> anyhow::Result<()> {
    const BY_MEMORY: [&str; 5] = ["alphabeta", "tt-alphabeta", "aspiration", "mtd-f", "mtd+inf"];
    const BY_LISTS: [&str; 6] = ["alphabeta", "mtd-f", "sss*", "dual*", "rec-sss*", "ps*(2)"];
    let (subject, places, depth, algorithms): (&str, u32, Option<u32>, &[&str]) = match group {
        "othello" => (group, 2, Some(8), &BY_MEMORY),
        "checkers" => (group, 2, Some(12), &BY_MEMORY),
        "chess" => (group, 2, Some(4), &BY_MEMORY),
        "connect4" => (group, 4, Some(12), &BY_MEMORY),
        _ => ("uniform 8x6", 4, None, &BY_LISTS),
    };
    let lab = Lab::new();
    let searched = lab.subject(subject)?;
    for &name in algorithms {
        let mut line = Line { group, name: name.to_owned(), nodes: 0, seconds: 0.0 };
        for place in 1..=places {
            let cell = Search {
                subject: subject.to_owned(),
                place,
                method: Method::Search(name.parse()?),
                depth,
                step: depth.map(|_| 1),
                entries: depth.map(|_| ENTRIES),
                offset: None,
                distinct: false,
            };
            for row in searched.search(&cell, &STOP)?.rows {
                [row.leaf_visits, row.interior, row.answered, row.passes]
                    .into_iter()
                    .for_each(|count| signature.add(count));
                signature.add(row.value.map_or(0, |value| i64::from(value).cast_unsigned()));
                line.nodes += row.total;
                line.seconds += row.seconds;
            }
        }
        lines.push(line);
    }
    Ok(())
}

/// Entries of the table.
const ENTRIES: u64 = 1 << 18;

/// One number over all counts: FNV-1a, eight bytes a count.
struct Signature(u64);

impl Default for Signature {
    fn default() -> Signature {
        Signature(0xcbf2_9ce4_8422_2325)
    }
}

impl Signature {
    fn add(&mut self, count: u64) {
        for byte in count.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

fn print(ui: &Ui, lines: &[Line], signature: &Signature) -> std::io::Result<()> {
    let columns = [("part", Align::Left), ("work", Align::Left), ("nodes", Align::Right)];
    let mut table = Table::new(columns.into_iter().chain([("time", Align::Right), ("speed", Align::Right)]));
    for line in lines {
        table.row([
            line.group.into(),
            Cell::new(line.name.clone(), NAME),
            thousands(line.nodes).into(),
            duration(line.seconds).into(),
            rate(line.nodes, line.seconds).into(),
        ]);
    }
    let (nodes, seconds) = total(lines);
    let mut out = ui.out();
    table.print(&mut out)?;
    writeln!(out, "{} nodes in {}, {}", thousands(nodes), duration(seconds), rate(nodes, seconds))?;
    writeln!(out, "{HEAD}signature {:016x}{HEAD:#}", signature.0)
}

fn write(ui: &Ui, lines: &[Line], signature: &Signature) -> std::io::Result<()> {
    let mut records = ui.records();
    let (nodes, seconds) = total(lines);
    let all = Line { group: "all", name: "all".to_owned(), nodes, seconds };
    for line in lines.iter().chain([&all]) {
        let mut record = Record::new();
        record.insert("part".into(), line.group.into());
        record.insert("work".into(), line.name.clone().into());
        record.insert("nodes".into(), line.nodes.into());
        record.insert("seconds".into(), line.seconds.into());
        #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
        record.insert("nodes_per_second".into(), (line.nodes as f64 / line.seconds).into());
        record.insert("signature".into(), format!("{:016x}", signature.0).into());
        records.write(&record)?;
    }
    Ok(())
}

fn total(lines: &[Line]) -> (u64, f64) {
    lines.iter().fold((0, 0.0), |(nodes, seconds), line| (nodes + line.nodes, seconds + line.seconds))
}
