//! `play`: games in the terminal, from a pipe.

use crate::common::{fails, nullwindow};
use serde_json::Value;
use std::path::Path;

/// Returns the events of a game whose input is these lines.
fn events(args: &[&str], lines: &str) -> Vec<Value> {
    let args = [&["play"], args, &["--json"]].concat();
    let output = nullwindow(&args).write_stdin(lines).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn of_type<'e>(events: &'e [Value], kind: &str) -> Vec<&'e Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

#[test]
fn a_person_plays_against_the_engine() {
    let events = events(&["othello", "--time", "0.05"], "f5\nhint\neval\nmoves\nnonsense\nundo\nquit\n");
    let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["begin", "move", "move", "hint", "eval", "moves", "error", "undo", "end"]);
    assert_eq!((&events[1]["by"], &events[2]["by"]), (&"person".into(), &"engine".into()));
    assert!(events[2]["score"].is_i64() && events[2]["depth"].as_u64().unwrap() > 1, "{}", events[2]);
    let legal = events[2]["legal"].as_array().unwrap();
    assert!(legal.contains(&events[3]["move"]), "{}", events[3]);
    assert!(events[6]["candidates"] == events[5]["legal"], "{}", events[6]);
    assert_eq!((&events[7]["count"], &events[7]["moves"]), (&2.into(), &Value::Array(Vec::new())));
}

#[test]
fn the_engine_says_whether_it_is_selective() {
    for (args, name) in [
        (&["chess", "--nodes", "100"][..], "nullwindow mtd-f selective, "),
        (&["chess", "--nodes", "100", "--full-width"], "nullwindow mtd-f, "),
        (&["connect4", "--nodes", "100"], "nullwindow mtd-f, "),
    ] {
        let events = events(args, "quit\n");
        let players = events[0]["players"].to_string();
        assert!(players.contains(name), "{args:?}: {players}");
    }
}

#[test]
fn unique_beginnings_suffice_and_others_list_the_candidates() {
    let events = events(&["chess", "--side", "both"], "N\nNf\ne7\ne5\n");
    let error = of_type(&events, "error")[0];
    assert_eq!(error["candidates"].as_array().unwrap().len(), 4, "{error}");
    let moves: Vec<&Value> = of_type(&events, "move").iter().map(|event| &event["move"]).collect();
    assert_eq!(moves, ["Nf3", "e5"], "e7 begins no move");
}

#[test]
fn every_game_is_played_to_its_end_by_two_engines() {
    for (game, result) in [("tictactoe", "1/2-1/2"), ("nim 3 4 5", "1-0"), ("connect4 5x4", "1/2-1/2")] {
        let words: Vec<&str> = game.split(' ').chain(["--side", "none", "--depth", "20"]).collect();
        let events = events(&words, "");
        let over = of_type(&events, "over");
        assert_eq!(over[0]["result"], result, "{game}: {over:?}");
        assert_eq!(of_type(&events, "move").len(), over[0]["moves"].as_array().unwrap().len());
    }
    for game in ["othello", "checkers", "chess", "connect4"] {
        let events = events(&[game, "--side", "none", "--nodes", "100"], "");
        assert_eq!(of_type(&events, "over").len(), 1, "{game}");
    }
}

#[test]
fn games_are_saved_and_loaded_in_the_format_of_the_game() {
    let directory = tempfile::tempdir().unwrap();
    for (game, lines, count, text) in [
        ("chess", "e4\ne5\nNf3\n", 3, "1. e4 e5 2. Nf3 *"),
        ("checkers", "11-15\n23-19\n", 2, "1. 11-15 23-19 *"),
        ("othello", "f5\nd6\n", 2, "B[f5]W[d6]"),
        ("connect4", "4\n4\n5\n", 3, "\n445\n"),
        ("tictactoe", "5\n1\n", 2, "\n5 1\n"),
        ("nim", "1:1\n", 1, "\n1:1\n"),
    ] {
        let file = directory.path().join(game);
        let file = file.to_str().unwrap();
        events(&[game, "--side", "both", "--save", file], lines);
        let saved = std::fs::read_to_string(file).unwrap();
        assert!(saved.contains(text), "{game}: {saved}");
        let loaded = events(&[game, "--side", "both", "--load", file], "undo\n");
        assert_eq!(loaded[0]["moves"].as_array().unwrap().len(), count, "{game}");
        assert_eq!(of_type(&loaded, "undo")[0]["moves"].as_array().unwrap().len(), count - 1, "{game}");
        // The same by commands.
        let other = format!("{file}.2");
        let events = events(&[game, "--side", "both"], &format!("load {file}\nsave {other}\n"));
        assert_eq!((of_type(&events, "loaded").len(), of_type(&events, "saved").len()), (1, 1), "{game}");
        assert!(std::fs::read_to_string(other).unwrap().contains(text), "{game}");
    }
}

