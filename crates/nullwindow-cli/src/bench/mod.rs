//! The command `bench`: a fixed piece of work, its counts as one number, and its speed; in reading order:
//!
//! - [`line`](self): a line of the results, and the signature of all;
//! - [`quick`]: the parts that take some seconds;
//! - [`solving`]: exact values of famous positions;
//! - [`threads`]: the same work with one thread and with two;
//! - [`show`]: the results, for people and programs.

mod line;
mod quick;
mod show;
mod solving;
mod threads;

use crate::answer::request::Threads;
use crate::interrupt::stopped;
use crate::nearest;
use crate::output::{Interrupted, Progress, Ui, usage};
use crate::words::suggest;
use line::{Line, Signature};
use std::process::ExitCode;

/// The arguments of `bench`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only these parts, with commas between them [default: perft to trees]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', value_parser = suggest(GROUPS))]
    group: Vec<String>,
    #[command(flatten)]
    threads: Threads,
}

/// What the help says first.
pub const ABOUT: &str = "\
Measure speed by a fixed piece of work.

The parts perft to trees search the same positions to the same depths by several algorithms, on one thread, in some seconds. \
The others run only when they are named, and solve positions as `solve` does: ffo, the endgames 40 to 49 of the FFO test in \
Othello (about a minute); connect4-solve, the empty board of Connect Four with a table of 1 GiB (half a minute); \
connect4-random, 300 positions of it after 11 to 34 stones, their table included in the time (some seconds); --threads N is for \
these three. The part threads sets one thread beside two, on the same endgames and on the test sets of three games at a \
fixed depth (some minutes). Times are those on the wall, in the quick parts processor times. A value that is not the known one is an error.

The signature is one number over all counts of single threads: a change of the program that leaves it as it was has changed \
nothing but speed.";

const EXAMPLES: &str = "\
Examples:
  nullwindow bench
  nullwindow bench --group othello,trees
  nullwindow bench --group perft --json";

const GROUPS: [&str; 10] = [
    "perft",
    "othello",
    "checkers",
    "chess",
    "connect4",
    "trees",
    "ffo",
    "connect4-solve",
    "connect4-random",
    "threads",
];

/// How many of them run if none is named.
const QUICK: usize = 6;

/// Those that take `--threads`.
const SOLVING: [&str; 3] = ["ffo", "connect4-solve", "connect4-random"];

/// What was measured so far.
struct Bench {
    lines: Vec<Line>,
    signature: Signature,
    progress: Progress,
}

/// Runs the command. What was measured before something went wrong is shown, without a signature.
pub fn run(args: &Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let groups = groups(args)?;
    let progress = ui.progress(groups.len() as u64, "measuring");
    let mut bench = Bench { lines: Vec::new(), signature: Signature::default(), progress };
    let done = groups.into_iter().try_for_each(|group| bench.measure(group, args.threads.threads));
    bench.progress.finish();
    let signature = done.is_ok().then_some(&bench.signature);
    if ui.is_human() {
        show::print(ui, &bench.lines, signature)?;
    } else {
        show::write(ui, &bench.lines, signature)?;
    }
    done.map(|()| ExitCode::SUCCESS)
}

impl Bench {
    /// Measures one part.
    fn measure(&mut self, group: &'static str, threads: u16) -> anyhow::Result<()> {
        match group {
            "perft" => quick::perft(self)?,
            "ffo" => solving::ffo(self, threads)?,
            "connect4-solve" => solving::connect4_empty(self, threads)?,
            "connect4-random" => solving::connect4_random(self, threads)?,
            "threads" => threads::threads(self)?,
            group => quick::searches(self, group)?,
        }
        self.progress.advance(1);
        if stopped() { Err(Interrupted.into()) } else { Ok(()) }
    }
}

/// The parts asked for, in the order of [`GROUPS`].
fn groups(args: &Args) -> anyhow::Result<Vec<&'static str>> {
    if let Some(wrong) = args.group.iter().find(|name| !GROUPS.contains(&name.as_str())) {
        return Err(usage(nearest::unknown("part", wrong, GROUPS)));
    }
    if args.group.is_empty() && args.threads.threads == 1 {
        return Ok(GROUPS[..QUICK].to_vec());
    }
    let groups: Vec<_> = GROUPS.into_iter().filter(|group| args.group.iter().any(|name| name == group)).collect();
    if args.threads.threads > 1 && (groups.is_empty() || groups.iter().any(|group| !SOLVING.contains(group))) {
        return Err(usage(format!("--threads is for --group {}", SOLVING.join(","))));
    }
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_parts_run_only_when_named() {
        let groups = |names: &[&str]| {
            let group = names.iter().map(|&name| name.to_owned()).collect();
            groups(&Args { group, threads: Threads { threads: 1 } }).unwrap_or_default()
        };
        assert_eq!(groups(&[]), ["perft", "othello", "checkers", "chess", "connect4", "trees"]);
        assert_eq!(groups(&["threads", "ffo"]), ["ffo", "threads"]);
        assert!(groups(&["nothing"]).is_empty());
    }
}
