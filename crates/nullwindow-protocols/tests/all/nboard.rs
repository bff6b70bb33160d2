//! Dialogues by the protocol of NBoard.

use crate::client::Client;
use nullwindow_protocols::{LineOutput, NBoard, Protocol, Reaction};
use std::time::{Duration, Instant};

const START: &str = "(;GM[Othello]PC[NBoard]DT[2026-11-17 12:00:00 GMT]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]";
/// An endgame with 20 empty squares (FFO 40), in which Black wins by 38 with A2.
const ENDGAME: &str = "(;GM[Othello]BO[8 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- *]";

/// A line `search PV EVAL 0 DEPTH`.
#[derive(Debug)]
struct SearchLine {
    line: String,
    evaluation: f64,
    depth: String,
}

fn search_line(text: &str) -> Option<SearchLine> {
    let words: Vec<&str> = text.strip_prefix("search ")?.split(' ').collect();
    let [line, evaluation, "0", depth] = words[..] else { panic!("{text}") };
    assert!(line.len() >= 2 && line.len() % 2 == 0, "{text}");
    let is_depth = depth == "100%" || depth.parse::<u32>().is_ok();
    assert!(is_depth, "{text}");
    Some(SearchLine { line: line.to_owned(), evaluation: evaluation.parse().unwrap(), depth: depth.to_owned() })
}

fn searches(lines: &[String]) -> Vec<SearchLine> {
    lines.iter().filter_map(|line| search_line(line)).collect()
}

/// Returns a client that has greeted the engine and set a game.
fn client(game: &str, depth: u32) -> Client<NBoard> {
    let mut client = Client::of_nboard();
    client.send("nboard 2");
    client.send(&format!("set depth {depth}"));
    client.send(&format!("set game {game};)"));
    assert_eq!(client.ask("ping 1", "pong 1"), ["set myname Nullwindow", "pong 1"]);
    client
}

/// Returns the parts of `=== move/eval/time`.
fn chosen(lines: &[String]) -> (String, Option<f64>) {
    let last = lines.last().and_then(|line| line.strip_prefix("=== ")).expect("a move");
    let parts: Vec<&str> = last.split('/').collect();
    assert!(parts.len() == 3 && parts[2].parse::<f64>().is_ok(), "{last}");
    (parts[0].to_owned(), parts[1].parse().ok())
}

#[test]
fn a_move_is_chosen_and_not_played() {
    let mut client = client(START, 6);
    let lines = client.ask("go", "===");
    let (first, evaluation) = chosen(&lines);
    assert!(["D3", "C4", "F5", "E6"].contains(&first.as_str()), "{first}");
    let last = searches(&lines).pop().unwrap();
    assert_eq!((last.depth.as_str(), &last.line[..2], Some(last.evaluation)), ("6", &first[..], evaluation));
    assert!(lines.iter().any(|line| line.starts_with("nodestats ")), "{lines:?}");
    // The same move again: the board has not changed.
    assert_eq!(chosen(&client.ask("go", "===")).0, first);
    client.send("move F5/0.5/1.2");
    let second = chosen(&client.ask("go", "===")).0;
    assert!(["D6", "F4", "F6"].contains(&second.as_str()), "{second}");
}

#[test]
fn a_hint_evaluates_the_best_moves_in_order() {
    let mut client = client(&format!("{START}B[F5]"), 5);
    let mut lines = client.ask("hint 3", "nodestats");
    lines.extend(client.until_line("status"));
    let all = searches(&lines);
    let last: Vec<&SearchLine> = all.iter().filter(|line| line.depth == "5").collect();
    assert_eq!(last.len(), 3, "{lines:?}");
    let mut moves: Vec<&str> = last.iter().map(|line| &line.line[..2]).collect();
    assert!(last.windows(2).all(|pair| pair[0].evaluation >= pair[1].evaluation), "{last:?}");
    moves.sort_unstable();
    assert_eq!(moves, ["D6", "F4", "F6"]);
}

