//! Fits help texts to the program: its name, its games, and examples that use them.

use crate::check;
use crate::value_parsers::suggest;
use clap::builder::StyledStr;
use clap::{Arg, Command};
use nullwindow_engine::Catalogue;

/// The program name in the source of the help texts.
const DEFAULT_NAME: &str = "nullwindow";
/// The id of arguments that name a game.
pub const GAME: &str = "game";

/// Returns the command with the program's name and games in its help.
///
/// Examples with games that the program does not have are left out. A command that keeps no example gets one with the
/// first game.
pub fn fitted(command: Command, name: &'static str, catalogue: &Catalogue) -> Command {
    let game_help = game_help(catalogue);
    let names: Vec<String> = catalogue.names().into_iter().map(str::to_owned).collect();
    let command = fit(command.name(name).bin_name(name), name, &names, &game_help);
    crate::bench::fitted(command, name, catalogue)
}

/// Describes the argument that names a game: the names, and examples of sizes.
pub fn game_help(catalogue: &Catalogue) -> String {
    let names = catalogue.names();
    let list = match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "no game: there are only trees".to_owned(),
    };
    let sized: Vec<String> = catalogue.sized_names().into_iter().map(|name| format!("'{name}'")).collect();
    if sized.is_empty() { list } else { format!("{list}; {} for another size", sized.join(", ")) }
}

fn fit(mut command: Command, name: &'static str, games: &[String], game_help: &str) -> Command {
    let text = |styled: Option<&StyledStr>| styled.map(|text| examples(&text.to_string(), name, games));
    if let Some(after) = text(command.get_after_help()) {
        command = command.after_help(after);
    }
    if let Some(about) = text(command.get_long_about()) {
        command = command.long_about(about);
    }
    let takes_position = command.get_arguments().any(|arg| arg.get_id() == "position");
    let game = |arg: Arg| {
        if arg.get_id() != GAME {
            return match arg.get_help().map(ToString::to_string) {
                Some(help) if help.contains(DEFAULT_NAME) => arg.help(named(&help, name)),
                _ => arg,
            };
        }
        // Only an argument that defaults to all games accepts the word.
        let takes_all = arg.get_default_values().iter().any(|value| value == check::ALL);
        let (more, all) = match (takes_all, takes_position) {
            (true, _) => (", or all of them", Some(check::ALL)),
            (false, true) => (". A position may follow", None),
            (false, false) => ("", None),
        };
        let names = all.map(str::to_owned).into_iter().chain(games.iter().cloned());
        arg.help(format!("{game_help}{more}")).hide_possible_values(true).value_parser(suggest(names))
    };
    command.mut_args(game).mut_subcommands(|sub| fit(sub, name, games, game_help))
}

/// Replaces the program's name in the commands that a text mentions.
fn named(text: &str, name: &str) -> String {
    text.replace(&format!("`{DEFAULT_NAME} "), &format!("`{name} "))
}

/// Replaces the program's name and games in the examples of a text.
fn examples(text: &str, name: &str, games: &[String]) -> String {
    let mut lines = Vec::new();
    let mut generic = None;
    for line in text.lines() {
        let Some(rest) = line.trim_start().strip_prefix(DEFAULT_NAME).filter(|rest| rest.starts_with(' ')) else {
            lines.push(named(line, name));
            continue;
        };
        let mut words = rest.split_ascii_whitespace();
        let (command, subject) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let shipped = Catalogue::shipped();
        // A word that names no shipped game, such as `pearl`, is no game to replace.
        if shipped.canonical(subject).is_some() && !games.iter().any(|game| game == subject) {
            // The first omitted example determines where a generic one goes.
            generic.get_or_insert((lines.len(), command.to_owned()));
            continue;
        }
        lines.push(line.replacen(DEFAULT_NAME, name, 1));
    }
    if let (Some((place, command)), Some(game)) = (generic, games.first())
        && !lines.iter().any(|line| line.trim_start().starts_with(&format!("{name} {command} {game}")))
    {
        lines.insert(place, format!("  {name} {command} {game}"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "Examples:\n  nullwindow solve chess --json\n  nullwindow solve nim 3 4 5\n  nullwindow tree pearl";

    #[test]
    fn examples_use_the_games_of_the_program() {
        let games = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(examples(TEXT, "nullwindow", &games(&["chess", "nim"])), TEXT);
        assert_eq!(examples(TEXT, "hex", &games(&["hex"])), "Examples:\n  hex solve hex\n  hex tree pearl");
        assert_eq!(
            examples(TEXT, "hex", &games(&["hex", "nim"])),
            "Examples:\n  hex solve hex\n  hex solve nim 3 4 5\n  hex tree pearl"
        );
    }
}
