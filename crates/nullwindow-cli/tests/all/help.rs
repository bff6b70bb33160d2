//! Help texts: each has examples, and the examples work.

use crate::common::{nullwindow, prints, words};

/// The commands whose examples are run here. The others' are long, or write files.
const RUN: [&str; 6] = ["compare", "perft", "check", "bench", "completions", "engine-config"];

/// The names of the commands, from the help text itself.
fn commands() -> Vec<String> {
    let text = prints(&["--help"]);
    let list = text.split("Commands:\n").nth(1).expect("a list of commands");
    let names = list.lines().take_while(|line| !line.is_empty());
    names
        .filter_map(|line| line.split_ascii_whitespace().next())
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}

fn examples(help: &str) -> Vec<&str> {
    let part = help.split("Examples:\n").nth(1).unwrap_or_default();
    part.lines().map(str::trim).take_while(|line| line.starts_with("nullwindow ")).collect()
}

/// Returns the words of an example. A comparison goes no deeper than 4 plies, as the program is not optimised here.
fn shallow(example: &str) -> Vec<String> {
    let mut words = words(example);
    let depth = words.iter().position(|word| word == "--depth" || word == "-d").map(|option| option + 1);
    if let Some(depth) = depth.filter(|_| words[1] == "compare") {
        words[depth] = words[depth].parse::<u32>().expect("a depth").min(4).to_string();
    }
    words
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    for command in &commands {
        let help = nullwindow(&[command, "--help"]).env("COLUMNS", "200").output().unwrap();
        assert!(help.status.success(), "{command}");
        let help = String::from_utf8(help.stdout).unwrap();
        let of_it = examples(&help).iter().filter(|example| words(example)[1] == *command).count();
        assert!(of_it > 0, "{command} has no examples:\n{help}");
        assert!(!help.contains('\x1b'), "{command}");
    }
}

#[test]
fn the_examples_work() {
    for command in RUN {
        let help = nullwindow(&[command, "--help"]).env("COLUMNS", "200").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        for example in examples(&help) {
            assert!(example.len() <= 78, "too long for a narrow terminal: {example}");
            // The whole of these takes long without optimisation; their parts are run by other tests.
            if ["nullwindow compare", "nullwindow bench", "nullwindow check"].contains(&example) {
                continue;
            }
            let words = shallow(example);
            let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let output = nullwindow(&args).output().unwrap();
            assert!(output.status.success(), "{example}:\n{}", String::from_utf8_lossy(&output.stderr));
            assert!(!output.stdout.is_empty(), "{example}");
        }
    }
}

#[test]
fn wrong_usage_ends_with_2_and_a_hint() {
    for args in [&["compair"][..], &["compare", "--dept", "3"], &["compare", "--depth", "x"], &["perft"]] {
        nullwindow(args).assert().code(2).stdout("");
    }
    let text = String::from_utf8(nullwindow(&["compair"]).output().unwrap().stderr).unwrap();
    assert!(text.contains("compare"), "{text}");
}

#[test]
fn no_command_shows_help() {
    let output = nullwindow(&[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("compare"));
    assert!(prints(&["--version"]).starts_with("nullwindow "));
}