#[test]
fn a_depth_to_the_end_solves_the_position() {
    let mut client = client(&format!("{ENDGAME}B[A2]W[B1]B[C1]W[PA]B[B6]W[C7]B[A7]W[B7]"), 60);
    let lines = client.ask("go", "===");
    let (_, evaluation) = chosen(&lines);
    let last = searches(&lines).pop().unwrap();
    assert_eq!((last.depth.as_str(), last.evaluation, evaluation), ("100%", 38.0, Some(38.0)));
    let mut lines = client.ask("hint 2", "100%");
    lines.extend(client.until_line("status"));
    let solved: Vec<SearchLine> = searches(&lines).into_iter().filter(|line| line.depth == "100%").collect();
    assert!(solved.len() >= 2, "{lines:?}");
    assert_eq!(solved[solved.len() - 2].evaluation, 38.0);
}

#[test]
fn no_search_line_follows_a_pong() {
    let mut client = client(START, 60);
    for number in 2..40 {
        client.send(if number % 2 == 0 { "hint 4" } else { "go" });
        std::thread::sleep(Duration::from_millis(number % 7));
        let start = Instant::now();
        let ping = format!("ping {number}");
        client.send(&ping);
        let pong = format!("pong {number}");
        client.until_line(&pong);
        // The machine may be busy, but the search would take hours.
        assert!(start.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(client.arrived(), [""; 0], "after {pong}");
    }
}

#[test]
fn a_new_position_ends_a_search() {
    let mut client = client(START, 60);
    for wait in 0..20 {
        client.send(&format!("set game {START};)"));
        client.send("set depth 60");
        client.send(if wait % 2 == 0 { "go" } else { "hint 2" });
        std::thread::sleep(Duration::from_millis(wait / 2));
        client.send("set depth 2");
        client.send("move F5//3");
        let lines = client.ask("go", "===");
        // The moves of White, none of which Black had before.
        let is_of_white = |square: &str| ["D6", "F4", "F6"].contains(&square);
        assert!(is_of_white(&chosen(&lines).0), "{lines:?}");
        let second = lines.iter().rposition(|line| line == "status Nullwindow is thinking").unwrap();
        assert!(searches(&lines[second..]).iter().all(|line| is_of_white(&line.line[..2])), "{lines:?}");
    }
}

#[test]
fn an_iteration_that_reaches_the_end_is_a_solution() {
    let line = "B[A2]W[B1]B[C1]W[PA]B[B6]W[C7]B[A7]W[B7]B[B8]W[D7]B[F8]W[C6]B[F7]W[G7]B[A8]W[PA]B[D8]";
    let mut client = client(&format!("{ENDGAME}{line}"), 60);
    let lines = client.ask("go", "===");
    let last = searches(&lines).pop().unwrap();
    assert_eq!((last.depth.as_str(), last.evaluation), ("100%", -38.0));
}

#[test]
fn passes_are_written_as_pa() {
    let mut client = client(&format!("{ENDGAME}B[A2]W[B1]B[C1]"), 4);
    let lines = client.ask("go", "===");
    assert_eq!(chosen(&lines).0, "PA");
    assert!(searches(&lines).iter().all(|line| line.line.starts_with("PA")), "{lines:?}");
    client.send("move PA");
    assert_ne!(chosen(&client.ask("go", "===")).0, "PA");
    // A client that leaves the pass out is understood too.
    client.send(&format!("set game {ENDGAME}B[A2]W[B1]B[C1];)"));
    client.send("move B6");
    assert_ne!(chosen(&client.ask("go", "===")).0, "PA");
}

#[test]
fn a_game_is_analysed_from_its_end() {
    let game = format!("{ENDGAME}B[A2]W[B1]B[C1]W[PA]B[B6]W[C7]B[A7]W[B7]B[B8]W[D7]B[F8]W[C6]B[F7]");
    let mut client = client(&game, 4);
    client.send("analyze");
    let lines = client.until_line("status");
    let analysed: Vec<(usize, f64)> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("analysis "))
        .map(|rest| rest.split_once(' ').unwrap())
        .map(|(ply, evaluation)| (ply.parse().unwrap(), evaluation.parse().unwrap()))
        .collect();
    assert_eq!(analysed.iter().map(|&(ply, _)| ply).collect::<Vec<_>>(), (0..=13).rev().collect::<Vec<_>>());
    assert!(analysed.iter().all(|(_, evaluation)| evaluation.abs() <= 64.0), "{analysed:?}");
    // Best play from both sides is worth the same to the end, with the sign of the mover.
    client.send("set depth 60");
    client.send("analyze");
    for ply in (4..=13).rev() {
        let line = client.until_line_starting(&format!("analysis {ply} ")).pop().unwrap();
        let expected = if ply % 2 == 0 { "38.00" } else { "-38.00" };
        assert!(line.ends_with(&format!(" {expected}")), "{line}");
    }
    // A ping ends it, and the game is still there.
    client.ask("ping 5", "pong 5");
    client.send("set depth 2");
    assert_eq!(chosen(&client.ask("go", "===")).0.len(), 2);
    assert_eq!(client.ask("learn", "learned").last().unwrap(), "learned");
}