#[test]
fn the_end_of_the_input_keeps_what_was_played() {
    let output = nullwindow(&["play", "chess", "--side", "both"]).write_stdin("e4\ne5\n").assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.ends_with("1. e4 e5 *\n") && !text.contains('\x1b') && !text.contains("White>"), "{text}");
    let note = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(note.contains("nullwindow play chess --load FILE --side both"), "{note}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let directory = tempfile::tempdir().unwrap();
    for args in [&["play", "chess", "--side", "both"][..], &["play", "chess", "--time", "60"]] {
        let file = directory.path().join("game.pgn");
        let mut command = Command::new(env!("CARGO_BIN_EXE_nullwindow"));
        let command = command.args(args).args(["--save", file.to_str().unwrap(), "--json"]).current_dir(&directory);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"e4\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.by_ref().map(Result::unwrap).any(|line| line.contains("\"move\"")));
        std::thread::sleep(std::time::Duration::from_millis(100));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let last = lines.map(Result::unwrap).last().unwrap();
        assert!(last.contains("interrupted"), "{last}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let note = String::from_utf8(output.stderr).unwrap();
        assert!(note.contains("nullwindow play chess --load"), "{note}");
        assert!(std::fs::read_to_string(&file).unwrap().contains("1. e4 *"));
    }
}

#[test]
fn games_end_by_resignation_and_by_rule() {
    let resigned = events(&["chess", "--side", "both"], "e4\nresign\ne5\nnew\nd4\n");
    assert_eq!(of_type(&resigned, "over")[0]["result"], "1-0");
    assert_eq!(of_type(&resigned, "error").len(), 1, "no move after the end");
    assert_eq!(of_type(&resigned, "move").len(), 2);
    let repeated = "Nf3\nNf6\nNg1\nNg8\n".repeat(2);
    let drawn = events(&["chess", "--side", "both"], &repeated);
    assert_eq!(of_type(&drawn, "over")[0]["result"], "1/2-1/2");
}

#[test]
fn the_clock_ends_a_game() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut command = Command::new(env!("CARGO_BIN_EXE_nullwindow"));
    let command = command.args(["play", "othello", "--clock", "0.2", "--json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The person at the open end of the input never moves.
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let over = lines.map(|line| serde_json::from_str::<Value>(&line).unwrap()).find(|event| event["type"] == "over");
    let over = over.unwrap();
    assert_eq!((&over["result"], &over["reason"]), (&"0-1".into(), &"the time of X is up".into()));
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_side_is_named_as_the_game_names_it() {
    let events = events(&["chess", "--side", "black", "--depth", "1"], "e5\n");
    assert_eq!((&events[1]["by"], &events[1]["player"]), (&"engine".into(), &"White".into()));
    let other = super::play::events(&["connect4", "--side", "none", "--depth", "1"], "");
    assert!(of_type(&other, "move").iter().all(|event| event["by"] == "engine"));
    let go = super::play::events(&["connect4", "--depth", "1"], "go\n4\n");
    assert_eq!((&go[1]["by"], &go[2]["by"]), (&"engine".into(), &"person".into()));
}

#[test]
fn wrong_usage_is_explained() {
    assert!(fails(2, &["play", "chess", "--side", "red"]).contains("White, Black, first, second, both or none"));
    assert!(fails(2, &["play", "ches"]).contains("chess"));
    assert!(fails(2, &["play", "chess", "--csv"]).contains("--json"));
    assert!(fails(2, &["play", "chess", "--algorithm", "solve"]).contains("algorithm"));
    assert!(fails(2, &["play", "chess", "--clock", "x"]).contains("60+0.5"));
    assert!(fails(2, &["play", "chess", "--load", "no-such-file"]).contains("no-such-file"));
    assert!(fails(2, &["play", "chess", "-p", "8/8 w"]).contains("--position"));
    assert!(!Path::new("no-such-file").exists());
}

#[test]
fn odd_lines_are_survived() {
    let mut input = b"\xff\xfe\n\0\n:\n: \nsave\nload\nload /nowhere/x\nsave /nowhere/x\n".to_vec();
    input.extend(vec![b'x'; 3 << 20]);
    input.extend(b"\ne4\n");
    let output = nullwindow(&["play", "chess", "--side", "both", "--json"]).write_stdin(input).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("\"move\":\"e4\""), "{}", text.len());
    assert!(text.lines().all(|line| line.len() < 2000));
}
