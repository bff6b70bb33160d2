//! Positions as words, and files of positions and games.

use super::{json, nullwindow, refused, text};
use serde_json::Value;
use std::path::Path;

/// Positions near the end of the game.
const CONNECT4: [&str; 3] =
    ["2132141557322421674152753375633", "21321415573224216741527533756335", "213214155732242167415275337563354"];

fn write(directory: &Path, name: &str, text: &str) -> String {
    let path = directory.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn values(args: &[&str]) -> Vec<(Value, Value)> {
    json(args).iter().map(|each| (each["position"].clone(), each["value"].clone())).collect()
}

#[test]
fn a_position_may_follow_the_game() {
    let solve = |args: &[&str]| values(&[&["solve"], args, &["--table", "1M"]].concat());
    assert_eq!(solve(&["connect4", CONNECT4[0]]), solve(&["connect4", "--position", CONNECT4[0]]));
    assert_eq!(solve(&["connect4", "4x4", "1122"])[0].0, "1122");
    // Heaps are a size, and words that are none are a position.
    assert_eq!(solve(&["nim", "3", "4", "5"])[0].0, "3,4,5");
    assert_eq!(solve(&["nim", "3", "4", "second"])[0].0, "3 4 second");
    let mate = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    assert_eq!(json(&["analyze", "chess", mate, "-d", "1", "--table", "1M"])[0]["move"], "Qxf7#");
    assert_eq!(json(&["analyse", "chess", "e4", "e5", "-d", "1", "--table", "1M"])[0]["position"], "e4 e5");
    assert_eq!(json(&["compare", "connect4", "44", "-d", "1", "-a", "mtd-f"])[0]["position"], "44");
    let (out, _, code) = text(&["perft", "connect4", "44444", "-d", "1"]);
    assert!(code == 0 && out.contains("44444"), "{out}");
}

#[test]
fn one_way_to_name_a_position_at_a_time() {
    for command in ["solve", "analyze", "perft", "trace", "compare"] {
        refused(&[command, "connect4", "44", "--position", "45"], &["'44'", "--position"]);
        refused(&[command, "connect4", "44", "--file", "x"], &["'44'", "--file"]);
        refused(&[command, "connect4", "--position", "45", "--file", "x"], &["--file"]);
    }
    refused(&["solve", "connect4", "44x"], &["character 3", "a column from 1 to 7"]);
    refused(&["solve", "chess", "e5"], &["'e5' is no position of chess", "character 1"]);
    refused(&["solve", "othello", "chess"], &["one game at a time"]);
    refused(&["solve", "connect4", "--nth", "1"], &["--file"]);
}

#[test]
fn solve_reads_many_positions_in_one_process() {
    let directory = tempfile::tempdir().unwrap();
    let file = write(directory.path(), "columns.txt", &format!("# three\n\n{}\n", CONNECT4.join("\n")));
    let answers = values(&["solve", "connect4", "-f", &file, "--table", "1M"]);
    let alone: Vec<_> =
        CONNECT4.iter().flat_map(|position| values(&["solve", "connect4", position, "--table", "1M"])).collect();
    assert_eq!(answers, alone);
    let (out, _, code) = text(&["solve", "connect4", "-f", &file, "--table", "1M"]);
    let lines: Vec<&str> = out.lines().filter(|line| line.contains(CONNECT4[0])).collect();
    assert!(code == 0 && lines.len() == 3 && out.contains("3 of 3 positions solved"), "{out}");
    assert_eq!(values(&["solve", "connect4", "-f", &file, "--nth", "2", "--table", "1M"]), answers[1..2]);
    let args = ["solve", "connect4", "-f", "-", "--table", "1M", "--json"];
    let output = nullwindow(&args).write_stdin(CONNECT4.join("\n")).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3);
}

#[test]
fn commands_about_one_position_take_it_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let one = write(directory.path(), "one.pgn", "[Event \"a\"]\n\n1. e4 e5 *\n");
    let board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    let perft = json(&["perft", "chess", "-f", &one, "-d", "1"]);
    assert_eq!((&perft[0]["position"], &perft[0]["sequences"]), (&board.into(), &29.into()));
    let (out, err, code) = text(&["trace", "chess", "-f", &one, "-d", "1"]);
    assert!(code == 0 && !out.is_empty(), "{err}");
    let (out, err, code) = text(&["proof", "chess", "-f", &one, "-d", "1"]);
    assert!(code == 0 && out.contains(board), "{out} {err}");
    let two = write(directory.path(), "two.txt", "44\n45\n");
    refused(&["perft", "connect4", "-f", &two], &["two.txt", "2 positions", "--nth"]);
    assert_eq!(json(&["perft", "connect4", "-f", &two, "--nth", "2", "-d", "1"])[0]["position"], "45");
    refused(&["perft", "connect4", "-f", &two, "--nth", "3"], &["two.txt has only 2"]);
}

#[test]
fn errors_name_file_line_and_what_was_expected() {
    let directory = tempfile::tempdir().unwrap();
    let wrong = |name: &str, text: &str| write(directory.path(), name, text);
    let columns = wrong("columns.txt", "44\n\n4x\n");
    refused(&["solve", "connect4", "-f", &columns], &["columns.txt", "line 3, character 2", "a column from 1 to 7"]);
    let pgn = wrong("game.pgn", "[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n");
    refused(&["analyze", "chess", "-f", &pgn], &["game.pgn", "line 3, character 13", "expected"]);
    let pdn = wrong("game.pdn", "[Event \"a\"]\n\n1. 11-15 23-19\n2. 8-12 *\n");
    refused(&["analyze", "checkers", "-f", &pdn], &["game.pdn", "line 4", "a legal move"]);
    let transcript = wrong("games.txt", "f5d6\nf5f5\n");
    refused(&["analyze", "othello", "-f", &transcript], &["games.txt", "line 2, character 3", "a legal move"]);
    refused(&["solve", "connect4", "-f", &wrong("empty", "# nothing\n")], &["empty", "no position"]);
    refused(&["solve", "connect4", "-f", "no such file"], &["cannot read no such file"]);
}
