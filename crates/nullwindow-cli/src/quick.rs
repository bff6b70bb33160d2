//! Parses a correct command line without describing every command.
//!
//! Describing all commands, with help texts that name the games of the catalogue, takes longer than solving
//! tic-tac-toe. Only help and errors show these descriptions, so a command line is first parsed by the description of
//! its own command, and again by all of them if that fails.

use crate::output::OutputArgs;
use crate::value_parsers::with_negative_numbers;
use crate::{
    analyze, bench, check, compare, completions, engine_config, gtp, hub, job, lab, lines, man, matches, nboard, new,
    perft, play, proof, serve, serve_lines, solve, trace, tree, uci, verify,
};
use clap::{ArgMatches, Args, Command};
use std::ffi::OsString;

/// Adds the arguments of a command to its description.
type Describe = fn(Command) -> Command;

/// Every command by its name. A test compares the list with the commands of the program.
const COMMANDS: [(&str, Describe); 25] = [
    ("compare", compare::Args::augment_args),
    ("solve", solve::Args::augment_args),
    ("analyze", analyze::Args::augment_args),
    ("tree", tree::Args::augment_args),
    ("trace", trace::Args::augment_args),
    ("proof", proof::Args::augment_args),
    ("verify", verify::Args::augment_args),
    ("perft", perft::Args::augment_args),
    ("check", check::Args::augment_args),
    ("play", play::Args::augment_args),
    ("match", matches::Args::augment_args),
    ("uci", uci::Args::augment_args),
    ("gtp", gtp::Args::augment_args),
    ("nboard", nboard::Args::augment_args),
    ("hub", hub::Args::augment_args),
    ("lines", lines::Args::augment_args),
    ("job", job::Args::augment_args),
    ("serve-lines", serve_lines::Args::augment_args),
    ("serve", serve::Args::augment_args),
    ("engine-config", engine_config::Args::augment_args),
    ("bench", bench::Args::augment_args),
    ("lab", lab::Args::augment_args),
    ("new", new::Args::augment_args),
    ("completions", completions::Args::augment_args),
    ("man", man::Args::augment_args),
];

/// Parses arguments whose first word is a command; `None` if it is none, or if the arguments are wrong or ask for help.
pub fn matches(program: &'static str, arguments: &[OsString]) -> Option<ArgMatches> {
    let word = arguments.get(1)?.to_str()?;
    let &(name, describe) = COMMANDS.iter().find(|(name, _)| *name == word)?;
    let root = OutputArgs::augment_args(Command::new(program)).subcommand(describe(Command::new(name)));
    with_negative_numbers(root).try_get_matches_from(arguments).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::{CommandFactory, FromArgMatches};

    #[test]
    fn every_command_is_listed() {
        let listed: Vec<&str> = COMMANDS.iter().map(|&(name, _)| name).collect();
        let all = Cli::command();
        assert_eq!(listed, all.get_subcommands().map(Command::get_name).collect::<Vec<_>>());
    }

    #[test]
    fn options_of_the_program_and_of_the_command_are_read() {
        let parsed = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            matches("nullwindow", &words).map(|matches| format!("{:?}", Cli::from_arg_matches(&matches).unwrap()))
        };
        assert!(parsed("nullwindow solve nim 3 4 5 --json").is_some_and(|cli| cli.contains("json: true")));
        for other in
            ["nullwindow", "nullwindow --json solve nim", "nullwindow solve --help", "nullwindow solve nim --no"]
        {
            assert_eq!(parsed(other), None, "{other}");
        }
    }
}
