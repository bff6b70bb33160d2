//! The command `bench`: a fixed amount of work, a signature of its counts, and its speed; in reading order:
//!
//! - [`parts`](self): the parts, from the games of the catalogue;
//! - [`line`](self): a result line, and the signature of all counts;
//! - [`quick`]: the parts that take some seconds;
//! - [`solving`]: exact values of well-known positions;
//! - [`test_set`](self): searches of a game's test positions to a fixed depth;
//! - [`leaves`]: the same work with exact leaves and with windowed ones;
//! - [`threads`]: the same work with one thread and with two;
//! - [`techniques`]: the same work with one technique switched off;
//! - [`show`]: prints the results for people and programs.

mod leaves;
mod line;
mod parts;
mod quick;
mod show;
mod solving;
mod techniques;
mod test_set;
mod threads;

use crate::App;
use crate::interrupt::stopped;
use crate::output::{Interrupted, ProgressLine, usage};
use crate::value_parsers::suggest;
use clap::Command;
use line::{BenchLine, Signature};
use nullwindow_engine::{Catalogue, unknown};
use parts::{BenchPart, BenchWork, parts};
use std::process::ExitCode;

/// The arguments of `bench`. [`fitted`] adds the parts of the program's games to the help.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The parts to run, separated by commas [default: the quick parts]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', value_parser = suggest([""; 0]))]
    group: Vec<String>,
    /// Number of threads that solve each position
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// The results so far.
struct BenchRun {
    lines: Vec<BenchLine>,
    signature: Signature,
    progress: ProgressLine,
}

/// Returns the command with the parts of the catalogue's games listed in its help.
pub fn fitted(command: Command, name: &str, catalogue: &Catalogue) -> Command {
    let parts = parts(catalogue);
    let game =
        parts.iter().rev().find(|part| matches!(part.work, BenchWork::Searches(_))).map(|part| part.name.as_str());
    let group = game.unwrap_or("trees");
    let examples =
        format!("Examples:\n  {name} bench\n  {name} bench --group {group}\n  {name} bench --group {group} --json");
    command.mut_subcommand("bench", |bench| {
        let names: Vec<String> = parts.iter().map(|part| part.name.clone()).collect();
        bench
            .long_about(about(&parts))
            .after_help(examples)
            .mut_arg("group", |group| group.value_parser(suggest(names)))
            .mut_arg("threads", |threads| threads.hide(!parts.iter().any(BenchPart::takes_threads)))
    })
}

/// Describes the parts for the help.
fn about(parts: &[BenchPart]) -> String {
    let quick: Vec<&str> = parts.iter().filter(|part| part.is_quick()).map(|part| part.name.as_str()).collect();
    let mut text = format!(
        "Measure the speed of a fixed amount of work.\n\n\
         By default the quick parts run, which take a few seconds on one thread: {}. They count move sequences, and search \
         fixed positions to fixed depths with several algorithms.",
        quick.join(", ")
    );
    let long: Vec<&BenchPart> = parts.iter().filter(|part| !part.is_quick()).collect();
    if !long.is_empty() {
        text += " The other parts run only if --group names them.";
    }
    let problems = long.iter().filter_map(|part| match &part.work {
        BenchWork::Problems(problems) => Some(format!("{}, {}", problems.set.name, problems.set.about)),
        _ => None,
    });
    let problems: Vec<String> = problems.collect();
    if !problems.is_empty() {
        text += &format!(" Some parts solve positions as `solve` does and accept --threads: {}.", problems.join("; "));
        text += " A value that differs from the known one is an error.";
    }
    if long.iter().any(|part| matches!(part.work, BenchWork::Threads(..))) {
        text += " The part `threads` compares one thread with two, on solved positions and on test sets at a fixed depth; it \
                 takes a few minutes.";
    }
    if long.iter().any(|part| matches!(part.work, BenchWork::Leaves(_))) {
        text += " The part `leaves` compares leaves that are evaluated exactly with leaves that are evaluated only so far that \
                 their windows are answered, in the games whose evaluation is a search, and checks that all values are equal.";
    }
    if long.iter().any(|part| matches!(part.work, BenchWork::Techniques(..))) {
        text += " The part `techniques` repeats the same searches with one technique of move ordering or leaf evaluation \
                 switched off; it takes about ten minutes.";
    }
    text + " Times are wall times, but CPU times for searches to a fixed depth on one thread.\n\n\
            The signature is a hash of all counts of searches on one thread. If it is unchanged after a change of the \
            program, only the speed can have changed."
}

