//! The command `perft`: how many ways a game can go, the standard test of move generators.

use crate::answer::request;
use crate::games::{GameArgs, Job, Playable, with_game};
use crate::interrupt::stopped;
use crate::output::style::{BAD, GOOD, HEAD, NAME};
use crate::output::{Align, Cell, Interrupted, Progress, Record, Table, Ui, duration, rate, thousands};
use anyhow::Context;
use nullwindow::{MoveBuf, Order};
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
    /// Plies; all depths up to this one are counted
    #[arg(long, short, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=254))]
    depth: u32,
    /// The position to begin with, in the game's own notation [default: the start]
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Tell for every move how many sequences begin with it, at the full depth only
    #[arg(long)]
    divide: bool,
}

/// What the help says first.
pub const ABOUT: &str = "\
Count the sequences of moves from a position: the standard test of move generators.

Where others have published the number it is compared with theirs, and the exit code is 1 if it differs.";

const EXAMPLES: &str = "\
Examples:
  nullwindow perft checkers --depth 9
  nullwindow perft chess --depth 4 --divide
  nullwindow perft chess -p \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  nullwindow perft othello --depth 7 --json";

/// Runs the command.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    with_game(&args.game.name(), Count { args, ui })?
}

struct Count<'a> {
    args: &'a Args,
    ui: &'a Ui,
}

impl Job for Count<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn run<G: Playable>(self, game: &G, _: Order) -> Self::Output {
        let root = match &self.args.position {
            Some(text) => game.parse_position(text).with_context(|| format!("position '{text}' of {}", G::NAME))?,
            None => game.start(),
        };
        if self.args.divide { self.divide(game, &root) } else { self.depths(game, &root) }
    }
}

impl Count<'_> {
    /// Every depth, with the published number where there is one.
    fn depths<G: Playable>(&self, game: &G, root: &G::Position) -> anyhow::Result<ExitCode> {
        let published = published(game, root);
        let columns = [("depth", Align::Right), ("sequences", Align::Right), ("published", Align::Left)];
        let mut table = Table::new(columns.into_iter().chain([("time", Align::Right), ("speed", Align::Right)]));
        let mut records = self.ui.records();
        let mut right = true;
        for depth in 1..=self.args.depth {
            let (start, progress) = (Instant::now(), self.progress(game, root, depth));
            let Some(count) = count(game, root, depth, SPLIT, &progress) else { break };
            drop(progress);
            let seconds = start.elapsed().as_secs_f64();
            let known = published.get(depth as usize - 1).copied();
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
                let mut record = self.record(game, root, depth);
                record.insert("sequences".into(), count.into());
                record.insert("published".into(), json!(known));
                record.insert("seconds".into(), seconds.into());
                records.write(&record)?;
            }
            if count == 0 {
                break; // every game is over before: there is nothing deeper
            }
        }
        if self.ui.is_human() {
            let mut out = self.ui.out();
            writeln!(out, "{HEAD}{}{HEAD:#}: {}", self.args.game.name(), game.format_position(root))?;
            table.print(&mut out)?;
        }
        end(right)
    }

    /// Every move, at the full depth.
    fn divide<G: Playable>(&self, game: &G, root: &G::Position) -> anyhow::Result<ExitCode> {
        let depth = self.args.depth;
        let mut table = Table::new([("move", Align::Left), ("sequences", Align::Right)]);
        let mut records = self.ui.records();
        let (mut sum, progress) = (0, self.progress(game, root, depth));
        for play in moves(game, root) {
            let after = game.play(root, play);
            let Some(count) = count(game, &after, depth - 1, SPLIT - 1, &progress) else { break };
            sum += count;
            let name = game.format_move(root, play);
            if self.ui.is_human() {
                table.row([Cell::new(name, NAME), thousands(count).into()]);
            } else {
                let mut record = self.record(game, root, depth);
                record.insert("move".into(), name.into());
                record.insert("sequences".into(), count.into());
                records.write(&record)?;
            }
        }
        drop(progress);
        let known = published(game, root).get(depth as usize - 1).copied().filter(|_| !stopped());
        if self.ui.is_human() {
            let mut out = self.ui.out();
            table.print(&mut out)?;
            writeln!(out, "{HEAD}{} sequences of {depth} plies{HEAD:#}", thousands(sum))?;
        }
        end(known.is_none_or(|known| known == sum))
    }

    fn progress<G: Playable>(&self, game: &G, root: &G::Position, depth: u32) -> Progress {
        let steps = if depth > SPLIT { game.perft(root, SPLIT) } else { 0 };
        self.ui.progress(steps, &format!("depth {depth}"))
    }

    fn record<G: Playable>(&self, game: &G, root: &G::Position, depth: u32) -> Record {
        let mut record = Record::new();
        record.insert("game".into(), self.args.game.name().into());
        record.insert("position".into(), request::given(game, root, self.args.position.as_deref()).into());
        record.insert("depth".into(), depth.into());
        record
    }
}

/// The exit code.
fn end(right: bool) -> anyhow::Result<ExitCode> {
    match (right, stopped()) {
        (false, _) => Ok(ExitCode::FAILURE),
        (true, true) => Err(Interrupted.into()),
        (true, false) => Ok(ExitCode::SUCCESS),
    }
}

/// The first plies are gone through one by one, so that progress can be told and the work be stopped.
const SPLIT: u32 = 2;

/// Counts sequences of `depth` plies; none if it was stopped.
fn count<G: Playable>(game: &G, position: &G::Position, depth: u32, split: u32, progress: &Progress) -> Option<u64> {
    let moves = if split == 0 || depth == 0 { Vec::new() } else { moves(game, position) };
    if moves.is_empty() {
        let count = game.perft(position, depth);
        progress.advance(1);
        return (!stopped()).then_some(count);
    }
    moves.into_iter().map(|play| count(game, &game.play(position, play), depth - 1, split - 1, progress)).sum()
}

/// The moves; none if the game is over.
fn moves<G: Playable>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = MoveBuf::new();
    match game.moves(position, &mut moves) {
        Some(_) => Vec::new(),
        None => moves.iter().collect(),
    }
}

/// The numbers that others have published for this position, by depth from 1.
fn published<G: Playable>(game: &G, root: &G::Position) -> &'static [u64] {
    let root = game.format_position(root);
    let same = |text: &str| match text {
        "" => game.format_position(&game.start()) == root,
        text => game.parse_position(text).is_ok_and(|position| game.format_position(&position) == root),
    };
    game.published().iter().find(|(text, _)| same(text)).map_or(&[], |(_, counts)| counts)
}

fn compared(count: u64, known: Option<u64>) -> Cell {
    match known {
        None => "".into(),
        Some(known) if known == count => Cell::new("✓", GOOD),
        Some(known) => Cell::new(format!("✗ {}", thousands(known)), BAD),
    }
}
