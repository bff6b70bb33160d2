//! Dialogues by GTP.

use crate::client::Client;
use nullwindow_protocols::gtp::GtpOptions;
use nullwindow_protocols::{Gtp, LineOutput, Protocol, Reaction};
use std::io::Write;
use std::time::{Duration, Instant};

/// An endgame in which White has to pass after A2, B1, C1.
const PASSING: &str =
    "(;GM[Othello]BO[8 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- *]B[A2]W[B1]B[C1];)";

/// Sends a command and returns its answer without the empty line.
fn ask(client: &mut Client<Gtp>, command: &str) -> String {
    client.send(command);
    let mut lines = client.until_line("");
    lines.pop();
    lines.join("\n")
}

/// Returns a client at the position of a record.
fn loaded(record: &str) -> (Client<Gtp>, String) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(record.as_bytes()).unwrap();
    let mut client = Client::of_gtp();
    let answer = ask(&mut client, &format!("loadsgf {}", file.path().display()));
    (client, answer)
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'H', b'1'..=b'8'])
}

#[test]
fn the_engine_introduces_itself() {
    let mut client = Client::of_gtp();
    assert_eq!(ask(&mut client, "protocol_version"), "= 2");
    assert_eq!(ask(&mut client, "7 name"), "=7 Nullwindow");
    assert_eq!(ask(&mut client, "version"), format!("= {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(ask(&mut client, "list_games"), "= Othello");
    let commands = ask(&mut client, "list_commands").replacen("= ", "", 1);
    assert_eq!(commands.lines().count(), 20);
    for command in commands.lines() {
        assert_eq!(ask(&mut client, &format!("known_command {command}")), "= true");
    }
    assert_eq!(ask(&mut client, "known_command gogui"), "= false");
    assert_eq!(ask(&mut client, "003 nonsense"), "?003 unknown command");
    assert_eq!(ask(&mut client, "12"), "?12 unknown command");
}

#[test]
fn other_games_and_sizes_are_refused() {
    let mut client = Client::of_gtp();
    assert_eq!(ask(&mut client, "set_game Othello"), "=");
    assert!(ask(&mut client, "set_game Go").starts_with("? unsupported game"));
    assert_eq!(ask(&mut client, "boardsize 8"), "=");
    assert_eq!(ask(&mut client, "boardsize 19"), "? unacceptable size");
    assert_eq!(ask(&mut client, "boardsize x"), "? syntax error");
    assert_eq!(ask(&mut client, "komi 0"), "=");
    assert_eq!(ask(&mut client, "komi"), "? syntax error");
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut client = Client::of_gtp();
    assert_eq!(ask(&mut client, "play black F5"), "=");
    assert_eq!(ask(&mut client, "2 play W d6"), "=2");
    assert_eq!(ask(&mut client, "play black a1"), "? illegal move");
    assert_eq!(ask(&mut client, "play black pass"), "? illegal move");
    assert!(ask(&mut client, "play white c3").starts_with("? illegal move: it is not the turn of white"));
    assert!(ask(&mut client, "play green c3").starts_with("? syntax error"));
    let before = ask(&mut client, "showboard");
    assert_eq!(ask(&mut client, "play black c3"), "=");
    assert_ne!(ask(&mut client, "showboard"), before);
    assert_eq!(ask(&mut client, "undo"), "=");
    assert_eq!(ask(&mut client, "showboard"), before);
    assert_eq!((ask(&mut client, "undo"), ask(&mut client, "undo")), ("=".into(), "=".into()));
    assert_eq!(ask(&mut client, "undo"), "? cannot undo");
    assert!(ask(&mut client, "final_score").starts_with("? cannot score"));
}

#[test]
fn a_second_move_of_a_colour_implies_the_pass_of_the_other() {
    let (mut client, answer) = loaded(PASSING);
    assert_eq!(answer, "= white");
    let passing = ask(&mut client, "showboard");
    assert!(passing.contains("O must pass"), "{passing}");
    assert_eq!(ask(&mut client, "play black b6"), "=");
    assert_eq!(ask(&mut client, "undo"), "=");
    assert_eq!(ask(&mut client, "showboard"), passing, "the pass is taken back with the move");
    assert_eq!(ask(&mut client, "play white pass"), "=");
    assert_eq!(ask(&mut client, "play black b6"), "=");
    assert_eq!((ask(&mut client, "undo"), ask(&mut client, "undo")), ("=".into(), "=".into()));
    assert_eq!(ask(&mut client, "showboard"), passing, "the pass was a move of its own");
    let found = ask(&mut client, "genmove black");
    assert!(is_square(&found[2..]), "{found}");
    assert_eq!(ask(&mut client, "undo"), "=");
    assert_eq!(ask(&mut client, "reg_genmove black"), found);
    assert_eq!(ask(&mut client, "showboard"), passing, "nothing was played");
    assert_eq!(ask(&mut client, "reg_genmove white"), "= PASS");
    assert_eq!(ask(&mut client, "showboard"), passing);
    assert_eq!(ask(&mut client, "genmove white"), "= PASS");
    assert!(ask(&mut client, "showboard").contains("X to move"));
}

#[test]
fn a_whole_game_is_played() {
    let mut client = Client::of_gtp();
    let mut passes = 0;
    for number in 0.. {
        let colour = if number % 2 == 0 { "black" } else { "white" };
        let found = ask(&mut client, &format!("{number} genmove {colour}"));
        let found = found.strip_prefix(&format!("={number} ")).expect(&found);
        passes = if found == "PASS" { passes + 1 } else { 0 };
        assert!(found == "PASS" || is_square(found), "{found}");
        if passes == 2 {
            break;
        }
    }
    let score = ask(&mut client, "final_score");
    assert!(score == "= 0" || score.starts_with("= B+") || score.starts_with("= W+"), "{score}");
    assert_eq!(ask(&mut client, "genmove black"), "= PASS");
    assert_eq!(ask(&mut client, "play white pass"), "=", "clients may end a game by passes");
    assert_eq!(ask(&mut client, "clear_board"), "=");
    assert!(ask(&mut client, "showboard").contains("X 2  O 2"));
}

#[test]
fn the_other_colour_cannot_move_out_of_turn() {
    let mut client = Client::of_gtp();
    assert_eq!(ask(&mut client, "genmove white"), "? it is not the turn of white");
    assert_eq!(ask(&mut client, "genmove"), "? syntax error: expected black or white");
}

#[test]
fn commands_during_a_search_are_answered_after_it() {
    let mut client = Client::of_gtp();
    for command in ["1 genmove black", "2 genmove white", "# nothing", "", "3 undo", "4 showboard"] {
        client.send(command);
    }
    let lines = client.until_line_starting("=4");
    let answers: Vec<&String> = lines.iter().filter(|line| line.starts_with('=')).collect();
    assert_eq!(answers.len(), 4, "{lines:?}");
    assert!(answers[0].starts_with("=1 ") && answers[1].starts_with("=2 ") && answers[2] == "=3");
    // Also `quit`.
    client.send("5 genmove white");
    assert_eq!(client.send("6 quit"), Reaction::Quit);
    let rest = client.until_line("=6");
    assert!(rest.iter().any(|line| line.starts_with("=5 ")), "{rest:?}");
}

#[test]
fn the_end_of_the_input_ends_a_search_with_a_move() {
    let mut options = GtpOptions::default();
    (options.depth, options.move_time) = (None, None);
    let mut client = Client::of_gtp_with(options);
    client.send("genmove black");
    client.send("genmove white");
    std::thread::sleep(Duration::from_millis(50));
    let start = Instant::now();
    let lines = client.end();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!(lines.iter().filter(|line| line.len() == 4 && is_square(&line[2..])).count(), 2, "{lines:?}");
}

#[test]
fn clocks_limit_the_search() {
    let mut options = GtpOptions::default();
    (options.depth, options.move_time) = (None, None);
    let mut client = Client::of_gtp_with(options);
    for (settings, left) in [("1 0 0", None), ("0 1 5", None), ("600 0 0", Some("1 0")), ("0 600 5", Some("1 4"))] {
        assert_eq!(ask(&mut client, "clear_board"), "=");
        assert_eq!(ask(&mut client, &format!("time_settings {settings}")), "=");
        if let Some(left) = left {
            assert_eq!(ask(&mut client, &format!("time_left black {left}")), "=");
        }
        let start = Instant::now();
        assert!(is_square(&ask(&mut client, "genmove black")[2..]));
        // The machine may be busy, but without a clock the search would not end.
        assert!(start.elapsed() < Duration::from_secs(2), "{settings}: {:?}", start.elapsed());
    }
    for wrong in ["time_settings", "time_settings 1 2", "time_settings a b c", "time_left black", "time_left red 1 0"] {
        assert!(ask(&mut client, wrong).starts_with("? syntax error"), "{wrong}");
    }
}

#[test]
fn games_are_loaded() {
    let (mut client, answer) = loaded("(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])");
    assert_eq!(answer, "= white");
    assert!(ask(&mut client, "showboard").contains("O to move"));
    assert_eq!(ask(&mut client, "undo"), "=");
    assert_eq!(ask(&mut client, "play black c3"), "=");
    let (mut client, answer) = loaded("(;GM[1];B[aa])");
    assert!(answer.starts_with("? cannot load file: a record of another game"), "{answer}");
    assert!(ask(&mut client, "showboard").contains("X 2  O 2"), "nothing has changed");
    for wrong in ["loadsgf /nonexistent", "loadsgf /dev/null", "loadsgf .", "loadsgf"] {
        assert!(ask(&mut client, wrong).starts_with('?'), "{wrong}");
    }
}

#[test]
fn a_game_is_loaded_up_to_a_move() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"(;GM[2];B[f5];W[d6];B[c3])").unwrap();
    let mut client = Client::of_gtp();
    assert_eq!(ask(&mut client, &format!("loadsgf {} 2", file.path().display())), "= white");
    assert!(ask(&mut client, "showboard").contains("X 4  O 1"));
}

