//! Dialogues by JSON lines.

use crate::client::Client;
use nullwindow_engine::Catalogue;
use nullwindow_protocols::{JsonLines, LineOutput, Protocol, Reaction};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn read(lines: &[String]) -> Vec<Value> {
    lines.iter().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// Sends an object and returns the answer up to the first message of a type.
fn ask(client: &mut Client<JsonLines>, message: &Value, kind: &str) -> Vec<Value> {
    read(&client.ask(&message.to_string(), &format!(r#""type":"{kind}""#)))
}

fn last(client: &mut Client<JsonLines>, message: &Value, kind: &str) -> Value {
    ask(client, message, kind).pop().unwrap()
}

#[test]
fn every_game_greets_describes_and_plays() {
    for game in ["othello", "checkers", "chess", "connect4", "connect4 8x7", "tictactoe", "nim 3 4 5", "uniform 3x4"] {
        let mut client = Client::of_lines(game);
        let hello = read(&client.until("hello")).pop().unwrap();
        assert_eq!((&hello["protocol"], &hello["game"]), (&json!(1), &json!(game)));
        let described = last(&mut client, &json!({"type": "position"}), "position");
        let moves = described["moves"].as_array().unwrap().clone();
        assert!(!moves.is_empty() && described["over"] == json!(false), "{described}");
        let messages = ask(&mut client, &json!({"type": "go", "depth": 2, "id": 7}), "bestmove");
        assert!(messages.iter().all(|message| message["id"] == json!(7)), "{messages:?}");
        let info = &messages[messages.len() - 2];
        assert_eq!(info["type"], "info", "{game}");
        let best = &messages[messages.len() - 1]["move"];
        assert!(moves.contains(best) && info["pv"][0] == *best, "{game}: {best}");
        let next = last(&mut client, &json!({"type": "position", "moves": [best]}), "position");
        assert_ne!(next["position"], described["position"], "{game}");
    }
}

#[test]
fn a_search_is_stopped_and_pondered() {
    let mut client = Client::of_lines("othello");
    client.send(r#"{"type": "go", "infinite": true}"#);
    assert_eq!(last(&mut client, &json!({"type": "ping", "id": "a"}), "pong")["id"], "a");
    assert!(last(&mut client, &json!({"type": "stop"}), "bestmove")["move"].is_string());
    client.send(r#"{"type": "go", "time": 500, "ponder": true}"#);
    std::thread::sleep(Duration::from_millis(100));
    assert!(client.arrived().iter().all(|line| !line.contains("bestmove")));
    assert!(last(&mut client, &json!({"type": "ponderhit"}), "bestmove")["move"].is_string());
    assert_eq!(client.send(r#"{"type": "quit"}"#), Reaction::Quit);
}

#[test]
fn options_change_the_search() {
    let mut client = Client::of_lines("connect4");
    for (name, value) in
        [("algorithm", json!("negascout")), ("table", json!(1)), ("threads", json!(2)), ("multipv", json!(3))]
    {
        client.send(&json!({"type": "setoption", "name": name, "value": value}).to_string());
    }
    let messages = ask(&mut client, &json!({"type": "go", "depth": 4}), "bestmove");
    let ranks: Vec<_> = messages[messages.len() - 4..].iter().map(|message| message["multipv"].as_u64()).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3), None]);
    let only = ask(&mut client, &json!({"type": "go", "depth": 4, "moves": ["1", "2"]}), "bestmove");
    assert!(["1", "2"].contains(&only.last().unwrap()["move"].as_str().unwrap()));
}

#[test]
fn finished_games_have_a_result_and_no_move() {
    let mut client = Client::of_lines("tictactoe");
    let described = last(&mut client, &json!({"type": "position", "position": "XXXOO----"}), "position");
    assert_eq!((&described["over"], &described["result"]), (&json!(true), &json!("loss")));
    assert_eq!(last(&mut client, &json!({"type": "go"}), "bestmove")["move"], Value::Null);
}

#[test]
fn errors_name_the_reason_and_carry_the_id() {
    let mut client = Client::of_lines("connect4");
    for (line, part) in [
        ("", None),
        ("{", Some("EOF")),
        ("[1]", Some("expected")),
        ("{}", Some("type")),
        (r#"{"type": "jump", "id": 1}"#, Some("jump")),
        (r#"{"type": "go", "dept": 3, "id": 1}"#, Some("dept")),
        (r#"{"type": "go", "moves": ["9"], "id": 1}"#, Some("9")),
        (r#"{"type": "position", "position": "x", "id": 1}"#, Some("no position")),
        (r#"{"type": "position", "moves": ["4", "9"], "id": 1}"#, Some("no legal move")),
        (r#"{"type": "setoption", "name": "threads", "value": 0, "id": 1}"#, Some("from 1 to 256")),
        (r#"{"type": "setoption", "name": "algorithm", "value": "mt", "id": 1}"#, Some("finds no best move")),
        (r#"{"type": "setoption", "name": "speed", "value": 1, "id": 1}"#, Some("algorithm, selective, table")),
    ] {
        client.arrived();
        assert_eq!(client.send(line), Reaction::Continue);
        let answer = read(&client.arrived());
        match part {
            None => assert!(answer.is_empty()),
            Some(part) => {
                assert_eq!(answer[0]["type"], "error", "{line}");
                assert!(answer[0]["message"].as_str().unwrap().contains(part), "{line}: {}", answer[0]);
                assert_eq!(answer[0]["id"].is_null(), !line.contains("\"id\""), "{line}");
            }
        }
    }
}

#[test]
fn slices_answer_without_threads() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&lines);
    let output = LineOutput::new(move |line| written.lock().unwrap().push(line.to_owned()));
    let mut protocol = JsonLines::new(Catalogue::shipped().engine("othello").unwrap(), output).unwrap().in_slices();
    protocol.line(r#"{"type": "go", "infinite": true}"#);
    for step in 0..5 {
        assert!(protocol.advance(10_000, Duration::from_millis(step)));
    }
    protocol.line(r#"{"type": "stop"}"#);
    assert!(!protocol.advance(10_000, Duration::from_secs(1)));
    assert!(lines.lock().unwrap().last().unwrap().contains("bestmove"));
    // A new position ends a search with its answer.
    protocol.line(r#"{"type": "go", "infinite": true, "id": 5}"#);
    protocol.line(r#"{"type": "position"}"#);
    let written = lines.lock().unwrap();
    assert!(written[written.len() - 2].contains("bestmove") && written[written.len() - 1].contains("position"));
}