#[test]
fn the_clock_of_the_game_limits_a_move() {
    // Five minutes, of which Black has used all but two seconds.
    let timed = START.replace("TY[8]", "TI[05:00]TY[8]");
    let mut client = client(&format!("{timed}B[F5//298]W[D6//1]"), 60);
    let start = Instant::now();
    let lines = client.ask("go", "===");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(!searches(&lines).is_empty());
}

#[test]
fn wrong_games_are_explained_and_change_nothing() {
    let mut client = client(&format!("{START}B[F5]"), 2);
    for wrong in ["set game x", "set game (;GM[Go];)", "set game (;GM[Othello]B[A1];)", "move A1", "move xyz"] {
        let lines = client.ask(wrong, "status ");
        assert_eq!(lines.len(), 1, "{wrong}: {lines:?}");
    }
    for ignored in ["", "set contempt 100", "hello", "set depth", "ping", "remove_tree"] {
        client.send(ignored);
    }
    let chosen = chosen(&client.ask("go", "===")).0;
    assert!(["D6", "F4", "F6"].contains(&chosen.as_str()), "{chosen}");
}

#[test]
fn a_finished_game_has_no_move() {
    // Black has no disc left.
    let mut client = client("(;GM[Othello]BO[8 OOOO------------------------------------------------------------ *]", 4);
    assert_eq!(client.ask("go", "status"), ["status the game is over"]);
    client.send("analyze");
    assert!(client.until_line("status").contains(&"analysis 0 -64.00".to_owned()));
}

#[test]
fn the_client_quits_and_a_running_search_ends() {
    let mut client = client(START, 60);
    client.send("go");
    let start = Instant::now();
    assert_eq!(client.send("quit"), Reaction::Quit);
    drop(client);
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn lines_that_were_cut_are_explained() {
    let engine = nullwindow_engine::Catalogue::shipped().engine("othello").unwrap();
    let said = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let heard = std::sync::Arc::clone(&said);
    let output = LineOutput::new(move |line| heard.lock().unwrap().push(line.to_owned()));
    let mut nboard = NBoard::new(engine, 1, output).unwrap().unwrap();
    nboard.cut_line("set game (;");
    drop(nboard);
    assert_eq!(*said.lock().unwrap(), ["status this line is too long: set game (;"]);
}

#[test]
fn games_without_the_protocol_are_refused() {
    let engine = nullwindow_engine::Catalogue::shipped().engine("chess").unwrap();
    assert!(NBoard::new(engine, 1, LineOutput::new(|_| ())).unwrap().is_none());
}
