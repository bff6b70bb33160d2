//! Every command of the README and the documentation runs, long ones in a quick form.

use crate::common::nullwindow;
use nullwindow_engine::Catalogue;
use std::path::{Path, PathBuf};

/// Pages with commands for a shell. The pages of the tutorials for students and for game programmers have tests of their own.
const PAGES: [&str; 7] = [
    "README.md",
    "docs/tutorials/players.md",
    "docs/reference/commands.md",
    "docs/performance.md",
    "docs/selective.md",
    "docs/experiments.md",
    "crates/nullwindow-lab/README.md",
];

/// Commands that take minutes or hours, and what is run in their place.
const QUICK_FORMS: [(&str, &str); 8] = [
    ("compare", "compare -n 1 --depth 2"),
    ("compare othello --depth 8 --json", "compare othello -n 1 --depth 2 --json"),
    ("analyze chess --depth 6 --full-width", "analyze chess --depth 3 --full-width"),
    ("lab run --all --quick", "lab run growing-partitions --quick"),
    ("lab run --all --full --jobs 1", "lab run growing-partitions --quick --jobs 1"),
    ("bench --group ffo", "bench --group checkers"),
    ("bench --group connect4-solve,connect4-random", "bench --group checkers"),
    ("bench --group threads", "bench --group checkers"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the commands of a page without `nullwindow` and without comments.
fn commands(page: &str) -> Vec<String> {
    let mut in_shell = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            in_shell = line == "```sh";
        } else if in_shell {
            let line = line.split("  #").next().unwrap_or_default().split(" #").next().unwrap_or_default();
            let programs = ["nullwindow ", "cargo run --release -- ", "target/release/nullwindow "];
            let parts = line.split(" && ").filter_map(|part| programs.iter().find_map(|name| part.strip_prefix(name)));
            commands.extend(parts.map(|command| command.trim().to_owned()));
        }
    }
    commands
}

/// Splits a command line at spaces; double quotes keep an argument together.
fn arguments(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    parts.flat_map(|(i, part)| if i % 2 == 0 { part.split_ascii_whitespace().collect() } else { vec![part] }).collect()
}

#[test]
fn every_command_of_the_pages_runs() {
    let directory = tempfile::tempdir().unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"start\";\n";
    std::fs::write(directory.path().join("positions.epd"), start).unwrap();
    std::fs::write(directory.path().join("game.pgn"), "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    std::fs::write(directory.path().join("endings.txt"), "2132141557322421674152753375633\n").unwrap();
    let mut run = 0;
    for page in PAGES {
        for command in commands(&std::fs::read_to_string(root().join(page)).unwrap()) {
            let quick =
                QUICK_FORMS.iter().find(|(long, _)| *long == command).map_or(command.as_str(), |(_, quick)| quick);
            let output = nullwindow(&arguments(quick)).current_dir(&directory).output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}: {command}, run as {quick}: {text}");
            run += 1;
        }
    }
    assert!(run >= 20, "only {run} commands were found");
}

#[test]
fn the_settings_of_every_game_are_documented() {
    let page = std::fs::read_to_string(root().join("docs/reference/commands.md")).unwrap();
    let catalogue = Catalogue::shipped();
    for name in catalogue.names() {
        for setting in catalogue.engine(name).unwrap().settings() {
            let usage = setting.usage().replace('|', "\\|");
            assert!(page.contains(&format!("`{usage}`")), "{name}: {usage}");
        }
    }
}

/// A page that outgrows a screen or two is no introduction.
#[test]
fn the_readme_stays_short() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 120);
}

/// The README of the library has a copy of the example, because a package cannot contain the README of the repository.
/// The copy is compiled with the library.
#[test]
fn both_readmes_show_the_same_game() {
    let example = |path: &str| {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        let start = text.find("```rust").unwrap_or_else(|| panic!("{path} has an example"));
        text[start..].split("\n```\n").next().unwrap_or_default().to_owned()
    };
    assert_eq!(example("README.md"), example("crates/nullwindow/README.md"));
}