/// Runs the command. After an error the results so far are printed, without a signature.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let ui = &app.ui;
    let chosen = chosen(parts(&app.catalogue), &args.group, args.threads)?;
    let progress = ui.progress(chosen.len() as u64, "measuring");
    let mut bench = BenchRun { lines: Vec::new(), signature: Signature::default(), progress };
    let done = chosen.iter().try_for_each(|part| bench.measure(part, args.threads));
    bench.progress.finish();
    // The signature of an incomplete run would differ from that of a complete one.
    let signature = done.is_ok().then_some(&bench.signature);
    if ui.is_human() {
        show::print(ui, &bench.lines, signature)?;
    } else {
        show::write(ui, &bench.lines, signature)?;
    }
    done.map(|()| ExitCode::SUCCESS)
}

impl BenchRun {
    /// Runs one part.
    fn measure(&mut self, part: &BenchPart, threads: u16) -> anyhow::Result<()> {
        match &part.work {
            BenchWork::Perft(games) => quick::perft(self, games)?,
            BenchWork::Searches(game) => quick::searches(self, game)?,
            BenchWork::Trees(engine) => quick::trees(self, &**engine)?,
            BenchWork::Problems(problems) => solving::problems(self, problems, threads)?,
            BenchWork::Threads(sets, games) => threads::threads(self, sets, games)?,
            BenchWork::Leaves(games) => leaves::leaves(self, games)?,
            BenchWork::Techniques(sets, games) => techniques::techniques(self, sets, games)?,
        }
        self.progress.advance(1);
        if stopped() { Err(Interrupted.into()) } else { Ok(()) }
    }
}

/// Returns the parts with these names in their usual order, or the quick parts if there are no names.
fn chosen(parts: Vec<BenchPart>, names: &[String], threads: u16) -> anyhow::Result<Vec<BenchPart>> {
    if let Some(wrong) = names.iter().find(|name| !parts.iter().any(|part| part.name == **name)) {
        return Err(usage(unknown("part", wrong, parts.iter().map(|part| part.name.as_str()))));
    }
    if names.is_empty() && threads == 1 {
        return Ok(parts.into_iter().filter(BenchPart::is_quick).collect());
    }
    let solving: Vec<String> = parts.iter().filter(|part| part.takes_threads()).map(|part| part.name.clone()).collect();
    let chosen: Vec<BenchPart> = parts.into_iter().filter(|part| names.contains(&part.name)).collect();
    if threads > 1 && (chosen.is_empty() || !chosen.iter().all(BenchPart::takes_threads)) {
        return Err(match solving.is_empty() {
            true => usage("no part of this program accepts --threads"),
            false => usage(format!("--threads is only for --group {}", solving.join(","))),
        });
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(catalogue: &Catalogue, names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let chosen = chosen(parts(catalogue), &names, 1).unwrap_or_default();
        chosen.into_iter().map(|part| part.name).collect()
    }

    #[test]
    fn long_parts_run_only_when_named() {
        let shipped = Catalogue::shipped();
        assert_eq!(names(&shipped, &[]), ["perft", "othello", "checkers", "chess", "connect4", "trees"]);
        assert_eq!(names(&shipped, &["threads", "ffo"]), ["ffo", "threads"]);
        assert!(names(&shipped, &["nothing"]).is_empty());
        let all: Vec<String> = parts(&shipped).into_iter().map(|part| part.name).collect();
        assert_eq!(
            all[6..],
            ["ffo", "connect4-solve", "connect4-random", "connect4-340", "leaves", "threads", "techniques"]
        );
    }

    #[test]
    fn parts_of_missing_games_are_not_offered() {
        assert_eq!(names(&Catalogue::new(), &[]), ["trees"]);
        let chess = Catalogue::new().with(nullwindow_games::chess::Chess::new());
        assert_eq!(names(&chess, &[]), ["perft", "chess", "trees"]);
        assert_eq!(names(&chess, &["threads"]), ["threads"]);
        assert!(names(&chess, &["ffo"]).is_empty());
        let text = about(&parts(&chess));
        assert!(text.contains("perft, chess, trees") && !text.contains("Othello"), "{text}");
    }
}
