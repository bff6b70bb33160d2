//! The program, run as a user runs it: every command knows the game, and docs/tutorials/game-programmers.md shows commands that work.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// Five plies before the end.
const ENDING: &str = "1b1/2b/w2/3/2w w";

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
    command.args(args).env("COLUMNS", "200").output().expect("the program runs")
}

/// Returns the output of a successful run.
fn prints(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(args: &[&str]) -> Vec<Value> {
    let text = prints(&[args, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn compare_finds_one_value_by_every_algorithm() {
    let searches = json(&["compare", "breakthrough", "--depth", "4", "--positions", "3"]);
    assert!(searches.len() >= 3 * 19, "{}", searches.len());
    for position in 0..3 {
        let of_it = searches.iter().filter(|search| search["position"] == searches[position]["position"]);
        let mut values: Vec<&Value> = of_it.map(|search| &search["value"]).filter(|value| !value.is_null()).collect();
        values.dedup();
        assert_eq!(values.len(), 1, "{values:?}");
    }
    assert!(prints(&["compare", "breakthrough 5x5", "--depth", "2", "--positions", "1"]).contains("all values agree"));
}

#[test]
fn solve_finds_the_winner() {
    let answer = &json(&["solve", "breakthrough", "--position", ENDING, "--table", "1M"])[0];
    assert!(answer["words"].as_str().is_some_and(|words| words.contains("wins in")), "{answer}");
    let text = prints(&["solve", "breakthrough", "4x4", "--table", "4M"]);
    assert!(text.contains("Black wins in 7 moves"), "{text}");
}

#[test]
fn analyze_shows_the_picture_and_moves() {
    let text = prints(&["analyze", "breakthrough", "8x8", "--depth", "4", "--table", "1M"]);
    assert!(text.contains("8  b b b b b b b b") && text.contains("   a b c d e f g h"), "{text}");
    let iterations = json(&["analyze", "breakthrough", "8x8", "--depth", "4", "--table", "1M"]);
    assert!(iterations.last().unwrap()["move"].as_str().is_some_and(|play| play.contains('-')), "{iterations:?}");
}

#[test]
fn perft_agrees_with_what_was_counted_before() {
    for size in ["8x8", "5x5"] {
        let depths = json(&["perft", "breakthrough", size, "--depth", "3"]);
        assert!(depths.len() == 3 && depths.iter().all(|depth| depth["published"] == depth["sequences"]), "{depths:?}");
    }
}

#[test]
fn check_finds_the_game_sound() {
    assert!(json(&["check", "breakthrough"]).iter().all(|each| each["sound"] == true));
}

#[test]
fn proofs_are_written_and_verified() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("ending.proof");
    let file = file.to_str().unwrap();
    prints(&["proof", "breakthrough", "--position", ENDING, "--table", "1M", "--out", file]);
    prints(&["verify", file]);
    assert!(!prints(&["trace", "breakthrough", "--position", ENDING, "--depth", "2"]).is_empty());
}

#[test]
fn bench_and_lab_know_the_game() {
    let lines = json(&["bench", "--group", "breakthrough,perft"]);
    assert!(lines.iter().any(|line| line["part"] == "breakthrough" && line["work"] == "mtd-f"), "{lines:?}");
    assert!(lines.iter().any(|line| line["part"] == "perft" && line["nodes"].as_u64() > Some(100)), "{lines:?}");
    let refused = run(&["bench", "--group", "ffo"]);
    assert_eq!(refused.status.code(), Some(2), "a part of a game that is not there");
    prints(&["lab", "list"]);
}

#[test]
fn help_names_this_program_and_its_game() {
    for command in ["compare", "solve", "analyze", "trace", "proof", "perft", "check", "bench"] {
        let help = prints(&[command, "--help"]);
        assert!(help.contains("breakthrough"), "{command}: {help}");
        for absent in ["othello", "connect4", "nullwindow compare"] {
            assert!(!help.contains(absent), "{command} speaks of {absent}: {help}");
        }
    }
    let wrong = run(&["solve", "brakthrough"]);
    let text = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(wrong.status.code() == Some(2) && text.contains("did you mean 'breakthrough'"), "{text}");
}

#[test]
fn manual_pages_and_traces_name_this_program_and_its_game() {
    let page = prints(&["man", "perft"]);
    assert!(page.contains("breakthrough\\-perft") && page.contains("breakthrough perft breakthrough"), "{page}");
    assert!(!page.contains("nullwindow") && !page.contains("othello"), "{page}");
    let text = prints(&["trace", "breakthrough", "--depth", "2", "--algorithm", "alphabeta", "--text"]);
    assert!(text.contains("enter   [root]") && text.contains("cutoff: g = "), "{text}");
    let refused = run(&["perft", "breakthrough", "--divide", "--uci"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("has no UCI notation"));
}

/// Every command of the page runs; `cargo run ... -- ` stands for the program.
#[test]
fn the_commands_of_the_page_work() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutorials/game-programmers.md");
    let page = std::fs::read_to_string(page).unwrap();
    let commands = page.lines().filter_map(|line| line.strip_prefix("cargo run --release -p breakthrough -- "));
    let commands: Vec<&str> = commands.map(|line| line.split('#').next().unwrap_or_default().trim()).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    let directory = tempfile::tempdir().unwrap();
    for line in commands {
        let words = line.split('"').enumerate().flat_map(|(place, part)| match place % 2 {
            0 => part.split_ascii_whitespace().collect(),
            _ => vec![part],
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
        let output = command.args(words).current_dir(&directory).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
