use super::{json, refused, text};
use nullwindow::Game;
use nullwindow_games::Notation;
use nullwindow_games::chess::Chess;
use serde_json::Value;

const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
/// There is a mate in one.
const MATE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
const FIELDS: &str = "algorithm game position depth value move leaves leaf_visits interior total passes seconds elapsed \
                      nodes_per_second bounds scale settled selective threads pv";

fn analyzed(more: &[&str]) -> Vec<Value> {
    json(&[&["analyze", "chess", "--position", FEN, "--table", "1M"], more].concat())
}

#[test]
fn every_iteration_is_an_object() {
    let lines = analyzed(&["--depth", "4", "--threads", "1"]);
    assert_eq!(lines.iter().map(|line| line["depth"].clone()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for line in &lines {
        let names: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(names, FIELDS.split_whitespace().collect::<Vec<_>>());
        assert_eq!(line["move"], line["pv"][0]);
        assert_eq!(line["bounds"]["lower"], line["value"]);
        let chess = Chess::new();
        let mut position = chess.parse_position(FEN).unwrap();
        for name in line["pv"].as_array().unwrap() {
            let play = chess.parse_move(&position, name.as_str().unwrap()).expect("a legal move");
            position = chess.play(&position, play);
        }
    }
    assert!(lines[3]["total"].as_u64() > lines[0]["total"].as_u64());
}

#[test]
fn a_decided_game_ends_the_deepening() {
    let lines = json(&["analyze", "tictactoe", "--table", "1M"]);
    assert_eq!(
        (lines.last().unwrap()["settled"].clone(), lines.last().unwrap()["value"].clone()),
        (true.into(), 0.into())
    );
    let (out, _, code) = text(&["analyze", "tictactoe", "--table", "1M"]);
    assert!(code == 0 && out.contains("decided"), "{out}");
    let (out, _, code) = text(&["analyze", "chess", "--position", MATE, "--threads", "2", "--full-width"]);
    assert!(code == 0 && out.contains("1. Qxf7#") && out.contains("Qxf7#, value #1 at depth 1, decided"), "{out}");
    // Rules may hide a shorter mate, but without a limit this one is enough.
    let (out, _, code) = text(&["analyze", "chess", "--position", MATE, "--threads", "2"]);
    assert!(code == 0 && out.contains("Qxf7#, value #1 at depth 1 ("), "{out}");
}

#[test]
fn limits_stop_it_with_the_last_completed_answer() {
    let lines = analyzed(&["--nodes", "2000", "--depth", "30"]);
    assert!((1..6).contains(&lines.len()), "{} iterations", lines.len());
    assert!(lines.iter().map(|line| line["total"].as_u64().unwrap()).sum::<u64>() <= 2000);
    let lines = analyzed(&["--nodes", "200000", "--depth", "30", "--threads", "2"]);
    assert!(lines.iter().map(|line| line["total"].as_u64().unwrap()).sum::<u64>() <= 200_000);
    let (out, _, code) = text(&["analyze", "chess", "--position", FEN, "--time", "0.3"]);
    assert_eq!(code, 0);
    assert!(out.contains("best play") && out.contains("3... ") && out.contains(", value "), "{out}");
    let (out, _, code) = text(&["analyze", "othello", "--nodes", "1"]);
    assert!(code == 0 && out.contains("no iteration was completed"), "{out}");
    let (out, err, code) = text(&["analyze", "othello", "--nodes", "1", "--json"]);
    assert!(code == 0 && out.is_empty() && err.contains("no iteration was completed"), "{err}");
}

/// An algorithm that asks one question may prove no move.
#[test]
fn a_game_without_a_proven_move_is_not_over() {
    let (out, _, _) = text(&["analyze", "chess", "-d", "2", "-a", "mt(1000)"]);
    assert!(out.contains("no move is proven") && !out.contains("the game is over"), "{out}");
    let (out, _, _) = text(&["analyze", "tictactoe", "--position", "XXXOO----"]);
    assert!(out.contains("the game is over"), "{out}");
}

#[test]
fn several_moves_and_several_threads() {
    let lines =
        json(&["analyze", "othello", "--position", "f5d6c3", "--depth", "4", "--multipv", "3", "--table", "1M"]);
    // Othello deepens by two plies where a depth is the only limit.
    let depths: Vec<_> = lines.iter().map(|line| line["depth"].as_u64()).collect();
    assert_eq!(depths, [Some(2), Some(4)]);
    let last = &lines[1];
    let moves = last["moves"].as_array().unwrap();
    let values: Vec<i64> = moves.iter().map(|each| each["value"].as_i64().unwrap()).collect();
    assert!(values.len() == 3 && values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!((&moves[0]["move"], &moves[0]["value"]), (&last["move"], &last["value"]));
    let answers = |threads| -> Vec<(Value, Value)> {
        let args = ["analyze", "othello", "--depth", "8", "--table", "4M", "--threads", threads];
        json(&args).iter().map(|line| (line["value"].clone(), line["move"].clone())).collect()
    };
    assert_eq!(answers("1"), answers("3"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_it_with_an_answer() {
    for (limit, code) in [(None, 0), (Some("--depth=60"), 130)] {
        let args: Vec<&str> = ["analyze", "checkers", "--table", "1M"].into_iter().chain(limit).collect();
        let child = super::start(&args);
        super::interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.lines().last().is_some_and(|line| line.contains("value") && line.contains("at depth")), "{out}");
    }
}

/// Who reads one line and goes away ends the search, without complaint.
#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_goes_away_ends_it() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = super::start(&["analyze", "connect4", "--table", "1M", "--json"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    drop(lines);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, "");
}

#[test]
fn wrong_input_is_refused() {
    refused(&["analyze", "chess", "--depth", "0"], &["--depth"]);
    refused(&["analyze", "chess", "--depth", "65"], &["the greatest depth for chess is 64 plies"]);
    let extended = ["analyze", "chess", "--depth", "33", "--set", "check-extension=on"];
    refused(&extended, &["the greatest depth for chess is 32 plies"]);
    refused(&["analyze", "chess", "--time", "soon"], &["--time", "seconds"]);
    refused(&["analyze", "chess", "--time", "-1"], &["--time", "seconds above 0"]);
    refused(&["analyze", "go"], &["there is no game 'go'", "othello"]);
    refused(&["analyze", "othello", "--position", "f5x"], &["--position"]);
}

#[test]
fn settings_of_the_game_change_the_values() {
    // Without a look at the recapture, the knight takes the pawn.
    let protected = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let value = |set: &[&str]| {
        let found = json(&[&["analyze", "chess", protected, "--depth", "1"], set].concat());
        found.last().unwrap()["value"].as_i64().unwrap()
    };
    assert_eq!(value(&[]) % 8, 0, "the shipped grain");
    let coarse = value(&["--set", "grain=100"]);
    assert!(coarse % 100 == 0 && (coarse - value(&[])).abs() <= 58, "{coarse}");
    assert!(value(&["--set", "grain=1", "--set", "quiescence=off"]) > value(&["--set", "grain=1"]));
    let known = "--set: chess has no setting 'grains'; its settings are evaluation=FILE, grain=N, quiescence=on|off";
    refused(&["analyze", "chess", "--set", "grains=1"], &[known]);
    refused(&["analyze", "chess", "--set", "grain"], &["expected NAME=VALUE"]);
    refused(&["play", "othello", "--set", "evaluation=/nowhere/x"], &["evaluation=/nowhere/x: cannot be read"]);
}
