//! `analyze --file`: the judgement of every move of a game.

use super::{json, refused, text};
use serde_json::Value;

fn judged(game: &str, file_text: &str, more: &[&str]) -> (Vec<Value>, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game");
    std::fs::write(&path, file_text).unwrap();
    let args = [&["analyze", game, "-f", path.to_str().unwrap(), "--table", "1M"], more].concat();
    let moves = json(&args);
    for each in &moves {
        let [value, best, loss] = ["value", "best_value", "loss"].map(|name| each[name].as_i64().expect(name));
        assert!(value <= best && loss >= 0, "{each}");
        assert_eq!(each["line"][0], each["move"]);
        if each["move"] == each["best"] {
            assert_eq!((value, loss), (best, 0), "{each}");
        }
    }
    let (out, err, code) = text(&args);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    (moves, out)
}

#[test]
fn a_game_of_chess_is_judged_move_by_move() {
    let pgn = "[White \"A. Fool\"]\n[Black \"?\"]\n\n1. f3 e5 2. g4?? {oh} Qh4# 0-1\n";
    let (moves, out) = judged("chess", pgn, &["--depth", "3"]);
    let labels: Vec<&str> = moves.iter().map(|each| each["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["1. f3", "1... e5", "2. g4", "2... Qh4#"]);
    assert_eq!((&moves[2]["mark"], &moves[2]["value"]), (&"??".into(), &(-999_998).into()));
    assert_eq!(
        (&moves[3]["best"], &moves[3]["value"], &moves[3]["mark"]),
        (&"Qh4#".into(), &999_999.into(), &"".into())
    );
    assert_eq!((&moves[0]["name"], &moves[1]["name"]), (&"A. Fool".into(), &Value::Null));
    assert_eq!((&moves[1]["player"], &moves[1]["depth"]), (&"Black".into(), &3.into()));
    for part in ["game 1: A. Fool (White) - Black", "2. g4", "??", "#-1", "2... Qh4#", "#1", "mean loss", "in pawns"] {
        assert!(out.contains(part), "no {part} in\n{out}");
    }
    assert!(!out.contains("9999"), "{out}");
}

#[test]
fn every_game_has_its_own_files_and_numbers() {
    let pdn = "[Black \"B\"]\n[White \"W\"]\n\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n";
    let (moves, out) = judged("checkers", pdn, &["--depth", "3"]);
    assert_eq!((moves.len(), &moves[3]["label"], &moves[0]["name"]), (4, &"2... 22-17".into(), &"B".into()));
    assert!(out.contains("W (White)") && out.contains("losses in men"), "{out}");
    let (moves, _) = judged("othello", "f5d6c3\n", &["--depth", "2"]);
    assert_eq!((moves.len(), &moves[2]["label"]), (3, &"3. c3".into()));
    // The fourth stone does not block the row of three.
    let (moves, out) = judged("connect4", "1121314\n", &["--depth", "6"]);
    assert_eq!((&moves[5]["label"], &moves[5]["mark"]), (&"3... 1".into(), &"??".into()), "{out}");
    assert_eq!((&moves[6]["value"], &moves[6]["mark"]), (&moves[6]["best_value"], &"".into()));
}

#[test]
fn several_games_and_lines_without_tags() {
    let (moves, out) = judged("chess", "1. e4 e5\n2. Nf3 *\n", &["--depth", "1"]);
    assert_eq!(moves.len(), 3, "moves of one game on two lines: {out}");
    let (moves, out) = judged("chess", "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n", &["--depth", "1"]);
    assert_eq!((moves.len(), &moves[2]["game_number"]), (3, &2.into()));
    assert!(out.contains("game 1: ") && out.contains("game 2: "), "{out}");
    let (moves, _) =
        judged("chess", "[FEN \"7k/8/5K2/8/8/8/8/6R1 b - - 0 40\"]\n\n40... Kh7 41. Rg3 *\n", &["-d", "2"]);
    assert_eq!((&moves[0]["label"], &moves[1]["label"]), (&"40... Kh7".into(), &"41. Rg3".into()));
}

#[test]
fn positions_of_a_file_are_analysed_in_turn() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("boards");
    std::fs::write(&path, "8/8/8/8/8/5k2/8/5K1R w - - 0 1\n7k/8/5K2/8/8/8/8/6R1 w - - 0 1\n").unwrap();
    let lines = json(&["analyze", "chess", "-f", path.to_str().unwrap(), "--depth", "2", "--table", "1M"]);
    assert_eq!(lines.iter().map(|line| line["depth"].clone()).collect::<Vec<_>>(), [1, 2, 1, 2]);
    refused(&["analyze", "chess", "-f", path.to_str().unwrap(), "-a", "nonsense"], &["nonsense"]);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_keeps_what_was_judged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game");
    std::fs::write(&path, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n").unwrap();
    let args = ["analyze", "chess", "-f", path.to_str().unwrap(), "--time", "20", "--table", "1M"];
    let child = super::start(&args);
    super::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("interrupted: ") && out.contains(" of 6 moves") && out.contains("mean loss"), "{out}");
}

#[test]
fn analyze_says_where_solve_would_decide() {
    let late = "2132141557322421674152753375633";
    let (out, _, _) = text(&["analyze", "connect4", late, "-d", "2", "--table", "1M"]);
    assert!(
        out.contains(&format!("11 empty squares: `nullwindow solve connect4 {late}` finds the exact value")),
        "{out}"
    );
    let (out, _, _) = text(&["analyze", "connect4", "44", "-d", "2", "--table", "1M"]);
    assert!(!out.contains("finds the exact value"), "{out}");
    let (out, _, _) = text(&["analyze", "chess", "-d", "1", "--table", "1M"]);
    assert!(!out.contains("finds the exact value"), "{out}");
}

#[test]
fn variations_have_the_numbers_of_the_game() {
    let line = |args: &[&str]| {
        let (out, _, _) = text(&[&["analyze"], args, &["-d", "3", "--table", "1M"]].concat());
        out.lines().find(|line| line.starts_with("    3 ")).unwrap_or_default().to_owned()
    };
    let chess = line(&["chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"]);
    assert!(chess.contains(" 3... ") && chess.contains(" 4. "), "{chess}");
    let checkers = line(&["checkers", "11-15 23-19 8-11"]);
    assert!(checkers.contains(" 2... ") && checkers.contains(" 3. "), "{checkers}");
    let othello = line(&["othello", "f5d6c3"]);
    assert!(othello.contains(" 4. ") && othello.contains(" 5. ") && othello.contains(" 6. "), "{othello}");
}