/// A game that Quarry played with the engine as White, by `tests/clients/quarry.py --colour white --record`: commands, and
/// the first lines of the answers.
const QUARRY: &str = include_str!("quarry_session.txt");
/// The same for a game that Quarry has saved, with Black moving three times in a row.
const QUARRY_GAME: &str = include_str!("quarry_game.sgf");

#[test]
fn a_recorded_session_of_quarry_is_answered() {
    let mut client = Client::of_gtp();
    let mut moves = 0;
    for (command, recorded) in QUARRY.lines().map(|line| line.split_once(" -> ").unwrap()) {
        let answer = ask(&mut client, command);
        assert!(answer.starts_with('='), "{command}: {answer}");
        moves += u32::from(command.starts_with("play") || command.starts_with("genmove"));
        if let Some(colour) = command.strip_prefix("genmove ") {
            assert!(is_square(&answer[2..]), "{answer}");
            // Another engine may find another move, but the game must go on as it was.
            assert_eq!(ask(&mut client, "undo"), "=");
            assert_eq!(ask(&mut client, &format!("play {colour} {}", &recorded[2..])), "=", "{command}");
        } else if !["version", "list_commands"].contains(&command) {
            assert_eq!(answer, recorded, "{command}");
        }
    }
    assert_eq!(moves, 60);
    assert!(ask(&mut client, "final_score").starts_with("= W+"));
}

#[test]
fn a_game_that_quarry_has_saved_is_loaded() {
    let (mut client, answer) = loaded(QUARRY_GAME);
    assert!(answer.starts_with('='), "{answer}");
    assert_eq!(ask(&mut client, "final_score"), "= B+16");
}

#[test]
fn lines_that_were_cut_are_explained() {
    let engine = nullwindow_engine::Catalogue::shipped().engine("othello").unwrap();
    let said = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let heard = std::sync::Arc::clone(&said);
    let output = LineOutput::new(move |line| heard.lock().unwrap().push(line.to_owned()));
    let mut gtp = Gtp::new(engine, GtpOptions::default(), output).unwrap().unwrap();
    gtp.cut_line("play black");
    drop(gtp);
    assert_eq!(*said.lock().unwrap(), ["? this line is too long", ""]);
}

#[test]
fn games_without_the_protocol_are_refused() {
    let engine = nullwindow_engine::Catalogue::shipped().engine("chess").unwrap();
    assert!(Gtp::new(engine, GtpOptions::default(), LineOutput::new(|_| ())).unwrap().is_none());
}
